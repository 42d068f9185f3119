"""Attachments and papers of a case, decrypted while they are handed out, to those who may see the case.

Nothing is kept on the way: the answer is not cached, its type is not guessed, and an attachment is never shown inside
the browser. What can no longer be read because somebody was erased is answered with a page that says so (410). Proved
by ``tests/disputes/admin/test_downloads.py``.
"""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.utils.http import content_disposition_header

from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.vault.sealing import Opened, open_content
from disputes.case import facts as f
from disputes.reads import log
from disputes.reads.models import ReadKind
from disputes.rows import stored
from disputes.rows.models import Case as CaseRow

LOCKED = {"default-src": ["'none'"], "sandbox": [""]}
"""What an attachment may do where a browser opens it all the same: nothing."""


def attachment(admin: Any, request: HttpRequest, row: CaseRow, code: str) -> HttpResponseBase:
    """A piece of evidence that is a file, to be saved."""
    kept = stored.load(row.property.code, row.number).evidence.get(code)
    if kept is None or kept.fact.kind != "attachment" or kept.fact.content is None:
        raise Http404
    fact: f.EvidenceAdded = kept.fact
    assert fact.content is not None
    opened = _open(admin, request, row, fact.content)
    if isinstance(opened, HttpResponse):
        return opened
    log.note(request, row.property, ReadKind.ATTACHMENT, f"{row.number}/{code}")
    media_type = opened.media_type or fact.media_type or "application/octet-stream"
    name = opened.name or f"{row.number}-{code}"
    content = opened.content

    @csp_replace(LOCKED)
    def locked(_request: HttpRequest) -> HttpResponse:
        return handed_out(content, media_type, content_disposition_header(as_attachment=True, filename=name))

    return locked(request)


def paper(admin: Any, request: HttpRequest, row: CaseRow, code: str) -> HttpResponse:
    """A paper that was issued, to be read or printed."""
    papers = {kept.fact.paper: kept.fact for kept in stored.load(row.property.code, row.number).papers}
    fact: f.PaperIssued | None = papers.get(code)
    if fact is None:
        raise Http404
    opened = _open(admin, request, row, fact.content)
    if isinstance(opened, HttpResponse):
        return opened
    log.note(request, row.property, ReadKind.PAPER, f"{row.number}/{code}")
    name = f"{row.number}-{code}-{fact.kind}-{fact.language}.pdf"
    return handed_out(opened.content, "application/pdf", content_disposition_header(as_attachment=False, filename=name))


def _open(admin: Any, request: HttpRequest, row: CaseRow, sealed: Sealed) -> Opened | HttpResponse:
    problem = None
    try:
        opened = open_content(row.property.code, sealed)
    except Problem as error:
        opened, problem = None, error
    if opened is not None:
        return opened
    context = {**admin.admin_site.each_context(request), "opts": admin.opts, "original": row, "row": row}
    context |= {"title": row.number, "problem": problem}
    return TemplateResponse(request, "disputes/case/gone.html", context, status=problem.status if problem else 410)


def handed_out(content: bytes, media_type: str, disposition: str | None) -> HttpResponse:
    """Something decrypted, as a file: not kept by anybody on the way, its type not guessed."""
    response = HttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = disposition or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-store, private"
    return response
