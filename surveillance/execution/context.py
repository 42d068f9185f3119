"""Everything a command of Surveillance may know besides what it acts on, fetched from where it lives.

Proved by ``tests/surveillance/test_service.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec

from casino.core.errors import Problem
from casino.core.events import STREAM
from casino.core.sealed import Sealed
from casino.ledger import follow as following
from casino.ledger import reading
from casino.ledger.application import get_ledger
from casino.ledger.locking import lock_log
from casino.ledger.models import Property
from casino.vault import names, sealing
from disputes.case.context import Actor
from disputes.case.state import Case
from disputes.rows.house import pit_of
from games.facts import findings
from games.rows.models import Round, Table
from surveillance.execution import watched
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.record.context import Context, InCase, Stretch, Wanted
from surveillance.record.parts import Subject, pieces
from surveillance.record.references import CASE_REQUEST, case_number_of
from surveillance.rows import readmodel, shift
from surveillance.rows.clock_rows import clock_of
from surveillance.rows.coverage import covering
from surveillance.rows.house import FOOTAGE_DAYS
from surveillance.rows.log_models import Incident, Series
from surveillance.rows.models import Camera

UNKNOWN: Final = "footage_subject_unknown"
INCIDENTS: Final = (f.NAMES[f.IncidentEntered], f.NAMES[f.IncidentAddedTo])
"""What names people in the log of Surveillance."""
CAMERAS: Final = (f.NAMES[f.CameraInstalled], f.NAMES[f.CameraChanged], f.NAMES[f.CameraRetired])
"""What says by which recorder a camera is recorded."""


class Outside:
    """The context of one attempt at one command of one property. ``loaded`` are the streams that it has read, with the
    versions that they had; ``in_case`` what it says in cases."""

    def __init__(self, owner: Property, actor: Actor, command_id: UUID, now: datetime) -> None:
        self.owner = owner
        self.actor = actor
        self.command_id = command_id
        self.now = now
        self.ledger = get_ledger(owner.code)
        self.loaded: dict[str, state.Stream] = {}
        self.in_case: list[InCase] = []
        self._codes: dict[str, int] = {}

    def context(self) -> Context:
        """What the domain is given."""
        return Context(
            actor=self.actor,
            now=self.now,
            load=self.load,
            seal=self.seal,
            code=self.code,
            number=self.number,
            new_person=lambda: sealing.new_person(self.owner.code),
            living=self.living,
            identity=self.identity,
            incidents_of=self.incidents_of,
            called=self.called,
            asked_for=self.asked_for,
            covers=self.covers,
            looked_at=self.looked_at,
            opened=lambda sealed: sealing.open_text(self.owner.code, sealed),
            known=self.known,
            persons_of=self.persons_of,
            table_known=lambda table: Table.objects.filter(property=self.owner, code=table).exists(),
            pit_of=lambda table: pit_of(self.owner.code, table),
            pit_known=lambda pit: bool(pit) and Table.objects.filter(property=self.owner, pit=pit).exists(),
            cameras_at=self.cameras_at,
            event_in=self.event_in,
            server_time=self.server_time,
            in_case=self.in_case.append,
            rounds=self.rounds,
            shift_report=partial(shift.signable, self.owner),
            keep=FOOTAGE_DAYS,
        )

    def load(self, stream: str) -> state.Stream:
        """A stream as it stands."""
        if stream not in self.loaded:
            self.loaded[stream] = self.ledger.load(state.begun, stream)
        return self.loaded[stream]

    def moved(self) -> bool:
        """Whether something that was read moved on since. Asked under the lock of the log."""
        return any(
            reading.version_at("default", self.owner.code, stream, self.ledger.head()[0]) != found.version
            for stream, found in self.loaded.items()
        )

    # Words and persons

    def seal(self, text: str, persons: tuple[str, ...] = ()) -> Sealed:
        """Seal in the current transaction; words about nobody in particular under a key of their own. Without what
        surrounds them, as they are signed."""
        return sealing.seal(
            self.owner.code, text.strip(), persons or (sealing.new_person(self.owner.code),), kind="text"
        )

    def identity(self, name: str, contact: str) -> tuple[str, Sealed]:
        """Seal who somebody is, and make them found by name."""
        person = sealing.new_person(self.owner.code)
        names.index_name(self.owner.code, person, name, contact)
        said = msgspec.json.encode({"contact": contact, "name": name})
        return person, sealing.seal(self.owner.code, said, (person,), kind="identity")

    def living(self, persons: tuple[str, ...]) -> tuple[str, ...]:
        """Those who were not erased."""
        erased = sealing.erased_among(self.owner.code, persons)
        return tuple(person for person in persons if person not in erased)

    def called(self, identities: tuple[Sealed, ...]) -> list[tuple[str, str]]:
        """Name and contact of each who was not erased."""
        opened = sealing.open_many(self.owner.code, identities).values()
        said = [msgspec.json.decode(each.content) for each in opened if isinstance(each, sealing.Opened)]
        return [(each.get("name", ""), each.get("contact", "")) for each in said]

    def incidents_of(self, person: str) -> tuple[str, ...]:
        """The entries of the log in which somebody stands. Nobody records until the transaction ends, and what the rows
        do not show yet is read from the log itself."""
        lock_log(self.owner.pk)
        rows = Incident.objects.filter(property=self.owner, persons__contains=[person])
        found = dict.fromkeys(rows.order_by("id").values_list("stream", flat=True))
        shown = following.position(readmodel.NAME, self.owner.code)
        for event in map(self.ledger.decode, self.ledger.scan(after=shown, types=INCIDENTS)):
            if person in event.data.persons:
                found[event.stream] = None
        return tuple(found)

    def persons_of(self, subject: Subject) -> tuple[str, ...]:
        """Under whose keys words about it are sealed: those of the case that it leads to. Where every text of the case
        was erased, nothing can be added."""
        number = case_number_of(subject)
        if not number:
            return ()
        persons = self._case(number).persons
        if not persons:
            raise Problem("person_erased", person=number)
        return persons

    # Codes

    def code(self, letter: str) -> str:
        """The next code of a letter, the same for the same command."""
        place = self._codes[letter] = self._codes.get(letter, 0) + 1
        return f"{letter}-{uuid5(self.command_id, f'{letter}{place}').hex[:12]}"

    def number(self) -> str:
        """The next number of the log: dense, since giving it is part of the transaction."""
        year = self.now.astimezone(self.owner.zone).year
        Series.objects.get_or_create(property=self.owner, year=year)
        series = Series.objects.select_for_update().get(property=self.owner, year=year)
        series.last += 1
        series.save(update_fields=["last"])
        return f"{year}-{series.last:05d}"

    # What the record has

    def known(self, subject: Subject) -> None:
        """Refuse what the record does not have. Problem ``footage_subject_unknown``."""
        if not STREAM.fullmatch(subject.stream):
            raise Problem(UNKNOWN, "subject", subject=subject.stream)
        kind = subject.stream.partition("/")[0]
        wanted = {"round": "round", "event": "round", "finding": "audit", "incident": "incident"}
        if kind != wanted.get(subject.kind, "case"):
            raise Problem(UNKNOWN, "subject", subject=subject.stream)
        named: object = subject.stream
        if subject.kind == "finding":
            found = subject.identity in findings.load(self.ledger, subject.stream).findings
            named = f"{subject.stream} {subject.identity}"
        elif subject.kind == "event":
            found = subject.event is not None and self.event_in(subject.stream, subject.event)
            named = subject.event
        elif subject.kind == "request":
            found = subject.request in self._case(case_number_of(subject)).footage
            named = f"{subject.stream} {subject.request}"
        else:
            found = bool(self._version(subject.stream))
        if not found:
            raise Problem(UNKNOWN, "subject", subject=named)

    def event_in(self, stream: str, event: UUID) -> bool:
        found = self.ledger.find(event)
        return found is not None and found.stream == stream

    def cameras_at(self, recorder: str) -> list[str]:
        """The cameras that a recorder records, those that were retired not among them. Nobody installs one until the
        transaction ends, and what the rows do not show yet is read from the log itself."""
        lock_log(self.owner.pk)
        rows = Camera.objects.filter(property=self.owner, recorder__code=recorder, retired=False)
        found = set(rows.values_list("code", flat=True))
        shown = following.position(readmodel.NAME, self.owner.code)
        for event in map(self.ledger.decode, self.ledger.scan(after=shown, types=CAMERAS)):
            code = event.stream.partition("/")[2]
            if not isinstance(event.data, f.CameraRetired) and event.data.recorder == recorder:
                found.add(code)
            else:
                found.discard(code)
        return sorted(found)

    def _version(self, stream: str) -> int:
        return reading.version_at("default", self.owner.code, stream, self.ledger.head()[0])

    def _case(self, number: str) -> Case:
        return self.ledger.load(Case, f"case/{number}")

    def asked_for(self, request: str) -> Wanted | None:
        """What the request of this stream asked for, in a case or without one."""
        found = CASE_REQUEST.fullmatch(request)
        if found is None:
            made = self.load(request)
            asked: Any = made.made if isinstance(made, state.Request) else None
        else:
            footage = self._case(found[1]).footage.get(found[2])
            asked = None if footage is None else footage.asked
        return None if asked is None else Wanted(asked.table, asked.begins_at, asked.ends_at)

    def covers(self, camera: str, table: str, begins_at: datetime, ends_at: datetime) -> bool:
        """Whether a camera covered a table at any moment of an interval."""
        return any(each.camera.code == camera for each in covering(self.owner.pk, table, begins_at, ends_at))

    def looked_at(self, round_stream: str) -> bool:
        """Whether the person who acts told the player that they looked at film of a round."""
        person = self.actor.person
        return person is not None and watched.looked_at(self.owner, round_stream, person.staff)

    def server_time(self, recording: str, from_ms: int, to_ms: int) -> Stretch | None:
        """A stretch of a recording by the server's clock, as the readings of its recorder's clock make it now."""
        found = self.load(f"recording/{recording}")
        if not isinstance(found, state.Recording) or found.shown_from is None or found.camera is None:
            return None
        parts = pieces(found.stretches, from_ms, to_ms)
        at = [each + part.later_ms for part in parts for each in (part.from_ms, part.to_ms)]
        return stretch_of(self.owner, found.camera, found.shown_from, (min(at), max(at)))

    def rounds(self, table: str | None, dealer: str | None, begins_at: datetime, ends_at: datetime) -> list[str]:
        """The rounds of a table or a dealer that opened in the interval (its end not included), by their streams."""
        rows = Round.objects.filter(property=self.owner, moment__gte=begins_at, moment__lt=ends_at)
        rows = rows.filter(table=table) if table is not None else rows.filter(dealer=dealer)
        return sorted(rows.values_list("stream", flat=True))


def stretch_of(owner: Property, camera: str, shown_from: datetime, stretch_ms: Iterable[int]) -> Stretch:
    """From when to when a stretch (milliseconds from the first frame) was filmed, by the server's clock."""
    row = Camera.objects.filter(property=owner, code=camera).first()
    clock = clock_of(None if row is None else row.recorder_id)
    begins, ends = (clock.at(shown_from, each) for each in stretch_ms)
    doubt = max(begins[1], ends[1])
    return Stretch(begins[0], ends[0], round(doubt.total_seconds() * 1000))
