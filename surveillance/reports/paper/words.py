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
    _WORDS.text("columns--rounds"),
    _WORDS.text("columns--stakes"),
    _WORDS.text("columns--house-result"),
    _WORDS.text("columns--under-the-rules"),
    _WORDS.text("columns--hold"),
    _WORDS.text("columns--findings"),
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
    _WORDS.text("bets--bet"),
    _WORDS.text("bets--stake"),
    _WORDS.text("bets--due"),
    _WORDS.text("bets--recorded"),
    _WORDS.text("bets--difference"),
    _WORDS.text("bets--clauses"),
)
TOTAL: Final = _WORDS.text("total")
UNDECIDED: Final = _WORDS.text("undecided")
DIFFERENCES: Final = _WORDS.text("differences")
NO_DIFFERENCES: Final = _WORDS.text("no-differences")
CLAUSES: Final = _WORDS.text("clauses")
CLAUSE: Final = _WORDS.text("clause")
FACTS: Final = _WORDS.text("facts")
FACT_COLUMNS: Final = (
    Text("#", "#"),
    _WORDS.text("fact_columns--at"),
    _WORDS.text("fact_columns--event"),
    _WORDS.text("fact_columns--by"),
)
LEFT_OUT: Final = _WORDS.text("left-out")
CASE: Final = _WORDS.text("case")
FOOTAGE: Final = _WORDS.text("footage")
NO_FOOTAGE: Final = _WORDS.text("no-footage")
UNCERTAIN: Final = _WORDS.text("uncertain")
UNCERTAIN_NOTE: Final = _WORDS.text("uncertain-note")
FILM_COLUMNS: Final = (
    _WORDS.text("film_columns--link"),
    _WORDS.text("film_columns--shows"),
    _WORDS.text("film_columns--camera"),
    _WORDS.text("film_columns--recording"),
    _WORDS.text("film_columns--from"),
    _WORDS.text("film_columns--to"),
    _WORDS.text("film_columns--to-within"),
)
FOOT: Final = _WORDS.text("foot")
DIGEST: Final = _WORDS.text("digest")
SIGNED: Final = _WORDS.text("signed")
NOT_SIGNED: Final = _WORDS.text("not-signed")
QR: Final = _WORDS.text("qr")
PAGE: Final = _WORDS.text("page")
NUMBER: Final = _WORDS.text("number")
"""Proved by ``tests/surveillance/reports/test_paper.py``."""
