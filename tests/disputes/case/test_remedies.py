"""Amounts of a remedy against the replay: what the rules owe, what is beyond them, what needs a reason or a ruling."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.context import Reserved
from disputes.case.remedies import as_remedy
from tests.disputes.case.stages import MANAGER, NUMBER, SHIFT, SUPERVISOR, at_table
from tests.disputes.case.world import BOOK, CITED, World, actor, judged_bet, judged_round, opening, remedy

REF = f.RoundRef(table="RL01", round="r1")


@pytest.fixture
def world() -> World:
    world = World()
    at_table(world)
    return world


def stated(world: World, asked: c.AskedRemedy) -> f.Remedy:
    return as_remedy(asked, world.cases[f"case/{NUMBER}"], world.context(MANAGER))


def refused(world: World, asked: c.AskedRemedy) -> tuple[str, str | None]:
    with pytest.raises(Problem) as problem:
        stated(world, asked)
    return problem.value.code, problem.value.field


def test_what_the_replay_owes_needs_no_reason(world: World) -> None:
    [line] = stated(world, remedy()).lines
    assert (line.to_player_minor, line.beyond_rules_minor, line.difference_minor) == (500_000, 0, -500_000)


@pytest.mark.parametrize("amount", [499_999, 500_001, 1, 10**9])
def test_any_other_amount_needs_a_reason(world: World, amount: int) -> None:
    assert refused(world, remedy(amount=amount)) == ("case_remedy_differs", "remedy.lines.0.to_player_minor")
    [line] = stated(world, remedy(amount=amount, deviation="Thiện chí.")).lines
    assert line.beyond_rules_minor == amount - 500_000


@given(difference=st.integers(-(10**12), 10**12), amount=st.integers(-(10**12), 10**12).filter(bool))
def test_after_any_remedy_the_books_balance(difference: int, amount: int) -> None:
    """recorded + remedy - what is beyond the rules - due = 0, whatever was decided."""
    world = World()
    at_table(world)
    bets = {"b1": judged_bet(difference=difference)}
    world.rounds[REF.stream] = judged_round(REF, bets=bets)
    [line] = stated(world, remedy("other", amount, deviation="Thiện chí.")).lines
    assert difference + line.to_player_minor - line.beyond_rules_minor == 0


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (remedy("none"), ("case_remedy_none", "remedy.lines")),
        (remedy("pay_difference", None), ("case_remedy_empty", "remedy.lines")),
        (remedy("pay_difference", -5), ("case_remedy_sign", "remedy.lines.0.to_player_minor")),
        (remedy("take_back", 5), ("case_remedy_sign", "remedy.lines.0.to_player_minor")),
        (remedy("refund", -5), ("case_remedy_sign", "remedy.lines.0.to_player_minor")),
        (remedy("refund", 0), ("case_remedy_sign", "remedy.lines.0.to_player_minor")),
        (remedy("other", 0), ("case_nothing_to_keep", "remedy.lines.0.to_player_minor")),
        (remedy(citations=()), ("case_clause_missing", "remedy.citations")),
        (remedy(citations=(f.Citation(document=BOOK, clause="99"),)), ("case_clause_unknown", "remedy.citations")),
        (remedy(citations=(f.Citation(document="no.book", clause="1"),)), ("case_clause_unknown", "remedy.citations")),
    ],
)
def test_a_remedy_that_does_not_hang_together(world: World, asked: c.AskedRemedy, problem: tuple[str, str]) -> None:
    assert refused(world, asked) == problem


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"table": "RL01", "round": "r9", "bet": "b1"}, "case_bet_not_disputed"),
        ({"table": "RL01", "round": "r1", "bet": "b9"}, "case_bet_unknown"),
        ({"table": "RL01", "round": "r1", "bet": "b2"}, "case_bet_not_disputed"),
        ({}, "case_bet_not_disputed"),
        ({"round": "r1"}, "case_bet_not_disputed"),
    ],
)
def test_only_bets_of_the_case(world: World, line: dict[str, Any], code: str) -> None:
    assert refused(world, remedy(lines=(c.Line(to_player_minor=1, **line),)))[0] == code


def test_one_line_a_bet(world: World) -> None:
    twice = (c.Line(to_player_minor=500_000, table="RL01", round="r1", bet="b1"),) * 2
    assert refused(world, remedy(lines=twice))[0] == "case_remedy_twice"


def test_a_round_without_a_result_owes_nothing_yet(world: World) -> None:
    bets = {"b1": judged_bet(difference=None)}
    world.rounds[REF.stream] = judged_round(REF, bets=bets)
    assert refused(world, remedy())[0] == "case_round_not_ended"


def reserve(world: World, **besides: Any) -> None:
    matter = Reserved(
        **{"clause": "7.12", "posts": ("director_of_table_games",), "bets": ("b1",), "ruled": False, **besides}
    )
    world.rounds[REF.stream] = judged_round(REF, reserved=(matter,))


def offer(world: World, asked: c.AskedRemedy) -> str | None:
    try:
        world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=asked))
    except Problem as problem:
        return problem.code
    return None


def test_7_12_a_matter_reserved_to_a_post_waits_for_its_ruling(world: World) -> None:
    reserve(world)
    assert offer(world, remedy()) == "case_ruling_missing"
    reserve(world, ruled=True)
    assert offer(world, remedy()) is None


def test_a_reserved_matter_of_another_bet_does_not_hold_this_one(world: World) -> None:
    reserve(world, bets=("b2",))
    assert offer(world, remedy()) is None


def test_a_reserved_matter_of_the_round_holds_every_bet(world: World) -> None:
    reserve(world, bets=())
    assert offer(world, remedy()) == "case_ruling_missing"


def test_a_reserved_clause_that_the_decision_cites_needs_the_ruling(world: World) -> None:
    reserve(world, bets=(), only_if_cited=True)
    cited = (f.Citation(document=BOOK, clause="7.12"),)
    assert offer(world, remedy(citations=cited)) == "case_ruling_missing"
    assert offer(world, remedy()) is None


def test_all_bets_of_a_round_where_none_is_named() -> None:
    world = World()
    world.do(NUMBER, SUPERVISOR, opening(rounds=(f.RoundRef(table="RL01", round="r1"),)))
    both = (
        c.Line(to_player_minor=500_000, table="RL01", round="r1", bet="b1"),
        c.Line(to_player_minor=-200_000, table="RL01", round="r1", bet="b2"),
    )
    made = stated(world, remedy("other", lines=both))
    assert (made.total_minor, made.moved_minor) == (300_000, 700_000)


ELSEWHERE = f.RoundRef(table="RL02", round="r1")


def test_money_moves_only_at_tables_of_whoever_moves_it() -> None:
    """A case over two tables: each supervisor remedies at their own."""
    world = World()
    world.rounds[ELSEWHERE.stream] = judged_round(ELSEWHERE)
    world.do(NUMBER, SHIFT, opening(rounds=(REF, ELSEWHERE)))
    there = remedy(lines=(c.Line(to_player_minor=500_000, table="RL02", round="r1", bet="b1"),))
    assert offer(world, there) == "case_table"
    world.do(NUMBER, actor("pit_supervisor", "both", tables=("RL01", "RL02")), c.ProposeRemedy(remedy=there))
    with pytest.raises(Problem) as problem:
        world.do(NUMBER, SUPERVISOR, c.AnswerAtTable(agreed=True))
    assert problem.value.code == "case_table"


def test_an_offer_without_a_round_is_made_anew_once_the_round_is_known() -> None:
    world = World()
    world.do(NUMBER, SUPERVISOR, opening(rounds=()))
    line = (c.Line(to_player_minor=500_000),)
    assert offer(world, remedy("other", lines=line, deviation="Thiện chí.")) == "case_needs_second"
    of_before = f.Remedy(kind="other", citations=CITED, lines=(f.RemedyLine(to_player_minor=1, beyond_rules_minor=1),))
    assert SUPERVISOR.person is not None
    made = f.RemedyProposed(proposal="O1", remedy=of_before, proposed_by=SUPERVISOR.person)
    world._record(f"case/{NUMBER}", made, SUPERVISOR)
    assert offer(world, remedy("other", lines=line, deviation="Thêm cho khách.")) == "case_offer_waits"
    world.do(NUMBER, SUPERVISOR, c.ChangeRounds(rounds=(REF,)))
    with pytest.raises(Problem) as problem:
        world.do(NUMBER, SUPERVISOR, c.AnswerAtTable(agreed=True))
    assert problem.value.code == "case_offer_without_round"
    assert offer(world, remedy()) is None
    world.do(NUMBER, SUPERVISOR, c.AnswerAtTable(agreed=True))
    case = world.cases[f"case/{NUMBER}"]
    assert [line.stream for kept in case.carried_out for line in kept.fact.lines] == [REF.stream]
    assert case.proposal is None, "the offer that it took the place of waits for nobody"
