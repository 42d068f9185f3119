"""The audit of rounds and devices: what it records, what it leaves alone, and that again is not more."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection

from games.rows.audit import audit_devices, audit_due, audit_rounds
from games.rows.models import Finding, Round
from games.rows.readmodel import catch_up
from tests.replay.story import CODE, STARTS, Story


@pytest.fixture
def story(db: None) -> Story:
    told = Story()
    told.table(at=STARTS)
    return told


def standing() -> list[tuple[str, str]]:
    rows = Finding.objects.filter(property__code=CODE, status="open").order_by("code")
    return list(rows.values_list("code", "subject"))


def test_a_days_audit_records_exactly_what_was_planted(db: None) -> None:
    story = Story()
    planted = story.day(21, 120)
    report = audit_rounds(CODE)
    assert report.rounds == 120
    promised = Counter((f"round/RL01/{p.round}", p.kind, p.amount_minor) for p in planted)
    recorded = Counter(
        (f.round.stream, f.code, f.amount_minor) for f in Finding.objects.select_related("round") if f.round
    )
    assert recorded == promised
    assert report.opened == sum(promised.values()) == sum(report.findings.values())


def test_auditing_again_adds_nothing(db: None) -> None:
    story = Story()
    story.day(22, 40)
    audit_rounds(CODE)
    head = story.ledger.head()[0]
    again = audit_rounds(CODE)
    assert (again.rounds, again.appended) == (40, 0)
    assert again.findings
    assert story.ledger.head()[0] == head
    assert not Round.objects.filter(audit_due=True).exists()


def test_a_dry_run_reports_and_records_nothing(story: Story) -> None:
    story.spin("1", STARTS, paid_minor=None)
    head = story.ledger.head()[0]
    report = audit_rounds(CODE, dry_run=True)
    assert (report.findings, report.amounts_minor) == ({"not_paid": 1}, {"not_paid": {"VND": -3_500_000}})
    assert report.appended == 0
    assert story.ledger.head()[0] == head


def test_a_late_payment_supersedes_and_a_wrong_one_opens_another(story: Story) -> None:
    stream = story.spin("1", STARTS, paid_minor=None)
    audit_rounds(CODE)
    assert standing() == [("not_paid", "b1")]
    story.tell(stream, "roulette.payout_made", STARTS + timedelta(seconds=40), bet="b1", amount_minor=3_400_000)
    report = audit_rounds(CODE)
    assert (report.opened, report.superseded) == (1, 1)
    assert standing() == [("paid_too_little", "b1")]
    story.tell(stream, "roulette.payout_made", STARTS + timedelta(seconds=50), bet="b1", amount_minor=100_000)
    assert audit_rounds(CODE).superseded == 1
    assert standing() == []


def test_a_round_that_has_not_ended_is_left_alone(story: Story) -> None:
    story.spin("1", STARTS, paid_minor=None, close=False)
    report = audit_rounds(CODE)
    assert (report.rounds, report.open_rounds, report.appended) == (0, 1, 0)


@pytest.mark.parametrize(
    ("chosen", "rounds"),
    [
        ({}, 3),
        ({"table": "RL02"}, 1),
        ({"game": "roulette"}, 3),
        ({"game": "sicbo"}, 0),
        ({"gaming_day": date(2026, 6, 13)}, 2),
        ({"gaming_day": date(2026, 6, 14), "table": "RL01"}, 1),
        ({"streams": ["round/RL01/1", "round/RL01/no-such"]}, 1),
    ],
)
def test_ranges(story: Story, chosen: dict[str, Any], rounds: int) -> None:
    story.table("RL02")
    story.spin("1", STARTS)
    story.spin("2", STARTS + timedelta(days=1))
    story.spin("1", STARTS, table="RL02")
    assert audit_rounds(CODE, chosen.pop("streams", None), **chosen).rounds == rounds


def test_progress_and_every_judgement_are_told(story: Story) -> None:
    story.spin("1", STARTS, paid_minor=None)
    story.spin("2", STARTS + timedelta(minutes=2))
    done: list[int] = []
    seen: list[tuple[str, int]] = []
    audit_rounds(CODE, progress=done.append, on_round=lambda replay, found: seen.append((replay.code, len(found))))
    assert sum(done) == 2
    assert sorted(seen) == [("1", 1), ("2", 0)]


def test_a_page_with_more_findings_than_one_append_takes_is_recorded_all_the_same(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.rows.audit.APPEND_AT_ONCE", 2)
    for number in range(5):
        story.spin(str(number), STARTS + timedelta(minutes=number), paid_minor=None)
    report = audit_rounds(CODE)
    assert (report.rounds, report.opened, report.appended) == (5, 5, 5)
    assert Finding.objects.filter(status="open").count() == 5
    assert audit_rounds(CODE).appended == 0


def test_due_rounds_are_audited_once_they_have_settled(story: Story) -> None:
    story.spin("1", STARTS, paid_minor=None)
    catch_up(CODE)
    assert audit_due(CODE, story.now + timedelta(seconds=4)).rounds == 0
    report = audit_due(CODE, story.now + timedelta(seconds=5))
    assert (report.rounds, report.opened) == (1, 1)
    catch_up(CODE)
    assert audit_due(CODE, story.now + timedelta(seconds=60)).rounds == 0


def test_missing_numbers_of_a_device_are_a_finding_until_they_come(story: Story) -> None:
    story.tell("device/S1", "device.gap_found", device="S1", first=5, last=9)
    audit_devices(CODE)
    catch_up(CODE)
    finding = Finding.objects.get(property__code=CODE)
    assert (finding.device, finding.table, finding.round, finding.stream) == ("S1", "", None, "audit/S1")
    assert (finding.code, finding.subject, finding.versions) == ("device_silent", "5-9", [1])
    assert finding.detail == {"first": 5, "last": 9, "missing": 5}
    story.tell("device/S1", "device.gap_closed", device="S1", first=5, last=7)
    audit_devices(CODE)
    catch_up(CODE)
    assert standing() == [("device_silent", "8-9")]
    story.tell("device/S1", "device.gap_closed", device="S1", first=8, last=9)
    assert audit_devices(CODE).handled > 0
    catch_up(CODE)
    assert standing() == []


def test_a_clock_that_is_off_all_day_is_one_finding_and_one_that_moved_another(story: Story) -> None:
    for number in range(24):
        story.tell("device/S1", "device.clock_off", device="S1", skew_ms=90_000 + number * 1_100)
    story.tell("device/S1", "device.clock_off", device="S1", skew_ms=-40_000)
    audit_devices(CODE)
    catch_up(CODE)
    skews = [f.detail["skew_ms"] for f in Finding.objects.order_by("id")]
    assert skews == [90_000, -40_000]


def test_auditors_at_the_same_time_record_everything_once(fresh_database: object) -> None:
    story = Story()
    story.day(23, 60)
    catch_up(CODE)
    errors: list[BaseException] = []

    def work() -> None:
        try:
            audit_rounds(CODE)
        except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    catch_up(CODE)
    assert audit_rounds(CODE).appended == 0
    opened = list(story.ledger.scan(prefix="audit/"))
    assert len(opened) == Finding.objects.filter(status="open").count() > 10
