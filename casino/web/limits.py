"""What a client may take of the server; every value from the environment, described in ``deploy/README.md``.

Proved by ``tests/web/test_limits.py``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from django.core.exceptions import ImproperlyConfigured

from casino.site import environment


@dataclass(frozen=True)
class Limits:
    """Of one process of the web server."""

    threads: int = 6
    """Requests that Django works on at once; of how many kinds and properties, ``places`` says."""
    connections: int = 2_000
    """Open sockets; with one more, the client that has kept the server waiting longest is let go."""
    head_seconds: int = 10
    """From the first byte of a request to the end of its headers."""
    idle_seconds: int = 15
    """An open connection without a request, before the first and between two."""
    body_seconds: int = 10
    """In each such stretch of time a body comes to its end or brings the bytes of the slowest rate."""
    answer_seconds: int = 60
    """In each such stretch of time a client takes the bytes of the slowest rate of what waits for it. Long, because a
    player of videos that stands still reads nothing."""
    slowest_bytes_per_second: int = 4_096
    queue_seconds: int = 30
    """How long a whole request waits for a thread."""
    body_max_bytes: int = 21 * 2**20
    memory_bytes: int = 256 * 2**20
    """Bodies and answers of all clients together."""

    def __post_init__(self) -> None:
        for each in fields(self):
            if getattr(self, each.name) < 1:
                raise ImproperlyConfigured(f"The environment variable {variable(each.name)} must be 1 or more.")
        if self.memory_bytes < self.body_max_bytes:
            raise ImproperlyConfigured("WEB_MEMORY_BYTES must be WEB_BODY_MAX_BYTES or more.")


HEAD_MAX_BYTES: Final = 32 * 2**10
"""Request line and headers together."""


def variable(name: str) -> str:
    return f"WEB_{name.upper()}"


def from_environment(*, body_max_bytes: int) -> Limits:
    """``WEB_CONNECTIONS`` and so on. ``body_max_bytes`` is what the application takes where nothing else is said."""
    defaults = {each.name: int(each.default) for each in fields(Limits)} | {"body_max_bytes": body_max_bytes}  # type: ignore[arg-type]
    return Limits(**{name: environment.number(variable(name), default) for name, default in defaults.items()})
