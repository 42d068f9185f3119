"""Decided is not moved: what a remedy takes back or pays is still out until it is received or handed over, is waived,
or cannot be collected; and an overpayment that the player may keep is a decision like another."""

from __future__ import annotations

from typing import Any

import pytest

from casino.core.events import RecordedEvent
from casino.house.sums import Act
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.alone import decider, weighed
from disputes.case.context import Actor
from disputes.case.money_facts import GivingUpAsked, MoneyHandedOver, MoneyReceived, MoneyUncollectable, MoneyWaived
from disputes.case.state import Stage, fold
from tests.disputes.case.stages import MANAGER, MINUTE, NUMBER, SENIOR, SHIFT, SUPERVISOR, case_of, collected, refused
from tests.disputes.case.world import World, actor, judged_bet, judged_round, opening, remedy

OTHER = actor("pit_supervisor", "S-2")
WHY = "Khách đã rời casino và không liên lạc được."
R1 = f.RoundRef(table="RL01", round="r1", bets=("b1",))


@pytest.fixture
def world() -> World:
    return World()


def overpaid(world: World, by: int) -> None:
    world.rounds[R1.stream] = judged_round(R1, bets={"b1": judged_bet(3_000_000, by)})


def settled(world: World, asked: c.AskedRemedy) -> None:
    world.do(NUMBER, SUPERVISOR, opening())
    world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=asked))
    world.do(NUMBER, SUPERVISOR, c.AnswerAtTable(agreed=True))


def decided(world: World, asked: c.AskedRemedy) -> None:
    collected(world)
    world.do(NUMBER, MANAGER, c.Decide(remedy=asked, reasons="Đã đối chiếu theo phim và sổ của bàn.", evidence=("E1",)))


def took_back(world: World, amount: int = 200_000) -> None:
    """A decision, in force, that the player gives back what was paid too much."""
    overpaid(world, amount)
    decided(world, remedy("take_back", -amount))


def moved(world: World, **besides: Any) -> c.RecordMoney:
    return c.RecordMoney(**{"line": "M1", "how": "cash", "moved_at": world.now, **besides})


def given_up(why: Any = "waived", **besides: Any) -> c.GiveUpMoney:
    return c.GiveUpMoney(**{"line": "M1", "why": why, "reason": WHY, **besides})


def one(world: World, who: Actor, command: c.Command) -> Any:
    """The one fact that a command makes."""
    [fact] = world.do(NUMBER, who, command)
    return fact


def out(world: World) -> int:
    return case_of(world).money.out_minor


# --- Still out until it moved ----------------------------------------------------------------------------------------


def test_what_is_taken_back_is_still_out_until_it_is_received(world: World) -> None:
    took_back(world)
    assert case_of(world).money["M1"].out_minor == -200_000
    fact = one(world, MANAGER, moved(world, how="chips"))
    assert isinstance(fact, MoneyReceived)
    assert (fact.amount_minor, fact.how, fact.recorded_by.staff) == (200_000, "chips", MANAGER.staff)
    assert out(world) == 0
    assert refused(world, MANAGER, moved(world)) == ("case_money_line", "line")


def test_what_is_paid_at_the_table_is_still_out_until_it_moves(world: World) -> None:
    settled(world, remedy())
    assert case_of(world).stage is Stage.CLOSING
    assert case_of(world).money["M1"].out_minor == 500_000
    fact = one(world, SUPERVISOR, moved(world))
    assert isinstance(fact, MoneyHandedOver)
    assert out(world) == 0


def test_it_moves_in_parts_and_no_further_than_was_decided(world: World) -> None:
    took_back(world)
    world.do(NUMBER, MANAGER, moved(world, amount_minor=150_000))
    assert out(world) == 50_000
    assert refused(world, MANAGER, moved(world, amount_minor=50_001)) == ("case_money_amount", "amount_minor")
    world.do(NUMBER, MANAGER, moved(world))
    assert out(world) == 0


def test_nothing_moves_ahead_of_its_time_or_under_no_line(world: World) -> None:
    took_back(world)
    assert refused(world, MANAGER, moved(world, moved_at=world.now + 9 * MINUTE)) == ("case_time_ahead", "moved_at")
    assert refused(world, MANAGER, moved(world, line="M2")) == ("case_money_line", "line")


