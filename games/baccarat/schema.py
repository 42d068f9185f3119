"""What a document of baccarat may say beside what every document says. Proved by
``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from casino.core.posts import Post
from games.baccarat.facts import Side, Stage
from games.baccarat.layout import KindRow, Points, layout
from games.engine.document import odds_of
from games.engine.document_file import Part
from games.engine.schema import Choices, Schema

Value = Annotated[int, Meta(ge=1, le=10)]
"""Of a third card as Table 2 prints it: ten for ten, jack, queen and king."""
Total = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]


class Variants(Part, frozen=True, kw_only=True):
    words: tuple[str, ...]


class Shoe(Part, frozen=True, kw_only=True):
    default_decks: Annotated[int, Meta(ge=1, le=16)]


class PlayerDraws(Part, frozen=True, kw_only=True):
    draw: tuple[Points, ...]
    stand: tuple[Points, ...]
    natural: tuple[Points, ...]


class BankerDrawsAlone(Part, frozen=True, kw_only=True):
    draw: tuple[Points, ...]


class Insured(Part, frozen=True, kw_only=True):
    """A row of 6.4.6: the points of the hand insured, and of the other, at which it can be."""

    side: Side
    stage: Stage
    own_points: tuple[Points, ...]
    other_points: tuple[Points, ...]
    odds: str

    def __post_init__(self) -> None:
        odds_of(self.odds, ".odds")


class TiePaid(Part, frozen=True, kw_only=True):
    side: Side
    stage: Stage
    points: Points
    odds: str
    clause: str

    def __post_init__(self) -> None:
        odds_of(self.odds, ".odds")


class Tables(Part, frozen=True, kw_only=True):
    variants: Variants
    shoe: Shoe
    player_draws: PlayerDraws
    banker_draws: dict[Total, tuple[Value, ...]]
    banker_draws_player_stands: BankerDrawsAlone
    insurance: tuple[Insured, ...]
    insurance_tie_paid: TiePaid


class BaccaratChoices(Choices, frozen=True, kw_only=True):
    """``below_minimum_counted_for`` was a list of what it went by before it was a reading."""

    house: Post
    bets_allowed_late: tuple[Literal["insurance"], ...]
    insurance_without_offer: Literal["counts", "refused"] | UnsetType = UNSET
    lucky6_on: Literal["banker_wins", "banker_total"] | UnsetType = UNSET
    insurance_main_bet: Literal["in_play", "placed"]
    waived_insurance: Literal["all_further", "after_third_card"] | UnsetType = UNSET
    below_minimum_counted_for: Literal["gaming_day", "for_good"] | tuple[Literal["player", "table", "gaming_day"], ...]
    below_minimum_counted_on: Literal["paid_or_collected", "settled"]
    differential_reading: Literal["larger_side_pro_rata", "each_area_pro_rata"]
    exposed_unless_said: bool
    unexposed_card_drawn: Literal["opens_next_round", "burned"]
    missing_third_card: Literal["await", "as_dealt"]
    unsettled_call: Literal["await", "void"]
    late_insurance_until: Literal["card_to_come", "result_announced"]
    squeeze_right: Literal["side", "table"]
    limits_go_by: Literal["player_and_area", "bet"]
    void_against_cards: Literal["await", "void"]


SCHEMA: Final = Schema(tables=Tables, choices=BaccaratChoices, bets=KindRow, reads=layout)
