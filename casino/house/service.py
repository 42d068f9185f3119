"""Setting what a property sets: a command (``casino.house.commands``) becomes events of the property's one stream.

What the record does not know yet is what the environment and the property's row say; with the first command those first
values are recorded, and the environment is heard no more. ``by`` is a person in the post in which they act
(:func:`decider`). Proved by ``tests/house/test_service.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.contrib.auth.models import User

from casino import vault
from casino.access import postings
from casino.access.roles import staff_code
from casino.commands.execution import Carried, Done, Execution
from casino.core import house_settings as declared
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.core.house_settings import Value
from casino.house import facts as f
from casino.house.commands import SETTINGS, Context
from casino.house.state import HouseSettings, fold
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.everywhere import carry_on
from casino.ledger.models import Property, property_of

SYSTEM: Final = "system:settings"

_ROUNDS: Final = "round/"
_OF_DAYS: Final = ("time_zone", "gaming_day_starts")
_EVER: Final = datetime.min.replace(tzinfo=UTC)


def settings_of(property_code: str) -> HouseSettings:
    """The settings of a property, for whoever reads them at some moment."""
    return _folded(property_of(property_code))


def decider(user: User, property_code: str, now: datetime) -> f.Decider:
    """Who an account is, in the post in force. Problem ``forbidden`` for one without a post."""
    duty = postings.duty_of(user, now, property_code=property_code) if user.is_active else None
    if duty is None:
        raise Problem("forbidden")
    return f.Decider(staff=staff_code(user), post=duty.post)


def execute(property_code: str, command: Command, *, by: f.Decider, command_id: UUID, now: datetime) -> Done:
    """Carry out a command on the settings, or raise Problem and change nothing. Status ``asked``: a second person is
    needed, to whom ``command_id`` names the request."""
    return _OnSettings(property_code, command, by, command_id, now).run()


class _OnSettings(Execution):
    """One command on its way."""

    NAMES = f.NAMES
    PURPOSE = b"tableproof settings receipt"
    CORRELATED = False

    def __init__(self, property_code: str, command: Command, by: f.Decider, command_id: UUID, now: datetime) -> None:
        super().__init__(property_code, command, staff=by.staff, seen_version=None, command_id=command_id, now=now)
        self.by = by

    def carry_out(self) -> Carried:
        house = _folded(self.owner)
        first = [] if house.begun is not None else [_begun(house, uuid5(self.command_id, "first values"), self.now)]
        [fact] = SETTINGS.functions[self.code](house, self.command, self._context())
        event = self.event(f.STREAM, fact, house.version + len(first) + 1, first=True)
        last = self.ledger.record(*first, event)[-1]
        # With the event, of the row as it is now: another command may have written it since this one was begun.
        self.owner.refresh_from_db()
        _bring(self.owner, self.now)
        return Carried(f.STREAM, last, [fact], status="asked" if isinstance(fact, f.Asked) else "recorded")

    def _context(self) -> Context:
        code = self.property_code
        return Context(
            by=self.by,
            now=self.now,
            seal=lambda text: vault.seal(code, text, [vault.new_person(code)], kind="text"),
            has_rounds=lambda: _has_rounds(code),
        )

    def follow(self) -> None:
        """The row stands with the event."""


def begin(property_code: str, *, command_id: UUID, now: datetime) -> bool:
    """Record the first values as they are now; False where that was done before. Problem try_again."""
    house = settings_of(property_code)
    if house.begun is not None:
        return False
    try:
        get_ledger(property_code).record(_begun(house, command_id, now))
    except (ledger_errors.ConcurrencyConflict, ledger_errors.IdConflict) as error:
        raise Problem("try_again") from error
    return True


def _begun(house: HouseSettings, event_id: UUID, now: datetime) -> NewEvent:
    """What is in force until something is set."""
    return NewEvent(
        id=event_id,
        stream=f.STREAM,
        type=f.NAMES[f.Begun],
        data=f.Begun(values={name: house.at(name, now) for name in declared.SETTINGS}),
        actor=SYSTEM,
        occurred_at=now,
        expected_version=house.version + 1,
    )


def _folded(owner: Property) -> HouseSettings:
    row = {name: getattr(owner, name) for name in declared.OF_THE_ROW}
    return fold(get_ledger(owner.code).stream(f.STREAM), {**settings.FIRST_SETTINGS, **row})


def _has_rounds(property_code: str) -> bool:
    return next(get_ledger(property_code).stream_ids(_ROUNDS), None) is not None


# --- The property's row ----------------------------------------------------------------------------------------------


def bring_rows_up(now: datetime) -> None:
    """Write what of the property's own settings has come into force by now into its row. Once a round is recorded the
    first values are, too: until then nothing was held against them."""

    def bring(owner: Property) -> None:
        if _folded(owner).begun is None and _has_rounds(owner.code):
            begin(owner.code, command_id=uuid4(), now=now)
        _bring(owner, now)

    carry_on(bring, Property.objects.order_by("pk"))


def _bring(owner: Property, now: datetime) -> None:
    house = _folded(owner)
    for name in declared.OF_THE_ROW:
        if any(each.setting == name for each in house.dated):
            _write_row(owner, name, house.at(name, now))
    _write_row(owner, "dated_hours", dated_hours(house))


def dated_hours(house: HouseSettings) -> list[list[Value | None]]:
    """For the property's row: from when on its days start at which hour in which zone, ever and to come; empty where
    that never changes, as the row then says it."""
    moments = sorted({each.effective_from for each in house.dated if each.setting in _OF_DAYS})
    if not moments:
        return []
    return [
        [None if at is None else at.isoformat(), *(house.at(name, at or _EVER) for name in _OF_DAYS)]
        for at in (None, *moments)
    ]


def _write_row(owner: Property, name: str, value: object) -> None:
    if getattr(owner, name) != value:
        setattr(owner, name, value)
        owner.save(update_fields=[name])
