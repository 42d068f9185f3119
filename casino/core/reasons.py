"""One rule of reasons, for every command with a free reason: a mark is none, and the more is at stake the more is said.

Below an amount a chosen cause suffices (:data:`CAUSES`), or a reason in short: two words and six letters. Above it, for
another cause than those named, and for a ground of the law, it takes a **sentence**: at least three different words of
its own and fifteen letters. Marks, digits and dashes are no words, and neither are the words of what was chosen already
("không có", "does not exist"): who repeats the choice has given no reason. Nobody can check by program that a sentence
is true; that it is there, and signed, can be. Pure. Proved by ``tests/core/test_reasons.py``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final, Literal

from casino.core.errors import Problem, add
from casino.core.text import Text

SENTENCE_WORDS: Final = 3
SENTENCE_LETTERS: Final = 15
SHORT_WORDS: Final = 2
SHORT_LETTERS: Final = 6

Cause = Literal["money_was_right", "settled_at_table", "entered_wrongly", "device_fault", "training", "other"]
OTHER: Final[Cause] = "other"
CAUSES: Final[Mapping[Cause, Text]] = {
    "money_was_right": Text("tiền đúng, ghi nhận thiếu hoặc muộn", "the money was right, recorded late or in part"),
    "settled_at_table": Text("đã giải quyết tại bàn", "settled at the table"),
    "entered_wrongly": Text("nhập sai", "entered wrongly"),
    "device_fault": Text("thiết bị lỗi", "a device at fault"),
    "training": Text("tập huấn hoặc thử bàn", "training, or a test of the table"),
    OTHER: Text("lý do khác", "another reason"),
}
"""Why a finding may rest or counts as put right, to choose from."""

EMPTY: Final = frozenset(
    (
        *("none", "nothing", "n", "a", "na", "no", "not", "there", "is", "reason", "same"),
        *("không", "có", "gì", "cả", "hết", "lý", "do", "như", "trên"),
    )
)
"""Words that say nothing by themselves, whichever was chosen."""

add(
    "reason_says_nothing",
    422,
    vi="Lý do cần nói rõ hơn: ít nhất {words} từ khác nhau có nghĩa và {letters} chữ cái.",
    en="The reason has to say more: at least {words} different words that say something, and {letters} letters.",
    about="A mark is no reason. Above the property's amount (reason_sentence_above), for another cause than those to "
    "choose from, and for a ground of the law a sentence is asked for; below it a chosen cause or two words suffice.",
)

_WORD: Final = re.compile(r"[^\W\d_]+")


def words_of(text: str) -> list[str]:
    """The words of a text, without marks and digits, in one case."""
    return _WORD.findall(unicodedata.normalize("NFC", text).casefold())


def says_something(text: str, *, words: int, letters: int, besides: Text | None = None) -> bool:
    """Whether there are so many letters in it, and so many different words that are not empty nor in ``besides``."""
    known = set(EMPTY)
    if besides is not None:
        known.update(words_of(besides.vi), words_of(besides.en))
    said = words_of(text)
    return len(set(said) - known) >= words and sum(map(len, said)) >= letters


def suffices(cause: Cause | None, *, sentence: bool) -> bool:
    """Whether a chosen cause is reason enough by itself."""
    return cause is not None and cause != OTHER and not sentence


def check(text: str, field: str, *, sentence: bool, cause: Cause | None = None) -> None:
    """Problem ``reason_says_nothing``. ``sentence``: above the amount, or a ground of the law."""
    if suffices(cause, sentence=sentence):
        return
    whole = sentence or cause == OTHER
    words, letters = (SENTENCE_WORDS, SENTENCE_LETTERS) if whole else (SHORT_WORDS, SHORT_LETTERS)
    chosen = None if cause is None else CAUSES[cause]
    if not says_something(text, words=words, letters=letters, besides=chosen):
        raise Problem("reason_says_nothing", field, words=words, letters=letters)
