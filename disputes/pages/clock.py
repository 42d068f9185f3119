"""Clocks as people read them: what is to be done, by when, and how long that is from now.

Proved by ``tests/disputes/admin/test_cases.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text
from disputes.case import words
from disputes.case.clocks import CLOCKS, clause_of_clock

_WORDS: Final = Catalogue(__file__)

SOON: Final = timedelta(hours=1)


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """One clock. ``state`` is ``overdue``, ``soon`` or ``runs``; ``left`` says "còn 20 phút" or "quá hạn 2 ngày"."""

    code: str
    clause: str
    name: Text
    due_at: datetime
    subject: str
    left: Text
    state: str


def view(code: str, due_at: datetime, now: datetime, subject: str = "", *, game: str) -> ClockView:
    """A clock by its code, as it stands now, with the clause as the game's document prints it."""
    name = CLOCKS[code][1] if code in CLOCKS else Text(code, code)
    clause = clause_of_clock(code, game) if code in CLOCKS else ""
    length = words.span(due_at - now)
    if due_at < now:
        left, state = _WORDS.text("overdue-by-n", n=length), "overdue"
    else:
        left = _WORDS.text("n-left", n=length)
        state = "soon" if due_at - now <= SOON else "runs"
    return ClockView(code=code, clause=clause, name=name, due_at=due_at, subject=subject, left=left, state=state)


def of_row(row: Any, now: datetime) -> list[ClockView]:
    """Every clock of a row of the read model, the earliest first."""
    return [view(code, datetime.fromisoformat(due), now, subject, game=row.game) for code, due, subject in row.clocks]
