"""The error codes of taking events in, added to the one table (``casino.core.errors``).

A code with a status below 422 or of 429 and above belongs to a whole request; 422 marks what can be wrong with a single
event, whose request is answered with 200 all the same. Proved by ``tests/api/test_errors.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.errors import add

_REQUEST: Final = [
    ("empty_body", 400, "Yêu cầu không có nội dung.", "The request has no content.", "Send at least one event."),
    (
        "body_unreadable",
        400,
        "Kết nối đứt trước khi nhận đủ nội dung.",
        "The connection broke before the whole content had come.",
        "Nothing was recorded. Send the same again.",
    ),
    (
        "body_too_large",
        413,
        "Nội dung dài quá {limit} byte; hãy gửi thành nhiều phần.",
        "The content is longer than {limit} bytes; send it in parts.",
        "Limit: INGEST_MAX_BODY_BYTES.",
    ),
    (
        "inflates_too_much",
        413,
        "Nội dung gzip giải nén quá {limit} byte; hãy gửi thành nhiều phần.",
        "The gzip content inflates to more than {limit} bytes; send it in parts.",
        "Inflating stops at the limit. Limit: INGEST_MAX_INFLATED_BYTES.",
    ),
    (
        "batch_too_large",
        413,
        "Một lần gửi có hơn {limit} sự kiện; hãy gửi thành nhiều phần.",
        "There are more than {limit} events at once; send them in parts.",
        "Limit: INGEST_MAX_EVENTS. Nothing of the batch was recorded.",
    ),
    (
        "gzip_damaged",
        400,
        "Dữ liệu gzip bị hỏng hoặc không phải gzip.",
        "The gzip data is damaged, or is not gzip.",
        "Compress again from the stored events, or send without compression.",
    ),
    (
        "gzip_truncated",
        400,
        "Dữ liệu gzip bị cụt.",
        "The gzip data ends too early.",
        "Send again. From a file, what stood before the cut is kept.",
    ),
    (
        "unsupported_media_type",
        415,
        "Không nhận kiểu nội dung {found}; hãy dùng application/json hoặc application/x-ndjson.",
        "The content type {found} is not taken; use application/json or application/x-ndjson.",
        "Set the Content-Type header.",
    ),
    (
        "unsupported_encoding",
        415,
        "Không nhận kiểu nén {found}; chỉ nhận gzip.",
        "The content encoding {found} is not taken; only gzip is.",
        "Set Content-Encoding to gzip, once, or leave it out.",
    ),
    (
        "body_not_json",
        400,
        "Nội dung không phải JSON: sai ở dòng {line}, cột {column} ({why}).",
        "The content is not JSON: wrong at line {line}, column {column} ({why}).",
        "Nothing of it was recorded, since its parts cannot be told apart. NDJSON loses only the bad line.",
    ),
    (
        "body_wrong_charset",
        400,
        "Nội dung không phải UTF-8, hoặc bắt đầu bằng dấu BOM.",
        "The content is not UTF-8, or begins with a byte order mark.",
        "UTF-16 and the like, seen at the first bytes; nothing of it was recorded.",
    ),
    (
        "body_too_deep",
        400,
        "Nội dung lồng nhau quá sâu.",
        "The content is nested too deeply.",
        "Nothing of it was recorded.",
    ),
    (
        "not_events",
        400,
        "Nội dung phải là một sự kiện, một mảng sự kiện, hoặc đối tượng chỉ có “events”.",
        "The content must be one event, an array of events, or an object with “events” alone.",
        "See the wire form in docs/api.md.",
    ),
    (
        "credentials_missing",
        401,
        "Thiết bị chưa xưng danh: cần chữ ký hoặc token.",
        "The device did not say who it is: a signature or a token is required.",
        "See docs/devices.md.",
    ),
    (
        "credentials_unreadable",
        401,
        "Không đọc được tiêu đề {header}.",
        "The header {header} cannot be read.",
        "See the form of the headers in docs/devices.md.",
    ),
    (
        "credentials_wrong",
        401,
        "Chữ ký hoặc token không đúng với thiết bị nào ở đây.",
        "The signature or token fits no device here.",
        "An unknown device, a wrong key and a wrong token get the same answer on purpose.",
    ),
    (
        "device_revoked",
        403,
        "Thiết bị {device} đã bị thu hồi quyền gửi.",
        "The device {device} may no longer send.",
        "Its credential is right but was revoked. What it sent is kept in quarantine.",
    ),
    (
        "batch_signature_unreadable",
        400,
        "Không đọc được chữ ký của lô sự kiện.",
        "The signature of the batch cannot be read.",
        "See the form of `signed` in docs/origin.md. Nothing was recorded; the whole body is in quarantine.",
    ),
    (
        "batch_list_differs",
        400,
        "Danh sách đã ký có {listed} sự kiện, nhưng lô gửi có {sent}.",
        "The signed list has {listed} events, the batch {sent}.",
        "A batch is signed as the list of exactly the events that are sent with it. Nothing was recorded.",
    ),
    (
        "batch_key_unknown",
        400,
        "Thiết bị {device} không có khóa này trong sổ.",
        "The device {device} has no such key in the record.",
        "The key is named by the SHA-256 of its 32 bytes. One that was registered before keys were recorded is added "
        "to the record by the command device key. Nothing was recorded.",
    ),
    (
        "batch_signature_wrong",
        400,
        "Chữ ký của lô sự kiện không đúng với khóa của thiết bị {device}.",
        "The signature of the batch does not hold for the key of the device {device}.",
        "What is signed stands byte by byte in docs/origin.md, with an example to compare. Nothing was recorded; the "
        "whole body is in quarantine.",
    ),
    (
        "clock_off",
        401,
        "Đồng hồ của thiết bị lệch {seconds} giây so với máy chủ; hãy ký lại theo server_time.",
        "The device's clock is {seconds} seconds away from the server's; sign again by server_time.",
        "A signed request is valid for five minutes either way. Set the clock, or sign with the server's time and say "
        "the clock's own reading in Tableproof-Clock.",
    ),
]
_EVENT: Final = [
    (
        "event_too_large",
        "Sự kiện dài quá {limit} byte.",
        "The event is longer than {limit} bytes.",
        "INGEST_MAX_EVENT_BYTES.",
    ),
    (
        "not_json",
        "Không phải JSON: sai ở dòng {line}, cột {column} ({why}).",
        "Not JSON: wrong at line {line}, column {column} ({why}).",
        "For a whole body of application/json the status is 400, since nothing in it can be told apart.",
    ),
    (
        "byte_order_mark",
        "Nội dung bắt đầu bằng dấu BOM; hãy gửi UTF-8 không có BOM.",
        "The content begins with a byte order mark; send UTF-8 without it.",
        "Whatever writes the events must not put a byte order mark before them.",
    ),
    (
        "wrong_charset",
        "Không phải UTF-8: sai từ byte {position}.",
        "Not UTF-8: wrong from byte {position} on.",
        "JSON is exchanged in UTF-8 only.",
    ),
    ("too_deep", "Lồng nhau quá sâu.", "Nested too deeply.", "No event type nests deeper than a few levels."),
    (
        "duplicate_key",
        "Khóa {key} có hai lần trong cùng một đối tượng.",
        "The key {key} stands twice in one object.",
        "Two readers could take different values, so neither is taken.",
    ),
    ("missing_field", "Thiếu trường này.", "This field is missing.", "The field path says which."),
    (
        "unknown_field",
        "Loại sự kiện này không có trường này.",
        "This event type has no such field.",
        "See event-types.",
    ),
    (
        "field_not_allowed",
        "Sự kiện loại {type} không mang trường này.",
        "An event of type {type} does not carry this field.",
        "For example a round in a fact about the table.",
    ),
    (
        "wrong_type",
        "Cần kiểu {expected}, nhận được {found}.",
        "Type {expected} is expected, {found} came.",
        "Amounts are whole numbers in the currency's smallest unit, never with a decimal point.",
    ),
    (
        "number_out_of_range",
        "Số ngoài khoảng cho phép ({rule}).",
        "The number is out of range ({rule}).",
        "The schema names the range.",
    ),
    ("bad_format", "Sai dạng; mẫu là {rule}.", "Wrong form; the pattern is {rule}.", "The schema names the pattern."),
    ("bad_length", "Sai độ dài ({rule}).", "Wrong length ({rule}).", "The schema names the length."),
    (
        "not_allowed",
        "Không có giá trị {found} ở đây.",
        "There is no value {found} here.",
        "The schema names the values.",
    ),
    ("bad_uuid", "Không phải UUID.", "Not a UUID.", "RFC 9562, as 8-4-4-4-12 hexadecimal digits."),
    (
        "bad_time",
        "Không phải thời điểm theo RFC 3339.",
        "Not a moment as RFC 3339 writes it.",
        "2026-06-13T20:15:07.250+07:00, or null where the clock is unknown.",
    ),
    (
        "leap_second",
        "Không nhận giây nhuận (giây 60).",
        "The leap second (second 60) is not taken.",
        "Send 23:59:59 or 00:00:00 of that second in UTC, as clocks that keep POSIX time have it, or null.",
    ),
    (
        "time_without_offset",
        "Thời điểm thiếu múi giờ (Z hoặc +07:00).",
        "The moment lacks its offset (Z or +07:00).",
        "A time without offset says nothing about when it was.",
    ),
    (
        "time_out_of_range",
        "Thời điểm phải từ năm 2000 đến trước năm 2100; đồng hồ chưa đặt thì gửi null.",
        "The moment must be from 2000 on and before 2100; while the clock is not set, send null.",
        "A clock that was never set does not know the time, and a time it made up would put facts in a wrong order.",
    ),
    (
        "bad_character",
        "Chuỗi chứa ký tự U+0000.",
        "A string holds the character U+0000.",
        "It cannot be searched or shown; no field needs it.",
    ),
    (
        "invalid_value",
        "Giá trị không hợp lệ ({why}).",
        "The value is not valid ({why}).",
        "Whatever fits no more precise code.",
    ),
    (
        "unknown_type",
        "Không có loại sự kiện {type}.",
        "There is no event type {type}.",
        "GET event-types lists them all.",
    ),
    (
        "not_from_device",
        "Thiết bị không được gửi loại {type}; việc này do người của nhà cái ghi.",
        "A device may not send {type}; people of the house record it.",
        "Limits, documents, bindings and corrections are the house's to set.",
    ),
    (
        "device_mismatch",
        "Trường device là {found}, nhưng người gửi là {expected}.",
        "The field device says {found}, but the sender is {expected}.",
        "Leave it out, or send each device's lines with its own credential.",
    ),
    (
        "unknown_device",
        "Không có thiết bị {device} ở cơ sở này.",
        "This property has no device {device}.",
        "Register it with the command device add.",
    ),
    (
        "event_not_signed",
        "Danh sách đã ký có mã băm khác ở vị trí của sự kiện này; máy chủ tính được {expected}.",
        "The signed list has another hash in this event's place; the server computes {expected}.",
        "The event was changed after it was signed, or is not hashed in the form of docs/origin.md.",
    ),
    ("unknown_table", "Không có bàn {table}.", "There is no table {table}.", "The house registers a table first."),
    (
        "table_not_bound",
        "Thiết bị {device} không được gắn với bàn {table}.",
        "The device {device} is not bound to the table {table}.",
        "Bind it with the command device bind.",
    ),
    (
        "wrong_game",
        "Bàn {table} chơi {game}, không phải {found}.",
        "The table {table} plays {game}, not {found}.",
        "The game of a round is what stands before the dot in the event type.",
    ),
    (
        "id_conflict",
        "Mã này đã được ghi ở vị trí {position} với nội dung khác.",
        "This id is recorded at position {position} with other content.",
        "An id belongs to one content for ever. Give a new fact a new id; correct an old one by a correction.",
    ),
]
_HOUSE: Final = [
    (
        "device_without_key",
        409,
        "Thiết bị {device} dùng token, không có khóa để ký.",
        "The device {device} has a token, and no key to sign with.",
        "Register a device anew with its public key.",
    ),
    ("device_exists", 409, "Đã có thiết bị {device}.", "The device {device} exists already.", "Choose another code."),
    (
        "bad_public_key",
        400,
        "Khóa công khai phải là 32 byte Ed25519 viết bằng base64.",
        "A public key is 32 bytes of Ed25519, written in base64.",
        "The raw key, without a PEM frame.",
    ),
    (
        "bad_code",
        400,
        "{found} không phải là mã hợp lệ.",
        "{found} is not a valid code.",
        "A code is made of letters, digits and the signs . _ : - and is 64 characters long at most.",
    ),
    (
        "unknown_document",
        404,
        "Không có văn bản quy tắc {document}.",
        "There is no rule document {document}.",
        "Documents are named by game and date of effect.",
    ),
    (
        "outcomes_unreadable",
        400,
        "Dòng {line} của bảng kết quả: {why}.",
        "Line {line} of the result list: {why}.",
        "Columns run,spin,pocket, or a single column of pockets 0 to 36.",
    ),
]

for _code, _status, _vi, _en, _about in _REQUEST + _HOUSE:
    add(_code, _status, vi=_vi, en=_en, about=_about)
for _code, _vi, _en, _about in _EVENT:
    add(_code, 422, vi=_vi, en=_en, about=_about)
