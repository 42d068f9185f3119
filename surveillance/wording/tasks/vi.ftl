titles--name = Lệnh giữ cảnh quay
titles--name--footage-and-cameras = Cảnh quay và camera
