"""A report as pages and the API show it: state, progress with what is left, contents, what it proves and what not.

Proved by ``tests/surveillance/reports/test_pages.py`` and ``test_api.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text
from surveillance.bundle.selection import WHOLE, Selection, in_words
from surveillance.files.models import FootageJob, JobState
from surveillance.reports import keeping
from surveillance.reports.models import Report, ReportState

_WORDS: Final = Catalogue(__file__)

ALWAYS: Final = (
    _WORDS.text("always--each-event-in-it-is"),
    _WORDS.text("always--each-round-is-there-from"),
    _WORDS.text("always--each-settlement-is-worked-out"),
)
COMPLETE: Final = _WORDS.text("complete")
NEVER: Final = (
    _WORDS.text("never--that-everything-that-happened-at"),
    _WORDS.text("never--what-a-device-never-sent"),
)
CHOSEN: Final = _WORDS.text("chosen")


def selection_of(row: Report) -> Selection:
    """What a report is of."""
    return msgspec.convert(row.selection, Selection)


def title(row: Report) -> Text:
    """What a report is of, in a line."""
    return in_words(selection_of(row), row.property.zone)


def proves(row: Report) -> dict[str, list[Text]]:
    """What it proves, and what it does not."""
    whole = row.about in WHOLE and row.about not in ("round", "case")
    return {
        "proved": [*ALWAYS, *([COMPLETE] if whole else [])],
        "not_proved": [*([] if row.about in WHOLE else [CHOSEN]), *NEVER],
    }


def progress(row: Report, now: datetime) -> dict[str, Any]:
    """How far the work is. ``left_seconds`` is None where nobody can tell yet; ``waits`` until when it waits to be
    tried again, and ``said`` why."""
    job = FootageJob.objects.filter(property=row.property, kind="report", about=row.code).order_by("-id").first()
    if job is None or row.state != ReportState.REQUESTED:
        return {"state": row.state, "done": 0, "total": 0, "percent": 100 if row.state == "finished" else 0}
    return {
        "state": "running" if job.state == "running" else "queued",
        "done": job.done,
        "total": job.total,
        "percent": job.percent,
        "left_seconds": _left(job, now),
        "waits_until": job.not_before,
        "said": Text(job.said_vi, job.said_en) if job.said_vi else None,
    }


def _in_language(work: dict[str, Any] | None, language: str) -> dict[str, Any] | None:
    said = None if work is None else work["said"]
    return None if work is None else {**work, "said": None if said is None else said.in_language(language)}


def _left(job: FootageJob, now: datetime) -> int | None:
    if job.state != "running" or job.began_at is None or job.done < 1 or job.total <= job.done:
        return None
    spent = (now - job.began_at) / timedelta(seconds=1)
    return round(spent * (job.total - job.done) / job.done)


def printing(row: Report) -> dict[str, Any] | None:
    """What is not printed yet of a finished report: ``state`` of the work, and ``said`` why it was put off or ended."""
    job = keeping.printing_of(row) if row.state == ReportState.FINISHED else None
    if job is None or job.state == JobState.DONE:
        return None
    return {"state": job.state, "said": Text(job.said_vi, job.said_en) if job.said_vi else None}


def as_data(row: Report, now: datetime, language: str) -> dict[str, Any]:
    """For the API."""
    work = progress(row, now)
    said = work.get("said")
    return {
        "code": row.code,
        "property": row.property.code,
        "title": title(row).in_language(language),
        "selection": row.selection,
        "position": row.position,
        "state": row.state,
        "requested_by": row.requested_by,
        "requested_role": row.requested_role,
        "requested_at": row.requested_at,
        "ended_at": row.ended_at,
        "error": row.error or None,
        "rounds": row.rounds_count,
        "events": row.events_count,
        "checkpoint": row.checkpoint,
        "progress": {
            "state": work["state"],
            "done": work["done"],
            "total": work["total"],
            "percent": work["percent"],
            "left_seconds": work.get("left_seconds"),
            "waits_until": work.get("waits_until"),
            "message": None if said is None else said.in_language(language),
        },
        "printing": _in_language(printing(row), language),
        "files": [
            {"what": kept.what, "size_bytes": kept.size_bytes, "sha256": kept.sha256} for kept in keeping.files(row)
        ],
    }
