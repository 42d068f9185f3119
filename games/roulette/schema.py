"""What a document of roulette may say beside what every document says. Proved by
``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import UNSET, UnsetType

from casino.core.posts import Post
from games.engine.document_file import Part
from games.engine.schema import Choices, Positive, Schema
from games.roulette.layout import Numbers, SpotRow, layout


class Revolutions(Part, frozen=True, kw_only=True):
    least: Positive


class PaidOtherwise(Part, frozen=True, kw_only=True):
    numbers: Numbers


class Tables(Part, frozen=True, kw_only=True):
    """``revolutions``: how often the ball goes round at least (7.2); ``paid_otherwise``: the numbers for which winners
    are paid in another order (6.5.2)."""

    revolutions: Revolutions | UnsetType = UNSET
    paid_otherwise: PaidOtherwise | UnsetType = UNSET


class RouletteChoices(Choices, frozen=True, kw_only=True):
    management: Post
    late_or_missing_no_spin_call: Literal["await_ruling", "as_spun", "void"]
    suspicion_called_by_others: Literal["await_ruling", "void"]
    ends_without_winners: Literal["losing_chips_taken", "closed"] | UnsetType = UNSET


SCHEMA: Final = Schema(tables=Tables, choices=RouletteChoices, bets=SpotRow, reads=layout)
