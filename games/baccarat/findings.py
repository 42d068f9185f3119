"""The finding codes that only baccarat raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text
from games.engine.judgement import Severity

CODES: Final[dict[str, Severity]] = {
    "cards_taken_back_wrongly": Severity.PROCEDURE,
    "burn_not_made_up": Severity.PROCEDURE,
    "order_does_not_fit": Severity.PROCEDURE,
    "wrong_order_restored": Severity.PROCEDURE,
    "dealt_out_of_order": Severity.PROCEDURE,
    "order_not_restored": Severity.PROCEDURE,
    "wrong_third_card": Severity.PROCEDURE,
    "third_card_missing": Severity.PROCEDURE,
    "result_not_announced": Severity.PROCEDURE,
    "bet_in_no_bet_round": Severity.PROCEDURE,
    "no_bet_not_announced": Severity.PROCEDURE,
    "opening_card_differs": Severity.PROCEDURE,
    "shoe_not_shuffled": Severity.PROCEDURE,
    "more_seats_than_table": Severity.PROCEDURE,
    "more_copies_than_decks": Severity.PROCEDURE,
    "withdrawal_not_allowed": Severity.PROCEDURE,
    "withdrawal_by_other_post": Severity.PROCEDURE,
    "withdrawal_too_late": Severity.PROCEDURE,
    "withdrawal_without_ground": Severity.PROCEDURE,
    "below_minimum_again": Severity.PROCEDURE,
    "over_differential": Severity.PROCEDURE,
    "insurance_not_available": Severity.PROCEDURE,
    "insurance_forgone": Severity.PROCEDURE,
    "insurance_outside_table": Severity.PROCEDURE,
    "insurance_wrong_moment": Severity.PROCEDURE,
    "insurance_without_main_bet": Severity.PROCEDURE,
    "insurance_above_main_bet": Severity.PROCEDURE,
    "wrong_insurance_odds": Severity.PROCEDURE,
    "insurance_offered_wrongly": Severity.PROCEDURE,
    "insurance_not_offered": Severity.PROCEDURE,
    "squeezed_against_restriction": Severity.PROCEDURE,
    "void_cause_not_recorded": Severity.PROCEDURE,
    "void_against_cards": Severity.PROCEDURE,
    "card_burned_in_hand": Severity.PROCEDURE,
    "pack_choice_not_asked": Severity.PROCEDURE,
    "cards_together_not_dealt": Severity.PROCEDURE,
    "variant_unknown": Severity.PROCEDURE,
    "next_card_exposed": Severity.REMARK,
    "squeeze_asked_late": Severity.REMARK,
    "squeezed_by_other_player": Severity.REMARK,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = {
    "cards_taken_back_wrongly": (
        Text("Thu lại bài sai thể lệ", "Cards taken back wrongly"),
        Text(
            "Bài đã chia bị thu lại tuy thể lệ đòi hỏi chia tiếp; ván chờ quyết định.",
            "Dealt cards were taken back although dealing had to go on; the round waits for a decision.",
        ),
    ),
    "burn_not_made_up": (
        Text("Không loại bỏ bù", "Burn not made up for"),
        Text(
            "Chưa lộ lá nào mà các lá lẽ ra phải loại bỏ vẫn được dùng để chơi.",
            "No card was exposed, and the cards that should have been burned were played.",
        ),
    ),
    "order_does_not_fit": (
        Text("Thứ tự được quyết định không khớp", "Order decided does not fit"),
        Text(
            "Thứ tự được quyết định không gồm đúng những lá đã chia, hoặc đổi chỗ những lá không bị rút cùng lúc.",
            "The order decided does not consist of the cards dealt, or moves cards that were not drawn together.",
        ),
    ),
    "wrong_order_restored": (
        Text("Xếp lại sai thứ tự", "Wrong order restored"),
        Text(
            "Bài được xếp theo thứ tự khác với thứ tự rời hộp chia bài.",
            "The cards were put in another order than that in which they left the shoe.",
        ),
    ),
    "dealt_out_of_order": (
        Text("Chia bài sai thứ tự", "Dealt out of order"),
        Text("Có lá bài được đặt vào tay bài không phải của nó.", "A card was put to a hand that it is not of."),
    ),
    "order_not_restored": (
        Text("Không xếp lại thứ tự", "Order not restored"),
        Text(
            "Bài chia sai thứ tự mà không được xếp lại cho đúng.",
            "Cards dealt out of order were not put in order again.",
        ),
    ),
    "wrong_third_card": (
        Text("Chia thừa lá thứ ba", "Third card dealt wrongly"),
        Text(
            "Một lá thứ ba được chia cho tay bài không được rút.",
            "A third card was dealt to a hand that does not draw.",
        ),
    ),
    "third_card_missing": (
        Text("Thiếu lá thứ ba", "Third card missing"),
        Text(
            "Ván kết thúc mà một tay bài phải rút vẫn chưa có lá thứ ba.",
            "The round ended and a hand that had to draw has no third card.",
        ),
    ),
    "result_not_announced": (
        Text("Không thông báo kết quả", "Result not announced"),
        Text("Không ai thông báo kết quả của ván.", "Nobody announced the result of the round."),
    ),
    "bet_in_no_bet_round": (
        Text("Cược trong ván không cược", "Bet in a no-bet round"),
        Text(
            "Ván bài không cược không nhận cược nào; cược được trả lại.",
            "A no-bet round takes no bets; the bet goes back.",
        ),
    ),
    "no_bet_not_announced": (
        Text("Không báo ván không cược", "No-bet round not announced"),
        Text(
            "Ván phải chia không cược mà không có thông báo.",
            "The round had to be dealt without bets and nobody announced it.",
        ),
    ),
    "opening_card_differs": (
        Text("Lá mở đầu không đúng", "Another card opens"),
        Text(
            "Ván không mở đầu bằng lá bài còn lại từ ván trước.",
            "The round does not open with the card that the round before left.",
        ),
    ),
    "shoe_not_shuffled": (
        Text("Bộ bài chưa xáo", "Shoe not shuffled"),
        Text(
            "Hộp chia bài được ghi là chưa xáo mà vẫn chia.",
            "The shoe is recorded as not shuffled, and was dealt from.",
        ),
    ),
    "more_seats_than_table": (
        Text("Ghế không có trên mặt bàn", "A seat that the table does not have"),
        Text("Cược được ghi ở ghế mà mặt bàn không có.", "A bet is recorded at a seat that the layout does not have."),
    ),
    "more_copies_than_decks": (
        Text("Lá bài lặp quá số bộ", "A card too often"),
        Text(
            "Một lá bài xuất hiện nhiều lần hơn số bộ bài trong hộp.",
            "A card came more often than the shoe has decks.",
        ),
    ),
    "withdrawal_not_allowed": (
        Text("Rút cược không được phép", "Withdrawal not allowed"),
        Text(
            "Không ai có quyền cho phép rút cược; cược được tính như đã đặt.",
            "Nobody entitled to allowed it; the bet is settled as it lay.",
        ),
    ),
    "withdrawal_by_other_post": (
        Text("Cho rút cược không đúng thẩm quyền", "Withdrawal allowed by another post"),
        Text(
            "Người cho rút cược không ở vị trí mà điều khoản đòi hỏi; việc rút vẫn có hiệu lực.",
            "Whoever allowed it is not of the post that the clause requires; the withdrawal stands.",
        ),
    ),
    "withdrawal_too_late": (
        Text("Rút cược quá muộn", "Withdrawal too late"),
        Text(
            "Lúc rút cược thì quyền rút đã hết; cược được tính như đã đặt.",
            "The right to withdraw was over by then; the bet is settled as it lay.",
        ),
    ),
    "withdrawal_without_ground": (
        Text("Rút cược không có căn cứ", "Withdrawal without a ground"),
        Text(
            "Cho rút cược theo một điều khoản mà sự việc của điều khoản đó không được nguồn nào khác ghi lại, cũng"
            " không ai xác nhận bằng phiên làm việc của mình. Số tiền là phần việc rút cược làm thay đổi.",
            "A withdrawal was allowed under a clause, and what that clause speaks of is on record by no other sender,"
            " nor was the leave confirmed in an own session. The amount is what the withdrawal moves.",
        ),
    ),
    "below_minimum_again": (
        Text("Lại dưới mức tối thiểu", "Below the minimum again"),
        Text(
            "Người chơi đã một lần cược dưới mức tối thiểu; cược này được trả lại.",
            "The player's one time below the minimum was used up; this bet goes back.",
        ),
    ),
    "over_differential": (
        Text("Vượt khoảng chênh lệch", "Over the differential"),
        Text(
            "Tổng cược vượt khoảng chênh lệch; các cược chỉ được tính theo tỷ lệ.",
            "Bets exceed the differential, so that they play in proportion only.",
        ),
    ),
    "insurance_not_available": (
        Text("Bàn không nhận bảo hiểm", "Table without insurance"),
        Text(
            "Bàn có bảng báo không nhận bảo hiểm; cược được trả lại, trừ khi Quản lý Ca hoặc cấp cao hơn cho phép"
            " (7.21).",
            "The table shows the sign without insurance; the bet goes back unless the shift manager or above allowed it"
            " (7.21).",
        ),
    ),
    "insurance_forgone": (
        Text("Bảo hiểm sau khi đã từ bỏ", "Insurance after forgoing it"),
        Text(
            "Người chơi đã từ chối hoặc từ bỏ bảo hiểm trong ván này; cược được trả lại.",
            "The player had declined or waived insurance in this round; the bet goes back.",
        ),
    ),
    "insurance_outside_table": (
        Text("Bảo hiểm ngoài bảng", "Insurance outside the table"),
        Text(
            "Bảng bảo hiểm không có trường hợp này, hoặc không còn lá nào phải chia; cược được trả lại.",
            "The insurance table has no such case, or no card is to come; the bet goes back.",
        ),
    ),
    "insurance_wrong_moment": (
        Text("Bảo hiểm sai thời điểm", "Insurance at the wrong moment"),
        Text(
            "Thời điểm đặt bảo hiểm đã qua hoặc chưa đến; cược được trả lại.",
            "The moment for this insurance had passed or not come; the bet goes back.",
        ),
    ),
    "insurance_without_main_bet": (
        Text("Bảo hiểm không có cược gốc", "Insurance without a main bet"),
        Text(
            "Người chơi không có cược còn tính ở cửa được bảo hiểm.",
            "The player has no bet in play on the side insured.",
        ),
    ),
    "insurance_above_main_bet": (
        Text("Bảo hiểm vượt cược gốc", "Insurance above the main bet"),
        Text(
            "Bảo hiểm lớn hơn mức cược gốc cho phép; phần vượt không được tính.",
            "The insurance is more than the main bet covers; the part above does not play.",
        ),
    ),
    "wrong_insurance_odds": (
        Text("Sai tỷ lệ bảo hiểm", "Wrong insurance odds"),
        Text(
            "Tỷ lệ đưa ra khác bảng trả thưởng bảo hiểm; tính theo bảng.",
            "The odds shown differ from the insurance table; the table counts.",
        ),
    ),
    "insurance_offered_wrongly": (
        Text("Mời bảo hiểm sai", "Insurance offered wrongly"),
        Text(
            "Bảo hiểm được mời khi thể lệ không cho phép.",
            "Insurance was offered where the document does not allow it.",
        ),
    ),
    "insurance_not_offered": (
        Text("Không mời bảo hiểm", "Insurance not offered"),
        Text(
            "Có trường hợp của bảng bảo hiểm mà người chơi không được mời.",
            "A case of the insurance table arose and players were not offered it.",
        ),
    ),
    "squeezed_against_restriction": (
        Text("Nặn bài khi bị hạn chế", "Squeezed against a restriction"),
        Text(
            "Bài được giao để nặn tuy việc nặn bài đã bị hạn chế.",
            "Cards were passed to be squeezed although squeezing was restricted.",
        ),
    ),
    "next_card_exposed": (
        Text("Lộ lá của ván sau", "Next card exposed"),
        Text(
            "Lá mở đầu ván sau đã bị lộ; ván sau là ván bài không cược.",
            "The card that opens the next round was exposed; that round is dealt without bets.",
        ),
    ),
    "squeeze_asked_late": (
        Text("Yêu cầu nặn bài muộn", "Squeeze asked for late"),
        Text(
            "Người chơi yêu cầu nặn bài sau khi đã chia lá đầu tiên.",
            "The player asked to squeeze after the first card was dealt.",
        ),
    ),
    "squeezed_by_other_player": (
        Text("Người khác nặn bài", "Squeezed by another player"),
        Text(
            "Bài được giao cho người không có cược lớn nhất.",
            "The cards were passed to a player without the largest bet.",
        ),
    ),
    "void_cause_not_recorded": (
        Text("Không ghi nguyên nhân vô hiệu", "Cause of a void not recorded"),
        Text(
            "Ván bị vô hiệu theo một điều khoản mà sự việc của điều khoản đó, lá bài hoặc bộ bài không được ghi lại.",
            "The round is void under a clause, and what happened, or which card or shoe it was, is not on record.",
        ),
    ),
    "void_against_cards": (
        Text("Vô hiệu trái với bài", "Void against the cards"),
        Text(
            "Ván bị báo thiếu bài hoặc mất trình tự tuy bài đã đủ và đúng trình tự; ván chờ quyết định.",
            "Too few cards or a lost order were said of a round whose cards are complete and in order; it waits.",
        ),
    ),
    "card_burned_in_hand": (
        Text("Loại bỏ bài giữa ván", "Card burned in mid-hand"),
        Text(
            "Một lá bài bị loại bỏ khi ván đang chia, có thể làm đổi kết quả; ván chờ quyết định.",
            "A card was burned while the hands were dealt, which can change the result; the round waits.",
        ),
    ),
    "pack_choice_not_asked": (
        Text("Không hỏi người chơi về bộ bài", "Players not asked about the pack"),
        Text(
            "Sau khi bỏ sót loại bỏ và lộ bài, người chơi phải được chọn bộ bài; không có lựa chọn nào được ghi.",
            "After a missed burn and an exposed card the players choose the pack; no choice is recorded.",
        ),
    ),
    "cards_together_not_dealt": (
        Text("Lá rút cùng lúc không có trong ván", "Cards drawn together not dealt"),
        Text(
            "Được ghi là rút cùng lúc nhiều lá hơn số lá của ván.",
            "Cards are said to have been drawn together that the round does not have.",
        ),
    ),
    "variant_unknown": (
        Text("Biến thể không có trong thể lệ", "Unknown variant"),
        Text(
            "Bàn được đăng ký với biến thể mà thể lệ không có; cược phụ thuộc hoa hồng phải chờ.",
            "The table has a variant that the document does not know; bets that turn on the commission wait.",
        ),
    ),
}
