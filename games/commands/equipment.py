"""What a table plays with: a person of the house records that a wheel, rotor, shaker, set of dice or shuffler is there,
or was exchanged for another.

The first word on a kind names what is there. Another number afterwards is an exchange: the watch over the table begins
anew from that moment on, at a higher bar (``docs/fairness.md``), so what it comes to is shown beforehand and recorded
only then (``games.admin.equipment``). One person does it, a pit manager or above who acts at the table: it moves no
money, nothing that was found goes away, and the name stands in the record. Proved by ``tests/admin/test_equipment.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Final, NamedTuple
from uuid import UUID

import msgspec

from casino.commands.execution import Carried
from casino.core.commands import Command
from casino.core.errors import ERRORS, Problem
from casino.core.events import RecordedEvent
from casino.core.posts import Post
from casino.ledger.application import get_ledger
from casino.ledger.rows import Appended
from games.catalogue import GAMES
from games.commands import service
from games.commands.execution import OnTable
from games.engine.facts import Person
from games.engine.replay import moment_of
from games.engine.table import EquipmentSet, TableHistory
from games.fairness import levels
from games.rows.models import Table
from games.rows.watch_models import Watch, WatchKind

LOWEST: Final = Post.PIT_MANAGER
TYPE: Final = "table.equipment_set.v1"
KINDS: Final[dict[str, tuple[str, ...]]] = {
    "wheel": ("wheel", "rotor"),
    "shaker": ("shaker", "dice"),
    "shoe": ("shuffler",),
    "pack": ("shuffler",),
}
"""By what a game leaves chance to, what its tables can be given. A shoe itself is loaded by the table's device."""

ERRORS.register_all(
    {
        "equipment_same": 409,
        "table_changed": 409,
        "equipment_in_future": 422,
        "equipment_of_another_game": 422,
    }
)


class Comes(NamedTuple):
    """What recording it comes to: whether something is ``exchanged`` (then for what), under which number the table's
    equipment goes ``now`` and ``then``, and one in how many the false alarms were and will be. ``watch`` is the one
    that ends where there is one."""

    exchanged: bool
    before: str
    now: int
    then: int
    odds_now: int
    odds_then: int
    watch: Watch | None


def comes_to(table: Table, kind: str, code: str, at: datetime) -> Comes:
    """What it would come to, as the record stands. Problem ``equipment_same``."""
    told = get_ledger(table.property.code).stream(f"table/{table.code}")
    facts = [(moment_of(event), event.data) for event in told]
    terms = TableHistory(table.code, facts).at(at)
    before = terms.equipment.get(kind, "")
    if before == code:
        raise Problem("equipment_same", "code")
    exchanged = bool(before)
    then = terms.equipment_number + exchanged
    tables = Table.objects.filter(property=table.property, first_position__lte=table.first_position)
    number = tables.count()
    watch = (
        Watch.objects.filter(property=table.property, table=table.code, equipment=terms.equipment_number)
        .exclude(kind=WatchKind.HAND)
        .first()
    )
    odds = [round(1 / levels.of_table(number, place)) for place in (terms.equipment_number, then)]
    return Comes(exchanged, before, terms.equipment_number, then, odds[0], odds[1], watch)


class SetEquipment(Command, frozen=True):
    """Record what a table plays with, from a moment on."""

    kind: str
    code: str
    at: datetime


def set_equipment(
    table: Table, *, kind: str, code: str, at: datetime, by: Person, seen_version: int, command_id: UUID, now: datetime
) -> Appended:
    """Record it. ``seen_version`` is that of the table's stream which the person saw: who comes second is told.
    Problems: post_too_low, equipment_of_another_game, equipment_in_future, equipment_same, table_changed,
    command_conflict, command_does_not_fit."""
    service.require(by, LOWEST)
    command = SetEquipment(kind=kind, code=code, at=at)
    return _Setting(table, command, by=by, seen_version=seen_version, command_id=command_id, now=now).answer()


class _Setting(OnTable):
    """It is on its way."""

    NAMES: ClassVar = {EquipmentSet: TYPE}
    command: SetEquipment

    def __init__(
        self, table: Table, command: SetEquipment, *, by: Person, seen_version: int, command_id: UUID, now: datetime
    ) -> None:
        stream = f"table/{table.code}"
        super().__init__(table.property.code, stream, command, by=by, command_id=command_id, now=now)
        self.table = table
        self.seen_version = seen_version

    def carry_out(self) -> Carried:
        said, fact = self.command, self._fact()
        recorded = self.ledger.stream(self.stream)
        check(self.table, said.kind, said.at, self.now)
        if recorded[-1].version != self.seen_version:
            raise Problem("table_changed")
        comes_to(self.table, said.kind, said.code, said.at)
        event = self.event(self.stream, fact, recorded[-1].version + 1, first=True)
        [appended] = self.ledger.append([msgspec.structs.replace(event, occurred_at=said.at)])
        return Carried(self.stream, appended, [fact])

    def _fact(self) -> EquipmentSet:
        """What the command says, as its type allows it. Problem command_does_not_fit."""
        by = msgspec.to_builtins(self.by)
        said: dict[str, Any] = {"kind": self.command.kind, "code": self.command.code, "set_by": by}
        try:
            return msgspec.convert(said, EquipmentSet)
        except msgspec.ValidationError as error:
            raise Problem("command_does_not_fit", "code", why=str(error)) from error

    def overtaken(self) -> None:
        raise Problem("table_changed")

    def came_to(self, first: RecordedEvent) -> bool:
        return (first.stream, first.data, first.occurred_at) == (self.stream, self._fact(), self.command.at)


def check(table: Table, kind: str, at: datetime, now: datetime) -> None:
    """Problems ``equipment_of_another_game`` and ``equipment_in_future``."""
    if kind not in kinds_of(table):
        raise Problem("equipment_of_another_game", "kind")
    if at > now:
        raise Problem("equipment_in_future", "at")


def kinds_of(table: Table) -> tuple[str, ...]:
    """What this table can be given."""
    game = GAMES.get(table.game)
    return () if game is None or game.chance is None else KINDS[game.chance.device]
