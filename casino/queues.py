"""The queues of background work.

Following the tables and auditing can fill a worker for minutes. What people wait for (cases, library, notices, letters)
is short and goes through a queue of its own, with a worker that takes nothing else: it never stands behind them. All
other tasks go through the default queue of the settings. Proved by ``tests/test_queues.py``.
"""

from __future__ import annotations

from typing import Final

PROMPT: Final = "prompt"
