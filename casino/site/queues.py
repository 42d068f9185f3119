"""The queues of background work.

Following the tables and auditing can fill a worker for minutes. What people wait for (cases, library, notices, letters)
is short and goes through a queue of its own, with a worker that takes nothing else: it never stands behind them. All
other tasks go through the default queue of the settings. Proved by ``tests/test_queues.py``.
"""

from __future__ import annotations

from typing import Final

FOOTAGE: Final = "footage"
"""What comes in: uploads, the watched folder, recorders. Minutes to hours, and nothing else stands behind it."""
EXPORTS: Final = "exports"
"""What people have made of films and wait for: it stands behind no film that comes in, and behind no copy."""
COPIES: Final = "copies"
"""Copies to watch, hashing again, reading clocks: a day of one camera takes hours, and nobody waits for it."""
REPORTS: Final = "reports"
"""Reports of millions of events take minutes to hours as well, and must not wait behind a day of film."""
PROMPT: Final = "prompt"
