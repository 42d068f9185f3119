"""A round, or a stretch of a table, with its film: the clips that cover it by the server's clock, facts, findings.

Where a clip lies follows from what its recorder's clock showed at its first frame and from the readings of that clock
(``surveillance.rows.clock_rows``); how far it can be off is said with it, and said loudly beyond
``house.UNCERTAIN_MS``. A fact has the moment that judgement gives it (``games.engine.replay.moment_of``). The drawing
that follows the playhead shows the round after every fact that had *happened* by then, whenever it was recorded: a bet
that came out of a buffer later lies on the layout when it was put down. Proved by
``tests/surveillance/player/test_timeline.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

import msgspec
from django.db.models import QuerySet

from casino.core.events import RecordedEvent
from casino.core.stored import Row, recorded_event
from casino.core.text import Text
from casino.database import together
from casino.ledger.models import Property
from games.catalogue import carries
from games.engine.judgement import Severity
from games.engine.replay import Replay, moment_of
from games.pages import timeline
from games.pages.round import FindingRow, RoundPage, load
from games.rows.models import Round
from games.rows.replay import Replayer
from surveillance.record.parts import Stretch
from surveillance.rows.clock_rows import RecorderClock, clock_of, clocks_of
from surveillance.rows.coverage import Covering, covering
from surveillance.rows.house import UNCERTAIN_MS, UNREAD_CLOCK
from surveillance.rows.models import Camera, Recording, shown_between

AROUND: Final = timedelta(seconds=10)
"""What is shown before the first fact and after the last."""
LONGEST: Final = timedelta(minutes=30)
"""What happens to a round later than this after its first fact (a correction, a ruling) is on no film of it."""
ORDER: Final = tuple(Severity)

State = Literal["here", "deleted", "recorder_only", "nothing"]
"""``recorder_only``: only the recorder may have it; ``nothing``: film comes by hand there, and none came."""


class Clip(msgspec.Struct, frozen=True, kw_only=True):
    """One stretch of a recording of one camera, or the place where there is none. ``begins_at`` is the server's moment
    at which its zero would be, ``piece`` where in it the stretch lies (all of it, unless its times jump), ``rate`` how
    much of the server's time passes in a unit of the clip's own, ``uncertainty_ms`` to within what (half-width).
    ``unread``: nobody has ever read that recorder's clock."""

    camera: Camera
    shows: tuple[str, ...]
    state: State
    recording: Recording | None = None
    begins_at: datetime | None = None
    rate: float = 1.0
    uncertainty_ms: int | None = None
    unread: bool = False
    piece: Stretch | None = None

    @property
    def warned(self) -> bool:
        """Whether the moment is less sure than the house wants."""
        return self.unread or (self.uncertainty_ms or 0) > UNCERTAIN_MS

    @property
    def ends_at(self) -> datetime | None:
        return None if self.piece is None else self._at(self.piece.to_ms)

    @property
    def starts_at(self) -> datetime | None:
        """When its first frame was filmed."""
        return None if self.piece is None else self._at(self.piece.from_ms)

    def _at(self, at_ms: int) -> datetime | None:
        return None if self.begins_at is None else self.begins_at + timedelta(milliseconds=at_ms) * self.rate

    def media_ms(self, moment: datetime) -> int:
        """Where in the clip a moment of the server's clock lies; outside it where it does not cover it."""
        assert self.begins_at is not None
        return round((moment - self.begins_at) / timedelta(milliseconds=1) / self.rate)


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A fact of the round at its moment. ``known`` is False where no clock said it, and the moment is that of its
    recording. ``findings`` rest on it, the gravest first."""

    event: str
    version: int
    at: datetime
    known: bool
    label: Text
    sentence: Text
    actor: Text
    kind: str
    findings: tuple[FindingRow, ...] = ()

    @property
    def severity(self) -> str:
        """That of the gravest finding; empty without one."""
        return self.findings[0].severity if self.findings else ""


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """What the player shows. ``findings`` are those that stand, the gravest first; ``afterwards`` facts on no film."""

    owner: Property
    table: str
    begins_at: datetime
    ends_at: datetime
    clips: tuple[Clip, ...]
    row: Round | None = None
    page: RoundPage | None = None
    moments: tuple[Moment, ...] = ()
    afterwards: tuple[Moment, ...] = ()
    findings: tuple[FindingRow, ...] = ()

    @property
    def covered(self) -> bool:
        """Whether any recording of it is here."""
        return any(clip.state == "here" for clip in self.clips)

    def moment_of(self, finding: FindingRow) -> datetime:
        """The second that a finding is about: of its last fact (a payment is what is wrong, not the bet before it);
        without facts, the end of the round."""
        about = [moment.at for moment in self.moments if moment.version in finding.versions]
        return max(about) if about else self.last_at

    @property
    def last_at(self) -> datetime:
        return self.moments[-1].at if self.moments else self.begins_at

    @property
    def opens_at(self) -> datetime:
        """Where the player stands at first: at the gravest finding, else at the first fact."""
        if self.findings:
            return self.moment_of(self.findings[0])
        return self.moments[0].at if self.moments else self.begins_at


def of_round(row: Round, *, language: str) -> Timeline:
    """A round with its film. Raises :class:`games.rows.replay.NoSuchRound` where nothing of it is recorded."""
    page = load(row, language=language)
    standing = [f for f in page.findings if f.status in ("", "open", "in_case")]
    standing.sort(key=_gravity)
    every = moments(page.replay.events(), page.facts, standing)
    first = every[0].at
    filmed = tuple(moment for moment in every if moment.at <= first + LONGEST)
    begins, ends = first - AROUND, filmed[-1].at + AROUND
    return Timeline(
        owner=row.property,
        table=row.table,
        begins_at=begins,
        ends_at=ends,
        clips=clips(row.property, row.table, begins, ends),
        row=row,
        page=page,
        moments=filmed,
        afterwards=every[len(filmed) :],
        findings=tuple(standing),
    )


def _gravity(finding: FindingRow) -> tuple[int, int]:
    """Money first, the highest amount first: as the review queue takes them."""
    return ORDER.index(finding.severity), -abs(finding.amount_minor)


def of_table(owner: Property, table: str, begins_at: datetime, ends_at: datetime) -> Timeline:
    """A stretch of a table with its film, whatever was played."""
    found = clips(owner, table, begins_at, ends_at)
    return Timeline(owner=owner, table=table, begins_at=begins_at, ends_at=ends_at, clips=found)


def of_recording(recording: Recording) -> Timeline | None:
    """One recording alone, from end to end; None where nobody has said when it begins or by which camera it is."""
    if recording.camera is None:
        return None
    found = _clips(recording, recording.camera, (), clock_of(recording.camera.recorder_id))
    begins = [clip.starts_at for clip in found if clip.starts_at is not None]
    ends = [clip.ends_at for clip in found if clip.ends_at is not None]
    if not begins or not ends:
        return None
    covered = recording.camera.coverage.filter(begins_at__lte=max(ends)).order_by("-begins_at").first()
    return Timeline(
        owner=recording.property,
        table=covered.table if covered is not None else "",
        begins_at=min(begins),
        ends_at=max(ends),
        clips=tuple(found),
    )


# --- Facts ------------------------------------------------------------------------------------------------------------


def moments(
    events: Sequence[RecordedEvent], rows: Iterable[timeline.FactRow], findings: Sequence[FindingRow]
) -> tuple[Moment, ...]:
    """The facts in the order of their moments, each with the findings that rest on it."""
    said = {row.version: row for row in rows}
    made = []
    for event in events:
        row = said[event.version]
        about = sorted((f for f in findings if event.version in f.versions), key=_gravity)
        made.append(
            Moment(
                event=str(event.id),
                version=event.version,
                at=moment_of(event),
                known=event.occurred_at is not None,
                label=row.label,
                sentence=row.sentence,
                actor=row.actor,
                kind=row.kind,
                findings=tuple(about),
            )
        )
    return tuple(sorted(made, key=lambda each: (each.at, each.version)))


def as_of(row: Round, version: int) -> Replay | None:
    """The round after every fact that had happened when this one did, in the order of their moments; None where it has
    no such fact. It is judged by what was on record then, so that a later closing of the table ends nothing here."""
    replayer = Replayer(row.property.code)
    stored = replayer.ledger.stream_rows(row.stream)
    order = {each[2]: (moment_of(event), each[2]) for each, event in zip(stored, _events(stored), strict=True)}
    if version not in order:
        return None
    happened = [each for each in stored if order[each[2]] <= order[version]]
    position = max(each[0] for each in happened)
    # What the rounds before left is asked for by the round's place in the record: its first fact there may be one that
    # had not happened yet.
    before = replayer.sessions.before(row.stream, stored[0][0], position) if carries(row.game) else None
    return replayer.replay(row.stream, happened, position, None, before=before)


def _events(stored: Sequence[Row]) -> list[RecordedEvent]:
    return [recorded_event(each) for each in stored]


# --- Film -------------------------------------------------------------------------------------------------------------


def clips(owner: Property, table: str, begins_at: datetime, ends_at: datetime) -> tuple[Clip, ...]:
    """What the cameras filmed that covered a table in an interval, camera by camera, the table's own first; a camera
    without a recording has a clip that says so."""
    found: list[Clip] = []
    every = _by_camera(covering(owner.pk, table, begins_at, ends_at))
    clocks = clocks_of({covered.camera.recorder_id for covered in every})
    recordings = [
        _recordings(each.camera, clocks[each.camera.recorder_id], begins_at, ends_at).order_by("shown_from", "pk")
        for each in every
    ]
    together.fetch(*recordings)
    for covered, here in zip(every, recordings, strict=True):
        camera = covered.camera
        made = [clip for each in here for clip in _clips(each, camera, covered.shows, clocks[camera.recorder_id])]
        made = [each for each in made if _overlaps(each, begins_at, ends_at)]
        if not any(each.state == "here" for each in made):
            by_hand = camera.recorder is None or camera.recorder.kind == "files"
            made.append(Clip(camera=camera, shows=covered.shows, state="nothing" if by_hand else "recorder_only"))
        found += made
    return tuple(found)


def _by_camera(found: Iterable[Covering]) -> list[Covering]:
    """Each camera once, though it covered the table in several stretches."""
    return list({each.camera.pk: each for each in reversed(list(found))}.values())[::-1]


def _recordings(camera: Camera, clock: RecorderClock, begins_at: datetime, ends_at: datetime) -> QuerySet[Recording]:
    (first, doubt), (last, _) = clock.shown_time(begins_at), clock.shown_time(ends_at)
    between = shown_between(first - doubt, last + doubt)
    return Recording.objects.filter(between, camera=camera, property_id=camera.property_id)


def _clips(recording: Recording, camera: Camera, shows: tuple[str, ...], clock: RecorderClock) -> list[Clip]:
    if recording.shown_from is None:
        return [Clip(camera=camera, shows=shows, state="here", recording=recording)]
    return [_clip(recording, recording.shown_from, piece, camera, shows, clock) for piece in recording.pieces]


def _clip(
    recording: Recording,
    shown_from: datetime,
    piece: Stretch,
    camera: Camera,
    shows: tuple[str, ...],
    clock: RecorderClock,
) -> Clip:
    length = timedelta(milliseconds=piece.to_ms - piece.from_ms)
    begins, doubt = clock.at(shown_from, piece.from_ms + piece.later_ms)
    ends, doubt_then = clock.at(shown_from, piece.to_ms + piece.later_ms)
    rate = (ends - begins) / length if length and ends > begins else 1.0
    return Clip(
        camera=camera,
        shows=shows,
        state="here" if recording.deleted_at is None else "deleted",
        recording=recording,
        begins_at=begins - timedelta(milliseconds=piece.from_ms) * rate,
        rate=rate,
        uncertainty_ms=round(max(doubt, doubt_then) / timedelta(milliseconds=1)),
        unread=not clock.readings,
        piece=piece,
    )


def _overlaps(clip: Clip, begins_at: datetime, ends_at: datetime) -> bool:
    """A clip whose clock nobody has read is shown wherever it may be meant."""
    if clip.starts_at is None or clip.ends_at is None:
        return False
    slack = UNREAD_CLOCK if clip.unread else timedelta(0)
    return clip.starts_at - slack <= ends_at and clip.ends_at + slack >= begins_at
