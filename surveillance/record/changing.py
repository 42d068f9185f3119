"""Commands on changes of film that is held: a second person confirms or declines what the first has asked for.

Which command has to wait follows from what it does (``surveillance.keeping.guarding``). Confirmed, it is carried out as
it was given, in the name of who gave it; the confirmation stands beside it. Proved by
``tests/surveillance/test_guarding.py``.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.interest import BARS
from surveillance.record import facts as f
from surveillance.record.context import Context, Written
from surveillance.record.fields import REASON, Reason
from surveillance.record.state import Change
from surveillance.record.step import COMMANDS, FUNCTIONS, KEEPS, decides, step

MOVES: Final = frozenset({"recorder", "camera", "recording", "footage", "change"})
"""Kinds of streams whose facts say where and when film was filmed, or what it shows."""


class Moved(msgspec.Struct, frozen=True):
    """Recordings that are held and would be moved, and what they are held for (streams of cases and incidents)."""

    recordings: tuple[str, ...]
    subjects: tuple[str, ...]


@step(
    on="change",
    posts=KEEPS,
    interest=BARS,
)
class ConfirmChange(Command, frozen=True):
    """A second person says the same of film that is held."""


@step(
    on="change",
    posts=KEEPS,
    interest=BARS,
)
class DeclineChange(Command, frozen=True):
    """It is not done."""

    reason: Annotated[Reason, REASON]


@decides(ConfirmChange)
def confirm_change(change: Change, _command: ConfirmChange, ctx: Context) -> list[Written]:
    asked = _waiting(change)
    if asked.asked_by.staff == ctx.person.staff:
        raise Problem("change_own")
    said = ctx.opened(asked.sealed_command)
    if said is None:
        raise Problem("change_unreadable")
    command = msgspec.json.decode(said, type=COMMANDS[asked.command].struct)
    asker = msgspec.structs.replace(ctx.actor, staff=asked.asked_by.staff, person=asked.asked_by)
    given = msgspec.structs.replace(ctx, actor=asker)
    written = FUNCTIONS[asked.command](ctx.load(asked.about), command, given)
    return [Written(change.stream, f.ChangeConfirmed(confirmed_by=ctx.person)), *written]


@decides(DeclineChange)
def decline_change(change: Change, command: DeclineChange, ctx: Context) -> list[Written]:
    _waiting(change)
    declined = f.ChangeDeclined(declined_by=ctx.person, sealed_reason=ctx.seal(command.reason))
    return [Written(change.stream, declined)]


def _waiting(change: Change) -> f.ChangeAsked:
    if change.asked is None or change.ended is not None:
        raise Problem("change_ended")
    return change.asked
