"""What becomes of a paper that was issued: handed over, and come back signed. As events of the case.

Proved by ``tests/disputes/case/test_papers.py`` and the frozen examples.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

from casino.core.events import Fact
from casino.core.sealed import Scan, Sealed
from disputes.case.facts import Manner, recorded
from games.engine.facts import Code, Person


@recorded("paper_handed_over")
class PaperHandedOver(Fact, frozen=True):
    """When, how and to whom a paper was handed over; ``to`` in words, as a name is nobody's to read in an event.
    ``signed``: whether the player signed it then (None: not recorded)."""

    paper: Code
    handed_at: datetime
    manner: Manner
    to: Sealed
    handed_by: Person
    signed: bool | None = None


@recorded("signed_copy_kept")
class SignedCopyKept(Fact, frozen=True):
    """A scan of the paper as it came back with the player's signature."""

    paper: Code
    content: Sealed
    media_type: Annotated[str, msgspec.Meta(max_length=100)]
    size_bytes: Annotated[int, msgspec.Meta(ge=1)]
    kept_by: Person
    scan: Scan | None = None
