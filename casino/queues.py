"""The queues of background work.

Following the tables and auditing can fill a worker for minutes. What people wait for (cases, library, notices, letters)
is short and goes through a queue of its own, with a worker that takes nothing else: it never stands behind them. All
other tasks go through the default queue of the settings. Proved by ``tests/test_queues.py``.
"""

from __future__ import annotations

from typing import Final

FOOTAGE: Final = "footage"
"""Work on films takes minutes to hours: a queue and workers of its own, behind which nothing else stands."""
REPORTS: Final = "reports"
"""Reports of millions of events take minutes to hours as well, and must not wait behind a day of film."""
PROMPT: Final = "prompt"
