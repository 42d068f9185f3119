"""Commands on holds and gaps: what is kept for a reason of somebody's own, and why something is missing.

Holds of cases are placed and released by rule (``surveillance.keeping.holds``). Proved by
``tests/surveillance/test_service.py``.
"""

from __future__ import annotations

from typing import Annotated, Final

from casino.core.commands import Command, asked
from casino.core.errors import Problem
from casino.core.interest import BARS, OPEN
from casino.core.messages import Catalogue
from games.engine.facts import Code
from surveillance.record import facts as f
from surveillance.record.context import Context, Written
from surveillance.record.fields import (
    BEGINS,
    ENDS,
    LONGEST_HOLD,
    REASON,
    TABLE,
    Moment,
    Reason,
    span_must_be,
    table_must_be,
)
from surveillance.record.parts import Subject
from surveillance.record.showing import here
from surveillance.record.state import Gaps, Holds, Recording
from surveillance.record.step import EQUIPMENT, KEEPS, WATCH, decides, step

_WORDS: Final = Catalogue(__file__)


@step(
    on=None,
    posts=KEEPS,
    interest=OPEN,
)
class PlaceHold(Command, frozen=True):
    """All coverage of a table in an interval is kept, for a reason, or because of a finding."""

    table: Annotated[Code, TABLE]
    begins_at: Annotated[Moment, BEGINS]
    ends_at: Annotated[Moment, ENDS]
    reason: Annotated[Reason, REASON]
    subject: Subject | None = None


@step(
    on="recording",
    posts=KEEPS,
    interest=OPEN,
)
class LockRecording(Command, frozen=True):
    """This recording is kept, wherever and whenever it was filmed."""

    reason: Annotated[Reason | None, REASON] = None


@step(
    on="hold",
    posts=KEEPS,
    weighty=True,
    interest=BARS,
)
class ReleaseHold(Command, frozen=True):
    """A hold that a person placed is not needed any more, as another person says."""

    reason: Annotated[Reason, REASON]


@step(
    on="coverage",
    posts=WATCH,
    interest=EQUIPMENT,
)
class ExplainGap(Command, frozen=True):
    """Why something was not filmed, or will not come."""

    gap: Annotated[Code, asked(_WORDS, "explain_gap-gap")]
    reason: Annotated[Reason, REASON]


@decides(PlaceHold)
def place_hold(_none: None, command: PlaceHold, ctx: Context) -> list[Written]:
    table_must_be(ctx, command.table)
    span_must_be(command.begins_at, command.ends_at, LONGEST_HOLD)
    if command.subject is not None:
        if command.subject.kind != "finding":
            raise Problem("footage_subject_unknown", "subject", subject=command.subject.kind)
        ctx.known(command.subject)
    placed = f.HoldPlaced(
        hold="H1",
        table=command.table,
        begins_at=command.begins_at,
        ends_at=command.ends_at,
        cause="person" if command.subject is None else "finding",
        subject=None if command.subject is None else command.subject.stream,
        placed_by=ctx.person,
        sealed_reason=ctx.seal(command.reason),
    )
    return [Written(f"hold/{ctx.code('K')}", placed)]


@decides(LockRecording)
def lock_recording(recording: Recording, command: LockRecording, ctx: Context) -> list[Written]:
    here(recording)
    assert recording.arrived is not None
    locked = f.RecordingLocked(
        hold="H1",
        recording=recording.code,
        sha256=recording.arrived.sha256,
        cause="person",
        placed_by=ctx.person,
        sealed_reason=None if command.reason is None else ctx.seal(command.reason),
    )
    return [Written(f"hold/{ctx.code('K')}", locked)]


@decides(ReleaseHold)
def release_hold(holds: Holds, command: ReleaseHold, ctx: Context) -> list[Written]:
    standing: list[f.HoldPlaced | f.RecordingLocked] = [*holds.standing(), *holds.locks()]
    if not standing:
        raise Problem("hold_unknown", hold=holds.code)
    if any(placed.cause in ("case", "incident") for placed in standing):
        raise Problem("hold_by_rule")
    if any(placed.placed_by is not None and placed.placed_by.staff == ctx.person.staff for placed in standing):
        raise Problem("hold_own")
    reason = ctx.seal(command.reason)
    return [
        Written(
            holds.stream,
            f.HoldReleased(hold=placed.hold, rule="person", released_by=ctx.person, sealed_reason=reason),
        )
        for placed in standing
    ]


@decides(ExplainGap)
def explain_gap(gaps: Gaps, command: ExplainGap, ctx: Context) -> list[Written]:
    if command.gap not in {found.gap for found in gaps.open()}:
        raise Problem("gap_unknown", "gap", gap=command.gap)
    closed = f.GapClosed(
        gap=command.gap, because="explained", closed_by=ctx.person, sealed_reason=ctx.seal(command.reason)
    )
    return [Written(gaps.stream, closed)]
