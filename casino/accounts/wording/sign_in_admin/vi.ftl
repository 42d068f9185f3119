codes--forbidden = không có quyền
codes--sign_in_wrong = sai mật khẩu
codes--sign_in_held = đăng nhập bị tạm giữ
