"""What is in force when, from the events of a property's settings. Pure. Proved by ``tests/house/test_service.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from casino.core.events import Fact, RecordedEvent
from casino.core.house_settings import SETTINGS, Value
from casino.house import facts as f


@dataclass
class HouseSettings:
    """The settings of one property. ``first`` is what the environment and the row say now: it counts for a setting of
    which the record knows no first value."""

    first: Mapping[str, Value] = field(default_factory=dict)
    begun: Mapping[str, Value] | None = None
    dated: list[f.Set] = field(default_factory=list)
    waiting: dict[UUID, f.Asked] = field(default_factory=dict)
    version: int = 0

    def at(self, name: str, moment: datetime) -> Value:
        """What is in force at a moment: of those set to begin before or then the one that begins last, of several that
        begin together the one that was recorded last."""
        found: Value | None = None
        since: datetime | None = None
        for each in self.dated:
            starts = each.effective_from
            if each.setting == name and starts <= moment and (since is None or starts >= since):
                found, since = each.value, starts
        if found is None:
            found = (self.begun or {}).get(name)
        return self.first.get(name, SETTINGS[name].default) if found is None else found

    def amounts(self, name: str, moment: datetime) -> dict[str, int]:
        """As :meth:`at`, of amounts by currency in the smallest unit."""
        value = self.at(name, moment)
        assert isinstance(value, dict)
        return value

    def number(self, name: str, moment: datetime) -> int:
        """As :meth:`at`, of a whole number."""
        value = self.at(name, moment)
        assert isinstance(value, int)
        return value

    def text(self, name: str, moment: datetime) -> str:
        """As :meth:`at`, of a text or choice."""
        value = self.at(name, moment)
        assert isinstance(value, str)
        return value

    def coming(self, name: str, moment: datetime) -> list[f.Set]:
        """What begins after a moment, by its beginning."""
        return sorted(
            (each for each in self.dated if each.setting == name and each.effective_from > moment),
            key=lambda each: each.effective_from,
        )


def fold(events: Iterable[RecordedEvent], first: Mapping[str, Value]) -> HouseSettings:
    """The settings after these events of the stream, in their order."""
    house = HouseSettings(first)
    for event in events:
        evolve(house, event.data, event.id)
        house.version = event.version
    return house


def evolve(house: HouseSettings, fact: Fact, event_id: UUID) -> None:
    """Assign what one event says."""
    match fact:
        case f.Begun(values=values):
            house.begun = values
        case f.Asked():
            house.waiting[event_id] = fact
        case f.Set(ask=ask):
            house.dated.append(fact)
            if ask is not None:
                house.waiting.pop(ask, None)
        case f.Refused(ask=ask) | f.Withdrawn(ask=ask):
            house.waiting.pop(ask, None)
