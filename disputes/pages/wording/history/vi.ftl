fields--claim = Người chơi nói
fields--reason = Lý do
fields--reasons = Lý do
fields--note = Ghi chú
fields--said = Lời ghi lại
fields--answer = Trả lời
fields--content = Nội dung
fields--what = Việc đã làm
fields--deviation = Lý do khác số tính lại
fields--sealed_ground = Căn cứ pháp luật

taken-up = Nội dung vụ việc
opened = ghi sau khi mở hồ sơ

recorded-after-decision-d = ghi sau quyết định { $d }
case-v-n = hồ sơ v{ $n }
beside-the-case = bên cạnh hồ sơ
recorded-after-offer-o = ghi sau đề xuất { $o }
round-table-round-v-n = ván { $table } · { $round } v{ $n }
