"""A table over time: what it is, its limits, document, staff, devices and chips, each from the moment it was recorded.

The table's stream (``table/<code>``) is folded into a :class:`TableHistory`; a round takes the terms that stood at the
moment at which it opened, so that a round of last month knows the limits of last month. Proved by
``tests/engine/test_table.py``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec

from casino.core.cards import Card
from casino.core.events import Fact, register
from games.engine.facts import Code, GameCode, Minor, Note, Person, PositiveMinor

EPOCH = datetime(1, 1, 1, tzinfo=UTC)


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Least and most of one bet, in minor units. ``bet`` is a bet kind, or ``*`` for every kind not named."""

    bet: Annotated[str, msgspec.Meta(pattern=r"^(\*|[a-z][a-z0-9_]{0,39})$(?!\n)")]
    minimum_minor: Minor
    maximum_minor: PositiveMinor


class TableRegistered(Fact, frozen=True):
    """The table exists: game, variant of the game, and the currency of its chips."""

    game: GameCode
    currency: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$(?!\n)")]
    variant: Code | None = None
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)] | None = None
    pit: Code | None = None


class LimitsSet(Fact, frozen=True):
    """The limits posted at the table from now on; they replace all earlier ones."""

    limits: tuple[Limit, ...]
    set_by: Person | None = None


class DifferentialSet(Fact, frozen=True):
    """The largest difference allowed between two sides (baccarat 2.2.15)."""

    differential_minor: PositiveMinor
    set_by: Person | None = None


class DocumentAssigned(Fact, frozen=True):
    """The rule document that stands for rounds of this table whose moment is unknown."""

    document: Code


class TableOpened(Fact, frozen=True):
    """The table opens for play."""

    opened_by: Person | None = None


class TableClosed(Fact, frozen=True):
    """The table closes."""

    closed_by: Person | None = None


class StaffAssigned(Fact, frozen=True):
    """Somebody takes up a post at the table; whoever held it there is relieved."""

    person: Person


class StaffRelieved(Fact, frozen=True):
    """Somebody leaves the post at the table."""

    person: Person


class DeviceBound(Fact, frozen=True):
    """A device may send for this table from now on."""

    device: Code


class DeviceUnbound(Fact, frozen=True):
    """A device may no longer send for this table."""

    device: Code


class ColourChipsIssued(Fact, frozen=True):
    """Colour chips given to a player at a value (roulette 4.7). ``authorised_by`` where a clause asks for it,
    ``marked`` whether a marker or cash chip shows their value (4.7.5)."""

    player: Code
    colour: Code
    value_minor: PositiveMinor
    authorised_by: Person | None = None
    marked: bool | None = None


class ColourChipsRedeemed(Fact, frozen=True):
    """A player handed a set of colour chips back; the colour is free again."""

    player: Code
    colour: Code


class GameSettingsSet(Fact, frozen=True):
    """How the game is set up at the table from now on: number of decks, number of seats."""

    decks: Annotated[int, msgspec.Meta(ge=1, le=12)] | None = None
    seats: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    set_by: Person | None = None


class InsuranceSet(Fact, frozen=True):
    """From now on the table offers insurance, or shows the sign that it does not (baccarat 3.2.10, 6.4.5)."""

    offered: bool
    set_by: Person | None = None


class ShoeLoaded(Fact, frozen=True):
    """A shoe or pack of cards comes into use; all later rounds are dealt from it until the next one."""

    shoe: Code
    shuffled: bool | None = None
    loaded_by: Person | None = None


class CardsBurned(Fact, frozen=True):
    """Cards put into the discard holder before play (baccarat 2.2.3)."""

    count: Annotated[int, msgspec.Meta(ge=1, le=60)]
    shown: Card | None = None
    """The card whose value said how many."""


