"""A file of a report leaves the house: recorded, then handed out as films are.

Proved by ``tests/surveillance/reports/test_api.py``.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponseBase

from casino.clock import now as clock
from casino.core.errors import Problem
from disputes.case.context import Actor
from surveillance.files import serving
from surveillance.reports import clips, keeping, service
from surveillance.reports.models import Report


def handed(request: HttpRequest, row: Report, actor: Actor, what: str) -> HttpResponseBase:
    """A file, once it is recorded that it leaves (parts of a download that goes on are not said again). Problems
    reports_not_ready, reports_file_gone, reports_clips_not_yours; FileNotFoundError."""
    if what == keeping.BUNDLE and not clips.may_have(actor, row):
        raise Problem("reports_clips_not_yours")
    kept, piece = keeping.piece(row, what, clock())
    if request.headers.get("Range", "bytes=0-").startswith("bytes=0-"):
        asked: Any = what
        service.downloaded(row, actor, asked, kept.sha256, command_id=uuid4(), now=clock())
    return serving.hand_out(request, piece)
