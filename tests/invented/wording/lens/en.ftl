clean_lens--title = Record that the lens was cleaned
clean_lens--consequence = It stands in the camera's record.
event--camera-lens_cleaned = Lens cleaned
clean_lens-cleaned_at = Cleaned at
clean_lens-means = By what
with--cloth = a cloth
with--air = air
