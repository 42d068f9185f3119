"""The end of a shift: what was opened, decided, paid and closed in it and what waits, each number beside its rows."""

from __future__ import annotations

import html
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.access.roles import staff_code
from casino.clock import now as clock
from casino.core.gaming_days import SHIFT
from disputes.admin.shift import FIRST_DAY
from disputes.case import commands as c
from disputes.rows import shift as shifts
from disputes.rows.models import Case as CaseRow
from games.engine.facts import Person
from games.rows.following import follow_now
from tests import acts
from tests.admin.house import person
from tests.clock import HouseClock
from tests.disputes.court import OWED, Court, colleague, house_property
from tests.disputes.papers.samples import read, squeezed
from tests.replay.story import CODE

PAGE = "/admin/disputes/case/shift/"


def client_of(user: Any, language: str = "en") -> Client:
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(user, backend="casino.backends.PostingBackend")
    return client


@pytest.fixture(autouse=True)
def _the_second_shift_has_begun(house_clock: HouseClock) -> None:
    """A case is carried for half an hour and more here: no shift may end meanwhile."""
    house_clock.now = datetime(2026, 11, 26, 8, tzinfo=UTC)  # 15:00 in the zone of the house


@pytest.fixture
def busy(court: Court, house_clock: HouseClock) -> Court:
    """A case decided and paid, one with the pit manager that was handed over, one withdrawn, one at the table."""
    court.told()
    court.number = ""
    court.passed_on()
    court.do("pit_manager", c.TakeOver())
    court.do("pit_manager", c.Assign(staff=staff_code(court.user("shift_manager"))))
    court.number = ""
    court.open()
    court.do("pit_supervisor", c.Withdraw(said="Thôi."))
    court.number = ""
    court.open()
    house_clock.later(minutes=40)
    return court


def found(court: Court, pit: str = "", *, later: timedelta = timedelta()) -> shifts.Shift:
    owner = house_property()
    now = court.now + later + timedelta(minutes=5)
    return shifts.shift(owner, CaseRow.objects.all(), shifts.at(owner, court.now), pit, now=now)


def test_what_a_shift_was(busy: Court) -> None:
    first, passed, withdrawn, new = CaseRow.objects.order_by("id")
    made = found(busy)
    assert made.opened == [first, passed, withdrawn, new]
    assert made.decided == [first]
    assert made.closed == [withdrawn]
    assert set(made.open) == {first, passed, new}
    [paid] = made.paid
    assert (paid.case, paid.to_player_minor, paid.round, paid.bet) == (first, OWED, "short", "b1")
    assert made.sums == {"VND": OWED}
    handed = made.handed
    assert (handed[-1].case, handed[-1].from_staff, handed[-1].to_staff) == (
        passed,
        staff_code(busy.user("pit_manager")),
        staff_code(busy.user("shift_manager")),
    )
    assert handed[-1].taken_at is None, "nobody has said so"
    assert set(made.due) <= set(made.open)


def test_who_has_a_case_handed_over_and_takes_it_is_told_once(busy: Court) -> None:
    passed = CaseRow.objects.order_by("id")[1]
    busy.number = passed.number
    busy.do("shift_manager", c.TakeOver())
    first, last = (each for each in found(busy, later=timedelta(hours=1)).handed if each.case == passed)
    assert (first.from_staff, first.to_staff) == ("", staff_code(busy.user("pit_manager")))
    assert first.taken_at == first.at
    assert last.to_staff == staff_code(busy.user("shift_manager"))
    assert last.taken_at is not None
    assert last.taken_at > last.at


def test_the_next_shift_has_none_of_it_but_what_is_open(busy: Court) -> None:
    owner = house_property()
    now = busy.now + timedelta(hours=16)
    made = shifts.shift(owner, CaseRow.objects.all(), shifts.at(owner, busy.now + timedelta(hours=8)), "", now=now)
    assert (made.opened, made.decided, made.closed, made.paid, made.handed) == ([], [], [], [], [])
    assert len(made.open) == 3


def test_shifts_follow_one_another_by_the_gaming_day(busy: Court) -> None:
    owner = house_property()
    day = date(2026, 3, 1)
    three = [shifts.when(owner, day, n) for n in range(3)]
    assert [(each.ends_at - each.begins_at) for each in three] == [timedelta(hours=8)] * 3
    assert three[0].ends_at == three[1].begins_at
    assert three[2].ends_at == shifts.when(owner, day + timedelta(days=1), 0).begins_at
    assert three[0].begins_at.astimezone(owner.zone).hour == owner.gaming_day_starts
    for each in three:
        assert shifts.at(owner, each.begins_at) == each
        assert shifts.at(owner, each.ends_at - timedelta(microseconds=1)) == each


def numbers(page: str) -> dict[str, tuple[int, str]]:
    """Section -> its number and where that leads."""
    pattern = r'<a href="([^"]*)" data-section="(\w+)"><strong>(\d+)</strong>'
    return {code: (int(count), html.unescape(address)) for address, code, count in re.findall(pattern, page)}


