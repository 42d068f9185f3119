"""The blind index written anew from the sealed names: for persons who were entered before the index knew all that it
knows now (telephone numbers), and for an index that was lost.

Whoever was erased stays erased: their names open no more. Proved by ``tests/vault/test_reindexing.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
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
    for (code, person), rows in groupby(identities().iterator(AT_ONCE), lambda row: (row.property.code, *row.persons)):
        try:
            if said := [known for row in rows if (known := _said(code, person, row))]:
                called, reached = (" ".join(each.get(part, "") for each in said) for part in ("name", "contact"))
                names.index_name(code, person, called, reached)
                done += 1
        except Problem as problem:
            if problem.status == 503:
                raise
            if problem.code != "person_erased":  # erased just now
                unread.append((person, problem))
        advanced()
    return Reindexed(done, unread)


def _said(code: str, person: str, row: SealedContent) -> dict[str, str] | None:
    """What is sealed of somebody; None where they were erased."""
    opened = open_content(code, Sealed(ref=row.ref, digest=row.digest, persons=(person,)))
    return None if opened is None else msgspec.json.decode(opened.content)


def identities() -> QuerySet[SealedContent]:
    """What is sealed of somebody's name and contact, under their key alone: once a person, and again where they were
    named later. Whoever is entered anew is found by all of it."""
    return SealedContent.objects.filter(kind="identity").select_related("property").order_by("persons", "ref")
