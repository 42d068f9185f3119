"""What a refused message comes to: what is to be done about it, and what has since been recorded in its place.

A refused message stays as it came (``Quarantine``). Whether the same was recorded later is asked of the log: an event
of the same id, or one of the same device under the same running number. Proved by ``tests/ingest/test_afterwards.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.events import RecordedEvent
from casino.core.text import Text
from casino.ledger.application import get_ledger
from games.ingest.gaps import recorded_under
from games.ingest.models import Quarantine

_CONTENT: Final = Text(
    "Thông điệp viết sai dạng. Hãy báo nhà cung cấp thiết bị: sửa chỗ sai rồi để thiết bị gửi lại với cùng mã "
    "và cùng "
    "số thứ tự; máy chủ sẽ ghi như một sự kiện thường.",
    "The message is written wrongly. Tell the supplier of the device: mend what is wrong and let the device send it "
    "again under the same id and number; it is then recorded like any other.",
)
_DAMAGED: Final = Text(
    "Dữ liệu bị hỏng hoặc bị cụt trên đường truyền. Thiết bị phải gửi lại nguyên vẹn; hãy kiểm tra mạng nếu còn "
    "lặp lại.",
    "The data were damaged or cut off on their way. The device has to send them again whole; look at the network if "
    "this happens again.",
)
_SIZE: Final = Text(
    "Thông điệp quá lớn. Hãy để thiết bị gửi thành nhiều phần.",
    "The message is too large. Let the device send it in parts.",
)
_PLACE: Final = Text(
    "Bàn hoặc thiết bị chưa được khai báo như thông điệp nói. Hãy đăng ký bàn, đăng ký thiết bị hoặc gắn thiết "
    "bị với "
    "bàn, rồi để thiết bị gửi lại.",
    "The table or the device is not set up as the message says. Register the table or the device, or bind the "
    "device to "
    "the table, then let the device send it again.",
)
_RIGHT: Final = Text(
    "Thiết bị không được gửi việc này. Người có thẩm quyền ghi việc đó trên trang của ván; nếu không có việc gì "
    "xảy ra, "
    "hãy báo nhà cung cấp.",
    "A device may not say this. Somebody with the authority records it on the page of the round; where nothing "
    "of the "
    "kind happened, tell the supplier.",
)
_CLOCK: Final = Text(
    "Đồng hồ của thiết bị hoặc của máy chủ sai quá mức cho phép. Hãy đặt lại đồng hồ rồi để thiết bị gửi lại.",
    "The clock of the device or of the server is off by more than is allowed. Set it, then let the device send again.",
)
_TWICE: Final = Text(
    "Mã này đã được ghi với nội dung khác, và sự kiện đã ghi giữ nguyên. So hai nội dung: nếu nội dung mới "
    "đúng, hãy đính "
    "chính sự kiện đã ghi trên trang của ván.",
    "This id is recorded with other content, and what is recorded stays. Compare the two: where the new one is "
    "right, "
    "correct the recorded fact on the page of the round.",
)
_SENDER: Final = Text(
    "Người gửi không chứng minh được mình là thiết bị của nhà cái. Hãy kiểm tra khóa hoặc token của thiết bị; "
    "nếu không "
    "có thiết bị nào của nhà cái gửi, hãy báo Bộ phận Giám sát.",
    "The sender could not show that it is a device of the house. Check the key or token of the device; where no "
    "device "
    "of the house was sending, tell Surveillance.",
)
_SIGNED: Final = Text(
    "Chữ ký không khớp với nội dung hoặc với khóa đã đăng ký. Không ghi tay thay thiết bị; hãy báo Bộ phận Giám "
    "sát và "
    "nhà cung cấp trước khi gửi lại.",
    "The signature fits neither content nor the key registered. Record nothing in the device's place; tell "
    "Surveillance "
    "and the supplier before it is sent again.",
)
_ADVICE: Final[dict[Text, str]] = {
    _DAMAGED: "empty_body body_unreadable gzip_damaged gzip_truncated",
    _SIZE: "body_too_large inflates_too_much batch_too_large event_too_large",
    _PLACE: "unknown_device unknown_table table_not_bound wrong_game device_mismatch",
    _RIGHT: "not_from_device",
    _TWICE: "id_conflict",
    _SENDER: "credentials_missing credentials_unreadable credentials_wrong device_revoked",
    _CLOCK: "clock_off",
    _SIGNED: "batch_signature_unreadable batch_list_differs batch_key_unknown batch_signature_wrong event_not_signed",
}
REASONS: Final = {code: text for text, codes in _ADVICE.items() for code in codes.split()}


def advice(code: str) -> Text:
    """What is to be done about a message that was refused for this reason; what is not listed is wrong in its "
    "form."""
    return REASONS.get(code, _CONTENT)


def recorded_since(row: Quarantine) -> list[RecordedEvent]:
    """The events of the log that have the id of the refused message, or its number of the same device, in the order
    of the log. None for a sender that is not known: anybody can write any id and number."""
    if row.property is None or not row.is_authenticated:
        return []
    ledger = get_ledger(row.property.code)
    ids = set() if row.device is None or row.sequence is None else set(recorded_under(ledger, row.device, row.sequence))
    if row.event_id is not None:
        ids.add(row.event_id)
    found = [event for event_id in ids if (event := ledger.find(event_id)) is not None]
    return sorted(found, key=lambda event: event.position)
