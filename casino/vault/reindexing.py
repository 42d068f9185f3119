"""The blind index written anew from the sealed names: for persons who were entered before the index knew all that it
knows now (telephone numbers), and for an index that was lost.

Whoever was erased stays erased: their names open no more. Proved by ``tests/vault/test_reindexing.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from django.db.models import QuerySet

from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.vault import names
from casino.vault.models import SealedContent
from casino.vault.sealing import open_content

AT_ONCE: Final = 500


class Reindexed(NamedTuple):
    """How many persons are found by what is sealed of them; ``unread`` are those whose name did not open, with why."""

    persons: int
    unread: list[tuple[str, Problem]]


def reindex(advanced: Callable[[], object] = lambda: None) -> Reindexed:
    """Enter every person who is not erased by name and telephone numbers, of all properties.

    Problem: what the folder of keys says; then nothing was lost, and it can be started again.
    """
    done, unread = 0, []
    for row in identities().iterator(AT_ONCE):
        (person,) = row.persons
        code = row.property.code
        sealed = Sealed(ref=row.ref, digest=row.digest, persons=(person,))
        try:
            opened = open_content(code, sealed)
            if opened is not None:
                said: dict[str, str] = msgspec.json.decode(opened.content)
                names.index_name(code, person, said.get("name", ""), said.get("contact", ""))
                done += 1
        except Problem as problem:
            if problem.status == 503:
                raise
            if problem.code != "person_erased":  # erased just now
                unread.append((person, problem))
        advanced()
    return Reindexed(done, unread)


def identities() -> QuerySet[SealedContent]:
    """What is sealed of somebody's name and contact: once a person, under their key alone."""
    return SealedContent.objects.filter(kind="identity").select_related("property").order_by("ref")
