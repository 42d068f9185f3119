"""A round that waits for a ruling of section 7 holds up itself alone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.closing import left
from disputes.case.closing_facts import RoundsResumed
from disputes.case.context import Reserved, Terms
from disputes.case.deciding import missing
from disputes.case.papers import not_handed_over
from disputes.case.procedure import ITEMS
from disputes.case.rulings_awaited import left_open, to_decide
from disputes.case.state import Stage
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, SENIOR, SUPERVISOR, case_of, handed, refused
from tests.disputes.case.world import CITED, NONE, World, judged_round, opening, remedy

R1, R2 = (f.RoundRef(table="RL01", round=code, bets=("b1",)) for code in ("r1", "r2"))
WAITS = Reserved(clause="7.9", posts=("shift_manager",), bets=(), ruled=False)
REASONS = "Trả thiếu theo phim và sổ của bàn."


def ruled(world: World, *, done: bool) -> None:
    """Whether the post that section 7 names has ruled on round r2."""
    matter = Reserved(clause="7.9", posts=("shift_manager",), bets=(), ruled=done)
    world.rounds[R2.stream] = judged_round(R2, reserved=(matter,))


@pytest.fixture
def world() -> World:
    """A case of two rounds, everything collected; the second waits."""
    world = World(Terms(complaint_days=0))
    ruled(world, done=False)
    world.do(NUMBER, SUPERVISOR, opening(rounds=(R1, R2)))
    world.do(NUMBER, SUPERVISOR, c.PassOn(why="reserved"))
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.PromiseTime(until=world.now + timedelta(hours=2), language="vi"))
    world.do(NUMBER, MANAGER, c.AddEvidence(item="other", text="Bản diễn lại cho thấy trả thiếu."))
    stages.look_into(world, *(item for item in ITEMS if item != "other"))
    return world


def decide(asked: c.AskedRemedy) -> c.Decide:
    return c.Decide(remedy=asked, reasons=REASONS, evidence=("E1",))


def second(amount: int = 500_000) -> c.AskedRemedy:
    """What b1 of r2 still needs."""
    line = c.Line(to_player_minor=amount, table="RL01", round="r2", bet="b1")
    return c.AskedRemedy(kind="pay_difference", citations=CITED, lines=(line,))


def decided(world: World) -> None:
    """The first round alone, with the letter."""
    world.do(NUMBER, MANAGER, decide(remedy()))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))


def test_the_other_rounds_are_decided_and_the_decision_names_what_it_leaves(world: World) -> None:
    assert missing(case_of(world), world.context(MANAGER)) == []
    [made, _carried] = world.do(NUMBER, MANAGER, decide(remedy()))
    assert isinstance(made, f.Decided)
    assert made.left == (R2,)
    assert left_open(case_of(world)) == to_decide(case_of(world)) == (R2,)


def test_nothing_is_moved_on_a_bet_of_the_round_that_waits(world: World) -> None:
    assert refused(world, MANAGER, decide(second())) == ("case_ruling_missing", "remedy")


def test_where_every_round_waits_so_does_the_decision(world: World) -> None:
    world.do(NUMBER, MANAGER, c.ChangeRounds(rounds=(R2,), reason="Chỉ ván này thôi."))
    assert [each.code for each in missing(case_of(world), world.context(MANAGER))] == ["ruling_7.9:shift_manager"]
    assert refused(world, MANAGER, decide(NONE))[0] == "case_ruling_missing"


def test_a_clause_that_the_decision_cites_needs_the_ruling_at_every_round_that_it_decides(world: World) -> None:
    cited = Reserved(clause="5.1.a", posts=("shift_manager",), bets=(), ruled=False, only_if_cited=True)
    world.rounds[R1.stream] = judged_round(R1, reserved=(cited,))
    assert refused(world, MANAGER, decide(remedy()))[0] == "case_ruling_missing"


def test_with_the_players_yes_the_case_goes_on_with_the_round_that_is_left(world: World) -> None:
    decided(world)
    case = case_of(world)
    resumed = world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))[-1]
    assert isinstance(resumed, RoundsResumed)
    assert (resumed.rounds, case.stage, case.ending) == ((R2,), Stage.PIT_MANAGER, None)
    assert refused(world, MANAGER, decide(second()))[0] == "case_ruling_missing"
    ruled(world, done=True)
    [made, _carried] = world.do(NUMBER, MANAGER, decide(second()))
    assert isinstance(made, f.Decided)
    assert (made.decision, made.left, left_open(case)) == ("D2", (), ())
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))
    assert [[kept.fact.paper for kept in group] for group in not_handed_over(case)] == [["L1"], ["L2"]], "both stand"
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))
    assert {step.code for step in left(case)} == {"M1", "M2", "L1", "L2"}
    stages.finished(world)
    assert case.is_closed


def test_a_complaint_is_about_what_was_decided_and_the_round_that_is_left_comes_after_it(world: World) -> None:
    decided(world)
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=False))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="right_to_complain", language="vi"))
    world.do(NUMBER, MANAGER, c.InformOfRight(told_at=world.now, language="vi"))
    world.do(NUMBER, MANAGER, c.FileComplaint(said="Tôi khiếu nại."))
    case = case_of(world)
    assert to_decide(case) == (R1,)
    ruled(world, done=True)
    rejected = c.DecideComplaint(result="rejected", remedy=NONE, reasons=REASONS, evidence=("E1",))
    [made] = world.do(NUMBER, SENIOR, rejected)
    assert isinstance(made, f.ComplaintDecided)
    assert made.left == (R2,), "nobody decided it below"
    world.do(NUMBER, SENIOR, c.IssuePaper(kind="complaint_decision", language="vi"))
    world.do(NUMBER, SENIOR, c.CloseComplaint())
    assert (case.stage, to_decide(case)) == (Stage.PIT_MANAGER, (R2,))


def test_a_term_that_passed_ends_what_was_decided_alone(world: World) -> None:
    decided(world)
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=False))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="right_to_complain", language="vi"))
    world.do(NUMBER, MANAGER, c.InformOfRight(told_at=world.now, language="vi"))
    world.do(NUMBER, MANAGER, c.CloseWithoutComplaint())
    assert case_of(world).stage is Stage.PIT_MANAGER


def test_a_player_withdraws_from_all_of_it(world: World) -> None:
    decided(world)
    world.do(NUMBER, MANAGER, c.Withdraw(said="Tôi thôi."))
    assert case_of(world).ending == "withdrawn"


def test_a_decision_sent_back_leaves_nothing(world: World) -> None:
    large = remedy("refund", 20_000_000, deviation="Trả lại toàn bộ.")
    world.do(NUMBER, MANAGER, decide(large))
    world.do(NUMBER, stages.SHIFT, c.RefuseConfirmation(reason="Quá nhiều."))
    assert (left_open(case_of(world)), to_decide(case_of(world))) == ((), (R1, R2))


def test_a_letter_handed_over_about_a_decision_that_another_replaced_is_owed_no_more(world: World) -> None:
    """A reopened case is decided anew, all of it."""
    ruled(world, done=True)
    decided(world)
    world.do(NUMBER, MANAGER, handed(world, "L1"))
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))
    stages.finished(world)
    world.do(NUMBER, SENIOR, c.Reopen(reason="Có phim mới."))
    assert to_decide(case_of(world)) == (R1, R2)
