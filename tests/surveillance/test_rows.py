"""Every column of the rows of Surveillance comes from somewhere."""

from __future__ import annotations

from typing import Any, Final

import pytest

from disputes.case import facts as case_facts
from surveillance.record import facts as f
from surveillance.rows import log_models
from surveillance.rows import models as m
from surveillance.rows.made import Rows
from surveillance.rows.streams import ROWS, Asked

FACTS: Final[dict[type[Any], tuple[type[Any], ...]]] = {
    m.Recorder: (f.RecorderRegistered, f.RecorderChanged),
    m.ClockReading: (f.ClockRead, f.ClockSet),
    m.Camera: (f.CameraInstalled, f.CameraChanged),
    m.Coverage: (f.CoverageBegan,),
    m.Recording: (f.RecordingArrived,),
    m.Frame: (f.FrameMarked,),
    m.Link: (f.FootageLinked,),
    m.Request: (f.FootageRequested,),
    m.Hold: (f.HoldPlaced, f.RecordingLocked),
    m.Held: (f.HoldReached, f.RecordingLocked),
    m.HeldChange: (f.ChangeAsked,),
    m.Gap: (f.GapFound,),
    log_models.Incident: (f.IncidentEntered,),
    log_models.Review: (f.FindingReviewed,),
    log_models.SpotCheck: (f.SpotCheckAsked, f.SpotCheckDrawn),
    log_models.ShiftReport: (f.ShiftHandedOver,),
}
"""Model -> the facts that its rows stand for."""
LEFT_OUT: Final = {
    ("Recording", "RecordingArrived"): {"held"},  # surveillance.rows.keeping says it
    ("ClockReading", "ClockSet"): {"event", "frame_ms", "recording", "shown_at"},  # nothing was shown
    ("Hold", "HoldPlaced"): {"recording"},  # it is on a table
    ("Hold", "RecordingLocked"): {"table"},
    ("Request", "FootageRequested"): {"case", "request", "due_at", "overdue_noted"},  # no case asked
    ("Request", "FootageAsked"): {"identity"},  # a case asks of rounds
}
"""Columns that stay empty in rows of a fact."""


@pytest.mark.parametrize("rows", ROWS, ids=lambda rows: f"{rows.model.__name__} of {rows.kind.__name__}")
def test_every_column_is_declared_or_called_as_the_fact_calls_it(rows: Rows) -> None:
    """Whoever adds a column says where it comes from; no row waits for the column's default."""
    facts = (case_facts.FootageAsked,) if rows.kind is Asked else FACTS[rows.model]
    columns = {field.name for field in rows.model._meta.concrete_fields} - {"id", "property"} - set(rows.declared)
    for fact in facts:
        left_out = LEFT_OUT.get((rows.model.__name__, fact.__name__), set())
        assert columns - set(fact.__struct_fields__) == left_out
