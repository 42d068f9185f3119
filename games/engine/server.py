"""The server that records, seen from outside: that its clock jumped.

Stream ``server/server:clock``, recorded by this system (``games/rows/server_clock.py``). No device's code has a stream
of this kind, and its findings stand under a name that no device is given. Proved by
``tests/audit/test_server_clock.py``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from casino.core.events import MAX_INTEGER, Fact, register

CLOCK: Final = "server:clock"
STREAM: Final = f"server/{CLOCK}"
TYPE: Final = "server.clock_jumped.v1"


class ClockJumped(Fact, frozen=True):
    """The server's clock jumped: the event at ``position`` was recorded later than it was (``ahead``: than the
    database's clock said), or before the event that precedes it (``back``)."""

    kind: Literal["ahead", "back"]
    position: Annotated[int, msgspec.Meta(ge=1, le=MAX_INTEGER, description="Position of the event recorded so.")]
    step_ms: Annotated[
        int,
        msgspec.Meta(ge=-MAX_INTEGER, le=MAX_INTEGER, description="How far, in milliseconds; forward is positive."),
    ]


register("server.clock_jumped", ClockJumped, stream_kind="server", from_device=False)
