"""What a list says of a case at a glance: whose complaint it is and what it is about, opened for a whole page at once,
and what the case is owed next.

Only rows that the person may see are opened, in two queries a property however many there are, and the page notes the
read once (``disputes.reads``). Who was erased says so. Proved by ``tests/disputes/admin/test_inbox_rows.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.core.text import Text
from casino.ledger.models import Property
from casino.vault.sealing import Opened, open_many
from disputes.case.owed import OWED
from disputes.case.procedure import printed
from disputes.rows.models import Case as CaseRow

LONGEST: Final = 80
"""Characters of a claim that a row shows."""


class Glimpse(msgspec.Struct, frozen=True, kw_only=True):
    """``player`` and ``claim`` are empty where the case has none; ``clause`` and ``owed`` where it is closed."""

    player: str = ""
    claim: str = ""
    clause: str = ""
    owed: Text | None = None
    others: bool = False
    """Whether somebody else's word is waited for."""


def glimpses(rows: Iterable[CaseRow], now: Any) -> dict[int, Glimpse]:
    """A glimpse of each row, by its key."""
    found: dict[int, Glimpse] = {}
    by_owner: dict[Property, list[CaseRow]] = {}
    for row in rows:
        by_owner.setdefault(row.property, []).append(row)
    for owner, theirs in by_owner.items():
        sealed = {row.pk: _sealed(row) for row in theirs}
        wanted = [each for claim, players in sealed.values() for each in (*claim, *players)]
        try:
            opened = open_many(owner.code, wanted)
        except Problem:  # the folder of keys cannot be read: the list is still a list
            opened = {}
        for row in theirs:
            claim, players = sealed[row.pk]
            found[row.pk] = Glimpse(
                player=", ".join(_name(opened.get(each.ref)) for each in players),
                claim=" ".join(_text(opened.get(each.ref)) for each in claim),
                clause=printed(OWED[row.owed][0], row.game or None)[0] if row.owed else "",
                owed=OWED[row.owed][1] if row.owed else None,
                others=row.rests_until is not None and row.rests_until > now,
            )
    return found


def persons_shown(rows: Iterable[CaseRow]) -> list[str]:
    """Whose name or words a list of these rows shows: for the note that they were read."""
    return sorted({person for row in rows for person in row.persons})


def _sealed(row: CaseRow) -> tuple[list[Sealed], list[Sealed]]:
    said: dict[str, Any] = row.said or {}
    claim = [said["claim"]] if said.get("claim") else []
    return msgspec.convert(claim, list[Sealed]), msgspec.convert(said.get("players", []), list[Sealed])


def _name(opened: Opened | Problem | None) -> str:
    if opened is None:
        return _("erased")
    if isinstance(opened, Problem):
        return "–"
    said: dict[str, str] = msgspec.json.decode(opened.content)
    return said.get("name") or said.get("described") or _("no name given")


def _text(opened: Opened | Problem | None) -> str:
    if opened is None:
        return _("erased")
    if isinstance(opened, Problem):
        return "–"
    words = " ".join(opened.text.split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"
