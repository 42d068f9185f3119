call_interpreter--title = Mời phiên dịch
call_interpreter--consequence = Phiên dịch được mời và ghi vào hồ sơ.
call_interpreter--button = Mời ngay
call_interpreter-party = Cho bên nào
call_interpreter-spoken = Ngôn ngữ của khách
call_interpreter-interpreter = Mã phiên dịch
call_interpreter-comes_at = Đến lúc
call_interpreter-sworn = Đã tuyên thệ chưa?
call_interpreter-sworn--words--yes = Rồi
call_interpreter-sworn--words--no = Chưa
call_interpreter-fee_minor = Thù lao
call_interpreter-fee_minor--help = Nếu có.
spoken--zh = tiếng Trung
spoken--ko = tiếng Hàn

event--interpreter_called = Đã mời phiên dịch
