"""What the codes of cases are called, in Vietnamese and English: stages stand in ``case.allowed``, clocks in
``case.clocks``, bases of 8.4 and buttons in ``case.procedure``; here is the rest. Pure.

Proved by ``tests/disputes/test_words.py``, which asks for words for every value that a fact can hold.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text, figure, joined
from disputes.case.facts import Cause, Law, NoFootage
from games.words import remedies

_WORDS: Final = Catalogue(__file__)

REMEDIES: Final = {"none": _WORDS.text("remedies--none"), **remedies.KINDS}
ENDINGS: Final = _WORDS.table("endings")
RESULTS: Final = _WORDS.table("results")
SOURCES: Final = _WORDS.table("sources")
PARTIES: Final = _WORDS.table("parties")
EVIDENCE: Final = _WORDS.table("evidence")
REASONS_TO_PASS: Final = _WORDS.table("reasons-to-pass")
PAPERS: Final = _WORDS.table("papers")
MANNERS: Final = _WORDS.table("manners")
LEFT_STEPS: Final = _WORDS.table("left-steps")
"""Kind of a step before a case closes -> what stands before the money or paper that it is about."""
HOW: Final = _WORDS.table("how")
GIVEN_UP: Final = {code: remedies.BECAME[code] for code in ("waived", "uncollectable")}
LANGUAGES: Final = _WORDS.table("languages")
"""The two of the house, and those in which a guest's paper was asked for so far."""
GROUNDS: Final = _WORDS.table("grounds")
LAWS: Final[dict[Law, Text]] = _WORDS.table("laws")
"""Grounds of the law, as they are chosen."""
BEFORE_THE_TERM: Final[frozenset[Law]] = frozenset(("unlawful", "court_order", "authority_order"))
"""Those that count while a record's term still runs: keeping it is a duty of the house by law, which neither a request
nor a consent withdrawn ends."""
CAUSES: Final[dict[Cause, Text]] = _WORDS.table("causes")
NO_FOOTAGE: Final[dict[NoFootage, Text]] = _WORDS.table("no-footage")
MEASURES: Final = _WORDS.table("measures")
SCANS: Final = _WORDS.table("scans")


def language(code: str) -> Text:
    """What a language is called; one that has no name here yet, by its code."""
    return LANGUAGES.get(code, Text(code.upper(), code.upper()))


def span(length: timedelta) -> Text:
    """A length of time as people say it, in its two largest units: "2 ngày 3 giờ", "45 phút". Less than a minute is
    "dưới 1 phút"; the sign is not said."""
    minutes = int(abs(length).total_seconds()) // 60
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    parts = [("day", "days", days), ("hour", "hours", hours), ("minute", "minutes", minutes)]
    first = next((place for place, (_one, _many, n) in enumerate(parts) if n), None)
    if first is None:
        return _WORDS.text("under-a-minute")
    told = [_WORDS.text(one if n == 1 else many, n=n) for one, many, n in parts[first : first + 2] if n]
    return joined(told, " ")


def size(count: int) -> Text:
    """A number of bytes as people say it: "18 kB", "2,4 MB"."""
    if count < 1_000:
        return _WORDS.text("n-bytes", n=count)
    if count < 1_000_000:
        return _WORDS.text("n-kb", n=round(count / 1_000))
    return figure(f"{count / 1_000_000:.1f} MB")
