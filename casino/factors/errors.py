"""What can be wrong with a second factor."""

from __future__ import annotations

from casino.core.errors import add

add(
    "factor_needed",
    403,
    vi="Cần hoàn tất bước xác thực thứ hai trước khi mở trang này.",
    en="The second factor must be given before anything else can be opened.",
    about="The session has a password only. Give the second factor, or enrol one, at /admin/account/ in this session.",
)
add(
    "proof_needed",
    403,
    vi="Cần xác nhận lại danh tính trước việc này.",
    en="Prove who you are once more before this.",
    about="A weighty act, and the last proof of this session is older than PROOF_MINUTES. Give it at "
    "/admin/account/prove/?again=1 in the same session, then send the same again; nothing was recorded.",
)
add(
    "factor_code_wrong",
    422,
    vi="Mã không đúng, đã hết hạn hoặc đã được dùng.",
    en="This code is wrong, has run out, or was used before.",
    about="A code of an app counts once, for 30 seconds and one step before and after. Wait for the next.",
)
add(
    "factor_wait",
    429,
    vi="Nhập sai quá nhiều lần; hãy thử lại sau {seconds} giây.",
    en="Too many wrong codes; try again in {seconds} seconds.",
    about="After every wrong code of an account the wait doubles. A passkey is not held up.",
)
add(
    "factor_password_wrong",
    422,
    vi="Mật khẩu không đúng.",
    en="The password is wrong.",
    about="An account without a second factor is asked for its password before weighty acts.",
)
add(
    "factor_unknown",
    404,
    vi="Tài khoản này không có thiết bị đó.",
    en="This account has no such device.",
    about="It was removed, or belongs to somebody else.",
)
add(
    "factor_last",
    409,
    vi="Vai trò này phải giữ ít nhất một thiết bị: hãy thêm thiết bị khác trước khi gỡ thiết bị này.",
    en="This role must keep at least one device: add another before you remove this one.",
    about="The last device of an account that must have a second factor cannot be removed.",
)
add(
    "factor_too_many",
    409,
    vi="Tài khoản đã có {limit} thiết bị; hãy gỡ bớt.",
    en="The account has {limit} devices; remove one first.",
    about="More devices than anybody uses are more ways in.",
)
add(
    "factor_expired",
    409,
    vi="Đã quá thời gian; hãy bắt đầu lại.",
    en="This took too long; begin again.",
    about="What a page was opened with (a secret, a challenge, a form that waits) is kept for some minutes only.",
)
add(
    "factor_key_unfit",
    503,
    vi="FACTOR_KEY chưa được đặt đúng: cần 32 byte ở dạng base64.",
    en="FACTOR_KEY is not set as it must be: 32 bytes as base64.",
    about="For the operator: secrets of authenticator apps lie sealed with it; deploy/README.md describes it.",
)
add(
    "factor_secret_unreadable",
    503,
    vi="Không mở được bí mật của ứng dụng xác thực bằng FACTOR_KEY hiện có.",
    en="The secret of the authenticator app cannot be opened with the present FACTOR_KEY.",
    about="For the operator: give the key under which it was sealed, as FACTOR_KEY or FACTOR_KEY_FORMER.",
)
add(
    "passkey_refused",
    422,
    vi="Khóa truy cập không được chấp nhận; hãy thử lại.",
    en="The passkey was not accepted; try again.",
    about="Another address or device, no check of the person, or a challenge that has passed. The log says which.",
)
add(
    "passkey_not_here",
    409,
    vi="Khóa truy cập không dùng được tại địa chỉ này.",
    en="Passkeys cannot be used at this address.",
    about="Passkeys belong to PASSKEY_DOMAIN; the page was opened under another name or an IP address.",
)
add(
    "signature_needed",
    403,
    vi="Việc này phải được ký bằng khóa truy cập của bạn.",
    en="This has to be signed with your passkey.",
    about="The post must sign weighty commands. Pages ask for it; docs/origin.md says how the API is asked for the "
    "challenge and given the answer.",
)
add(
    "signature_no_passkey",
    403,
    vi="Chức vụ của bạn phải ký việc này bằng khóa truy cập, nhưng bạn chưa đăng ký khóa nào. Hãy thêm một khóa "
    "trong trang Yếu tố thứ hai rồi làm lại; chưa có gì được ghi.",
    en="Your post must sign this with a passkey, and you have none that can sign. Add one on the page Second factor, "
    "then do this again; nothing was recorded.",
    about="A role signs weighty commands (manage.py signature demand), and the account has no passkey of this house "
    "with which commands are signed (ES256, EdDSA, RS256).",
)
add(
    "signature_not_here",
    403,
    vi="Việc này phải được ký bằng khóa truy cập, mà khóa không dùng được tại địa chỉ này. Hãy mở trang bằng "
    "địa chỉ chính thức của hệ thống.",
    en="This has to be signed with a passkey, and passkeys cannot be used at this address. Open the house's "
    "own address.",
    about="Passkeys belong to PASSKEY_DOMAIN; the page was opened under another name or an IP address.",
)
add(
    "signature_other_file",
    422,
    vi="Đây không phải tệp đã chọn lúc đầu. Hãy chọn lại đúng tệp đó.",
    en="This is not the file that was chosen first. Choose the same file again.",
    about="What is signed holds the SHA-256 of the file, which does not travel with the question: it is chosen once"
    " more beside the touch of the passkey, and goes on only if it is the same.",
)
add(
    "signature_not_signable",
    422,
    vi="Nội dung này không ký được: {why}.",
    en="This cannot be signed: {why}.",
    about="A command has no canonical form: a number that is no whole number of 53 bits, or text that is not Unicode.",
)
