smallest = 최소 단위
