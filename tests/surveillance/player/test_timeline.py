"""Where clips lie by the server's clock, which facts are shown when, and what is said where nothing is sure."""

from __future__ import annotations

from datetime import timedelta

import pytest

from surveillance.record import facts as f
from surveillance.rows import timeline as lines
from tests.admin.house import House
from tests.sealed import SEALED
from tests.surveillance.player.house import AHEAD, DOUBT_MS, OFFICER, Watched

pytestmark = pytest.mark.django_db


@pytest.fixture
def watched() -> Watched:
    return Watched(House())


def test_clips_lie_where_the_readings_of_their_recorders_put_them(watched: Watched) -> None:
    found = lines.of_round(watched.round("short"), language="en")
    overhead, wheel, aisle = found.clips
    for clip, recorder in ((overhead, "NVR-1"), (wheel, "NVR-2")):
        assert clip.begins_at is not None
        assert abs(clip.begins_at - watched.film_begins) < timedelta(milliseconds=1), AHEAD[recorder]
        assert clip.uncertainty_ms is not None
        assert DOUBT_MS[recorder] * 0.7 < clip.uncertainty_ms <= DOUBT_MS[recorder] + 72  # two readings, and an hour
        assert clip.rate == pytest.approx(1.0, abs=1e-6)
        assert clip.state == "here"
    assert not overhead.warned
    assert wheel.warned  # 1.5 s is more than the house allows
    assert aisle.state == "recorder_only"
    assert found.covered


def test_a_drift_is_in_the_rate(watched: Watched) -> None:
    """The second recorder gains 0.72 s an hour: 200 parts in a million."""
    for hour in (-2, 0, 2):
        moment = watched.begins + timedelta(hours=hour)
        fact = f.ClockRead(
            reading=f"K-D{hour + 2}",
            how="compared",
            server_at=moment,
            shown_at=moment + AHEAD["NVR-2"] + timedelta(seconds=0.72 * hour),
            uncertainty_ms=10,
            read_by=OFFICER,
        )
        watched.say("recorder/NVR-2", fact)
    watched.follow()
    wheel = lines.of_round(watched.round("short"), language="en").clips[1]
    assert wheel.rate == pytest.approx(1 / 1.0002, abs=2e-5)


def test_a_clock_that_nobody_read_is_said_to_be_unread(watched: Watched) -> None:
    for recorder in ("NVR-1",):
        for hour in (0, 2):
            withdrawn = f.ClockReadingWithdrawn(
                reading=f"K-{recorder}-{hour}", withdrawn_by=OFFICER, sealed_reason=SEALED
            )
            watched.say(f"recorder/{recorder}", withdrawn)
    watched.follow()
    overhead = lines.of_round(watched.round("short"), language="en").clips[0]
    assert overhead.unread
    assert overhead.warned


def test_the_player_opens_at_the_fact_that_the_gravest_finding_rests_on(watched: Watched) -> None:
    found = lines.of_round(watched.round("short"), language="en")
    assert found.findings[0].severity == "money"
    at = {moment.version: moment for moment in found.moments}
    assert found.opens_at == max(at[version].at for version in found.findings[0].versions)
    marked = [moment.kind for moment in found.moments if moment.severity == "money"]
    assert "bet_settled" in marked or marked


def test_the_drawing_follows_what_had_happened_not_what_was_recorded(watched: Watched) -> None:
    """A bet that is recorded after the outcome, with a moment before it, lies on the layout at its moment."""
    story, row = watched.house.story, watched.round("short")
    page = lines.of_round(row, language="en")
    opened, first_bet = page.moments[0], page.moments[1]
    story.tell(
        row.stream,
        "roulette.bet_placed",
        opened.at + (first_bet.at - opened.at) / 2,
        bet="late",
        spot="red",
        stake_minor=100_000,
        player="P-9",
    )
    watched.house.follow()
    again = lines.of_round(watched.round("short"), language="en")
    assert [moment.version for moment in again.moments[:3]] == [opened.version, len(again.moments), first_bet.version]
    replay = lines.as_of(row, again.moments[1].version)
    assert replay is not None
    assert set(replay.state.bets) == {"late"}  # type: ignore[attr-defined]
    assert lines.as_of(row, 999) is None


def test_a_round_whose_first_fact_on_record_had_not_happened_yet_is_drawn(watched: Watched) -> None:
    """At a table whose rounds leave something to the next: a bet of a moment before the opening, recorded after it."""
    story, at = watched.house.story, watched.begins + timedelta(hours=1)
    story.tell("table/SB09", "table.registered", at, game="sicbo", currency="VND", name="Sic bo")
    story.tell("round/SB09/late", "sicbo.round_opened", at + timedelta(minutes=2))
    story.tell(
        "round/SB09/late", "sicbo.bet_placed", at + timedelta(minutes=1), bet="b1", spot="big", stake_minor=10_000
    )
    watched.house.follow()
    row = watched.round("late")
    replay = lines.as_of(row, 2)
    assert replay is not None
    assert set(replay.state.bets) == {"b1"}  # type: ignore[attr-defined]


def test_a_fact_of_another_day_is_on_no_film(watched: Watched) -> None:
    found = lines.of_round(watched.round("corrected"), language="en")
    assert found.ends_at - found.begins_at < lines.LONGEST + 2 * lines.AROUND
    assert not found.covered


def test_what_was_deleted_says_so(watched: Watched) -> None:
    watched.say(
        "recording/R-CAM-1", f.RecordingDeleted(kept_until=watched.begins + timedelta(days=180), rule="term_ended")
    )
    watched.follow()
    states = [clip.state for clip in lines.of_round(watched.round("short"), language="en").clips]
    assert states == ["deleted", "recorder_only", "here", "recorder_only"]
