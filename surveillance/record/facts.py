"""What happens to footage, as events: where it came from, who looked at it and why, what it shows, who keeps it.

The stream of a recording is its chain of custody, from its arrival to its deletion. No free text of a person stands in
an event (it can name people): an event holds a :class:`~casino.core.sealed.Sealed`. Moments called ``..._at`` are of
the server's clock; those called ``shown_...`` are what the recorder's own clock said, uncorrected: which offset was
valid is worked out when somebody asks, from the readings known then. Stretches within a file are milliseconds from its
first frame. The only defaults are ``None`` and ``()``.

Streams: ``recorder/<code>``, ``camera/<code>``, ``recording/<code>``, ``footage/<code>`` (one link each),
``request/<code>``, ``hold/<code>``, ``change/<code>``, ``coverage/<table>``, ``incident/<number>``, ``review/<code>``,
``spotcheck/<code>``, ``handover/<code>``. Proved by ``tests/surveillance/record`` and the frozen examples in
``tests/surveillance/frozen``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from casino.core.events import Fact
from casino.core.sealed import Sealed
from games.engine.facts import Code, Person
from surveillance.clocks import How
from surveillance.record.change_facts import ChangeAsked, ChangeConfirmed, ChangeDeclined, HoldReached, RecordingLocked
from surveillance.record.journal_facts import (
    FindingReviewed,
    IncidentAddedTo,
    IncidentEntered,
    IncidentErasureAsked,
    IncidentPersonErased,
    RoundLookedAt,
    SpotCheckAsked,
    SpotCheckDrawn,
)
from surveillance.record.parts import (
    Address,
    ArrivedHow,
    ByteRange,
    Bytes,
    Cause,
    Channel,
    Digest,
    Fetched,
    FileOf,
    GapKind,
    KnownBy,
    Leaving,
    Media,
    Millis,
    Name,
    RecorderKind,
    SealSeen,
    SessionName,
    Shows,
    StreamId,
    Stretch,
    Subject,
    Unplayable,
    Viewer,
    Why,
)
from surveillance.record.recorded import FACTS, LABELS, NAMES, recorded
from surveillance.record.shift_facts import ShiftHandedOver, ShiftTakenOver

__all__ = (
    "FACTS",
    "LABELS",
    "NAMES",
    "ChangeAsked",
    "ChangeConfirmed",
    "ChangeDeclined",
    "Fetched",
    "FindingReviewed",
    "HoldReached",
    "IncidentAddedTo",
    "IncidentEntered",
    "IncidentErasureAsked",
    "IncidentPersonErased",
    "Media",
    "RecordingLocked",
    "RoundLookedAt",
    "SealSeen",
    "ShiftHandedOver",
    "ShiftTakenOver",
    "SpotCheckAsked",
    "SpotCheckDrawn",
    "Stretch",
    "Subject",
)
"""What is handed on, so that everything about a fact is found here."""

# --- Recorders and their clocks ---------------------------------------------------------------------------------------


@recorded("recorder.registered")
class RecorderRegistered(Fact, frozen=True):
    """A recorder, as it is reached. ``credentials`` hold ``user:password``; ``keeps_days`` is its own term, after which
    it overwrites; ``link`` is the template of an address that opens the maker's client."""

    name: Name
    kind: RecorderKind
    registered_by: Person
    address: Address | None = None
    link: Address | None = None
    credentials: Sealed | None = None
    keeps_days: Annotated[int, msgspec.Meta(ge=1, le=3660)] | None = None


@recorded("recorder.changed")
class RecorderChanged(Fact, frozen=True):
    """The recorder is reached otherwise from now on: all of it anew."""

    name: Name
    kind: RecorderKind
    changed_by: Person
    address: Address | None = None
    link: Address | None = None
    credentials: Sealed | None = None
    keeps_days: Annotated[int, msgspec.Meta(ge=1, le=3660)] | None = None


@recorded("recorder.retired")
class RecorderRetired(Fact, frozen=True):
    """It records no more."""

    retired_by: Person
    sealed_reason: Sealed


@recorded("recorder.clock_read")
class ClockRead(Fact, frozen=True):
    """At ``server_at`` the recorder's clock showed ``shown_at``, to within ``uncertainty_ms`` (half-width). For
    ``marked`` and ``read``, from which recording and where in it; ``event`` is the one that the frame shows."""

    reading: Code
    how: How
    server_at: datetime
    shown_at: datetime
    uncertainty_ms: Millis
    read_by: Person | None = None
    recording: Code | None = None
    frame_ms: Millis | None = None
    event: UUID | None = None


@recorded("recorder.clock_set")
class ClockSet(Fact, frozen=True):
    """At ``server_at`` somebody set the recorder's clock, or it set itself: what was read before says nothing of it
    from then on. Counted and withdrawn as the readings are."""

    reading: Code
    server_at: datetime
    set_by: Person


