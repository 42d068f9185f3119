"""Who may see what: one group for each post of the house, and three beside it (regulator, auditor, administrator).

A group's name is its code; people see its name in their language. What a post may *decide* is not a permission here: it
follows from the rule documents and is checked where the decision is recorded, by :func:`post_of` the account. The three
beside the posts decide nothing. An acting post is held only while a posting says so, whatever the account's groups
(``casino.postings``). Groups are made and brought up to date by every ``migrate``. Proved by ``tests/test_roles.py``.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

from django.apps import AppConfig, apps
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group, Permission

from casino.core.events import SAFE_NAME
from casino.core.text import Text

Account = AbstractBaseUser | AnonymousUser
"""Whoever asks: logged in or not."""

TABLES: Final = ("games.view_table", "games.view_round", "games.view_finding")
MACHINES: Final = ("games.view_device", "games.view_devicegap", "games.view_deviceprogress", "games.view_projection")
REFUSED: Final = ("games.view_quarantine",)
CASES: Final = ("disputes.view_case", "disputes.view_libraryversion")
ACCOUNTS: Final = (
    *(f"auth.{verb}_user" for verb in ("view", "add", "change")),
    "auth.view_group",
    *(f"axes.{verb}_accessattempt" for verb in ("view", "delete")),
    "axes.view_accesslog",
    "ledger.view_property",
    *(f"casino.{verb}_posting" for verb in ("view", "add", "end")),
    *(f"casino.{verb}_staffcode" for verb in ("view", "add")),
)

LADDER: Final = (
    "dealer",
    "acting_pit_supervisor",
    "pit_supervisor",
    "pit_manager",
    "shift_manager",
    "assistant_director",
    "director_of_table_games",
    "senior_management",
)
"""Posts, lowest first."""

POSTS: Final = (*LADDER, "head_of_operations", "surveillance")
ACTING: Final = ("acting_pit_supervisor",)
"""Posts that nobody holds but by a posting, for an interval."""

ROLES: Final[dict[str, tuple[Text, tuple[str, ...]]]] = {
    "dealer": (Text("Nhân viên Điều hành Trò chơi", "Dealer"), TABLES),
    "acting_pit_supervisor": (Text("Giám sát Pit Tạm thời", "Acting pit supervisor"), (*TABLES, *CASES)),
    "pit_supervisor": (Text("Giám sát Pit", "Pit supervisor"), (*TABLES, *CASES, *MACHINES)),
    "pit_manager": (Text("Quản lý Pit", "Pit manager"), (*TABLES, *CASES, *MACHINES, *REFUSED)),
    "shift_manager": (Text("Quản lý Ca", "Shift manager"), (*TABLES, *CASES, *MACHINES, *REFUSED)),
    "assistant_director": (
        Text("Trợ lý Giám đốc Vận hành Trò chơi", "Assistant director of game operations"),
        (*TABLES, *CASES, *MACHINES, *REFUSED),
    ),
    "director_of_table_games": (
        Text("Giám đốc Bàn Trò chơi", "Director of table games"),
        (*TABLES, *CASES, *MACHINES, *REFUSED),
    ),
    "senior_management": (Text("Quản lý cấp cao", "Senior management"), (*TABLES, *CASES, *MACHINES, *REFUSED)),
    "head_of_operations": (
        Text("Trưởng phòng Điều hành", "Head of operations"),
        (*TABLES, *CASES, *MACHINES, *REFUSED),
    ),
    "surveillance": (Text("Bộ phận Giám sát", "Surveillance"), (*TABLES, *CASES, *MACHINES, *REFUSED)),
    "regulator": (Text("Cơ quan quản lý", "Regulator"), (*TABLES, *CASES, *MACHINES, *REFUSED)),
    "auditor": (Text("Kiểm toán", "Auditor"), (*TABLES, *CASES, *MACHINES, *REFUSED)),
    "administrator": (Text("Quản trị hệ thống", "Administrator"), (*MACHINES, *REFUSED, *ACCOUNTS)),
}
"""Code of a group -> its name and what it may see. Permissions of models that are not installed are passed over."""

RANKED: Final = (*reversed(LADDER), *(code for code in ROLES if code not in LADDER))
"""Roles, the one that counts first: of several posts the highest, then what stands beside them."""


def ensure_roles() -> None:
    """Make every group and give it exactly its permissions. Safe to run at any time."""
    wanted = {name for _text, permissions in ROLES.values() for name in permissions}
    known = {
        f"{permission.content_type.app_label}.{permission.codename}": permission
        for permission in Permission.objects.select_related("content_type").filter(
            codename__in={name.partition(".")[2] for name in wanted}
        )
    }
    for code, (_text, permissions) in ROLES.items():
        group, _made = Group.objects.get_or_create(name=code)
        group.permissions.set([known[name] for name in permissions if name in known])


def after_migrate(sender: AppConfig, **_kwargs: Any) -> None:
    """Once permissions of an app named here exist, hand them out."""
    if any(name.startswith(f"{sender.label}.") for _text, names in ROLES.values() for name in names):
        ensure_roles()


def role_of(user: Account, at: datetime | None = None) -> str | None:
    """The role of an account at a moment (None: now): its post (the highest in force, where it has several), else what
    stands beside the posts."""
    from casino import postings  # its rows are models, which name the posts of this module

    if not user.is_authenticated:
        return None
    held = set(postings.groups_in_force(user, at or postings.now()).values_list("name", flat=True))
    return next((code for code in RANKED if code in held), None)


def post_of(user: Account, at: datetime | None = None) -> str | None:
    """The post in which an account decides at a moment (None: now), or None for one that decides nothing. Where it acts
    in it, :func:`casino.postings.duty_of` says."""
    role = role_of(user, at)
    return role if role in POSTS else None


def role_name(code: str, language: str) -> str:
    """A role's name in a language; the code itself for a group that is none of ours."""
    if code not in ROLES:
        return code
    return ROLES[code][0].in_language(language)


def staff_code(user: AbstractBaseUser) -> str:
    """How events name the person of this account: by the staff code that was given to it, else by user name, with
    other characters than a code allows made plain. A user name that is somebody else's staff code is told apart."""
    codes = apps.get_model("casino", "StaffCode").objects
    held: str | None = codes.filter(user_id=user.pk).values_list("code", flat=True).first()
    if held is not None:
        return held
    name = user.get_username()
    if SAFE_NAME.fullmatch(name) and not codes.filter(code=name).exists():
        return name
    plain = re.sub(r"[^A-Za-z0-9._:-]", "-", name).lstrip("._:-")[:40]
    return f"{plain or 'user'}:{user.pk}"
