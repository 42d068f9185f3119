"""The time zone of the house: in it accounts and sign-ins show when they were used. Proved by ``tests/admin``."""

from __future__ import annotations

from casino.ledger.models import every_house


def house_zone() -> str:
    """The time zone of the first property, which made the accounts; UTC before there is one."""
    first = next(iter(every_house()), None)
    return "UTC" if first is None else first.zone.key
