"""Rows beside the record in the rooms of Surveillance: copies of films, tokens, bundles, series; and what is none of
it. Proved by ``tests/detectors/test_detectors.py``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from casino.ledger.application import get_ledger
from casino.ledger.row_kinds import Key, Kind, Record, Values
from surveillance.files import arrival, copy_facts
from surveillance.files.models import FootageCopy
from surveillance.record import facts as f
from surveillance.reports import facts as r

Told = dict[Key, dict[str, Any]]
_NAMES: Final = ("kinds", "games", "from_day", "to_day", "ends_at")


def _copies(record: Record) -> Told:
    """The last of each kind; of a recording whose bytes are gone nothing is there any more."""
    told: Told = {}
    for event in record.events(copy_facts.TYPE, f.NAMES[f.RecordingDeleted]):
        code, fact = event.stream.partition("/")[2], event.data
        if isinstance(fact, copy_facts.CopyMade):
            told[code, fact.what] = {"sha256": fact.sha256, "size_bytes": fact.size_bytes}
        else:
            told = {key: row for key, row in told.items() if key[0] != code}
    return told


def _copy_rows(property_code: str) -> Mapping[Key, Values]:
    """Not those of recordings that were deleted, which go soon after."""
    deleted = get_ledger(property_code).scan(types=[f.NAMES[f.RecordingDeleted]])
    gone = {row[1].partition("/")[2] for row in deleted}
    rows = FootageCopy._base_manager.filter(property__code=property_code).exclude(recording__in=gone)
    named = rows.values_list("recording", "what", "sha256", "size_bytes")
    return {(code, what): {"sha256": sha256, "size_bytes": size} for code, what, sha256, size in named}


def record_copies(now: datetime) -> int:
    """Say in the record what was made of films before that was recorded; how many that were."""
    said: dict[str, Told] = {}
    count = 0
    for row in FootageCopy._base_manager.select_related("property").order_by("pk"):
        code = row.property.code
        if code not in said:
            said[code] = _copies(Record(code))
        if (row.recording, row.what) not in said[code]:
            arrival.record_copy(row.property, row.recording, row.what, row.sha256, row.size_bytes, now)
            count += 1
    return count


def _tokens(record: Record) -> Told:
    told: Told = {}
    for event in record.events(*(r.NAMES[each] for each in (r.TokenMade, r.TokenEnded, r.LookerShut))):
        staff, at, fact = event.stream.partition("/")[2], event.occurred_at or event.recorded_at, event.data
        match fact:
            case r.TokenMade(token=token, digest=digest):
                said = {name: getattr(fact, name) for name in _NAMES}
                said["kinds"] = said["kinds"] or ("reports",)
                known = {} if digest is None else {"digest": digest}
                told[staff, token] = {**said, **known, "made_at": at, "ended_at": None}
            case r.TokenEnded(token=token) if (staff, token) in told:
                told[staff, token]["ended_at"] = at
            case r.LookerShut():
                for (whose, _token), row in told.items():
                    if whose == staff and row["ended_at"] is None:
                        row["ended_at"] = at
    return told


def _bundles(record: Record) -> Told:
    told: Told = {}
    for event in record.events(*(r.NAMES[each] for each in (r.ReportFinished, r.ReportDeleted))):
        key = (event.stream.partition("/")[2],)
        if isinstance(event.data, r.ReportFinished):
            told[key] = {"sha256": event.data.sha256, "size_bytes": event.data.size_bytes}
        else:
            told.pop(key, None)
    return told


def _series(record: Record) -> Told:
    last: dict[int, int] = {}
    for stream in record.ledger.stream_ids("incident/"):
        year, _dash, number = stream.removeprefix("incident/").partition("-")
        last[int(year)] = max(last.get(int(year), 0), int(number))
    return {(year,): {"last": number} for year, number in last.items()}


MADE: Final = {
    "path": "where the bytes lie; who holds them against the hash here has read them",
    "media_type": "told by the bytes",
}

KINDS: Final = (
    Kind(
        "surveillance.FootageCopy",
        ("recording", "what"),
        ("sha256", "size_bytes"),
        _copies,
        "what was made of each film, by its hash",
        beside={**MADE, "facts": "width, height, frames: told by the bytes", "made_at": "follows its event"},
        kept=_copy_rows,
    ),
    Kind(
        "surveillance.LookerToken",
        ("staff", "token"),
        (*_NAMES, "digest", "made_at", "ended_at"),
        _tokens,
        "what made and ended each token, and its hash",
    ),
    Kind(
        "surveillance.ReportFile",
        ("report",),
        ("sha256", "size_bytes"),
        _bundles,
        "the bundle of each report, by its hash",
        beside={
            **MADE,
            "what": "only bundles are compared: a paper is signed by itself",
            "persons": "whose erasure deletes the file; those of the bundle's texts",
            "recordings": "of which it has clips; those of the bundle",
            "made_at": "follows its event",
        },
        where=lambda code: {"property__code": code, "what": "bundle"},
    ),
    Kind("surveillance.Series", ("year",), ("last",), _series, "the highest number of an incident"),
)
