"""What one supervisor tried, as it was played: what is blocked, what is found with which amount, who is told. And sums
of what many did alone at a table, in a shift, on a day, which hinder nobody and are found."""

from __future__ import annotations

import html
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.ledger.models import property_of
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.procedure import ITEMS
from disputes.case.state import Stage
from disputes.notices import follower
from disputes.notices.models import Notice
from disputes.notices.words import headline
from disputes.rows.models import Case as CaseRow
from games.commands import approvals
from games.engine.codes import SUM_CODES
from games.engine.facts import Person
from games.engine.replay import gaming_day
from games.rows import readmodel, sums, sums_found
from games.rows.audit import audit_rounds
from games.rows.finding_worth import worth
from games.rows.models import Finding, SummedAct
from tests import acts
from tests.clock import HouseClock
from tests.conftest import FreshDatabase
from tests.disputes import gate
from tests.disputes.admin.doing.played import Hand
from tests.disputes.api.test_cases import Caller
from tests.disputes.court import BOOK, SHORT, Court, colleague
from tests.disputes.test_sums import LOST, gift, opened, paid, refused, settle
from tests.posting import a_property
from tests.replay.story import CODE

SUPERVISOR = Person(post="pit_supervisor", staff="pit.supervisor")
MANAGER = Person(post="pit_manager", staff="pit.manager")
OTHER = f.RoundRef(table="RL01", round="right", bets=("b1",))
INVENTED = ("Trần Văn A", "Lê Thị B", "Phạm C")


@pytest.fixture(autouse=True)
def by_default(person_keys: Path, settings: Any, house_clock: HouseClock) -> None:
    """The clock stands: no gaming day turns between what is done and what is asked."""
    settings.FIRST_SETTINGS = {}


def low(settings: Any, **limits: int) -> None:
    settings.FIRST_SETTINGS = {name: {"VND": amount} for name, amount in limits.items()}


def looked() -> None:
    """What the workers do: audit the rounds, add up, and bring the rows to the head."""
    audit_rounds(CODE)
    sums_found.audit_sums(CODE)
    readmodel.follow_to_head(CODE)


def standing(*codes: str) -> dict[tuple[str, str], int]:
    rows = Finding.objects.filter(code__in=codes, status="open")
    return {(row.code, row.subject): row.amount_minor for row in rows}


def told(court: Court) -> set[tuple[str, str]]:
    """Who is told of money beyond the rules, of what."""
    follower.catch_up(CODE, now=court.now)
    rows = Notice.objects.filter(kind="beyond")
    return {(row.user.get_username(), headline(row).en.replace("\N{NO-BREAK SPACE}", " ")) for row in rows}


def decided(court: Court, asked: c.AskedRemedy) -> None:
    """The open case is passed on and looked into; the pit manager decides and the shift manager confirms."""
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    court.do("pit_manager", c.NotifySurveillance())
    court.do("surveillance", c.AcknowledgeNotice())
    court.do("pit_manager", c.PromiseTime(until=court.now + timedelta(hours=2), language="vi", manner="in_person"))
    court.do("pit_manager", c.AddEvidence(item="other", text=gate.REPLAY))
    court.looked_into(*(item for item in ITEMS if item != "other"))
    court.do(
        "pit_manager", c.Decide(remedy=asked, reasons="Lý do đã ghi đủ theo phim và sổ của bàn.", evidence=("E1",))
    )
    assert court.case.stage is Stage.CONFIRMATION
    court.do("shift_manager", c.Confirm())


