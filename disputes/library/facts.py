"""What happens to a document of the library: it is entered, gets versions, and a version is withdrawn.

A document is a stream ``library/<code>``. These documents name nobody from outside, so their words stand in the events
and their files unencrypted beside them, named by their hash. Proved by ``tests/disputes/library/test_documents.py``.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, Literal, get_args

import msgspec

from casino.core.events import Fact, register
from casino.core.sealed import Scan
from games.engine.facts import Code, GameCode, Note, Person

Kind = Literal["rules", "published", "procedures", "controls", "law"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The bases of 8.4 that are documents, by the codes that the check-list of a case gives them."""

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=300, pattern=r"\S")]
Number = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=r"\S")]
Citation = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=r"\S")]
Link = Annotated[str, msgspec.Meta(max_length=2000, pattern=r"^https?://[^\s]{1,1990}$(?!\n)")]


class StoredFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file as it was taken in; the bytes lie under their SHA-256."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=150)]
    media_type: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    size_bytes: Annotated[int, msgspec.Meta(ge=1)]
    sha256: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
    scan: Scan


class DocumentRegistered(Fact, frozen=True):
    """A document has its place in the library. ``game`` where it concerns one game only."""

    kind: Kind
    title_vi: Title
    title_en: Title
    registered_by: Person
    game: GameCode | None = None


class VersionAdded(Fact, frozen=True):
    """A version, in force from ``valid_from`` to ``valid_to`` (both days included; None: until another follows). At
    least one of file, citation and link says where it can be read."""

    version: Code
    valid_from: date
    added_by: Person
    valid_to: date | None = None
    number: Number | None = None
    file: StoredFile | None = None
    citation: Citation | None = None
    link: Link | None = None


class VersionWithdrawn(Fact, frozen=True):
    """A version does not apply any more: ``in_force_to`` was its last day; None: it should never have stood here."""

    version: Code
    withdrawn_by: Person
    reason: Note
    in_force_to: date | None = None


FACTS: Final[dict[str, type[Fact]]] = {
    "document_registered": DocumentRegistered,
    "version_added": VersionAdded,
    "version_withdrawn": VersionWithdrawn,
}
"""Name after ``library.`` -> fact."""

NAMES: Final = {fact: f"library.{name}.v1" for name, fact in FACTS.items()}
"""Fact -> full type name."""

for _name, _fact in FACTS.items():
    register(f"library.{_name}", _fact, stream_kind="library", from_device=False)
