"""What a document of the coin toss may say beside what every document says."""

from __future__ import annotations

from typing import Final, Literal

from games.engine.bet_rows import BetRow
from games.engine.document_file import Part
from games.engine.schema import Choices, Positive, Schema


class FaceRow(BetRow, frozen=True, kw_only=True):
    face: Literal["heads", "tails"]
    odds: str
    clause_wins: str
    clause_odds: str


class Turns(Part, frozen=True, kw_only=True):
    least: Positive


class Tables(Part, frozen=True, kw_only=True):
    turns: Turns


SCHEMA: Final = Schema(tables=Tables, choices=Choices, bets=FaceRow)
