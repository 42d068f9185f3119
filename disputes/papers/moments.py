"""Days and moments as papers write them: one form in each language. Pure. Proved by ``tests/disputes/papers``."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)


def day_text(moment: datetime | date, zone: ZoneInfo) -> Text:
    """21/11/2026, 21 November 2026."""
    local = moment.astimezone(zone) if isinstance(moment, datetime) else moment
    month = _WORDS.text(f"month--{local.month}")
    return _WORDS.text("day", day=local.day, dd=f"{local:%d}", mm=f"{local:%m}", month=month, year=f"{local:%Y}")


def moment_text(moment: datetime, zone: ZoneInfo) -> Text:
    """11:30 ngày 21/11/2026, 21 November 2026, 11:30."""
    clock, day = f"{moment.astimezone(zone):%H:%M}", day_text(moment, zone)
    return _WORDS.text("day-clock", clock=clock, day=day)
