"""Carrying out commands on the library: one event or two with the person's name, and the bytes of a file beside them.

``command_id`` is made by the form; the same command again gets the first answer. ``seen_version`` is the version of the
document that the person was looking at. Afterwards the rows are brought up, so that the next page shows what was
written. Raises :class:`casino.core.errors.Problem` and records nothing. Proved by
``tests/disputes/library/test_service.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Final
from uuid import UUID, uuid5

import msgspec
from django.db import transaction

from casino.core import interest, reasons
from casino.core.errors import Problem, add
from casino.core.events import SAFE_NAME, Fact, NewEvent
from casino.core.interest import no_matter
from casino.core.reasons import Rule
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.models import property_of
from casino.vault import attachments
from disputes.library import documents, readmodel
from disputes.library.documents import Document, NewVersion
from disputes.library.facts import NAMES, StoredFile
from disputes.library.models import LibraryFile
from games.engine.facts import Person

DOCUMENTS: Final = no_matter("văn bản cho mọi hồ sơ, không cho riêng việc nào", "documents are for every case alike")
interest.declare(
    "disputes.library", {f"service.{name}": DOCUMENTS for name in ("add_document", "add_version", "withdraw")}
)
reasons.declare("disputes.library", {"service.withdraw": Rule.SHORT})

CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")

add(
    "library_code",
    422,
    vi="Mã văn bản gồm chữ cái không dấu, số và . _ - , nhiều nhất 64 ký tự.",
    en="A document code has plain letters, digits and . _ - , 64 characters at most.",
    about="Choose a short code, as SOP-ROULETTE.",
)


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """A file that a person gives."""

    name: str
    data: bytes


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a command came to: the document, its version afterwards, and whether it had been carried out before."""

    document: str
    version: int
    status: str


def load(property_code: str, code: str) -> Document:
    """The document as it stands. Problem ``library_unknown``."""
    document = _load(property_code, code)
    if not document.exists:
        raise Problem("library_unknown", "document", document=code)
    return document


def add_document(
    property_code: str,
    code: str,
    *,
    kind: str,
    title_vi: str,
    title_en: str,
    game: str | None = None,
    first: NewVersion,
    file: Upload | None = None,
    by: Person,
    command_id: UUID,
    now: datetime,
) -> Done:
    """Enter a document with its first version."""

    def decide(document: Document, stored: StoredFile | None) -> list[Fact]:
        version = msgspec.structs.replace(first, file=stored)
        return documents.register(
            document, kind=kind, title_vi=title_vi, title_en=title_en, game=game, first=version, by=by
        )

    return _carry_out(property_code, code, decide, file, by, None, command_id, now)


def add_version(
    property_code: str,
    code: str,
    new: NewVersion,
    *,
    file: Upload | None = None,
    by: Person,
    seen_version: int,
    command_id: UUID,
    now: datetime,
) -> Done:
    """Enter a further version of a document."""

    def decide(document: Document, stored: StoredFile | None) -> list[Fact]:
        return documents.add_version(document, msgspec.structs.replace(new, file=stored), by=by)

    return _carry_out(property_code, code, decide, file, by, seen_version, command_id, now)


def withdraw(
    property_code: str,
    code: str,
    version: str,
    *,
    reason: str,
    in_force_to: date | None,
    by: Person,
    seen_version: int,
    command_id: UUID,
    now: datetime,
) -> Done:
    """Take a version out of force."""

    def decide(document: Document, stored: StoredFile | None) -> list[Fact]:
        return documents.withdraw(document, version, reason=reason, in_force_to=in_force_to, by=by)

    return _carry_out(property_code, code, decide, None, by, seen_version, command_id, now)


def _load(property_code: str, code: str) -> Document:
    if not (CODE.fullmatch(code) and SAFE_NAME.fullmatch(code)):
        raise Problem("library_code", "document")
    return get_ledger(property_code).load(Document, f"library/{code}")


def _carry_out(
    property_code: str,
    code: str,
    decide: Callable[[Document, StoredFile | None], list[Fact]],
    file: Upload | None,
    by: Person,
    seen_version: int | None,
    command_id: UUID,
    now: datetime,
) -> Done:
    """Decide and record in one transaction; ``seen_version`` None: the document must be new."""
    owner, ledger = property_of(property_code), get_ledger(property_code)
    admitted = None if file is None else attachments.admit(file.name, file.data)
    stored = None
    if admitted is not None:
        stored = msgspec.convert(msgspec.to_builtins(admitted), StoredFile)
    try:
        with transaction.atomic():
            document = _load(property_code, code)
            repeated = _repeated(property_code, document, decide, stored, command_id)
            if repeated is not None:
                return repeated
            facts = decide(document, stored)
            if seen_version is not None and seen_version != document.version:
                raise Problem("library_changed")
            if file is not None and stored is not None:
                LibraryFile.objects.get_or_create(property=owner, sha256=stored.sha256, defaults={"content": file.data})
            appended = ledger.record(*_events(document, facts, by, command_id, now))
    except ledger_errors.IdConflict:
        raise Problem("command_conflict", "command_id") from None
    except ledger_errors.ConcurrencyConflict:
        raise Problem("library_changed") from None
    readmodel.follow_to_head(property_code)
    return Done(document=code, version=appended[-1].version, status=appended[-1].status)


def _events(document: Document, facts: list[Fact], by: Person, command_id: UUID, now: datetime) -> list[NewEvent]:
    return [
        NewEvent(
            id=command_id if place == 0 else uuid5(command_id, str(place)),
            stream=document.stream,
            type=NAMES[type(fact)],
            data=fact,
            actor=f"person:{by.staff}",
            occurred_at=now,
            correlation=str(command_id),
            expected_version=document.version + place + 1,
        )
        for place, fact in enumerate(facts)
    ]


def _repeated(
    property_code: str,
    document: Document,
    decide: Callable[[Document, StoredFile | None], list[Fact]],
    stored: StoredFile | None,
    command_id: UUID,
) -> Done | None:
    """The answer to a command that was carried out before; refused where its id stood for another one."""
    first = get_ledger(property_code).find(command_id)
    if first is None:
        return None
    recorded = get_ledger(property_code).stream(document.stream) if first.stream == document.stream else []
    written = [event for event in recorded if event.correlation == str(command_id)]
    before = Document(document.stream, [event for event in recorded if event.version < first.version])
    try:
        same = bool(written) and decide(before, stored) == [event.data for event in written]
    except Problem:
        same = False
    if not same:
        raise Problem("command_conflict", "command_id")
    return Done(document=document.code, version=written[-1].version, status="duplicate")
