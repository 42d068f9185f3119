"""What if: a round beside another version of its story. Facts are left out, changed or added, or another rule book is
taken; both settlements stand side by side. Nothing is stored.

Proved by ``tests/admin/test_what_if_page.py`` and ``tests/journeys``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

import msgspec
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.commands.fields import said
from casino.core import events
from casino.core.errors import Problem
from casino.core.events import EventType, RecordedEvent, plain
from games import words
from games.admin.fact_fields import FactForm
from games.admin.neighbours import neighbours
from games.catalogue import shipped
from games.commands import correcting
from games.engine.facts import FactCorrected
from games.pages import supposed
from games.pages.round import RoundPage, load
from games.pages.timeline import FactRow
from games.rows.models import Round
from games.rows.replay import NoSuchRound, Replayer
from games.rows.whatif import Added, Changed, Changes, what_if
from games.words.clauses import document_words

MOST_ADDED: Final = 20
KEEP, DROP, CHANGE = "", "drop", "change"


class Told(msgspec.Struct):
    """A fact of the record in the form: what is done with it, and its data where it is to be changed."""

    row: FactRow
    event: RecordedEvent
    name: str
    doing: str
    form: FactForm | None = None

    @property
    def may_change(self) -> bool:
        return not isinstance(self.event.data, FactCorrected)


class More(msgspec.Struct):
    """A fact that was not recorded: its type, the fact after which it happened, its data."""

    number: int
    type: str
    label: str
    after: int
    form: FactForm


def what_if_view(request: HttpRequest, row: Round) -> HttpResponse:
    """The form, and under it what the other version comes to."""
    try:
        page = load(row, language=get_language() or "vi")
    except NoSuchRound:
        raise Http404 from None
    asked = request.POST if request.method == "POST" else None
    recorded = page.replay.events()
    told = _told(page, recorded, asked)
    added = _added(page, asked)
    document = asked.get("document", "") if asked else ""
    context = {
        **admin.site.each_context(request),
        "title": _("What if"),
        "opts": Round._meta,
        "original": row,
        "neighbours": neighbours(request, row),
        "page": page,
        "facts": told,
        "added": added,
        "types": [(each.full_name, said(words.event_label(each.full_name))) for each in _types(row.game)],
        "may_add": len(added) < MOST_ADDED,
        "documents": [(book.id, said(document_words(book))) for book in shipped().books if book.game == row.game],
        "document": document or (page.replay.book.id if page.replay.book else ""),
        "doings": [(KEEP, _("as recorded")), (DROP, _("leave out")), (CHANGE, _("change"))],
    }
    if asked is None:
        return TemplateResponse(request, "games/round/what_if.html", context)
    forms_used = [*(each.form for each in told if each.form is not None), *(more.form for more in added)]
    # Every form is looked at, so that every fault is said at once.
    faults = [form for form in forms_used if form.is_bound and not form.is_valid()]
    if faults:
        return TemplateResponse(request, "games/round/what_if.html", context, status=422)
    status = 200
    try:
        changes = _changes(page, told, added, document)
        seen = what_if(Replayer(row.property.code), row.stream, changes, overtaken_at=row.overtaken_at)
        context["compared"] = supposed.compare(seen, page.currency)
        context["supposed"] = True
    except Problem as problem:
        context["problem"] = problem.in_language(get_language() or "vi")
        status = problem.status
    return TemplateResponse(request, "games/round/what_if.html", context, status=status)


def _types(game: str) -> list[EventType]:
    """The types of fact that can be supposed: the game's own, but corrections."""
    newest = {each.name: each for each in events.registered() if each.prefix == game and each.stream_kind == "round"}
    return [each for each in newest.values() if each.fact is not FactCorrected]


def _told(page: RoundPage, recorded: list[RecordedEvent], asked: Any) -> list[Told]:
    by_version = {event.version: event for event in recorded}
    found = []
    for row in page.facts:
        event = by_version[row.version]
        each = Told(row, event, f"do-{row.version}", asked.get(f"do-{row.version}", "") if asked else "")
        if each.doing == CHANGE and each.may_change:
            held = correcting.held_data(event, recorded) or plain(event.data)
            each.form = _fact_form(event.data, held, page, f"v{row.version}", asked)
        found.append(each)
    return found


def _fact_form(data: Any, held: dict[str, Any] | None, page: RoundPage, prefix: str, asked: Any) -> FactForm:
    """A form filled from the record the first time, and afterwards with what was typed."""
    sent = asked is not None and f"{prefix}-here" in asked
    fact = data if isinstance(data, type) else type(data)
    return FactForm(fact, held, page.replay.book, asked if sent else None, prefix=prefix, label_suffix="")


def _added(page: RoundPage, asked: Any) -> list[More]:
    """The facts that are supposed besides, and one more where a type was chosen."""
    if asked is None:
        return []
    known = {each.full_name: each for each in _types(page.replay.state.game)}
    wanted = []
    for written in asked.getlist("added"):
        number, _colon, name = written.partition(":")
        if number.isdecimal() and len(number) < 4 and name in known and not asked.get(f"without-{number}"):
            wanted.append((int(number), name))
    if asked.get("more") in known:
        wanted.append((max((number for number, _name in wanted), default=0) + 1, asked["more"]))
    newest = page.facts[-1].version
    found: list[More] = []
    for number, name in wanted[:MOST_ADDED]:
        after = asked.get(f"after-{number}", "")
        form = _fact_form(known[name].fact, None, page, f"a{number}", asked)
        place = int(after) if after.isdecimal() and len(after) < 10 else _usual_place(page, newest)
        found.append(More(number, name, said(words.event_label(name)), place, form))
    return found


def _usual_place(page: RoundPage, newest: int) -> int:
    """Where a fact that was not recorded most likely belongs: before the round was closed."""
    open_facts = [fact.version for fact in page.facts if fact.kind != "round_closed"]
    return open_facts[-1] if open_facts else newest


def _changes(page: RoundPage, told: Iterable[Told], added: Iterable[More], document: str) -> Changes:
    remove = {each.event.version for each in told if each.doing == DROP}
    change = [
        Changed(each.event.version, each.form.composed)
        for each in told
        if each.form is not None and each.form.is_bound and each.form.has_changed()
    ]
    add: list[Added] = []
    moments = {fact.version: fact.moment for fact in page.facts}
    for number, more in enumerate(added, start=1):
        if more.form.is_bound:
            moment = moments.get(more.after)
            at = moment + timedelta(microseconds=number) if moment else None
            add.append(Added(more.type, more.form.composed, at))
    in_force = page.replay.book.id if page.replay.book else ""
    return Changes(
        document=document if document and document != in_force else None,
        remove=tuple(sorted(remove)),
        change=tuple(change),
        add=tuple(add),
    )
