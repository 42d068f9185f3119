mark = Frame
stretch = Stretch
clock = Clock

n-min = ± { $n } min
milliseconds-ms = ± { $milliseconds } ms
