titles--name = Holds on footage
titles--name--footage-and-cameras = Footage and cameras
