"""The segments of the inbox: mine, waiting for me, overdue, all; and what a row says at a glance.

Proved by ``tests/disputes/admin/test_inbox.py``.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.db.models import Count, Max, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.console.theme import DropdownFilter
from casino.core.messages import Catalogue
from casino.core.posts import Post
from casino.database.together import figures
from disputes.case.procedure import PROCEDURE
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games.admin.filters import Choice, said

_WORDS: Final = Catalogue(__file__)

SEGMENTS: Final = _WORDS.table("segments")
PARAMETER: Final = "inbox"


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """A segment with its count, as a link."""

    code: str
    name: str
    count: int
    address: str
    chosen: bool


def condition(code: str, seeing: Seeing) -> Q:
    """The rows of a segment."""
    conditions = {"mine": seeing.mine, "waiting": seeing.waiting, "overdue": seeing.overdue}
    return conditions[code]() if code in conditions else Q()


def counted(seeing: Seeing) -> QuerySet[Any]:
    """How many cases each segment holds for this person, and the last position of them (``seen``): in one query."""
    return figures(
        CaseRow.objects.filter(seeing.visible()),
        mine=Count("pk", filter=seeing.mine()),
        waiting=Count("pk", filter=seeing.waiting()),
        overdue=Count("pk", filter=seeing.overdue()),
        all=Count("pk"),
        seen=Max("last_position"),
    )


def counts(found: QuerySet[Any]) -> dict[str, int]:
    """What :func:`counted` found, where there are no cases as well."""
    return next(iter(found), {**dict.fromkeys(SEGMENTS, 0), "seen": 0})


def segments(seeing: Seeing, found: dict[str, int], chosen: str = "") -> list[Segment]:
    """The segments for this person. Whoever holds no post has nothing in hand, and nothing waits for them."""
    shown = SEGMENTS if _acts(seeing) else {code: SEGMENTS[code] for code in ("overdue", "all")}
    address = reverse("admin:disputes_case_changelist")
    return [
        Segment(
            code=code,
            name=said(name),
            count=found[code],
            address=f"{address}?{PARAMETER}={code}",
            chosen=code == chosen,
        )
        for code, name in shown.items()
    ]


def may_open(seeing: Seeing, *, from_finding: bool = False) -> bool:
    """Whether this person may open a case somewhere; Surveillance only from a finding."""
    posts = PROCEDURE["open_case"].everybody
    actors = (seeing.actor(owner.code) for owner in seeing.properties)
    return any(
        actor is not None
        and actor.person is not None
        and actor.role in posts
        and (from_finding or actor.role != Post.SURVEILLANCE)
        for actor in actors
    )


def _acts(seeing: Seeing) -> bool:
    actors = (seeing.actor(owner.code) for owner in seeing.properties)
    return any(actor is not None and actor.person is not None for actor in actors)


class SegmentFilter(DropdownFilter):
    """What waits for the person, unless something else is asked for; whoever searches or filters looks everywhere."""

    title = _("inbox")
    parameter_name = PARAMETER
    all_option = None

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: Any) -> None:
        self.seeing = Seeing.of(request)
        narrowed = any(value for name, value in request.GET.items() if name not in ("o", "p", PARAMETER, "e"))
        self.usual = "waiting" if _acts(self.seeing) and not narrowed else "all"
        super().__init__(request, params, model, model_admin)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[Choice]:
        return [(code, said(name)) for code, name in SEGMENTS.items()]

    def value(self) -> str:
        asked = super().value()
        return asked if asked in SEGMENTS else self.usual

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(condition(self.value(), self.seeing))
