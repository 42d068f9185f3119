"""What the commands of Surveillance are made of. The types of a case's commands serve where they are the same."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Final, TypeVar

import msgspec

from casino.core.commands import asked
from casino.core.errors import Problem
from casino.core.events import SAFE_NAME
from casino.core.messages import Catalogue
from disputes.case.commands.parts import NOTE, REASON, Contact, Ground, Moment, Reason, Words
from disputes.case.commands.parts import Name as PersonName
from surveillance.record import errors as _errors  # noqa: F401 - the table
from surveillance.record.context import Context
from surveillance.record.parts import Millis
from surveillance.record.state import Stream

_WORDS: Final = Catalogue(__file__)

__all__ = ("NOTE", "REASON", "Contact", "Ground", "Moment", "PersonName", "Reason", "Words")

LONGEST: Final = timedelta(hours=24)
"""The longest interval that is asked for, linked or kept at once."""
LONGEST_HOLD: Final = timedelta(days=31)

SHOWS: Final = _WORDS.table("shows")
KINDS: Final = _WORDS.table("kinds")
INCIDENTS: Final = _WORDS.table("incidents")
DISPOSITIONS: Final = _WORDS.table("dispositions")
VERDICTS: Final = _WORDS.table("verdicts")
FOUND: Final = asked(
    _WORDS,
    "found",
)
HELD_REASON: Final = asked(
    _WORDS,
    "held_reason",
)
TABLE: Final = asked(_WORDS, "table")
BEGINS: Final = asked(_WORDS, "begins")
ENDS: Final = asked(_WORDS, "ends")
VERDICT: Final = asked(_WORDS, "verdict", words=VERDICTS)

Uncertainty = Annotated[
    int,
    msgspec.Meta(ge=0, le=3_600_000),
    asked(
        _WORDS,
        "uncertainty",
    ),
]

S = TypeVar("S", bound=Stream)


class Stretched(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A stretch of film: of a recording, in milliseconds from its first frame; or of a camera, between two moments of
    the server's clock, where only the recorder has it."""

    recording: str | None = None
    from_ms: Millis | None = None
    to_ms: Millis | None = None
    camera: str | None = None
    begins_at: Moment | None = None
    ends_at: Moment | None = None
    note: Words | None = None


def required(ctx: Context, of: type[S], code: str) -> S:
    """The stream of this kind and code. Problem ``footage_unknown``."""
    stream = f"{of.kind}/{code}"
    found = ctx.load(stream) if SAFE_NAME.fullmatch(code) else of(stream)
    if not isinstance(found, of) or not found.exists:
        raise Problem("footage_unknown", of.kind, what=stream)
    return found


def unused(ctx: Context, of: type[S], code: str) -> str:
    """The name of a stream that does not exist yet."""
    if not SAFE_NAME.fullmatch(code):
        raise Problem("footage_code", "code")
    if ctx.load(f"{of.kind}/{code}").exists:
        raise Problem("footage_code_taken", "code", taken=code)
    return f"{of.kind}/{code}"


def table_must_be(ctx: Context, table: str) -> None:
    if not ctx.table_known(table):
        raise Problem("footage_table_unknown", "table", table=table)


def span_must_be(begins_at: object, ends_at: object, longest: timedelta = LONGEST, field: str = "ends_at") -> None:
    """An interval that ends after it begins, and is not longer than this."""
    if not timedelta(0) < ends_at - begins_at <= longest:  # type: ignore[operator]
        raise Problem("footage_interval", field, hours=round(longest / timedelta(hours=1)))


def must_act_at(ctx: Context, table: str) -> None:
    """Who acts at some tables only acts at this one. Problem ``footage_not_your_table``."""
    actor = ctx.actor
    if not (actor.everywhere or table in actor.tables or ctx.pit_of(table) in actor.pits):
        raise Problem("footage_not_your_table", "table", table=table)


RECORDERS_AHEAD: Final = timedelta(days=1)
"""How far the clock of a recorder may be ahead of the server's for its film to be placed by it."""


def must_be_past(moment: datetime, now: datetime, field: str, ahead: timedelta = timedelta()) -> None:
    """Problem footage_ahead for a moment in the future."""
    if moment > now + ahead:
        raise Problem("footage_ahead", field)
