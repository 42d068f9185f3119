"""Which rounds a figure is about: those of an interval of gaming days, as they stood at a position of the log.

Proved by ``tests/watch/test_annex.py``.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Count, QuerySet

from casino.ledger.models import Property, property_of
from games.engine.replay import NOT_SENSED, Replay, gaming_day, source_of
from games.rows.models import Round
from games.rows.replay import Replayer


class Interval(NamedTuple):
    """Gaming days, both included, and up to which position was counted."""

    since: date | None
    until: date | None
    position: int
    tables: tuple[str, ...] = ()
    """Empty: all."""
    games: tuple[str, ...] = ()
    """Empty: all."""
    not_sensed: bool = False
    """Whether results and mispayments of rounds count that no equipment sensed (imported, entered by persons)."""

    def holds(self, day: date | None) -> bool:
        """Whether a gaming day lies in it; one that nobody knows only where all do."""
        if day is None:
            return self.since is None and self.until is None
        return (self.since is None or day >= self.since) and (self.until is None or day <= self.until)


class Rounds(NamedTuple):
    """The rounds of an interval as they stood: those of which nothing was recorded since, as rows, and the others,
    replayed, by the keys of their rows."""

    unchanged: QuerySet[Round]
    replayed: dict[int, Replay]
    not_sensed: bool = False
    """As in :class:`Interval`."""

    def by_source(self) -> Counter[str]:
        """How many rounds there are of each source."""
        rows = self.unchanged.order_by().values_list("source")
        found = Counter(dict(rows.annotate(n=Count("pk")).values_list("source", "n")))
        found.update(source_of(each.state) for each in self.replayed.values())
        return found

    def counts(self, replay: Replay) -> bool:
        """Whether the result and the payments of a round are counted."""
        return self.not_sensed or source_of(replay.state) not in NOT_SENSED


def rounds_of(property_code: str, interval: Interval) -> Rounds:
    """What is told of them depends on the log up to the position alone."""
    every = Round.objects.filter(property__code=property_code, first_position__lte=interval.position)
    if interval.tables:
        every = every.filter(table__in=interval.tables)
    if interval.games:
        every = every.filter(game__in=interval.games)
    house, replayer = property_of(property_code), Replayer(property_code)
    replayed = {}
    for row in every.filter(last_position__gt=interval.position).order_by("pk"):
        overtaken = replayer.overtaken_at(row.stream, interval.position)
        replay = replayer.round(row.stream, interval.position, overtaken_at=overtaken)
        if interval.holds(day_of(replay, house)):
            replayed[row.pk] = replay
    unchanged = every.filter(last_position__lte=interval.position)
    if interval.since:
        unchanged = unchanged.filter(gaming_day__gte=interval.since)
    if interval.until:
        unchanged = unchanged.filter(gaming_day__lte=interval.until)
    return Rounds(unchanged, replayed, interval.not_sensed)


def day_of(replay: Replay, house: Property) -> date | None:
    """The gaming day of a round, as its row has it."""
    opened = replay.state.opened
    imported = opened is not None and opened.source == "imported"
    return None if replay.state.opened_at is None and imported else gaming_day(replay.moment, house)


def dealer_of(replay: Replay) -> str:
    """Who dealt a round, as its row has it."""
    opened = replay.state.opened
    return (opened.dealer if opened is not None else None) or ""


def shift_of(moment: datetime, house: Property) -> int:
    """Which of the gaming day's three shifts of eight hours, from 1."""
    return house.days.shift(moment) + 1
