## casino.accounts.life

session_over = Phiên làm việc đã hết hạn; hãy đăng nhập lại.

## casino.accounts.rules

account_own = Không ai được thay đổi tài khoản của chính mình, trừ mật khẩu.
account_not_administrator = Chỉ Quản trị hệ thống mới được đề nghị thay đổi tài khoản.
account_unknown = Không có tài khoản này.
account_post_unknown = Không có chức vụ này.
account_post_held = Tài khoản đã có chức vụ này.
account_post_not_held = Tài khoản không có chức vụ này.
account_administrator_apart = Quản trị hệ thống không giữ chức vụ nào xem hoặc quyết định hồ sơ: một người không làm cả hai.
account_waiting = Thay đổi này đã được đề nghị và đang chờ người thứ hai.
account_nothing_to_change = Không có gì thay đổi.
account_settled = Tài khoản đã được dùng: tên đăng nhập và mã nhân viên không đổi được nữa.
account_inactive = Tài khoản đang bị khóa.
account_confirmer_asked = Người đề nghị không tự xác nhận được.
account_confirmer_concerned = Người liên quan không tự xác nhận cho mình.
account_confirmer_post = Chức vụ của bạn không xác nhận thay đổi này.
account_decided = Đề nghị này đã được người khác xử lý.
account_lapsed = Đề nghị này đã quá hạn; hãy đề nghị lại.
account_ask_again = Mật khẩu đã đổi từ khi đề nghị; hãy rút lại và đề nghị lại.
account_repeated = Yêu cầu này đã được ghi nhận.
account_no_property = Chưa có cơ sở nào, nên chưa có sổ để ghi tài khoản.
account_enough_administrators = Đã có hai Quản trị hệ thống đang hoạt động; tài khoản khác do họ đề nghị và xác nhận.
account_shut = Lệnh này bị đóng: tài khoản chỉ thay đổi qua trang Tài khoản, có ghi sổ. Hai Quản trị đầu tiên: { $command }.
first_password = Trước hết phải chọn mật khẩu riêng tại { $address }.
posting_over = Phân công này đã hết hạn hoặc đã kết thúc.

## casino.core.currencies

unknown_currency = Không có loại tiền { $currency }: hãy dùng mã ba chữ đang có hiệu lực của ISO 4217, như VND hoặc USD.

## casino.core.errors

not_found = Không có gì tại địa chỉ này.
method_not_allowed = Địa chỉ này không nhận phương thức { $method }.
not_authenticated = Cần đăng nhập.
forbidden = Tài khoản này không có quyền làm việc đó.
bad_request = Không đọc được yêu cầu.
rate_limited = Quá nhiều yêu cầu trong một phút; hãy gửi lại sau { $seconds } giây.
try_again = Hiện chưa làm được việc này; hãy gửi lại đúng như cũ sau ít giây.
unknown_property = Không có cơ sở nào mang mã { $property }.

## casino.core.house_settings

setting_unknown = Không có thiết lập { $setting }.
setting_value = Giá trị không hợp với thiết lập { $setting }: { $why }.

## casino.core.interest

interest_barred = Bạn ở trong việc này nên người khác phải làm: { $why }.

## casino.core.reasons

reason_says_nothing = Lý do cần nói rõ hơn: ít nhất { $words } từ khác nhau có nghĩa và { $letters } chữ cái.

## casino.factors.errors

factor_needed = Cần hoàn tất bước xác thực thứ hai trước khi mở trang này.
proof_needed = Cần xác nhận lại danh tính trước việc này.
factor_code_wrong = Mã không đúng, đã hết hạn hoặc đã được dùng.
factor_wait = Nhập sai quá nhiều lần; hãy thử lại sau { $seconds } giây.
factor_password_wrong = Mật khẩu không đúng.
factor_unknown = Tài khoản này không có thiết bị đó.
factor_last = Vai trò này phải giữ ít nhất một thiết bị: hãy thêm thiết bị khác trước khi gỡ thiết bị này.
factor_too_many = Tài khoản đã có { $limit } thiết bị; hãy gỡ bớt.
factor_expired = Đã quá thời gian; hãy bắt đầu lại.
factor_key_unfit = FACTOR_KEY chưa được đặt đúng: cần 32 byte ở dạng base64.
factor_secret_unreadable = Không mở được bí mật của ứng dụng xác thực bằng FACTOR_KEY hiện có.
passkey_refused = Khóa truy cập không được chấp nhận; hãy thử lại.
passkey_not_here = Khóa truy cập không dùng được tại địa chỉ này.
signature_needed = Việc này phải được ký bằng khóa truy cập của bạn.
signature_no_passkey = Chức vụ của bạn phải ký việc này bằng khóa truy cập, nhưng bạn chưa đăng ký khóa nào. Hãy thêm một khóa trong trang Yếu tố thứ hai rồi làm lại; chưa có gì được ghi.
signature_not_here = Việc này phải được ký bằng khóa truy cập, mà khóa không dùng được tại địa chỉ này. Hãy mở trang bằng địa chỉ chính thức của hệ thống.
signature_other_command = Điều kiện để đọc biểu mẫu đã thay đổi trong lúc bạn ký. Chưa ghi gì: hãy mở lại trang, xem lại rồi ký lại.
signature_other_file = Đây không phải tệp đã chọn lúc đầu. Hãy chọn lại đúng tệp đó.
signature_not_signable = Nội dung này không ký được: { $why }.

