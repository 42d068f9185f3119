"""Whose a bet is by the table's own record, in every game: the bet's own player, the seat or box, the colour chips."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from games.engine import bet_owner
from games.engine.fold import fold
from games.engine.table import ColourSet, TableTerms
from tests.golden.reader import Golden, Line, all_golden

GAMES = ("roulette", "sicbo", "baccarat", "niuniu", "maubinh")


def some(game: str) -> Golden:
    return next(golden for golden in all_golden() if golden.game == game)


def bet(name: str, game: str, *, kind: str = "bet_placed", **fields: Any) -> Line:
    """A bet of the game; what is not said is as plain as can be."""
    plain: dict[str, dict[str, Any]] = {
        "roulette": {"spot": "red"},
        "sicbo": {"spot": "small"},
        "baccarat": {"kind": "banker"},
        "niuniu": {"kind": "ante", "box": "box1"},
        "maubinh": {"seat": 1},
    }
    insured = {"side": "banker", "stage": "first_deal"}
    rest = insured if kind == "insurance_placed" else plain[game]
    return Line(seconds=1, name=kind, fields={"bet": name, "stake_minor": 100_000, **rest, **fields}, id=uuid4())


def told(game: str, *lines: Line, terms: TableTerms | None = None) -> dict[str, str | None]:
    golden = some(game)
    state = fold(golden.stream, golden.rows(list(lines)))
    state.terms = terms
    return bet_owner.players(state)


@pytest.mark.parametrize("game", GAMES)
def test_a_bet_is_of_the_player_whom_it_names(game: str) -> None:
    assert told(game, bet("b1", game, player="P-1"), bet("b2", game, player="P-2")) == {"b1": "P-1", "b2": "P-2"}


@pytest.mark.parametrize("game", GAMES)
def test_a_bet_that_names_nobody_is_of_nobody_known(game: str) -> None:
    assert told(game, bet("b1", game)) == {"b1": None}


@pytest.mark.parametrize("game", ["roulette", "sicbo", "baccarat", "maubinh"])
def test_a_bet_laid_by_a_seat_is_of_whoever_else_bets_there(game: str) -> None:
    lines = (bet("b1", game, seat=3), bet("b2", game, seat=3, player="P-3"), bet("b3", game, seat=4))
    assert told(game, *lines) == {"b1": "P-3", "b2": "P-3", "b3": None}


def test_a_bet_of_niu_niu_is_of_whoever_else_bets_on_the_box() -> None:
    lines = (
        bet("b1", "niuniu", box="box2", player="P-1"),
        bet("b2", "niuniu", box="box2", kind="bet_placed"),
        bet("b3", "niuniu", box="box3"),
    )
    assert told("niuniu", *lines) == {"b1": "P-1", "b2": "P-1", "b3": None}


@pytest.mark.parametrize("game", ["roulette", "sicbo", "baccarat", "maubinh"])
def test_a_seat_with_two_players_tells_nothing_of_a_third_bet(game: str) -> None:
    """Somebody who stands behind a seat bets there too: nobody's bet is given away by a guess."""
    lines = (
        bet("b1", game, seat=3, player="P-1"),
        bet("b2", game, seat=3, player="P-2"),
        bet("b3", game, seat=3),
    )
    assert told(game, *lines) == {"b1": "P-1", "b2": "P-2", "b3": None}


def test_chips_moved_onto_a_strangers_box_do_not_become_the_strangers() -> None:
    moved = Line(seconds=2, name="bet_changed", fields={"bet": "b1", "box": "box2"}, id=uuid4())
    lines = (
        bet("own", "niuniu", box="box1", player="P-1"),
        bet("b1", "niuniu", box="box1"),
        bet("other", "niuniu", box="box2", player="P-2"),
        moved,
    )
    assert told("niuniu", *lines)["b1"] is None


def test_insurance_is_of_its_player_or_of_whoever_bets_at_its_seat() -> None:
    lines = (
        bet("b1", "baccarat", seat=2, player="P-2"),
        bet("i1", "baccarat", kind="insurance_placed", seat=2),
        bet("i2", "baccarat", kind="insurance_placed", player="P-9"),
        bet("i3", "baccarat", kind="insurance_placed", seat=5),
    )
    assert told("baccarat", *lines) == {"b1": "P-2", "i1": "P-2", "i2": "P-9", "i3": None}


def chips(**besides: Any) -> dict[str, Any]:
    return {"chips": {"colour": "blue", "count": 10, "value_minor": 10_000, **besides}}


def test_4_7_2_colour_chips_are_of_the_player_to_whom_the_table_issued_them() -> None:
    blue = ColourSet(player="P-4", colour="blue", value_minor=10_000, authorised_by=None)
    terms = TableTerms(table="T01", colours=(blue,))
    lines = (
        bet("b1", "roulette", **chips()),
        bet("b2", "roulette", **chips(issued_at="ELSEWHERE")),
        bet("b3", "roulette", **chips(), player="P-5"),
    )
    assert told("roulette", *lines, terms=terms) == {"b1": "P-4", "b2": None, "b3": "P-5"}
    two = TableTerms(table="T01", colours=(blue, ColourSet("P-6", "blue", 10_000, None)))
    assert told("roulette", lines[0], terms=two) == {"b1": None}


@pytest.mark.parametrize("game", GAMES)
def test_a_corrected_record_is_taken_as_it_stands_now(game: str) -> None:
    first = bet("b1", game, player="P-1")
    person = {"post": "pit_manager", "staff": "S-300"}
    corrected = {
        "target": str(first.id),
        "before": first.fields,
        "after": {**first.fields, "player": "P-2"},
        "corrected_by": person,
        "authorised_by": person,
        "reason": "…",
    }
    line = Line(seconds=None, name="fact_corrected", fields=corrected, id=uuid4())
    assert told(game, first, line) == {"b1": "P-2"}
