"""Every fixed sentence of the papers, in Vietnamese and English. Pure data; ``letter`` puts the case's values in.

Proved by ``tests/disputes/papers/test_papers.py``: each paper is read back in both languages.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text

TITLES: Final = {
    "acknowledgement": Text("Giấy xác nhận tiếp nhận tranh chấp", "Acknowledgement of your dispute"),
    "decision": Text("Quyết định giải quyết tranh chấp", "Decision on your dispute"),
    "right_to_complain": Text("Thông báo về quyền khiếu nại chính thức", "Notice of your right to a formal complaint"),
    "complaint_form": Text("Đơn khiếu nại", "Formal complaint"),
    "complaint_decision": Text("Quyết định giải quyết khiếu nại", "Decision on your complaint"),
    "settlement": Text("Biên bản giải quyết tại bàn", "Settlement at the table"),
    "receipt": Text("Giấy biên nhận", "Receipt"),
}
MOTTO: Final = ("CỘNG HÒA XÃ HỘI CHỦ NGHĨA VIỆT NAM", "Độc lập – Tự do – Hạnh phúc")
"""What stands above a form that a person files, in Vietnamese only."""

NUMBER: Final = Text("Số", "No.")
CASE: Final = Text("Hồ sơ", "Case")
PAPER: Final = Text("Văn bản", "Document")
PAGE: Final = Text("Trang", "Page")
TO: Final = Text("Kính gửi", "To")
TO_SENIOR: Final = Text("Quản lý cấp cao của {house}", "Senior management of {house}")
DEAR: Final = Text("Thưa Quý khách {name},", "Dear {name},")
DEAR_GUEST: Final = Text("Thưa Quý khách,", "Dear guest,")
GUEST: Final = Text("Quý khách (không cung cấp tên)", "Guest (no name given)")
REFERENCE: Final = Text("Mã khách: {reference}", "Your reference: {reference}")
LOCAL_TIME: Final = Text("Giờ trong văn bản là giờ tại casino ({zone}).", "Times are local to the casino ({zone}).")
IN_THE_RECORD: Final = Text(
    "Mã băm của văn bản này được lưu trong sổ ghi nhận.", "A hash of this document is kept in the record."
)

# --- Facts of the case -----------------------------------------------------------------------------------------------
RECEIVED: Final = Text("Tiếp nhận lúc", "Received")
TABLE: Final = Text("Bàn", "Table")
HAPPENED: Final = Text("Thời điểm xảy ra", "When it happened")
AMOUNT: Final = Text("Số tiền tranh chấp", "Amount in dispute")
NOT_STATED: Final = Text("chưa nêu", "not stated")
HANDLED_BY: Final = Text("Người tiếp nhận", "Received by")
ROUND: Final = Text("Ván", "Round")
ROUND_LINE: Final = Text("{game}, bàn {table}, ván {round}", "{game}, table {table}, round {round}")
OPENED: Final = Text("mở lúc {moment}", "opened {moment}")
RESULT: Final = Text("kết quả: {result}", "result: {result}")
NO_ROUND: Final = Text(
    "Không xác định được ván cụ thể; chúng tôi đã xem xét vụ việc theo lời trình bày và chứng cứ.",
    "No particular round could be identified. We have considered the matter on what was said and on the evidence.",
)

# --- Headings --------------------------------------------------------------------------------------------------------
YOUR_WORDS: Final = Text("Quý khách đã trình bày", "What you told us")
WHAT_NEXT: Final = Text("Các bước tiếp theo", "What happens next")
ROUNDS: Final = Text("Ván được xem xét", "Rounds examined")
LEFT_OPEN: Final = Text("Ván chưa quyết định", "Rounds left open")
LEFT_ROUND: Final = Text(
    "Ván {round} (bàn {table}) còn chờ phán quyết của người có thẩm quyền theo mục 7 của thể lệ. Quyết định này không "
    "gồm ván đó: ván đó vẫn để mở, và chúng tôi sẽ báo Quý khách quyết định về ván đó khi có phán quyết.",
    "Round {round} (table {table}) is waiting for the ruling of the person whom section 7 of the rules names. This "
    "decision does not cover it: the round stays open, and we will tell you our decision on it once the ruling is "
    "given.",
)
RECALCULATED: Final = Text("Tính lại theo thể lệ", "Recalculated under the rules")
NO_BETS: Final = Text(
    "Trong các cược được xem xét ở đây, không có cược nào được xác định là của Quý khách; cược của khách khác không "
    "nêu trong thư này.",
    "None of the bets examined here is known to be yours. Bets of other guests are not shown in this letter.",
)
REASONS: Final = Text("Lý do", "Reasons")
CLAUSES: Final = Text("Điều khoản áp dụng", "Clauses applied")
BASES: Final = Text("Căn cứ đã xem xét (8.4)", "Sources considered (8.4)")
IF_NOT: Final = Text("Nếu Quý khách không đồng ý", "If you do not agree")
NOT_ACCEPTED: Final = Text("Quyết định Quý khách không chấp nhận", "The decision you do not accept")
FIRST_DECISION: Final = Text("Quyết định đã thông báo trước đó", "Our earlier decision")
YOUR_COMPLAINT: Final = Text("Nội dung khiếu nại", "Your complaint")
HOW: Final = Text("Cách nộp đơn", "How to file it")
RECEIPT: Final = Text("Xác nhận đã nhận thông báo", "Receipt of this notice")

# --- Acknowledgement (8.3) -------------------------------------------------------------------------------------------
TAKEN_UP: Final = Text(
    "Khi tự kiểm tra lại các ván, chúng tôi nhận thấy một điểm liên quan đến Quý khách. Chúng tôi đã lập hồ sơ {case} "
    "và giải quyết theo phần 8 của thể lệ trò chơi đã được phê duyệt.",
    "While checking our own record of the rounds, we found a matter that concerns you. We have opened case {case} and "
    "are handling it under section 8 of the approved rules of the game.",
)
THANKS: Final = Text(
    "Cảm ơn Quý khách đã phản ánh. Chúng tôi đã lập hồ sơ {case} và giải quyết theo phần 8 của thể lệ trò chơi đã "
    "được phê duyệt.",
    "Thank you for raising this matter with us. We have opened case {case} and are handling it under section 8 of "
    "the approved rules of the game.",
)
ANSWER_BY: Final = Text("Chúng tôi sẽ trả lời Quý khách chậm nhất (8.3)", "We will reply to you by (8.3)")
ANSWER_BY_NOTE: Final = Text(
    "Nếu cần thêm thời gian, chúng tôi sẽ báo trước cho Quý khách.",
    "If we need more time, we will let you know beforehand.",
)
NO_TIME: Final = Text(
    "Hiện chúng tôi chưa thể hẹn thời gian trả lời (8.3)", "We are not yet able to say when we will reply (8.3)"
)
TIME_TO_COME: Final = Text(
    "Chúng tôi sẽ báo Quý khách thời gian trả lời (8.3)", "We will let you know when to expect our reply (8.3)"
)
STEPS: Final = (
    Text(
        "Nếu Giám sát Pit không giải quyết được tại bàn, Quản lý Pit sẽ tiếp nhận (8.1), báo cho Bộ phận Giám sát và "
        "thu thập mọi thông tin liên quan (8.2).",
        "If the pit supervisor cannot resolve the matter at the table, it is referred to the pit manager (8.1), who "
        "notifies Surveillance and gathers all relevant information (8.2).",
    ),
    Text(
        "Quyết định dựa trên thể lệ đã duyệt, thông tin đã công bố, quy trình, kiểm soát nội bộ, lời trình bày của các "
        "bên, hình ảnh giám sát và pháp luật hiện hành (8.4), và được trao cho Quý khách bằng văn bản.",
        "The decision is based on the approved rules, published information, procedures, internal controls, the "
        "statements of those involved, Surveillance footage and the law in force (8.4). You will receive it in "
        "writing.",
    ),
    Text(
        "Nếu không đồng ý, Quý khách có quyền khiếu nại chính thức với quản lý cấp cao (8.5); chúng tôi hướng dẫn và "
        "giúp Quý khách làm đơn (8.6).",
        "If you do not accept the decision, you have the right to make a formal complaint to senior management (8.5). "
        "We will guide you and help you file it (8.6).",
    ),
)

# --- Decision (8.4) --------------------------------------------------------------------------------------------------
DECIDED_INTRO: Final = Text(
    "Sau khi xem xét hồ sơ {case} theo phần 8 của thể lệ trò chơi, chúng tôi quyết định như sau.",
    "We have reviewed case {case} under section 8 of the rules of the game. Our decision is as follows.",
)
DECISION: Final = Text("Quyết định {code}, {moment}", "Decision {code}, {moment}")
AGREEMENT: Final = Text("Thỏa thuận {code}, {moment}", "Agreement {code}, {moment}")
REMEDIES: Final = {
    "none": Text("Kết quả tại bàn được giữ nguyên", "The result at the table stands"),
    "pay_difference": Text("Trả phần chênh lệch", "Payment of the difference"),
    "take_back": Text("Thu hồi phần chênh lệch", "Return of the difference"),
    "refund": Text("Hoàn lại tiền cược", "Refund of the stake"),
    "void": Text("Ván hoặc cược vô hiệu", "The round or bet is void"),
    "other": Text("Biện pháp khác", "Another remedy"),
}
PAYS: Final = Text("{house} trả Quý khách {amount}.", "{house} pays you {amount}.")
TAKES: Final = Text("Quý khách hoàn lại cho {house} {amount}.", "You return {amount} to {house}.")
IN_WORDS: Final = Text("Bằng chữ: {words}.", "In words: {words}.")
NO_MONEY: Final = Text("Không bên nào phải trả thêm khoản nào.", "Neither side has any further payment to make.")
BEYOND: Final = Text(
    "Trong đó {amount} là phần ngoài số tiền theo thể lệ.", "Of this, {amount} is beyond what the rules provide."
)
KEPT: Final = Text("Quý khách được giữ tiền trả thừa", "You may keep what was paid too much")
KEEPS: Final = Text(
    "Quý khách được giữ {amount} đã trả thừa.", "You may keep {amount} that was paid to you beyond the rules."
)
WITHHELD: Final = Text(
    "Trong số tiền theo thể lệ, {amount} không được trả.", "Of what the rules provide, {amount} is not paid."
)
DEVIATION: Final = Text("Vì sao số tiền khác với thể lệ", "Why the amount differs from the rules")
AMOUNTS_NOTE: Final = Text(
    "Số tiền tính bằng {currency}. “Theo thể lệ” và “Tại bàn” là phần Quý khách được (+) hoặc mất (−) ở mỗi cược, "
    "không kể tiền cược. “Khắc phục” là phần nay casino trả thêm (+) hoặc Quý khách hoàn lại (−).",
    "Amounts in {currency}. “Under the rules” and “At the table” are what you gain (+) or lose (−) on each bet, not "
    "counting the stake. “Remedy” is what we now pay you (+) or you return to us (−).",
)
SO_FAR_NOTE: Final = Text(
    "Số tiền tính bằng {currency}. “Theo thể lệ” và “Đến nay” là phần Quý khách được (+) hoặc mất (−) ở mỗi cược, "
    "không kể tiền cược, gồm cả những gì đã thực hiện theo quyết định trước. “Khắc phục” là phần nay casino trả thêm "
    "(+) hoặc Quý khách hoàn lại (−).",
    "Amounts in {currency}. “Under the rules” and “So far” are what you gain (+) or lose (−) on each bet, not counting "
    "the stake and including what was done under the earlier decision. “Remedy” is what we now pay you (+) or you "
    "return to us (−).",
)
SO_FAR: Final = Text("Đến nay", "So far")
COLUMNS: Final = (
    Text("Ván, cược", "Round, bet"),
    Text("Tiền cược", "Stake"),
    Text("Theo thể lệ", "Under the rules"),
    Text("Tại bàn", "At the table"),
    Text("Chênh lệch", "Difference"),
    Text("Khắc phục", "Remedy"),
)
UNDER: Final = Text("điều {clauses}", "clauses {clauses}")
UNDER_ONE: Final = Text("điều {clauses}", "clause {clauses}")
AT_THE_TABLE: Final = 3
"""The column of what was recorded."""
DIFFERENCE: Final = 4
TOTAL: Final = Text("Cộng", "Total")
UNDECIDED: Final = Text("chưa xác định", "undecided")
EVIDENCE: Final = Text("{code}: {what}", "{code}: {what}")
STATEMENTS: Final = {
    "own": Text("lời trình bày của Quý khách", "your statement"),
    "player": Text("lời trình bày của khách khác", "the statement of another guest"),
    "witness": Text("lời trình bày của nhân chứng", "the statement of a witness"),
    "staff": Text("lời trình bày của nhân viên", "the statement of a member of staff"),
}
FOOTAGE: Final = Text(
    "cảnh quay bàn {table}, từ {begins} đến {ends}", "footage of table {table}, from {begins} to {ends}"
)
NO_FOOTAGE: Final = Text("{what}: {why}", "{what}: {why}")
WHY_NO_FOOTAGE: Final = {
    None: Text(
        "Bộ phận Giám sát trả lời rằng không có cảnh quay của đoạn này", "Surveillance has answered that there is none"
    ),
    "out_of_view": Text(
        "không camera nào quay được chỗ xảy ra sự việc", "no camera covers the place where the matter occurred"
    ),
    "not_recording": Text("camera không ghi hình vào lúc đó", "the camera was not recording at that time"),
    "no_longer_kept": Text("đã hết thời hạn lưu giữ cảnh quay", "the footage is no longer kept"),
    "not_clear": Text(
        "cảnh quay không cho thấy rõ việc tranh chấp", "the footage does not show clearly what is in dispute"
    ),
}
"""By the cause that Surveillance chose, None where none was asked for."""
UNANSWERED: Final = Text(
    "{what}: chúng tôi đã hỏi Bộ phận Giám sát lúc {asked} và đến {due} chưa nhận được câu trả lời",
    "{what}: we asked Surveillance at {asked} and had received no answer by {due}",
)
STANDS_BY_ITSELF: Final = Text(
    "{title}, có hiệu lực khi đó",
    "{title}, in force at that time",
)
CAUSES: Final = {
    "not_existing": Text("Không có gì thuộc căn cứ này.", "There is nothing of this kind."),
    "not_applicable": Text("Không áp dụng cho vụ việc này.", "This does not apply to the matter."),
    "not_obtained": Text("Chúng tôi đã hỏi nhưng không nhận được.", "We asked for it and did not obtain it."),
}
DECISIVE: Final = Text("{what} (cơ sở của quyết định)", "{what} (the decision rests on it)")
NOTHING_ASKED: Final = Text("{cause} Chúng tôi đã hỏi lúc {asked}.", "{cause} We asked at {asked}.")
MEASURES: Final = Text("Ngoài ra", "In addition")
OUR_MEASURES: Final = {
    "apology": Text("Chúng tôi xin lỗi Quý khách.", "We apologise to you."),
    "staff_instruction": Text("Chúng tôi hướng dẫn lại nhân viên.", "We will instruct our staff again."),
    "record_corrected": Text("Chúng tôi sửa lại ghi nhận.", "We will correct our record."),
    "equipment_checked": Text("Chúng tôi kiểm tra thiết bị.", "We will have the equipment checked."),
    "procedure_reviewed": Text("Chúng tôi xem lại quy trình.", "We will review our procedure."),
}
"""What the house does besides money, said to the guest; another measure stands in the words of who decided it."""
MEASURE: Final = Text("{kind} {what}", "{kind} {what}")
NOTHING_FOUND: Final = Text("Không có.", "None.")
DOCUMENT_LINE: Final = Text("{title}, số {number}", "{title}, No. {number}")
VALID_FROM: Final = Text("hiệu lực từ {day}", "in force from {day}")
NEXT_STEP: Final = Text(
    "Xin cho chúng tôi biết Quý khách có đồng ý hay không. Nếu không, chúng tôi sẽ thông báo bằng văn bản về quyền "
    "khiếu nại chính thức với quản lý cấp cao (8.5) và giúp Quý khách làm đơn (8.6).",
    "Please let us know whether you agree. If you do not, we will inform you in writing of your right to make a "
    "formal complaint to senior management (8.5) and help you file it (8.6).",
)
REPLY_BY: Final = Text("Xin trả lời trước {moment}.", "Please reply by {moment}.")

# --- Notice (8.5) and form (8.6) -------------------------------------------------------------------------------------
NOTICE_INTRO: Final = Text(
    "Quý khách không chấp nhận quyết định {decision} ngày {day} trong hồ sơ {case}. Vì vậy chúng tôi thông báo:",
    "You have told us that you do not accept decision {decision} of {day} in case {case}. We therefore inform you of "
    "the following:",
)
CLAUSE_8_5: Final = Text("Điều 8.5", "Clause 8.5")
RIGHT: Final = Text(
    "Quý khách có quyền khiếu nại chính thức với quản lý cấp cao của casino.",
    "You have the right to make a formal complaint to senior management of the casino.",
)
RIGHT_NOTE: Final = Text(
    "Người quyết định khiếu nại không phải là người đã ra quyết định trước đó.",
    "The person who decides your complaint took no part in the earlier decision.",
)
FILING: Final = (
    Text(
        "Đơn được lập bằng văn bản; Quý khách có thể dùng mẫu đơn kèm theo, đã điền sẵn thông tin của hồ sơ, bằng "
        "tiếng Việt hoặc tiếng Anh.",
        "The complaint is to be made in writing. You may use the enclosed form, which already contains the details of "
        "your case, in Vietnamese or in English.",
    ),
    Text(
        "Chúng tôi hướng dẫn và giúp Quý khách làm đơn (8.6).",
        "We will guide you and help you file it (8.6).",
    ),
    Text(
        "Xin nêu điểm Quý khách không đồng ý và điều Quý khách đề nghị; kèm theo tài liệu nếu có.",
        "Please state which point you do not accept and what you ask for, and enclose any documents you have.",
    ),
)
FILE_BY: Final = Text("Xin nộp đơn trước {moment}.", "Please file it by {moment}.")
FILE_WITHIN: Final = Text(
    "Xin nộp đơn trong vòng {days} ngày kể từ khi nhận thông báo này.",
    "Please file it within {days} days of receiving this notice.",
)
RECEIPT_LINE: Final = Text(
    "Tôi đã nhận thông báo này và được giải thích về quyền khiếu nại.",
    "I have received this notice, and my right to complain has been explained to me.",
)
COMPLAINANT: Final = Text("Người khiếu nại", "The complainant")
NAME: Final = Text("Họ và tên", "Full name")
CONTACT: Final = Text("Liên hệ", "Contact")
PLAYER_REFERENCE: Final = Text("Mã khách", "Reference")
ABOUT: Final = Text("Vụ việc", "What the complaint is about")
CONTESTED: Final = Text("Quyết định bị khiếu nại", "The decision complained about")
CONTESTED_LINE: Final = Text("{decision} ngày {day}: {remedy}", "{decision} of {day}: {remedy}")
WHY_NOT: Final = Text("Vì sao tôi không chấp nhận quyết định", "Why I do not accept the decision")
I_ASK: Final = Text("Tôi đề nghị", "What I ask for")
ENCLOSED: Final = Text("Tài liệu kèm theo", "Documents enclosed")
MY_WORDS: Final = Text("Tôi đã trình bày", "What I said")
TRUE: Final = Text("Tôi cam đoan những điều trên là đúng sự thật.", "I declare that the above is true.")

# --- Decision on the complaint ---------------------------------------------------------------------------------------
RESULTS: Final = {
    "upheld": Text("Khiếu nại được chấp nhận", "Your complaint is upheld"),
    "varied": Text("Quyết định trước được thay đổi", "The earlier decision is varied"),
    "rejected": Text("Khiếu nại không được chấp nhận", "Your complaint is rejected"),
}
STANDS: Final = Text("Quyết định trước được giữ nguyên.", "The earlier decision stands.")
BESIDES: Final = Text(
    "Khoản này cộng thêm vào những gì đã thực hiện theo quyết định trước.",
    "This is in addition to what was done under the earlier decision.",
)
COMPLAINT_INTRO: Final = Text(
    "Quản lý cấp cao đã xem xét khiếu nại của Quý khách trong hồ sơ {case}, nộp {moment}, và quyết định như sau.",
    "Senior management has reviewed your complaint in case {case}, filed on {moment}. Its decision is as follows.",
)
FINAL: Final = Text(
    "Đây là quyết định của quản lý cấp cao casino. Hồ sơ chỉ được xem xét lại khi có chứng cứ mới. Quyền của Quý "
    "khách theo pháp luật Việt Nam không bị ảnh hưởng.",
    "This is the decision of senior management of the casino. The case will be reopened only on new evidence. Your "
    "rights under the law of Vietnam are not affected.",
)

# --- Settlement and receipt (8.1) ------------------------------------------------------------------------------------
SETTLED_INTRO: Final = Text(
    "Tranh chấp trong hồ sơ {case} đã được giải quyết tại bàn ngày {day} như sau; Quý khách đã đồng ý.",
    "The dispute in case {case} was settled at the table on {day}, with your agreement, as follows.",
)
SETTLED_LINE: Final = Text(
    "Hai bên đã đọc và đồng ý với nội dung trên. Việc này không làm mất quyền của Quý khách theo pháp luật Việt Nam.",
    "Both parties have read and agree to the above. Your rights under the law of Vietnam are not affected.",
)
OFFERED_BY: Final = Text("Đại diện casino", "For the casino")
RECEIPT_INTRO: Final = Text(
    "Biên nhận số tiền theo thỏa thuận tại bàn ngày {day}, hồ sơ {case}.",
    "Receipt for the amount agreed at the table on {day}, case {case}.",
)
PLAYER_RECEIVES: Final = Text("{house} trả, {guest} nhận.", "Paid by {house}, received by {guest}.")
HOUSE_RECEIVES: Final = Text("{guest} trả, {house} nhận.", "Paid by {guest}, received by {house}.")
RECEIVES: Final = Text("Bên nhận", "Received by")
GIVES: Final = Text("Bên giao", "Paid by")
COUNTED: Final = Text(
    "Hai bên đã đếm và giao nhận đủ số tiền trên.",
    "Both parties have counted the amount, and it was handed over in full.",
)

# --- The player's side -----------------------------------------------------------------------------------------------
REASONS_LANGUAGE: Final = Text(
    "Lý do dưới đây được viết bằng tiếng Anh. Nếu cần, Quý khách cứ yêu cầu chúng tôi giải thích bằng tiếng Việt.",
    "The reasons were written in Vietnamese and stand here as written. Please ask us to explain them in English.",
)
YOUR_ANSWER: Final = Text("Phần dành cho Quý khách", "For your reply")
ANSWERS: Final = (
    Text("Tôi đồng ý với quyết định này.", "I agree with this decision."),
    Text(
        "Tôi không đồng ý và muốn được thông báo về quyền khiếu nại chính thức (8.5).",
        "I do not agree, and wish to be informed of my right to make a formal complaint (8.5).",
    ),
)
HANDED_LINE: Final = Text(
    "Tôi đã nhận văn bản này. Ký nhận không có nghĩa là đồng ý.",
    "I have received this document. My signature does not mean that I agree.",
)
PREVIEW: Final = Text("bản xem trước, chưa lập", "preview, not issued")
SIGNED: Final = Text(
    "Tệp PDF được ký số bằng khóa của {house}.", "The PDF is signed electronically with the key of {house}."
)
NOT_SIGNED: Final = Text("Tệp PDF này không có chữ ký số.", "This PDF carries no electronic signature.")
CHECK_HERE: Final = Text("Kiểm tra văn bản này", "Check this document")

# --- Signatures ------------------------------------------------------------------------------------------------------
STAFF: Final = Text("Mã nhân viên {staff}", "Staff code {staff}")
ISSUED_BY: Final = Text("Người lập văn bản", "Issued by")
DECIDED_BY: Final = Text("Người quyết định", "Decided by")
CONFIRMED_BY: Final = Text("Người xác nhận", "Confirmed by")
TOLD_BY: Final = Text("Người thông báo", "Informed by")
HELPED_BY: Final = Text("Người giúp làm đơn, nếu có (8.6)", "Assisted in filing, if anyone (8.6)")
RECEIVED_BY: Final = Text("Người nhận đơn", "Complaint received by")
PLAYER: Final = Text("Quý khách", "The guest")
SIGN: Final = Text("(ký, ghi rõ họ tên)", "(signature and name)")
SIGN_DATE: Final = Text("Ngày, giờ", "Date, time")
