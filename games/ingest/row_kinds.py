"""Rows of devices and of what was refused, made again from the record.

A device is what its events say: key, token, revocation. What was counted of its numbers is counted again
(``gaps.counted_anew``). What was refused, and how clocks stood hour by hour, is
noted by digest. Proved by ``tests/detectors/test_detectors.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from casino.ledger.noting import Noted
from casino.ledger.row_kinds import Key, Kind, Record, Values
from games.engine.device import DeviceKeyRegistered, DeviceRegistered, DeviceRevoked
from games.facts.quarantine_facts import NAMES
from games.ingest import gaps
from games.ingest.models import Device, DeviceGap
from games.ingest.put_right import fold

Told = dict[Key, dict[str, Any]]

_DEVICE: Final = ("device.registered.v1", "device.key_registered.v1", "device.revoked.v1")


def _devices(record: Record) -> Told:
    told: Told = {}
    for event in record.events(*_DEVICE):
        fact, at = event.data, event.occurred_at or event.recorded_at
        row = told.setdefault((fact.device,), {})
        match fact:
            case DeviceRegistered(kind=kind, token_sha256=token):
                if not row:
                    row |= {"kind": kind, "created_at": at, "is_active": True, "revoked_at": None}
                    row |= {"first_sequence": 1, "public_key": "", "key_position": None}
                if token is not None:
                    row["token_sha256"] = token
            case DeviceKeyRegistered(public_key=key):
                row |= {"public_key": key, "token_sha256": "", "key_position": event.position}
            case DeviceRevoked():
                row |= {"is_active": False, "revoked_at": at}
    return told


def _progress(record: Record) -> Told:
    of_property = Device._base_manager.filter(property__code=record.property_code)
    devices = {device.pk: device for device in of_property.order_by("pk")}
    return {
        (devices[key].code,): {
            "highest_sequence": made.numbers.highest,
            "latest_measured": made.numbers.latest.measured,
            "latest_shown": made.numbers.latest.shown,
            "ended": not devices[key].is_active,
            "clock_flagged_at": made.clock_flagged_at,
            "clock_flagged_skew_ms": made.clock_flagged_skew_ms,
            "gaps": tuple(
                (hole.first, hole.last, hole.found_at, hole.below.measured, hole.below.shown)
                for hole in made.numbers.holes
            ),
        }
        for key, made in gaps.counted_anew(record.property_code, devices.values(), ledger=record.ledger).items()
    }


def _progress_rows(property_code: str) -> Mapping[Key, Values]:
    """Of each device what was counted; one that has sent nothing has no row."""
    rows: dict[Key, Values] = {}
    holes: dict[int, list[tuple[Any, ...]]] = {}
    of_property = DeviceGap.objects.filter(device__property__code=property_code).order_by("device", "first")
    for number, *gap in of_property.values_list("device", "first", "last", "found_at", "below_measured", "below_shown"):
        holes.setdefault(number, []).append(tuple(gap))
    for device in Device._base_manager.filter(property__code=property_code).select_related("progress"):
        kept = getattr(device, "progress", None)
        rows[device.code,] = {
            "highest_sequence": device.first_sequence - 1 if kept is None else kept.highest_sequence,
            "latest_measured": kept and kept.latest_measured,
            "latest_shown": kept and kept.latest_shown,
            "ended": kept is not None and kept.ended,
            "clock_flagged_at": kept and kept.clock_flagged_at,
            "clock_flagged_skew_ms": kept and kept.clock_flagged_skew_ms,
            "gaps": tuple(holes.get(device.pk, ())),
        }
    return rows


def _handled(record: Record) -> Told:
    streams: dict[str, list[Any]] = {}
    for event in record.events(*NAMES.values()):
        streams.setdefault(event.stream, []).append(event)
    return {(int(name.partition("/")[2]),): {"state": fold(events).state} for name, events in streams.items()}


SEEN: Final = "written with every request"

KINDS: Final = (
    Kind(
        "games.Device",
        ("code",),
        (
            *("kind", "public_key", "token_sha256", "key_position", "first_sequence"),
            *("is_active", "created_at", "revoked_at"),
        ),
        _devices,
        "what registered and revoked it, its key and the hash of its token",
        beside={"name": "what the house calls it; it decides nothing"},
    ),
    Kind(
        "games.DeviceProgress",
        ("device",),
        (
            *("highest_sequence", "latest_measured", "latest_shown", "ended"),
            *("clock_flagged_at", "clock_flagged_skew_ms"),
        ),
        _progress,
        "the numbers that came, in the record and in the quarantine, counted again; with the gaps in them",
        beside={"last_seen_at": SEEN, "clock_skew_ms": SEEN},
        kept=_progress_rows,
    ),
    Kind(
        "games.QuarantineState",
        ("quarantine_id",),
        ("state",),
        _handled,
        "what people did about each refused message",
        where=lambda code: {"quarantine__property__code": code},
    ),
)
NOTED: Final = (
    Noted(
        "quarantine",
        "games.Quarantine",
        (
            *("device__code", "device_code", "source", "line", "received_at", "code", "field", "event_id"),
            *("event_type", "table", "sequence", "content_type", "body_sha256", "body_length", "body"),
            "is_authenticated",
        ),
        "received_at",
        "what known senders sent and was refused",
        beside={
            "message_vi": "follows from the code",
            "message_en": "follows from the code",
            "times": "counts the same bytes again",
            "last_received_at": "counts the same bytes again",
        },
        where={"is_authenticated": True},
    ),
    Noted(
        "device_clock",
        "games.DeviceClock",
        ("device__code", "hour", "received_at", "skew_ms"),
        "hour",
        "how each device's clock stood in each hour",
        owner="device__property__code",
        margin=timedelta(minutes=90),
    ),
)
