"""Papers that the house has issued: each room tells what it knows of its own, and the page that checks papers asks.

A paper's number is ``<property>/<what the room calls it>``; a random ``check`` beside it, printed in its QR code, is
what its holder has and a stranger cannot guess. Proved by ``tests/papers/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, Literal

import msgspec
from django.conf import settings
from django.urls import reverse

from casino.core.seams import Seam
from casino.core.text import Text
from casino.ledger.models import Property

State = Literal["in_force", "superseded", "withdrawn", "reopened"]


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A paper that was issued, without anything personal. ``content`` gives its bytes; None: they can no longer be
    read, as somebody whom it names was erased. ``successor`` is the number of the paper that takes its place."""

    number: str
    title: Text
    language: str
    issued_at: datetime
    issued_by: Text
    check: str | None
    state: State
    content: Callable[[], bytes | None]
    successor: str = ""
    certificate: str | None = None


FINDERS: Final[Seam[str, Callable[[Property, str], Paper | None]]] = Seam(
    "How papers are found: by the property, and the number without its property."
)


def find(number: str) -> Paper | None:
    """The paper of this number, or None."""
    code, _slash, rest = number.partition("/")
    owner = Property.all_houses.filter(code=code).first()
    if owner is None or not rest:
        return None
    return next((found for each in FINDERS.values() if (found := each(owner, rest)) is not None), None)


def address(property_code: str, rest: str, check: str) -> str:
    """What stands in a paper's QR code: the page that checks it; where the house says no address of its own
    (PUBLIC_URL), number and check alone, to be typed in there."""
    base: str = settings.PUBLIC_URL
    if not base:
        return f"tableproof:{property_code}/{rest}#{check}"
    return base.rstrip("/") + reverse("paper_check", args=[f"{property_code}/{rest}", check])
