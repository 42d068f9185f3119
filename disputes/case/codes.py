"""The codes of what a case has: E1, E2 … for evidence, S for statements, and so on. Pure.

Proved by ``tests/disputes/case/test_state.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.events import Fact
from disputes.case import facts as f

_LETTERS: Final[dict[type[Fact], tuple[tuple[str, str], ...]]] = {
    f.StatementTaken: (("statement", "S"),),
    f.RemedyProposed: (("proposal", "O"),),
    f.EvidenceAdded: (("evidence", "E"),),
    f.FootageAsked: (("request", "F"),),
    f.Decided: (("decision", "D"),),
    f.ComplaintDecided: (("decision", "D"),),
    f.PaperIssued: (("paper", "L"),),
}
"""Fact -> its fields with a code, and the letter of each."""


def numbers_given(fact: Fact) -> list[tuple[str, int]]:
    """Letter and number of each code that a fact gives."""
    return [(letter, number_of(getattr(fact, name))) for name, letter in _LETTERS.get(type(fact), ())]


def number_of(code: str) -> int:
    """The number of a code: of E12 the 12."""
    digits = code[1:]
    return int(digits) if digits.isdigit() else 0
