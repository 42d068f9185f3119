"""What a command of Surveillance can be refused for, in both languages. Proved by ``tests/api/test_errors.py``."""

from __future__ import annotations

from casino.core.errors import ERRORS, Problem
from casino.core.text import Text
from surveillance.record.parts import Unplayable

# --- Who, and what ---------------------------------------------------------------------------------------------------
ERRORS.register_all(
    {
        "footage_not_your_post": 403,
        "footage_not_your_table": 403,
        "footage_unknown": 404,
        "footage_changed": 409,
        "footage_busy": 409,
        "footage_code_taken": 409,
        "footage_code": 422,
        "footage_changes_nothing": 409,
        "footage_subject_unknown": 404,
        "footage_table_unknown": 422,
        "footage_pit_unknown": 422,
        "footage_interval": 422,
        "footage_ahead": 422,
        # Recorders and cameras
        "recorder_address_missing": 422,
        "recorder_address_kind": 422,
        "recorder_template": 422,
        "recorder_template_scheme": 422,
        "recorder_retired": 409,
        "recorder_has_cameras": 409,
        "camera_retired": 409,
        "camera_channel_missing": 422,
        "coverage_place": 422,
        "coverage_overlaps": 409,
        "coverage_ended": 409,
        # Clocks
        "reading_unknown": 404,
        "reading_far_off": 422,
        # Recordings and links
        "shift_changed": 409,
        "shift_own": 409,
        "shift_taken": 409,
        "shift_too_long": 422,
        "footage_unplayable": 409,
    }
)


def unplayable(recording: str, why: Unplayable) -> Problem:
    """That a recording is kept without being a film that can be shown."""
    return Problem("footage_unplayable", recording=recording, why=Text(why.vi.rstrip("."), why.en.rstrip(".")))


ERRORS.register_all(
    {
        "recording_gone": 409,
        "link_what": 422,
        "link_stretch": 422,
        "link_not_placed": 409,
        "link_withdrawn": 409,
        # Requests
        "request_answered": 409,
        "request_needs_links": 422,
        "request_has_links": 422,
        # Holds and gaps
        "hold_by_rule": 409,
        "hold_unknown": 404,
        "hold_own": 403,
        "gap_unknown": 404,
        # The log, reviews, spot checks
        "incident_adds_nothing": 422,
        "spotcheck_of": 422,
        "spotcheck_none": 422,
        "spotcheck_round": 404,
        "footage_not_looked_at": 409,
        "incident_erased": 409,
        "incident_person_unknown": 422,
        "incident_person_open": 409,
        "incident_ground_names": 422,
        "incident_person": 422,
        "footage_not_yours": 403,
        "change_reason": 422,
        "change_own": 403,
        "change_ended": 409,
        "change_unreadable": 410,
        "change_at_once": 409,
        "answer_does_not_fit": 422,
    }
)
