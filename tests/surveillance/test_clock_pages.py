"""The pages of clocks: what is believed, what it rests on, and who reads it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.clock import now as clock_now
from games.ingest.models import Device, DeviceClock
from surveillance.pages.clocks import ahead, believed, clock_of_device
from surveillance.record import equipment as e
from surveillance.rows.models import ClockReading, Recorder
from tests.disputes.court import colleague
from tests.replay.story import STARTS
from tests.surveillance.watch import Watch


@pytest.fixture
def readings(watch: Watch) -> Watch:
    """Six readings 3.4 s ahead; of another somebody typed a minute wrong, and a last one does not fit."""
    watch.recorder()
    for hour in range(-12, 0, 2):
        watch.read_clock(3_400, at=STARTS + timedelta(hours=hour))
    watch.read_clock(63_400, at=STARTS - timedelta(hours=5))
    return watch


def shown(client: Client, name: str, *args: Any, language: str = "en") -> str:
    client.cookies["django_language"] = language
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return str(response.content.decode())


def test_the_page_names_the_outlier_and_draws_the_line(readings: Watch, client: Client) -> None:
    client.force_login(readings.user("surveillance"))
    row = Recorder.objects.get()
    text = shown(client, "footage_clock_recorder", row.pk)
    assert "+3.4" in text
    assert "ahead of the server" in text
    assert "1 left out" in text
    assert "+60.0" in text  # how far away it lies
    assert text.count('class="ck-dot"') == 6
    assert text.count('class="ck-out"') == 1
    assert "1 bị loại" in shown(client, "footage_clock_recorder", row.pk, language="vi")


def test_a_last_reading_that_does_not_fit_is_said_to_be_read_once_more(readings: Watch, client: Client) -> None:
    readings.read_clock(93_400, at=STARTS - timedelta(minutes=10))
    client.force_login(readings.user("surveillance"))
    assert "Read it once more" in shown(client, "footage_clock_recorder", Recorder.objects.get().pk)


def test_a_withdrawn_reading_stays_on_the_page_and_counts_no_more(readings: Watch, client: Client) -> None:
    wrong = ClockReading.objects.get(server_at=STARTS - timedelta(hours=5))
    readings.do(e.WithdrawReading(reading=wrong.reading, reason="Gõ nhầm phút."), "NVR-1")
    client.force_login(readings.user("surveillance"))
    text = shown(client, "footage_clock_recorder", Recorder.objects.get().pk)
    assert "left out" not in text
    assert "withdrawn" in text


def test_the_overview_has_recorders_and_devices_with_what_is_believed(readings: Watch, client: Client) -> None:
    client.force_login(readings.user("surveillance"))
    device = Device.objects.filter(property=readings.house).first() or Device.objects.create(
        property=readings.house, code="D-1", kind="table", token_sha256="0" * 64, created_at=clock_now()
    )
    now = clock_now()
    for hours in range(48, 0, -4):
        at = now - timedelta(hours=hours)
        hour = at.replace(minute=0, second=0, microsecond=0)
        DeviceClock.objects.create(device=device, hour=hour, received_at=at, skew_ms=-8_000)
    found = believed(clock_of_device(device, now), now)
    assert found.ahead_ms is not None
    assert abs(found.ahead_ms - 8_000) < 50
    text = shown(client, "footage_clocks")
    assert "NVR-1" in text
    assert device.code in text
    assert "+8.0" in shown(client, "footage_clock_device", device.pk)


@pytest.mark.parametrize(("role", "status"), [("surveillance", 200), ("auditor", 200), ("dealer", 403)])
def test_who_reads_it(readings: Watch, client: Client, role: str, status: int) -> None:
    client.force_login(colleague(f"somebody-{role}", role) if role != "surveillance" else readings.user(role))
    key = Recorder.objects.get().pk
    for address in (reverse("footage_clocks"), reverse("footage_clock_recorder", args=[key])):
        assert client.get(address).status_code == status
    assert (b"compare_clock" in client.get(address).content) == (role == "surveillance")


@pytest.mark.parametrize(
    ("ms", "said"),
    [(0, "+0.000 s"), (-47_250, "−47.250 s"), (125_000, "+2:05 min"), (-3_661_000, "−1:01:01 h")],
)
def test_an_offset_is_said_as_people_read_it(ms: int, said: str) -> None:
    assert ahead(ms).en == said
    assert ahead(ms).vi == said.replace(".", ",")


def test_a_setting_stands_among_the_readings_and_the_page_says_that_nobody_has_read_it_since(
    readings: Watch, client: Client
) -> None:
    readings.do(e.SetClock(server_at=STARTS), "NVR-1")
    client.force_login(readings.user("surveillance"))
    key = Recorder.objects.get().pk
    text = shown(client, "footage_clock_recorder", key)
    assert "nobody has read it since" in text
    assert "begins a new stretch" in text
    assert "Since it was last set" not in text
    assert "never read" not in shown(client, "footage_clocks")
    readings.read_clock(500)
    text = shown(client, "footage_clock_recorder", key)
    assert "nobody has read it since" not in text
    assert "+0.5" in text
    assert "Since it was last set" in text
