"""Saved views: the filters and the order of a list that a person keeps under a name, alone or for whoever has the same
role at the property. They stand above the list; whoever keeps one deletes it.

What is kept is an address, so nobody sees more by it than the list shows them anyway. Words of a search, and what names
people, are not kept: an erasure would not reach them. Proved by ``tests/admin/test_saved_views.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.access import postings
from casino.access.account_rights import facts_of
from casino.access.roles import role_name
from casino.clock import now as clock
from casino.ledger.models import houses

MOST: Final = 30
"""Views that a person keeps of one list."""
LONGEST_NAME: Final = 60
LONGEST_QUERY: Final = 2000
REACHED: Final = 100


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A saved view above its list. ``shared``: the role with which it is shared, in words; ``own``: the person's."""

    key: int
    name: str
    address: str
    chosen: bool
    shared: str
    own: bool


class Views(msgspec.Struct, frozen=True, kw_only=True):
    """What stands above a list. ``query``: the filters of the page, as they would be kept; ``role``: with whom they can
    be shared, empty for an account without a role."""

    views: list[Kept]
    query: str
    action: str
    role: str


def shown(admin: Any, request: HttpRequest, parameters: Iterable[str]) -> Views:
    """The saved views of this list that the person may use."""
    here = kept_of(request.GET, parameters)
    role = ""
    rows = list(_usable(admin, request))
    if here or any(row.role for row in rows):
        role = postings.role_of(request.user) or ""
    base = reverse(f"admin:{admin.opts.app_label}_{admin.opts.model_name}_changelist")
    language = get_language() or "vi"
    places = _places(request) if any(row.role and row.user_id != request.user.pk for row in rows) else set()
    views = [
        Kept(
            key=row.pk,
            name=row.name,
            address=f"{base}?{row.query}",
            chosen=row.query == here and bool(here),
            shared=role_name(row.role, language) if row.role else "",
            own=row.user_id == request.user.pk,
        )
        for row in rows
        if row.user_id == request.user.pk or (row.role == role and row.property_id in places)
    ]
    action = reverse(f"admin:{admin.opts.app_label}_{admin.opts.model_name}_views")
    return Views(views=views, query=here, action=action, role=role_name(role, language) if role else "")


def answer(admin: Any, request: HttpRequest, parameters: Iterable[str]) -> HttpResponse:
    """Keep a view, or delete one of one's own."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    base = reverse(f"admin:{admin.opts.app_label}_{admin.opts.model_name}_changelist")
    if "delete" in request.POST:
        return _delete(admin, request, base)
    query = kept_of(QueryDict(request.POST.get("query", "")[: LONGEST_QUERY * 2]), parameters)
    name = " ".join(request.POST.get("name", "").replace("\x00", "").split())[:LONGEST_NAME]
    back = HttpResponseRedirect(f"{base}?{query}")
    own = _model().objects.filter(user=request.user, list=_list(admin))
    if not name or not query or len(query) > LONGEST_QUERY:
        messages.error(request, _("A view needs a name, and filters to keep."))
    elif own.exclude(name=name).count() >= MOST:
        messages.error(request, _("There are too many views of this list. Delete one first."))
    else:
        role = (postings.role_of(request.user) or "") if request.POST.get("shared") else ""
        places = sorted(_places(request))
        said = {"query": query, "role": role, "property_id": places[0] if role and places else None}
        _model().objects.update_or_create(user=request.user, list=_list(admin), name=name, defaults=said)
        messages.success(request, _("The view is kept: %(name)s.") % {"name": name})
    return back


def _delete(admin: Any, request: HttpRequest, base: str) -> HttpResponse:
    key = request.POST["delete"]
    rows = _model().objects.filter(user=request.user, list=_list(admin))
    row = rows.filter(pk=int(key)).first() if key.isdecimal() and len(key) < REACHED and int(key) < 2**63 else None
    if row is None:
        raise Http404
    row.delete()
    messages.success(request, _("The view is deleted: %(name)s.") % {"name": row.name})
    return HttpResponseRedirect(base)


def kept_of(asked: QueryDict, parameters: Iterable[str]) -> str:
    """What of an address is kept, always in the same order."""
    known = set(parameters)
    found = QueryDict(mutable=True)
    for name in sorted(asked):
        values = [value for value in asked.getlist(name) if value and "\x00" not in value]
        if name in known and values:
            found.setlist(name, values)
    return found.urlencode()


def _usable(admin: Any, request: HttpRequest) -> Any:
    """One's own views of this list, and those shared with one of one's groups by accounts that are still there."""
    facts = facts_of(int(request.user.pk or 0))
    groups = set() if facts is None else {*facts.groups, *(row.post for row in facts.posted(clock()))}
    shared = Q(role__in=sorted(groups - {""}), user__is_active=True)
    return _model().objects.filter(Q(user=request.user) | shared, list=_list(admin))[:REACHED]


def _places(request: HttpRequest) -> set[int]:
    """The properties at which the person acts: where they are posted; without any posting every one."""
    posted = {row.property_id for row in postings.in_force_of(request.user, clock())}
    return posted or {owner.pk for owner in houses()}


def _list(admin: Any) -> str:
    return f"{admin.opts.app_label}.{admin.opts.model_name}"


def _model() -> Any:
    from casino.console.models import SavedView

    return SavedView