def test_the_scene_as_it_was_played(court: Court) -> None:
    """Three cases on one losing bet, each with an invented name, each to be settled for 4,900,000 by one supervisor,
    two over the API and one at the page: each is refused, with why; nothing is paid, and the case is passed on."""
    caller = Caller("pit_supervisor")
    for name in INVENTED[:2]:
        number = caller.open(
            players=[{"name": name, "contact": "", "reference": "P-1"}],
            rounds=[{"table": "RL01", "round": LOST.round, "bets": ["b1"]}],
            amount_minor=4_900_000,
        )
        answer = caller.do(number, "propose-remedy", remedy=msgspec.to_builtins(gift(4_900_000)))
        assert answer.status_code == 403
        assert answer.json()["code"] == "case_needs_second"
        assert "what one person did alone comes to 4,900,000" in answer.content.decode().replace(
            "\N{NO-BREAK SPACE}", " "
        )
        assert caller.do(number, "answer-at-table", agreed=True).status_code == 409, "there is no offer to say yes to"
    opened(court, INVENTED[2], reference="P-1")
    row = CaseRow.objects.get(number=court.number)
    hand = Hand(caller.client, reverse("admin:disputes_case_do", args=[row.pk, "propose_remedy"]))
    bet = f"RL01/{LOST.round}/b1"
    changes = {f"on:{bet}": "on", f"pay:{bet}": "4,900,000", "deviation": "Khách chờ lâu, nhà cái xin lỗi."}
    clause = f"{BOOK}#8.1"
    assert hand.send({**changes, "kind": "other", "clauses": [clause]}).status_code == 403
    assert "những gì một người tự làm cộng lại" in html.unescape(hand.page)
    assert paid() == 0
    looked()
    assert standing("remedied_beyond_rules", "remedied_by_two_cases", *SUM_CODES) == {}
    assert told(court) == set()
    assert caller.do(number, "pass-on", why="cannot_be_resolved").status_code == 200


def test_what_two_give_beyond_the_rules_is_found_and_the_next_post_told(court: Court) -> None:
    opened(court, "Trần Văn A", SHORT, reference="P-1")
    decided(court, gift(4_900_000, SHORT))
    looked()
    assert standing("remedied_beyond_rules") == {("remedied_beyond_rules", "b1"): 4_400_000}
    row = Finding.objects.get(code="remedied_beyond_rules")
    assert row.severity == "money"
    colleague("assistant", "assistant_director")
    what = {("assistant", "Money beyond the rules: 4,400,000 VND")}
    assert told(court) == what, "above the shift manager, who confirmed"
    for by in (MANAGER, Person(post="shift_manager", staff="shift.manager")):
        with pytest.raises(Problem) as barred:
            acts.dismiss(row, by=by, reason="Đã xem và đồng ý.")
        assert barred.value.code == "interest_barred"
    assert told(court) == what, "and once"
    rested(row, Person(post="shift_manager", staff="another.shift"), Person(post="pit_manager", staff="another.pit"))
    told(court)
    assert not Notice.objects.filter(kind="beyond", retired_at=None).exists(), "done with, as its finding is"


def rested(row: Finding, by: Person, second_person: Person) -> None:
    """Two who are not in it let a finding rest."""
    assert not acts.dismiss(row, by=by, reason="Đã đối chiếu với hồ sơ và phim.")
    [ask] = approvals.waiting(CODE, row.stream)
    acts.confirm(CODE, row.stream, ask.id, by=second_person, command_id=uuid4(), now=clock())


def test_a_second_case_on_one_bet_takes_two_and_its_finding_has_the_money(court: Court) -> None:
    opened(court, "Trần Văn A", reference="P-1")
    settle(court, gift(400_000))
    opened(court, "Lê Thị B", reference="P-1")
    refused(court, "pit_supervisor", gift(50_000))
    decided(court, gift(4_900_000))
    looked()
    rows = Finding.objects.filter(code__startswith="remedied", status="open").order_by("code", "amount_minor")
    assert list(rows.values_list("code", "severity", "amount_minor")) == [
        ("remedied_beyond_rules", "money", 400_000),
        ("remedied_beyond_rules", "money", 4_900_000),
        ("remedied_by_two_cases", "money", 4_900_000),
    ]
    assert rows[0].gaming_day is not None
    week = worth(property_of(CODE), rows[0].gaming_day)
    kinds = {cost.group: cost.amount_minor for cost in week.kinds if cost.group.startswith("remedied")}
    assert kinds == {"remedied_beyond_rules": 5_300_000, "remedied_by_two_cases": 0}, "no money is counted twice"
    for row in (rows[0], rows[2]):
        with pytest.raises(Problem) as barred:
            acts.dismiss(row, by=SUPERVISOR, reason="Đã xem và đồng ý.")
        assert barred.value.code == "interest_barred"


