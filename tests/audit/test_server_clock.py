"""A server's clock that jumps is seen, told once, and nothing waits for it (two days ahead, back, several servers)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from casino.clock import now as clock_now
from casino.core.errors import Problem
from casino.ledger.models import Property
from casino.ledger.verify import verify
from games import tasks
from games.engine.server import STREAM, ClockJumped
from games.facts.findings import change
from games.ingest.event_schema import wire_type
from games.ingest.gaps import find_gaps
from games.ingest.models import Device, DeviceGap
from games.rows import audit, readmodel, server_clock
from games.rows.models import Finding, FindingStatus, Projection, Round
from tests.replay.story import CODE, SUPERVISOR, Story
from tests.sealed import SEALED

DAYS = timedelta(days=2)
TURN = timedelta(seconds=audit.SETTLE_SECONDS)


def now() -> datetime:
    return clock_now()


@pytest.fixture
def story(db: None) -> Story:
    """A house an hour ago, by a clock that is right."""
    told = Story(now() - timedelta(hours=1))
    told.table(at=told.now)
    return told


def told(story: Story) -> list[ClockJumped]:
    return [event.data for event in story.ledger.stream(STREAM) if isinstance(event.data, ClockJumped)]


def work() -> None:
    """As the worker does for some time, with nothing of its own recorded by a wrong clock."""
    for _ in range(3):
        tasks.sweep()


def jump(story: Story, code: str) -> str:
    """One round recorded by a clock that is two days ahead; then it is right again."""
    right = story.now
    story.now = now() + DAYS
    stream = story.spin(code, right, paid_minor=None)
    story.now = right + timedelta(minutes=1)
    return stream


def test_rounds_dealt_after_an_event_two_days_ahead_are_audited_in_the_usual_time(story: Story) -> None:
    jump(story, "1")
    story.spin("2", story.now, paid_minor=None)
    work()
    found = Round.objects.get(code="2")
    assert found.last_recorded_at < now()
    assert not found.audit_due
    assert set(Finding.objects.filter(code="not_paid").values_list("round__code", flat=True)) == {"1", "2"}


def test_what_was_recorded_ahead_is_not_waited_for_either(story: Story) -> None:
    jump(story, "1")
    readmodel.catch_up(CODE)
    assert Round.objects.get(code="1").last_recorded_at > now() + DAYS - timedelta(hours=1)
    assert audit.audit_due(CODE, now()).rounds == 1


def test_what_came_a_moment_ago_is_still_left_to_settle(story: Story) -> None:
    story.now = now()
    story.spin("1", story.now, paid_minor=None)
    readmodel.catch_up(CODE)
    assert audit.audit_due(CODE, story.now).rounds == 0
    assert audit.audit_due(CODE, story.now + TURN).rounds == 1


def test_the_jump_is_told_once_as_a_fact_and_a_finding(story: Story) -> None:
    head = story.ledger.head()[0]
    jump(story, "1")
    work()
    work()
    [fact] = told(story)
    assert (fact.kind, fact.position) == ("ahead", head + 1)
    assert abs(fact.step_ms - DAYS / timedelta(milliseconds=1)) < 120_000
    finding = Finding.objects.get(code="server_clock_jumped")
    assert (finding.device, finding.status, finding.round) == ("server:clock", FindingStatus.OPEN, None)
    assert finding.detail == {"step_ms": fact.step_ms, "position": head + 1}
    assert not Projection.objects.exclude(error="").exists()


def test_a_jump_that_nobody_saw_while_it_lasted_is_told_when_the_clock_goes_back(story: Story) -> None:
    """Everything on the machine had the wrong time, the database, too: then it is put right."""
    story.spin("1", story.now)
    work()
    head = story.ledger.head()[0]
    story.now -= timedelta(minutes=30)
    story.spin("2", story.now)
    story.spin("3", story.now)
    work()
    [fact] = told(story)
    assert (fact.kind, fact.position) == ("back", head + 1)
    assert -timedelta(hours=1) / timedelta(milliseconds=1) < fact.step_ms < -1_000_000


def test_several_servers_whose_clocks_differ_a_little_are_no_jump(story: Story) -> None:
    for number in range(6):
        story.now += timedelta(seconds=(-3, 4)[number % 2])
        story.spin(str(number), story.now)
    work()
    assert told(story) == []


def test_a_log_with_a_jump_is_whole(story: Story) -> None:
    jump(story, "1")
    story.spin("2", story.now)
    work()
    assert verify(CODE).fault is None


def test_looking_again_records_nothing_more(story: Story) -> None:
    jump(story, "1")
    server_clock.catch_up(CODE)
    head = story.ledger.head()[0]
    assert server_clock.catch_up(CODE).position == head
    assert story.ledger.head()[0] == head


def test_a_hole_noticed_by_a_clock_that_was_ahead_is_recorded_all_the_same(story: Story) -> None:
    device = Device.objects.create(
        property=Property.objects.get(code=CODE), code="S1", created_at=now(), token_sha256="0" * 64
    )
    DeviceGap.objects.create(device=device, first=3, last=4, noticed_at=now() + DAYS)
    assert find_gaps(CODE, now()) == 1


def test_no_device_says_that_the_servers_clock_jumped() -> None:
    with pytest.raises(Problem):
        wire_type("server.clock_jumped.v1")


def test_management_reads_it_in_both_languages_until_somebody_dismisses_it(story: Story, admin_client: Client) -> None:
    jump(story, "1")
    work()
    address = reverse("admin:games_projection_changelist")
    vietnamese = admin_client.get(address).content.decode()
    admin_client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    english = admin_client.get(address).content.decode()
    assert "đồng hồ máy chủ nhảy giờ" in vietnamese
    assert "the server&#x27;s clock jumped" in english or "the server's clock jumped" in english
    assert f"at position {told(story)[0].position} of the log" in english
    identity = Finding.objects.get(code="server_clock_jumped").identity
    change(
        CODE,
        "audit/server:clock",
        lambda one: one.dismiss(identity, by=SUPERVISOR, sealed=SEALED),
    )
    work()
    assert "clock jumped" not in admin_client.get(address).content.decode()