class EquipmentSet(Fact, frozen=True):
    """From now on the table plays with this wheel, rotor, shaker, set of dice or shuffler, by the house's own number of
    it. The watch over its results begins anew where another one of the kind was there before."""

    kind: Literal["wheel", "rotor", "shaker", "dice", "shuffler"]
    code: Code
    set_by: Person | None = None


class TableNoted(Fact, frozen=True):
    """Something worth keeping about the table that no other fact says."""

    note: Note
    noted_by: Person | None = None


FACTS: dict[str, type[Fact]] = {
    "registered": TableRegistered,
    "limits_set": LimitsSet,
    "differential_set": DifferentialSet,
    "document_assigned": DocumentAssigned,
    "opened": TableOpened,
    "closed": TableClosed,
    "staff_assigned": StaffAssigned,
    "staff_relieved": StaffRelieved,
    "device_bound": DeviceBound,
    "device_unbound": DeviceUnbound,
    "colour_chips_issued": ColourChipsIssued,
    "colour_chips_redeemed": ColourChipsRedeemed,
    "game_settings_set": GameSettingsSet,
    "insurance_set": InsuranceSet,
    "shoe_loaded": ShoeLoaded,
    "cards_burned": CardsBurned,
    "equipment_set": EquipmentSet,
    "noted": TableNoted,
}
HOUSE_ONLY = {
    *("registered", "limits_set", "differential_set", "document_assigned", "game_settings_set"),
    *("device_bound", "device_unbound", "equipment_set"),
}
"""What a device may not say of its own table: what the house sets."""

for _name, _fact in FACTS.items():
    register(f"table.{_name}", _fact, stream_kind="table", from_device=_name not in HOUSE_ONLY)


class ColourSet(msgspec.Struct, frozen=True):
    """One set of colour chips in a player's hands."""

    player: str
    colour: str
    value_minor: int
    authorised_by: Person | None
    marked: bool | None = None
    earlier_minor: tuple[int, ...] = ()
    """At which other values the player bought chips of this colour and has not handed them back."""


class TableTerms(msgspec.Struct, frozen=True):
    """What the table was at one moment."""

    table: str
    game: str | None = None
    variant: str | None = None
    currency: str | None = None
    name: str | None = None
    pit: str | None = None
    limits: Mapping[str, tuple[int, int]] = {}
    differential_minor: int | None = None
    document: str | None = None
    is_open: bool = False
    staff: Mapping[str, str] = {}
    """Staff code by post."""
    devices: frozenset[str] = frozenset()
    colours: tuple[ColourSet, ...] = ()
    decks: int | None = None
    seats: int | None = None
    insurance: bool | None = None
    """Whether the table offers insurance; None where nobody said."""
    insurance_set_by: Person | None = None
    shoe: str | None = None
    """The shoe or pack in use."""
    shoe_shuffled: bool | None = None
    shoe_loading: int = 0
    """How many shoes were loaded at the table so far; the same one loaded again counts again."""
    equipment: Mapping[str, str] = {}
    """By kind, what the table plays with, where that was said."""
    equipment_number: int = 1
    """Which set of equipment it is, from 1: one more each time something of it was exchanged, or the table was
    registered for another game."""

    def limit(self, kind: str) -> tuple[int, int] | None:
        """(minimum, maximum) in minor units for a kind of bet, or None where the table has none."""
        return self.limits.get(kind) or self.limits.get("*")


def evolve(terms: TableTerms, fact: Fact) -> TableTerms:
    """The table after one more fact. Pure; an unknown fact changes nothing."""
    change = _CHANGES.get(type(fact))
    return msgspec.structs.replace(terms, **change(terms, fact)) if change else terms


def _issued(terms: TableTerms, fact: ColourChipsIssued) -> ColourSet:
    held = next((c for c in terms.colours if (c.player, c.colour) == (fact.player, fact.colour)), None)
    values = () if held is None else (*held.earlier_minor, held.value_minor)
    earlier = tuple(value for value in dict.fromkeys(values) if value != fact.value_minor)
    return ColourSet(fact.player, fact.colour, fact.value_minor, fact.authorised_by, fact.marked, earlier)


