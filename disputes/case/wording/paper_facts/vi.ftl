event--paper_handed_over = Giao văn bản
event--signed_copy_kept = Lưu bản đã ký
