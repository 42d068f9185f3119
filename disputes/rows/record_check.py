"""The vault held against the record: what each event says was sealed is there, unaltered, and nothing else is.

Everything that an event holds sealed must have its row with the same digest and persons; where nobody it names was
erased it must open, and its content have the digest that the event says. Erased is whom the record says to be
(``casino.vault.erasures``): where a row or a tombstone alone says it, nothing would be checked any more. A row that no
event names was slipped in, or its event is gone. Proved by ``tests/disputes/test_record_check.py``.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Any, Final
from uuid import UUID

from msgspec import inspect

from casino.core import events
from casino.core.errors import Problem
from casino.core.sealed import Sealed, sealed_in
from casino.ledger.application import get_ledger
from casino.vault import erasures
from casino.vault.models import SealedContent
from casino.vault.sealing import open_many

AT_ONCE: Final = 200
"""Contents opened together: attachments are large."""

Named = tuple[int, Sealed]
"""The position of an event, and something that it holds sealed."""


def faults(property_code: str) -> Iterator[str]:
    """A sentence for each contradiction between the vault and the record. Problem: what the folder of keys says."""
    seen: set[UUID] = set()
    gone = erasures.erased(property_code)
    named = _named(property_code)
    while page := list(islice(named, AT_ONCE)):
        seen.update(sealed.ref for _position, sealed in page)
        yield from _faults_of(property_code, page, gone)
    for ref in SealedContent.objects.filter(property__code=property_code).order_by("ref").values_list("ref", flat=True):
        if ref not in seen:
            yield f"sealed content {ref}: no event names it"


def _named(property_code: str) -> Iterator[Named]:
    ledger = get_ledger(property_code)
    types = [each.full_name for each in events.registered() if _holds_sealed(inspect.type_info(each.fact))]
    for row in ledger.scan(types=types):
        event = ledger.decode(row)
        for sealed in sealed_in(event.data):
            yield event.position, sealed


def _holds_sealed(of: Any) -> bool:
    """Whether a type has a place for something sealed, however deep: of whichever room."""
    if isinstance(of, inspect.StructType):
        return of.cls is Sealed or any(_holds_sealed(field.type) for field in of.fields)
    if isinstance(of, inspect.UnionType):
        return any(_holds_sealed(each) for each in of.types)
    if isinstance(of, inspect.Metadata):
        return _holds_sealed(of.type)
    item = getattr(of, "item_type", None)
    return _holds_sealed(item) if item is not None else any(map(_holds_sealed, getattr(of, "item_types", ())))


def _faults_of(property_code: str, page: Sequence[Named], gone: Container[str]) -> Iterator[str]:
    refs = [sealed.ref for _position, sealed in page]
    rows = SealedContent.objects.filter(property__code=property_code).defer("ciphertext").in_bulk(refs)
    opened = open_many(property_code, [sealed for _position, sealed in page])
    for position, sealed in page:
        row = rows.get(sealed.ref)
        if row is None:
            yield f"sealed content {sealed.ref}: named at position {position}, and not there"
        elif row.digest != sealed.digest or tuple(row.persons) != sealed.persons:
            yield f"sealed content {sealed.ref}: not the digest or the persons that position {position} says"
        elif isinstance(problem := opened[sealed.ref], Problem):
            yield f"sealed content {sealed.ref}: named at position {position}: {problem.in_language('en')}"
        elif problem is None and not any(person in gone for person in sealed.persons):
            yield f"sealed content {sealed.ref}: named at position {position}: erased, and no event tells of it"
