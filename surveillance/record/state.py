"""What the streams of Surveillance make: recorders, cameras, recordings, links, requests, holds, incidents, samples.

One class a kind of stream, each built by its own ``evolve``; events only assign, every check stands in
``surveillance.record.decide``, so that yesterday's recordings load whatever is asked today. Pure. Proved by
``tests/surveillance/test_holds.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar, Final

from casino.core.events import RecordedEvent
from casino.core.sealed import Sealed
from surveillance.record import facts as f
from surveillance.record.parts import Stretch, Unplayable

NEVER: Final = datetime.min.replace(tzinfo=UTC)
"""When a stream began that has not."""


class Kept:
    """A fact with its place."""

    __slots__ = ("at", "event_id", "fact", "position", "version", "withdrawn")

    def __init__(self, fact: Any, event: RecordedEvent) -> None:
        self.fact = fact
        self.at = event.recorded_at
        self.event_id = event.id
        self.version = event.version
        self.position = event.position
        self.withdrawn: Any = None
        """The fact that took it back."""


class Stream:
    """What all of them have. ``version`` 0: it does not exist yet."""

    kind: ClassVar[str]

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.version = self.first_position = self.last_position = 0
        self.began_at = self.changed_at = NEVER
        self.people: set[str] = set()

    @property
    def code(self) -> str:
        return self.stream.partition("/")[2]

    @property
    def exists(self) -> bool:
        return self.version > 0

    def evolve(self, event: RecordedEvent) -> None:
        """Assign one more event."""
        self.version = event.version
        self.first_position = self.first_position or event.position
        self.last_position = event.position
        if self.first_position == event.position:
            self.began_at = event.recorded_at
        self.changed_at = event.recorded_at
        if event.actor.startswith("person:"):
            self.people.add(event.actor.partition(":")[2])
        self.assign(Kept(event.data, event))

    def assign(self, kept: Kept) -> None:
        """What the fact means."""
        raise NotImplementedError


class Recorder(Stream):
    """A recorder as it is reached now, with every reading of its clock."""

    kind = "recorder"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.known: f.RecorderRegistered | f.RecorderChanged | None = None
        self.retired: Kept | None = None
        self.readings: dict[str, Kept] = {}

    def assign(self, kept: Kept) -> None:
        fact = kept.fact
        if isinstance(fact, f.RecorderRegistered | f.RecorderChanged):
            self.known = fact
        elif isinstance(fact, f.RecorderRetired):
            self.retired = kept
        elif isinstance(fact, f.ClockRead | f.ClockSet):
            self.readings[fact.reading] = kept
        elif isinstance(fact, f.ClockReadingWithdrawn) and fact.reading in self.readings:
            self.readings[fact.reading].withdrawn = fact


class Camera(Stream):
    """A camera, what it has covered, and where its burnt-in clock stands."""

    kind = "camera"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.known: f.CameraInstalled | f.CameraChanged | None = None
        self.retired: Kept | None = None
        self.coverage: dict[str, Kept] = {}
        self.ended: dict[str, f.CoverageEnded] = {}
        self.clock_area: f.ClockAreaConfirmed | None = None

    def assign(self, kept: Kept) -> None:
        fact = kept.fact
        if isinstance(fact, f.CameraInstalled | f.CameraChanged):
            self.known = fact
        elif isinstance(fact, f.CameraRetired):
            self.retired = kept
        elif isinstance(fact, f.CoverageBegan):
            self.coverage[fact.coverage] = kept
        elif isinstance(fact, f.CoverageEnded):
            self.ended[fact.coverage] = fact
        elif isinstance(fact, f.ClockAreaConfirmed):
            self.clock_area = fact

    def running(self) -> list[f.CoverageBegan]:
        """What it covers without an end."""
        return [kept.fact for code, kept in self.coverage.items() if code not in self.ended]


class Recording(Stream):
    """A recording and its chain of custody."""

    kind = "recording"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.arrived: f.RecordingArrived | None = None
        self.media: f.Media | None = None
        self.unplayable: Unplayable | None = None
        self.seals: tuple[f.SealSeen, ...] = ()
        self.camera: str | None = None
        self.shown_from: datetime | None = None
        self.times: f.RecordingTimesRead | None = None
        self.known_by: str | None = None
        self.frames: dict[str, Kept] = {}
        self.exports: list[Kept] = []
        self.copies: list[Kept] = []
        self.viewed = 0
        self.checked: Kept | None = None
        self.deleted: Kept | None = None

    @property
    def duration_ms(self) -> int:
        """How long it is as it is shown; 0 for what cannot be shown."""
        if self.times is not None:
            return self.times.duration_ms
        return self.media.duration_ms if self.media is not None else 0

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """Where its times jump; none where they run on."""
        return () if self.times is None else self.times.stretches

    def assign(self, kept: Kept) -> None:
        fact = kept.fact
        if isinstance(fact, f.RecordingArrived):
            self.arrived, self.camera = fact, fact.camera
            self.media, self.unplayable, self.seals = fact.media, fact.unplayable, fact.seals
            self.shown_from, self.known_by = fact.shown_from, fact.known_by
        elif isinstance(fact, f.RecordingRead):
            self.media, self.unplayable, self.seals = fact.media, None, fact.seals
            if self.known_by != "person" and fact.shown_from is not None:
                self.shown_from, self.known_by = fact.shown_from, fact.known_by
        elif isinstance(fact, f.RecordingPlaced):
            self.camera, self.shown_from, self.known_by = fact.camera, fact.shown_from, "person"
        elif isinstance(fact, f.RecordingTimesRead):
            self.times = fact
        elif isinstance(fact, f.FrameMarked):
            self.frames[fact.frame] = kept
        elif isinstance(fact, f.RecordingExported):
            self.exports.append(kept)
        elif isinstance(fact, f.CopyGiven):
            self.copies.append(kept)
        elif isinstance(fact, f.RecordingViewed):
            self.viewed += 1
        elif isinstance(fact, f.RecordingChecked):
            self.checked = kept
        elif isinstance(fact, f.RecordingDeleted):
            self.deleted = kept


class Link(Stream):
    """One stretch of film that shows something."""

    kind = "footage"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.linked: f.FootageLinked | None = None
        self.withdrawn: Kept | None = None

    def assign(self, kept: Kept) -> None:
        if isinstance(kept.fact, f.FootageLinked):
            self.linked = kept.fact
        elif isinstance(kept.fact, f.LinkWithdrawn):
            self.withdrawn = kept


class Request(Stream):
    """What Surveillance did with a request. One of a case was made there: ``made`` is None."""

    kind = "request"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.made: f.FootageRequested | None = None
        self.acknowledged: Kept | None = None
        self.answered: Kept | None = None

    def assign(self, kept: Kept) -> None:
        if isinstance(kept.fact, f.FootageRequested):
            self.made = kept.fact
        elif isinstance(kept.fact, f.RequestAcknowledged):
            self.acknowledged = kept
        elif isinstance(kept.fact, f.RequestAnswered):
            self.answered = kept


class Holds(Stream):
    """The holds of one cause: a case's, by their codes, or a single one of a person or a finding."""

    kind = "hold"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.placed: dict[str, Kept] = {}
        self.released: dict[str, Kept] = {}
        self.reached: dict[tuple[str, str], Kept] = {}
        """By hold and recording."""

    def assign(self, kept: Kept) -> None:
        if isinstance(kept.fact, f.HoldPlaced | f.RecordingLocked):
            self.placed[kept.fact.hold] = kept
        elif isinstance(kept.fact, f.HoldReleased):
            self.released[kept.fact.hold] = kept
        elif isinstance(kept.fact, f.HoldReached):
            self.reached[kept.fact.hold, kept.fact.recording] = kept

    def standing(self) -> list[f.HoldPlaced]:
        """Those on tables that were not released."""
        return [each for each in self._unreleased() if isinstance(each, f.HoldPlaced)]

    def locks(self) -> list[f.RecordingLocked]:
        """Those on single recordings that were not released."""
        return [each for each in self._unreleased() if isinstance(each, f.RecordingLocked)]

    def _unreleased(self) -> list[f.HoldPlaced | f.RecordingLocked]:
        return [kept.fact for code, kept in self.placed.items() if code not in self.released]

    def next_code(self) -> str:
        return f"H{len(self.placed) + 1}"


