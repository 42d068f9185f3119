"""The bounds of taking events in, each a variable of the environment with its default. See ``docs/api.md``."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from casino.site.environment import flag, number

MAX_BODY_BYTES: Final = number("INGEST_MAX_BODY_BYTES", 4 << 20)
"""Bytes of a request as sent. Django's own limit (DATA_UPLOAD_MAX_MEMORY_SIZE) stands above it."""
MAX_INFLATED_BYTES: Final = number("INGEST_MAX_INFLATED_BYTES", 16 << 20)
MAX_EVENT_BYTES: Final = number("INGEST_MAX_EVENT_BYTES", 64 << 10)
MAX_EVENTS: Final = number("INGEST_MAX_EVENTS", 1_000)

REQUESTS_PER_MINUTE: Final = number("INGEST_REQUESTS_PER_MINUTE", 600)
"""Of one device, counted in Django's cache."""
STRANGERS_PER_MINUTE: Final = number("INGEST_STRANGERS_PER_MINUTE", 60)
"""Requests without a valid credential from one address that are still answered with the reason."""
STRANGERS_KEPT_PER_MINUTE: Final = number("INGEST_STRANGERS_KEPT_PER_MINUTE", 10)
STRANGERS_KEPT: Final = number("INGEST_STRANGERS_KEPT", 10_000)
"""Rows of senders without a valid credential kept at all; the oldest go first."""
STRANGER_BYTES: Final = 4_096

SIGNATURE_LIFE: Final = timedelta(seconds=number("INGEST_SIGNATURE_SECONDS", 300))
SMALLEST_SKEW_MS: Final = 1_000
"""Below this a difference is the way through the network, and the clock is taken to be right."""
CLOCK_LIMIT_MS: Final = number("INGEST_CLOCK_LIMIT_MS", 30_000)
CLOCK_REMINDER: Final = timedelta(hours=1)
GAP_PATIENCE: Final = timedelta(seconds=number("INGEST_GAP_SECONDS", 300))
"""How long a number may be missing before that is recorded."""

BEHIND_PROXY: Final = flag("BEHIND_PROXY", default=False)
"""Whether a proxy of ours writes X-Forwarded-For."""