## casino.house.service

setting_in_the_past = Thiết lập không có hiệu lực lùi về trước.
setting_unchanged = Thiết lập đã có giá trị này từ thời điểm đó.
setting_post = Thiết lập này do { $post } trở lên đặt và xác nhận.
setting_reason = Hãy nêu lý do bằng một câu (10 đến 500 ký tự).
setting_waits = Thiết lập này đang có một đề nghị chờ xác nhận.
setting_ask_unknown = Không có đề nghị nào như vậy đang chờ.
setting_same_person = Người xác nhận phải là người khác với người đề nghị.
setting_not_yours = Chỉ người đề nghị mới được rút lại.
setting_currency_used = Cơ sở đã có ván được ghi; loại tiền không đổi được nữa.
setting_currency_at_once = Loại tiền chỉ đổi ngay được, không định trước thời điểm.

## casino.accounts.given_by

command_line_no_code = Tài khoản này cần ứng dụng tạo mã làm yếu tố thứ hai để ra lệnh tại dòng lệnh. Chưa có gì được ghi.
command_line_first_password = Tài khoản còn mật khẩu dùng một lần; hãy đăng nhập và tự chọn mật khẩu trước.
command_line_input = Đầu vào chuẩn dùng cho mật khẩu; hãy nêu tên tệp.

## casino.papers.errors

paper_key = Không có khóa ký văn bản dùng được: { $what }.

## casino.vault.attachments

attachment_empty = Tệp không có nội dung.
attachment_too_large = Tệp có { $size } byte; nhiều nhất là { $limit }.
attachment_name = Tên tệp không dùng được: { $reason }. Hãy đổi tên tệp.
attachment_type = Không nhận loại tệp này; các loại được nhận: { $extensions }.
attachment_extension = Phần mở rộng của tên tệp không khớp với nội dung, vốn là { $media_type }.
attachment_damaged = Tệp bị hỏng hoặc bị cắt ngắn.
attachment_mixed = Tệp chứa hai loại nội dung cùng lúc.
attachment_active = Không nhận trang web, hình SVG, hay tài liệu có macro.
attachment_infected = Phần mềm quét vi-rút đã từ chối tệp này.
attachment_scan_failed = Hiện không quét vi-rút được, nên chưa nhận tệp; hãy gửi lại sau.

## casino.vault.errors

person_unknown = Không có người nào mang mã { $person } ở cơ sở này.
person_erased = Dữ liệu cá nhân của { $person } đã được xóa vĩnh viễn.
sealed_for_nobody = Nội dung mật phải thuộc về ít nhất một người.
text_not_unicode = Văn bản chứa ký tự không hợp lệ.
sealed_erased = Nội dung này đã bị xóa vĩnh viễn cùng với người mà nó nhắc đến.
person_keys_not_set = Chưa cấu hình { $variable }, nên không thể lưu hay đọc dữ liệu cá nhân.
person_master_key_unfit = { $variable } phải là 32 byte viết bằng base64.
person_keys_wrong_master = PERSON_MASTER_KEY không phải là khóa đã bọc các khóa trong thư mục.
person_keys_folder_missing = Không có thư mục khóa (PERSON_KEYS_DIR), hoặc ổ chứa thư mục chưa được gắn.
person_keys_folder_open = Mọi người dùng của máy đều vào được thư mục khóa (PERSON_KEYS_DIR).
person_keys_folder_refused = Không ghi hoặc không đọc được trong thư mục khóa (PERSON_KEYS_DIR): { $reason }.
sealed_altered = Nội dung mật { $ref } không còn đúng như khi được ghi: đã bị sửa đổi.
sealed_missing = Không tìm thấy nội dung mật { $ref } mà sự kiện nhắc tới.
person_key_missing = Không tìm thấy khóa của { $person }, dù dữ liệu của người này chưa bị xóa.
person_key_damaged = Khóa của { $person } bị hỏng hoặc bị sửa đổi.

## casino.web.refusals

request_too_slow = Yêu cầu đến quá chậm nên đã bị bỏ; hãy gửi lại.
request_too_large = Yêu cầu dài quá { $limit } byte.
too_busy = Máy chủ đang quá bận; hãy gửi lại đúng như cũ sau ít giây.