@recorded("recorder.clock_reading_withdrawn")
class ClockReadingWithdrawn(Fact, frozen=True):
    """A reading was wrong, or the clock was not set."""

    reading: Code
    withdrawn_by: Person
    sealed_reason: Sealed


# --- Cameras ----------------------------------------------------------------------------------------------------------


@recorded("camera.installed")
class CameraInstalled(Fact, frozen=True):
    """A camera, and the recorder with its channel there; ``channel`` is what stands for ``{camera}`` in addresses."""

    name: Name
    installed_by: Person
    recorder: Code | None = None
    channel: Channel | None = None


@recorded("camera.changed")
class CameraChanged(Fact, frozen=True):
    """Its name, recorder and channel anew."""

    name: Name
    changed_by: Person
    recorder: Code | None = None
    channel: Channel | None = None


@recorded("camera.coverage_began")
class CoverageBegan(Fact, frozen=True):
    """From ``begins_at`` on the camera shows something of a table, or of a pit as a whole: exactly one is named."""

    coverage: Code
    shows: tuple[Shows, ...]
    begins_at: datetime
    set_by: Person
    table: Code | None = None
    pit: Code | None = None


@recorded("camera.coverage_ended")
class CoverageEnded(Fact, frozen=True):
    """It did so until ``ends_at``."""

    coverage: Code
    ends_at: datetime
    set_by: Person


@recorded("camera.clock_area_confirmed")
class ClockAreaConfirmed(Fact, frozen=True):
    """Where in the picture the burnt-in clock stands, in pixels of the full frame, as a person has confirmed."""

    left: Millis
    top: Millis
    width: Annotated[int, msgspec.Meta(ge=8, le=16384)]
    height: Annotated[int, msgspec.Meta(ge=8, le=16384)]
    confirmed_by: Person


@recorded("camera.retired")
class CameraRetired(Fact, frozen=True):
    """It films no more."""

    retired_by: Person
    sealed_reason: Sealed


# --- Recordings: the chain of custody ---------------------------------------------------------------------------------


@recorded("recording.arrived")
class RecordingArrived(Fact, frozen=True, kw_only=True):
    """A file came in and is kept byte for byte. ``shown_from`` is the moment of its first frame by the recorder's
    clock. ``keep_until``: its ordinary term, which a hold prolongs. ``media`` is what it is as a film; ``unplayable``
    why it is none that can be shown: exactly one of the two is there."""

    how: ArrivedHow
    name: Name
    size_bytes: Annotated[int, msgspec.Meta(ge=1)]
    sha256: Digest
    media: Media | None = None
    keep_until: datetime
    seals: tuple[SealSeen, ...] = ()
    camera: Code | None = None
    shown_from: datetime | None = None
    known_by: KnownBy | None = None
    fetched: Fetched | None = None
    arrived_by: Person | None = None
    unplayable: Unplayable | None = None


@recorded("recording.times_read")
class RecordingTimesRead(Fact, frozen=True):
    """The times of its frames do not run on: its stretches, one behind the other as the film is shown, and its length
    so. Said with the arrival, or of a recording that arrived before this was looked for."""

    duration_ms: Millis
    stretches: Annotated[tuple[Stretch, ...], msgspec.Meta(max_length=200)]


@recorded("recording.read")
class RecordingRead(Fact, frozen=True):
    """A file that could not be shown when it arrived is read now, byte for byte the same: what it is."""

    media: Media
    seals: tuple[SealSeen, ...] = ()
    shown_from: datetime | None = None
    known_by: KnownBy | None = None
    read_by: Person | None = None


@recorded("recording.placed")
class RecordingPlaced(Fact, frozen=True):
    """A person says which camera made it, and when it begins by that recorder's clock; what was said before stays in
    the record."""

    camera: Code
    shown_from: datetime
    placed_by: Person
    sealed_reason: Sealed | None = None


@recorded("recording.viewed")
class RecordingViewed(Fact, frozen=True):
    """Somebody looked at a stretch of it."""

    from_ms: Millis
    to_ms: Millis
    viewed_by: Viewer
    why: Why
    subject: StreamId | None = None


@recorded("recording.handed_out")
class RecordingHandedOut(Fact, frozen=True):
    """Which bytes of a file the server sent to whom, whatever their browser told of it: never less than was sent, as
    the ranges are those that were asked for. ``session`` is a digest by which acts of one session are known as such,
    ``link`` the SHA-256 of the signed link that was used; ``address`` is where they connected from."""

    what: FileOf
    sha256: Digest
    size_bytes: Bytes
    ranges: tuple[ByteRange, ...]
    requests: int
    begun_at: datetime
    ended_at: datetime
    handed_to: Viewer
    session: SessionName | None = None
    link: Digest | None = None
    address: str | None = None


@recorded("recording.frame_marked")
class FrameMarked(Fact, frozen=True):
    """A frame is kept as evidence: the still's SHA-256, and which event it shows, if any."""

    frame: Code
    at_ms: Millis
    sha256: Digest
    marked_by: Person
    event: UUID | None = None
    sealed_note: Sealed | None = None


