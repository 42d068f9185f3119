"""What leaves the house, and by which link: downloads of originals with their reason, packages, copies given out.

Proved by ``tests/surveillance/files/test_exports.py``, ``test_links.py`` and ``test_allowed.py``.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest, HttpResponseBase

from casino.core.errors import Problem
from casino.ledger.models import Property
from disputes.rows.models import Case
from games.engine.facts import Person
from surveillance.files import showing, storage
from surveillance.files.handed import To
from surveillance.files.links import Link
from surveillance.files.models import FootageJob
from surveillance.files.on_duty import SURVEILLANCE, viewer_of
from surveillance.files.writing import reason, say, sealed
from surveillance.record import facts as f
from surveillance.rows.models import Recording


def download(row: Recording, *, why: str, by: Person, command_id: UUID, now: datetime) -> None:
    """Record that the original leaves the house, and why. Problem footage_reason, footage_gone."""
    words = reason("leaving.download", why)
    with transaction.atomic():
        fact = f.RecordingDownloaded(downloaded_by=by, sealed_reason=sealed(row.property.code, words))
        say(row.property.code, row.code, fact, identity=command_id, by=by, now=now)


def case_of(owner: Property, number: str) -> str | None:
    """The number of a case of this house; None for none. Problem ``case_unknown``."""
    if not number:
        return None
    if not Case.objects.filter(property=owner, number=number).exists():
        raise Problem("case_unknown", "case", case=number)
    return number


def what_of(job: FootageJob) -> str:
    """Which file a job made."""
    return f"export/{job.result['export']}" if job.kind == "export" else f"given/{job.result['copy']}"


def linked(request: HttpRequest, token: str, link: Link, user: Any, *, now: datetime) -> HttpResponseBase:
    """The file of a link, if the account may still have it. Problem as of :mod:`showing`."""
    owner = Property.objects.filter(code=link.house).first()
    if owner is None:
        raise Problem("footage_link_wrong")
    row = showing.row_for(user, owner, link.recording, to_watch=True, film=link.what != "original")
    by = viewer_of(user, owner.code, now)
    to = To(by, hashlib.sha256(token.encode()).hexdigest())
    if link.what == "web":
        stretches = showing.stretches_of(user, row)
        answer = showing.hand_out_copy(request, row, showing.copy_to_watch(row, stretches), to=to)
        if request.method == "GET" and answer.status_code in (200, 206, 302):
            showing.note_opened(row, by=by, why=link.why, subject=link.subject, now=now, stretches=stretches)
        return answer
    if by.post not in (SURVEILLANCE, "senior_management"):
        raise Problem("forbidden")
    if link.what == "original":
        return showing.hand_out_original(request, row, to=to)
    kind, _, code = link.what.partition("/")
    name = f"{row.property.code}-{row.code}-{code}.{'zip' if kind == 'export' else 'mp4'}"
    return showing.hand_out_copy(request, row, link.what, to=to, name=name)


def read_copy(row: Recording, what: str) -> bytes:
    """A small copy, whole. Problem footage_not_ready, footage_missing_bytes."""
    copy = showing.copy_of(row, what)
    try:
        return b"".join(storage.pieces(storage.copies(), copy.path, 0, copy.size_bytes - 1))
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=row.code) from None
