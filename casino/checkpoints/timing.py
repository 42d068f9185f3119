"""The moments of recording of the whole log against the cosignatures around them, and against one another.

As a bundle's verifier does it (``docs/bundle.md``, "The time"): what lies outside, or goes back, contradicts, unless a
jump of the server's clock on record explains just that (``casino.transparency.jumps``); then it is a remark, since the
house writes that event itself. Each run of such events is told with its extent. Proved by
``tests/checkpoints/test_timing.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text, joined
from casino.ledger import reading
from casino.ledger.models import Property
from casino.transparency.bounds import Bounds, length
from casino.transparency.jumps import Jump, Jumps

_WORDS: Final = Catalogue(__file__)

PAGE: Final = 10_000
_BEFORE_ALL: Final = datetime(1, 1, 1, tzinfo=UTC)
_NEVER: Final = 2**63
JUMPED: Final = "server/server:clock"
MOMENTS: Final = """
SELECT position, recorded_at FROM ledger_event WHERE property_id = %s AND position > %s ORDER BY position LIMIT %s
"""


class Told(NamedTuple):
    """What contradicts, and what a jump on record explains."""

    contradictions: list[Text]
    remarks: list[Text]


class _Said(msgspec.Struct, frozen=True):
    """What is read of a ``server.clock_jumped`` event."""

    position: int
    step_ms: int


class _Recorded(msgspec.Struct, frozen=True):
    data: _Said


class _Run(NamedTuple):
    """Events one behind the other with the same fault, explained by the same jump or by none; ``by`` microseconds at
    most."""

    fault: str
    jump: Jump | None
    first: int
    at: datetime
    last: int
    by: int


def check(house: Property, bounds: Bounds) -> Told:
    """Every event of the property."""
    jumps = Jumps(Jump(each.position, each.step_ms * 1_000) for each in _jumps(house.code))
    told = Told([], [])
    run: _Run | None = None
    before = 0
    for position, at in _moments(house.pk):
        moment = _microseconds(at)
        earliest, latest = bounds.of(position)
        low = 0 if earliest is None else _microseconds(earliest)
        high = _NEVER if latest is None else _microseconds(latest)
        outside, back = jumps.take(position, moment, low, high)
        off = max(low - moment, moment - high)
        fault, jump, by = ("outside", outside, off) if off > 0 else ("back", back, before - moment)
        before = moment
        if run is not None and (by <= 0 or (run.fault, run.jump) != (fault, jump)):
            _tell(told, run)
            run = None
        if by > 0:
            run = run or _Run(fault, jump, position, at, position, by)
            run = run._replace(last=position, by=max(run.by, by))
    if run is not None:
        _tell(told, run)
    return told


def _microseconds(moment: datetime) -> int:
    return (moment - _BEFORE_ALL) // timedelta(microseconds=1)


def _tell(told: Told, run: _Run) -> None:
    by = length(timedelta(microseconds=run.by))
    said = _WORDS.text(f"fault--{run.fault}", first=run.first, last=run.last, at=run.at.isoformat(), by=by)
    if run.jump is None:
        told.contradictions.append(said)
        return
    jump = run.jump.position
    why = _WORDS.text("the-jump-of-the-clock", jump=jump)
    told.remarks.append(joined((said, why), ""))


def _jumps(property_code: str) -> list[_Said]:
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