def test_money_that_is_out_does_not_hold_up_the_player(world: World) -> None:
    took_back(world)
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))
    assert case_of(world).ending == "accepted"
    assert out(world) == 200_000


# --- Another person than the decider ----------------------------------------------------------------------------------


def test_who_decided_at_the_table_does_not_record_the_hand_over_above_the_sum(world: World) -> None:
    overpaid(world, -1_500_000)
    settled(world, remedy(amount=1_500_000))
    assert refused(world, SUPERVISOR, moved(world)) == ("case_handover_other", "line")
    part = moved(world, amount_minor=400_000)
    assert refused(world, SUPERVISOR, part)[0] == "case_handover_other", "parts of it do not get round it"
    fact = one(world, OTHER, moved(world))
    assert fact.recorded_by.staff == "S-2"


@pytest.mark.parametrize("amount", [1_000_000, 1_000_001])
def test_up_to_the_sum_who_decided_may_record_it(world: World, amount: int) -> None:
    took_back(world, amount)
    if amount > 1_000_000:
        assert refused(world, MANAGER, moved(world))[0] == "case_handover_other"
    else:
        world.do(NUMBER, MANAGER, moved(world))


def test_the_sum_is_a_setting_of_the_house_by_currency(world: World) -> None:
    world.settings["handover_other_above"] = {"USD": 10**9}
    took_back(world, 1)
    assert refused(world, MANAGER, moved(world))[0] == "case_handover_other"
    world.do(NUMBER, SHIFT, moved(world))


def test_the_second_person_of_a_decision_may_record_it(world: World) -> None:
    overpaid(world, -20_000_000)
    decided(world, remedy(amount=20_000_000))
    assert out(world) == 0, "nothing is out before the second person confirmed"
    world.do(NUMBER, SHIFT, c.Confirm())
    assert refused(world, MANAGER, moved(world))[0] == "case_handover_other"
    world.do(NUMBER, SHIFT, moved(world))
    assert out(world) == 0


@pytest.mark.parametrize("who", [actor("pit_supervisor", "P-1"), actor("shift_manager", "P-1")])
def test_who_gains_by_it_records_nothing(world: World, who: Actor) -> None:
    took_back(world)
    assert refused(world, who, moved(world))[0] == "interest_barred"


# --- May keep, waived, uncollectable ----------------------------------------------------------------------------------


def test_what_the_player_may_keep_is_a_line_of_zero_and_all_of_it_beyond_the_rules(world: World) -> None:
    overpaid(world, 200_000)
    decided(world, remedy("take_back", 0, deviation="Lỗi của nhà cái, khách được giữ."))
    [kept] = case_of(world).carried_out
    [line] = kept.fact.lines
    assert (line.to_player_minor, line.beyond_rules_minor, line.difference_minor) == (0, 200_000, 200_000)
    assert out(world) == 0
    [act] = weighed(case_of(world), kept.fact, kept.at)
    assert (act.counted_minor, act.moved_minor) == (200_000, 0)


def test_keeping_needs_a_reason_and_something_to_keep(world: World) -> None:
    overpaid(world, 200_000)
    world.do(NUMBER, SUPERVISOR, opening())
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=remedy("other", 0)))[0] == "case_remedy_differs"
    overpaid(world, 0)
    asked = remedy("other", 0, deviation="Lỗi của nhà cái, khách được giữ.")
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=asked))[0] == "case_nothing_to_keep"


def test_keeping_above_what_one_person_gives_alone_needs_a_second(world: World) -> None:
    world.settings = {}
    overpaid(world, 600_000)
    asked = remedy("take_back", 0, deviation="Lỗi của nhà cái, khách được giữ.")
    world.do(NUMBER, SUPERVISOR, opening())
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=asked))[0] == "case_needs_second"