def asked(court: Court) -> None:
    """The pit supervisor asks a second person for a correction."""
    stream = "round/RL01/right"
    recorded = court.house.story.ledger.stream(stream)
    acts.ask_correction(
        property_code=CODE,
        stream=stream,
        target=next(event.id for event in recorded if event.type == "roulette.ball_dropped.v1"),
        after={"pocket": 18},
        by=Person(post="pit_supervisor", staff=staff_code(court.user("pit_supervisor"))),
        reason="Phim cho thấy bóng ở số 18.",
        seen_version=len(recorded),
        command_id=uuid4(),
        now=court.now,
    )
    follow_now(CODE)


def test_each_number_leads_to_its_rows(busy: Court, house_clock: HouseClock) -> None:
    asked(busy)
    house_clock.later(minutes=1)
    client = client_of(person("pit_manager"))
    page = client.get(PAGE).content.decode()
    shown = numbers(page)
    assert set(shown) == set(shifts.TITLES)
    for code, (count, address) in shown.items():
        part = page[page.index(f'id="{code}"') :]
        rows = part[: part.index("</section>")].partition("<tbody>")[2].count("<tr>")
        assert rows == count, code
        if not address.startswith("#"):
            assert client.get(address).context["cl"].queryset.count() == count, address
        else:
            assert f'id="{address[1:]}"' in page
    assert {code for code, (_count, address) in shown.items() if not address.startswith("#")} == {
        "open",
        "due",
        "opened",
        "decided",
        "closed",
        "waiting",
    }
    assert shown["waiting"][0] == 1
    assert client.get(f"{reverse('admin:games_waiting_changelist')}?inbox=all&waited=yesterday").status_code == 200


def test_what_is_due_later_is_not_in_the_list_of_what_is_due(busy: Court) -> None:
    """The list behind the number, over the ends of what it asks for."""
    client = client_of(person("pit_manager"))
    row = CaseRow.objects.exclude(due_at=None).order_by("id")[0]
    ends = shifts.at(house_property(), clock()).ends_at + SHIFT
    for moment, counted in ((ends - timedelta(seconds=1), True), (ends, False)):
        CaseRow.objects.filter(pk=row.pk).update(due_at=moment)
        count, address = numbers(client.get(PAGE).content.decode())["due"]
        listed = set(client.get(address).context["cl"].queryset)
        assert (row in listed) is counted
        assert len(listed) == count


def test_a_pit_has_its_own(busy: Court) -> None:
    from games.rows.models import Table

    client = client_of(person("pit_manager"))
    pit = Table.objects.get(code="RL01").pit
    assert client.get(PAGE, {"pit": "nowhere"}).status_code == 404
    if not pit:
        Table.objects.filter(code="RL01").update(pit="A")
        pit = "A"
    Table.objects.exclude(code="RL01").update(pit="B")
    shown = numbers(client.get(PAGE, {"pit": pit}).content.decode())
    assert shown["opened"][0] == 4
    assert client.get(shown["opened"][1]).context["cl"].queryset.count() == 4
    if Table.objects.filter(pit="B").exists():
        assert numbers(client.get(PAGE, {"pit": "B"}).content.decode())["opened"][0] == 0


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_paper(busy: Court, language: str) -> None:
    answer = client_of(person("pit_manager"), language).get(PAGE, {"file": "pdf"})
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    text = read(answer.content)
    for row in CaseRow.objects.all():
        assert squeezed(row.number) in text
    for title in shifts.TITLES.values():
        assert squeezed(title.in_language(language)).lower() in text.lower()
    assert "500" in text
    for personal in ("Nguyễn", "0900", "thiếu năm trăm"):
        assert squeezed(personal) not in text


def test_who_may_see_it(busy: Court) -> None:
    assert client_of(person("dealer")).get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302
    elsewhere = client_of(colleague("elsewhere", "pit_supervisor", tables=("XX01",)))
    assert numbers(elsewhere.get(PAGE).content.decode())["opened"][0] == 0


@pytest.mark.parametrize(
    "asked",
    [
        {"day": "yesterday"},
        {"day": "2026-01-01", "shift": "3"},
        {"shift": "x"},
        {"day": "9999-12-31"},
        {"property": "ELSEWHERE"},
        {"day": "9999-12-31", "shift": "2"},
        {"shift": "-1"},
        {"shift": "9" * 12},
    ],
)
def test_what_is_no_shift(court: Court, asked: dict[str, str]) -> None:
    assert client_of(person("pit_manager")).get(PAGE, asked).status_code == 404


def test_no_shift_is_shown_of_before_a_house_kept_cases_here(court: Court) -> None:
    """So none is near the calendar's first day, whenever the gaming day starts and however far the zone lies east."""
    client = client_of(person("pit_manager"))
    assert client.get(PAGE, {"day": FIRST_DAY.isoformat(), "shift": "0"}).status_code == 200
    before = FIRST_DAY - timedelta(days=1)
    for day in (before, date.min):
        assert client.get(PAGE, {"day": day.isoformat(), "shift": "2"}).status_code == 404


def test_an_empty_shift(court: Court) -> None:
    client = client_of(person("pit_manager"))
    day = (court.now - timedelta(days=400)).date().isoformat()
    page = client.get(PAGE, {"day": day, "shift": "1"}).content.decode()
    assert {count for count, _address in numbers(page).values()} == {0}
    assert reverse("admin:disputes_case_hand_over") in page
