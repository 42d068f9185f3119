"""Whose word a record has: which keys devices sign with, and where the house demands that they do.

Keys are registered and ended in the device's own stream, demands stand in the stream ``origin/demands``: what held at a
position of the log follows from the events before it and from nothing else. Pure. Proved by
``tests/engine/test_origin.py``.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from casino.core.events import MAX_INTEGER, Fact, register
from casino.core.origin import HASH_BYTES, key_id
from games.engine.device import DeviceKeyRegistered, DeviceRevoked
from games.engine.facts import Code, Person

DEMANDS: Final = "origin/demands"
DEMAND: Final = "origin.demand_set.v1"


class DemandSet(Fact, frozen=True):
    """From here on what is sent in a device's name for this table must be signed by it, or need no longer be; without
    a ``table`` this holds for all, whatever was said before of single ones."""

    demanded: bool
    table: Code | None = None
    set_by: Person | None = None


register("origin.demand_set", DemandSet, stream_kind="origin", from_device=False)


class PersonNotSigned(Fact, frozen=True):
    """The event at ``position`` stands in the name of a person whose weighty commands must be signed, and is not."""

    person: Code
    type: Annotated[str, msgspec.Meta(max_length=100)]
    position: Annotated[int, msgspec.Meta(ge=1, le=MAX_INTEGER)]


UNSIGNED: Final = "origin/unsigned"
"""The stream in which that is told."""
NOT_SIGNED: Final = "origin.person_not_signed.v1"

register("origin.person_not_signed", PersonNotSigned, stream_kind="origin", from_device=False)


Signer = Literal["device", "person", "house"]
"""Who stands for an event: the device or the person that signed it, or nobody but the house."""


def signer(actor: str, origin: bytes | None) -> Signer:
    """Who stands for an event in this name whose entry has this origin."""
    kind = actor.partition(":")[0]
    if origin is None or len(origin) != HASH_BYTES or kind not in ("device", "person"):
        return "house"
    return "device" if kind == "device" else "person"


class Weighed(NamedTuple):
    """Some events for which the same stand: how many, and the money that they move in one currency (stakes, payments
    and takings, each as it was recorded, without sign)."""

    signer: Signer
    events: int
    currency: str
    money_minor: int


class Part(msgspec.Struct, frozen=True):
    """A total, and what of it a device and a person has signed; nobody but the house stands for the rest."""

    total: int = 0
    by_device: int = 0
    by_person: int = 0

    @property
    def by_house(self) -> int:
        return self.total - self.by_device - self.by_person

    def with_more(self, signer: Signer, amount: int) -> Part:
        return Part(
            self.total + amount,
            self.by_device + (amount if signer == "device" else 0),
            self.by_person + (amount if signer == "person" else 0),
        )

    def share(self, amount: int) -> Fraction:
        """The share of the total, from 0 to 1; 0 of nothing."""
        return Fraction(amount, self.total) if self.total else Fraction(0)


class Shares(msgspec.Struct, frozen=True):
    """Who stands for how many events, and for how much money in each currency."""

    events: Part
    money: dict[str, Part]


def shares(weighed: Iterable[Weighed]) -> Shares:
    """The shares of all of these."""
    events, money = Part(), dict[str, Part]()
    for each in weighed:
        events = events.with_more(each.signer, each.events)
        if each.money_minor:
            money[each.currency] = money.get(each.currency, Part()).with_more(each.signer, each.money_minor)
    return Shares(events, dict(sorted(money.items())))


class Keys:
    """The keys in force, as facts about devices go by in the order of the log."""

    def __init__(self) -> None:
        self._keys: dict[str, dict[str, bytes]] = {}

    def take(self, fact: Fact) -> None:
        if isinstance(fact, DeviceKeyRegistered):
            key = base64.b64decode(fact.public_key)
            self._keys.setdefault(fact.device, {})[key_id(key)] = key
        elif isinstance(fact, DeviceRevoked):
            self._keys.pop(fact.device, None)

    def find(self, device: str, key: str) -> bytes | None:
        """The public key of this name, if the device has it now."""
        return self._keys.get(device, {}).get(key)


KEY_TYPES: Final = frozenset({"device.key_registered.v1", "device.revoked.v1"})
"""The types of event by which keys begin and end."""


class Demands(msgspec.Struct, frozen=True):
    """Where signatures are demanded: of ``all`` tables but those that were named since."""

    all: bool = False
    tables: dict[str, bool] = {}

    def after(self, fact: Fact) -> Demands:
        """What is demanded after one more fact."""
        if not isinstance(fact, DemandSet):
            return self
        if fact.table is None:
            return Demands(fact.demanded)
        return Demands(self.all, {**self.tables, fact.table: fact.demanded})

    @property
    def any(self) -> bool:
        return self.all or any(self.tables.values())

    def of(self, table: str) -> bool:
        return self.tables.get(table, self.all)
