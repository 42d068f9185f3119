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
PAPER: Final = Text("Văn bản", "Paper")
PAGE: Final = Text("Trang", "Page")
TO: Final = Text("Kính gửi", "To")
TO_SENIOR: Final = Text("Quản lý cấp cao của {house}", "Senior management of {house}")
DEAR: Final = Text("Kính gửi Quý khách {name},", "Dear {name},")
DEAR_GUEST: Final = Text("Kính gửi Quý khách,", "Dear guest,")
GUEST: Final = Text("Quý khách (không cung cấp tên)", "Guest (no name given)")
REFERENCE: Final = Text("Mã người chơi: {reference}", "Player reference: {reference}")
LOCAL_TIME: Final = Text("Giờ trong văn bản là giờ tại casino ({zone}).", "Times are those of the casino ({zone}).")
IN_THE_RECORD: Final = Text(
    "Mã băm của văn bản này được lưu trong sổ ghi nhận.", "The hash of this paper is in the record."
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
    "Không xác định được ván cụ thể; vụ việc được xem xét theo lời trình bày và chứng cứ.",
    "No particular round could be identified; the matter was judged by what was said and by the evidence.",
)

# --- Headings --------------------------------------------------------------------------------------------------------
YOUR_WORDS: Final = Text("Quý khách đã trình bày", "What you told us")
WHAT_NEXT: Final = Text("Các bước tiếp theo", "What happens next")
ROUNDS: Final = Text("Ván được xem xét", "What was examined")
RECALCULATED: Final = Text("Tính lại theo thể lệ", "Recalculated under the rules")
NO_BETS: Final = Text(
    "Trong các cược được xem xét ở đây, không có cược nào được xác định là của Quý khách; cược của khách khác không "
    "nêu trong thư này.",
    "Of the bets examined here none is known to be yours; bets of other guests are not shown in this letter.",
)
REASONS: Final = Text("Lý do", "Reasons")
CLAUSES: Final = Text("Điều khoản áp dụng", "Clauses applied")
BASES: Final = Text("Căn cứ đã xem xét (8.4)", "What the decision rests on (8.4)")
DOCUMENTS: Final = Text("Văn bản được viện dẫn", "Documents cited")
IF_NOT: Final = Text("Nếu Quý khách không đồng ý", "If you do not agree")
NOT_ACCEPTED: Final = Text("Quyết định Quý khách không chấp nhận", "The decision you do not accept")
FIRST_DECISION: Final = Text("Quyết định đã thông báo trước đó", "The decision you were given before")
YOUR_COMPLAINT: Final = Text("Nội dung khiếu nại", "Your complaint")
HOW: Final = Text("Cách nộp đơn", "How to file it")
RECEIPT: Final = Text("Xác nhận đã nhận thông báo", "Receipt of this notice")

# --- Acknowledgement (8.3) -------------------------------------------------------------------------------------------
THANKS: Final = Text(
    "Chúng tôi đã tiếp nhận ý kiến của Quý khách và lập hồ sơ {case}. Việc này được giải quyết theo phần 8 của thể lệ "
    "trò chơi đã được phê duyệt.",
    "We have received your dispute and opened case {case}. It is handled under section 8 of the approved rules of "
    "the game.",
)
ANSWER_BY: Final = Text("Chúng tôi sẽ trả lời Quý khách chậm nhất (8.3)", "You will have our answer by (8.3)")
ANSWER_BY_NOTE: Final = Text(
    "Nếu cần thêm thời gian, chúng tôi sẽ báo trước cho Quý khách.",
    "Should it take longer, we will tell you beforehand.",
)
NO_TIME: Final = Text("Hiện chưa thể nêu thời hạn trả lời (8.3)", "We cannot yet say how long it will take (8.3)")
TIME_TO_COME: Final = Text(
    "Thời hạn trả lời sẽ được thông báo cho Quý khách (8.3)", "You will be told how long it will take (8.3)"
)
STEPS: Final = (
    Text(
        "Nếu Giám sát Pit không giải quyết được tại bàn, Quản lý Pit sẽ tiếp nhận (8.1), báo cho Bộ phận Giám sát và "
        "thu thập mọi thông tin liên quan (8.2).",
        "What the pit supervisor cannot resolve at the table goes to the pit manager (8.1), who informs Surveillance "
        "and collects everything that concerns the matter (8.2).",
    ),
    Text(
        "Quyết định dựa trên thể lệ đã duyệt, thông tin đã công bố, quy trình, kiểm soát nội bộ, lời trình bày của các "
        "bên, hình ảnh giám sát và pháp luật hiện hành (8.4), và được trao cho Quý khách bằng văn bản.",
        "The decision rests on the approved rules, published information, procedures, internal controls, what those "
        "involved say, Surveillance footage and the law in force (8.4). You receive it in writing.",
    ),
    Text(
        "Nếu không đồng ý, Quý khách có quyền khiếu nại chính thức với quản lý cấp cao (8.5); chúng tôi hướng dẫn và "
        "giúp Quý khách làm đơn (8.6).",
        "If you do not accept it, you may complain formally to senior management (8.5); we guide and help you in "
        "filing the complaint (8.6).",
    ),
)