def test_without_a_round_what_two_give_is_found_too(court: Court) -> None:
    opened(court, "Trần Văn A", None)
    refused(court, "pit_supervisor", gift(5_000_000, None))
    decided(court, gift(5_000_000, None))
    looked()
    case = f"case:{court.number}"
    assert standing(*SUM_CODES) == {("given_without_bet", case): 5_000_000}
    [row] = Finding.objects.filter(code="given_without_bet")
    assert (row.severity, row.device, row.currency, row.stream) == ("money", "", "VND", sums_found.stream_of(today()))
    with pytest.raises(Problem) as barred:
        acts.dismiss(row, by=MANAGER, reason="Đã xem và đồng ý.")
    assert barred.value.code == "interest_barred"
    colleague("assistant", "assistant_director")
    assert told(court) == {("assistant", "Money without a bet: 5,000,000 VND")}


# --- Many at one place -----------------------------------------------------------------------------------------------


def today() -> date:
    return gaming_day(clock(), property_of(CODE))


def test_sums_of_a_table_a_shift_and_a_day_hinder_nobody_and_are_found(court: Court, settings: Any) -> None:
    """Two supervisors, each within what one gives alone; together above what the property wants to know of."""
    low(settings, notify_sum_above=300_000)
    opened(court, "Trần Văn A", reference="P-1")
    settle(court, gift(200_000))
    looked()
    assert standing(*SUM_CODES) == {}
    other = colleague("sup.two", "pit_supervisor")
    opened(court, "Lê Thị B", OTHER, who=other, reference="P-1")
    settle(court, gift(150_000, OTHER), other)
    looked()
    found = standing(*SUM_CODES)
    assert {subject.partition(":")[0]: amount for (_code, subject), amount in found.items()} == dict.fromkeys(
        ("table", "shift", "day"), 350_000
    )
    table = Finding.objects.get(subject="table:RL01")
    assert (table.table, table.severity, table.detail["limit"]) == ("RL01", "money", 300_000)
    sum_ = "High sum done alone: 350,000 VND"
    gifts = {("pit.manager", f"Money beyond the rules: {each} VND") for each in ("200,000", "150,000")}
    assert told(court) == {*gifts, ("pit.manager", sum_), ("shift.manager", sum_)}, "who acts at the table; everywhere"
    again = get_ledger(CODE).head()
    sums.drop(CODE)
    looked()
    assert get_ledger(CODE).head() == again, "found anew it is the same"
    for by in ("pit.supervisor", "sup.two"):
        with pytest.raises(Problem) as barred:
            acts.dismiss(table, by=Person(post="pit_supervisor", staff=by), reason="Đã xem và đồng ý.")
        assert barred.value.code == "interest_barred"


def test_a_sum_that_grows_is_found_with_its_new_amount_and_told_of_once(court: Court, settings: Any) -> None:
    low(settings, notify_sum_above=300_000)
    opened(court, "Trần Văn A", reference="P-1")
    settle(court, gift(310_000))
    looked()
    [before] = Finding.objects.filter(subject="table:RL01")
    assert told(court)
    kept = Notice.objects.filter(kind="beyond").count()
    other = colleague("sup.two", "pit_supervisor")
    opened(court, "Lê Thị B", OTHER, who=other, reference="P-1")
    settle(court, gift(100_000, OTHER), other)
    looked()
    rows = Finding.objects.filter(subject="table:RL01").order_by("amount_minor")
    assert list(rows.values_list("amount_minor", "status")) == [(310_000, "superseded"), (410_000, "open")]
    assert rows[0].pk == before.pk
    told(court)
    of_sums = Notice.objects.filter(kind="beyond", subject="alone_sum_above")
    assert of_sums.count() == 3
    assert not of_sums.exclude(retired_at=None).exists(), "the sum still stands"
    assert Notice.objects.filter(kind="beyond").count() == kept + 1, "the second gift"


def test_what_a_second_person_confirmed_and_what_is_owed_weighs_on_no_place(court: Court, settings: Any) -> None:
    low(settings, notify_sum_above=300_000)
    opened(court, "Trần Văn A", SHORT, reference="P-1")
    decided(court, gift(4_900_000, SHORT))
    looked()
    assert standing(*SUM_CODES) == {}