class Change(Stream):
    """A change of film that is held, from its asking to its end."""

    kind = "change"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.asked: f.ChangeAsked | None = None
        self.ended: Kept | None = None

    def assign(self, kept: Kept) -> None:
        if isinstance(kept.fact, f.ChangeAsked):
            self.asked = kept.fact
        else:
            self.ended = kept


class Gaps(Stream):
    """What a table's coverage lacked."""

    kind = "coverage"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.found: dict[str, Kept] = {}
        self.closed: dict[str, Kept] = {}

    def assign(self, kept: Kept) -> None:
        if isinstance(kept.fact, f.GapFound):
            self.found[kept.fact.gap] = kept
        elif isinstance(kept.fact, f.GapClosed):
            self.closed[kept.fact.gap] = kept

    def open(self) -> list[f.GapFound]:
        """Those that nothing has closed."""
        return [kept.fact for code, kept in self.found.items() if code not in self.closed]

    def next_code(self) -> str:
        return f"G{len(self.found) + 1}"


class Incident(Stream):
    """An entry of the log, and what was added to it."""

    kind = "incident"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.entered: f.IncidentEntered | None = None
        self.additions: list[Kept] = []
        self.disposition = ""
        self.persons: tuple[str, ...] = ()
        self.subjects: tuple[f.Subject, ...] = ()
        self.identities: tuple[Sealed, ...] = ()
        self.texts: tuple[Sealed, ...] = ()
        self.own: str | None = None
        """The key of its words besides those of the people in it; None once everything was erased."""
        self.erased: dict[str, Kept] = {}
        self.asked: dict[str, Kept] = {}
        """The latest request to erase somebody, by the person."""

    def assign(self, kept: Kept) -> None:
        fact = kept.fact
        if isinstance(fact, f.IncidentErasureAsked):
            self.asked[fact.person] = kept
            return
        if isinstance(fact, f.IncidentPersonErased):
            self.erased[fact.person] = kept
            if fact.person == self.own:
                self.own = fact.successor
            return
        if isinstance(fact, f.IncidentEntered):
            self.entered, self.own = fact, fact.own
        else:
            self.additions.append(kept)
        self.texts = (*self.texts, *([fact.account] if fact.account is not None else []))
        self.disposition = fact.disposition or self.disposition
        self.persons = tuple(dict.fromkeys((*self.persons, *fact.persons)))
        self.subjects = tuple(dict.fromkeys((*self.subjects, *fact.subjects)))
        self.identities = (*self.identities, *fact.identities)


