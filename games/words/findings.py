"""Finding codes in words: a name, and what it means. Those of one game stand in its folder.

Proved by ``tests/words/test_words.py``, which asks for every code of ``games.catalogue``.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text
from games.catalogue import GAMES
from games.words.claims import CLAIMS

FINDINGS: Final[dict[str, tuple[Text, Text]]] = {
    "paid_too_much": (
        Text("Trả thưởng thừa", "Paid too much"),
        Text("Số tiền trả lớn hơn số tiền phải trả.", "More was paid than the document gives."),
    ),
    "paid_too_little": (
        Text("Trả thưởng thiếu", "Paid too little"),
        Text("Số tiền trả nhỏ hơn số tiền phải trả.", "Less was paid than the document gives."),
    ),
    "not_paid": (
        Text("Không trả thưởng", "Not paid"),
        Text("Cược thắng nhưng không được trả thưởng.", "The bet won and nothing was paid."),
    ),
    "paid_on_lost": (
        Text("Trả thưởng cho cược thua", "Paid on a losing bet"),
        Text("Cược thua nhưng vẫn được trả thưởng.", "The bet lost and was paid all the same."),
    ),
    "paid_on_void": (
        Text("Trả thưởng khi ván vô hiệu", "Paid on a void round"),
        Text("Không có kết quả nên không có tiền thưởng.", "There was no result, so nothing could be won."),
    ),
    "paid_on_refused": (
        Text("Trả thưởng cho cược không được nhận", "Paid on a bet never accepted"),
        Text("Cược không được nhận nên chỉ được trả lại.", "The bet was never accepted and only goes back."),
    ),
    "paid_on_push": (
        Text("Trả thưởng khi hòa tiền", "Paid on a push"),
        Text("Hòa tiền: chỉ trả lại tiền cược.", "On a push only the stake goes back."),
    ),
    "not_collected": (
        Text("Không thu cược thua", "Losing bet not collected"),
        Text("Cược thua nhưng tiền cược không bị thu.", "The bet lost and its stake was left."),
    ),
    "collected_too_little": (
        Text("Thu thiếu", "Collected too little"),
        Text("Tiền cược bị thu ít hơn phần đã thua.", "Less of the stake was taken than was lost."),
    ),
    "collected_too_much": (
        Text("Thu thừa", "Collected too much"),
        Text("Tiền cược bị thu nhiều hơn phần đã thua.", "More of the stake was taken than was lost."),
    ),
    "collected_wrongly": (
        Text("Thu nhầm cược thắng", "Winning bet collected"),
        Text("Cược thắng nhưng tiền cược lại bị thu.", "The bet won and its stake was taken."),
    ),
    "collected_on_void": (
        Text("Thu tiền khi ván vô hiệu", "Collected on a void round"),
        Text("Ván vô hiệu: tiền cược phải trả lại.", "On a void round every stake goes back."),
    ),
    "collected_on_refused": (
        Text("Thu cược không được nhận", "Collected a bet never accepted"),
        Text("Cược không được nhận phải được trả lại.", "A bet never accepted goes back."),
    ),
    "collected_on_push": (
        Text("Thu tiền khi hòa", "Collected on a push"),
        Text("Hòa tiền: tiền cược phải trả lại.", "On a push the stake goes back."),
    ),
    "movement_without_bet": (
        Text("Chip di chuyển không có cược", "Chips moved without a bet"),
        Text(
            "Có trả hoặc thu tiền cho một cược không được ghi nhận.",
            "Chips were paid or taken for a bet nobody recorded.",
        ),
    ),
    "remedy_without_bet": (
        Text("Xử lý cho cược không có", "Remedy without a bet"),
        Text("Hồ sơ xử lý một cược không được ghi nhận.", "A case made a remedy for a bet nobody recorded."),
    ),
    "remedied_by_two_cases": (
        Text("Hai hồ sơ xử lý một cược", "Remedied by two cases"),
        Text(
            "Nhiều hồ sơ cùng xử lý một cược; chênh lệch tính theo tổng. Số tiền là phần của các hồ sơ sau.",
            "More than one case made a remedy for the bet; the difference goes by their sum. The amount is what the "
            "later cases gave.",
        ),
    ),
    "remedied_beyond_rules": (
        Text("Tiền ngoài thể lệ", "Money beyond the rules"),
        Text(
            "Một hồ sơ chi (âm: giữ lại) số tiền mà thể lệ không buộc trả, hoặc chỉ buộc trả theo lời của chính người "
            "quyết định.",
            "A case gave (minus: withheld) what the rules do not owe, or owe only by the word of who decided it.",
        ),
    ),
    "remedy_made_again": (
        Text("Xử lý ghi hai lần", "Remedy made again"),
        Text(
            "Một hồ sơ xử lý một cược nhiều lần với cùng số tiền.",
            "One case made the very same remedy for the bet more than once.",
        ),
    ),
    "remedy_money_unmatched": (
        Text("Tiền khắc phục không khớp", "Money that no remedy moves"),
        Text("Tiền giao, nhận hoặc bỏ nhiều hơn khắc phục.", "More moved, or was given up, than the remedy moves."),
    ),
    "correction_not_applicable": (
        Text("Đính chính không khớp", "Correction does not fit"),
        Text(
            "Nội dung trước khi sửa không đúng với sự kiện đã ghi, nên đính chính không được áp dụng.",
            "What it gives as the earlier record is not what stood there, so it was not applied.",
        ),
    ),
    "facts_of_another_game": (
        Text("Sự kiện của trò chơi khác", "Facts of another game"),
        Text(
            "Dưới mã của ván này có ghi sự kiện của một trò chơi khác; chúng không được tính vào ván.",
            "Facts of another game were recorded under this round's code; they are left out of it.",
        ),
    ),
    "opening_not_recorded": (
        Text("Không ghi nhận mở ván", "Opening not recorded"),
        Text("Ván có sự kiện nhưng không có sự kiện mở ván.", "The round has facts, but none that opens it."),
    ),
    "round_not_closed": (
        Text("Ván không được kết thúc", "Round never closed"),
        Text("Bàn đã sang ván khác mà ván này chưa kết thúc.", "The table went on without ending this round."),
    ),
    "no_result": (
        Text("Ván không có kết quả", "Round without a result"),
        Text(
            "Ván đã kết thúc mà không ghi nhận đủ để biết kết quả.",
            "The round ended without everything recorded that makes a result.",
        ),
    ),
    "void_without_ground": (
        Text("Vô hiệu không nêu căn cứ", "Void without a ground"),
        Text(
            "Ván bị báo vô hiệu mà không có căn cứ nào của thể lệ.",
            "The round was called void without a ground that the document gives.",
        ),
    ),
    "no_call_recorded": (
        Text("Không ghi nhận ngừng nhận cược", "No more bets not recorded"),
        Text(
            "Không có thông báo ngừng nhận cược trước lúc phải ngừng nhận.",
            "There is no call for no more bets before betting had to end.",
        ),
    ),
    "called_too_late": (
        Text("Ngừng nhận cược quá muộn", "No more bets called too late"),
        Text(
            "Thông báo ngừng nhận cược chỉ đến sau lúc phải ngừng nhận; cược được tính đến lúc đó.",
            "No more bets was called only after betting had to end; bets count up to then.",
        ),
    ),
    "called_by_other_post": (
        Text("Người thông báo ngừng nhận cược không đúng vị trí", "No more bets called by another post"),
        Text(
            "Điều khoản giao việc thông báo ngừng nhận cược cho vị trí khác; thông báo vẫn có hiệu lực.",
            "The clause leaves the call for no more bets to another post; the call stands.",
        ),
    ),
    "called_again": (
        Text("Thông báo ngừng nhận cược lần nữa", "No more bets called again"),
        Text(
            "Ngừng nhận cược được thông báo hơn một lần; cược được tính đến lần thông báo đầu tiên.",
            "No more bets was called more than once; bets count up to the first call.",
        ),
    ),
    "late_bet": (
        Text("Cược muộn", "Late bet"),
        Text(
            "Cược được đặt sau thông báo ngừng nhận cược nên không được nhận.",
            "The bet was put down after the call for no more bets and was never accepted.",
        ),
    ),
    "bet_without_chips": (
        Text("Cược không bằng chip", "Bet without chips"),
        Text("Chỉ chip mới là tiền cược; khoản này được trả lại.", "Only chips make a bet; what lay there goes back."),
    ),
    "verbal_bet_without_chips": (
        Text("Cược miệng không có chip", "Verbal bet without chips"),
        Text(
            "Cược bằng miệng mà không kịp có chip thì không được nhận.",
            "A bet by word of mouth without chips in time is not accepted.",
        ),
    ),
    "withdrawn_after_call": (
        Text("Rút cược sau khi ngừng nhận cược", "Taken back after the call"),
        Text("Cược được tính như khi có thông báo ngừng nhận cược.", "The bet is settled as it lay at the call."),
    ),
    "changed_after_call": (
        Text("Đổi cược sau khi ngừng nhận cược", "Changed after the call"),
        Text("Cược được tính như khi có thông báo ngừng nhận cược.", "The bet is settled as it lay at the call."),
    ),
    "impossible_spot": (
        Text("Vị trí không có trên mặt bàn", "No such position on the layout"),
        Text(
            "Mặt bàn không có vị trí này, nên cược không được nhận.",
            "The layout has no such position, so the bet was never accepted.",
        ),
    ),
    "post_not_competent": (
        Text("Quyết định không đúng thẩm quyền", "Post not competent"),
        Text(
            "Người quyết định ở vị trí mà thể lệ không cho phép.",
            "The decision was made by a post that the document does not allow.",
        ),
    ),
    "ruling_not_offered": (
        Text("Quyết định không có trong thể lệ", "Ruling the clause does not offer"),
        Text("Điều khoản được viện dẫn không có lựa chọn này.", "The clause called upon does not offer this choice."),
    ),
    "ruling_without_effect": (
        Text("Quyết định không có tác dụng", "Ruling without effect"),
        Text(
            "Quyết định không định đoạt gì: điều khoản không giao việc đó, không có cược đó, hoặc không gì phải chờ.",
            "A ruling decides nothing: its clause leaves nothing to decide, there is no such bet, or nothing waits.",
        ),
    ),
    "irregularity_without_effect": (
        Text("Sự việc không làm đổi ván", "Irregularity without effect"),
        Text(
            "Sự việc được ghi nhận; theo điều khoản đó ván vẫn tiếp tục, kết quả vẫn giữ nguyên, hoặc ván đã vô hiệu.",
            "What was seen is on record; by its clause the round goes on, its result stays, or it was void already.",
        ),
    ),
    "below_minimum": (
        Text("Dưới mức tối thiểu", "Below the minimum"),
        Text("Tiền cược dưới mức tối thiểu của bàn.", "The stake is under the table's minimum."),
    ),
    "above_maximum": (
        Text("Trên mức tối đa", "Above the maximum"),
        Text("Tiền cược vượt mức tối đa của bàn.", "The stake is over the table's maximum."),
    ),
    "display_mismatch": (
        Text("Màn hình hiển thị sai", "Display shows another result"),
        Text(
            "Màn hình hoặc đèn tại bàn cho thấy kết quả khác với kết quả thật; bóng, xúc xắc hoặc bài quyết định.",
            "A display or the lights of the table showed another result than there was; ball, dice or cards decide.",
        ),
    ),
    "results_disagree": (
        Text("Hai kết quả khác nhau", "Two results disagree"),
        Text("Kết quả được ghi hai lần với số khác nhau.", "The result was recorded twice with different numbers."),
    ),
    "bet_recorded_twice": (
        Text("Cược ghi hai lần", "Bet recorded twice"),
        Text("Cùng một mã cược được ghi nhận hơn một lần.", "The same bet was recorded more than once."),
    ),
    "change_without_bet": (
        Text("Đổi cược không có cược", "Change without a bet"),
        Text(
            "Có thay đổi cho một cược không được ghi nhận.", "Something was changed about a bet that nobody recorded."
        ),
    ),
    "rulings_disagree": (
        Text("Các quyết định mâu thuẫn", "Rulings disagree"),
        Text(
            "Nhiều quyết định về cùng một việc không giống nhau: quyết định của cấp cao nhất có hiệu lực, cùng cấp thì"
            " quyết định sau.",
            "Rulings on one matter are not the same: the highest post's decides, among equals the latest.",
        ),
    ),
    "matter_without_clause": (
        Text("Việc không có điều khoản", "Matter without a clause"),
        Text(
            "Có việc xảy ra mà không điều khoản nào nhắc đến; thuộc thẩm quyền của người mà điều khoản cuối giao quyết"
            " định.",
            "Something happened that no clause names; it is for the post to which the last clause leaves it.",
        ),
    ),
    "correction_by_one_person": (
        Text("Chỉ một người sửa và duyệt", "Corrected and authorised by one person"),
        Text(
            "Người sửa ghi nhận và người duyệt là một; việc sửa cần hai người.",
            "The person who corrected the record also authorised it; a correction needs two.",
        ),
    ),
    "correction_by_low_post": (
        Text("Người duyệt không đủ cấp", "Correction authorised by too low a post"),
        Text(
            "Việc sửa ghi nhận do người dưới cấp Quản lý Pit duyệt.",
            "The correction of the record was authorised by a post below pit manager.",
        ),
    ),
    "report_denied": (
        Text("Quyết định bị phủ nhận", "Reported decision denied"),
        Text(
            "Thiết bị báo một quyết định hoặc sự cho phép; người được nêu tên, hoặc cấp trên, nói là không có. Nó không"
            " có hiệu lực.",
            "A device reported a decision or leave; the person named, or one above, says that it was not given. It has"
            " no effect.",
        ),
    ),
    "report_unconfirmed": (
        Text("Quyết định chưa được xác nhận", "Reported decision not confirmed"),
        Text(
            "Thiết bị báo một quyết định hoặc sự cho phép; hết ngày kinh doanh mà người được nêu tên chưa xác nhận."
            " Nó vẫn có hiệu lực.",
            "A device reported a decision or leave; the gaming day ended and the person named had not confirmed it. It"
            " keeps its effect.",
        ),
    ),
    "report_answer_idle": (
        Text("Xác nhận không có đối tượng", "Answer to no reported decision"),
        Text(
            "Có lời xác nhận hoặc phủ nhận cho một việc không được ghi nhận, hoặc do người không có thẩm quyền.",
            "Something was confirmed or denied that is no reported decision, or by somebody who may not.",
        ),
    ),
    "void_on_a_word": (
        Text("Vô hiệu chỉ theo một lời", "Void on one word alone"),
        Text(
            "Sau khi đã thấy một phần kết quả, căn cứ vô hiệu chỉ do một nguồn nêu ra: ván được tính cả hai cách cho"
            " đến khi có nguồn khác ghi lại, hoặc một người không liên quan xác nhận. Số tiền là phần mà lời ấy làm"
            " thay đổi.",
            "After something of the outcome was shown one source alone gives the ground of a void: the round is shown"
            " both ways until another source records it, or somebody who is not involved confirms it. The amount is"
            " what that word moves.",
        ),
    ),
    "cause_not_recorded": (
        Text("Không ghi nhận nguyên nhân", "Cause not recorded"),
        Text(
            "Ván bị vô hiệu mà nguyên nhân không được ghi lại. Số tiền là phần việc vô hiệu làm thay đổi.",
            "The round is void, and what caused it is not on record. The amount is what the void moves.",
        ),
    ),
    "fact_after_end": (
        Text("Ghi nhận sau khi ván kết thúc", "Said after the end"),
        Text(
            "Việc tại bàn được ghi là xảy ra sau khi ván đã kết thúc; không thay đổi gì.",
            "Something of the table is said to have happened after the end of the round; it changes nothing.",
        ),
    ),
    "payment_order": (
        Text("Sai thứ tự trả thưởng", "Order of payment"),
        Text(
            "Thứ tự trả thưởng khác thể lệ; số tiền không thay đổi.",
            "Winners were paid in another order than the document's; no amount changes.",
        ),
    ),
    "device_silent": (
        Text("Thiết bị im lặng", "Device silent"),
        Text(
            "Thiếu các số thứ tự mà thiết bị đáng lẽ phải gửi.", "Numbers that the device should have sent are missing."
        ),
    ),
    "device_gap": (
        Text("Thiếu dữ liệu của thiết bị", "Gap in what a device sent"),
        Text("Có số thứ tự của thiết bị không đến nơi.", "Some of the device's numbered messages never arrived."),
    ),
    "device_clock_off": (
        Text("Đồng hồ thiết bị lệch", "Device clock off"),
        Text(
            "Giờ của thiết bị lệch so với máy chủ hơn mức cho phép.",
            "The device's clock differs from the server's by more than is allowed.",
        ),
    ),
    "device_number_reused": (
        Text("Trùng số thứ tự", "Number used twice"),
        Text(
            "Hai tin khác nhau của thiết bị mang cùng một số thứ tự; cả hai đều đã được ghi.",
            "Two different messages of the device carry the same number; both are recorded.",
        ),
    ),
    "device_number_out_of_reach": (
        Text("Số thứ tự nhảy quá xa", "Number out of reach"),
        Text(
            "Số thứ tự của thiết bị nhảy xa đến mức không thể là thiếu tin; từ đó không tính được tin nào còn thiếu.",
            "The device's number leapt too far for messages to be missing; from there on nobody can tell which are.",
        ),
    ),
    "device_not_signed": (
        Text("Thiếu chữ ký của thiết bị", "Not signed by the device"),
        Text(
            "Cơ sở yêu cầu chữ ký tại bàn này, nhưng dữ liệu mang tên thiết bị không được thiết bị ký; "
            "nguồn gốc chỉ do máy chủ khẳng định.",
            "The house demands signatures at this table; what stands in the device's name was not signed by it, and "
            "only the server vouches for where it came from.",
        ),
    ),
    "person_not_signed": (
        Text("Lệnh không được ký", "Command not signed"),
        Text(
            "Người này phải ký các lệnh quan trọng bằng khóa truy cập, nhưng dữ kiện mang tên họ không có chữ ký; "
            "nguồn gốc chỉ do máy chủ khẳng định.",
            "This person must sign weighty commands with a passkey; what stands in their name is not signed, and only "
            "the server vouches for where it came from.",
        ),
    ),
    "server_clock_jumped": (
        Text("Đồng hồ máy chủ nhảy giờ", "Server's clock jumped"),
        Text(
            "Đồng hồ của máy chủ đã nhảy: giờ ghi nhận quanh đó không đáng tin; thứ tự vẫn đúng theo số vị trí.",
            "The server's clock jumped: times of recording around it cannot be relied on; the order of positions can.",
        ),
    ),
    "alone_sum_above": (
        Text("Tổng tự chi cao", "High sum done alone"),
        Text(
            "Những gì từng người tự làm tại một bàn, trong một ca hoặc một ngày cộng lại trên mức đã đặt.",
            "What persons did alone at a table, in a shift or on a day comes to more than the level that is set.",
        ),
    ),
    "given_without_bet": (
        Text("Tiền không gắn với cược", "Money without a bet"),
        Text(
            "Một hồ sơ chi tiền không gắn với ván và cược nào, nên không tính lại được.",
            "A case moved money that belongs to no round and bet, so nothing can be recomputed.",
        ),
    ),
    "fairness_in_doubt": (
        Text("Nghi thiết bị không công bằng", "Fairness in doubt"),
        Text(
            "Kết quả của bàn lệch khỏi mức công bằng nhiều hơn ngẫu nhiên có thể gây ra ở mức đã định cho suốt "
            "đời bàn. Nên kiểm tra và cân chỉnh thiết bị, đối chiếu cách ghi kết quả với hình ảnh, rồi thay thiết bị "
            "nếu cần; khi ghi nhận thiết bị mới, việc theo dõi bắt đầu lại.",
            "What the table gave differs from fair by more than chance may, at the level set for the table's whole "
            "life. Have the equipment examined and levelled, hold the recorded results against footage, exchange it if "
            "need be: once the new equipment is recorded, the watch begins anew.",
        ),
    ),
    "hand_in_doubt": (
        Text("Nghi tay Người Chia Bài lái kết quả", "Hand in doubt"),
        Text(
            "Kết quả khi người này quay hoặc lắc lệch khỏi mức công bằng nhiều hơn ngẫu nhiên có thể gây ra ở mức đã "
            "định. Trước hết hãy loại trừ lỗi của chính thiết bị, rồi xem hình ảnh và đổi bàn cho người này.",
            "What fell while this person spun or threw differs from fair by more than chance may, at the level set. "
            "First rule out the equipment itself, then look at footage and let this person deal elsewhere.",
        ),
    ),
    "no_document_in_force": (
        Text("Không có thể lệ hiệu lực", "No document in force"),
        Text(
            "Khi ván mở không có thể lệ nào có hiệu lực, nên không thể tính tiền.",
            "No approved document was in force when the round opened, so nothing can be judged.",
        ),
    ),
    "void_not_announced": (
        Text("Ván vô hiệu nhưng không thông báo", "Void not announced"),
        Text(
            "Sự việc làm ván vô hiệu nhưng không ai thông báo.", "The round is void by what happened; nobody said so."
        ),
    ),
    "announced_wrongly": (
        Text("Thông báo sai", "Announced wrongly"),
        Text(
            "Điểm hoặc kết quả được thông báo khác với bài trên bàn; bài quyết định.",
            "The totals or the result announced differ from the cards; the cards decide.",
        ),
    ),
    "pack_not_replaced": (
        Text("Không thay bộ bài", "Pack not replaced"),
        Text(
            "Lẽ ra phải thay bộ bài mà ván này vẫn chia từ bộ cũ.",
            "The pack had to be replaced, and this round is dealt from the old one.",
        ),
    ),
    "void_too_late": (
        Text("Vô hiệu khi ván đã xong", "Voided after the end"),
        Text("Ván đã kết thúc; kết quả giữ nguyên.", "The round was over; its result stands."),
    ),
    **CLAIMS,
    **{code: said for game in GAMES.values() for code, said in game.words.findings.items()},
}
