"""What a package says of the film in it, as data: link, clock, custody. The cover page and the JSON tell the same.

Moments are of the server's clock in UTC unless their name says ``shown``. What lies sealed about people stays sealed:
the custody list holds the references, as the record does. Proved by ``tests/surveillance/files/test_exports.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from typing import Any

import msgspec

from casino.core.events import RecordedEvent
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from surveillance.files import event_words
from surveillance.film.copies import Cut
from surveillance.record import facts as f
from surveillance.record.parts import pieces
from surveillance.record.state import Recording
from surveillance.rows.clock_rows import RecorderClock, clock_of
from surveillance.rows.models import Camera, ClockReading, Link


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """Where a film stands in time: the moment of its first frame by its recorder's clock, the same by the server's, and
    to within what (half-width)."""

    shown_from: datetime
    server_from: datetime
    uncertainty: timedelta
    readings: int

    @property
    def offset(self) -> timedelta:
        """By how much the recorder was ahead."""
        return self.shown_from - self.server_from


def camera_of(owner: Property, recording: Recording) -> Camera | None:
    """The camera that is said to have made it."""
    rows = Camera.objects.filter(property=owner, code=recording.camera or "").select_related("recorder")
    return rows.first()


def placed(owner: Property, recording: Recording) -> Placed | None:
    """Where it stands in time; None where nobody has said when it begins."""
    if recording.shown_from is None:
        return None
    camera = camera_of(owner, recording)
    clock: RecorderClock = clock_of(camera.recorder_id if camera is not None else None)
    server, doubt = clock.server_time(recording.shown_from)
    return Placed(shown_from=recording.shown_from, server_from=server, uncertainty=doubt, readings=len(clock.readings))


def custody(owner: Property, code: str) -> list[dict[str, Any]]:
    """The chain of custody: every event, in order, with when it was recorded and what it says in words."""
    events = get_ledger(owner.code).stream(f"recording/{code}")
    arrived = next((event.data for event in events if isinstance(event.data, f.RecordingArrived)), None)
    zone = owner.zone
    return [_event(event) | _in_words(event, arrived, zone) for event in events]


def _in_words(event: RecordedEvent, arrived: f.RecordingArrived | None, zone: tzinfo) -> dict[str, Any]:
    return {
        "local_time": event_words.moment(event.recorded_at, zone),
        "said": [{"vi": line.vi, "en": line.en} for line in event_words.told(event.data, arrived, zone)],
    }


def _event(event: RecordedEvent) -> dict[str, Any]:
    label = f.LABELS.get(event.type.rpartition(".v")[0])
    return {
        "position": event.position,
        "version": event.version,
        "id": str(event.id),
        "type": event.type,
        "called": None if label is None else {"vi": label.vi, "en": label.en},
        "actor": event.actor,
        "recorded_at": event.recorded_at,
        "data": msgspec.to_builtins(event.data, builtin_types=(datetime,)),
    }


def film(owner: Property, recording: Recording) -> dict[str, Any]:
    """The recording as it arrived."""
    arrived = recording.arrived
    assert arrived is not None
    camera = camera_of(owner, recording)
    return {
        "recording": recording.code,
        "property": owner.code,
        "camera": None if camera is None else {"code": camera.code, "name": camera.name},
        "recorder": None if camera is None or camera.recorder is None else camera.recorder.code,
        "name": arrived.name,
        "size_bytes": arrived.size_bytes,
        "sha256": arrived.sha256,
        "arrived_at": recording.began_at,
        "came_by": arrived.how,
        "media": msgspec.to_builtins(recording.media, builtin_types=(datetime,)),
        "media_signing": "carried, not verified" if recording.media and recording.media.signing_packets else "none",
        "seals_on_arrival": msgspec.to_builtins(recording.seals),
        "start_known_by": recording.known_by,
    }


def stretch(cut: Cut, sha256: str, certificate: str) -> dict[str, Any]:
    """What was cut out of it, in milliseconds of the original."""
    return {
        "asked_from_ms": cut.asked_start_ms,
        "asked_to_ms": cut.asked_end_ms,
        "from_ms": cut.start_ms,
        "to_ms": cut.end_ms,
        "longer_before_ms": cut.before_ms,
        "longer_after_ms": cut.after_ms,
        "frames": cut.frames,
        "coded_anew": False,
        "sha256": sha256,
        "sealed_by_certificate_sha256": certificate,
    }


def clock(owner: Property, recording: Recording, cut: Cut) -> dict[str, Any]:
    """The clock by which its moments were worked out, with every reading that stands."""
    where = placed(owner, recording)
    camera = camera_of(owner, recording)
    rows = ClockReading.objects.none()
    if camera is not None and camera.recorder_id is not None:
        rows = ClockReading.objects.filter(recorder_id=camera.recorder_id, withdrawn=False).order_by("server_at")
    readings = [
        {
            "reading": row.reading,
            "how": row.how,
            "server_at": row.server_at,
            "shown_at": row.shown_at,
            "offset_ms": row.offset_ms,
            "uncertainty_ms": row.uncertainty_ms,
        }
        for row in rows
    ]
    if where is None:
        return {"begins": None, "readings": readings}
    [*_, piece] = pieces(recording.stretches, 0, cut.asked_start_ms)
    begins = timedelta(milliseconds=cut.start_ms + piece.later_ms)
    return {
        "begins": {
            "shown": where.shown_from + begins,
            "server": where.server_from + begins,
            "recorder_ahead_ms": _ms(where.offset),
            "uncertainty_ms": _ms(where.uncertainty),
        },
        "readings": readings,
    }


def links(owner: Property, recording: Recording, cut: Cut) -> list[dict[str, Any]]:
    """What stands linked to the stretch."""
    rows = Link.objects.filter(property=owner, recording__code=recording.code, withdrawn=False)
    return [
        {
            "link": row.code,
            "about": row.subject_kind,
            "stream": row.subject_stream,
            "event": None if row.event is None else str(row.event),
            "finding": row.identity or None,
            "case": row.case or None,
            "from_ms": row.from_ms,
            "to_ms": row.to_ms,
            "begins_at": row.begins_at,
            "ends_at": row.ends_at,
            "uncertainty_ms": row.uncertainty_ms,
            "linked_by": row.linked_by,
            "linked_at": row.linked_at,
        }
        for row in rows
        if row.from_ms is None or row.to_ms is None or (row.from_ms < cut.end_ms and row.to_ms > cut.start_ms)
    ]


def _ms(length: timedelta) -> int:
    return round(length / timedelta(milliseconds=1))
