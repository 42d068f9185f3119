whys--case = hồ sơ
whys--finding = phát hiện
whys--round = ván chơi
whys--spot_check = kiểm tra chọn mẫu
whys--incident = sự việc
whys--upkeep = quản lý bản ghi
whys--ahead = hàng chờ tải trước, chưa ai xem

hows--upload = Tải lên
hows--folder = Lấy từ thư mục theo dõi
hows--fetched = Lấy từ đầu ghi
hows--simulated = Mô phỏng

seals--intact = niêm phong nguyên vẹn
seals--broken = niêm phong đã hỏng
seals--unreadable = niêm phong không đọc được

leaving--export = Bản xuất niêm phong
leaving--copy = Bản sao giao ra ngoài

files--web = bản để xem
files--part = bản chỉ có các đoạn được xem
files--original = bản gốc
files--export = gói { $code }
files--given = bản sao { $code }

not-sealed = không niêm phong
outside = Người nhận ở ngoài cơ sở: { $role }, mã { $staff }.
exhibit = Lưu làm chứng cứ, không xem được: { $why }
read = Nay đã đọc được: { $codec }, { $width } × { $height }, dài { $length }. Tệp không thay đổi một byte nào.
