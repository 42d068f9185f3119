"""The admin of the games room: rounds, findings, tables, devices, quarantine, statistics, the state of the log.

Nothing that comes from events can be added, changed or deleted here; what a person decides goes through a command.
Proved by ``tests/admin`` and ``tests/journeys``.
"""

from __future__ import annotations

from games.admin import (
    clauses,
    dashboard,
    devices,
    findings,
    health,
    panels,
    rounds,
    rule_documents,
    statistics,
    tables,
    waiting,
)

__all__ = [
    "clauses",
    "dashboard",
    "devices",
    "findings",
    "health",
    "panels",
    "rounds",
    "rule_documents",
    "statistics",
    "tables",
    "waiting",
]
