"""What is said of reasons that were erased: the events of the streams ``reason/…``, one for each sealed reason.

Proved by ``tests/service/test_erasing_reasons.py`` and the frozen examples in ``tests/engine/frozen``.
"""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import msgspec

from casino.core.events import Fact, register
from casino.core.sealed import Sealed
from games.engine.facts import Person


class ReasonErased(Fact, frozen=True):
    """The key of a sealed reason was destroyed: its words are gone, the events that hold it stay as they are. ``ref``
    is the reference of what was sealed, ``position`` that of the event at which it was erased. The ground is sealed in
    its turn, under another key."""

    ref: UUID
    position: Annotated[int, msgspec.Meta(ge=1)]
    erased_by: Person
    sealed_ground: Sealed


NAME: Final = "reason.erased.v1"
register("reason.erased", ReasonErased, stream_kind="reason", from_device=False)
