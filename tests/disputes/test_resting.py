"""A case lets no finding rest that whoever decides it may not let rest alone: by its amount, by who is in it, by what
that person let rest before, and where somebody at the top is in it. It is open again, and the pages say so."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from casino.core.errors import Problem
from casino.house.limits import limits_at
from casino.house.service import settings_of
from casino.house.sums import against
from disputes.case import commands as c
from disputes.case import facts as f
from games.engine.facts import Person
from games.rows import sums
from games.rows.audit import audit_rounds
from games.rows.models import Finding, SummedAct, Waiting
from tests import acts
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.court import NONE, OWED, Court, colleague
from tests.disputes.test_findings import Found, reference
from tests.disputes.test_interest import Player
from tests.disputes.test_sums import gift, opened, settle
from tests.disputes.test_sums_found import low
from tests.replay.story import CODE

SUPERVISOR = Person(post="pit_supervisor", staff="pit.supervisor")
OTHER = f.RoundRef(table="RL01", round="right", bets=("b1",))
NOTE = "Đã giải thích cho khách theo sổ của bàn."


@pytest.fixture(autouse=True)
def by_default(person_keys: Path, settings: Any) -> None:
    settings.FIRST_SETTINGS = {}


def row(code: str = "paid_too_little") -> Finding:
    return Finding.objects.get(code=code)


def at_the_table(court: Court, finding: Finding, *, note: str | None = NOTE, **besides: Any) -> str:
    """A supervisor opens a case of a finding, offers nothing, and records the guest's yes."""
    court.number = ""
    court.open(findings=(reference(finding),), **besides)
    court.do("pit_supervisor", c.ProposeRemedy(remedy=NONE, note=note))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    assert court.case.ending == "settled_at_table"
    finding.refresh_from_db()
    return str(finding.status)


def test_within_the_limit_it_rests_and_weighs_with_everything_else_of_that_person(court: Court, settings: Any) -> None:
    low(settings, dismissal_alone=OWED + 100_000, reason_sentence_above=10**9)
    assert at_the_table(court, row()) == "dismissed"
    sums.catch_up(CODE)
    of_case = SummedAct.objects.get(kind="dismissed")
    assert (of_case.staff, of_case.counted_minor, of_case.case) == ("pit.supervisor", OWED, court.number)
    owner = court.house.property
    for staff, blocked in (("pit.supervisor", True), ("S-9", False)):
        by = Person(post="pit_supervisor", staff=staff)
        act = sums.of_finding(owner, "audit/RL02/another", "b9", 200_000, by, court.now)
        assert bool(sums.against_dismissal(owner, [act], at=court.now, locked=True)) is blocked


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "but who decided may not let it rest alone: the finding is open again."),
        ("vi", "nhưng người quyết định không được một mình bỏ qua phát hiện: phát hiện mở lại."),
    ],
)
def test_above_the_limit_it_is_open_again_and_the_page_says_so(
    court: Court, settings: Any, language: str, sentence: str
) -> None:
    low(settings, dismissal_alone=OWED - 1, reason_sentence_above=10**9)
    assert at_the_table(court, row()) == "open"
    assert not SummedAct.objects.filter(kind="dismissed").exists()
    page = client_of("pit_manager", language).get(reverse("admin:games_finding_change", args=[row().pk]))
    assert sentence in html.unescape(page.content.decode())
    court.number = ""
    assert at_the_table(court, row()) == "open", "however often"
    assert not acts.dismiss(row(), by=SUPERVISOR, reason="Đã xem lại cùng khách."), "a second person is asked"
    assert Waiting.objects.filter(kind="dismiss", state="waiting").count() == 1


def test_a_sentence_is_asked_for_where_one_is_asked_for_on_the_finding_s_page(court: Court, settings: Any) -> None:
    low(settings, dismissal_alone=10**9, reason_sentence_above=OWED - 1)
    assert at_the_table(court, row(), note=None) == "open"
    assert at_the_table(court, row()) == "dismissed"


def test_two_who_decided_the_same_are_two_persons(settings: Any, db: None) -> None:
    court = Found()
    low(settings, dismissal_alone=OWED - 1)
    court.complained()
    rejected = c.DecideComplaint(
        result="rejected", remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)
    )
    court.do("senior_management", rejected)
    court.do("senior_management", c.IssuePaper(kind="complaint_decision", language="vi"))
    court.do("senior_management", c.CloseComplaint())
    assert row().status == "dismissed"
    sums.catch_up(CODE)
    of_case = SummedAct.objects.get(kind="dismissed")
    assert (of_case.staff, of_case.second) == ("pit.manager", "senior.management"), "it weighs on neither"


def test_one_manager_alone_is_one_person(settings: Any, db: None) -> None:
    court = Found()
    low(settings, dismissal_alone=OWED - 1)
    court.told(NONE)
    court.do("pit_manager", c.RecordAnswer(agreed=True))
    assert (court.case.ending, row().status) == ("accepted", "open")


def test_who_gave_the_money_lets_the_finding_of_it_rest_by_no_case_either(court: Court, settings: Any) -> None:
    low(settings, beyond_alone=10**9, dismissal_alone=10**9, reason_sentence_above=10**9)
    opened(court, "P-1")
    settle(court, gift(400_000))
    audit_rounds(CODE)
    found = row("remedied_beyond_rules")
    with pytest.raises(Problem) as barred:
        acts.dismiss(found, by=SUPERVISOR, reason="Khách vui vẻ, không có gì thêm.")
    assert barred.value.code == "interest_barred"
    assert at_the_table(court, found, rounds=(OTHER,)) == "open"


def test_where_somebody_at_the_top_is_in_it_no_case_below_closes_it(court: Court, settings: Any) -> None:
    low(settings, dismissal_alone=10**9, reason_sentence_above=10**9)
    director = Player(colleague("D-1", "director_of_table_games"))
    User.objects.filter(groups__name="senior_management").update(is_active=False)
    court.house.story.matter("round/RL01/right")
    assert director.rule(court, "right").status_code == 200
    court.house.follow()
    finding = Finding.objects.filter(stream="audit/RL01/right", severity="money").order_by("pk")[0]
    assert at_the_table(court, finding, rounds=(OTHER,)) == "open"


def test_what_carries_no_amount_rests_beside_money_that_may_not(court: Court, settings: Any) -> None:
    low(settings, dismissal_alone=OWED - 1)
    slight = Finding.objects.filter(severity="procedure").first()
    assert slight is not None
    court.open(findings=(reference(row()), reference(slight)))
    court.do("pit_supervisor", c.ProposeRemedy(remedy=NONE, note=NOTE))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    slight.refresh_from_db()
    assert (row().status, slight.status) == ("open", "dismissed")


def test_findings_of_one_player_s_bets_add_up_whoever_lets_them_rest(court: Court, settings: Any) -> None:
    """Each within its own limit, in another round, by somebody else."""
    low(settings, dismissal_alone=1_000_000)
    owner, names = court.house.property, ("S-1", "S-2")
    acts = [
        sums.of_finding(
            owner, f"audit/RL01/{place}", "b1", 600_000, Person(post="pit_supervisor", staff=staff), court.now
        )
        for place, staff in zip(("short", "right"), names, strict=True)
    ]
    assert acts[0].players & acts[1].players == {"reference:P-1", "seat:RL01/P-1"}
    limits = limits_at(settings_of(CODE), court.now)
    assert not against(acts[1:], [], limits)
    assert [each.why for each in against(acts[1:], acts[:1], limits)] == ["player"]
