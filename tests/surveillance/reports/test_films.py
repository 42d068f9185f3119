"""A regulator watches the film that a report of theirs names, at that property, as long as the house lets them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from casino.clock import now as clock
from games.rows.models import Round
from surveillance.bundle.selection import Selection
from surveillance.files.models import FootageView
from surveillance.reports import readmodel
from surveillance.rows.models import Recording
from surveillance.rows.visibility import may_watch, visible
from tests.disputes.court import colleague
from tests.posting import a_property
from tests.replay.story import CODE
from tests.surveillance.reports import acts
from tests.surveillance.reports.conftest import Asking
from tests.surveillance.watch import AT

pytestmark = pytest.mark.slow

As = Callable[..., Client]
ROUND = Selection(about="round", round="RL01/short")


@pytest.fixture
def filmed(asks: Asking) -> Asking:
    """A film that is linked to the round, one that is not, and one of the same code at another property."""
    asks.watch.set_up().link()
    asks.watch.recording("REC-OTHER", shown_from=AT + timedelta(hours=5))
    named = Recording.objects.get(code="REC-1")
    named.pk, named.property = named.pk + 10**12, a_property("ELS")
    named.save(force_insert=True)
    return asks


def open_to(asks: Asking, staff: str, **scope: Any) -> None:
    manager = asks.actor("senior_management")
    acts.open_to(asks.owner, manager, staff, command_id=uuid4(), now=asks.court.now, **scope)
    readmodel.follow_to_head(CODE)


def watched_by(user: User) -> list[tuple[str, str]]:
    return sorted(Recording.objects.filter(visible(user)).values_list("property__code", "code"))


def test_what_a_report_names_and_nothing_else(filmed: Asking, as_: As) -> None:
    regulator = colleague("regulator", "regulator")
    assert watched_by(regulator) == []
    filmed.made(ROUND, regulator)
    assert watched_by(regulator) == [(CODE, "REC-1")]
    # A report of a round that no film is linked to names none; somebody else's report names nothing to this one.
    another = colleague("another", "regulator")
    streams = Round.objects.filter(property=filmed.owner).exclude(stream="round/RL01/short")
    other = streams.values_list("stream", flat=True).first()
    assert other is not None
    filmed.made(Selection(about="round", round=other.removeprefix("round/")), another)
    assert watched_by(another) == []
    assert watched_by(colleague("auditor", "auditor")) == []
    client = as_(regulator)
    film = "/api/v1/footage/recordings/{}/film/?property=" + CODE
    # Its copy is not made here: that it may be watched is what the answer says.
    assert client.get(film.format("REC-1")).json()["code"] == "footage_not_ready"
    for looks_on, code in ((regulator, "REC-OTHER"), (another, "REC-1")):
        assert as_(looks_on).get(film.format(code)).json()["code"] == "forbidden"
    assert not FootageView.objects.exists()


def test_no_longer_than_the_house_lets_them(filmed: Asking) -> None:
    regulator = colleague("regulator", "regulator")
    open_to(filmed, "regulator")
    filmed.made(ROUND, regulator)
    row = Recording.objects.get(property=filmed.owner, code="REC-1")
    assert may_watch(regulator, row)
    day = Round.objects.get(stream="round/RL01/short").gaming_day
    assert day is not None
    open_to(filmed, "regulator", games=("roulette",), from_day=day, to_day=day)
    assert may_watch(regulator, row)
    for narrower in ({"games": ("baccarat",)}, {"from_day": day + timedelta(days=1)}):
        open_to(filmed, "regulator", **narrower)
        assert not may_watch(regulator, row)
    open_to(filmed, "regulator")
    assert may_watch(regulator, row)
    manager = filmed.actor("senior_management")
    acts.shut(filmed.owner, manager, "regulator", command_id=uuid4(), now=filmed.court.now)
    readmodel.follow_to_head(CODE)
    assert not may_watch(regulator, row)


def test_a_scope_at_another_property_shows_nothing_of_this_one(filmed: Asking) -> None:
    regulator = colleague("regulator", "regulator")
    filmed.made(ROUND, regulator)
    assert watched_by(regulator) == [(CODE, "REC-1")]
    manager = filmed.actor("senior_management")
    acts.open_to(a_property("ELS"), manager, "regulator", command_id=uuid4(), now=clock())
    readmodel.follow_to_head("ELS")
    assert watched_by(regulator) == []
