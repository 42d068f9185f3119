"""The whole log recomputed: does the record still say what it said when it was written?

For every position, in order, the log entry is encoded again from the columns, the hash of the stored body and the
position of the version before it, by the general encoder, and its leaf hash compared with the stored one; positions
must be dense and end at the head; each event must stand in ``ledger_index`` with the id that its body says. Its type
must be one that the program knows, in a stream of its kind; its body canonical, with data that fit the type: else the
hashes agree, and whoever reads it stops. At the end neither index nor record may hold more rows than the log, nor go on
behind the head. Memory stays flat: one page at a time, the stream's previous event is looked up in the index.

What the origins of entries name (``docs/origin.md``) is held against them by a :class:`Watch`, which a higher room
offers, since it takes its events to know whose key was in force where.

Rooms above the ledger keep what follows from the record, or what it only names: they add what they hold against it
(:data:`CHECKS`), and the command offers each as an option.

Someone who owns the database can rewrite events *and* leaf hashes; against that the leaves must be anchored outside,
which is the transparency log's part. Proved by ``tests/ledger/test_verify.py`` on corrupted copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

import msgspec

from casino.core.canonical import NotCanonical, canonical_bytes
from casino.core.events import find
from casino.core.log_entry import BadEntry, general_entry_bytes, leaf_hash
from casino.core.seams import Seam
from casino.ledger import reading
from casino.ledger.entries import STORED, Stored, entry_of

PAGE: Final = 2_000

_PAGE: Final = f"""{STORED}
WHERE e.property_id = (SELECT id FROM ledger_property WHERE code = %s) AND e.position > %s AND e.position <= %s
ORDER BY e.position LIMIT %s
"""
_COUNTS: Final = """
SELECT (SELECT count(*) FROM ledger_index i WHERE i.property_id = p.id AND i.position <= %s),
    (SELECT max(position) FROM ledger_event e WHERE e.property_id = p.id),
    (SELECT max(position) FROM ledger_index i WHERE i.property_id = p.id)
FROM ledger_property p WHERE p.code = %s
"""


class Verdict(NamedTuple):
    """``fault`` is the first contradiction found, or None; ``events`` were found right before it."""

    events: int
    fault: str | None


def verify(
    property_code: str, *, using: str = "default", progress: Callable[[int, int], None] | None = None
) -> Verdict:
    """Recompute the log of a property up to the head that it has now. ``progress`` gets (done, of)."""
    end, _ = reading.head(using, property_code)
    watches = [watch(property_code, using) for watch in WATCHES.values()]
    reached = 0
    while reached < end:
        with reading.cursor(using) as cursor:
            page = cursor.execute(_PAGE, [property_code, reached, end, PAGE]).fetchall()
        good: list[Stored] = []
        fault = None
        for row in page:
            stored = Stored(*row)
            fault = fault_of(stored, reached)
            if fault is not None:
                break
            good.append(stored)
            reached = stored.position
        seen = _first_seen(watches, good)
        if seen is not None:
            return Verdict(seen[0] - 1, f"position {seen[0]}: {seen[1]}")
        if fault is not None:
            return Verdict(reached, f"position {reached + 1}: {fault}")
        if not page:
            return Verdict(reached, f"position {reached + 1}: missing, the head stands at {end}")
        if progress is not None:
            progress(reached, end)
    totals = (_fault_of_totals(property_code, using, end), *(watch.totals() for watch in watches))
    return Verdict(reached, next((fault for fault in totals if fault is not None), None))


def _first_seen(watches: Sequence[Watch], events: Sequence[Stored]) -> tuple[int, str] | None:
    found = [seen for watch in watches if (seen := watch.look(events)) is not None]
    return min(found, default=None)


def _fault_of_totals(property_code: str, using: str, end: int) -> str | None:
    with reading.cursor(using) as cursor:
        row = cursor.execute(_COUNTS, [end, property_code]).fetchone()
    indexed, last, last_indexed = row if row is not None else (0, 0, 0)
    now, _ = reading.head(using, property_code)
    if indexed != end:
        return f"the index holds {indexed} rows for {end} positions"
    if (last or 0) > now:
        return f"the record goes on to position {last} behind the head at {now}"
    if (last_indexed or 0) > now:
        return f"the index goes on to position {last_indexed} behind the head at {now}"
    return None


def fault_of(stored: Stored, reached: int) -> str | None:
    """What is wrong with one event that follows position ``reached``, or None."""
    if stored.position != reached + 1:
        return f"missing, the next stored position is {stored.position}"
    if stored.index_position != stored.position:
        return f"the index has {stored.stream} version {stored.version} at position {stored.index_position}"
    if (stored.previous is None) != (stored.version == 1):
        return f"{stored.stream} version {stored.version} has no predecessor in the index"
    try:
        expected = general_entry_bytes(entry_of(stored))
    except BadEntry as error:
        return f"no log entry can be made of the columns: {error}"
    if leaf_hash(expected) != stored.leaf_hash:
        return "the stored leaf hash is not that of the log entry recomputed from columns, body and index"
    return _fault_of_body(stored)


def _fault_of_body(stored: Stored) -> str | None:
    """What is wrong with what the event says, or None. The bytes are those that were hashed."""
    event_type = find(stored.type)
    if event_type is None:
        return f"no event type is called {stored.type}"
    if not stored.stream.startswith(f"{event_type.stream_kind}/"):
        return f"{stored.type} belongs to a stream of kind {event_type.stream_kind}, this one is {stored.stream}"
    try:
        body = event_type.decode(stored.body)
        canonical = canonical_bytes(msgspec.json.decode(stored.body))
    except (msgspec.MsgspecError, NotCanonical, UnicodeDecodeError, RecursionError) as error:
        return f"the stored body is none of {stored.type}: {error}"
    if canonical != stored.body:
        return "the stored body is not canonical"
    if body.id != stored.event_id:
        return f"the index names it {stored.event_id}, its body {body.id}"
    return None


# --- What goes along with the verification ---------------------------------------------------------------------------


class Watch(Protocol):
    """Sees every event that was found right, in the order of the log, page by page."""

    def look(self, events: Sequence[Stored], /) -> tuple[int, str] | None:
        """The position of the first of them that contradicts what the watch knows, and why."""

    def totals(self) -> str | None:
        """What contradicts at the end, if anything does."""


WATCHES: Final[Seam[str, Callable[[str, str], Watch]]] = Seam(
    "What goes along with each verification, made for a property and a database."
)


# --- What rooms above the ledger hold against it ---------------------------------------------------------------------


class Check(NamedTuple):
    """What one room keeps, held against the record of a property: ``faults`` gives a sentence for each contradiction.
    ``option`` is its option of the command, with what that compares in ``help``."""

    option: str
    help: str
    faults: Callable[[str], Iterable[str]]


CHECKS: Final[Seam[str, Check]] = Seam("What else can be verified, by its option of the command.")
