"""The tables of the games room: devices and quarantine (``games.ingest.models``) and the read models."""

from __future__ import annotations

from games.ingest.models import Device, DeviceClock, DeviceGap, DeviceProgress, Quarantine, QuarantineState
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
from games.studies.records import RuleStudy, StudyState
from games.watch.records import Drawn, Watch, WatchDue, WatchKind, WatchPoint

__all__ = [
    "STANDING",
    "Device",
    "DeviceClock",
    "DeviceGap",
    "DeviceProgress",
    "Drawn",
    "Finding",
    "FindingStatus",
    "JudgingAnew",
    "Projection",
    "Quarantine",
    "QuarantineState",
    "Round",
    "RoundStatus",
    "RuleStudy",
    "SeverityChoice",
    "StudyState",
    "Table",
    "TableSession",
    "Waiting",
    "WaitingKind",
    "WaitingState",
    "Watch",
    "WatchDue",
    "WatchKind",
    "WatchPoint",
    "row_key",
]
