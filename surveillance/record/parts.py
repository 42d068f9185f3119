"""What the facts of footage are made of: their codes, and the structs that stand inside them.

Proved by ``tests/surveillance/record``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from casino.core.naming import LETTERED
from casino.core.posts import RoleCode
from casino.core.signed_form import OPEN
from games.engine.facts import Code
from surveillance.film import SealState

RecorderKind = Literal["onvif", "link", "files"]
"""``onvif``: replay over RTSP; ``link``: an address opens the maker's own client; ``files``: film comes by hand."""
Shows = Literal["table", "layout", "wheel", "shoe", "dice", "chip_tray", "pit"]
ArrivedHow = Literal["upload", "folder", "fetched", "simulated"]
KnownBy = Literal["seal", "container", "recorder", "person"]
"""What says when the film begins: its sealed start time, its container, the recorder that was asked, or a person."""
Why = Literal["case", "finding", "round", "spot_check", "incident", "upkeep", "ahead"]
"""``ahead``: handed out before anybody looked, since the review queue loads its next matter out of sight."""
SubjectKind = Literal["round", "event", "case", "finding", "request", "incident"]
Cause = Literal["case", "finding", "person", "incident"]
Verdict = Literal["as_recorded", "otherwise", "not_visible"]
Leaving = Literal["export", "copy"]
GapKind = Literal["no_camera", "no_recording"]
IncidentKind = Literal["cheating", "theft", "dispute", "procedure", "medical", "disturbance", "banned_person", "other"]
Disposition = Literal["open", "observed", "reported", "police", "unfounded", "closed"]

Millis = Annotated[int, msgspec.Meta(ge=0, le=10**11)]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)"), OPEN]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=150, pattern=LETTERED), OPEN]
Address = Annotated[str, msgspec.Meta(min_length=1, max_length=2000, pattern=r"^[a-z]{2,10}://[^\s]+$(?!\n)"), OPEN]
Channel = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"^[^\s]+$(?!\n)"), OPEN]
StreamId = Annotated[str, msgspec.Meta(min_length=4, max_length=210), OPEN]


FileOf = Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern=r"^[a-z0-9][A-Za-z0-9/._:-]*$(?!\n)")]
"""Which file of a recording: ``web``, ``original``, ``export/<code>``, ``given/<code>``."""
SessionName = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
Bytes = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, gc=False):
    """Base of what stands inside a fact."""


class SealSeen(Part, frozen=True):
    """One seal that a file carried on arrival (ONVIF Export File Format), and by whose certificate."""

    state: SealState
    subject: str | None = None
    fingerprint: Digest | None = None


class Media(Part, frozen=True):
    """What the file is, by its content. ``frame_rate_millihz`` is None where it varies; ``signing_packets`` counts
    those that carry ONVIF Media Signing, which is carried and not verified."""

    container: str
    codec: str
    width: int
    height: int
    duration_ms: Millis
    frames: int
    key_frames: int
    audio: bool
    signing_packets: int
    frame_rate_millihz: int | None = None
    created_at: datetime | None = None


class Viewer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """To whom film was given: a person of the house in their post, or who looks on from outside (``regulator``,
    ``auditor``), by their role."""

    post: RoleCode
    staff: Code


class Unplayable(Part, frozen=True):
    """Why a file is kept that cannot be shown: the code of the table of errors, and its sentence as it stood."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    vi: str
    en: str


class ByteRange(Part, frozen=True):
    """Bytes of a file from the first to the last, both counted in."""

    first: Bytes
    last: Bytes


class Stretch(Part, frozen=True):
    """From when to when of a film, and by how much its file's own times are later there than the film's."""

    from_ms: Millis
    to_ms: Millis
    later_ms: Annotated[int, msgspec.Meta(ge=-(10**15), le=10**15)]


def shown_at(shown_from: datetime, stretches: Sequence[Stretch], at_ms: int) -> datetime:
    """What the recorder's clock showed at a moment of a film that begins so; ``stretches`` where its times jump."""
    later = [each.later_ms for each in stretches if each.from_ms <= at_ms]
    return shown_from + timedelta(milliseconds=at_ms + (later[-1] if later else 0))


def pieces(stretches: Sequence[Stretch], from_ms: int, to_ms: int) -> list[Stretch]:
    """What of each stretch lies between two moments of a film; of one without jumps, all of it."""
    if not stretches:
        return [Stretch(from_ms=from_ms, to_ms=to_ms, later_ms=0)]
    return [
        Stretch(from_ms=max(from_ms, each.from_ms), to_ms=min(to_ms, each.to_ms), later_ms=each.later_ms)
        for each in stretches
        if each.from_ms <= to_ms and from_ms < each.to_ms
    ]


class Fetched(Part, frozen=True):
    """What was asked of the recorder, by its own clock, and what is missing of it."""

    shown_from: datetime
    shown_to: datetime
    lost_packets: int
    missing_ms: Millis
    complete: bool


class Subject(Part, frozen=True):
    """What a link or a request is about. ``stream`` is that of the round, case or incident, of a finding that of its
    audit (``audit/…``); ``event`` an event of it, ``identity`` the finding, ``request`` a request (F1) of the case."""

    kind: SubjectKind
    stream: StreamId
    event: UUID | None = None
    identity: str | None = None
    request: Code | None = None
