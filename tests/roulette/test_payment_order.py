"""The order in which winners are paid (6.3 to 6.5): each order as it should be, and each two neighbours exchanged."""

from __future__ import annotations

import msgspec
import pytest

from games.catalogue import shipped
from games.engine.document import RuleBook
from games.engine.judgement import Finding
from tests.golden.reader import HERE, NAMESPACE, Golden, Line

ABOVE_THREE = ("column:2", "low", "dozen:2", "six_line:13-14-15-16-17-18", "street:16-17-18", "corner:13-14-16-17",
               "split:14-17", "straight:17")  # fmt: skip
"""17 wins: columns, even chances, dozens, then by rising odds (6.3, 6.4)."""
TWO = ("column:2", "black", "dozen:1", "six_line:1-2-3-4-5-6", "corner:1-2-4-5", "street:1-2-3", "corner:0-1-2-3",
       "street:0-1-2", "split:0-2", "straight:2")  # fmt: skip
"""2 wins: first pass six lines, corners, streets (6.5.2.1); second pass the corner and the threes of zero, splits,
straights (6.5.2.2). Those of zero are named in both passes, and so is 1:8 at all (6.5.2.1.2, 6.5.2.2.1): an inner
corner may be paid in either."""
THREE = ("column:3", "low", "dozen:1", "six_line:1-2-3-4-5-6", "corner:2-3-5-6", "street:1-2-3", "corner:0-1-2-3",
         "street:0-2-3", "split:0-3", "straight:3")  # fmt: skip
FOUR = ("column:1", "low", "dozen:1", "six_line:1-2-3-4-5-6", "street:4-5-6", "corner:1-2-4-5", "split:4-5",
        "straight:4")  # fmt: skip
"""3 is the last number that is paid in two passes, 4 the first that is not."""
ORDERS = {17: ABOVE_THREE, 2: TWO, 3: THREE, 4: FOUR}


def out_of_order(
    pocket: int,
    spots: list[str],
    paid: list[str] | None = None,
    players: dict[str, str] | None = None,
    book: RuleBook | None = None,
) -> list[Finding]:
    """The findings on the order when these spots, all winning, are paid in this order (or as ``paid`` says; a spot with
    a minus before it is handed its stake back instead), under the document in force or a ``book``. ``players`` says
    whose a spot is, where it is somebody's."""
    golden = Golden(HERE / "order", "", {"game": "roulette", "opened": "2026-03-01T12:00:00+07:00"})

    def fact(seconds: float, name: str, **fields: object) -> None:
        golden.facts.append(Line(seconds, name, fields, NAMESPACE))

    fact(0, "round_opened")
    for index, spot in enumerate(spots):
        whose = {"player": players[spot]} if players and spot in players else {}
        fact(1, "bet_placed", bet=f"b{index}", spot=spot, stake_minor=1000, **whose)
    fact(20, "betting_closed")
    fact(40, "ball_dropped", pocket=pocket)
    for index, spot in enumerate(paid or spots):
        name = "stake_returned" if spot.startswith("-") else "payout_made"
        fact(50 + index, name, bet=f"b{spots.index(spot.removeprefix('-'))}", amount_minor=1000)
    judgement = golden.judge(book=book)
    assert all(result.settlement.outcome == "won" for result in judgement.results)
    return [finding for finding in judgement.findings if finding.code == "payment_order"]


@pytest.mark.parametrize("pocket", ORDERS)
def test_the_order_of_the_document_is_no_finding(pocket: int) -> None:
    assert out_of_order(pocket, list(ORDERS[pocket])) == []


@pytest.mark.parametrize(("pocket", "place"), [(p, n) for p, spots in ORDERS.items() for n in range(len(spots) - 1)])
def test_neighbours_exchanged_are_a_remark(pocket: int, place: int) -> None:
    spots = list(ORDERS[pocket])
    exchanged = spots[place], spots[place + 1]
    spots[place], spots[place + 1] = exchanged[::-1]
    if pocket <= 3 and (exchanged[1].startswith(("corner:0-", "street:0-")) or exchanged[0].startswith("corner:")):
        assert out_of_order(pocket, spots) == [], "right where it is paid in the other pass"
        return
    (finding,) = out_of_order(pocket, spots)
    assert finding.clauses == (("6.5.2",) if pocket <= 3 else ("6.3",))
    assert finding.amount_minor == 0


@pytest.mark.parametrize("kind", ["low", "high", "red", "black", "odd", "even"])
def test_even_chances_are_paid_together_after_columns_and_before_dozens(kind: str) -> None:
    pocket = {"low": 9, "high": 36, "red": 9, "black": 22, "odd": 9, "even": 22}[kind]
    column, dozen = f"column:{(pocket - 1) % 3 + 1}", f"dozen:{(pocket - 1) // 12 + 1}"
    assert out_of_order(pocket, [column, kind, dozen]) == []
    assert out_of_order(pocket, [kind, column]) != []
    assert out_of_order(pocket, [dozen, kind]) != []


