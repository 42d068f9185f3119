"""The pages of the library: its list by kind, a document with its versions and what was in force when, and the forms.

Proved by ``tests/disputes/library/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import msgspec
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.console.theme import RecordAdmin
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.library import reading, service
from disputes.library.documents import may_add, may_withdraw
from disputes.library.event_words import CLAUSES, KINDS
from disputes.library.facts import KINDS as CODES
from disputes.library.facts import Kind
from disputes.library.forms import DocumentForm, LibraryForm, VersionForm, WithdrawForm, said
from disputes.library.models import LibraryFile, LibraryVersion
from disputes.library.reading import Held, Span
from games import words
from games.admin.on_duty import named, person_of_house
from games.engine.facts import Person
from games.pages import timeline
from games.words import shared

VIEW = "disputes.view_libraryversion"


class Shelf(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of documents, as the list shows it."""

    kind: str
    name: Text
    clause: str
    documents: list[Listed]


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A document in the list: its versions, and the one in force on the day asked for."""

    code: str
    title: Text
    game: Text | None
    versions: int
    held: Held | None
    address: str


@admin.register(LibraryVersion)
class LibraryAdmin(RecordAdmin):
    """One list for all kinds; nothing of it is a row to be edited."""

    has_files = False

    def get_urls(self) -> list[URLPattern]:
        """The list under its usual address, and the others; without the pages of single rows."""
        wrap = self.admin_site.admin_view
        document = "document/<str:owner>/<str:code>/"
        return [
            path("", wrap(self.changelist_view), name="disputes_libraryversion_changelist"),
            path("enter/", wrap(enter_view), name="disputes_library_enter"),
            path(document, wrap(document_view), name="disputes_library_document"),
            path(f"{document}version/", wrap(version_view), name="disputes_library_version"),
            path(f"{document}withdraw/<str:version>/", wrap(withdraw_view), name="disputes_library_withdraw"),
            path("file/<str:owner>/<str:sha256>/", wrap(file_view), name="disputes_library_file"),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The documents by kind, with what is in force on a day: today, unless another one is asked for."""
        _check_view(request)
        owners = list(Property.objects.order_by("code"))
        asked = request.GET.get("property") or (owners[0].code if owners else "")
        owner = next((each for each in owners if each.code == asked), None)
        if owner is None:
            raise Http404
        day = _day(request.GET.get("on"), owner)
        person = person_of_house(request)
        context = {
            **admin.site.each_context(request),
            "title": _("Library"),
            "opts": self.opts,
            "owners": owners,
            "owner": owner,
            "day": day,
            "shelves": [_shelf(owner, kind, day) for kind in CODES],
            "may_add": person is not None and may_add(person.post),
        }
        return TemplateResponse(request, "disputes/library/list.html", context)


def _check_view(request: HttpRequest) -> None:
    if not request.user.has_perm(VIEW):
        raise PermissionDenied


def _day(asked: str | None, owner: Property) -> date:
    """A day of the address; today by the calendar of the house without a readable one."""
    try:
        return date.fromisoformat(asked or "")
    except ValueError:
        return clock().astimezone(owner.zone).date()


def _shelf(owner: Property, kind: Kind, day: date) -> Shelf:
    by_code: dict[str, list[Held]] = {}
    for held in reading.entered(owner.code, kind=kind):
        by_code.setdefault(held.document, []).append(held)
    books = [[held] for held in reading.books()] if kind == reading.BOOK else []
    listed = [_listed(owner, versions, day) for versions in (*by_code.values(), *books)]
    return Shelf(kind=kind, name=KINDS[kind], clause=CLAUSES[kind], documents=listed)


def _listed(owner: Property, versions: list[Held], day: date) -> Listed:
    newest = versions[0]
    return Listed(
        code=newest.document,
        title=newest.title,
        game=words.term(shared.GAMES, newest.game) if newest.game else None,
        versions=len(versions),
        held=next(iter(reading.in_force_on(versions, day)), None),
        address=_address("document", owner.code, newest.document),
    )


def _address(page: str, *args: str) -> str:
    return reverse(f"admin:disputes_library_{page}", args=args)


# --- A document ------------------------------------------------------------------------------------------------------


def document_view(request: HttpRequest, owner: str, code: str) -> HttpResponse:
    """A document: its versions, what was in force when, and everything that happened to it."""
    house, versions = _found(request, owner, code)
    today = clock().astimezone(house.zone).date()
    events = get_ledger(owner).stream(f"library/{code}") if not versions[0].is_book else []
    person = person_of_house(request)
    context = _context(request, house, versions, versions[0].title)
    context |= {
        "today": today,
        "spans": [(span, _is_now(span, today)) for span in reversed(reading.spans(versions))],
        "history": timeline.rows(events, None, "", house.currency)[::-1],
        "may_add": person is not None and not versions[0].is_book and may_add(person.post),
        "may_withdraw": person is not None and not versions[0].is_book and may_withdraw(person.post),
    }
    return TemplateResponse(request, "disputes/library/document.html", context)


def _found(request: HttpRequest, owner: str, code: str) -> tuple[Property, list[Held]]:
    """The property and the versions of a document, newest first; 404 for what does not exist."""
    _check_view(request)
    house = get_object_or_404(Property, code=owner)
    versions = reading.entered(owner, document=code) or [book for book in reading.books() if book.document == code]
    if not versions:
        raise Http404
    return house, versions


