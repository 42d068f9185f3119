"""Rows beside the record in the rooms of disputes and of the vault: who was erased, files of the library, series,
receipts, reads, notices. Proved by ``tests/detectors/test_detectors.py``."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from casino.ledger.noting import Noted
from casino.ledger.row_kinds import Key, Kind, Record, Values
from casino.vault import erasures
from casino.vault.models import Person, SealedContent
from disputes.library.facts import VersionAdded
from disputes.library.models import LibraryFile

Told = dict[Key, dict[str, Any]]


def _persons(record: Record) -> Told:
    """Whom the record has erased: the moment is the first event's that says it. There are besides those for whom
    something is sealed, which is held against its events, and those for whom nothing is yet."""
    property_code = record.property_code
    erased = erasures.erased(property_code)
    rows = SealedContent._base_manager.filter(property__code=property_code).values_list("persons", flat=True)
    sealed_for = {person for persons in rows.iterator() for person in persons}
    known = Person._base_manager.filter(property__code=property_code).values_list("ref", flat=True)
    return {(ref,): {"erased_at": erased.get(ref)} for ref in {*known, *erased, *sealed_for}}


def _files(record: Record) -> Told:
    added = (event.data for event in record.events("library.version_added.v1"))
    named = (fact.file.sha256 for fact in added if isinstance(fact, VersionAdded) and fact.file is not None)
    return {(digest,): {"content": digest} for digest in named}


def _file_rows(property_code: str) -> Mapping[Key, Values]:
    rows = LibraryFile._base_manager.filter(property__code=property_code).values_list("sha256", "content")
    return {
        (digest,): {"content": sha256(bytes(content)).hexdigest()} for digest, content in rows.iterator(chunk_size=10)
    }


def _series(record: Record) -> Told:
    last: dict[int, int] = {}
    for stream in record.ledger.stream_ids("case/"):
        year, _dash, number = stream.removeprefix("case/").partition("-")
        last[int(year)] = max(last.get(int(year), 0), int(number))
    return {(year,): {"last": number} for year, number in last.items()}


KINDS: Final = (
    Kind(
        "disputes.Person",
        ("ref",),
        ("erased_at",),
        _persons,
        "who was erased, and when: in cases, in the log of Surveillance, of a reason",
    ),
    Kind(
        "disputes.LibraryFile",
        ("sha256",),
        ("content",),
        _files,
        "the bytes of each file against the hash in its version's event",
        kept=_file_rows,
    ),
    Kind("disputes.CaseSeries", ("year",), ("last",), _series, "the highest number of a case"),
)
NOTED: Final = (
    Noted(
        "personal_read",
        "disputes.PersonalRead",
        ("staff", "role", "kind", "about", "persons", "at", "address"),
        "at",
        "who read personal data",
    ),
    Noted(
        "notice",
        "disputes.Notice",
        ("user_id", "case", "kind", "subject", "key", "made_at"),
        "made_at",
        "who was told of what",
        beside=dict.fromkeys(
            ("due_at", "retired_at", "read_at", "mailed_at", "mail_error", "note"),
            "written later, or copied from the event; the inbox shows what is due",
        ),
    ),
)
