"""What goes wrong at a recorder, in the one table. Each sentence says what to do; which test raises which code stands
in ``tests/surveillance/recorders``."""

from __future__ import annotations

from typing import Final

from casino.core.errors import add

for _code, _status, _vi, _en, _about in (
    (
        "recorder_source",
        422,
        "Địa chỉ đầu ghi không dùng được: cần rtsp:// hoặc rtsps:// với tên máy, không kèm tên và mật khẩu.",
        "This address of a recorder cannot be used: rtsp:// or rtsps:// with a host, without name and password.",
        "Address, name or password of a source are not well formed. Name and password have fields of their own.",
    ),
    (
        "recorder_interval",
        422,
        "Khoảng thời gian không hợp lệ: kết thúc phải sau bắt đầu và không quá {hours} giờ.",
        "The interval is not possible: it ends after it begins and spans {hours} hours at most.",
        "Ask for less at a time.",
    ),
    (
        "recorder_away",
        502,
        "Không kết nối được đầu ghi {host}.",
        "The recorder {host} cannot be reached.",
        "Wrong address, switched off, or the network is down. It is tried again by itself.",
    ),
    (
        "recorder_slow",
        504,
        "Đầu ghi {host} không trả lời kịp ({seconds} giây).",
        "The recorder {host} did not answer in time ({seconds} seconds).",
        "Nothing came for the time that was waited, or the whole fetch took too long. What came is kept.",
    ),
    (
        "recorder_untrusted",
        502,
        "Chứng thư của đầu ghi {host} không được tin cậy.",
        "The certificate of the recorder {host} is not trusted.",
        "TLS failed: record the fingerprint or the issuer of its certificate if it is really this recorder's.",
    ),
    (
        "recorder_password",
        502,
        "Đầu ghi {host} từ chối tên hoặc mật khẩu.",
        "The recorder {host} refuses the name or the password.",
        "Correct the credentials at the recorder's record; trying again may lock the account there.",
    ),
    (
        "recorder_bare_password",
        502,
        "Đầu ghi {host} đòi mật khẩu không mã hóa.",
        "The recorder {host} wants the password in the clear.",
        "It offers Basic without TLS only. Turn Digest or TLS on there, or allow it for this recorder.",
    ),
    (
        "recorder_challenge",
        502,
        "Đầu ghi {host} đòi một cách xác thực không được hỗ trợ.",
        "The recorder {host} asks for a kind of authentication that is not supported.",
        "Supported are Digest with MD5 or SHA-256 (RFC 7616), and Basic under TLS.",
    ),
    (
        "recorder_camera_unknown",
        404,
        "Đầu ghi {host} không có camera hoặc đường dẫn này.",
        "The recorder {host} has no such camera or path.",
        "Check the address or the template of the recorder, and the camera's name there.",
    ),
    (
        "recorder_not_replay",
        502,
        "Đầu ghi {host} không phát lại theo ONVIF.",
        "The recorder {host} does no ONVIF replay at this address.",
        "It refuses `Require: onvif-replay`, or its packets carry no times (header extension 0xABAC).",
    ),
    (
        "recorder_format",
        502,
        "Định dạng hình của đầu ghi {host} không được hỗ trợ: {format}.",
        "The picture format of the recorder {host} is not supported: {format}.",
        "Supported are H.264 (RFC 6184) and H.265 (RFC 7798) in decoding order.",
    ),
    (
        "recorder_nothing",
        404,
        "Đầu ghi {host} không có hình trong khoảng này.",
        "The recorder {host} has no film of this interval.",
        "Check the camera, and the recorder's clock against the server's.",
    ),
    (
        "recorder_fewer",
        502,
        "Đầu ghi {host} gửi ít hơn yêu cầu: thiếu {seconds} giây.",
        "The recorder {host} sent less than was asked for: {seconds} seconds are missing.",
        "It ended properly, but frames lack at the beginning, at the end or between. What came is kept.",
    ),
    (
        "recorder_lost",
        502,
        "Mất {packets} gói tin từ đầu ghi {host}; {frames} khung hình bị hỏng.",
        "{packets} packets of the recorder {host} were lost; {frames} frames are damaged.",
        "The numbers of the packets have gaps. What came is kept; fetching once more may bring the rest.",
    ),
    (
        "recorder_cut_off",
        502,
        "Đầu ghi {host} ngắt giữa chừng.",
        "The recorder {host} cut the connection off.",
        "The connection or the session ended before the end of the interval. What came is kept, and it is resumed.",
    ),
    (
        "recorder_busy",
        502,
        "Đầu ghi {host} đang bận.",
        "The recorder {host} is busy.",
        "It has no session or bandwidth left (453, 503). It is tried again by itself.",
    ),
    (
        "recorder_refused",
        502,
        "Đầu ghi {host} từ chối: {status} {reason}.",
        "The recorder {host} refuses: {status} {reason}.",
        "An answer that has no meaning of its own here.",
    ),
    (
        "recorder_unreadable",
        502,
        "Không đọc được trả lời của đầu ghi {host}: {what}.",
        "What the recorder {host} sent cannot be read: {what}.",
        "No RTSP, or outside every bound. Check the address and the port.",
    ),
    (
        "recorder_too_much",
        502,
        "Đầu ghi {host} gửi quá nhiều: {what}.",
        "The recorder {host} sends too much: {what}.",
        "A limit of bytes or frames was reached. What came is kept.",
    ),
    (
        "recorder_file",
        422,
        "Không đọc được tệp khung hình đã lấy về.",
        "The file of fetched frames cannot be read.",
        "It is not one of ours, or was changed. Fetch again.",
    ),
    (
        "recorder_muxed_otherwise",
        500,
        "Tệp MP4 không giữ nguyên dữ liệu hình ({what}); không dùng.",
        "The MP4 file does not hold the picture data as they came ({what}); it is not used.",
        "After writing, every NAL unit and time is read back and compared. Report it with the file of frames.",
    ),
    (
        "recorder_link",
        422,
        "Mẫu liên kết không đúng: {what}.",
        "The link template is not right: {what}.",
        "Placeholders are {{camera}}, {{start}} and {{end}}, with formats (`{{start:iso}}`): docs/recorders.md.",
    ),
):
    add(_code, _status, vi=_vi, en=_en, about=_about)

# What trying again by itself can mend; a wrong password or address it cannot.
PASSING: Final = frozenset({"recorder_away", "recorder_slow", "recorder_cut_off", "recorder_busy", "recorder_lost"})