def _context(request: HttpRequest, house: Property, versions: list[Held], title: Text | str) -> dict[str, Any]:
    first = versions[0]
    return {
        **admin.site.each_context(request),
        "title": said(title) if isinstance(title, Text) else title,
        "opts": LibraryVersion._meta,
        "owner": house,
        "document": first,
        "versions": versions,
        "kind": KINDS[first.kind],
        "clause": CLAUSES[first.kind],
        "game": words.term(shared.GAMES, first.game) if first.game else None,
        "zone": house.zone,
    }


def _is_now(span: Span, today: date) -> bool:
    return span.first <= today <= (span.last or date.max)


def file_view(request: HttpRequest, owner: str, sha256: str) -> HttpResponse:
    """A file as it was taken in, to be saved: a browser never shows it as a page of ours."""
    _check_view(request)
    house = get_object_or_404(Property, code=owner)
    row = LibraryVersion.objects.filter(property=house, file_sha256=sha256).first()
    if row is None:
        raise Http404
    file = get_object_or_404(LibraryFile, property=house, sha256=sha256)
    answer = HttpResponse(bytes(file.content), content_type=row.media_type)
    answer["Content-Disposition"] = content_disposition_header(True, row.file_name) or "attachment"
    answer["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return answer


# --- Forms -----------------------------------------------------------------------------------------------------------


def enter_view(request: HttpRequest) -> HttpResponse:
    """Enter a document with its first version."""
    person = _acting(request, may_add)
    form = DocumentForm(request.POST or None, request.FILES or None, initial={"valid_from": None}, label_suffix="")
    context = {
        **admin.site.each_context(request),
        "title": _("Enter a document"),
        "opts": LibraryVersion._meta,
        "form": form,
        "person": named(person),
        "button": _("Enter the document"),
        "back": reverse("admin:disputes_libraryversion_changelist"),
    }

    def record() -> tuple[str, str]:
        data = form.cleaned_data
        _execute(form, data["property"].code, data["code"], form.command(), person)
        return data["property"].code, data["code"]

    return _answer(request, form, context, "form", record, _("The document is in the library."))


def version_view(request: HttpRequest, owner: str, code: str) -> HttpResponse:
    """Enter a further version."""
    person = _acting(request, may_add)
    house, versions = _entered(request, owner, code)
    seen = service.load(owner, code).version
    form = VersionForm(request.POST or None, request.FILES or None, initial={"seen_version": seen}, label_suffix="")
    context = _context(request, house, versions, _("Add a version")) | {
        "form": form,
        "person": named(person),
        "button": _("Add the version"),
        "back": _address("document", owner, code),
    }

    def record() -> tuple[str, str]:
        _execute(form, owner, code, form.command(), person)
        return owner, code

    return _answer(request, form, context, "form", record, _("The version is in the library."))


def withdraw_view(request: HttpRequest, owner: str, code: str, version: str) -> HttpResponse:
    """Withdraw a version."""
    person = _acting(request, may_withdraw)
    house, versions = _entered(request, owner, code)
    held = next((each for each in versions if each.version == version), None)
    if held is None or held.row is None or held.row.withdrawn_at is not None:
        raise Http404
    seen = service.load(owner, code).version
    form = WithdrawForm(request.POST or None, initial={"seen_version": seen}, label_suffix="")
    context = _context(request, house, versions, _("Withdraw a version")) | {
        "form": form,
        "held": held,
        "person": named(person),
        "back": _address("document", owner, code),
    }

    def record() -> tuple[str, str]:
        _execute(form, owner, code, form.command(version), person)
        return owner, code

    return _answer(request, form, context, "withdraw", record, _("The version is withdrawn."))


def _execute(form: LibraryForm, owner: str, code: str, command: Command, person: Person) -> None:
    data = form.cleaned_data
    given = {"seen_version": data.get("seen_version"), "command_id": data["command_id"], "now": clock()}
    service.execute(owner, code, command, by=person, **given)


def _acting(request: HttpRequest, may: Callable[[str], bool]) -> Person:
    _check_view(request)
    person = person_of_house(request)
    if person is None or not may(person.post):
        raise PermissionDenied
    return person


def _entered(request: HttpRequest, owner: str, code: str) -> tuple[Property, list[Held]]:
    """A document that people entered: a rule book of the program has no form."""
    house, versions = _found(request, owner, code)
    if versions[0].is_book:
        raise Http404
    return house, versions


def _answer(
    request: HttpRequest,
    form: LibraryForm,
    context: dict[str, Any],
    template: str,
    record: Callable[[], tuple[str, str]],
    done: str,
) -> HttpResponse:
    """The form; after a good one the document's page; after a bad one the form with its faults."""
    page = f"disputes/library/{template}.html"
    if request.method != "POST":
        return TemplateResponse(request, page, context)
    if not form.is_valid():
        return TemplateResponse(request, page, context, status=422)
    try:
        owner, code = record()
    except Problem as problem:
        form.blame(problem)
        return TemplateResponse(request, page, context, status=409 if problem.status == 409 else 422)
    messages.success(request, done)
    return HttpResponseRedirect(_address("document", owner, code))