@recorded("recording.downloaded")
class RecordingDownloaded(Fact, frozen=True):
    """The original left the house, whole."""

    downloaded_by: Person
    sealed_reason: Sealed


@recorded("recording.leave_asked")
class LeaveAsked(Fact, frozen=True):
    """A person asked for a sealed export or a copy for somebody, and why; what comes of it is correlated with this
    event. It is what they sign: the work itself is done later."""

    what: Leaving
    from_ms: Millis
    to_ms: Millis
    asked_by: Person
    sealed_reason: Sealed | None = None
    given_to: Sealed | None = None
    case: Code | None = None


@recorded("recording.exported")
class RecordingExported(Fact, frozen=True):
    """A stretch left as a sealed file: what was asked for, what was cut (key frames before and after), by which key."""

    export: Code
    asked_from_ms: Millis
    asked_to_ms: Millis
    from_ms: Millis
    to_ms: Millis
    sha256: Digest
    certificate: Digest
    exported_by: Person
    sealed_reason: Sealed
    case: Code | None = None


@recorded("recording.copy_given")
class CopyGiven(Fact, frozen=True):
    """A copy with a visible mark, and with areas made unrecognisable, was given to somebody outside the house."""

    copy: Code
    from_ms: Millis
    to_ms: Millis
    sha256: Digest
    masked_areas: int
    given_by: Person
    given_to: Sealed
    case: Code | None = None


@recorded("recording.checked")
class RecordingChecked(Fact, frozen=True):
    """The bytes kept were hashed again, or looked for in vain (None)."""

    sha256: Digest | None = None
    checked_by: Person | None = None


@recorded("recording.deleted")
class RecordingDeleted(Fact, frozen=True):
    """Its term had ended and no hold stood: the bytes are gone, this stays."""

    kept_until: datetime
    rule: Literal["term_ended"]


# --- Links, requests, holds -------------------------------------------------------------------------------------------


@recorded("footage.linked")
class FootageLinked(Fact, frozen=True):
    """This stretch of film shows that. ``begins_at`` and ``ends_at`` are by the server's clock, as they were worked out
    when the link was made, with ``uncertainty_ms``; of a recording, ``from_ms`` and ``to_ms`` say where in it."""

    subject: Subject
    camera: Code
    begins_at: datetime
    ends_at: datetime
    linked_by: Person
    uncertainty_ms: Millis | None = None
    recording: Code | None = None
    from_ms: Millis | None = None
    to_ms: Millis | None = None
    sealed_note: Sealed | None = None


@recorded("footage.withdrawn")
class LinkWithdrawn(Fact, frozen=True):
    """The link was wrong."""

    withdrawn_by: Person
    sealed_reason: Sealed


@recorded("request.made")
class FootageRequested(Fact, frozen=True):
    """Footage is asked for without a case: of a finding, or of a round. Requests of a case stand in the case; their
    stream here is ``request/<case>-<request>`` and begins with what Surveillance does."""

    subject: Subject
    table: Code
    begins_at: datetime
    ends_at: datetime
    requested_by: Person
    sealed_note: Sealed | None = None


@recorded("request.acknowledged")
class RequestAcknowledged(Fact, frozen=True):
    """Surveillance has it in hand."""

    acknowledged_by: Person


@recorded("request.answered")
class RequestAnswered(Fact, frozen=True):
    """What there is (links), or that there is none, because. ``sealed_elsewhere``: why the film is of another table or
    time than was asked for."""

    found: bool
    sealed_answer: Sealed
    answered_by: Person
    links: tuple[Code, ...] = ()
    sealed_elsewhere: Sealed | None = None


@recorded("hold.placed")
class HoldPlaced(Fact, frozen=True):
    """All coverage of a table in an interval is kept, whatever its term: because of a case (by rule), a finding, or a
    person's own reason."""

    hold: Code
    table: Code
    begins_at: datetime
    ends_at: datetime
    cause: Cause
    subject: StreamId | None = None
    placed_by: Person | None = None
    sealed_reason: Sealed | None = None


@recorded("hold.released")
class HoldReleased(Fact, frozen=True):
    """It is kept no longer for this: the case's term has ended (by rule), or a person said so."""

    hold: Code
    rule: Literal["case_term_ended", "round_left_case", "person", "incident_term_ended"]
    released_by: Person | None = None
    sealed_reason: Sealed | None = None


@recorded("coverage.gap_found")
class GapFound(Fact, frozen=True):
    """An open table was covered by no camera, or a recording that should exist does not."""

    gap: Code
    kind: GapKind
    begins_at: datetime
    ends_at: datetime
    camera: Code | None = None


@recorded("coverage.gap_closed")
class GapClosed(Fact, frozen=True):
    """What was missing has come, or a person says why it will not."""

    gap: Code
    because: Literal["covered", "recording_came", "explained"]
    closed_by: Person | None = None
    sealed_reason: Sealed | None = None
