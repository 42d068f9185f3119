"""What a person entered later, marked so by its sender (the reading "claims of time", ADR 135).

That every type of fact of every game waits, counts and does not count as said here shows ``test_claims.py``; here is
whose word it takes, and what a mark does not do.
"""

from __future__ import annotations

from uuid import uuid5

import pytest

from games.engine.judgement import Finding, Judgement
from tests.golden.reader import HERE, NAMESPACE, Golden, Line, named_id, parse

ROUND = """Straight up on the winning number, entered when the ball lay
game: roulette
opened: 2026-03-01T12:00:00+07:00

facts
  0   round_opened dealer=D01 from=tablet/1
  5   bet_placed bet=b1 spot=red stake_minor=10000 player=P1 from=tablet/2
  20  betting_closed called_by=dealer/D02 from=tablet/3
  45  ball_dropped pocket=17 from=wheel/8
  12  bet_placed id=late bet=b2 spot=straight:17 stake_minor=10000 player=P2 from=tablet/4 {mark}
"""
AS_RECEIVED, AS_STATED = ("as_received", "refused", 0), ("as_stated", "won", 350_000)


def told(*more: str, mark: str = "entered=later") -> Golden:
    return parse("\n".join([ROUND.format(mark=mark), *more]), HERE / "statements.txt")


def answered(golden: Golden, *answers: tuple[str, str], report: str = "") -> Golden:
    """With what persons (``post/staff``) said of it, in this order."""
    for place, (name, by) in enumerate(answers):
        post, staff = by.split("/")
        field = "denied_by" if name == "report_denied" else "confirmed_by"
        fields = {"report": report or named_id("late"), field: {"post": post, "staff": staff}}
        golden.facts.append(Line(100 + place, name, fields, uuid5(NAMESPACE, f"answer {place}")))
    return golden


def outcome(judgement: Judgement, bet: str = "b2") -> str:
    return next(r for r in judgement.results if r.bet == bet).settlement.outcome.value


def options(judgement: Judgement, bet: str = "b2") -> list[tuple[str, str, int]]:
    result = next(r for r in judgement.results if r.bet == bet)
    return [(a.decision, a.settlement.outcome.value, a.settlement.net_minor) for a in result.alternatives]


def claims(judgement: Judgement) -> list[Finding]:
    return [finding for finding in judgement.findings if finding.code.startswith("claim_")]


def test_the_bet_waits_with_both_amounts_and_the_others_are_settled() -> None:
    judgement = told("90 round_closed from=tablet/5").judge()
    assert (outcome(judgement), outcome(judgement, "b1")) == ("awaiting", "lost")
    assert options(judgement) == [AS_RECEIVED, AS_STATED]
    [found] = claims(judgement)
    assert (found.code, found.subject, found.amount_minor) == ("claim_entered_later", "b2", 350_000)
    assert found.detail["as_claimed"] == {"outcome": "won", "stake": 10_000, "net": 350_000}
    assert judgement.summary["standing"] == "awaiting"


def test_it_waits_as_soon_as_it_is_said_and_play_goes_on() -> None:
    golden = told()
    golden.header["ended"] = "no"
    judgement = golden.judge()
    assert options(judgement) == [AS_RECEIVED, AS_STATED]
    assert [found.code for found in claims(judgement)] == ["claim_entered_later"]


def test_without_the_mark_its_number_decides() -> None:
    judgement = told("90 round_closed from=tablet/5", mark="").judge()
    assert outcome(judgement) == "refused"
    assert [found.code for found in claims(judgement)] == ["claim_numbered_late"]


@pytest.mark.parametrize("by", ["pit_supervisor/S09", "pit_manager/M01", "surveillance/V01"])
@pytest.mark.parametrize(
    ("answer", "settled", "code"),
    [("report_confirmed", "won", "claim_confirmed"), ("report_denied", None, "claim_denied")],
)
def test_a_second_person_or_who_looked_at_the_film_decides(
    by: str, answer: str, settled: str | None, code: str
) -> None:
    judgement = answered(told("90 round_closed from=tablet/5"), (answer, by)).judge()
    assert {r.bet: r.settlement.outcome.value for r in judgement.results}.get("b2") == settled
    assert [(found.code, found.amount_minor) for found in claims(judgement)] == [(code, 350_000)]
    assert not [f for f in judgement.findings if f.code == "report_answer_idle"]


@pytest.mark.parametrize("by", ["dealer/D09", "acting_pit_supervisor/S09", "head_of_operations/H01", "pit_manager/D01"])
def test_a_lower_post_one_beside_the_ladder_and_who_dealt_decide_nothing(by: str) -> None:
    judgement = answered(told(), ("report_confirmed", by)).judge()
    assert outcome(judgement) == "awaiting"


def test_the_latest_answer_counts() -> None:
    by = "pit_supervisor/S09"
    judgement = answered(told(), ("report_confirmed", by), ("report_denied", "pit_manager/M01")).judge()
    assert [found.code for found in claims(judgement)] == ["claim_denied"]


@pytest.mark.parametrize(
    ("choice", "settled"), [("as_stated", "won"), ("as_received", "refused"), ("void", "awaiting")]
)
def test_7_12_the_post_of_the_last_clause_may_decide_it_too(choice: str, settled: str) -> None:
    ruled = f'95 ruling_made clause=7.12 choice={choice} bets=["b2"] reason=film '
    ruled += "made_by=director_of_table_games/X01 from=desk/1"
    judgement = told("90 round_closed from=tablet/5", ruled).judge()
    assert outcome(judgement) == settled
    idle = [f for f in judgement.findings if f.code == "ruling_without_effect"]
    assert bool(idle) == (choice == "void")
    assert [f.code for f in claims(judgement)] == ["claim_entered_later"], "it was not confirmed, only decided"


def test_whoever_a_statement_names_is_no_second_person_for_it() -> None:
    call = "18 no_spin_called id=call ground=7.1 called_by=pit_supervisor/S01 from=tablet/6 entered=later"
    golden = told("60 stake_collected bet=b1 amount_minor=10000 from=tablet/5", call, mark="")
    waits = golden.judge()
    assert outcome(waits, "b1") == "awaiting"
    own = answered(told(*_lines(golden), mark=""), ("report_confirmed", "pit_supervisor/S01"), report=named_id("call"))
    assert outcome(own.judge(), "b1") == "awaiting"
    other = answered(
        told(*_lines(golden), mark=""), ("report_confirmed", "pit_supervisor/S02"), report=named_id("call")
    )
    assert outcome(other.judge(), "b1") == "void"


def _lines(golden: Golden) -> list[str]:
    return [
        "60 stake_collected bet=b1 amount_minor=10000 from=tablet/5",
        "18 no_spin_called id=call ground=7.1 called_by=pit_supervisor/S01 from=tablet/6 entered=later",
    ]


def test_what_is_told_in_its_order_needs_no_second_person() -> None:
    """A result read off by a person, because the sensor stood still, is no claim of time."""
    golden = told("90 round_closed from=tablet/5", mark="")
    golden.facts[3].entered_later = True
    unmarked = told("90 round_closed from=tablet/5", mark="")
    assert golden.judge() == unmarked.judge()


def test_what_is_dated_back_and_moves_nothing_is_silent() -> None:
    judgement = told("90 round_closed from=tablet/5", mark="").judge()
    spun = "22 ball_spun from=tablet/6 entered=later"
    assert told("90 round_closed from=tablet/5", spun, mark="").judge().findings == judgement.findings
