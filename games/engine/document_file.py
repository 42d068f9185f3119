"""What the TOML file of a document may say: its parts, the columns of each, and nothing else. Pure.

A column with another name, a clause or a price that is not there and odds written the wrong way round are refused when
the file is read: taken in silence, they would pay ten times or a tenth. This much holds for every text, also for one
that the record has put in force. What each game says besides (``games.engine.schema``) is held against documents before
they are put in force. Proved by ``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import msgspec

from games.engine.unfit import fitted


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a file, all of whose columns are known."""


class Named(Part, frozen=True, kw_only=True):
    vi: str
    en: str


class ClauseRow(Named, frozen=True, kw_only=True):
    """A row of ``[[clauses]]`` or ``[[lent]]``."""

    number: str
    kind: str
    posts: tuple[str, ...] = ()
    or_above: bool = False


class ChoiceRow(Named, frozen=True, kw_only=True):
    """A row of ``[choices]``."""

    value: Any
    clause: tuple[str, ...]
    readings: tuple[Any, ...] = ()


class DocumentFile(Part, frozen=True, kw_only=True):
    """The whole file. ``tables`` and ``bets`` are read by the game (:class:`games.engine.schema.Schema`)."""

    game: str
    number: str
    effective_from: date
    time_zone: str
    title: Named
    clauses: tuple[ClauseRow, ...]
    choices: dict[str, ChoiceRow] = {}
    odds: dict[str, str] = {}
    odds_clauses: dict[str, str] = {}
    tables: dict[str, Any] = {}
    bets: tuple[dict[str, Any], ...] = ()
    reserved: tuple[str, ...] = ()
    printed: dict[str, tuple[str, ...]] = {}
    moved: dict[str, str] = {}
    lent: tuple[ClauseRow, ...] = ()


def read(raw: Mapping[str, Any]) -> DocumentFile:
    """The parts of a file. Raises :class:`Unfit` where one is missing, unknown or of another type."""
    return fitted(raw, DocumentFile, "")
