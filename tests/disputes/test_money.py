"""Decided is not moved, all the way: what stands at the round, what it weighs, who may record it, what is found."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.rows import readmodel
from disputes.rows.models import Case as CaseRow
from games.engine.facts import RemedyFollowed
from games.rows import sums
from games.rows.models import Finding, Round, SummedAct
from games.rows.replay import Replayer
from tests.admin.house import person
from tests.disputes.court import OWED, SHORT, Court, citation, colleague, remedy
from tests.replay.story import CODE, STARTS

OVER = f.RoundRef(table="RL01", round="over", bets=("b1",))
"""Paid 4,000,000 where 3,500,000 was due."""
WHY = "Khách đã rời casino và không liên lạc được."


@pytest.fixture
def court(court: Court) -> Court:
    court.house.story.spin("over", STARTS + timedelta(hours=2), paid_minor=4_000_000)
    court.house.follow()
    return court


def asked(kind: Any, amount: int, deviation: str | None = None) -> c.AskedRemedy:
    line = c.Line(to_player_minor=amount, table="RL01", round="over", bet="b1")
    return c.AskedRemedy(kind=kind, citations=(citation(),), lines=(line,), deviation=deviation)


def decided(court: Court, remedy: c.AskedRemedy, who: str = "pit_manager") -> None:
    court.open(rounds=(OVER,))
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    court.do("pit_manager", c.NotifySurveillance())
    court.do("pit_manager", c.PromiseTime(until=court.now + timedelta(hours=2), language="vi"))
    court.looked_into("published", "procedures", "controls", "statements", "footage", "other", "law")
    evidence = tuple(court.case.evidence)[:1]
    court.do(who, c.Decide(remedy=remedy, reasons="Theo diễn lại theo phim và sổ của bàn.", evidence=evidence))


def moved(court: Court, **besides: Any) -> c.RecordMoney:
    return c.RecordMoney(**{"line": "M1", "how": "cash", "moved_at": court.now, **besides})


def given_up(why: Any = "waived") -> c.GiveUpMoney:
    return c.GiveUpMoney(line="M1", why=why, reason=WHY)


def books(ref: f.RoundRef = OVER) -> tuple[int, int, int, int]:
    """Remedied, beyond the rules, still out and the difference, as the round is judged now."""
    judgement = Replayer(CODE).round(ref.stream).judgement
    row = Round.objects.get(stream=ref.stream)
    assert (row.remedied_minor, row.difference_minor) == (judgement.remedied_minor, judgement.difference_minor)
    assert row.out_minor == abs(judgement.out_minor), "the list of rounds has it"
    return (
        judgement.remedied_minor,
        judgement.beyond_rules_minor,
        judgement.out_minor,
        judgement.difference_minor,
    )


def standing(ref: f.RoundRef = OVER) -> set[str]:
    """Findings about money of the round that nobody has settled."""
    rows = Finding.objects.filter(stream=f"audit/{ref.table}/{ref.round}", severity="money")
    return {row.code for row in rows if row.status in ("open", "in_case")}


def test_the_round_shows_what_is_out_until_it_is_received(court: Court) -> None:
    decided(court, asked("take_back", -500_000))
    assert books() == (-500_000, 0, -500_000, 0)
    assert CaseRow.objects.get(number=court.number).out_minor == 500_000
    court.do("shift_manager", moved(court, how="chips"))
    assert books() == (-500_000, 0, 0, 0)
    row = CaseRow.objects.get(number=court.number)
    assert (row.out_minor, row.paid_minor) == (0, -500_000)
    event = get_ledger(CODE).stream(OVER.stream)[-1]
    assert event.type == "roulette.remedy_followed.v1"
    assert isinstance(event.data, RemedyFollowed)
    assert (event.data.case, event.data.line, event.data.became) == (court.number, "M1", "received")
    assert standing() == set()


def test_the_list_of_rounds_shows_what_is_out(court: Court) -> None:
    decided(court, asked("take_back", -500_000))
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(person("shift_manager"), backend="casino.backends.PostingBackend")

    def listed() -> str:
        return client.get(reverse("admin:games_round_changelist")).content.decode()

    assert "Still out 500,000" in listed()
    court.do("shift_manager", moved(court))
    assert "Still out" not in listed()


@pytest.mark.parametrize("why", ["waived", "uncollectable"])
def test_what_is_given_up_never_moved_and_is_beyond_the_rules(court: Court, why: Any) -> None:
    decided(court, asked("take_back", -500_000))
    court.do("shift_manager", given_up(why))
    assert books() == (0, 500_000, 0, 0)
    row = CaseRow.objects.get(number=court.number)
    assert (row.out_minor, row.paid_minor) == (0, 0)
    assert standing() == {"remedied_beyond_rules"}


def test_what_the_player_may_keep_closes_its_findings(court: Court) -> None:
    assert standing() == {"paid_too_much"}
    decided(court, asked("other", 0, "Lỗi của nhà cái, khách được giữ."))
    assert books() == (0, 500_000, 0, 0)
    assert standing() == {"remedied_beyond_rules"}, "the overpayment is settled, and that it was granted is found"
    assert CaseRow.objects.get(number=court.number).out_minor == 0


def test_a_supervisor_who_settled_above_the_sum_cannot_record_the_hand_over(court: Court, settings: Any) -> None:
    settings.FIRST_SETTINGS = {**settings.FIRST_SETTINGS, "handover_other_above": {"VND": OWED - 1}}
    court.open()
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    with pytest.raises(Problem) as caught:
        court.do("pit_supervisor", moved(court))
    assert (caught.value.code, caught.value.status) == ("case_handover_other", 403)
    refused = get_ledger(CODE).stream(f"refusal/{court.number}")
    assert [event.data.code for event in refused] == ["case_handover_other"], "the attempt is on record"
    assert books(SHORT)[2] == OWED
    court.do(colleague("other.supervisor", "pit_supervisor"), moved(court))
    assert books(SHORT)[2] == 0


def test_slices_for_one_player_do_not_get_round_it(court: Court, settings: Any) -> None:
    """Three rounds of one guest, each 400,000 short, each settled and handed over by one supervisor in a case."""
    settings.FIRST_SETTINGS = {**settings.FIRST_SETTINGS, "handover_other_above": {"VND": 1_000_000}}
    for number in range(3):
        name = f"slice{number}"
        court.house.story.spin(name, STARTS + timedelta(hours=3 + number), paid_minor=3_100_000)
        court.house.follow()
        court.number = ""
        court.open(rounds=(f.RoundRef(table="RL01", round=name, bets=("b1",)),))
        line = c.Line(to_player_minor=400_000, table="RL01", round=name, bet="b1")
        offer = c.AskedRemedy(kind="pay_difference", citations=(citation(),), lines=(line,))
        court.do("pit_supervisor", c.ProposeRemedy(remedy=offer))
        court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
        if number < 2:
            court.do("pit_supervisor", moved(court))
    with pytest.raises(Problem) as caught:
        court.do("pit_supervisor", moved(court))
    assert caught.value.code == "case_handover_other"
    court.do(colleague("other.supervisor", "pit_supervisor"), moved(court))


def test_giving_up_adds_up_with_everything_that_one_person_gives_alone(court: Court, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"beyond_alone": {"VND": 500_000}}
    decided(court, asked("take_back", -500_000))
    court.do("shift_manager", given_up())
    assert court.case.money.out_minor == 0, "up to the limit alone"
    sums.catch_up(CODE)
    [act] = SummedAct.objects.filter(counted_minor__gt=0)
    assert (act.counted_minor, act.moved_minor, act.second, act.bet) == (500_000, 0, "", "b1")


def test_above_the_limit_it_is_out_until_a_second_person_says_the_same(court: Court, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"beyond_alone": {"VND": 499_999}}
    decided(court, asked("take_back", -500_000))
    court.do("shift_manager", given_up())
    assert books()[2] == -500_000
    with pytest.raises(Problem) as caught:
        court.do("shift_manager", given_up())
    assert caught.value.code == "case_giving_up_second"
    court.do("pit_manager", given_up())
    assert books() == (0, 500_000, 0, 0)
    sums.catch_up(CODE)
    [act] = SummedAct.objects.filter(counted_minor__gt=0)
    assert (act.staff, act.second) == ("shift.manager", "pit.manager")


def test_the_rows_of_cases_are_the_same_when_they_are_written_anew(court: Court) -> None:
    decided(court, asked("take_back", -500_000))
    court.do("shift_manager", moved(court, amount_minor=200_000))
    before = CaseRow.objects.filter(number=court.number).values().get()
    readmodel.rebuild(CODE)
    assert CaseRow.objects.filter(number=court.number).values().get() == before
    assert before["out_minor"] == 300_000
