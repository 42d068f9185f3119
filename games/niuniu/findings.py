"""The finding codes that only niu niu raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text
from games.engine.judgement import Severity

CODES: Final[dict[str, Severity]] = {
    "third_box": Severity.PROCEDURE,
    "second_bet_on_box": Severity.PROCEDURE,
    "ante_missing": Severity.PROCEDURE,
    "wrong_double": Severity.PROCEDURE,
    "wrong_additional": Severity.PROCEDURE,
    "dealt_to_empty_box": Severity.PROCEDURE,
    "box_without_cards": Severity.PROCEDURE,
    "wrong_card_count": Severity.PROCEDURE,
    "dealt_again_wrongly": Severity.PROCEDURE,
    "dealt_again_out_of_order": Severity.PROCEDURE,
    "not_dealt_again": Severity.PROCEDURE,
    "cards_shown_differ": Severity.PROCEDURE,
    "card_seen_twice": Severity.PROCEDURE,
    "arranged_wrongly": Severity.PROCEDURE,
    "second_hand_arranged": Severity.PROCEDURE,
    "arranged_while_barred": Severity.PROCEDURE,
    "cards_off_the_table": Severity.PROCEDURE,
    "cards_damaged": Severity.PROCEDURE,
    "players_bet_together": Severity.PROCEDURE,
    "two_fours_of_a_kind": Severity.REMARK,
    "card_exposed": Severity.REMARK,
    "not_dealt_clockwise": Severity.REMARK,
    "right_to_void_not_used": Severity.REMARK,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = {
    "third_box": (
        Text("Cửa thứ ba", "Third box"),
        Text(
            "Người chơi đã cược hai cửa; cược của cửa này được trả lại.",
            "The player already had two boxes; this one goes back.",
        ),
    ),
    "second_bet_on_box": (
        Text("Hai khoản cược trên một cửa", "Second bet on a box"),
        Text(
            "Một cửa chỉ nhận một khoản cược; cược của cửa được trả lại.", "A box takes one bet; those on it go back."
        ),
    ),
    "ante_missing": (
        Text("Thiếu Cược đặt chỗ", "Ante missing"),
        Text("Cửa có cược khác mà không có Cược đặt chỗ.", "Other bets lie on the box, but no Ante."),
    ),
    "wrong_double": (
        Text("Cược gấp đôi sai mức", "Double of a wrong size"),
        Text("Cược gấp đôi không bằng hai lần Cược đặt chỗ.", "Double is not twice the Ante."),
    ),
    "wrong_additional": (
        Text("Cược thêm thiếu hoặc sai mức", "Additional missing or wrong"),
        Text("Cược thêm không bằng hai lần Cược gấp đôi.", "Additional is not twice the Double."),
    ),
    "dealt_to_empty_box": (
        Text("Chia bài vào cửa không có cược", "Cards to a box without a bet"),
        Text("Cửa không có cược mà được chia bài.", "Cards were dealt to a box on which nobody bet."),
    ),
    "box_without_cards": (
        Text("Cửa có cược không được chia bài", "Box passed over"),
        Text("Cửa có cược hợp lệ mà không được chia bài.", "A box with a valid bet was dealt no cards."),
    ),
    "wrong_card_count": (
        Text("Sai số lá bài", "Wrong number of cards"),
        Text("Tay bài không có đúng năm lá.", "The hand does not have five cards."),
    ),
    "dealt_again_wrongly": (
        Text("Chia lại không đúng thể lệ", "Dealt again wrongly"),
        Text("Bài bị thu về chia lại tuy thể lệ không cho phép.", "Cards were taken back although they had to stay."),
    ),
    "dealt_again_out_of_order": (
        Text("Chia lại không theo thứ tự", "Dealt again out of order"),
        Text(
            "Bài thu về không được chia lại theo đúng thứ tự.",
            "The cards taken back were not dealt again in their order.",
        ),
    ),
    "not_dealt_again": (
        Text("Không chia lại", "Not dealt again"),
        Text(
            "Lẽ ra phải thu bài về chia lại nhưng ván vẫn tiếp tục.",
            "All cards had to be dealt again, and the round went on.",
        ),
    ),
    "cards_shown_differ": (
        Text("Bài mở khác bài đã chia", "Shown cards differ"),
        Text("Lá bài khi mở khác với lá bài ghi nhận lúc chia.", "The cards as shown are not those recorded as dealt."),
    ),
    "card_seen_twice": (
        Text("Một lá bài ở hai nơi", "One card in two places"),
        Text("Bộ bài chỉ có một lá như vậy.", "The pack has this card only once."),
    ),
    "arranged_wrongly": (
        Text("Xếp bài sai", "Arranged wrongly"),
        Text("Tay bài được tính theo cách xếp đúng.", "The hand counts by its right arrangement."),
    ),
    "second_hand_arranged": (
        Text("Người chơi xếp hai cửa", "Second hand arranged"),
        Text("Người chơi chỉ được xếp bài của một cửa.", "A player arranges the cards of one box only."),
    ),
    "arranged_while_barred": (
        Text("Xếp bài khi đã bị cấm", "Arranged while barred"),
        Text("Người chơi đã bị cấm xếp bài mà vẫn xếp.", "The player had been barred from arranging cards."),
    ),
    "cards_off_the_table": (
        Text("Bài ra ngoài bàn", "Cards off the table"),
        Text("Người chơi để bài ra ngoài khu vực bàn.", "A player held cards away from the table."),
    ),
    "cards_damaged": (
        Text("Làm hỏng bài", "Cards damaged"),
        Text("Người chơi bẻ cong hoặc làm hỏng bài.", "A player bent or damaged cards."),
    ),
    "players_bet_together": (
        Text("Người chơi cá cược với nhau", "Players bet with one another"),
        Text("Người chơi không được cá cược với nhau.", "Players may not bet against one another."),
    ),
    "two_fours_of_a_kind": (
        Text("Hai tứ quý", "Two fours of a kind"),
        Text(
            "Lá bài cao nhất trong năm lá phân định, kể cả khi không thuộc tứ quý.",
            "The highest of the five cards decides, even where it is not one of the four.",
        ),
    ),
    "card_exposed": (
        Text("Lộ bài khi chia", "Card exposed"),
        Text("Không phải lỗi chia bài; ván tiếp tục.", "This is no misdeal; the round goes on."),
    ),
    "not_dealt_clockwise": (
        Text("Chia không theo chiều kim đồng hồ", "Not dealt clockwise"),
        Text(
            "Thứ tự chia khác thể lệ; số tiền không thay đổi.", "Boxes were dealt in another order; no amount changes."
        ),
    ),
    "right_to_void_not_used": (
        Text("Không dùng quyền vô hiệu", "Right to void not used"),
        Text(
            "Có nguyên nhân để vô hiệu nhưng Nhà cái cho chơi tiếp.",
            "There was a cause for voiding; the house played on.",
        ),
    ),
}
