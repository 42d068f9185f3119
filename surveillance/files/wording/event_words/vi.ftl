whys--case = hồ sơ
whys--finding = phát hiện
whys--round = ván chơi
whys--spot_check = kiểm tra chọn mẫu
whys--incident = sự việc
whys--upkeep = quản lý bản ghi
whys--ahead = hàng chờ tải trước, chưa ai xem

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

at-at-the-times-go = Tại { $at } thời gian lùi lại { $place }.
the-stretch-span-because-of = Đoạn { $span }, vì { $why }.
camera-camera-begins-begins-by = Camera { $camera }, bắt đầu { $begins } theo đồng hồ đầu ghi.
export-asked-for-asked-cut = { $export }: yêu cầu { $asked }, đã cắt { $cut }. SHA-256 { $sha256 }.
copy-the-stretch-span-masked = { $copy }: đoạn { $span }, { $masked_areas } vùng che. SHA-256 { $sha256 }.
frame-at-at-sha-256 = { $frame } tại { $at }. SHA-256 { $sha256 }.
its-term-ended-until-and = Hết hạn lưu { $until }, không bị giữ.
all-size-bytes-bytes = toàn bộ { $size_bytes } byte
sent-of-size-bytes-bytes = { $sent } trong { $size_bytes } byte ({ $which })
handed-out-how-much-of = Đã giao { $how_much } của { $what }, từ { $begins } đến { $ends }.
how-name-size-bytes-bytes = { $how }: { $name }, { $size_bytes } byte, { $sealed }. SHA-256 { $sha256 }.
at-at-the-times-jump = Tại { $at } thời gian nhảy tới { $place }.
the-bytes-have-changed-sha = Tệp ĐÃ THAY ĐỔI: SHA-256 { $sha256 }.
session-session = Phiên đăng nhập { $session }.
by-the-signed-link-link = Bằng liên kết đã ký { $link }.
from-the-address-address = Từ địa chỉ { $address }.
carries-onvif-media-signing-not = Có chữ ký ONVIF Media Signing đi kèm, chưa kiểm tra.
not-complete-missing-ms-are = Không đủ: thiếu { $missing } ms, mất { $lost_packets } gói.

in-case = , hồ sơ { $case }
leave = { $what }: đoạn { $span }{ $case }.
not-found = KHÔNG TÌM THẤY tệp.
unchanged = Tệp giống hệt lúc nhận.