@pytest.mark.parametrize("four", ["corner:0-1-2-3", "corner:1-0-2-3", "corner:3-2-1-0", "corner:0-01-02-03"])
@pytest.mark.parametrize("three", ["street:0-1-2", "street:2-1-0", "street:01-0-2"])
def test_6_5_2_zeros_own_corner_and_threes_come_second_however_they_are_written(four: str, three: str) -> None:
    assert out_of_order(2, ["corner:1-2-4-5", "street:1-2-3", four, three, "split:2-0"]) == []
    assert out_of_order(2, [four, "street:1-2-3", three]) == []
    assert out_of_order(2, ["corner:1-2-4-5", four, "street:1-2-3", three]) == []
    assert out_of_order(2, [four, "corner:1-2-4-5", three, "street:1-2-3"]) == []
    assert out_of_order(2, ["street:1-2-3", "corner:1-2-4-5"]) == [], "an inner corner may come in either pass"
    assert out_of_order(2, ["split:2-0", "corner:1-2-4-5"]) != [], "and not after the splits of the second one"
    assert out_of_order(2, [four, "six_line:1-2-3-4-5-6"]) != []
    assert out_of_order(2, ["split:2-0", three]) != []


def test_6_3_a_spot_whose_numbers_are_written_otherwise_has_the_same_rank() -> None:
    assert out_of_order(17, ["column:02", "dozen:02", "split:17-14", "straight:17"]) == []
    assert out_of_order(17, ["dozen:02", "column:02"]) != []


def test_a_second_payment_to_a_winner_is_not_out_of_order() -> None:
    assert out_of_order(17, ["column:2", "low"], ["column:2", "low", "column:2"]) == []


def test_chips_handed_back_are_no_payment() -> None:
    """The straight gets its stake back first; only the payments have an order, and that one is right."""
    spots = ["column:2", "straight:17"]
    assert out_of_order(17, spots, ["-straight:17", "column:2", "straight:17"]) == []
    assert out_of_order(17, spots, ["-column:2", "straight:17", "column:2"]) != []


P1_AND_P2 = {"six_line:1-2-3-4-5-6": "P1", "straight:2": "P1", "corner:1-2-4-5": "P2", "split:2-3": "P2"}


@pytest.mark.parametrize(
    ("paid", "players", "right"),
    [
        (["six_line:1-2-3-4-5-6", "straight:2", "corner:1-2-4-5", "split:2-3"], P1_AND_P2, True),
        (["corner:1-2-4-5", "split:2-3", "six_line:1-2-3-4-5-6", "straight:2"], P1_AND_P2, True),
        (["six_line:1-2-3-4-5-6", "corner:1-2-4-5", "split:2-3", "straight:2"], P1_AND_P2, True),
        (["straight:2", "six_line:1-2-3-4-5-6", "corner:1-2-4-5", "split:2-3"], P1_AND_P2, False),
        (["six_line:1-2-3-4-5-6", "straight:2", "split:2-3", "corner:1-2-4-5"], P1_AND_P2, False),
        (["six_line:1-2-3-4-5-6", "straight:2", "corner:1-2-4-5", "split:2-3"], {}, False),
        (["six_line:1-2-3-4-5-6", "straight:2", "corner:1-2-4-5"], {"straight:2": "P1", "corner:1-2-4-5": "P2"}, False),
        (["corner:1-2-4-5", "split:2-3", "black"], P1_AND_P2 | {"black": "P2"}, False),
        (["black", "split:2-3"], {"black": "P2", "split:2-3": "P2"}, True),
        (["split:2-3", "street:1-2-3", "black"], {"black": "P1", "street:1-2-3": "P1"}, False),
    ],
)
def test_6_4_who_wins_on_several_spots_may_be_paid_at_once(
    paid: list[str], players: dict[str, str], right: bool
) -> None:
    assert (out_of_order(2, paid, players=players) == []) == right


def test_6_4_is_about_the_numbers_of_6_5_2_alone() -> None:
    paid = ["street:4-5-6", "straight:4", "corner:1-2-4-5", "split:4-5"]
    whose = dict(zip(paid, ("P1", "P1", "P2", "P2"), strict=True))
    assert out_of_order(4, paid, players=whose) != []
    one_or_two = ["street:1-2-3", "straight:3", "corner:2-3-5-6", "split:2-3"]
    assert out_of_order(3, one_or_two, players=dict(zip(one_or_two, ("P1", "P1", "P2", "P2"), strict=True))) == []


def test_6_5_2_for_which_numbers_is_the_documents() -> None:
    """Up to three where a document of before does not list them."""
    book = shipped().by_id("roulette.2020-06-13")
    tables = {name: table for name, table in book.tables.items() if name != "paid_otherwise"}
    before = msgspec.structs.replace(book, tables=tables)
    assert out_of_order(2, list(TWO), book=before) == out_of_order(4, list(FOUR), book=before) == []
    four = msgspec.structs.replace(book, tables=tables | {"paid_otherwise": {"numbers": [4]}})
    (second_pass_early,) = out_of_order(2, list(TWO), book=four)
    assert second_pass_early.clauses == ("6.3",)
    assert out_of_order(17, list(ABOVE_THREE), book=four) == []
