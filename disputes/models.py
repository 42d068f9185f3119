"""The tables of the disputes room; each sub-room keeps its own."""

from __future__ import annotations

from casino.vault.models import NameIndex, Person, SealedContent
from disputes.library.records import LibraryFile, LibraryVersion
from disputes.notices.models import Notice, NoticeKind
from disputes.reads.models import PersonalRead
from disputes.records import Case, CaseSeries, CommandReceipt, Presence

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
    "PersonalRead",
    "Presence",
    "SealedContent",
]
