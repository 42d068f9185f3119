"""What a table plays with: a person of the house records that a wheel, rotor, shaker, set of dice or shuffler is there,
or was exchanged for another.

The first word on a kind names what is there. Another number afterwards is an exchange: the watch over the table begins
anew from that moment on, at a higher bar (``docs/fairness.md``), so what it comes to is shown beforehand and recorded
only then (``games.admin.equipment``). One person does it, a pit manager or above who acts at the table: it moves no
money, nothing that was found goes away, and the name stands in the record. Proved by ``tests/admin/test_equipment.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, NamedTuple

import msgspec

from casino.core.commands import Command, asked
from casino.core.errors import ERRORS, Problem
from casino.core.events import Fact, NewEvent, RecordedEvent
from casino.core.interest import no_matter
from casino.core.messages import Catalogue
from casino.core.signed_form import OPEN
from casino.ledger.application import get_ledger
from games.catalogue import GAMES
from games.commands.execution import Context, Deciding, carries
from games.commands.step import MANAGERS, Moment, Open, decides, step
from games.engine.facts import Code, Person
from games.engine.replay import moment_of
from games.engine.table import EquipmentSet, TableHistory
from games.fairness import levels
from games.rows.models import Table
from games.rows.watch_models import HAND, Watch

_WORDS: Final = Catalogue(__file__)

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
    terms = _history(get_ledger(table.property.code).stream(f"table/{table.code}")).at(at)
    before = terms.equipment.get(kind, "")
    if before == code:
        raise Problem("equipment_same", "code")
    exchanged = bool(before)
    then = terms.equipment_number + exchanged
    tables = Table.objects.filter(property=table.property, first_position__lte=table.first_position)
    number = tables.count()
    watch = (
        Watch.objects.filter(property=table.property, table=table.code, equipment=terms.equipment_number)
        .exclude(kind=HAND)
        .first()
    )
    odds = [round(1 / levels.of_table(number, place)) for place in (terms.equipment_number, then)]
    return Comes(exchanged, before, terms.equipment_number, then, odds[0], odds[1], watch)


@step(
    on="table",
    posts=MANAGERS,
    interest=no_matter(_WORDS.text("set_equipment-interest")),
    weighty=True,
    rehearsed=True,
    addresses=("admin:games_table_equipment",),
)
class SetEquipment(Command, frozen=True):
    """Record what a table plays with, from a moment on."""

    kind: Annotated[Open, asked(_WORDS, "set_equipment-kind")]
    code: Annotated[Code, OPEN, asked(_WORDS, "set_equipment-code")]
    at: Annotated[Moment, asked(_WORDS, "set_equipment-at")]


@decides(SetEquipment)
def set_equipment(recorded: list[RecordedEvent], said: SetEquipment, ctx: Context) -> list[Fact]:
    """What is there, or takes the place of what was. Problems: equipment_of_another_game, equipment_in_future,
    equipment_same, command_does_not_fit."""
    history = _history(recorded)
    check(history.at(None).game, said.kind, said.at, ctx.now)
    if history.at(said.at).equipment.get(said.kind) == said.code:
        raise Problem("equipment_same", "code")
    return [_fact(said, ctx.by)]


def _fact(said: SetEquipment, by: Person) -> EquipmentSet:
    try:
        return msgspec.convert({"kind": said.kind, "code": said.code, "set_by": msgspec.to_builtins(by)}, EquipmentSet)
    except msgspec.ValidationError as error:
        raise Problem("command_does_not_fit", "code", why=str(error)) from error


@carries(SetEquipment)
class _Setting(Deciding):
    """It is on its way: its event has the moment that the person named."""

    command: SetEquipment

    def made(self, recorded: list[RecordedEvent], fact: Fact, place: int) -> NewEvent:
        return msgspec.structs.replace(super().made(recorded, fact, place), occurred_at=self.command.at)

    def came_to(self, first: RecordedEvent) -> bool:
        fact = _fact(self.command, self.by)
        return (first.stream, first.data, first.occurred_at) == (self.stream, fact, self.command.at)


def check(game: str | None, kind: str, at: datetime, now: datetime) -> None:
    """Problems ``equipment_of_another_game`` and ``equipment_in_future``."""
    if kind not in kinds_of(game):
        raise Problem("equipment_of_another_game", "kind")
    if at > now:
        raise Problem("equipment_in_future", "at")


def kinds_of(game: str | None) -> tuple[str, ...]:
    """What a table of this game can be given."""
    known = GAMES.get(game or "")
    return () if known is None or known.chance is None else KINDS[known.chance.device]


def _history(recorded: list[RecordedEvent]) -> TableHistory:
    """The terms of a table at any moment, from the events of its stream."""
    code = recorded[0].stream.partition("/")[2]
    return TableHistory(code, [(moment_of(event), event.data) for event in recorded])
