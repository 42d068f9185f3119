"""What a document of niu niu may say beside what every document says. Proved by
``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from casino.core.posts import Post
from games.engine.document import odds_of
from games.engine.document_file import Named, Part
from games.engine.schema import Choices, Percent, Positive, Schema
from games.engine.unfit import Unfit
from games.niuniu.facts import Class
from games.niuniu.prices import prices


class Units(Part, frozen=True, kw_only=True):
    ante: Positive
    double: Positive
    additional: Positive


class Boxes(Part, frozen=True, kw_only=True):
    most: Positive


class RankRow(Named, frozen=True, kw_only=True):
    name: Class = msgspec.field(name="class")
    row: str
    clause: str


class Payout(Part, frozen=True, kw_only=True):
    ante: str
    double: str
    commission: bool

    def __post_init__(self) -> None:
        odds_of(self.ante, ".ante")
        odds_of(self.double, ".double")


class Loss(Part, frozen=True, kw_only=True):
    """The part of Additional that a loss takes, as a fraction."""

    part: Annotated[str, Meta(pattern=r"^(0|1|[1-9][0-9]?/[1-9][0-9]?)\Z")]
    clause: str

    def __post_init__(self) -> None:
        part, _stroke, whole = self.part.partition("/")
        if int(part) > int(whole or 1):
            raise Unfit("not_offered", ".part", name=self.part)


class Commission(Part, frozen=True, kw_only=True):
    percent: Percent
    clauses: tuple[str, ...]


class Tables(Part, frozen=True, kw_only=True):
    """``boxes``: on how many a player may bet (4.6)."""

    units: Units
    boxes: Boxes | UnsetType = UNSET
    ranks: tuple[RankRow, ...]
    payout: dict[str, Payout]
    additional_loss: dict[str, Loss]
    commission: Commission

    def __post_init__(self) -> None:
        """Every class has its place in the order and its row in both tables of money, and nothing else has."""
        if missing := sorted(set(get_args(Class)) - {rank.name for rank in self.ranks}):
            raise Unfit("missing", ".ranks", name=missing[0])
        rows = {rank.row for rank in self.ranks}
        for place, table in ((".payout", self.payout), (".additional_loss", self.additional_loss)):
            if unlike := sorted(rows ^ table.keys()):
                raise Unfit("no_row", place, name=unlike[0])


class Multiples(Part, frozen=True, kw_only=True):
    double: Positive
    additional: Positive


class NiuNiuChoices(Choices, frozen=True, kw_only=True):
    management: Post
    house: Post
    commission_base: Literal["winnings", "stakes"]
    maximum_multiples_of_ante: Multiples
    irregular_box: Literal["returned", "as_laid"]
    void_without_ground: Literal["await_ruling", "as_dealt", "void"]
    not_dealt_again: Literal["as_dealt", "await_ruling"]
    dealt_again_wrongly: Literal["first_deal", "last_deal"]
    cards_shown_against_dealt: Literal["shown", "dealt"]
    boxes_numbered: Literal["clockwise", "anticlockwise"]
    barring_lasts: Literal["session", "round"]


SCHEMA: Final = Schema(tables=Tables, choices=NiuNiuChoices, bets=None, reads=prices)
