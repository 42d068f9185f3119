"""The clauses of the rule documents: what the program does about each, and what shows it.

The same table as ``manage.py clauses`` prints (``games.judgement.coverage``). Proved by
``tests/admin/test_clauses_page.py``.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any, Final

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalogue import shipped
from games.engine.document import NoRuleBook, RuleBook
from games.judgement import coverage
from games.judgement.coverage import Row, Status
from games.words.clauses import document_words

PERMISSION: Final = "games.view_round"


@cache
def _table(document: str) -> tuple[Row, ...]:
    """The table of a document; it only changes with the program."""
    return coverage.rows(shipped().by_id(document))


def clauses_view(request: HttpRequest) -> HttpResponse:
    """One document at a time, whole or the clauses of one status, in words and numbers; or one clause with the names
    of all that carries it out and shows it (of the whole document they are megabytes)."""
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    book = _asked(request)
    table = _table(book.id)
    wanted, alone = request.GET.get("status", ""), request.GET.get("clause", "")
    statuses = [(str(s), coverage.STATUS_TEXT[s], count) for s, count in coverage.counts(table).items() if count]
    if alone:
        table = tuple(row for row in table if row.number == alone)
        if not table:
            raise Http404
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Clauses and what carries them out"),
        "documents": [(each.id, document_words(each)) for each in shipped().books],
        "book": book,
        "document": document_words(book),
        "address": reverse("admin:games_clauses"),
        "statuses": statuses,
        "alone": alone,
        "wanted": wanted if wanted in {code for code, *_ in statuses} else "",
        "parts": _parts(table, wanted),
    }
    if not context["wanted"] and wanted:
        raise Http404
    return TemplateResponse(request, "games/clauses/page.html", context)


def _asked(request: HttpRequest) -> RuleBook:
    """The document of the address, the first one without; 404 for one that does not exist."""
    asked = request.GET.get("document", "")
    try:
        return shipped().by_id(asked) if asked else shipped().books[0]
    except NoRuleBook:
        raise Http404 from None


def _parts(table: tuple[Row, ...], wanted: str) -> list[dict[str, Any]]:
    """The clauses by the section that they belong to, which is the first of its rows; sections with none left out."""
    parts = []
    for section, rows in groupby(table, key=lambda row: row.number.partition(".")[0]):
        first, *_others = whole = list(rows)
        shown = [_shown(row) for row in whole if wanted in ("", str(row.status))]
        if shown:
            parts.append({"section": section, "says": first.text, "rows": shown})
    return parts


def _shown(row: Row) -> dict[str, Any]:
    return {
        "number": row.number,
        "text": row.text,
        "status": str(row.status),
        "status_text": coverage.STATUS_TEXT[row.status],
        "missing": row.status is Status.MISSING,
        "functions": row.functions,
        "reason": None if row.functions else row.reason,
        "cited": row.cited,
        "golden": row.golden,
        "tests": row.tests,
        "rounds": len(row.cited) + len(row.golden),
    }
