"""The theoretical win of every kind of bet: against published figures, figures found by other means, and the judges."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from games import catalogue
from games.baccarat.cards import draw_tables
from games.baccarat.edge import edges as of_baccarat
from games.baccarat.edge import every_deal
from games.catalogue import all_books, shipped
from games.engine.judgement import LOST, NOTHING_RECORDED, PUSH, REFUSED, WON, BetResult, Settlement
from games.maubinh.edge import theory as of_maubinh
from games.niuniu.edge import PAIRS, pairs
from games.niuniu.edge import edges as of_niuniu
from games.niuniu.hands import ranks
from games.roulette import edge as roulette
from games.roulette.layout import layout
from games.sicbo.edge import edges as of_sicbo
from tests.engine.choices import with_choices
from tests.exhaustive.test_niuniu import ANTE_ALONE, STRONGEST_FIRST, WITH_DOUBLE
from tests.exhaustive.test_sicbo import PUBLISHED

BACCARAT = shipped().by_id("baccarat.2024-10-01")
NIUNIU = shipped().by_id("niuniu.2024-07-09")
SICBO = shipped().by_id("sicbo.2020-06-13")


def percent(edge: Fraction) -> float:
    return round(float(edge) * 100, 4)


def test_every_spot_of_roulette_keeps_one_of_37() -> None:
    for book in all_books():
        if book.game == "roulette":
            assert {roulette.edge(place) for place in layout(book).values()} == {Fraction(1, 37)}


@pytest.mark.parametrize("spot", list(PUBLISHED))
def test_areas_of_sic_bo_keep_what_is_published(spot: str) -> None:
    assert f"{float(of_sicbo(SICBO)[spot] * 100):.2f}" == PUBLISHED[spot][1]


def test_baccarat_keeps_what_is_published() -> None:
    """M. Shackleford, wizardofodds.com/games/baccarat, eight decks."""
    told = {kind: percent(edge) for kind, edge in of_baccarat(BACCARAT, 8, commission=True).items()}
    assert told == {
        "player": 1.2351,
        "banker": 1.0579,
        "tie": 14.3596,
        "player_pair": 10.3614,
        "banker_pair": 10.3614,
        "lucky6": 16.6836,
    }
    assert percent(of_baccarat(BACCARAT, 8, commission=False)["banker"]) == 1.4581


def test_all_deals_of_other_shoes_as_published() -> None:
    """wizardofodds.com/games/baccarat/one-to-twelve-decks."""
    counted = every_deal(draw_tables(BACCARAT), 6)
    assert sum(ways for (ours, theirs, *_), ways in counted.items() if ours > theirs) == 392_220_492_728_832
    assert sum(ways for (ours, theirs, *_), ways in counted.items() if ours == theirs) == 83_552_962_932_288


def test_niu_niu_keeps_what_was_found_by_other_means() -> None:
    edges = of_niuniu(NIUNIU)
    assert edges["ante"] == ANTE_ALONE
    assert edges["ante"] + 2 * edges["double"] + 4 * edges["additional"] == WITH_DOUBLE
    names = [rank.name for rank in ranks(NIUNIU).values()]
    assert set(names) == set(STRONGEST_FIRST)
    assert sum(pairs(one, other) for one in names for other in names) == PAIRS


def test_commission_on_stakes_costs_a_double_less() -> None:
    literal = of_niuniu(with_choices(NIUNIU, commission_base="stakes"))
    assert literal["ante"] == ANTE_ALONE
    assert literal["double"] < of_niuniu(NIUNIU)["double"]


def result(outcome: str, commission: int = 0, in_play: int = 1000) -> BetResult:
    settlement = Settlement(outcome, 1000, in_play, 0, 0, 0, commission, 0, 1, ())  # type: ignore[arg-type]
    return BetResult("b", "player", settlement, NOTHING_RECORDED, 0)


def test_only_what_plays_is_expected_of() -> None:
    class State:
        terms = None

    edge = of_baccarat(BACCARAT, 8, commission=True)["player"]
    theory = catalogue.GAMES["baccarat"].chance.theory  # type: ignore[union-attr]
    assert theory(State(), result(WON), BACCARAT) == edge * 1000
    assert theory(State(), result(LOST, in_play=400), BACCARAT) == edge * 400
    assert theory(State(), result(PUSH, in_play=0), BACCARAT) == edge * 1000
    assert theory(State(), result(REFUSED, in_play=0), BACCARAT) == 0
    insured = msgspec.structs.replace(result(WON), kind="insurance_banker")
    assert theory(State(), insured, BACCARAT) is None


def test_mau_binh_has_its_commission_for_certain() -> None:
    book = shipped().by_id("maubinh.2020-01-01")
    assert of_maubinh(None, result(WON, commission=37), book) == 37
    assert of_maubinh(None, result(LOST), book) == 0