def test_sums_of_one_property_do_not_count_at_the_other(court: Court, settings: Any) -> None:
    low(settings, notify_sum_above=1)
    other = a_property("DN")
    SummedAct.objects.create(
        id=1,
        property=other,
        position=1,
        place=0,
        at=clock(),
        kind="settled",
        staff="pit.supervisor",
        post="pit_supervisor",
        currency="VND",
        counted_minor=10**9,
        moved_minor=10**9,
        table="RL01",
        round=f"round/RL01/{LOST.round}",
        bet="b1",
        players=["reference:P-1"],
    )
    opened(court, "Trần Văn A", reference="P-1")
    settle(court, gift(500_000))
    looked()
    assert set(standing("alone_sum_above").values()) == {500_000}
    assert not Finding.objects.filter(property=other).exists()


def test_a_put_right_never_takes_effect_by_one_person(court: Court) -> None:
    """However small: who says that it was put right asks, and another person confirms; so it weighs on nobody."""
    audit_rounds(CODE)
    row = Finding.objects.get(code="paid_too_little", round__code="short")
    ask = acts.ask_put_right(
        row, by=MANAGER, reason="Đã trả đủ tại quầy.", clause=None, seen_version=None, command_id=uuid4(), now=clock()
    )
    looked()
    assert Finding.objects.get(pk=row.pk).status == "open"
    own = Person(post="shift_manager", staff=MANAGER.staff)
    with pytest.raises(Problem) as same:
        acts.confirm(CODE, row.stream, ask.id, by=own, command_id=uuid4(), now=clock())
    assert same.value.code == "ask_same_person"
    other = Person(post="shift_manager", staff="shift.manager")
    acts.confirm(CODE, row.stream, ask.id, by=other, command_id=uuid4(), now=clock())
    sums.catch_up(CODE)
    [kept] = SummedAct.objects.all()
    assert (kept.kind, kept.staff, kept.second) == ("put_right", MANAGER.staff, "shift.manager")


def test_the_pages_tell_it(court: Court, settings: Any) -> None:
    low(settings, notify_sum_above=300_000)
    opened(court, "Trần Văn A", reference="P-1")
    settle(court, gift(400_000))
    looked()
    follower.catch_up(CODE, now=court.now)
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    client.force_login(court.user("pit_manager"), backend="casino.backends.PostingBackend")
    listed = text_of(client.get(reverse("admin:games_finding_changelist")))
    for part in ("High sum done alone", "table RL01", "Money beyond the rules", "+400,000 VND"):
        assert part in listed, part
    row = Finding.objects.get(subject="table:RL01")
    assert "400,000 VND" in text_of(client.get(reverse("admin:games_finding_change", args=[row.pk])))
    notices = text_of(client.get(reverse("admin:disputes_notice_changelist")))
    assert "High sum done alone: 400,000 VND" in notices
    [one] = Notice.objects.filter(subject="alone_sum_above", case__endswith="table:RL01")
    went = client.get(reverse("admin:disputes_notice_change", args=[one.pk]))
    assert went.headers["location"] == reverse("admin:games_finding_change", args=[row.pk])


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return html.unescape(response.content.decode()).replace("\N{NO-BREAK SPACE}", " ")


def test_of_two_workers_at_once_one_finds(fresh_database: FreshDatabase, person_keys: Path, settings: Any) -> None:
    """And two supervisors with one player at once: ``test_sums.py``."""
    low(settings, notify_sum_above=300_000)
    court = Court()
    opened(court, "Trần Văn A", reference="P-1")
    settle(court, gift(400_000))
    gate_ = threading.Barrier(2, timeout=30)

    def work(_number: int) -> None:
        try:
            gate_.wait()
            sums_found.audit_sums(CODE)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(2)))
    sums_found.audit_sums(CODE)
    recorded = get_ledger(CODE).stream(sums_found.stream_of(today()))
    assert [event.data.subject.partition(":")[0] for event in recorded] == ["day", "shift", "table"]
