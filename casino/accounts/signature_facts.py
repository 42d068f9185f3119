"""Of whom the house demands that weighty commands be signed by passkey, as events of one short stream.

Pure. Proved by ``tests/factors/test_signing.py`` and the frozen examples.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

import msgspec

from casino.accounts.facts import Code
from casino.core.events import Fact, register
from casino.core.posts import RoleCode
from casino.core.signature_rules import Mode

DEMANDS: Final = "origin/people"
DEMAND: Final = "origin.signature_demand_set.v1"
STRENGTH: Final[tuple[Mode, ...]] = get_args(Mode)


class SignatureDemandSet(Fact, frozen=True):
    """From here on weighty commands in this role must be signed by ``all``, by whoever has a passkey ``registered``, or
    by none. Without a ``role`` this holds for all, whatever was said before of single ones."""

    mode: Mode
    role: RoleCode | None = None
    set_by: Code | None = None


register("origin.signature_demand_set", SignatureDemandSet, stream_kind="origin", from_device=False)


class SignatureDemands(msgspec.Struct, frozen=True):
    """What is demanded: ``other`` of all roles but those that were named since; None where nothing was ever said."""

    other: Mode | None = None
    roles: dict[str, Mode] = {}

    def after(self, fact: Fact) -> SignatureDemands:
        """What is demanded after one more fact."""
        if not isinstance(fact, SignatureDemandSet):
            return self
        if fact.role is None:
            return SignatureDemands(fact.mode)
        return SignatureDemands(self.other, {**self.roles, fact.role: fact.mode})

    def of(self, roles: Iterable[str], *, unsaid: Mode) -> Mode:
        """The strongest of what is demanded in these roles; ``unsaid`` where nothing was said of one."""
        modes = [self.roles.get(role) or self.other or unsaid for role in roles]
        return max(modes, key=STRENGTH.index, default=self.other or unsaid)