def _without(colours: tuple[ColourSet, ...], player: str, colour: str) -> tuple[ColourSet, ...]:
    return tuple(c for c in colours if not (c.player == player and c.colour == colour))


_CHANGES: dict[type[Fact], Any] = {
    TableRegistered: lambda t, f: {
        "game": f.game,
        "variant": f.variant,
        "currency": f.currency,
        "name": f.name,
        "pit": f.pit,
        "equipment_number": t.equipment_number + (t.game not in (None, f.game)),
    },
    LimitsSet: lambda t, f: {"limits": {x.bet: (x.minimum_minor, x.maximum_minor) for x in f.limits}},
    DifferentialSet: lambda t, f: {"differential_minor": f.differential_minor},
    DocumentAssigned: lambda t, f: {"document": f.document},
    TableOpened: lambda t, f: {"is_open": True},
    TableClosed: lambda t, f: {"is_open": False, "staff": {}},
    StaffAssigned: lambda t, f: {"staff": {**t.staff, f.person.post: f.person.staff}},
    StaffRelieved: lambda t, f: {
        "staff": {p: s for p, s in t.staff.items() if not (p == f.person.post and s == f.person.staff)}
    },
    DeviceBound: lambda t, f: {"devices": t.devices | {f.device}},
    DeviceUnbound: lambda t, f: {"devices": t.devices - {f.device}},
    ColourChipsIssued: lambda t, f: {"colours": (*_without(t.colours, f.player, f.colour), _issued(t, f))},
    ColourChipsRedeemed: lambda t, f: {"colours": _without(t.colours, f.player, f.colour)},
    GameSettingsSet: lambda t, f: {"decks": f.decks or t.decks, "seats": f.seats or t.seats},
    InsuranceSet: lambda t, f: {"insurance": f.offered, "insurance_set_by": f.set_by},
    ShoeLoaded: lambda t, f: {
        "shoe": f.shoe,
        "shoe_shuffled": f.shuffled,
        "shoe_loading": t.shoe_loading + 1,
    },
}


def _equipped(terms: TableTerms, fact: EquipmentSet) -> dict[str, Any]:
    """The first word on a kind only names what is there; another code afterwards is an exchange."""
    exchanged = terms.equipment.get(fact.kind, fact.code) != fact.code
    return {
        "equipment": {**terms.equipment, fact.kind: fact.code},
        "equipment_number": terms.equipment_number + exchanged,
    }


_CHANGES[EquipmentSet] = _equipped


class TableHistory:
    """The terms of a table at any moment, from its facts."""

    def __init__(self, table: str, facts: Iterable[tuple[datetime, Fact]]) -> None:
        """``facts`` are (moment, fact): when it occurred, or when it was recorded where that is unknown."""
        self.table = table
        terms = TableTerms(table=table)
        self._moments: list[datetime] = [EPOCH]
        self._terms: list[TableTerms] = [terms]
        for moment, fact in sorted(facts, key=lambda pair: pair[0]):
            terms = evolve(terms, fact)
            self._moments.append(moment)
            self._terms.append(terms)

    def add(self, moment: datetime, fact: Fact) -> bool:
        """Take in one more fact that happened after all others, or at the moment of the last; False where it did not,
        and then nothing is changed."""
        if moment < self._moments[-1]:
            return False
        self._moments.append(moment)
        self._terms.append(evolve(self._terms[-1], fact))
        return True

    def at(self, moment: datetime | None) -> TableTerms:
        """The terms at a moment; the latest where the moment is unknown."""
        if moment is None:
            return self._terms[-1]
        return self._terms[bisect_right(self._moments, moment) - 1]

    @property
    def latest(self) -> TableTerms:
        return self._terms[-1]
