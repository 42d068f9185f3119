thousand = k
million = tr
billion = tỷ
