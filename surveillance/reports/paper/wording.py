"""Every fixed sentence of the report for people, in Vietnamese and English. Pure data."""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

TITLE: Final = _WORDS.text("title")
OPERATOR: Final = _WORDS.text("operator")
ABOUT: Final = _WORDS.text("about")
ASKED: Final = _WORDS.text("asked")
MADE: Final = _WORDS.text("made")
POSITION: Final = _WORDS.text("position")
CHECKPOINT: Final = _WORDS.text("checkpoint")
MANIFEST: Final = _WORDS.text("manifest")
BUNDLE: Final = _WORDS.text("bundle")
ROUNDS: Final = _WORDS.text("rounds")
REPLAY: Final = _WORDS.text("replay")
NO_ACTIVITY: Final = _WORDS.text("no-activity")
NO_ACTIVITY_NOTE: Final = _WORDS.text("no-activity-note")
DOCUMENTS: Final = _WORDS.text("documents")
DOCUMENT: Final = _WORDS.text("document")
VALID: Final = _WORDS.text("valid")
SUMMARY: Final = _WORDS.text("summary")
COUNTED: Final = _WORDS.text("counted")
PART: Final = _WORDS.text("part")
SHOWN: Final = _WORDS.text("shown")
BY_TABLE: Final = _WORDS.text("by-table")
BY_SHIFT: Final = _WORDS.text("by-shift")
BY_GAME: Final = _WORDS.text("by-game")
COLUMNS: Final = (
    Text("", ""),
    Text("Ván", "Rounds"),
    Text("Tiền cược", "Stakes"),
    Text("Kết quả nhà cái", "House result"),
    Text("Theo thể lệ", "Under the rules"),
    Text("Tỷ lệ giữ", "Hold"),
    Text("Phát hiện", "Findings"),
)
COURSE: Final = _WORDS.text("course")
RECORDED: Final = _WORDS.text("recorded")
DUE: Final = _WORDS.text("due")
HOLD: Final = _WORDS.text("hold")
FINDINGS: Final = _WORDS.text("findings")
FINDINGS_TABLE: Final = _WORDS.text("findings-table")
FINDINGS_SHIFT: Final = _WORDS.text("findings-shift")
ROUND: Final = _WORDS.text("round")
REPLAYED: Final = _WORDS.text("replayed")
RESULT: Final = _WORDS.text("result")
BEGAN: Final = _WORDS.text("began")
UNDER: Final = _WORDS.text("under")
NO_DOCUMENT: Final = _WORDS.text("no-document")
DRAWING: Final = _WORDS.text("drawing")
SETTLEMENT: Final = _WORDS.text("settlement")
BETS: Final = (
    Text("Cược", "Bet"),
    Text("Tiền cược", "Stake"),
    Text("Phải có", "Due"),
    Text("Đã ghi", "Recorded"),
    Text("Chênh lệch", "Difference"),
    Text("Điều khoản", "Clauses"),
)
TOTAL: Final = _WORDS.text("total")
UNDECIDED: Final = _WORDS.text("undecided")
DIFFERENCES: Final = _WORDS.text("differences")
NO_DIFFERENCES: Final = _WORDS.text("no-differences")
CLAUSES: Final = _WORDS.text("clauses")
CLAUSE: Final = _WORDS.text("clause")
FACTS: Final = _WORDS.text("facts")
FACT_COLUMNS: Final = (Text("#", "#"), Text("Lúc", "At"), Text("Sự kiện", "Event"), Text("Bởi", "By"))
LEFT_OUT: Final = _WORDS.text("left-out")
CASE: Final = _WORDS.text("case")
FOOTAGE: Final = _WORDS.text("footage")
NO_FOOTAGE: Final = _WORDS.text("no-footage")
UNCERTAIN: Final = _WORDS.text("uncertain")
UNCERTAIN_NOTE: Final = _WORDS.text("uncertain-note")
FILM_COLUMNS: Final = (
    Text("Liên kết", "Link"),
    Text("Cho thấy", "Shows"),
    Text("Camera", "Camera"),
    Text("Bản ghi", "Recording"),
    Text("Từ", "From"),
    Text("Đến", "To"),
    Text("Sai số", "To within"),
)
FOOT: Final = _WORDS.text("foot")
DIGEST: Final = _WORDS.text("digest")
SIGNED: Final = _WORDS.text("signed")
NOT_SIGNED: Final = _WORDS.text("not-signed")
QR: Final = _WORDS.text("qr")
PAGE: Final = _WORDS.text("page")
NUMBER: Final = _WORDS.text("number")
"""Proved by ``tests/surveillance/reports/test_paper.py``."""
