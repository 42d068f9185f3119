"""The layout against published counts and against independent descriptions of its geometry (4.1, 6.1, 6.2)."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from casino.core.money import Odds
from games.catalogue import shipped
from games.roulette.layout import BLACK, RED, WHEEL, Place, colour, find_place, layout, positions, rows

BOOK = shipped().by_id("roulette.2020-06-13")
PLACES = layout(BOOK)


def test_counts_of_each_kind() -> None:
    """The single-zero layout as published everywhere: 57 splits, 12 streets, 22 corners, 11 six lines among 1 to 36,
    and with zero three splits, two threes and one four."""
    assert Counter(p.kind for p in PLACES.values()) == {
        "straight": 37,
        "split": 57 + 3,
        "street": 12 + 2,
        "corner": 22 + 1,
        "six_line": 11,
        "column": 3,
        "dozen": 3,
        **dict.fromkeys(("low", "high", "red", "black", "odd", "even"), 1),
    }


def test_4_1_1_2_colours_alternate_around_the_wheel() -> None:
    assert sorted(WHEEL) == list(range(37))
    ring = [colour(n) for n in WHEEL[1:]]
    assert set(ring[0::2]) == {"red"}
    assert set(ring[1::2]) == {"black"}
    assert len(RED) == len(BLACK) == 18


def _row_column(n: int) -> tuple[int, int]:
    return (n - 1) // 3, (n - 1) % 3


@pytest.mark.parametrize("spot", [s for s, p in PLACES.items() if p.kind in ("split", "corner", "street", "six_line")])
def test_inside_spots_are_neighbours_on_the_felt(spot: str) -> None:
    """Drawn as a grid of three columns, the numbers of a spot form the rectangle that its chip touches."""
    place = PLACES[spot]
    if 0 in place.pockets:
        assert spot in {"split:0-1", "split:0-2", "split:0-3", "street:0-1-2", "street:0-2-3", "corner:0-1-2-3"}
        return
    rows = sorted({_row_column(n)[0] for n in place.pockets})
    columns = sorted({_row_column(n)[1] for n in place.pockets})
    assert rows == list(range(rows[0], rows[-1] + 1))
    assert columns == list(range(columns[0], columns[-1] + 1))
    assert len(rows) * len(columns) == len(place.pockets)
    shape = (len(rows), len(columns))
    assert (
        shape
        in {
            "split": [(1, 2), (2, 1)],
            "street": [(1, 3)],
            "corner": [(2, 2)],
            "six_line": [(2, 3)],
        }[place.kind]
    )


@pytest.mark.parametrize(
    "spot",
    [
        *("split:3-4", "split:1-9", "split:0-4", "split:5-5", "split:7"),
        *("street:2-3-4", "street:0-1-3", "corner:3-4-6-7", "corner:0-1-2-4"),
        *("six_line:2-3-4-5-6-7", "straight:37", "column:4", "dozen:0"),
        *("straight:00", "straight:000", "split:0-00", "split:00-3", "street:00-1-2", "corner:03-02-01-00"),
        *("no-bet", "split:8-x", "split:8-", "straight:", "red:9", "red:", "column:x", "", "-", "split:08-8"),
    ],
)
def test_4_2_spots_that_the_layout_does_not_have(spot: str) -> None:
    assert find_place(spot, PLACES) is None


def test_numbers_may_be_written_in_any_order() -> None:
    assert find_place("corner:5-4-2-1", PLACES) is PLACES["corner:1-2-4-5"]


@pytest.mark.parametrize(
    ("written", "spot"),
    [
        *(("straight:09", "straight:9"), ("straight:0", "straight:0"), ("column:03", "column:3")),
        *(("dozen:01", "dozen:1"), ("split:08-09", "split:8-9"), ("split:9-08", "split:8-9")),
        *(("split:12-09", "split:9-12"), ("corner:03-02-01-0", "corner:0-1-2-3")),
    ],
)
def test_numbers_may_be_written_with_a_zero_before_them(written: str, spot: str) -> None:
    assert find_place(written, PLACES) is PLACES[spot]


@pytest.mark.parametrize(
    ("spot", "clause"),
    [
        ("straight:0", "6.2.1"),
        *((f"split:0-{n}", "6.2.1") for n in (1, 2, 3)),
        *((spot, "6.2") for spot in ("street:0-1-2", "street:0-2-3", "corner:0-1-2-3")),
    ],
)
def test_6_2_1_names_zero_and_its_splits_6_2_every_combination_when_zero_comes_up(spot: str, clause: str) -> None:
    place = PLACES[spot]
    assert place.won_on_zero == (*place.won, clause)
    assert not {"6.2", "6.2.1"} & set(place.won)


def test_columns_and_dozens_cover_what_they_say() -> None:
    assert PLACES["column:1"].pockets == (1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34)
    assert PLACES["dozen:3"].pockets == tuple(range(25, 37))
    assert all(0 not in PLACES[s].pockets for s in ("low", "even", "column:1", "dozen:1"))


def test_4_1_1_each_pocket_has_its_colour() -> None:
    assert Counter(map(colour, range(37))) == {"green": 1, "red": 18, "black": 18}
    assert colour(0) == "green"
    assert {n for n in range(37) if colour(n) == "red"} == RED


def test_4_2_the_inside_spots_are_listed_once_each() -> None:
    kinds = ("straight", "split", "street", "corner", "six_line")
    listed = [(kind, pockets) for kind in kinds for _spot, pockets in positions(rows(BOOK)[kind])]
    assert len(listed) == len(set(listed)) == 37 + 60 + 14 + 23 + 11
    assert {n for _, pockets in listed for n in pockets} == set(range(37))
    split_in_a_street = {pockets for kind, pockets in listed if kind == "split" and 0 not in pockets}
    assert all(high - low == 3 or (high - low == 1 and low % 3 != 0) for low, high in split_in_a_street)
    assert all(pockets[0] % 3 == 1 for kind, pockets in listed if kind in ("street", "six_line") and 0 not in pockets)


def test_6_1_a_place_says_what_it_covers_and_what_it_pays() -> None:
    """Laid out anew: for a document that nobody has asked about."""
    later = msgspec.structs.replace(BOOK, odds={**BOOK.odds, "split": Odds.parse("2:35")})
    assert layout(later)["split:0-2"] == Place(
        kind="split",
        pockets=(0, 2),
        mask=0b101,
        profit=35,
        stake=2,
        won=("6.1.2.1", "5.1.b"),
        won_on_zero=("6.1.2.1", "5.1.b", "6.2.1"),
        lost=("6.1.2.2",),
        lost_to_zero=("6.1.2.2", "6.2"),
        order=6,
        order_low=(8,),
    )
