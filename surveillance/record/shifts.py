"""Commands by which a shift changes hands: who ends it signs its report, and somebody else signs the same one.

Each signs what stood in front of them, named by its digest; where the record has moved on since, they look again.
Proved by ``tests/surveillance/test_shift_signed.py``.
"""

from __future__ import annotations

from typing import Annotated, Final

from casino.core.commands import Command, asked
from casino.core.errors import Problem
from casino.core.interest import no_matter
from casino.core.messages import Catalogue
from surveillance.record import facts as f
from surveillance.record.context import Context, Written
from surveillance.record.fields import BEGINS, ENDS, Moment, span_must_be
from surveillance.record.parts import Digest
from surveillance.record.shift_facts import MOST
from surveillance.record.state import Shift
from surveillance.record.step import WATCH, decides, step

_WORDS: Final = Catalogue(__file__)

NOBODYS = no_matter(_WORDS.text("nobodys"))
DIGEST = asked(_WORDS, "digest")


@step(
    on=None,
    posts=WATCH,
    interest=NOBODYS,
    weighty=True,
)
class HandOverShift(Command, frozen=True):
    """Who ends a shift of 24 hours at most signs its report."""

    begins_at: Annotated[Moment, BEGINS]
    ends_at: Annotated[Moment, ENDS]
    digest: Annotated[Digest, DIGEST]


@step(
    on="handover",
    posts=WATCH,
    interest=NOBODYS,
    weighty=True,
)
class TakeOverShift(Command, frozen=True):
    """Another person signs what was handed over."""

    digest: Annotated[Digest, DIGEST]


@decides(HandOverShift)
def hand_over_shift(_none: None, command: HandOverShift, ctx: Context) -> list[Written]:
    span_must_be(command.begins_at, command.ends_at)
    digest, lines = ctx.shift_report(command.begins_at, command.ends_at)
    if len(lines) > MOST:
        raise Problem("shift_too_long", "ends_at", most=MOST)
    if digest != command.digest:
        raise Problem("shift_changed", "digest")
    handed = f.ShiftHandedOver(
        begins_at=command.begins_at,
        ends_at=command.ends_at,
        digest=digest,
        lines=lines,
        handed_by=ctx.person,
    )
    return [Written(f"handover/{ctx.code('W')}", handed)]


@decides(TakeOverShift)
def take_over_shift(shift: Shift, command: TakeOverShift, ctx: Context) -> list[Written]:
    assert shift.handed is not None, "a stream of this kind begins so"
    handed: f.ShiftHandedOver = shift.handed.fact
    if shift.taken is not None:
        raise Problem("shift_taken", shift=shift.code)
    if handed.handed_by.staff == ctx.person.staff:
        raise Problem("shift_own")
    if handed.digest != command.digest:
        raise Problem("shift_changed", "digest")
    return [Written(shift.stream, f.ShiftTakenOver(digest=handed.digest, taken_by=ctx.person))]
