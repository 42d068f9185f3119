"""The last rounds of a table, side by side: result, findings, difference; the drawing of each comes by itself.

Proved by ``tests/admin/test_deck.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec
from django.http import HttpRequest

from casino.access import inspectors
from casino.core.text import Text
from games import words
from games.pages.game_parts import part_of
from games.pages.round import load
from games.rows.models import Round, Table
from games.words import shared

SHOWN: Final = 8


class Card(msgspec.Struct, frozen=True):
    """A round in the deck; ``severity`` in words is that of its worst open finding."""

    row: Round
    result: Text
    severity: Text


def deck(request: HttpRequest, table: Table) -> list[Card]:
    """The newest rounds of a table that this person sees, the newest first."""
    if not request.user.has_perm("games.view_round"):
        return []
    rows = Round.objects.filter(inspectors.rows(request.user, "round"), property=table.property_id, table=table.code)
    return [
        Card(row, words.result(row.game, row.summary), words.term(shared.SEVERITIES, row.worst_open))
        for row in rows.order_by("-moment", "-first_position")[:SHOWN]
    ]


def drawing(row: Round, language: str) -> str | None:
    """A round drawn as one picture; None where its game draws nothing. Raises ``NoSuchRound``."""
    page = load(row, language=language)
    drawn = part_of(page.replay.state.game).picture(page.replay, page.bets, language, page.currency)
    return None if drawn is None else drawn.lying
