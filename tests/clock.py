"""The clock of a test. Product and tests ask the same one, ``casino.clock.now``. It is the machine's, which databases,
browsers and processes beside a test go by as well, until a test that needs an hour, a day or a zone takes the fixture
``house_clock``.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from casino import clock


class HouseClock:
    """Stands where it was taken, until it is set (``now``) or put forward. Of this process alone: the database's, and
    Django's own for cookies and rows of sessions, are the machine's."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now: datetime = clock.now()
        patch.setattr(clock, "machine", lambda: self.now)

    def later(self, **how: float) -> None:
        self.now += timedelta(**how)


@pytest.fixture
def house_clock(monkeypatch: pytest.MonkeyPatch) -> HouseClock:
    return HouseClock(monkeypatch)
