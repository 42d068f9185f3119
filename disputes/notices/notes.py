"""The note with which a case was handed over, in the notice of it: opened for the person who has the case in hand.

Proved by ``tests/disputes/notices/test_notes.py``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.ledger.models import Property
from casino.vault.sealing import open_many
from disputes.notices.models import Notice
from disputes.reads import log
from disputes.reads.models import ReadKind


def notes_of(request: HttpRequest, rows: Iterable[Notice]) -> dict[int, str]:
    """The words of each notice that has some and still stands, by its key; that they were read is noted once."""
    found: dict[int, str] = {}
    by_owner: dict[Property, dict[int, Sealed]] = defaultdict(dict)
    for row in rows:
        if row.note is not None and row.retired_at is None:
            by_owner[row.property][row.pk] = msgspec.convert(row.note, Sealed)
    for owner, sealed in by_owner.items():
        try:
            opened = open_many(owner.code, sealed.values())
        except Problem:  # the folder of keys cannot be read: the list is still a list
            continue
        for key, each in sealed.items():
            text = opened[each.ref]
            found[key] = _("erased") if text is None else "–" if isinstance(text, Problem) else text.text
        persons = sorted({person for each in sealed.values() for person in each.persons})
        if persons:
            log.note(request, owner, ReadKind.LIST, "", persons)
    return found
