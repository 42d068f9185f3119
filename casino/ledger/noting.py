"""Rows that are only ever added, noted in the record by digest: what was refused, read, told to somebody.

No event tells of each: they come by the thousand, or are nobody's act. So every half hour one event a kind says how
many rows there were up to which number, and the SHA-256 of them (stream ``rows/<name>``). Who changes or removes one
later is told; a row younger than its kind's margin is not noted yet, since its transaction may still be open. Rows from
before this was so are noted with the first event.

    digest = SHA-256 of the lines of the stretch, one a row by number: canonical JSON of [number, column, …], newline

A column that is written later (when something was read, how often it came) is not part of it. Proved by
``tests/ledger/test_noting.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, NamedTuple
from uuid import uuid4

import msgspec
from django.apps import apps

from casino.core.canonical import canonical_bytes
from casino.core.events import Fact, NewEvent, register
from casino.core.seams import Seam
from casino.ledger.application import get_ledger
from casino.ledger.row_kinds import LEFT_OUT, kinds

STRETCH: Final = 500
"""Rows that one event notes at most: who changed one is told to within so many."""
MARGIN: Final = timedelta(minutes=15)
"""No transaction that adds a row lasts longer."""
SYSTEM: Final = "system:rows"
TYPE: Final = "rows.noted.v1"

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


class RowsNoted(Fact, frozen=True):
    """Of these rows those with a number above ``after`` and up to ``upto`` were ``count``, with this digest."""

    after: Number
    upto: Number
    count: Number
    sha256: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


register("rows.noted", RowsNoted, stream_kind="rows", from_device=False)


class Noted(NamedTuple):
    """One kind. ``columns`` are lookups of what never changes, ``at`` the column that says when a row was added;
    ``margin`` how old it must be. ``owner`` leads to its property; ``where`` narrows the rows down; ``number`` is the
    column by which they are numbered."""

    name: str
    model: str
    columns: tuple[str, ...]
    at: str
    about: str
    beside: Mapping[str, str] = {}
    owner: str = "property__code"
    where: Mapping[str, Any] = {}
    margin: timedelta = MARGIN
    number: str = "pk"

    def rows(self, property_code: str, after: int, upto: int | None = None) -> Any:
        found = apps.get_model(self.model)._base_manager.filter(
            **{self.owner: property_code, **self.where, f"{self.number}__gt": after}
        )
        found = found if upto is None else found.filter(**{f"{self.number}__lte": upto})
        return found.order_by(self.number).values_list(self.number, self.at, *self.columns)


NOTED: Final[Seam[str, Noted]] = Seam("Rows that are noted in the record by digest, by what the stream is called.")


def noted() -> list[Noted]:
    return list(NOTED.values())


def not_compared() -> Iterator[tuple[str, str]]:
    """What is compared with nothing, models and columns (``model: columns``), each with the reason."""
    yield from LEFT_OUT.items()
    besides = {each.model: each.beside for each in noted()} | {each.model: each.beside for each in kinds()}
    for model, beside in sorted(besides.items()):
        reasons: dict[str, list[str]] = {}
        for column, why in beside.items():
            reasons.setdefault(why, []).append(column)
        for why, columns in reasons.items():
            yield f"{model}: {', '.join(columns)}", why


def note(property_code: str, now: datetime) -> int:
    """Record what came since; how many events that were."""
    return sum(_note(kind, property_code, now) for kind in noted())


def _note(kind: Noted, property_code: str, now: datetime) -> int:
    ledger = get_ledger(property_code)
    stream = f"rows/{kind.name}"
    said = ledger.stream(stream)
    after, version = (said[-1].data.upto, said[-1].version) if said else (0, 0)
    made = 0
    while True:
        rows = []
        for row in kind.rows(property_code, after)[:STRETCH]:
            if row[1] > now - kind.margin:
                break
            rows.append(row)
        if not rows:
            return made
        fact = RowsNoted(after=after, upto=rows[-1][0], count=len(rows), sha256=digest(rows))
        version, after, made = version + 1, fact.upto, made + 1
        ledger.append(
            [
                NewEvent(
                    id=uuid4(), stream=stream, type=TYPE, data=fact, actor=SYSTEM, occurred_at=now,
                    expected_version=version,
                )
            ]
        )  # fmt: skip


def digest(rows: list[tuple[Any, ...]]) -> str:
    found = hashlib.sha256()
    for number, _at, *columns in rows:
        found.update(canonical_bytes([number, *map(_written, columns)]) + b"\n")
    return found.hexdigest()


def _written(value: Any) -> Any:
    """A column as canonical JSON has it: moments in UTC to the microsecond, bytes by their digest."""
    if isinstance(value, datetime):
        return msgspec.to_builtins(value)
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(bytes(value)).hexdigest()
    if isinstance(value, list | tuple):
        return [_written(each) for each in value]
    return value if value is None or isinstance(value, str | int | bool) else str(value)


def faults(property_code: str) -> Iterator[str]:
    """A sentence for each stretch of rows that is not what was noted."""
    for kind in noted():
        table = apps.get_model(kind.model)._meta.db_table
        for event in get_ledger(property_code).stream(f"rows/{kind.name}"):
            fact = event.data
            rows = list(kind.rows(property_code, fact.after, fact.upto))
            if len(rows) != fact.count:
                yield (
                    f"{table}: {len(rows)} rows from {fact.after + 1} to {fact.upto}, "
                    f"{fact.count} were noted at position {event.position}"
                )
            elif digest(rows) != fact.sha256:
                yield (
                    f"{table}: the rows from {fact.after + 1} to {fact.upto} are not those that were noted at position "
                    f"{event.position}"
                )
