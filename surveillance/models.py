"""The tables of the room of Surveillance; each sub-room keeps its own."""

from __future__ import annotations

from surveillance.files.models import FootageCopy, FootageJob, FootageUpload, FootageView
from surveillance.records import (
    Camera,
    ClockReading,
    Coverage,
    Frame,
    Gap,
    Hold,
    Incident,
    Link,
    Receipt,
    Recorder,
    Recording,
    Request,
    Review,
    Series,
    SpotCheck,
)
from surveillance.reports.records import LastVisit, Looker, LookerToken, Report, ReportFile, ReportPlan

__all__ = [
    "Camera",
    "ClockReading",
    "Coverage",
    "FootageCopy",
    "FootageJob",
    "FootageUpload",
    "FootageView",
    "Frame",
    "Gap",
    "Hold",
    "Incident",
    "LastVisit",
    "Link",
    "Looker",
    "LookerToken",
    "Receipt",
    "Recorder",
    "Recording",
    "Report",
    "ReportFile",
    "ReportPlan",
    "Request",
    "Review",
    "Series",
    "SpotCheck",
]
