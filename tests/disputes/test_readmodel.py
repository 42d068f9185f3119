"""The read model of cases: what a row says of each case, and that it is the same however often it is built again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from casino.ledger.application import get_ledger
from disputes.case import collecting, decide
from disputes.case import commands as c
from disputes.papers.compose import printed
from disputes.rows import readmodel, stored
from disputes.rows.models import Case as CaseRow
from games.engine.facts import Person
from games.rows.models import Projection
from tests.disputes.court import Court, house_property
from tests.disputes.varied import WAYS, varied
from tests.replay.story import CODE

NAMES = ("Nguyễn", "Ẩn", "Bưởi", "Phạm", "thiếu năm trăm")


def all_rows() -> list[dict[str, Any]]:
    rows: Any = CaseRow.objects.order_by("id").values()
    return list(rows)


@pytest.fixture(scope="module")
def every_case(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Court]]:
    """Made once for all tests here, and rolled back after the last: it takes a hundred commands."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield varied()
        transaction.set_rollback(True)


@pytest.fixture
def courts(every_case: dict[str, Court]) -> Iterator[dict[str, Court]]:
    """The same, with what the test changes undone."""
    with transaction.atomic():
        yield every_case
        transaction.set_rollback(True)


def test_built_again_the_rows_are_the_same_whatever_the_batches(courts: dict[str, Court]) -> None:
    written = all_rows()
    assert len(written) == len(courts)
    for batch in (1, 2, 7, 100, 10_000):
        progress = readmodel.rebuild(CODE, batch=batch)
        assert progress.position == get_ledger(CODE).head()[0]
        assert all_rows() == written, f"batches of {batch}"


def test_stopped_on_the_way_and_going_on_it_is_the_same(courts: dict[str, Court]) -> None:
    written = all_rows()
    readmodel.drop(CODE)
    assert all_rows() == []
    head = get_ledger(CODE).head()[0]
    partial = []
    while readmodel.catch_up(CODE, batch=3, limit=11).position < head:
        partial.append(len(all_rows()))
    assert sorted(set(partial)) != [len(written)], "it was stopped before the end"
    assert all_rows() == written


def test_followed_again_nothing_changes(courts: dict[str, Court]) -> None:
    written = all_rows()
    readmodel.catch_up(CODE)
    assert all_rows() == written


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (
            "settled",
            {"stage": "closed", "ending": "settled_at_table", "paid_minor": 500_000, "clauses": ["roulette 5.1.a"]},
        ),
        ("offered", {"stage": "at_table", "amount_minor": None, "due_code": "stage_at_table", "decided_by": ""}),
        ("collecting", {"stage": "pit_manager", "assigned_to": "", "references": ["P-1", "P-9"]}),
        ("confirmation", {"stage": "confirmation", "paid_minor": 0, "decided_at": None, "remedy": ""}),
        ("accepted", {"ending": "accepted", "remedy": "other", "paid_minor": 1_000, "complaint_result": ""}),
        ("complained", {"stage": "senior_management", "remedy": "none", "waiting": ["senior_management"]}),
        ("decided_above", {"stage": "complaint_answer", "complaint_result": "varied", "paid_minor": 2_000}),
        ("withdrawn", {"ending": "withdrawn", "due_at": None, "due_code": "", "clocks": [], "waiting": []}),
        ("merged", {"ending": "merged", "stage": "closed"}),
        ("reopened", {"stage": "pit_manager", "ending": "", "closed_at": None, "retained_until": None}),
        ("from_a_finding", {"source": "finding", "table": "RL01", "references": []}),
        ("nowhere", {"table": "", "game": "", "rounds": [], "currency": "VND"}),
        ("erased", {"erased": True, "ending": "withdrawn", "persons": []}),
    ],
)
def test_what_a_row_says(courts: dict[str, Court], way: str, said: dict[str, Any]) -> None:
    row: Any = CaseRow.objects.filter(number=courts[way].number).values().get()
    assert {key: row[key] for key in said} == said
    case = courts[way].case
    assert (row["version"], row["last_position"], row["stream"]) == (case.version, case.last_position, case.stream)


def test_rows_of_cases_that_concern_each_other(courts: dict[str, Court]) -> None:
    into = CaseRow.objects.get(number=courts["collecting"].number)
    merged = CaseRow.objects.get(number=courts["merged"].number)
    assert merged.merged_into == into.number
    assert into.rounds == ["round/RL01/short", "round/RL01/nothere", "round/RL01/right"]
    assert set(merged.persons) <= set(into.persons)
    assert [code for code, _due, _subject in into.clocks] == ["acknowledge", "first_word", "footage"]
    assert "surveillance" in into.waiting


def test_numbers_are_dense_in_the_order_of_opening(courts: dict[str, Court]) -> None:
    numbers = [courts[way].number for way in WAYS]
    assert [int(number.partition("-")[2]) for number in numbers] == list(range(1, len(WAYS) + 1))
    assert list(CaseRow.objects.order_by("id").values_list("number", flat=True)) == numbers


def test_no_words_and_no_names_stand_in_a_row(courts: dict[str, Court]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_jsonb(c)::text FROM disputes_case c")
        text = " ".join(row for (row,) in cursor.fetchall())
    assert "RL01" in text
    for name in NAMES:
        assert name not in text


def test_what_cannot_be_projected_stops_the_follower_and_shows_why(
    courts: dict[str, Court], monkeypatch: pytest.MonkeyPatch
) -> None:
    readmodel.drop(CODE)

    def stumble(*_args: Any) -> CaseRow:
        raise ValueError("no row of this")

    monkeypatch.setattr(readmodel, "row_of", stumble)
    with pytest.raises(ValueError, match="no row of this"):
        readmodel.catch_up(CODE)
    assert all_rows() == []
    shown = Projection.objects.get(property__code=CODE, name=readmodel.NAME)
    assert shown.error == "ValueError: no row of this"
    assert shown.failed_at is not None
    monkeypatch.undo()
    readmodel.catch_up(CODE)
    shown.refresh_from_db()
    assert (shown.error, len(all_rows())) == ("", len(courts))


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_a_moment_at_an_end_of_the_calendar_once_recorded_stops_no_row_and_no_page(
    court: Court, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    monkeypatch.setattr(decide, "check_moments", lambda *_: None)
    monkeypatch.setattr(collecting, "PROMISED_AHEAD", timedelta.max)
    moment = datetime.fromisoformat(at)
    early = moment.year == 1
    said: dict[str, Any] = {"happened_at": moment} if early else {}
    court.open(**said)
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    if not early:
        court.do("pit_manager", c.PromiseTime(until=moment, language="vi"))
    monkeypatch.undo()
    court.now += timedelta(minutes=1)
    poisoned = court.number
    court.open()
    readmodel.rebuild(CODE)
    assert {row.number for row in CaseRow.objects.all()} == {poisoned, court.number}
    row = CaseRow.objects.get(number=poisoned)
    client = Client()
    client.force_login(court.user("shift_manager"), backend="casino.backends.PostingBackend")
    for address in ("", f"{row.pk}/change/", f"{row.pk}/do/ask_footage/"):
        assert client.get(f"/admin/disputes/case/{address}").status_code == 200
    case, by = stored.load(CODE, poisoned), Person(post="shift_manager", staff="shift.manager")
    letter = printed(house_property(), case, "acknowledgement", "vi", None, now=court.now, by=by)
    assert letter.startswith(b"%PDF")
