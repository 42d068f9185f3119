change-an-account = Thay đổi một tài khoản
posting = Phân công
change-a-post-of-an = Thay đổi chức vụ của một tài khoản
confirm-a-change-of-an = Xác nhận một thay đổi tài khoản
refuse-a-change-of-an = Không xác nhận một thay đổi tài khoản
change-of-an-account = Thay đổi tài khoản
