"""What the database says of an account, in one question: groups, permissions, postings, staff code.

Posts, places and rights follow from it (``casino.postings``, ``casino.backends``, ``casino.roles``). Proved by
``tests/test_postings.py``, ``tests/test_roles.py`` and ``tests/web/test_page_costs.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Concat, JSONObject

from casino.clock import now as clock
from casino.core import posts
from casino.remembering import once, remember

PAGE: Final = timedelta(minutes=1)
"""A page that says a moment just before is asked as of that moment."""
ACTING: Final = tuple(post.value for post in posts.ACTING)


class Posted(msgspec.Struct, frozen=True):
    """A posting, as far as it says where somebody acts; ``ends_at`` is None for one without an end."""

    id: int
    property_id: int
    post: str
    tables: tuple[str, ...]
    pits: tuple[str, ...]
    begins_at: datetime
    ends_at: datetime | None

    def is_in_force(self, at: datetime) -> bool:
        return self.begins_at <= at and (self.ends_at is None or self.ends_at > at)


class AccountFacts(msgspec.Struct, frozen=True):
    """Of one account, as of ``at``: its own groups; its permissions then; its postings that had not ended then, the
    newest first; its staff code (empty: none was given); and whether its user name is somebody's staff code."""

    at: datetime
    username: str
    groups: frozenset[str]
    permissions: frozenset[str]
    postings: tuple[Posted, ...]
    code: str
    is_taken: bool

    def posted(self, at: datetime) -> list[Posted]:
        """The postings in force at a moment, which is not before these facts."""
        return [row for row in self.postings if row.is_in_force(at)]

    def held(self, at: datetime) -> set[str]:
        """The groups whose rights the account has at a moment: its own, but an acting post's only by a posting."""
        return (set(self.groups) - set(ACTING)) | {row.post for row in self.posted(at) if row.post in ACTING}


def facts_of(key: int, at: datetime | None = None) -> AccountFacts | None:
    """Of the account with this primary key; None where there is none. Asked once for a page, unless the moment (None:
    now) is an earlier one than that of the page."""
    found = once(("account", key), lambda: _ask([key], _began(at)).get(key))
    if found is not None and at is not None and at < found.at:
        return _ask([key], at).get(key)
    return found


def facts_of_many(keys: Iterable[int]) -> dict[int, AccountFacts]:
    """Of many accounts in one question; what is asked of one of them later in the page is known."""
    found = _ask(list(keys), _began())
    for key, facts in found.items():
        remember(("account", key), facts)
    return found


def _began(at: datetime | None = None) -> datetime:
    """As of when the page first asked of an account: what it asks later holds for the same moment."""
    now = clock()
    return once("accounts as of", lambda: at if at is not None and now - PAGE <= at <= now else now)


def _ask(keys: list[int], at: datetime) -> dict[int, AccountFacts]:
    posting, code = apps.get_model("casino", "Posting"), apps.get_model("casino", "StaffCode")
    theirs: QuerySet[Any] = posting._base_manager.filter(Q(ends_at=None) | Q(ends_at__gt=at), user_id=OuterRef("pk"))
    fields = ("id", "property_id", "post", "tables", "pits", "begins_at", "ends_at")
    acting = posting._base_manager.filter(
        Q(ends_at=None) | Q(ends_at__gt=at), begins_at__lte=at, user_id=OuterRef(OuterRef("pk")), post__in=ACTING
    )
    groups = Group.objects.filter(user__pk=OuterRef(OuterRef("pk"))).exclude(name__in=ACTING).order_by()
    permitted = Permission.objects.filter(
        Q(group__in=groups.values("pk"))
        | Q(group__name__in=acting.order_by().values("post"))
        | Q(pk__in=Permission.user_set.through.objects.filter(user_id=OuterRef("pk")).values("permission_id"))
    )
    rows = (
        get_user_model()
        ._base_manager.filter(pk__in=keys)
        .annotate(
            of_groups=ArraySubquery(Group.objects.filter(user__pk=OuterRef("pk")).order_by().values("name")),
            of_permissions=ArraySubquery(
                permitted.order_by()
                .annotate(said=Concat("content_type__app_label", Value("."), "codename"))
                .values("said")
                .distinct()
            ),
            of_postings=ArraySubquery(
                theirs.order_by("-begins_at", "-id").values(said=JSONObject(**{name: name for name in fields}))
            ),
            own_code=Subquery(code.objects.filter(user_id=OuterRef("pk")).values("code")[:1]),
            is_taken=Exists(code.objects.filter(code=OuterRef("username"))),
        )
        .order_by()
        .values_list("pk", "username", "of_groups", "of_permissions", "of_postings", "own_code", "is_taken")
    )
    return {
        pk: AccountFacts(
            at,
            username,
            frozenset(of_groups),
            frozenset(of_permissions),
            tuple(msgspec.convert(row, Posted) for row in of_postings),
            own_code or "",
            is_taken,
        )
        for pk, username, of_groups, of_permissions, of_postings, own_code, is_taken in rows
    }
