"""The moments of recording of the whole log against the cosignatures around them, and against one another.

As a bundle's verifier does it (``docs/bundle.md``, "The time"): what lies outside, or goes back, contradicts, unless a
jump of the server's clock is on record; then it is a remark, since the house writes that event itself. A remark is told
for each run of such events with its extent. Proved by ``tests/checkpoints/test_timing.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from casino.core.text import Text
from casino.ledger import clock, reading
from casino.ledger.models import Property
from casino.transparency.bounds import Bounds

PAGE: Final = 10_000
JUMPED: Final = "server/server:clock"
MOMENTS: Final = """
SELECT position, recorded_at FROM ledger_event WHERE property_id = %s AND position > %s ORDER BY position LIMIT %s
"""


class Told(NamedTuple):
    """What contradicts, and what a jump on record explains."""

    contradictions: list[Text]
    remarks: list[Text]


class _Jump(msgspec.Struct, frozen=True):
    """What is read of a ``server.clock_jumped`` event."""

    position: int
    step_ms: int


class _Recorded(msgspec.Struct, frozen=True):
    data: _Jump


def check(house: Property, bounds: Bounds) -> Told:
    """Every event of the property."""
    jumps = _jumps(house.code)
    told = Told([], [])
    run: list[tuple[int, datetime]] = []
    kind, step = "", timedelta()
    before: datetime | None = None
    for position, moment in _moments(house.pk):
        found, by = _fault(position, moment, before, bounds)
        if run and found != kind:
            _tell(told, kind, step, run, jumps)
            run = []
        if found:
            kind, step = found, by if not run else step
            run.append((position, moment))
        before = moment
    if run:
        _tell(told, kind, step, run, jumps)
    return told


def _fault(position: int, moment: datetime, before: datetime | None, bounds: Bounds) -> tuple[str, timedelta]:
    """``outside`` or ``back``, and by how much; empty where nothing is wrong."""
    earliest, latest = bounds.of(position)
    if earliest is not None and moment < earliest:
        return "outside", earliest - moment
    if latest is not None and moment > latest:
        return "outside", moment - latest
    return ("back", before - moment) if before is not None and moment < before else ("", timedelta())


def _tell(told: Told, what: str, step: timedelta, run: list[tuple[int, datetime]], jumps: list[_Jump]) -> None:
    (first, at), last = run[0], run[-1][0]
    explained = any(
        jump.position <= first and timedelta(milliseconds=abs(jump.step_ms)) + clock.JUMP >= step for jump in jumps
    )
    said = {
        "outside": Text(
            vi=f"Vị trí {first} đến {last}: ghi lúc {at.isoformat()}, ngoài khoảng nhân chứng đã thấy (lệch {step}).",
            en=f"Positions {first} to {last}: recorded at {at.isoformat()}, outside what witnesses saw (by {step}).",
        ),
        "back": Text(
            vi=f"Vị trí {first}: ghi lúc {at.isoformat()}, sớm hơn sự kiện trước nó {step}.",
            en=f"Position {first}: recorded at {at.isoformat()}, {step} before the event in front of it.",
        ),
    }[what]
    if explained:
        why = Text(
            " Có ghi bước nhảy đồng hồ, là lời của cơ sở.", " A jump of the clock is on record: the house's word."
        )
        told.remarks.append(Text(said.vi + why.vi, said.en + why.en))
    else:
        told.contradictions.append(said)


def _jumps(property_code: str) -> list[_Jump]:
    rows = reading.stream_rows("default", property_code, JUMPED)
    return [msgspec.json.decode(row[7], type=_Recorded).data for row in rows]


def _moments(property_id: int) -> Iterator[tuple[int, datetime]]:
    after = 0
    while True:
        with reading.cursor("default") as cursor:
            rows: Iterable[tuple[int, datetime]] = cursor.execute(MOMENTS, [property_id, after, PAGE]).fetchall()
        last = after
        for last, moment in rows:
            yield last, moment
        if last == after:
            return
        after = last
