make_plan--title = Lập báo cáo định kỳ
end_plan--title = Kết thúc báo cáo định kỳ
