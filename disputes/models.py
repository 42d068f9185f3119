"""The tables of the disputes room; each sub-room keeps its own."""

from __future__ import annotations

from disputes.library.records import LibraryFile, LibraryVersion
from disputes.notices.models import Notice, NoticeKind
from disputes.records import Case, CaseSeries, CommandReceipt
from disputes.vault.models import NameIndex, Person, SealedContent

__all__ = [
    "Case",
    "CaseSeries",
    "CommandReceipt",
    "LibraryFile",
    "LibraryVersion",
    "NameIndex",
    "Notice",
    "NoticeKind",
    "Person",
    "SealedContent",
]
