"""What a person of the house says by a file of lines, at the command line: who may say what, and how it is marked.

The rules are those of the pages. A person says what happens at a table where they act, as pit manager or above. A fact
of a round bears on money, and so does what the house sets at a table: another such person, who is not in the matter,
confirms it. What has limits and a second person of its own (corrections, rulings, devices) is refused here. The mark
stands in the event's ``correlation``, which tells it apart from what a table's equipment sent. Proved by
``tests/ingest/test_by_hand.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec
from django.contrib.auth.models import User

from casino.access.roles import staff_code
from casino.core import interest
from casino.core.errors import ERRORS, Problem
from casino.core.posts import POST_NAMES, Post, at_least
from games.commands.step import TABLES
from games.engine.facts import Person
from games.ingest.marks import MARK
from games.ingest.put_right import ConfirmSending
from games.ingest.wire import Read, read_event
from games.rows import limits, matters
from games.rows.on_duty import required_at

LOWEST: Final = Post.PIT_MANAGER
OF_DEVICES: Final = ("table.device_bound", "table.device_unbound")

ERRORS.register_all(
    {
        "by_hand_elsewhere": 403,
        "by_hand_second": 403,
    }
)


class Hand:
    """Lines of one person, or of two, at one property."""

    def __init__(self, property_code: str, by: User, second: User | None, now: datetime) -> None:
        self._property, self._by, self._second, self._now = property_code, by, second, now
        self.actor = f"person:{staff_code(by)}"
        self._known: dict[tuple[int, str | None], Person | Problem] = {}

    def mark_of(self, raw: bytes) -> str:
        """How a line is marked that may be said so. Problems: those of reading it and of acting, post_too_low,
        by_hand_elsewhere, by_hand_second, ask_same_person, interest_barred."""
        read = read_event(raw, max_bytes=limits.MAX_EVENT_BYTES)
        said = self._person(self._by, read.envelope.table)
        if not _weighs(read):
            return MARK
        if self._second is None:
            raise Problem("by_hand_second")
        other = self._person(self._second, read.envelope.table)
        if other.staff == said.staff:
            raise Problem("ask_same_person")
        parts = matters.of_words(read.stream, msgspec.json.decode(raw))
        interest.check(other.staff, parts, TABLES.of(ConfirmSending).interest)
        return f"{MARK}:{other.staff}"

    def _person(self, user: User, table: str | None) -> Person:
        key = (user.pk, table)
        if key not in self._known:
            try:
                self._known[key] = required(user, self._property, table, self._now)
            except Problem as problem:
                self._known[key] = problem
        found = self._known[key]
        if isinstance(found, Problem):
            raise found
        return found


def required(user: User, property_code: str, table: str | None, now: datetime) -> Person:
    """A person who says what happened at a table. Problems: those of acting, post_too_low."""
    person = required_at(user, property_code, table, now)
    if not at_least(Post(person.post), LOWEST):
        raise Problem("post_too_low", post=POST_NAMES[LOWEST])
    return person


def _weighs(read: Read) -> bool:
    """Whether a second person confirms it. Problem by_hand_elsewhere."""
    of_round, from_device = read.event_type.stream_kind == "round", read.event_type.from_device
    if (of_round and not from_device) or read.event_type.name in OF_DEVICES:
        raise Problem("by_hand_elsewhere", "type")
    return of_round or not from_device
