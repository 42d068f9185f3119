"""What every field of a round's facts is called, and what its fixed values mean: forms show both.

Proved by ``tests/words/test_fields.py``, which walks every registered event type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from casino.core.posts import POST_NAMES
from casino.core.text import Text
from games.catalogue import GAMES
from games.words import remedies, shared

FIELDS: Final[Mapping[str, Text]] = {
    **shared.FIELDS,
    **{name: text for game in GAMES.values() for name, text in game.words.fields.items()},
    "after": Text("sau", "after"),
    "after_ms": Text("sau khi chia (mili giây)", "after the deal (milliseconds)"),
    "against": Text("so với chỗ", "against seat"),
    "agreed_by": Text("người đồng ý", "agreed by"),
    "allowed_by": Text("người cho phép", "allowed by"),
    "announced_by": Text("người thông báo", "announced by"),
    "arranged_by": Text("người xếp", "arranged by"),
    "ask": Text("đề nghị đã được người thứ hai xác nhận", "what a second person confirmed"),
    "authorised_by": Text("người cho phép", "authorised by"),
    "examined_by": Text("người kiểm tra", "examined by"),
    "marked": Text("có thẻ dấu giá trị", "value marked"),
    "sound": Text("bóng bình thường", "ball is sound"),
    "back": Text("chi cuối", "back"),
    "banker_points": Text("điểm Nhà Cái", "Banker's points"),
    "barred_by": Text("người cấm", "barred by"),
    "before": Text("trước", "before"),
    "bets": Text("các cược", "bets"),
    "box": Text("cửa", "box"),
    "box_class": Text("hạng bài của cửa", "class of the box"),
    "by": Text("người thực hiện", "done by"),
    "card": Text("lá bài", "card"),
    "cards": Text("các lá bài", "cards"),
    "confirmed_by": Text("người xác nhận", "confirmed by"),
    "corrected_by": Text("người đính chính", "corrected by"),
    "count": Text("số lượng", "how many"),
    "dealer": Text("nhân viên chia bài", "dealer"),
    "dealer_class": Text("hạng bài của Nhà cái", "class of the dealer"),
    "denied_by": Text("người phủ nhận", "denied by"),
    "dice": Text("xúc xắc", "dice"),
    "document": Text("thể lệ", "rule document"),
    "exposed": Text("lá bị lộ", "cards exposed"),
    "face_up": Text("lá ngửa", "face up"),
    "first": Text("lá đầu tiên", "first card"),
    "front": Text("chi đầu", "front"),
    "hand": Text("tay bài", "hand"),
    "in_order": Text("đúng thứ tự", "in order"),
    "lane": Text("chi", "lane"),
    "last_of_shoe": Text("ván cuối của hộp bài", "last of the shoe"),
    "made_by": Text("người quyết định", "decided by"),
    "middle": Text("chi giữa", "middle"),
    "multiple": Text("số lần Ante", "times the Ante"),
    "note": Text("ghi chú", "note"),
    "number": Text("số ván", "round number"),
    "odds": Text("tỷ lệ", "odds"),
    "open": Text("chờ quyết định", "waits for a decision"),
    "order_known": Text("biết thứ tự", "order known"),
    "ordered_by": Text("người sắp lại", "put in order by"),
    "person": Text("người được báo", "person informed"),
    "placed_by": Text("người đặt", "placed by"),
    "player_points": Text("điểm Nhà Con", "Player's points"),
    "report": Text("điều thiết bị đã báo", "what the device reported"),
    "restricted_by": Text("người hạn chế", "restricted by"),
    "sealed_reason": Text("lý do (được niêm phong)", "reason (sealed)"),
    "seen_by": Text("người thấy", "seen by"),
    "shown": Text("lá được mở", "card shown"),
    "shown_ms": Text("thời gian hiển thị (mili giây)", "shown for (milliseconds)"),
    "side": Text("bên", "side"),
    "special": Text("bài đặc biệt", "special hand"),
    "spots": Text("các vị trí", "positions"),
    "stage": Text("giai đoạn", "stage"),
    "supervisor": Text("giám sát", "supervisor"),
    "taken_by": Text("người thu lại", "taken back by"),
    "target": Text("dữ kiện được sửa", "fact corrected"),
    "three": Text("ba lá", "three cards"),
    "times": Text("số lần", "times"),
    "to": Text("chia cho", "dealt to"),
    "two": Text("hai lá", "two cards"),
    "verbal": Text("cược bằng lời", "verbal bet"),
    "voided_by": Text("người tuyên bố vô hiệu", "voided by"),
    "winner": Text("bên thắng", "winner"),
    "with_chips": Text("bằng chip", "with chips"),
}
POSTS: Final = tuple(str(code) for code in POST_NAMES)
POST_PART: Final = Text("chức vụ", "post")
STAFF_PART: Final = Text("mã nhân viên", "staff code")

_VALUES: Final[Mapping[str, Text]] = {
    **{str(code): text for code, text in POST_NAMES.items()},
    **{code: text for game in GAMES.values() for code, text in game.words.values.items()},
    **remedies.KINDS,
    **remedies.BECAME,
    "dealer": Text("nhân viên / Nhà cái", "dealer"),
    "player": Text("người chơi / Nhà Con", "player"),
    "house": Text("Nhà cái", "house"),
    "hint": Text("gợi ý", "hint"),
    "system": Text("hệ thống", "system"),
    "sensor": Text("cảm biến", "sensor"),
    "with_chips": Text("có chip", "with chips"),
    "without_chips": Text("không có chip", "without chips"),
    "first_deal": Text("sau bốn lá đầu", "after the first four cards"),
    "third_card": Text("trước lá thứ ba", "before the third card"),
    "imported": Text("nhập từ danh sách", "imported list"),
    "simulated": Text("mô phỏng", "simulated"),
    "keep": Text("giữ bộ bài", "keep the pack"),
    "replace": Text("thay bộ bài", "replace the pack"),
    "reshuffle": Text("xào lại", "shuffle again"),
}


def field(name: str) -> Text:
    """The name of a field; an unknown one (an older program reading newer facts) stands for itself."""
    return FIELDS.get(name) or Text(name, name)


def fixed(code: str) -> Text:
    """One of the fixed values of a field; a code without words (a card, a number of a clause) stands for itself."""
    return _VALUES.get(code) or Text(code, code)
