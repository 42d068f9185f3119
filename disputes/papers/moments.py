"""Days and moments as papers write them: one form in each language. Pure. Proved by ``tests/disputes/papers``."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def day_text(moment: datetime | date, zone: ZoneInfo) -> Text:
    """21/11/2026, 21 November 2026."""
    local = moment.astimezone(zone) if isinstance(moment, datetime) else moment
    return Text(f"{local:%d/%m/%Y}", f"{local.day} {MONTHS[local.month - 1]} {local.year}")


def moment_text(moment: datetime, zone: ZoneInfo) -> Text:
    """11:30 ngày 21/11/2026, 21 November 2026, 11:30."""
    clock, day = f"{moment.astimezone(zone):%H:%M}", day_text(moment, zone)
    return _WORDS.text("day-clock", clock=clock, day=day)
