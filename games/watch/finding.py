"""What the watches find: the evidence of a table's equipment, or of a hand, has passed the bar of its own lifetime
level.

A finding says what drives it, since when, and after how many results; it has no amount. Found again it is the same one,
as long as the results up to its moment stand; where a correction takes the crossing away, it is superseded. Proved by
``tests/watch/test_finding.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from casino.ledger import follow
from games.engine.codes import WATCH_CODES
from games.engine.judgement import Finding, Severity
from games.facts.findings import RoundAudit, audit_stream, by_identity, change
from games.fairness import levels
from games.fairness.evidence import value_of
from games.rows.models import Finding as FindingRow
from games.rows.models import Table
from games.rows.watch_models import HAND, Watch, WatchPoint
from games.watch.follower import NAME

OF_TABLE, OF_HAND = WATCH_CODES
LEAST: Final = levels.bar(levels.of_table(1, 1))
"""No watch has a lower bar."""
SHOWN_AT_MOST: Final = 10**12


def levels_of(property_id: int) -> dict[str, float]:
    """By watch, the chance that it ever gives a false alarm. Tables are numbered as the record names them, hands (one
    of each game that they deal) by their first result: neither depends on what fell."""
    tables = Table.objects.filter(property_id=property_id).order_by("first_position").values_list("code", flat=True)
    of_table = {code: number for number, code in enumerate(tables, start=1)}
    found: dict[str, float] = {}
    hands = 0
    for watch in Watch.objects.filter(property_id=property_id).order_by("began_at", "code").defer("state"):
        if watch.kind == HAND:
            hands += 1
            found[watch.code] = levels.of_dealer(hands)
        elif watch.table in of_table:
            found[watch.code] = levels.of_table(of_table[watch.table], watch.equipment)
    return found


def crossing(watch: Watch, level: float) -> WatchPoint | None:
    """Where the evidence first passed the bar; None where it never did."""
    points = WatchPoint.objects.filter(property_id=watch.property_id, watch=watch.code, value__gte=levels.bar(level))
    return points.order_by("taken").first()


def stream_of(watch: Watch) -> str:
    """The stream of what is found of a table's equipment, or of a hand: ``audit/watch:RL01``, ``audit/watch:hand:S-1``.
    No device has such a name (``games.ingest.devices``)."""
    whose = f"hand:{watch.dealer}" if watch.kind == HAND else watch.table
    return audit_stream(f"watch/watch:{whose}")


def found_of(watch: Watch, level: float) -> Finding | None:
    """The finding about a watch; None where it has not passed its bar."""
    point = crossing(watch, level)
    if point is None:
        return None
    hand = watch.kind == HAND
    detail: dict[str, Any] = {
        "watch": watch.code,
        "kind": watch.kind,
        "game": watch.game,
        "table": watch.table,
        "equipment": watch.equipment,
        "results": point.taken,
        "since_result": (point.since or 0) + 1,
        "since": (point.since_at or watch.began_at).isoformat(),
        "crossed": point.moment.isoformat(),
        "evidence": min(int(value_of(point.value)), SHOWN_AT_MOST),
        "bar": round(1 / level),
        "drivers": [
            {"kind": each["kind"], "about": each["about"], "count": each["count"], "expected": str(each["expected"])}
            for each in point.drivers or ()
        ],
    }
    if hand:
        detail["dealer"] = watch.dealer
    return Finding(
        code=OF_HAND if hand else OF_TABLE,
        severity=Severity.PROCEDURE,
        subject=watch.code,
        clauses=(),
        versions=(),
        detail=detail,
    )


def audit_watches(property_code: str) -> tuple[int, int]:
    """Record what the watches find, and what they no longer find: (opened, superseded)."""
    position = follow.position(NAME, property_code)
    watches = Watch.objects.filter(property__code=property_code, highest__gte=LEAST).order_by("code").defer("state")
    by_stream: dict[str, list[Finding]] = {}
    if watches:
        level = levels_of(watches[0].property_id)
        for watch in watches:
            finding = found_of(watch, level[watch.code]) if watch.code in level else None
            if finding is not None:
                by_stream.setdefault(stream_of(watch), []).append(finding)
    standing = FindingRow.objects.filter(property__code=property_code, code__in=WATCH_CODES)
    for stream in standing.values_list("stream", flat=True).distinct():
        by_stream.setdefault(stream, [])
    return _recorded(property_code, by_stream.items(), position)


def _recorded(property_code: str, found: Iterable[tuple[str, list[Finding]]], position: int) -> tuple[int, int]:
    opened = superseded = 0
    for stream, findings in found:
        known = by_identity(findings)
        counts = (0, 0)

        def command(audit: RoundAudit, known: dict[str, Finding] = known) -> None:
            nonlocal counts
            counts = (0, 0)
            if audit.differs(known):
                counts = audit.audited(known, document="", judged_position=position)

        change(property_code, stream, command)
        opened, superseded = opened + counts[0], superseded + counts[1]
    return opened, superseded
