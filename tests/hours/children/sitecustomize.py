"""Loaded by every Python process of ``make test-hours``, children too, before anything else.

libfaketime 0.9.10 (Debian 12), told to leave the monotonic clock alone, hands the kernel a negative time where Python
3.11 sleeps until a monotonic moment, and ``time.sleep`` raises (its issue 426). Waiting for no file at all is not
touched.
"""

from __future__ import annotations

import select
import time
from typing import SupportsIndex


def _sleep(seconds: float | SupportsIndex) -> None:
    select.select((), (), (), float(seconds))


time.sleep = _sleep