class Review(Stream):
    """What officers saw of a finding, the latest last."""

    kind = "review"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.made: list[Kept] = []

    def assign(self, kept: Kept) -> None:
        self.made.append(kept)


class SpotCheck(Stream):
    """A sample, and what was looked at of it. ``asked`` is None of one whose seed was given with the asking."""

    kind = "spotcheck"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.asked: f.SpotCheckAsked | None = None
        self.drawn: f.SpotCheckDrawn | None = None
        self.drawn_at: datetime | None = None
        self.looked: dict[str, Kept] = {}

    def assign(self, kept: Kept) -> None:
        if isinstance(kept.fact, f.SpotCheckAsked):
            self.asked = kept.fact
        elif isinstance(kept.fact, f.SpotCheckDrawn):
            self.drawn, self.drawn_at = kept.fact, kept.at
        else:
            self.looked[kept.fact.round] = kept


class Shift(Stream):
    """The report of a shift that was signed."""

    kind = "handover"

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.handed: Kept | None = None
        self.taken: Kept | None = None

    def assign(self, kept: Kept) -> None:
        if isinstance(kept.fact, f.ShiftHandedOver):
            self.handed = kept
        elif isinstance(kept.fact, f.ShiftTakenOver):
            self.taken = kept


KINDS: Final[dict[str, type[Stream]]] = {
    each.kind: each
    for each in (Recorder, Camera, Recording, Link, Request, Holds, Change, Gaps, Incident, Review, SpotCheck, Shift)
}
"""Kind of stream -> what its events make."""


def begun(stream: str) -> Stream:
    """The empty aggregate of a stream."""
    return KINDS[stream.partition("/")[0]](stream)
