"""In which post a person acts at a moment, and where.

Permanent posts are the account's groups. An acting post is held only while a posting with it is in force, and then too
by somebody outside its group, with that group's permissions. Pit supervisors and pit managers act at the tables and
pits of their postings in force, without one nowhere; shift managers and above, the head of operations and Surveillance
act everywhere. Of several posts in force the highest counts, with the places of its own postings. A posting is in force
from its begin to before its end. Proved by ``tests/test_postings.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import Final

import msgspec
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest

from casino.access.account_rights import AccountFacts, Posted, facts_of, facts_of_many
from casino.access.models import Posting
from casino.access.roles import ACTING, POSTS, RANKED, Account, roles_from, staff_code
from casino.clock import now as clock
from casino.core import posts
from casino.core.reach import reached
from casino.core.seams import Seam
from casino.ledger.models import houses

POSTED: Final = tuple(post.value for post in posts.POSTED)
"""Posts that act only where a posting says."""

EVERYWHERE: Final = frozenset(roles_from("shift_manager"))


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """A post in force and where it acts: codes of tables and pits, or ``everywhere``. ``until`` is when the last of the
    postings it rests on ends, in the property's time zone; None where nothing ends."""

    post: str
    tables: frozenset[str] = frozenset()
    pits: frozenset[str] = frozenset()
    everywhere: bool = False
    until: datetime | None = None

    def covers(self, table: str | None, pit: str | None = None) -> bool:
        """Whether it acts at a table, which may stand in a pit. A place without either is covered only everywhere."""
        return self.everywhere or table in self.tables or pit in self.pits


class Place(msgspec.Struct, frozen=True):
    """A table at which somebody can be posted."""

    table: str
    name: str
    pit: str


def in_force(at: datetime) -> Q:
    """Postings in force at a moment."""
    return Q(begins_at__lte=at) & (Q(ends_at=None) | Q(ends_at__gt=at))


def groups_in_force(user: AbstractBaseUser, at: datetime) -> QuerySet[Group]:
    """The groups whose rights an account has at a moment: its own, but an acting post's only by a posting."""
    acting = Posting.objects.filter(in_force(at), user_id=user.pk, post__in=ACTING).order_by()
    own = Group.objects.filter(user__pk=user.pk).exclude(name__in=ACTING).order_by()
    return Group.objects.filter(Q(pk__in=own.values("pk")) | Q(name__in=acting.values("post")))


def in_force_of(user: Account, at: datetime) -> list[Posted]:
    """The postings of an account in force at a moment, at the properties that may be read here."""
    facts = _facts(user, at)
    return [] if facts is None else _read(facts.posted(at))


def properties_of(user: Account, at: datetime) -> frozenset[int]:
    """The properties (primary keys) of an account's postings in force at a moment. Off duty: those to which it is
    posted next, and the one where it was posted last in a post that it still holds. Empty for one that is posted
    nowhere."""
    facts = _facts(user, at)
    if facts is None:
        return frozenset()
    now = frozenset(row.property_id for row in facts.posted(at))
    later = frozenset(row.property_id for row in facts.postings)
    return now or later | (frozenset() if facts.left is None else {facts.left})


def _facts(user: Account, at: datetime) -> AccountFacts | None:
    return facts_of(user.pk, at) if user.is_authenticated and user.pk is not None else None


def _read(rows: list[Posted]) -> list[Posted]:
    houses_read = reached()
    return rows if houses_read is None else [row for row in rows if row.property_id in houses_read]


def holds(user: Account, *roles: str) -> bool:
    """Whether an account has one of these roles now."""
    now = clock()
    facts = _facts(user, now)
    return facts is not None and not facts.held(now).isdisjoint(roles)


def role_of(user: Account, at: datetime | None = None) -> str | None:
    """The role of an account at a moment (None: now): its post (the highest in force, where it has several), else what
    stands beside the posts."""
    at = at or clock()
    facts = _facts(user, at)
    if facts is None:
        return None
    held = (set(facts.groups) - set(ACTING)) | {row.post for row in in_force_of(user, at) if row.post in ACTING}
    return next((code for code in RANKED if code in held), None)