def test_keeping_above_it_a_decision_waits_for_its_second_person(world: World) -> None:
    world.settings = {}
    overpaid(world, 600_000)
    decided(world, remedy("take_back", 0, deviation="Lỗi của nhà cái, khách được giữ."))
    assert case_of(world).stage is Stage.CONFIRMATION
    world.do(NUMBER, SHIFT, c.Confirm())
    assert case_of(world).stage is Stage.ANSWER


@pytest.mark.parametrize(("why", "kind"), [("waived", MoneyWaived), ("uncollectable", MoneyUncollectable)])
def test_what_is_given_up_is_not_out_any_more(world: World, why: Any, kind: type[Any]) -> None:
    took_back(world)
    fact = one(world, SHIFT, given_up(why))
    assert type(fact) is kind
    assert (fact.amount_minor, fact.given_up_by.staff, fact.confirmed_by) == (200_000, SHIFT.staff, None)
    assert out(world) == 0
    assert case_of(world).money["M1"].given_up_minor == 200_000


@pytest.mark.parametrize("why", ["waived", "uncollectable"])
def test_above_the_limits_giving_up_takes_a_second_person(world: World, why: Any) -> None:
    world.settings = {}
    took_back(world, 600_000)
    asked = one(world, SHIFT, given_up(why))
    assert isinstance(asked, GivingUpAsked)
    assert set(asked.because) >= {"person"}
    assert out(world) == 600_000
    assert refused(world, SHIFT, given_up(why)) == ("case_giving_up_second", "line")
    fact = one(world, MANAGER, given_up(why))
    assert (fact.given_up_by.staff, fact.confirmed_by.staff) == (SHIFT.staff, MANAGER.staff)
    assert out(world) == 0


def test_giving_up_in_parts_adds_up_with_what_was_given_before(world: World) -> None:
    world.settings = {}
    took_back(world, 600_000)
    world.before = [
        Act(
            kind="decided",
            at=world.now,
            staff=SHIFT.staff,
            post="shift_manager",
            currency="VND",
            counted_minor=400_000,
        )
    ]
    fact = one(world, SHIFT, given_up(amount_minor=200_000))
    assert isinstance(fact, GivingUpAsked)


def test_a_second_person_who_says_something_else_asks_anew(world: World) -> None:
    world.settings = {}
    took_back(world, 600_000)
    world.do(NUMBER, SHIFT, given_up("waived"))
    fact = one(world, MANAGER, given_up("uncollectable"))
    assert isinstance(fact, GivingUpAsked)


def test_a_request_falls_with_what_moved_meanwhile(world: World) -> None:
    world.settings = {}
    took_back(world, 600_000)
    world.do(NUMBER, SHIFT, given_up())
    world.do(NUMBER, SHIFT, moved(world, amount_minor=500_000))
    assert case_of(world).money["M1"].asked is None
    fact = one(world, MANAGER, given_up())
    assert isinstance(fact, MoneyWaived)
    assert (fact.amount_minor, fact.confirmed_by) == (100_000, None)


def test_the_house_does_not_give_up_what_it_owes(world: World) -> None:
    settled(world, remedy())
    assert refused(world, SENIOR, given_up()) == ("case_money_of_player", "line")


def test_giving_up_takes_a_sentence(world: World) -> None:
    took_back(world)
    assert refused(world, SHIFT, given_up(reason=".")) == ("case_no_sentence", "reason")


# --- What was recorded before ----------------------------------------------------------------------------------------


def test_of_remedies_recorded_before_money_was_followed_nothing_is_out(world: World) -> None:
    took_back(world)
    events = [_as_before(event) for event in world.events[f"case/{NUMBER}"]]
    case = fold(f"case/{NUMBER}", events)
    assert case.carried_out
    assert (case.money.out_minor, list(case.money)) == (0, [])
    assert decider(case, case.carried_out[0].fact).staff == MANAGER.staff


def _as_before(event: RecordedEvent) -> RecordedEvent:
    if not isinstance(event.data, f.RemedyCarriedOut):
        return event
    old = f.RemedyCarriedOut(lines=event.data.lines, kind=event.data.kind, carried_out_by=event.data.carried_out_by)
    return RecordedEvent(**{**{n: getattr(event, n) for n in event.__struct_fields__}, "data": old})
