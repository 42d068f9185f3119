"""Every fixed sentence of the report for people, in Vietnamese and English. Pure data."""

from __future__ import annotations

from typing import Final

from casino.core.text import Text

TITLE: Final = Text("Báo cáo phát lại", "Replay report")
OPERATOR: Final = Text("Đơn vị", "Operator")
ABOUT: Final = Text("Nội dung", "What it is of")
ASKED: Final = Text("Người yêu cầu", "Asked for by")
MADE: Final = Text("Thời điểm yêu cầu", "Asked for at")
POSITION: Final = Text("Vị trí trong sổ", "Position of the log")
CHECKPOINT: Final = Text("Điểm kiểm tra", "Checkpoint")
MANIFEST: Final = Text("SHA-256 của bản kê (đính kèm)", "SHA-256 of the manifest (attached)")
BUNDLE: Final = Text("SHA-256 của gói dữ liệu", "SHA-256 of the bundle")
ROUNDS: Final = Text("Số ván", "Rounds")
REPLAY: Final = Text(
    "Mọi ván dưới đây được PHÁT LẠI từ các sự kiện đã ghi và tính lại theo thể lệ; đây không phải hình ảnh từ camera.",
    "Every round below is a REPLAY from recorded events, calculated again under the rules; it is no camera footage.",
)
NO_ACTIVITY: Final = Text("Không có hoạt động.", "No activity.")
NO_ACTIVITY_NOTE: Final = Text(
    "Trong phạm vi được yêu cầu không có ván nào được ghi nhận đến vị trí nêu trên.",
    "Of what was asked for no round was recorded up to the position above.",
)
DOCUMENTS: Final = Text("Thể lệ đã áp dụng", "Rule documents")
DOCUMENT: Final = Text("{title}, số {number}", "{title}, No. {number}")
VALID: Final = Text("hiệu lực từ {day}; SHA-256 {digest}", "in force from {day}; SHA-256 {digest}")
SUMMARY: Final = Text("Tóm tắt", "Summary")
COUNTED: Final = Text(
    "Số liệu tính trên {counted} trong {total} ván, theo thứ tự thời gian; gói dữ liệu có đủ.",
    "Figures are of the first {counted} of {total} rounds; the bundle has all of them.",
)
PART: Final = Text(
    "Phần {part} trong {parts}: các ván từ {first} đến {last} trong {total} ván.",
    "Part {part} of {parts}: rounds {first} to {last} of {total}.",
)
SHOWN: Final = Text(
    "Các phần in đầy đủ {shown} trong {total} ván; gói dữ liệu có đủ.",
    "The parts print {shown} of {total} rounds whole; the bundle has all of them.",
)
BY_TABLE: Final = Text("Theo bàn", "By table")
BY_SHIFT: Final = Text("Theo ca (8 giờ, từ đầu ngày chơi)", "By shift (8 hours, from the start of the gaming day)")
BY_GAME: Final = Text("Theo trò chơi", "By game")
COLUMNS: Final = (
    Text("", ""),
    Text("Ván", "Rounds"),
    Text("Tiền cược", "Stakes"),
    Text("Kết quả nhà cái", "House result"),
    Text("Theo thể lệ", "Under the rules"),
    Text("Tỷ lệ giữ", "Hold"),
    Text("Phát hiện", "Findings"),
)
COURSE: Final = Text(
    "Kết quả của nhà cái so với kết quả phải có theo thể lệ", "The house's result against what the rules give"
)
RECORDED: Final = Text("đã ghi nhận", "as recorded")
DUE: Final = Text("theo thể lệ", "under the rules")
HOLD: Final = Text("Tỷ lệ giữ theo bàn", "Hold by table")
FINDINGS: Final = Text("Phát hiện theo loại", "Findings by type")
FINDINGS_TABLE: Final = Text("Phát hiện theo bàn", "Findings by table")
FINDINGS_SHIFT: Final = Text("Phát hiện theo ca", "Findings by shift")
ROUND: Final = Text("Ván {round}, bàn {table}: {game}", "Round {round}, table {table}: {game}")
REPLAYED: Final = Text("Phát lại từ sổ ghi nhận", "Replayed from the record")
RESULT: Final = Text("Kết quả", "Result")
BEGAN: Final = Text("Bắt đầu", "Began")
UNDER: Final = Text("Theo thể lệ", "Document")
NO_DOCUMENT: Final = Text("không có thể lệ hiệu lực", "no document was in force")
DRAWING: Final = Text("Hình vẽ lại", "Drawing of the replay")
SETTLEMENT: Final = Text("Thanh toán", "Settlement")
BETS: Final = (
    Text("Cược", "Bet"),
    Text("Tiền cược", "Stake"),
    Text("Phải có", "Due"),
    Text("Đã ghi", "Recorded"),
    Text("Chênh lệch", "Difference"),
    Text("Điều khoản", "Clauses"),
)
TOTAL: Final = Text("Cộng", "Total")
UNDECIDED: Final = Text("chưa xác định", "undecided")
DIFFERENCES: Final = Text("Điểm khác với thể lệ", "Differences from the rules")
NO_DIFFERENCES: Final = Text("Không có điểm khác với thể lệ.", "No differences from the rules.")
CLAUSES: Final = Text("điều {clauses}", "clauses {clauses}")
CLAUSE: Final = Text("điều {clauses}", "clause {clauses}")
FACTS: Final = Text("Đã ghi nhận", "What was recorded")
FACT_COLUMNS: Final = (Text("#", "#"), Text("Lúc", "At"), Text("Sự kiện", "Event"), Text("Bởi", "By"))
LEFT_OUT: Final = Text("Còn {count} sự kiện trong gói dữ liệu.", "{count} more events stand in the bundle.")
CASE: Final = Text("Hồ sơ: các bước và quyết định", "The case: steps and decisions")
FOOTAGE: Final = Text("Danh mục cảnh quay", "Footage index")
NO_FOOTAGE: Final = Text("Không có cảnh quay nào được liên kết.", "No footage is linked.")
UNCERTAIN: Final = Text("thời gian không chắc", "time not certain")
UNCERTAIN_NOTE: Final = Text(
    "Thời gian không chắc: sai số của đồng hồ đầu ghi lớn hơn mức cơ sở cho phép, hoặc chưa ai so đồng hồ đó với máy "
    "chủ. Hình ảnh và mã băm của nó vẫn giữ nguyên giá trị.",
    "Time not certain: the recorder's clock can be off by more than the house allows, or nobody has compared it with "
    "the server's. The pictures and their hashes stand all the same.",
)
FILM_COLUMNS: Final = (
    Text("Liên kết", "Link"),
    Text("Cho thấy", "Shows"),
    Text("Camera", "Camera"),
    Text("Bản ghi", "Recording"),
    Text("Từ", "From"),
    Text("Đến", "To"),
    Text("Sai số", "To within"),
)
FOOT: Final = Text(
    "Phát lại từ sổ sự kiện; giờ tại casino ({zone}).", "Replayed from the record; the casino's time ({zone})."
)
DIGEST: Final = Text("Bản kê SHA-256 {digest}.", "Manifest SHA-256 {digest}.")
SIGNED: Final = Text("PDF được ký số bằng khóa của đơn vị.", "The PDF is signed with the operator's key.")
NOT_SIGNED: Final = Text("PDF không có chữ ký số.", "The PDF bears no electronic signature.")
QR: Final = Text("Điểm kiểm tra {size}", "Checkpoint {size}")
PAGE: Final = Text("Trang", "Page")
NUMBER: Final = Text("Số", "No.")
"""Proved by ``tests/surveillance/reports/test_paper.py``."""
