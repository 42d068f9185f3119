"""Nobody says what film shows of a round who has not looked at it: at the round's own stretch, for themselves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from casino.core.errors import Problem
from games.engine.facts import Person
from surveillance.execution import spot_checks
from surveillance.files import viewing
from surveillance.files.models import FootageView
from surveillance.record import journal as j
from surveillance.rows.log_models import Review, SpotCheck
from tests.disputes.court import house_property
from tests.replay.story import CODE, STARTS
from tests.surveillance.watch import AT, OFFICER, ROUND, SECOND_OFFICER, Watch, signed


@pytest.fixture
def watch(watch: Watch) -> Watch:
    """The film of REC-1 begins two minutes before the round."""
    return watch.set_up()


def verdict(watch: Watch, said: Any = "as_recorded", **besides: Any) -> str:
    """The refusal's code; empty where it was recorded."""
    finding = watch.finding()
    try:
        watch.do(j.ReviewFinding(stream=finding.stream, identity=finding.identity, verdict=said), **besides)
    except Problem as problem:
        return problem.code
    return ""


@pytest.mark.parametrize("said", ["as_recorded", "otherwise"])
def test_what_film_shows_is_said_by_who_has_looked(watch: Watch, said: str) -> None:
    assert verdict(watch, said) == "footage_not_looked_at"
    assert not Review.objects.exists()
    watch.looks()
    assert verdict(watch, said, who=SECOND_OFFICER) == "footage_not_looked_at", "a colleague looked, not they"
    assert verdict(watch, said) == ""


def test_where_there_is_nothing_to_see_nobody_has_to_look(watch: Watch) -> None:
    assert verdict(watch, "not_visible") == ""


@pytest.mark.parametrize(
    ("from_ms", "to_ms", "meets"),
    [
        (0, 60_000, False),  # a minute of the game before
        (0, 111_000, True),  # up to a little before its first fact, as the player shows it
        (120_000, 120_040, True),  # one frame
        (179_000, 240_000, False),  # the game after
        (400_000, 600_000, False),
    ],
)
def test_the_stretch_meets_the_round(watch: Watch, from_ms: int, to_ms: int, meets: bool) -> None:
    """It opens at 120 s of the film and closes 45 s later."""
    watch.looks(from_ms, to_ms)
    assert verdict(watch) == ("" if meets else "footage_not_looked_at")


def test_film_of_another_table_shows_nothing_of_it(watch: Watch) -> None:
    watch.second_table()
    watch.camera("CAM-B", table="RL02").recording("REC-2", camera="CAM-B")
    watch.looks(recording="REC-2")
    assert verdict(watch) == "footage_not_looked_at"


def test_what_is_recorded_since_counts_and_what_was_loaded_ahead_does_not(watch: Watch) -> None:
    loaded: dict[str, Any] = {"owner": house_property(), "recording": "REC-1", "duration_ms": 600_000, "now": watch.now}
    viewing.loaded_ahead(by=Person(post="surveillance", staff=watch.user(OFFICER).username), **loaded)
    assert verdict(watch) == "footage_not_looked_at"
    viewing.flush(watch.now + timedelta(hours=1))
    assert verdict(watch) == "footage_not_looked_at"
    watch.looks()
    viewing.flush(watch.now + timedelta(hours=1))
    assert not FootageView.objects.exists()
    assert verdict(watch) == ""


def test_a_round_of_a_sample_likewise(watch: Watch) -> None:
    code = watch.do(j.DrawSpotCheck(table="RL01", begins_at=STARTS, ends_at=STARTS + timedelta(hours=1), size=6)).code
    signed(CODE)
    spot_checks.draw(CODE, now=AT)
    assert ROUND in SpotCheck.objects.get().rounds
    look = j.LookAtRound(round=ROUND, verdict="as_recorded")
    with pytest.raises(Problem) as refused:
        watch.do(look, code)
    assert refused.value.code == "footage_not_looked_at"
    watch.looks()
    watch.do(look, code)
    assert SpotCheck.objects.get().looked == {ROUND: "as_recorded"}
