"""What a document of mậu binh may say beside what every document says. Proved by
``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from games.engine.document_file import Named, Part
from games.engine.schema import Choices, Multiple, Percent, Positive, Schema
from games.engine.unfit import Unfit
from games.maubinh.lanes import multiples_of
from games.maubinh.special import KINDS

Class = Literal[
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pairs",
    "pair",
    "high_card",
]
Rank = Literal["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


class Arrangement(Part, frozen=True, kw_only=True):
    seats: Annotated[int, Meta(ge=2, le=4)]
    front: Literal[3]
    middle: Literal[5]
    back: Literal[5]
    arrange_seconds: Positive
    show_seconds: Positive


class Ranks(Part, frozen=True, kw_only=True):
    """Cards and classes, the highest first."""

    cards: tuple[Rank, ...]
    classes: tuple[Class, ...]
    front_classes: tuple[Class, ...]

    def __post_init__(self) -> None:
        for place, kinds, listed in ((".cards", Rank, self.cards), (".classes", Class, self.classes)):
            every = set(get_args(kinds))
            if missing := sorted(every - set(listed)):
                raise Unfit("missing", place, name=missing[0])
            if len(listed) > len(every):
                raise Unfit("not_offered", place, name=", ".join(listed))


class Multiples(Part, frozen=True, kw_only=True):
    front: dict[Class, Multiple]
    middle: dict[Class, Multiple]
    back: dict[Class, Multiple]
    otherwise: Multiple


class Shooting(Part, frozen=True, kw_only=True):
    factor: Multiple
    clause: str


class HomeRun(Part, frozen=True, kw_only=True):
    factor: Multiple
    adds_stakes: Multiple
    clause: str


class Commission(Part, frozen=True, kw_only=True):
    percent: Percent
    clauses: tuple[str, ...]


class SpecialRow(Named, frozen=True, kw_only=True):
    name: str
    multiple: Multiple

    def __post_init__(self) -> None:
        if self.name not in KINDS:
            raise Unfit("not_offered", ".name", name=self.name)


class Tables(Part, frozen=True, kw_only=True):
    arrangement: Arrangement
    ranks: Ranks
    multiples: Multiples
    shooting: Shooting
    home_run: HomeRun
    commission: Commission
    special: tuple[SpecialRow, ...]


class LaneOrder(Part, frozen=True, kw_only=True):
    missing_card: Literal["loses", "not_compared"]
    middle_equal_to_back: Literal["foul", "allowed"]


class DisputeSection(Part, frozen=True, kw_only=True):
    game: str
    section: str


class MadeOf(Part, frozen=True, kw_only=True):
    four_of_a_kind_as_two_pairs: bool
    three_card_front: tuple[Literal["three_straight_flushes", "three_straights", "three_flushes"], ...]


class MauBinhChoices(Choices, frozen=True, kw_only=True):
    date_of_effect: str
    dispute_section: DisputeSection
    ante: Literal["one_for_all_seats", "each_its_own"]
    lane_order: LaneOrder
    multiples: tuple[Literal["multiples", "special"], ...]
    special_hands_made_of: MadeOf
    ace_to_five_straight: Literal["lowest", "second_highest"]
    foul_hand: Literal["loses_every_lane_and_is_shot", "loses_every_lane"]
    shooting: Literal["must", "may"] | UnsetType = UNSET
    home_run: Literal["doubles_again", "adds_two_stakes"]
    best_arrangement: Literal["lanes", "lanes_and_shooting"]
    late_arrangement: Literal["arranged_by_system", "stands"]
    misdeal: Literal["void", "no_result"]


SCHEMA: Final = Schema(tables=Tables, choices=MauBinhChoices, bets=None, reads=multiples_of)
