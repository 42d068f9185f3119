subjects--call = thông báo v{ $rest }
subjects--ruling = quyết định v{ $rest }
subjects--correction = đính chính v{ $rest }
subjects--colour = chip màu { $rest }
subjects--box = cửa { $rest }
subjects--seat = chỗ { $rest }
subjects--fact = dữ kiện v{ $rest }
subjects--order = thứ tự các lá v{ $rest }
subjects--restriction = hạn chế v{ $rest }
subjects--table = bàn { $rest }
subjects--shift = ca { $rest }
subjects--day = ngày { $rest }
subjects--case = hồ sơ { $rest }

named_subjects--hand-dealer = bài của Nhà cái
bet-bet = cược { $bet }
