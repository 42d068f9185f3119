"""Is anything wrong with a log? For the page "State of the log", for whoever watches, and for the command line.

Proved by ``tests/checkpoints/test_tasks.py``, ``test_witnesses.py`` and ``test_stamping.py``; the page by
``tests/admin/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from casino.checkpoints import places
from casino.checkpoints.faults import Fault, sentence
from casino.checkpoints.models import Authority, Log, Witness
from casino.clock import now as clock
from casino.core.text import Text
from casino.ledger.models import Head
from casino.site.health import Report

SILENT_AFTER: Final = timedelta(minutes=3)
"""Without a signature; one is made each minute."""
UNWITNESSED_AFTER: Final = timedelta(minutes=10)
LAG_ALARM: Final = 10_000
LOOPBACK: Final = frozenset(("127.0.0.1", "::1", "localhost"))


class WitnessState(msgspec.Struct, frozen=True):
    """One witness of the settings. ``alarm``: it has seen more than we have, or has not signed for long; ``near``: it
    runs on this machine, whose owner has its keys too."""

    name: str
    size: int
    answered_at: Any
    said: Text | None
    ahead: int | None
    alarm: bool
    near: bool = False


class StampState(msgspec.Struct, frozen=True):
    """One authority for time stamps of the settings: ``size`` of the last checkpoint that it has stamped, and when it
    answered so. ``alarm``: it was asked and gave none that holds."""

    name: str
    size: int
    answered_at: Any
    said: Text | None

    @property
    def alarm(self) -> bool:
        return self.said is not None


class TransparencyState(msgspec.Struct, frozen=True):
    """The log of one property; ``origin`` is empty where none has begun. Times with their zone."""

    origin: str
    size: int
    lag: int
    advanced_at: Any
    signed_at: Any
    failed_at: Any
    said: Text | None
    silent: bool
    witnesses: list[WitnessState]
    stamps: list[StampState] = []

    @property
    def late(self) -> bool:
        return self.lag > LAG_ALARM

    @property
    def alarm(self) -> bool:
        return (
            self.said is not None
            or self.silent
            or self.late
            or any(each.alarm for each in self.witnesses)
            or any(each.alarm for each in self.stamps)
        )


def reports() -> Iterator[Report]:
    """A line for each log that is kept here: its lag in entries, the seconds since its last checkpoint of a new size
    and since its last signature (which a heartbeat renews), ``-`` where there was none."""
    now = clock()
    for state in states(now).values():
        ages = (_age(now, state.advanced_at), _age(now, state.signed_at))
        line = f"transparency {state.origin or '-'} lag {state.lag} checkpoint {ages[0]} s signature {ages[1]} s"
        wrong = state.said is not None or state.silent or state.late
        yield Report(line, "transparency" if wrong else None)


def _age(now: datetime, then: datetime | None) -> str:
    return "-" if then is None else str(max(0, int((now - then).total_seconds())))


def states(now: datetime) -> dict[int, TransparencyState]:
    """Every property's, by its key, in four queries. Empty where no log is kept here."""
    if not places.kept():
        return {}
    logs = {log.property_id: log for log in Log.objects.all()}
    asked: dict[int, dict[str, Witness]] = {}
    for row in Witness.objects.all():
        asked.setdefault(row.log_id, {})[row.name] = row
    fault: Text | None = None
    names: list[str] = []
    near: set[str] = set()
    stamping: list[str] = []
    stamped = {(row.log_id, row.name): row for row in Authority.objects.all()}
    try:
        configured = places.witnesses()
        names = [each.name for each in configured]
        near = {each.name for each in configured if urlsplit(each.url).hostname in LOOPBACK}
        stamping = [each.name for each in places.authorities()]
    except Fault as wrong:
        fault = sentence(wrong.stored)
    found: dict[int, TransparencyState] = {}
    for head in Head.objects.all():
        log = logs.get(head.property_id)
        rows = asked.get(head.property_id, {})
        told = [msgspec.structs.replace(_witness(name, rows.get(name), log, now), near=name in near) for name in names]
        stamps = [_stamps(name, stamped.get((log.pk, name)) if log is not None else None) for name in stamping]
        state = _state(log, head.position, fault, told, now)
        found[head.property_id] = msgspec.structs.replace(state, stamps=stamps)
    return found


def _state(
    log: Log | None, end: int, fault: Text | None, witnesses: list[WitnessState], now: datetime
) -> TransparencyState:
    if log is None:
        return TransparencyState("", 0, end, None, None, None, fault, False, witnesses)
    silent = log.signed_at is None or now - log.signed_at > SILENT_AFTER
    said = sentence(log.error) if log.error else fault
    return TransparencyState(
        origin=log.origin,
        size=log.size,
        lag=max(0, end - log.size),
        advanced_at=log.advanced_at,
        signed_at=log.signed_at,
        failed_at=log.failed_at,
        said=said,
        silent=silent,
        witnesses=witnesses,
    )


def _witness(name: str, row: Witness | None, log: Log | None, now: datetime) -> WitnessState:
    if row is None:
        return WitnessState(name, 0, None, None, None, log is not None and log.signed_at is not None)
    long_ago = row.answered_at is None or now - row.answered_at > UNWITNESSED_AFTER
    said = sentence(row.error) if row.error else None
    return WitnessState(name, row.size, row.answered_at, said, row.ahead, long_ago or row.ahead is not None)


def _stamps(name: str, row: Authority | None) -> StampState:
    if row is None:
        return StampState(name, 0, None, None)
    return StampState(name, row.size, row.answered_at, sentence(row.error) if row.error else None)
