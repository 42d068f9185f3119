"""The rounds of a table judged one behind the other, as the server judges them: one way for writer and verifier.

Held in memory are the table's own facts and some rounds; of other tables' facts what a round asks for. Judgement is
:func:`games.judgement.judging.in_order`. Proved by ``tests/surveillance/bundle/test_verifying.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

import msgspec

from casino.core.gaming_days import GamingDays, Hours, always
from casino.core.log_entry import time_from_text, time_text
from casino.core.stored import Row, recorded_event
from games import catalogue
from games.engine import rules
from games.engine.document import Library
from games.engine.replay import Place, Replay, TableRecord
from games.engine.session import SessionBefore
from games.engine.table import TableHistory
from games.judgement.judging import Books, Folded, Session, folded, in_order
from surveillance.bundle.layout import Handed, House


class HouseRules(msgspec.Struct, frozen=True):
    """What of a property decides."""

    zone: ZoneInfo
    days: GamingDays


def house_rules(house: House) -> HouseRules:
    """Raises ValueError (ZoneInfoNotFoundError is one of its kin: KeyError) for a time zone that there is not."""
    zone = ZoneInfo(house.time_zone)
    if not house.gaming_days:
        return HouseRules(zone, always(house.time_zone, house.gaming_day_starts))
    since = (time_from_text(each.since) if each.since else None for each in house.gaming_days)
    dated = [Hours(at, each.time_zone, each.starts) for at, each in zip(since, house.gaming_days, strict=True)]
    if [each.since for each in dated].count(None) != 1:
        raise ValueError("gaming days without one beginning")
    return HouseRules(zone, GamingDays(dated))


def library(rows: Iterable[Row]) -> Library:
    """The documents by which the record of these ``rules/…`` events judges; of games of which it says nothing, those
    of this program."""
    return rules.library(map(recorded_event, rows), catalogue.shipped())


def handed(game: str, session: SessionBefore, opened: datetime) -> Handed:
    """What a table handed on, as data."""
    said = msgspec.json.decode(msgspec.json.encode(session, order="deterministic"))
    return Handed(game=game, session=said, opened=time_text(opened))


def sessions(table: str, handed_on: Iterable[Handed]) -> dict[Place, Session]:
    """The inverse of :func:`handed`. Raises ``msgspec.ValidationError``, ``BadEntry`` for a moment that is none."""
    return {
        Place(table, each.game): (msgspec.convert(each.session, SessionBefore), time_from_text(each.opened))
        for each in handed_on
    }


class OutOfOrder(ValueError):
    """A round that does not stand behind the one before it in the order in which the table dealt them."""


class Judge:
    """Judges the rounds of any table. ``table_rows`` gives what is recorded in a table's own stream, all of it."""

    def __init__(
        self, house: HouseRules, books: Books, table_rows: Callable[[str], Sequence[Row]], *, as_of: int
    ) -> None:
        self._house = house
        self._books = books
        self._rows = lru_cache(maxsize=8)(table_rows)
        self._as_of = as_of

    def rounds(
        self, table: str, rounds: Iterable[tuple[str, Sequence[Row]]], before: dict[Place, Session]
    ) -> Iterator[Replay]:
        """A table's rounds, each its stream and all its rows. Raises :class:`OutOfOrder`, and as the fold does."""
        record = TableRecord(table)
        record.extend(self._rows(table))
        yield from in_order(
            _ordered(rounds),
            table=record,
            books=self._books,
            house=self._house,
            elsewhere=self._elsewhere,
            as_of=self._as_of,
            sessions=before,
        )

    def _elsewhere(self, table: str, upto_position: int) -> TableHistory:
        record = TableRecord(table)
        record.extend(row for row in self._rows(table) if row[0] <= upto_position)
        return record.history


def _ordered(rounds: Iterable[tuple[str, Sequence[Row]]]) -> Iterator[Folded]:
    last = None
    for stream, rows in rounds:
        found = folded(stream, rows)
        if last is not None and found[0] <= last:
            raise OutOfOrder(stream)
        last = found[0]
        yield found
