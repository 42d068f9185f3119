"""Mậu binh: what the house has of a deal is the commission on what seats won from one another (C.11).

The players play among themselves: chance and skill decide who pays whom, and how much, but not whether the house wins.
So its theoretical win is the commission due on what was won, whatever strategy anybody followed. Proved by
``tests/fairness/test_theory.py``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from games.engine.document import RuleBook
from games.engine.judgement import BetResult


def theory(_state: Any, result: BetResult, _book: RuleBook) -> Fraction | None:
    """The commission due of a seat."""
    return Fraction(result.settlement.commission_minor)
