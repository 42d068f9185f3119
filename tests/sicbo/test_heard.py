"""2.1, 7.1 to 7.8: nothing recorded disappears. Every clause of the document is seen, announced and ruled, at every
stage of a throw: what was said changes what the throw comes to or leaves to its table, or a finding rests on it."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.session import SessionBefore
from games.sicbo.hold import carry
from games.sicbo.judge import judge
from tests.sicbo.rounds import (
    BOOK,
    CALL,
    CLOSED,
    FAILED,
    SHOWN,
    Told,
    announced,
    bet,
    codes,
    found,
    informed,
    judged,
    round_of,
    ruled,
    seen,
    shaken,
)

CLAUSES = sorted(BOOK.clauses)
DIRECTOR = "director_of_table_games"
OPERATIONS = "head_of_operations"
PAID: Told = ("payout_made", {"bet": "b", "amount_minor": 100})
THROW = (bet(), bet("c", "total:3"), CALL, shaken(3), SHOWN, PAID, CLOSED)
STAGES = {"bets": 2, "called": 3, "shaken": 4, "shown": 5, "paid": 6, "closed": 7}
FREE = SessionBefore()


def came_to(*facts: Told) -> tuple[Any, ...]:
    state = round_of(*facts, before=FREE)
    judgement = judge(state, BOOK, ended=True)
    settled = [(r.bet, r.settlement.bare, r.decided_by) for r in judgement.results]
    left = carry(FREE, state, judgement, BOOK)
    return settled, judgement.summary, (left.hold, left.released_at), judgement.findings


WITHOUT = came_to(*THROW)


def unheard(said: Told, stage: str) -> bool:
    """Does a throw with this said at this stage come to what it comes to without it, and no finding rests on it?"""
    place = STAGES[stage]
    now = came_to(*THROW[:place], said, *THROW[place:])
    return now[:3] == WITHOUT[:3] and not any(place + 2 in finding.versions for finding in now[3])


@pytest.mark.parametrize("stage", STAGES)
def test_every_irregularity_is_heard(stage: str) -> None:
    assert [clause for clause in CLAUSES if unheard(seen(clause), stage)] == []


@pytest.mark.parametrize("stage", STAGES)
def test_every_void_is_heard(stage: str) -> None:
    assert [ground for ground in (None, *CLAUSES) if unheard(announced(ground), stage)] == []


@pytest.mark.parametrize("stage", ["bets", "shown", "closed"])
@pytest.mark.parametrize("bets", [(), ("b",), ("c",), ("b", "nobody")])
@pytest.mark.parametrize("choice", ["void", "as_thrown", "release", "continue"])
def test_every_ruling_is_heard(choice: str, bets: tuple[str, ...], stage: str) -> None:
    for post in ("pit_manager", DIRECTOR, OPERATIONS):
        said = [clause for clause in CLAUSES if unheard(ruled(clause, choice, post, bets), stage)]
        assert said == [], post


@pytest.mark.parametrize("cause", [seen("7.5"), announced("7.5"), seen("7.8"), announced("7.7"), seen("7.2")])
def test_in_a_throw_that_is_void_or_waits_every_clause_is_heard(cause: Told) -> None:
    """What was said already is not heard again: a ground that voids, a matter that waits as another one does."""
    throw = (bet(), bet("c", "total:3"), CALL, shaken(3), cause, SHOWN, CLOSED)
    places = {"shown": 6, "closed": 7}
    for stage, place in places.items():
        base = came_to(*throw)
        for said in (*map(seen, CLAUSES), *map(announced, CLAUSES), *(ruled(c, "void", DIRECTOR) for c in CLAUSES)):
            now = came_to(*throw[:place], said, *throw[place:])
            named = any(place + 2 in finding.versions for finding in now[3])
            again = said[1].get("ground") == cause[1].get("ground")
            again |= said == seen("7.8") and base[1]["standing"] == "awaiting"
            assert now[:3] != base[:3] or named or now[3] != base[3] or again, (stage, said)


@pytest.mark.parametrize(
    ("ruling", "why"),
    [
        (ruled("7.5", "void", DIRECTOR), "clause"),
        (ruled("4.4", "void", DIRECTOR), "clause"),
        (ruled("7.8", "void", DIRECTOR, ("nobody",)), "no_such_bet"),
        (ruled("7.8", "void", DIRECTOR, ("v",)), "refused"),
        (ruled("7.8", "half_back", DIRECTOR), "nothing_waits"),
        (ruled("7.1", "release", OPERATIONS), "nothing_waits"),
        (ruled("7.8", "void", DIRECTOR), ""),
        (ruled("7.8", "as_thrown", DIRECTOR), ""),
    ],
)
def test_7_1_and_7_8_why_a_ruling_decides_nothing(ruling: Told, why: str) -> None:
    verbal = bet("v", verbal="without_chips")
    judgement = judge(round_of(verbal, *THROW, ruling, before=FREE), BOOK, ended=True)
    assert [f.detail["why"] for f in found(judgement, "ruling_without_effect")] == [why for why in (why,) if why]


def test_7_1_a_release_is_heard_where_something_was_held_or_nothing_is_known() -> None:
    release = ruled("7.1", "release", OPERATIONS)
    held = SessionBefore(hold="7.1", hold_stream="round/SB01/0", hold_version=3)
    for state in (
        round_of(*THROW, release, before=held),
        round_of(FAILED, *THROW, release, before=FREE),
        round_of(seen("7.1"), *THROW, release, before=FREE),
        round_of(*THROW, release),
    ):
        assert "ruling_without_effect" not in codes(judge(state, BOOK, ended=True))


def test_7_1_a_failure_that_somebody_saw_holds_the_table() -> None:
    state = round_of(*THROW[:5], seen("7.1"), *THROW[5:], before=FREE)
    judgement = judge(state, BOOK, ended=True)
    assert [(f.code, f.versions) for f in judgement.findings if f.code != "impossible_spot"] == [
        ("failure_not_reported", (7,))
    ]
    assert carry(FREE, state, judgement, BOOK).hold == "7.1"
    told = judged(*THROW[:5], seen("7.1"), informed("pit_manager"), *THROW[5:])
    assert codes(told) == ["impossible_spot"]


def test_7_8_a_matter_that_no_clause_names_is_open_until_it_is_decided() -> None:
    lying = (bet(), CALL, shaken(3), seen("7.8"), SHOWN)
    judgement = judged(*lying, CLOSED)
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("awaiting", ["7.8"])
    for choice, standing in (("as_thrown", "settled"), ("void", "void")):
        decided = judged(*lying, CLOSED, ruled("7.8", choice, DIRECTOR))
        assert (decided.summary["standing"], found(decided, "ruling_without_effect")) == (standing, [])
