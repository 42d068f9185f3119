"""The follower that writes a row for each version of a document.

For every batch of the log the documents it touches are folded *as they stood at the batch's last position* and their
rows written anew, so that a rebuild gives the same rows (``tests/disputes/library/test_readmodel.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Final

from casino.core.events import RecordedEvent
from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from casino.ledger.models import Property
from disputes.library import facts as f
from disputes.library.documents import Document
from disputes.library.models import LibraryVersion
from games.rows.all_readmodels import ReadModel
from games.rows.columns import From, called, columns
from games.rows.models import row_key
from games.rows.readmodel import WAIT_SECONDS, brought_to_head, watched

NAME: Final = "library"
TYPES: Final = frozenset(f.NAMES.values())
BATCH: Final = 5_000


def catch_up(property_code: str, *, batch: int = BATCH, limit: int | None = None) -> Progress:
    """Bring the rows to the end of the log (or ``limit`` positions further)."""
    owner = Property.objects.get(code=property_code)

    def handle(events: Sequence[RecordedEvent]) -> None:
        position = events[-1].position
        rows = [
            row
            for stream in dict.fromkeys(event.stream for event in events)
            for row in rows_of(
                Document(stream, get_ledger(property_code).stream(stream, upto_position=position)), owner
            )
        ]
        fields = [field.name for field in LibraryVersion._meta.concrete_fields if not field.primary_key]
        LibraryVersion.objects.bulk_create(rows, 500, update_conflicts=True, unique_fields=["id"], update_fields=fields)

    return watched(
        NAME,
        property_code,
        lambda: follow.catch_up(NAME, property_code, handle, batch=batch, limit=limit, types=TYPES),
    )


def follow_to_head(property_code: str, *, wait_seconds: float = WAIT_SECONDS) -> bool:
    """Bring the rows to the head as it stands now, waiting for a copy at work. False if that took too long."""
    return brought_to_head(catch_up, property_code, wait_seconds)


def drop(property_code: str) -> None:
    """Drop the rows of a property; the next catching up writes them again from the beginning. Files stay: they are no
    read model."""

    def clear() -> None:
        LibraryVersion.objects.filter(property__code=property_code).delete()

    follow.rebuild(NAME, property_code, clear)


def rebuild(property_code: str, *, batch: int = BATCH) -> Progress:
    """Drop the rows and write them again from the ledger."""
    drop(property_code)
    return catch_up(property_code, batch=batch)


COLUMNS: Final[dict[str, From]] = {
    "document": "document.code",
    **called("document.registered", "kind", "game", "title_vi", "title_en"),
    **called("version", "last_day", "applies", "added_at", "withdrawn_at"),
    "file_name": "fact.file.name",
    "file_sha256": "fact.file.sha256",
    **called("fact.file", "media_type", "size_bytes", "scan"),
    "added_post": "fact.added_by.post",
    "withdrawn_by": "version.withdrawn.withdrawn_by",
    "withdrawn_post": "version.withdrawn.withdrawn_by.post",
    "reason": "version.withdrawn.reason",
    "last_position": "version.position",
}
"""Where columns come from that are not called as :class:`~disputes.library.facts.VersionAdded` calls them."""


def rows_of(document: Document, owner: Property) -> Iterator[LibraryVersion]:
    """The rows of a document, one a version."""
    for version in document.versions.values():
        at = SimpleNamespace(document=document, version=version, fact=version.added)
        yield LibraryVersion(
            id=row_key(owner.pk, version.position), property=owner, **columns(LibraryVersion, at, COLUMNS)
        )


MODEL: Final = ReadModel(NAME, 60, (("disputes_library_version", "t.document || ' ' || t.version"),), catch_up, drop)