# --- Decision (8.4) --------------------------------------------------------------------------------------------------
DECIDED_INTRO: Final = Text(
    "Sau khi xem xét hồ sơ {case} theo phần 8 của thể lệ trò chơi, chúng tôi quyết định như sau.",
    "Having examined case {case} under section 8 of the rules of the game, we have decided as follows.",
)
DECISION: Final = Text("Quyết định {code}, {moment}", "Decision {code}, {moment}")
REMEDIES: Final = {
    "none": Text("Giữ nguyên kết quả tại bàn", "The result at the table stands"),
    "pay_difference": Text("Trả phần chênh lệch", "The difference is paid"),
    "take_back": Text("Thu hồi phần chênh lệch", "The difference is taken back"),
    "refund": Text("Hoàn lại tiền cược", "The stake is refunded"),
    "void": Text("Ván hoặc cược vô hiệu", "The round or bet is void"),
    "other": Text("Biện pháp khác", "Another remedy"),
}
PAYS: Final = Text("Casino trả cho Quý khách {amount}.", "The casino pays you {amount}.")
TAKES: Final = Text("Quý khách hoàn lại cho casino {amount}.", "You return {amount} to the casino.")
IN_WORDS: Final = Text("Bằng chữ: {words}.", "In words: {words}.")
NO_MONEY: Final = Text("Không bên nào phải trả thêm khoản nào.", "Neither side has anything further to pay.")
BEYOND: Final = Text(
    "Trong đó {amount} nằm ngoài số tiền theo thể lệ.", "Of this, {amount} is apart from what the rules give."
)
KEPT: Final = Text("Quý khách được giữ tiền trả thừa", "You may keep what was paid too much")
KEEPS: Final = Text(
    "Quý khách được giữ {amount} đã trả thừa.", "You may keep {amount} that was paid to you beyond the rules."
)
WITHHELD: Final = Text(
    "Trong số tiền theo thể lệ, {amount} không được trả.", "Of what the rules give, {amount} is withheld."
)
DEVIATION: Final = Text("Lý do khác với số tính theo thể lệ", "Why the amount is not the one the rules give")
AMOUNTS_NOTE: Final = Text(
    "Số tiền tính bằng {currency}. “Theo thể lệ” và “Tại bàn” là phần Quý khách được (+) hoặc mất (−) ở mỗi cược, "
    "không kể tiền cược. “Khắc phục” là phần nay được trả thêm (+) hoặc thu lại (−).",
    "Amounts in {currency}. “Under the rules” and “At the table” are what you gain (+) or lose (−) on each bet, the "
    "stake not counted. “Remedy” is what is now paid to you (+) or taken back (−).",
)
SO_FAR_NOTE: Final = Text(
    "Số tiền tính bằng {currency}. “Theo thể lệ” và “Đến nay” là phần Quý khách được (+) hoặc mất (−) ở mỗi cược, "
    "không kể tiền cược, gồm cả những gì đã thực hiện theo quyết định trước. “Khắc phục” là phần nay được trả thêm (+) "
    "hoặc thu lại (−).",
    "Amounts in {currency}. “Under the rules” and “So far” are what you gain (+) or lose (−) on each bet, the stake "
    "not counted, with what was done under the decision before. “Remedy” is what is now paid to you (+) or taken back "
    "(−).",
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
AT_THE_TABLE: Final = 3
"""The column of what was recorded."""
DIFFERENCE: Final = 4
TOTAL: Final = Text("Cộng", "Total")
UNDECIDED: Final = Text("chưa xác định", "undecided")
EVIDENCE: Final = Text("{code}: {what}", "{code}: {what}")
STATEMENT: Final = Text("lời trình bày của {who}", "statement of the {who}")
FOOTAGE: Final = Text("bàn {table}, từ {begins} đến {ends}", "table {table}, from {begins} to {ends}")
NO_FOOTAGE: Final = Text("{what}: không có cảnh quay", "{what}: no footage")
UNANSWERED: Final = Text(
    "{what}: đã hỏi Bộ phận Giám sát lúc {asked}, không được trả lời đến {due}",
    "{what}: asked of Surveillance at {asked}, not answered by {due}",
)
STANDS_BY_ITSELF: Final = Text(
    "{title}, có hiệu lực khi đó",
    "{title}, in force at that time",
)
NOTHING_BECAUSE: Final = Text("Không có ({cause})", "None ({cause})")
NOTHING_ASKED: Final = Text("Không có ({cause}, hỏi lúc {asked})", "None ({cause}, asked for {asked})")
MEASURES: Final = Text("Casino còn thực hiện", "What the casino does besides")
MEASURE: Final = Text("{kind}: {what}", "{kind}: {what}")
NOTHING_FOUND: Final = Text("Không có", "None")
DOCUMENT_LINE: Final = Text("{title}, số {number}", "{title}, No. {number}")
VALID_FROM: Final = Text("hiệu lực từ {day}", "in force from {day}")
NEXT_STEP: Final = Text(
    "Xin cho chúng tôi biết Quý khách có đồng ý hay không. Nếu không, chúng tôi sẽ thông báo bằng văn bản về quyền "
    "khiếu nại chính thức với quản lý cấp cao (8.5) và giúp Quý khách làm đơn (8.6).",
    "Please tell us whether you agree. If you do not, we inform you in writing of your right to a formal complaint to "
    "senior management (8.5), and help you file it (8.6).",
)
REPLY_BY: Final = Text("Xin trả lời trước {moment}.", "Please answer by {moment}.")

# --- Notice (8.5) and form (8.6) -------------------------------------------------------------------------------------
NOTICE_INTRO: Final = Text(
    "Quý khách không chấp nhận quyết định {decision} ngày {day} trong hồ sơ {case}. Vì vậy chúng tôi thông báo:",
    "You do not accept decision {decision} of {day} in case {case}. We therefore inform you:",
)
CLAUSE_8_5: Final = Text("Điều 8.5", "Clause 8.5")
RIGHT: Final = Text(
    "Quý khách có quyền khiếu nại chính thức với quản lý cấp cao của casino.",
    "You have the right to complain to the casino's senior management.",
)
RIGHT_NOTE: Final = Text(
    "Người quyết định khiếu nại không phải là người đã ra quyết định trước đó.",
    "Whoever decides the complaint has taken no part in the decision before.",
)
FILING: Final = (
    Text(
        "Đơn được lập bằng văn bản; Quý khách có thể dùng mẫu đơn kèm theo, đã điền sẵn thông tin của hồ sơ, bằng "
        "tiếng Việt hoặc tiếng Anh.",
        "The complaint is made in writing. You may use the form that goes with this notice, filled in from the case, "
        "in Vietnamese or in English.",
    ),
    Text(
        "Chúng tôi hướng dẫn và giúp Quý khách làm đơn (8.6).",
        "We guide you and help you in filing it (8.6).",
    ),
    Text(
        "Hãy nêu điểm Quý khách không đồng ý và điều Quý khách đề nghị; kèm theo tài liệu nếu có.",
        "Say which point you do not accept and what you ask for; add any document you have.",
    ),
)
FILE_BY: Final = Text("Xin nộp đơn trước {moment}.", "Please file it by {moment}.")
FILE_WITHIN: Final = Text(
    "Xin nộp đơn trong vòng {days} ngày kể từ khi nhận thông báo này.",
    "Please file it within {days} days of receiving this notice.",
)
RECEIPT_LINE: Final = Text(
    "Tôi đã nhận thông báo này và được giải thích về quyền khiếu nại.",
    "I have received this notice, and my right to complain was explained to me.",
)
COMPLAINANT: Final = Text("Người khiếu nại", "The complainant")
NAME: Final = Text("Họ và tên", "Full name")
CONTACT: Final = Text("Liên hệ", "Contact")
PLAYER_REFERENCE: Final = Text("Mã người chơi", "Player reference")
ABOUT: Final = Text("Vụ việc", "What the complaint is about")
CONTESTED: Final = Text("Quyết định bị khiếu nại", "The decision complained about")
CONTESTED_LINE: Final = Text("{decision} ngày {day}: {remedy}", "{decision} of {day}: {remedy}")
WHY_NOT: Final = Text("Vì sao tôi không chấp nhận quyết định", "Why I do not accept the decision")
I_ASK: Final = Text("Tôi đề nghị", "What I ask for")
ENCLOSED: Final = Text("Tài liệu kèm theo", "Documents enclosed")
MY_WORDS: Final = Text("Tôi đã trình bày", "What I said")
TRUE: Final = Text("Tôi cam đoan những điều trên là đúng sự thật.", "I declare that what is said above is true.")

# --- Decision on the complaint ---------------------------------------------------------------------------------------
RESULTS: Final = {
    "upheld": Text("Khiếu nại được chấp nhận", "Your complaint is upheld"),
    "varied": Text("Quyết định trước được thay đổi", "The decision before is varied"),
    "rejected": Text("Khiếu nại không được chấp nhận", "Your complaint is rejected"),
}
STANDS: Final = Text("Quyết định trước được giữ nguyên.", "The decision before stands.")
BESIDES: Final = Text(
    "Khoản này ngoài những gì đã thực hiện theo quyết định trước.",
    "This is besides what was done under the decision before.",
)
COMPLAINT_INTRO: Final = Text(
    "Quản lý cấp cao đã xem xét khiếu nại của Quý khách trong hồ sơ {case}, nộp {moment}, và quyết định như sau.",
    "Senior management has examined your complaint in case {case}, filed {moment}, and has decided as follows.",
)
FINAL: Final = Text(
    "Đây là quyết định của quản lý cấp cao casino. Hồ sơ chỉ được xem xét lại khi có chứng cứ mới. Quyền của Quý khách "
    "theo pháp luật Việt Nam không bị ảnh hưởng.",
    "This is the decision of the casino's senior management. The case is taken up again only on new evidence. Your "
    "rights under the law of Vietnam remain untouched.",
)

# --- Settlement and receipt (8.1) ------------------------------------------------------------------------------------
SETTLED_INTRO: Final = Text(
    "Tranh chấp trong hồ sơ {case} đã được giải quyết tại bàn ngày {day} như sau; Quý khách đã đồng ý.",
    "The dispute in case {case} was settled at the table on {day} as follows, and you have agreed.",
)
SETTLED_LINE: Final = Text(
    "Hai bên đã đọc và đồng ý với nội dung trên. Việc này không làm mất quyền của Quý khách theo pháp luật Việt Nam.",
    "Both sides have read this and agree. Your rights under the law of Vietnam remain untouched.",
)
OFFERED_BY: Final = Text("Đại diện casino", "For the casino")
RECEIPT_INTRO: Final = Text(
    "Biên nhận số tiền theo thỏa thuận tại bàn ngày {day}, hồ sơ {case}.",
    "Receipt for the amount agreed on at the table on {day}, case {case}.",
)
PLAYER_RECEIVES: Final = Text("Casino trả, người chơi nhận.", "Paid by the casino, received by the player.")
HOUSE_RECEIVES: Final = Text("Người chơi trả, casino nhận.", "Paid by the player, received by the casino.")
RECEIVES: Final = Text("Bên nhận", "Received by")
GIVES: Final = Text("Bên giao", "Paid by")
CASHIER: Final = Text("Nhân viên casino", "The casino's cashier")
COUNTED: Final = Text(
    "Hai bên đã đếm và giao nhận đủ số tiền trên.", "Both sides have counted the amount; it was handed over in full."
)

# --- The player's side -----------------------------------------------------------------------------------------------
RESTS_ON: Final = Text("Chứng cứ làm cơ sở cho quyết định", "Evidence that decided it")
UNDER_ONE: Final = Text("theo điều {clause}", "under clause {clause}")
REASONS_LANGUAGE: Final = Text(
    "Lý do dưới đây được viết bằng tiếng Anh.",
    "The reasons were written in Vietnamese and stand here as written. Please ask us to explain them in English.",
)
YOUR_ANSWER: Final = Text("Phần dành cho người chơi", "For the player")
ANSWERS: Final = (
    Text("Tôi đồng ý với quyết định này.", "I agree with this decision."),
    Text(
        "Tôi không đồng ý và muốn được thông báo về quyền khiếu nại chính thức (8.5).",
        "I do not agree, and wish to be informed of my right to a formal complaint (8.5).",
    ),
)
HANDED_LINE: Final = Text(
    "Tôi đã nhận văn bản này. Ký nhận không có nghĩa là đồng ý.",
    "I have received this paper. Signing for it does not mean that I agree.",
)
PREVIEW: Final = Text("bản xem trước, chưa lập", "preview, not issued")
SIGNED: Final = Text("Tệp PDF được ký số bằng khóa của {house}.", "The PDF is signed with the key of {house}.")
NOT_SIGNED: Final = Text("Tệp PDF này không có chữ ký số.", "This PDF bears no electronic signature.")
CHECK_HERE: Final = Text("Kiểm tra văn bản này", "Check this paper")

# --- Signatures ------------------------------------------------------------------------------------------------------
STAFF: Final = Text("Mã nhân viên {staff}", "Staff code {staff}")
ISSUED_BY: Final = Text("Người lập văn bản", "Issued by")
DECIDED_BY: Final = Text("Người quyết định", "Decided by")
CONFIRMED_BY: Final = Text("Người xác nhận", "Confirmed by")
TOLD_BY: Final = Text("Người thông báo", "Informed by")
HELPED_BY: Final = Text("Người giúp làm đơn, nếu có (8.6)", "Helped in filing, if anyone (8.6)")
RECEIVED_BY: Final = Text("Người nhận đơn", "Complaint received by")
PLAYER: Final = Text("Người chơi", "The player")
SIGN: Final = Text("(ký, ghi rõ họ tên)", "(signature and name)")
SIGN_DATE: Final = Text("Ngày, giờ", "Date, time")
