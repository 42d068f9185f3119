"""What the database says of an account, in one question: groups, permissions, postings, staff code.

Posts, places and rights follow from it (``casino.access.postings``, ``casino.backends``, ``casino.access.roles``).
Proved by ``tests/test_postings.py``, ``tests/test_roles.py`` and ``tests/web/test_page_costs.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.db import connection

from casino.clock import now as clock
from casino.core import posts
from casino.site.remembering import once, remember

PAGE: Final = timedelta(minutes=1)
"""A page that says a moment just before is asked as of that moment."""
ACTING: Final = tuple(post.value for post in posts.ACTING)
# Every command asks this several times: Django would put the same text together anew each time, which takes ten times
# as long as the answer.
FACTS: Final = """
SELECT u.id, u.username,
    ARRAY(SELECT g.name FROM auth_user_groups m JOIN auth_group g ON g.id = m.group_id WHERE m.user_id = u.id),
    ARRAY(
        SELECT t.app_label || '.' || p.codename
        FROM auth_permission p JOIN django_content_type t ON t.id = p.content_type_id
        WHERE p.id IN (
            SELECT o.permission_id FROM auth_user_user_permissions o WHERE o.user_id = u.id
            UNION SELECT r.permission_id FROM auth_group_permissions r JOIN auth_group g ON g.id = r.group_id
            WHERE g.name <> ALL(%(acting)s)
                    AND g.id IN (SELECT m.group_id FROM auth_user_groups m WHERE m.user_id = u.id)
                OR g.name = ANY(%(acting)s) AND g.name IN (
                    SELECT h.post FROM casino_posting h
                    WHERE h.user_id = u.id AND h.begins_at <= %(at)s AND (h.ends_at IS NULL OR h.ends_at > %(at)s)
                )
        )
    ),
    (
        SELECT coalesce(json_agg(h), '[]')::text FROM (
            SELECT h.id, h.property_id, h.post, h.tables, h.pits, h.begins_at, h.ends_at FROM casino_posting h
            WHERE h.user_id = u.id AND (h.ends_at IS NULL OR h.ends_at > %(at)s) ORDER BY h.begins_at DESC, h.id DESC
        ) AS h
    ),
    (SELECT c.code FROM casino_staffcode c WHERE c.user_id = u.id LIMIT 1),
    EXISTS (SELECT 1 FROM casino_staffcode c WHERE c.code = u.username),
    (
        SELECT h.property_id FROM casino_posting h
        JOIN auth_group g ON g.name = h.post JOIN auth_user_groups m ON m.group_id = g.id AND m.user_id = u.id
        WHERE h.user_id = u.id AND h.ends_at <= %(at)s ORDER BY h.ends_at DESC, h.id DESC LIMIT 1
    )
FROM auth_user u WHERE u.id = ANY(%(keys)s) OR u.is_active AND u.id IN (
    SELECT m.user_id FROM auth_user_groups m JOIN auth_group g ON g.id = m.group_id WHERE g.name = ANY(%(groups)s)
)
"""


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
    newest first; its staff code (empty: none was given); whether its user name is somebody's staff code; and the
    property of the posting that ended last, of those in a post that the account still holds."""

    at: datetime
    username: str
    groups: frozenset[str]
    permissions: frozenset[str]
    postings: tuple[Posted, ...]
    code: str
    is_taken: bool
    left: int | None

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


def facts_of_many(keys: Iterable[int], at: datetime | None = None) -> dict[int, AccountFacts]:
    """Of many accounts in one question; what is asked of one of them later in the page is known. ``at`` as
    :func:`facts_of` has it."""
    return _remembered(_ask(list(keys), _began(at)))


def facts_in(groups: Iterable[str]) -> dict[int, AccountFacts]:
    """Of the active accounts in one of these groups; otherwise as :func:`facts_of_many`."""
    return _remembered(_ask([], _began(), groups=groups))


def _remembered(found: dict[int, AccountFacts]) -> dict[int, AccountFacts]:
    for key, facts in found.items():
        remember(("account", key), facts)
    return found


def _began(at: datetime | None = None) -> datetime:
    """As of when the page first asked of an account: what it asks later holds for the same moment."""
    now = clock()
    return once("accounts as of", lambda: at if at is not None and now - PAGE <= at <= now else now)


def _ask(keys: list[int], at: datetime, *, groups: Iterable[str] = ()) -> dict[int, AccountFacts]:
    with connection.cursor() as cursor:
        cursor.execute(FACTS, {"keys": keys, "groups": list(groups), "at": at, "acting": list(ACTING)})
        rows = cursor.fetchall()
    return {
        key: AccountFacts(
            at,
            username,
            frozenset(groups),
            frozenset(permissions),
            msgspec.json.decode(postings, type=tuple[Posted, ...]),
            code or "",
            is_taken,
            left,
        )
        for key, username, groups, permissions, postings, code, is_taken, left in rows
    }
