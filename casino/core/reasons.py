"""One rule of reasons, for every command with a free reason: a mark is none, and the more is at stake the more is said.

Below an amount a chosen cause suffices (:data:`CAUSES`), or a reason in short: two words and six letters. Above it, for
another cause than those named, and for a ground of the law, it takes a **sentence**: at least three different words of
its own and fifteen letters. Marks, digits and dashes are no words, and neither are the words of what was chosen already
("không có", "does not exist"): who repeats the choice has given no reason. Nobody can check by program that a sentence
is true; that it is there, and signed, can be. Pure.

Every command with free words says which rule they follow (:class:`Rule`): declared commands by the type of the field,
functions by :data:`COMMANDS`. Proved by ``tests/core/test_reasons.py`` and, over all commands,
``tests/test_reasons_sweep.py``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal

from casino.core.errors import ERRORS, Problem
from casino.core.messages import Catalogue
from casino.core.seams import Seam
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

SENTENCE_WORDS: Final = 3
SENTENCE_LETTERS: Final = 15
SHORT_WORDS: Final = 2
SHORT_LETTERS: Final = 6

Cause = Literal[
    "money_was_right",
    "settled_at_table",
    "entered_wrongly",
    "device_fault",
    "training",
    "film_shows",
    "those_present_heard",
    "other",
]
OTHER: Final[Cause] = "other"
CAUSES: Final[Mapping[Cause, Text]] = {
    **_WORDS.table("causes"),
    OTHER: _WORDS.text("causes--other"),
}
OF_FINDINGS: Final[tuple[Cause, ...]] = (
    "money_was_right",
    "settled_at_table",
    "entered_wrongly",
    "device_fault",
    "training",
    OTHER,
)
"""Why a finding may rest or counts as put right, to choose from."""
OF_CORRECTIONS: Final[tuple[Cause, ...]] = ("entered_wrongly", "device_fault", "film_shows", "training", OTHER)
"""Why a recorded fact is corrected."""
OF_RULINGS: Final[tuple[Cause, ...]] = ("film_shows", "those_present_heard", "device_fault", OTHER)
"""What a ruling rests on."""

EMPTY: Final = frozenset(
    (
        *("none", "nothing", "n", "a", "na", "no", "not", "there", "is", "reason", "same"),
        *("không", "có", "gì", "cả", "hết", "lý", "do", "như", "trên"),
    )
)
"""Words that say nothing by themselves, whichever was chosen."""


class Rule(StrEnum):
    """What free words of a command have to say."""

    BY_AMOUNT = "by_amount"
    """A chosen cause or a reason in short; above the property's amount, and for another cause, a sentence."""
    SENTENCE = "sentence"
    """Grounds of the law, decisions, and what somebody is told in a letter."""
    SHORT = "short"
    """A reason in short, where one is given."""
    SAID = "said"
    """What somebody said, saw or notes besides, written down as it is: no reason for anything."""


COMMANDS: Final[Seam[str, Rule]] = Seam(
    "Which rule the free words of a command follow, by module and function.", beside="the functions"
)


def register(room: str, table: Mapping[str, Rule]) -> Mapping[str, Rule]:
    """A room says of each function that takes free words which rule they follow; ``room`` is the module that has it."""
    COMMANDS.register_all({f"{room}.{name}": rule for name, rule in table.items()})
    return table


ERRORS.register_all({"reason_says_nothing": 422})

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


def require(command: str, text: str, field: str, *, above: bool = False, cause: Cause | None = None) -> None:
    """Hold words against the rule that the function (``room.module.function``) declared."""
    hold(COMMANDS[command], text, field, above=above, cause=cause)


def hold(rule: Rule, text: str, field: str, *, above: bool = False, cause: Cause | None = None) -> None:
    """Hold words against a rule. ``above``: more is at stake than the property's amount. Problem
    ``reason_says_nothing``."""
    if rule is not Rule.SAID:
        check(text, field, sentence=above or rule is Rule.SENTENCE, cause=cause)


def check(text: str, field: str, *, sentence: bool, cause: Cause | None = None) -> None:
    """Problem ``reason_says_nothing``. ``sentence``: above the amount, or a ground of the law."""
    if suffices(cause, sentence=sentence):
        return
    whole = sentence or cause == OTHER
    words, letters = (SENTENCE_WORDS, SENTENCE_LETTERS) if whole else (SHORT_WORDS, SHORT_LETTERS)
    chosen = None if cause is None else CAUSES[cause]
    if not says_something(text, words=words, letters=letters, besides=chosen):
        raise Problem("reason_says_nothing", field, words=words, letters=letters)
