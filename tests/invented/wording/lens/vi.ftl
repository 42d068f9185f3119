clean_lens--title = Ghi việc lau ống kính
clean_lens--consequence = Việc lau vào hồ sơ của camera.
event--camera-lens_cleaned = Đã lau ống kính
clean_lens-cleaned_at = Lau lúc
clean_lens-means = Bằng gì
with--cloth = khăn
with--air = khí nén
