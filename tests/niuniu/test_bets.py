"""2.2, 4.4 to 4.8, 7.6: what of a box plays, at the edges that the golden rounds do not show."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.catalogue import shipped
from games.engine.fold import fold
from games.engine.steps import Findings
from games.engine.table import TableTerms
from games.niuniu.bets import BoxBets, laid_boxes
from games.niuniu.facts import NiuNiuRound
from tests.engine.choices import with_choices
from tests.niuniu.test_deal import Told, tell

BOOK = shipped().by_id("niuniu.2024-07-09")
CALL: Told = ("betting_closed", {})
CARD: Told = ("cards_dealt", {"to": "box1", "cards": ["AS"]})
SHOWN: Told = ("hand_shown", {"hand": "box1", "cards": ["AS"]})


def bet(name: str, kind: str, stake: int, box: str = "box1", player: str | None = "P1", **more: Any) -> Told:
    return "bet_placed", {"bet": name, "box": box, "kind": kind, "stake_minor": stake, "player": player, **more}


def lay(*facts: Told, limits: dict[str, tuple[int, int]] | None = None) -> tuple[dict[str, BoxBets], Findings]:
    state = fold("round/NN01/1", tell([("round_opened", {}), *facts]))
    assert isinstance(state, NiuNiuRound)
    state.terms = TableTerms(table="NN01", limits=limits or {})
    return laid_boxes(state, BOOK)


def codes(findings: Findings) -> list[str]:
    return [finding.code for finding in findings]


def test_a_whole_box_plays_ante_first() -> None:
    boxes, findings = lay(bet("x", "additional", 400), bet("d", "double", 200), bet("a", "ante", 100), CALL)
    assert [each.bet for each in boxes["box1"].valid] == ["a", "d", "x"]
    assert findings == ()


def test_a_box_is_judged_by_what_lay_there_at_the_call() -> None:
    """Changed in time to twice the Ante: right; the same after the call: settled as it lay, and wrong."""
    change: Told = ("bet_changed", {"bet": "d", "stake_minor": 200})
    placed = [bet("a", "ante", 100), bet("d", "double", 100), bet("x", "additional", 400)]
    assert codes(lay(*placed, change, CALL)[1]) == []
    boxes, findings = lay(*placed, CALL, change)
    assert codes(findings) == ["changed_after_call", "wrong_double", "wrong_additional"]
    assert boxes["box1"].valid == ()
    assert boxes["box1"].bets[0].refused == ("2.2.2", "2.2.3", "4.5.3")


def test_a_bet_taken_back_in_time_leaves_the_box() -> None:
    boxes, findings = lay(bet("a", "ante", 100), ("bet_withdrawn", {"bet": "a"}), CALL)
    assert (boxes, findings) == ({}, ())


def test_moved_to_another_box_in_time() -> None:
    boxes, findings = lay(bet("a", "ante", 100), ("bet_changed", {"bet": "a", "box": "box4"}), CALL)
    assert list(boxes) == ["box4"]
    assert findings == ()


def test_4_5_4_one_player_may_not_add_a_second_ante() -> None:
    assert codes(lay(bet("a", "ante", 100), bet("b", "ante", 100), CALL)[1]) == ["second_bet_on_box"]


def test_4_5_4_a_bet_without_a_player_belongs_to_whoever_bets_on_the_box() -> None:
    placed = [bet("a", "ante", 100), bet("d", "double", 200, player=None), bet("x", "additional", 400, player=None)]
    assert codes(lay(*placed, CALL)[1]) == []


def test_4_6_only_boxes_on_which_a_bet_was_accepted_count() -> None:
    """A box left in time, or bet on too late, is no box of that player."""
    left: Told = ("bet_withdrawn", {"bet": "a"})
    three = [bet("a", "ante", 100, "box1"), bet("b", "ante", 100, "box2"), bet("c", "ante", 100, "box3")]
    assert codes(lay(*three, CALL)[1]) == ["third_box"]
    assert codes(lay(*three, left, CALL)[1]) == []
    assert codes(lay(*three[:2], CALL, three[2])[1]) == ["late_bet"]


def test_4_6_boxes_without_a_known_player_are_not_counted() -> None:
    placed = [bet(str(n), "ante", 100, f"box{n}", None) for n in range(1, 5)]
    assert codes(lay(*placed, CALL)[1]) == []


def test_4_8_a_late_double_leaves_the_ante_alone() -> None:
    boxes, findings = lay(bet("a", "ante", 100), CALL, bet("d", "double", 200), bet("x", "additional", 400))
    assert [each.bet for each in boxes["box1"].valid] == ["a"]
    assert codes(findings) == ["late_bet", "late_bet"]


def test_4_4_chips_alone_make_a_bet() -> None:
    boxes, findings = lay(bet("a", "ante", 100, with_chips=False), bet("b", "ante", 100, "box2", with_chips=True), CALL)
    assert boxes["box1"].valid == ()
    assert boxes["box1"].bets[0].refused == ("4.4",)
    assert codes(findings) == ["bet_without_chips"]


@pytest.mark.parametrize(
    ("limits", "in_play", "found"),
    [
        ({}, [150, 300, 600], []),
        ({"ante": (10, 150)}, [150, 300, 600], []),
        ({"ante": (10, 100)}, [100, 200, 400], ["above_maximum"] * 3),
        ({"ante": (10, 100), "double": (10, 250)}, [100, 250, 400], ["above_maximum"] * 3),
        ({"*": (10, 200)}, [150, 300, 600], []),
        ({"*": (10, 100)}, [100, 200, 400], ["above_maximum"] * 3),
        ({"*": (10, 100), "double": (10, 250)}, [100, 250, 400], ["above_maximum"] * 3),
        ({"*": (200, 500)}, [150, 300, 600], ["below_minimum"]),
        ({"ante": (10, 200), "*": (10, 250)}, [150, 250, 250], ["above_maximum"] * 2),
        ({"ante": (200, 500)}, [150, 300, 600], ["below_minimum"]),
        ({"double": (10, 200)}, [150, 200, 600], ["above_maximum"]),
    ],
)
def test_7_6_limits(limits: dict[str, tuple[int, int]], in_play: list[int], found: list[str]) -> None:
    placed = [bet("a", "ante", 150), bet("d", "double", 300), bet("x", "additional", 600)]
    boxes, findings = lay(*placed, CALL, limits=limits)
    assert [each.in_play_minor for each in boxes["box1"].valid] == in_play
    assert codes(findings) == found


def test_7_6_a_box_that_goes_back_has_no_limits() -> None:
    assert codes(lay(bet("d", "double", 10**6), CALL, limits={"*": (1, 10)})[1]) == ["ante_missing", "wrong_additional"]


def test_units_are_read_from_the_document() -> None:
    state = fold("round/NN01/1", tell([("round_opened", {}), bet("a", "ante", 100), bet("d", "double", 300), CALL]))
    assert isinstance(state, NiuNiuRound)
    units = {"ante": 1, "double": 3, "additional": 6}
    book = msgspec.structs.replace(BOOK, tables={**BOOK.tables, "units": units})
    assert codes(laid_boxes(state, book)[1]) == ["wrong_additional"]


@pytest.mark.parametrize(
    ("before", "clause", "forbade"),
    [
        ((CALL, CARD), "4.7", 4),
        ((CARD, CALL), "4.7", 3),
        ((CARD,), "4.7", 3),
        ((SHOWN, CALL), "4.7", 3),
        ((CALL,), "4.8", 3),
    ],
)
def test_4_7_and_4_8_a_late_bet_rests_on_what_forbade_it(before: tuple[Told, ...], clause: str, forbade: int) -> None:
    """After the call 4.8, from the first card on 4.7, called or not."""
    findings = lay(bet("a", "ante", 100), *before, bet("b", "ante", 100, "box2", "P2"))[1]
    late = 3 + len(before)
    assert [(f.code, f.clauses, f.versions) for f in findings if f.subject == "b"] == [
        ("late_bet", (clause,), (late, forbade))
    ]


def test_4_7_and_4_8_a_change_rests_on_what_forbade_it() -> None:
    raised: Told = ("bet_changed", {"bet": "a", "stake_minor": 500})
    gone: Told = ("bet_withdrawn", {"bet": "a"})
    findings = lay(bet("a", "ante", 100), CALL, raised, CARD, raised, gone)[1]
    assert [(f.code, f.clauses) for f in findings if f.subject == "a"] == [
        ("changed_after_call", ("4.8",)),
        ("changed_after_call", ("4.7",)),
        ("withdrawn_after_call", ("4.7",)),
    ]


@pytest.mark.parametrize("chips", [None, False])
def test_4_8_a_refused_bet_lies_as_it_was_changed_and_is_found_once(chips: bool | None) -> None:
    placed = bet("b", "ante", 100, "box2", "P2", with_chips=chips)
    change: Told = ("bet_changed", {"bet": "b", "stake_minor": 300})
    order = (CALL, placed, change) if chips is None else (placed, CALL, change)
    boxes, findings = lay(*order)
    assert codes(findings) == ["late_bet" if chips is None else "bet_without_chips"]
    assert [(each.stake_minor, each.refused) for each in boxes["box2"].bets] == [
        (300, ("4.8",) if chips is None else ("4.4",))
    ]


def test_4_6_a_bet_that_was_changed_is_still_its_players() -> None:
    three = [bet(name, "ante", 100, f"box{n}") for n, name in enumerate("abc", start=1)]
    changes: list[Told] = [("bet_changed", {"bet": name, "stake_minor": 200}) for name in "abc"]
    assert codes(lay(*three, *changes, CALL)[1]) == ["third_box"]


def test_4_5_4_a_double_of_another_player_is_a_second_bet() -> None:
    placed = [bet("a", "ante", 100), bet("d", "double", 200, player="P2"), bet("x", "additional", 400)]
    assert codes(lay(*placed, CALL)[1]) == ["second_bet_on_box"]


@pytest.mark.parametrize(("stake", "found"), [(99, ["below_minimum"]), (100, []), (500, []), (501, ["above_maximum"])])
def test_7_6_least_and_most_themselves_are_within_the_limits(stake: int, found: list[str]) -> None:
    boxes, findings = lay(bet("a", "ante", stake), CALL, limits={"ante": (100, 500)})
    assert codes(findings) == found
    assert boxes["box1"].valid[0].extra == (("7.6",) if found else ())


def test_where_irregular_boxes_play_the_ante_still_comes_first() -> None:
    state = fold("round/NN01/1", tell([("round_opened", {}), bet("d", "double", 200), bet("a", "ante", 100), CALL]))
    assert isinstance(state, NiuNiuRound)
    boxes, _found = laid_boxes(state, with_choices(BOOK, irregular_box="as_laid"))
    assert [each.bet for each in boxes["box1"].valid] == ["a", "d"]


@pytest.mark.parametrize(("double", "additional", "found"), [(150, 300, []), (300, 300, ["wrong_double"])])
def test_the_ante_may_be_several_units(double: int, additional: int, found: list[str]) -> None:
    placed = [bet("a", "ante", 100), bet("d", "double", double), bet("x", "additional", additional)]
    state = fold("round/NN01/1", tell([("round_opened", {}), *placed, CALL]))
    assert isinstance(state, NiuNiuRound)
    units = {"ante": 2, "double": 3, "additional": 6 if double == 150 else 3}
    book = msgspec.structs.replace(BOOK, tables={**BOOK.tables, "units": units})
    assert codes(laid_boxes(state, book)[1]) == found


def test_before_the_call_every_bet_lies_in_time() -> None:
    change: Told = ("bet_changed", {"bet": "b", "stake_minor": 300})
    boxes, findings = lay(bet("a", "ante", 100), bet("b", "ante", 100, "box2", "P2"), change)
    assert findings == ()
    assert {each.bet: each.stake_minor for box in boxes.values() for each in box.valid} == {"a": 100, "b": 300}


def test_a_bet_taken_back_hides_no_other() -> None:
    boxes, findings = lay(bet("a", "ante", 100), bet("b", "ante", 100, "box2"), ("bet_withdrawn", {"bet": "a"}), CALL)
    assert (list(boxes), findings) == (["box2"], ())


def test_a_box_is_of_the_player_of_its_first_accepted_bet() -> None:
    unknown = bet("u", "ante", 100, player=None)
    called = bet("c", "ante", 100, player="P9", with_chips=False)
    first, second = bet("a", "ante", 100), bet("b", "ante", 100, player="P2")
    assert lay(first, second, CALL)[0]["box1"].player == "P1"
    assert lay(called, first, CALL)[0]["box1"].player == "P1"
    assert lay(unknown, second, CALL)[0]["box1"].player == "P2"
    assert lay(first, called, CALL)[0]["box1"].player == "P1"
    assert lay(called, CALL)[0]["box1"].player is None
