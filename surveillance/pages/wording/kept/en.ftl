mark = Frame
stretch = Stretch
clock = Clock

subjects--event = event
subjects--finding = finding
subjects--round = round
subjects--case = case
subjects--request = request
subjects--incident = incident

n-min = ± { $n } min
milliseconds-ms = ± { $milliseconds } ms
