"""The finding codes that only roulette raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text
from games.engine.judgement import Severity

CODES: Final[dict[str, Severity]] = {
    "call_after_drop": Severity.PROCEDURE,
    "caller_not_named": Severity.PROCEDURE,
    "cause_without_call": Severity.PROCEDURE,
    "unclear_spot": Severity.PROCEDURE,
    "unflagged_chip_decided": Severity.PROCEDURE,
    "ball_taken_out_late": Severity.REMARK,
    "ball_out_without_call": Severity.PROCEDURE,
    "ball_examined_by_other_post": Severity.PROCEDURE,
    "colour_not_issued": Severity.PROCEDURE,
    "colour_not_marked": Severity.PROCEDURE,
    "chip_count_mismatch": Severity.PROCEDURE,
    "colour_of_other_player": Severity.PROCEDURE,
    "chip_value_mismatch": Severity.PROCEDURE,
    "chip_value_uncertain": Severity.PROCEDURE,
    "chips_of_other_currency": Severity.PROCEDURE,
    "second_colour_without_authority": Severity.PROCEDURE,
    "foreign_chips": Severity.REMARK,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = {
    "call_after_drop": (
        Text("Báo không hợp lệ sau khi bóng dừng", "No spin called after the drop"),
        Text(
            "Báo vòng quay không hợp lệ khi bóng đã dừng; Giám đốc Bàn Trò chơi hoặc cấp cao hơn phải quyết định.",
            "No spin was called with the ball at rest; the director of table games or above must decide.",
        ),
    ),
    "caller_not_named": (
        Text("Người báo không đúng thẩm quyền", "Caller not named by the clause"),
        Text(
            "Điều khoản được viện dẫn không cho vị trí này thông báo vòng quay không hợp lệ.",
            "The clause called upon does not let this post call no spin.",
        ),
    ),
    "cause_without_call": (
        Text("Có sự cố mà không thông báo", "Cause seen, no call made"),
        Text(
            "Có căn cứ để báo vòng quay không hợp lệ nhưng không ai thông báo.",
            "There was a ground for calling no spin, and nobody called it.",
        ),
    ),
    "unclear_spot": (
        Text("Không rõ vị trí chip", "Position of the chip unclear"),
        Text(
            "Giám sát Pit hoặc cấp cao hơn phải quyết định chip nằm ở đâu.",
            "A pit supervisor or above must decide where the chip lies.",
        ),
    ),
    "unflagged_chip_decided": (
        Text("Quyết định về chip không được ghi là không rõ", "Decision on a chip not said to be unclear"),
        Text(
            "Vị trí của chip được quyết định theo 6.6 mà trước đó không ai ghi là không rõ; quyết định có hiệu lực, cần"
            " người thứ hai xác nhận. Số tiền là phần quyết định làm thay đổi.",
            "Where the chip lay was decided under 6.6 although nobody had recorded it as unclear; the decision counts"
            " and wants a second person's confirmation. The amount is what it moves.",
        ),
    ),
    "ball_taken_out_late": (
        Text("Lấy bóng ra quá muộn", "Ball taken out too late"),
        Text(
            "Sau thông báo vòng quay không hợp lệ, bóng chỉ được lấy ra khi đã dừng trong một khoang.",
            "After the call of no spin the ball was taken out only when it had come to rest in a pocket.",
        ),
    ),
    "ball_out_without_call": (
        Text("Lấy bóng ra mà không thông báo", "Ball taken out without a call"),
        Text(
            "Bóng bị lấy ra khỏi Cò Quay mà trước đó không ai thông báo vòng quay không hợp lệ.",
            "The ball was taken out of the wheel, and nobody had called no spin before.",
        ),
    ),
    "ball_examined_by_other_post": (
        Text("Người kiểm tra bóng không đúng", "Ball examined by another post"),
        Text(
            "Bóng rơi khỏi Cò Quay phải do Giám sát Pit Tạm thời hoặc Giám sát Pit kiểm tra.",
            "A ball that left the wheel is examined by the acting pit supervisor or the pit supervisor.",
        ),
    ),
    "colour_not_issued": (
        Text("Màu chip không được cấp", "Colour that nobody was issued"),
        Text(
            "Theo ghi nhận của bàn cấp chip, màu này không được cấp cho ai khi ván mở.",
            "By the record of the table that issues these chips, nobody held this colour when the round opened.",
        ),
    ),
    "colour_not_marked": (
        Text("Chip màu không được đánh dấu giá trị", "Colour without a marker"),
        Text(
            "Chip màu có giá trị cao hơn mức tối thiểu của bàn được cấp mà không có thẻ dấu hay chip tiền mặt chỉ giá"
            " trị.",
            "Colour chips above the table's minimum were issued without a marker or cash chip that shows their value.",
        ),
    ),
    "chip_count_mismatch": (
        Text("Số chip không khớp tiền cược", "Chips do not make the stake"),
        Text(
            "Số chip nhân với giá trị mỗi chip không bằng tiền cược đã ghi.",
            "The count of chips times their value is not the stake recorded.",
        ),
    ),
    "colour_of_other_player": (
        Text("Chip màu của người khác", "Another player's colour"),
        Text("Màu chip này đã được cấp cho người chơi khác.", "This colour was issued to another player."),
    ),
    "chip_value_mismatch": (
        Text("Giá trị chip màu không khớp", "Value of the colour differs"),
        Text(
            "Giá trị chip ghi ở cược khác với giá trị khi cấp chip.",
            "The chip's value on the bet differs from the value at which it was issued.",
        ),
    ),
    "chip_value_uncertain": (
        Text("Chưa rõ chip được mua với giá trị nào", "At which value the chips were bought is unknown"),
        Text(
            "Bàn cấp chip đã cấp màu này với nhiều giá trị; cược tính theo giá trị ghi ở cược nếu là một trong số đó."
            " Số tiền cho thấy giá trị khác làm thay đổi bao nhiêu.",
            "The table that issued them gave this colour out at several values; the bet counts by the one noted with it"
            " if it is among them. The amount is what another would move.",
        ),
    ),
    "chips_of_other_currency": (
        Text("Chip của bàn dùng loại tiền khác", "Chips of a table with another currency"),
        Text(
            "Bàn cấp chip chơi bằng loại tiền khác: chip thắng, thua theo loại tiền đó; 7.11.1 cho phép từ chối.",
            "The table that issued them plays in another currency: they win or lose in that, and 7.11.1 lets management"
            " refuse them.",
        ),
    ),
    "second_colour_without_authority": (
        Text("Cấp thêm màu chưa được phép", "Second colour without authority"),
        Text(
            "Người chơi có nhiều hơn một màu chip mà không có sự cho phép cần thiết.",
            "A player holds more than one colour without the authority this needs.",
        ),
    ),
    "foreign_chips": (
        Text("Chip màu của bàn khác", "Colour chips of another table"),
        Text(
            "Chip màu được tính theo giá trị ở bàn đã cấp.",
            "Colour chips count at the value of the table that issued them.",
        ),
    ),
}
