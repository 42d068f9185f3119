"""What a document of sic bo may say beside what every document says. Proved by
``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import UNSET, UnsetType

from games.engine.document import RuleBook
from games.engine.document_file import Part
from games.engine.schema import Choices, Positive, Schema
from games.engine.unfit import Unfit
from games.sicbo.layout import AreaRow, layout


class Shakes(Part, frozen=True, kw_only=True):
    least: Positive


class Tables(Part, frozen=True, kw_only=True):
    """``shakes``: how often the dice are shaken at least (7.2)."""

    shakes: Shakes


class SicBoChoices(Choices, frozen=True, kw_only=True):
    specific_double_wins_on_triple: bool
    void_without_ground: Literal["await_ruling", "as_thrown", "void"]
    shakes_counted: Literal["last_setting_off", "all_together"]
    ends_without_winners: Literal["losing_chips_taken", "closed"] | UnsetType = UNSET


def _reads(book: RuleBook) -> None:
    for spot, area in layout(book).items():
        if not area.prices:
            raise Unfit("never_won", f"bets[{area.kind}]", name=spot)


SCHEMA: Final = Schema(tables=Tables, choices=SicBoChoices, bets=AreaRow, reads=_reads)
