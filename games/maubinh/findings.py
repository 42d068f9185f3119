"""The finding codes that only mậu binh raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text
from games.engine.judgement import Severity

CODES: Final[dict[str, Severity]] = {
    "no_such_seat": Severity.PROCEDURE,
    "second_bet_on_seat": Severity.PROCEDURE,
    "ante_differs": Severity.PROCEDURE,
    "hand_without_ante": Severity.PROCEDURE,
    "hand_not_dealt": Severity.PROCEDURE,
    "misdealt": Severity.PROCEDURE,
    "card_twice": Severity.PROCEDURE,
    "arrangement_impossible": Severity.PROCEDURE,
    "arranged_late": Severity.PROCEDURE,
    "hand_not_arranged": Severity.PROCEDURE,
    "time_cut_short": Severity.PROCEDURE,
    "time_measured_otherwise": Severity.PROCEDURE,
    "system_overrode_player": Severity.PROCEDURE,
    "system_arranged_foul": Severity.PROCEDURE,
    "comparison_shown_wrongly": Severity.PROCEDURE,
    "special_announced_wrongly": Severity.PROCEDURE,
    "multiples_announced_wrongly": Severity.PROCEDURE,
    "shot_not_waived": Severity.PROCEDURE,
    "comparison_too_brief": Severity.REMARK,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = {
    "no_such_seat": (
        Text("Không có chỗ này", "No such seat"),
        Text(
            "Một bộ bài chỉ đủ cho bốn chỗ; Ante được trả lại.", "One pack serves four seats only; the Ante goes back."
        ),
    ),
    "second_bet_on_seat": (
        Text("Chỗ đã có Ante", "Second Ante on a seat"),
        Text("Một chỗ chỉ có một Ante; Ante sau được trả lại.", "A seat has one Ante; the later one goes back."),
    ),
    "ante_differs": (
        Text("Ante khác mức của ván", "Ante differs from the round's"),
        Text(
            "Mọi chỗ chơi cùng một mức Ante; chỗ có mức khác không được quyết toán.",
            "All seats play one Ante; the seat with another one is not settled.",
        ),
    ),
    "hand_without_ante": (
        Text("Chia bài cho chỗ không có Ante", "Hand dealt to a seat without Ante"),
        Text("Chỗ không có Ante được nhận vẫn được chia bài.", "Cards went to a seat that has no accepted Ante."),
    ),
    "hand_not_dealt": (
        Text("Không ghi nhận bài của chỗ", "Hand not recorded"),
        Text(
            "Chỗ đã đặt Ante nhưng không ghi nhận bài được chia.",
            "The seat has an Ante and no cards are recorded for it.",
        ),
    ),
    "misdealt": (
        Text("Chia sai số lá", "Wrong number of cards"),
        Text("Mỗi chỗ phải nhận đúng mười ba lá.", "Every seat must receive exactly thirteen cards."),
    ),
    "card_twice": (
        Text("Lá bài trùng", "A card twice"),
        Text("Cùng một lá xuất hiện hai lần trong bộ 52 lá.", "The same card is there twice in one pack of 52."),
    ),
    "arrangement_impossible": (
        Text("Cách xếp không hợp lệ", "Arrangement that cannot be"),
        Text(
            "Ba chi không đúng số lá hoặc không phải bài của chỗ đó; cách xếp này không được tính.",
            "The lanes have the wrong sizes or are not the seat's own cards; this arrangement does not count.",
        ),
    ),
    "arranged_late": (
        Text("Xếp bài trễ", "Arranged late"),
        Text(
            "Bài được xếp sau khi hết giờ hoặc sau khi đã bắt đầu so bài.",
            "The hand was arranged after the time was up, or after the comparison had begun.",
        ),
    ),
    "hand_not_arranged": (
        Text("Bài không được xếp", "Hand not arranged"),
        Text("Không có cách xếp nào được ghi nhận kịp giờ.", "No arrangement in time is recorded."),
    ),
    "time_cut_short": (
        Text("Giờ xếp bài bị cắt ngắn", "Time to arrange cut short"),
        Text(
            "Máy xếp bài, báo hết giờ hoặc bắt đầu so bài khi người chơi còn giờ.",
            "The system arranged, the time was called out, or the comparison began, while the player still had time.",
        ),
    ),
    "time_measured_otherwise": (
        Text("Thời gian xếp bài đo được khác nhau", "Arranging time measured otherwise"),
        Text(
            "Thời gian thiết bị báo nằm ở phía khác của giới hạn so với đồng hồ của bản ghi; đồng hồ này quyết định.",
            "The device's time lies on the other side of the limit than the record's clock, which decides.",
        ),
    ),
    "system_overrode_player": (
        Text("Máy xếp lại bài của người chơi", "System arranged over the player"),
        Text(
            "Người chơi đã xếp kịp giờ; cách xếp của người chơi được tính.",
            "The player had arranged in time, and that arrangement counts.",
        ),
    ),
    "system_arranged_foul": (
        Text("Máy xếp thành binh lủng", "System arranged a foul"),
        Text("Gợi ý hoặc máy đã xếp ngược chi.", "The hint or the system put the lanes out of order."),
    ),
    "comparison_shown_wrongly": (
        Text("So chi hiển thị sai", "Comparison shown wrongly"),
        Text("Số lần hiển thị khác với kết quả của hai chi.", "The multiple shown is not what the two lanes come to."),
    ),
    "special_announced_wrongly": (
        Text("Báo sai bài đặc biệt", "Special hand announced wrongly"),
        Text(
            "Bài đặc biệt được báo không đúng với mười ba lá.", "The special hand announced is not what the cards are."
        ),
    ),
    "multiples_announced_wrongly": (
        Text("Báo sai tổng số lần", "Sum announced wrongly"),
        Text(
            "Tổng số lần được báo khác với kết quả tính.",
            "The sum of multiples announced is not what the round comes to.",
        ),
    ),
    "shot_not_waived": (
        Text("Tha bắn không có hiệu lực", "Waiver of a shot without effect"),
        Text(
            "Một chỗ được ghi là tha không bắn chỗ khác, nhưng không thắng cả ba chi, hoặc theo cách đọc đã chọn thì"
            " thắng cả ba chi là bắn.",
            "A seat is recorded as letting another go unshot, but did not win all three lanes, or by the reading chosen"
            " whoever wins them shoots.",
        ),
    ),
    "comparison_too_brief": (
        Text("So chi quá nhanh", "Comparison too brief"),
        Text("Mỗi lần so phải được hiển thị đủ thời gian.", "Every comparison has to be shown for its full time."),
    ),
}
