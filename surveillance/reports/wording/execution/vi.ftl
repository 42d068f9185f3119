reads = báo cáo chỉ đọc sổ và luôn làm lại được
