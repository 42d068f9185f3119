"""The events of a property's settings. Proved by ``tests/house`` and the frozen examples."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from casino.core.events import SAFE_NAME, Fact, register
from casino.core.posts import PostCode
from casino.core.sealed import Sealed

STREAM: Final = "settings/house"

SettingName = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{1,60}$(?!\n)")]
Amount = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
Recorded = dict[str, Amount] | int | Annotated[str, msgspec.Meta(max_length=200)]
StaffCode = Annotated[str, msgspec.Meta(pattern=rf"^{SAFE_NAME.pattern}$(?!\n)")]
Way = Literal["command_line", "page"]


class Decider(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A person by staff code, in the post in which they decided."""

    staff: StaffCode
    post: PostCode


class Begun(Fact, frozen=True):
    """The first values, as the environment and the property's row had them: what is in force until something is set."""

    values: dict[SettingName, Recorded]


class Asked(Fact, frozen=True):
    """Somebody asks that a setting have this value from a moment on (null: once it is confirmed)."""

    setting: SettingName
    value: Recorded
    asked_by: Decider
    way: Way
    effective_from: datetime | None = None
    sealed_reason: Sealed | None = None


class Set(Fact, frozen=True):
    """A setting has this value from a moment on. ``before`` is what was in force at that moment until now; ``ask`` and
    ``confirmed_by`` where a second person was needed."""

    setting: SettingName
    value: Recorded
    before: Recorded
    effective_from: datetime
    asked_by: Decider
    way: Way
    confirmed_by: Decider | None = None
    ask: UUID | None = None
    sealed_reason: Sealed | None = None


class Refused(Fact, frozen=True):
    """A second person did not confirm it."""

    ask: UUID
    refused_by: Decider


class Withdrawn(Fact, frozen=True):
    """Who asked takes it back."""

    ask: UUID
    withdrawn_by: Decider


FACTS: Final[dict[str, type[Fact]]] = {
    "begun": Begun,
    "asked": Asked,
    "set": Set,
    "refused": Refused,
    "withdrawn": Withdrawn,
}
NAMES: Final = {fact: f"settings.{name}.v1" for name, fact in FACTS.items()}

for _name, _fact in FACTS.items():
    register(f"settings.{_name}", _fact, stream_kind="settings", from_device=False)
