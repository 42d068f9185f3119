"""What a command of Surveillance may know besides what it acts on, handed in by the service, so that deciding stays
pure.

``load`` gives any other stream and makes the service expect it unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol
from uuid import UUID

import msgspec

from casino.core.commands import Command
from casino.core.events import Fact
from casino.core.sealed import Sealed
from disputes.case.context import Actor
from games.engine.facts import Person
from surveillance.record.parts import Subject
from surveillance.record.shift_facts import ShiftLine
from surveillance.record.state import Stream


class Written(NamedTuple):
    """A fact, and the stream in which it is to stand."""

    stream: str
    fact: Fact


class InCase(msgspec.Struct, frozen=True):
    """What a command says in a case as well, in the same transaction: the case's own service decides on it."""

    number: str
    command: Command


class Stretch(msgspec.Struct, frozen=True):
    """From when to when, by the server's clock, and to within what; ``shown``: by the recorder's."""

    begins_at: datetime
    ends_at: datetime
    uncertainty_ms: int | None


class Wanted(msgspec.Struct, frozen=True):
    """What a request asked for: film of a table in an interval."""

    table: str
    begins_at: datetime
    ends_at: datetime


class Seal(Protocol):
    """Encrypt words under the keys of these persons; of nobody in particular, under a key of their own."""

    def __call__(self, text: str, persons: tuple[str, ...] = ()) -> Sealed: ...


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Everything from outside. ``known`` refuses a subject that the record does not have; ``persons_of`` are those
    under whose keys words about it are sealed (a case's); ``code`` makes the next code of a letter, the same for the
    same command; ``server_time`` sets a stretch of a recording right by its recorder's clock (None: nobody knows when
    it was filmed); ``in_case`` has a case told; ``rounds`` are the rounds of a table or a dealer in an interval, in the
    order of their streams; ``keep`` is the ordinary term; ``living`` are those who were not erased; ``identity`` seals
    who somebody from outside is and gives their reference; ``cameras_at`` are the cameras that a recorder
    records now; ``incidents_of`` are the entries in which somebody stands, as the log has them to its very end;
    ``called`` opens who people are (name, contact), leaving out those erased; ``opened`` opens words (None: erased);
    ``asked_for`` is what a request asked for (None: no such request), ``covers`` whether a camera covered a table at
    any moment of an interval, ``looked_at`` whether the person who acts looked at film of a round; ``shift_report``
    gives the report of an interval as it stands: its digest and its lines."""

    actor: Actor
    now: datetime
    load: Callable[[str], Stream]
    seal: Seal
    code: Callable[[str], str]
    number: Callable[[], str]
    new_person: Callable[[], str]
    living: Callable[[tuple[str, ...]], tuple[str, ...]]
    identity: Callable[[str, str], tuple[str, Sealed]]
    incidents_of: Callable[[str], tuple[str, ...]]
    called: Callable[[tuple[Sealed, ...]], list[tuple[str, str]]]
    opened: Callable[[Sealed], str | None]
    asked_for: Callable[[str], Wanted | None]
    covers: Callable[[str, str, datetime, datetime], bool]
    looked_at: Callable[[str], bool]
    known: Callable[[Subject], None]
    persons_of: Callable[[Subject], tuple[str, ...]]
    table_known: Callable[[str], bool]
    pit_of: Callable[[str], str | None]
    pit_known: Callable[[str], bool]
    cameras_at: Callable[[str], list[str]]
    event_in: Callable[[str, UUID], bool]
    server_time: Callable[[str, int, int], Stretch | None]
    in_case: Callable[[InCase], None]
    rounds: Callable[[str | None, str | None, datetime, datetime], list[str]]
    shift_report: Callable[[datetime, datetime], tuple[str, tuple[ShiftLine, ...]]]
    keep: timedelta

    @property
    def person(self) -> Person:
        """Who acts, once it is known that they hold a post."""
        assert self.actor.person is not None
        return self.actor.person
