"""Sealed words that a report discloses: all of a case to whoever may read it, and the reasons that people gave in the
rounds asked for (corrections, rulings, findings that were let rest) to whoever may see the rounds.

Each stands with its salt, so that anybody checks it against the digest in its event; what was erased is said to be
erased, and what cannot be read now stays sealed. Files are opened one at a time. A reason that a case gave belongs to
the case, and is disclosed in its report alone. Proved by ``tests/surveillance/reports/test_disclosing.py``.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from casino.core.errors import Problem
from casino.core.events import RecordedEvent, find, registered
from casino.core.sealed import Sealed, sealed_in
from casino.ledger import reading
from casino.ledger.models import Property
from casino.vault import sealing
from surveillance.bundle.writing import Writer
from surveillance.reports import stored

WORDS: Final = ("text", "identity")
"""Kinds of sealed contents that are disclosed as text; every other is a file."""
_OF_TYPES: Final = """
SELECT e.position FROM ledger_index i JOIN ledger_event e ON e.property_id = i.property_id AND e.position = i.position
WHERE i.property_id = %s AND i.position <= %s AND i.stream = ANY(%s::text[]) AND e.type = ANY(%s::text[])
ORDER BY e.position
"""


class Disclosing:
    """Gathers the lines of ``disclosures.ndjson`` of one report; ``persons`` are those under whose keys
    lay what was disclosed: the report goes when one of them is erased."""

    def __init__(self, owner: Property, writer: Writer) -> None:
        self._owner, self._writer = owner, writer
        self._lines: list[dict[str, Any]] = []
        self.persons: set[str] = set()

    def case(self, events: Iterable[RecordedEvent]) -> None:
        """Everything that is sealed in the events of a case."""
        for event in events:
            for each in sealed_in(event.data):
                self._disclose(event.stream, event.version, each)

    def reasons(self, streams: list[str], upto: int) -> None:
        """The reasons in events of these streams, up to a position."""
        types = [f"{each.name}.v{each.version}" for each in registered() if _has_reason(each.fact)]
        with reading.cursor("default") as cursor:
            rows = cursor.execute(_OF_TYPES, [self._owner.pk, upto, streams, types]).fetchall()
        positions = [position for (position,) in rows]
        for _position, recorded in sorted(stored.at(self._owner, positions).items()):
            entry = msgspec.json.decode(recorded.entry)
            event_type = find(f"{entry['type']}.v{entry['type_version']}")
            assert event_type is not None  # it was asked for by its name
            fact = event_type.decode(recorded.body).data
            if getattr(fact, "case", None) is None and isinstance(fact.sealed_reason, Sealed):
                self._disclose(entry["stream"], entry["version"], fact.sealed_reason)

    def write(self) -> None:
        """All of it, as the bundle has it."""
        self._writer.disclosures(self._lines)

    def _disclose(self, stream: str, version: int, sealed: Sealed) -> None:
        found = sealing.open_many(self._owner.code, [sealed])[sealed.ref]
        line = {"stream": stream, "version": version, "ref": str(sealed.ref), "digest": sealed.digest}
        self._lines.append(line | dict(self._state(sealed, found)))

    def _state(self, sealed: Sealed, found: sealing.Opened | Problem | None) -> Iterator[tuple[str, str]]:
        if not isinstance(found, sealing.Opened):
            yield "state", "erased" if found is None else "sealed"
            return
        self.persons.update(sealed.persons)
        yield "state", "open"
        yield "salt", base64.b64encode(found.salt).decode()
        if found.kind in WORDS:
            yield "text", found.text
        else:
            self._writer.file(sealed.digest, found.content)
            yield "file", f"files/{sealed.digest}.bin"


def _has_reason(fact: type[Any]) -> bool:
    return "sealed_reason" in fact.__struct_fields__
