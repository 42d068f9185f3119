"""Who may see what: one group for each post of the house, and three beside it (regulator, auditor, administrator).

A group's name is its code; people see its name in their language. What a post may *decide* is not a permission here: it
follows from the rule documents and is checked where the decision is recorded, by :func:`post_of` the account. The three
beside the posts decide nothing. Groups are made and brought up to date by every ``migrate``. Proved by
``tests/test_roles.py``.
"""

from __future__ import annotations

import re
from typing import Any, Final

from django.apps import AppConfig
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group, Permission

from casino.core.events import SAFE_NAME
from casino.core.text import Text

TABLES: Final = ("games.view_table", "games.view_round", "games.view_finding")
MACHINES: Final = ("games.view_device", "games.view_devicegap", "games.view_deviceprogress", "games.view_projection")
REFUSED: Final = ("games.view_quarantine",)
ACCOUNTS: Final = (
    *(f"auth.{verb}_user" for verb in ("view", "add", "change")),
    "auth.view_group",
    *(f"axes.{verb}_accessattempt" for verb in ("view", "delete")),
    "axes.view_accesslog",
    "ledger.view_property",
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

ROLES: Final[dict[str, tuple[Text, tuple[str, ...]]]] = {
    "dealer": (Text("Nhân viên Điều hành Trò chơi", "Dealer"), TABLES),
    "acting_pit_supervisor": (Text("Giám sát Pit Tạm thời", "Acting pit supervisor"), TABLES),
    "pit_supervisor": (Text("Giám sát Pit", "Pit supervisor"), (*TABLES, *MACHINES)),
    "pit_manager": (Text("Quản lý Pit", "Pit manager"), (*TABLES, *MACHINES, *REFUSED)),
    "shift_manager": (Text("Quản lý Ca", "Shift manager"), (*TABLES, *MACHINES, *REFUSED)),
    "assistant_director": (
        Text("Trợ lý Giám đốc Vận hành Trò chơi", "Assistant director of game operations"),
        (*TABLES, *MACHINES, *REFUSED),
    ),
    "director_of_table_games": (
        Text("Giám đốc Bàn Trò chơi", "Director of table games"),
        (*TABLES, *MACHINES, *REFUSED),
    ),
    "senior_management": (Text("Quản lý cấp cao", "Senior management"), (*TABLES, *MACHINES, *REFUSED)),
    "head_of_operations": (Text("Trưởng phòng Điều hành", "Head of operations"), (*TABLES, *MACHINES, *REFUSED)),
    "surveillance": (Text("Bộ phận Giám sát", "Surveillance"), (*TABLES, *MACHINES, *REFUSED)),
    "regulator": (Text("Cơ quan quản lý", "Regulator"), (*TABLES, *MACHINES, *REFUSED)),
    "auditor": (Text("Kiểm toán", "Auditor"), (*TABLES, *MACHINES, *REFUSED)),
    "administrator": (Text("Quản trị hệ thống", "Administrator"), (*MACHINES, *REFUSED, *ACCOUNTS)),
}
"""Code of a group -> its name and what it may see. Permissions of models that are not installed are passed over."""


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


def role_of(user: AbstractBaseUser | AnonymousUser) -> str | None:
    """The role of an account: its post (the highest, where it has several), else what stands beside the posts."""
    if not user.is_authenticated:
        return None
    held = set(Group.objects.filter(user__pk=user.pk).values_list("name", flat=True))
    ranked = (*reversed(LADDER), *(code for code in ROLES if code not in LADDER))
    return next((code for code in ranked if code in held), None)


def post_of(user: AbstractBaseUser | AnonymousUser) -> str | None:
    """The post in which an account decides, or None for one that decides nothing."""
    role = role_of(user)
    return role if role in POSTS else None


def role_name(code: str, language: str) -> str:
    """A role's name in a language; the code itself for a group that is none of ours."""
    if code not in ROLES:
        return code
    return ROLES[code][0].in_language(language)


def staff_code(user: AbstractBaseUser) -> str:
    """How events name the person of this account: by user name, with other characters than a code allows made plain."""
    name = user.get_username()
    if SAFE_NAME.fullmatch(name):
        return name
    plain = re.sub(r"[^A-Za-z0-9._:-]", "-", name).lstrip("._:-")[:40]
    return f"{plain or 'user'}:{user.pk}"
