"""The shapes in which the ledger answers. No behaviour."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from casino.core.stored import Row as Row

Status = Literal["recorded", "duplicate", "conflict"]

ROW_COLUMNS = "e.position, e.stream, e.version, e.type, e.occurred_at, e.recorded_at, e.actor, e.body"
"""The columns of a :data:`Row`, with ``ledger_event`` as ``e``."""


class Appended(msgspec.Struct, frozen=True, gc=False):
    """The answer for one event. ``recorded``: it stands at this position. ``duplicate``: it stood there already, with
    the same content. ``conflict``: other content stands there under its id, and this one was not recorded."""

    id: UUID
    status: Status
    position: int
    version: int
    recorded_at: datetime
