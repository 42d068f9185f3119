"""The tables of the games room: devices and quarantine (``games.ingest.models``) and the read models."""

from __future__ import annotations

from games.ingest.models import Device, DeviceGap, DeviceProgress, Quarantine
from games.records import (
    STANDING,
    Finding,
    FindingStatus,
    JudgingAnew,
    Projection,
    Round,
    RoundStatus,
    SeverityChoice,
    Table,
    TableSession,
    Waiting,
    WaitingKind,
    WaitingState,
    row_key,
)

__all__ = [
    "STANDING",
    "Device",
    "DeviceGap",
    "DeviceProgress",
    "Finding",
    "FindingStatus",
    "JudgingAnew",
    "Projection",
    "Quarantine",
    "Round",
    "RoundStatus",
    "SeverityChoice",
    "Table",
    "TableSession",
    "Waiting",
    "WaitingKind",
    "WaitingState",
    "row_key",
]
