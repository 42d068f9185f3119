thousand = k
million = M
billion = B
