"""Bare lists of results (the scoreboard of a wheel) as rounds without bets.

Such a list carries neither a table nor a moment nor a rule document: the operator names table and document, and the
moments stay unknown. Ids follow from property, table and place in the list, so importing again adds nothing, and a list
that says something else of the same place is a conflict. Proved by ``tests/ingest/test_outcomes.py`` with all the spins
that are shipped.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final
from uuid import uuid5

import msgspec
from django.db import transaction

from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.models import property_of
from games.catalogue import shipped
from games.engine.document import NoRuleBook
from games.engine.facts import RoundClosed, RoundOpened
from games.ingest.clocks import NAMESPACE
from games.ingest.followers import tell_followers
from games.ingest.tables import TableRegister
from games.roulette.facts import BallDropped

SHIPPED_OUTCOMES: Final = Path(__file__).resolve().parent.parent / "data" / "roulette_outcomes.csv"
IMPORT_ACTOR: Final = "system:import"
GAME: Final = "roulette"
POCKETS: Final = 37
ROUNDS_AT_ONCE: Final = 1_000
COLUMNS: Final = ["run", "spin", "pocket"]
HEADINGS: Final = (COLUMNS, COLUMNS[-1:])


class Outcome(msgspec.Struct, frozen=True):
    """One result: which recording, its place in it from 1, the pocket, and the line of the file it stands on."""

    run: int
    spin: int
    pocket: int
    line: int = 0

    @property
    def round(self) -> str:
        """The code of its round: ``run01-00001``."""
        return f"run{self.run:02d}-{self.spin:05d}"


class Counts(msgspec.Struct):
    """Facts recorded, and facts that were there already."""

    recorded: int = 0
    duplicate: int = 0


def read_outcomes(lines: Iterable[str], *, run: int | None = None, gaps: bool = False) -> Iterator[Outcome]:
    """The results of a CSV: ``run,spin,pocket``, or one column of pockets (``run`` then says which, or 1).

    With ``run`` given, of a file of several runs only that one. A first line is a heading only where it says so. Within
    a run each number follows the one before; with ``gaps`` some may be missing. Raises Problem outcomes_unreadable with
    the line.
    """
    rows = csv.reader(lines)
    spin = 0
    first = True
    last: dict[int, int] = {}
    for row in rows:
        cells = [cell.strip().lstrip("\ufeff") for cell in row]
        if not any(cells):
            continue
        heading, first = first and [cell.lower() for cell in cells] in HEADINGS, False
        if heading:
            continue
        spin += 1
        outcome = _outcome(cells, rows.line_num, spin, run or 1)
        _follows(outcome, last.get(outcome.run), gaps=gaps)
        last[outcome.run] = outcome.spin
        if run is None or len(cells) == 1 or outcome.run == run:
            yield outcome


def _follows(outcome: Outcome, before: int | None, *, gaps: bool) -> None:
    """A number of a run is the next one; with gaps a later one."""
    number = outcome.spin
    if before is None or number == before + 1 or (gaps and number > before):
        return
    if number > before:
        missing = f"{before + 1}" if number == before + 2 else f"{before + 1}–{number - 1}"
        raise _unreadable(
            outcome.line, f"spin {missing} is missing before {number} / thiếu lượt {missing} trước {number}"
        )
    raise _unreadable(outcome.line, f"spin {number} comes after {before} / lượt {number} đứng sau lượt {before}")


def _outcome(cells: list[str], line: int, spin: int, run: int) -> Outcome:
    if len(cells[-1]) > 1 and set(cells[-1]) == {"0"}:
        raise _unreadable(line, f"a single-zero wheel has no {cells[-1]} / bàn một số 0 không có ô {cells[-1]}")
    values = [_number(cell, line) for cell in cells]
    if len(values) == 1:
        values = [run, spin, values[0]]
    if len(values) != len(COLUMNS):
        raise _unreadable(line, "one or three values are expected / cần một hoặc ba giá trị")
    if values[2] >= POCKETS:
        raise _unreadable(line, f"there is no pocket {values[2]} / không có ô {values[2]}")
    if not (1 <= values[0] <= 99 and 1 <= values[1] <= 99_999):
        raise _unreadable(line, "run is 1 to 99, spin 1 to 99999 / run từ 1 đến 99, spin từ 1 đến 99999")
    return Outcome(run=values[0], spin=values[1], pocket=values[2], line=line)


def _number(cell: str, line: int) -> int:
    if not (cell.isascii() and cell.isdecimal() and len(cell) <= 9):
        raise _unreadable(line, f"{cell!r} is no number / {cell!r} không phải là số")
    return int(cell)


def _unreadable(line: int, why: str) -> Problem:
    return Problem("outcomes_unreadable", f"line {line}", line=line, why=why)


def import_outcomes(
    *,
    property_code: str,
    table: str,
    document: str,
    rows: Iterable[Outcome],
    actor: str = IMPORT_ACTOR,
    progress: Callable[[int], object] | None = None,
    ledger: Ledger | None = None,
) -> Counts:
    """Record results as rounds of a table. ``progress`` is told how many more rounds are done.

    Problems: unknown_property, unknown_table, wrong_game, unknown_document, and id_conflict where a place in the list
    was imported before with another result or document; the parts before it stay.
    """
    property_of(property_code)
    ledger = ledger or get_ledger(property_code)
    known = TableRegister(ledger).find(table)
    if known.game is None:
        raise Problem("unknown_table", "table", table=table)
    if known.game != GAME:
        raise Problem("wrong_game", "table", table=table, game=known.game, found=GAME)
    check_document(document)
    counts = Counts()
    pending = iter(rows)
    while part := list(islice(pending, ROUNDS_AT_ONCE)):
        events = [event for row in part for event in _round(property_code, table, document, row, actor)]
        _append(ledger, events, counts)
        if progress is not None:
            progress(len(part))
    return counts


def check_document(document: str) -> None:
    """The document must be one of this game; Problem unknown_document."""
    try:
        book = shipped().by_id(document)
    except NoRuleBook as error:
        raise Problem("unknown_document", "document", document=document) from error
    if book.game != GAME:
        raise Problem("unknown_document", "document", document=document)


def _append(ledger: Ledger, events: Sequence[NewEvent], counts: Counts) -> None:
    with transaction.atomic(using=ledger.using):
        for event, answer in zip(events, ledger.append(events, conflicts="report"), strict=True):
            if answer.status == "conflict":
                raise Problem("id_conflict", event.stream, position=answer.position)
            if answer.status == "recorded":
                counts.recorded += 1
            else:
                counts.duplicate += 1
        tell_followers(ledger.property_code)


def _round(property_code: str, table: str, document: str, row: Outcome, actor: str) -> Iterator[NewEvent]:
    facts: tuple[tuple[str, Fact], ...] = (
        ("round_opened", RoundOpened(number=row.spin, document=document, source="imported")),
        ("ball_dropped", BallDropped(pocket=row.pocket)),
        ("round_closed", RoundClosed()),
    )
    for name, fact in facts:
        yield NewEvent(
            id=uuid5(NAMESPACE, f"outcome/{property_code}/{table}/{row.round}/{name}"),
            stream=f"round/{table}/{row.round}",
            type=f"{GAME}.{name}.v1",
            data=fact,
            actor=actor,
            occurred_at=None,
        )