def post_of(user: Account, at: datetime | None = None) -> str | None:
    """The post in which an account decides at a moment (None: now), or None for one that decides nothing. Where it acts
    in it, :func:`duty_of` says."""
    role = role_of(user, at)
    return role if role in POSTS else None


def duty_of(user: AbstractBaseUser | AnonymousUser, at: datetime, *, property_code: str | None = None) -> Duty | None:
    """The duty of an account at a moment, by its postings of one property (None: of all); None for an account that
    decides nothing."""
    facts = _facts(user, at)
    if facts is None:
        return None
    rows = in_force_of(user, at)
    if property_code is not None and rows:
        owners = {owner.pk for owner in houses() if owner.code == property_code}
        rows = [row for row in rows if row.property_id in owners]
    return duty(facts.groups, rows)


def duty(groups: Iterable[str], postings: Iterable[Posting | Posted]) -> Duty | None:
    """The duty that follows from an account's groups and its postings in force."""
    rows = list(postings)
    held = {code for code in groups if code in POSTS and code not in ACTING}
    held |= {row.post for row in rows if row.post in ACTING}
    post = next((code for code in RANKED if code in held), None)
    if post is None:
        return None
    own = [row for row in rows if row.post == post]
    zones = {owner.pk: owner.zone for owner in houses()} if any(row.ends_at for row in own) else {}
    ends = [row.ends_at.astimezone(zones[row.property_id]) if row.ends_at else None for row in own]
    known = [end for end in ends if end is not None]
    return Duty(
        post=post,
        tables=frozenset(code for row in own for code in row.tables),
        pits=frozenset(code for row in own for code in row.pits),
        everywhere=post in EVERYWHERE,
        until=max(known) if known and len(known) == len(ends) else None,
    )


def on_duty(property_code: str, table: str | None, pit: str | None, at: datetime) -> list[tuple[str, str]]:
    """Who acts at a table (None: at none in particular) at a moment by a posting in force: staff code and post. Posts
    that act everywhere are not posted; whether one of them is in the house, nobody records."""
    rows = Posting.objects.filter(in_force(at), property__code=property_code, user__is_active=True)
    by_user: dict[int, list[Posting]] = {}
    for row in rows.select_related("property", "user").order_by("pk"):
        by_user.setdefault(row.user_id, []).append(row)
    facts = facts_of_many(by_user)
    found = []
    for rows_of_one in by_user.values():
        user = rows_of_one[0].user
        held = duty(facts[user.pk].groups, rows_of_one)
        if held is not None and held.post in POSTED and (table is None or held.covers(table, pit)):
            found.append((staff_code(user), held.post))
    return found


def may_be_posted(groups: Collection[str], post: str) -> bool:
    """Whether an account with these groups can be posted so: in the permanent post that it holds, or acting, where it
    holds nothing above a dealer and stands nowhere beside the posts."""
    if post in ACTING:
        return set(groups) & set(RANKED) <= {"dealer", *ACTING}
    return post in POSTED and post in groups


def end(posting: Posting, *, by: str, at: datetime) -> bool:
    """End a posting at this moment, by a person (staff code); one that has not begun never comes into force. False, and
    nothing changed, where it was ended or had run out before."""
    running = Posting.objects.filter(Q(ends_at=None) | Q(ends_at__gt=at), pk=posting.pk, ended_at=None)
    return bool(running.update(ends_at=Greatest(F("begins_at"), at), ended_at=at, ended_by=by))


# --- Where people can be posted: tables are known to a higher room -------------------------------------------------
PLACES: Final[Seam[str, Callable[[str], Iterable[Place]]]] = Seam(
    "The tables at which people can be posted, by the code of a property."
)


def places(property_code: str) -> list[Place]:
    """The tables of a property, by code."""
    return sorted((place for offer in PLACES.values() for place in offer(property_code)), key=lambda place: place.table)
