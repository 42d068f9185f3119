"""Who may see what: one group for each post of the house, and three beside it (regulator, auditor, administrator).

A group's name is its code (``casino.core.posts``); people see its name in their language. Each room says which roles
have which permissions of it (:data:`PERMITS`): this room knows of no other's models. What a post may *decide* is not a
permission here: it follows from the rule documents and is checked where the decision is recorded, by the account's post
(:func:`casino.access.postings.post_of`). The three beside the posts decide nothing. An acting post is held only while a
posting says so, whatever the account's groups (``casino.access.postings``); who gets a post, and who must confirm it,
is said in ``casino.accounts``. Groups are made and brought up to date by every ``migrate``. Proved by
``tests/test_roles.py``.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final

import msgspec
from django.apps import AppConfig
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group, Permission

from casino.access.account_rights import facts_of
from casino.core import posts
from casino.core.events import SAFE_NAME
from casino.core.seams import Seam
from casino.core.text import Text

Account = AbstractBaseUser | AnonymousUser
"""Whoever asks: logged in or not."""

LADDER: Final = tuple(post.value for post in posts.LADDER)
"""Posts, lowest first."""
POSTS: Final = (*LADDER, *(post.value for post in posts.BESIDE_LADDER))
ACTING: Final = tuple(post.value for post in posts.ACTING)
"""Posts that nobody holds but by a posting, for an interval."""
ONLOOKERS: Final = ("regulator", "auditor")


def _title(name: Text) -> Text:
    return name.capital()


ROLES: Final[dict[str, Text]] = {code: _title(posts.ROLE_NAMES[code]) for code in (*POSTS, *posts.BESIDES)}
"""Code of a group -> its name."""

RANKED: Final = (*reversed(LADDER), *(code for code in ROLES if code not in LADDER))
"""Roles, the one that counts first: of several posts the highest, then what stands beside them."""


class Permit(msgspec.Struct, frozen=True):
    """Permissions (``games.view_round``) that roles have. Whoever has a ``sensitive`` one must have a second factor,
    and their account is changed by two persons only. Permissions of models that are not installed are passed over."""

    permissions: tuple[str, ...]
    to: Collection[str]
    sensitive: bool = False


PERMITS: Final[Seam[str, Permit]] = Seam("Which roles have which permissions, by what these open.")


def permissions_of(code: str) -> tuple[str, ...]:
    """What a role may, by everything that the rooms have said."""
    given = [each.permissions for each in PERMITS.values() if code in each.to]
    return tuple(dict.fromkeys(name for names in given for name in names))


def sensitive() -> tuple[str, ...]:
    """Permissions to see cases or to keep accounts."""
    return tuple(dict.fromkeys(name for each in PERMITS.values() if each.sensitive for name in each.permissions))


def roles_from(lowest: str) -> tuple[str, ...]:
    """The named post, everyone above it on the ladder, and the two posts beside the ladder."""
    return (*LADDER[LADDER.index(lowest) :], *POSTS[len(LADDER) :])


def ensure_roles() -> None:
    """Make every group and give it exactly its permissions. Safe to run at any time."""
    wanted = _permitted()
    known = {
        f"{permission.content_type.app_label}.{permission.codename}": permission
        for permission in Permission.objects.select_related("content_type").filter(
            codename__in={name.partition(".")[2] for name in wanted}
        )
    }
    for code in ROLES:
        group, _made = Group.objects.get_or_create(name=code)
        group.permissions.set([known[name] for name in permissions_of(code) if name in known])


def _permitted() -> set[str]:
    return {name for each in PERMITS.values() for name in each.permissions}


def after_migrate(sender: AppConfig, **_kwargs: Any) -> None:
    """Once permissions of an app named here exist, hand them out."""
    if any(name.startswith(f"{sender.label}.") for name in _permitted()):
        ensure_roles()


def role_name(code: str, language: str) -> str:
    """A role's name in a language; the code itself for a group that is none of ours."""
    if code not in ROLES:
        return code
    return ROLES[code].in_language(language)


def staff_code(user: Account) -> str:
    """How events name the person of this account: by the staff code that was given to it, else by user name, with
    other characters than a code allows made plain. A user name that is somebody else's staff code is told apart."""
    facts = None if user.pk is None else facts_of(user.pk)
    if facts is not None and facts.code:
        return facts.code
    name = user.get_username()
    if SAFE_NAME.fullmatch(name) and not (facts is not None and facts.is_taken):
        return name
    plain = re.sub(r"[^A-Za-z0-9._:-]", "-", name).lstrip("._:-")[:40]
    return f"{plain or 'user'}:{user.pk}"
