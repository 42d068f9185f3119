"""What the demonstration puts into the seams of others (``casino.core.seams``). Its app imports it as it starts.

Proved by ``tests/architecture/test_seams.py``.
"""

from __future__ import annotations

from casino.operations.watching import WATCHES
from surveillance.demonstration.footage import WATCH

WATCHES.register(WATCH.name, WATCH)
