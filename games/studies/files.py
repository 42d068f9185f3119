"""What a study came to as rows, as CSV and as a workbook, in a reader's language. Pure but for the words.

Texts that people or devices typed are written as texts: a spreadsheet never takes one for a formula. Proved by
``tests/studies/test_files.py``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import BytesIO, StringIO
from typing import Any, Final

from casino.core.messages import Catalogue
from games import words
from games.words.study_words import reading_of_choice

_WORDS: Final = Catalogue(__file__)

BY: Final = _WORDS.table("by")
COLUMNS: Final = (
    _WORDS.text("columns--by"),
    _WORDS.text("columns--group"),
    _WORDS.text("columns--currency"),
    _WORDS.text("columns--rounds"),
    _WORDS.text("columns--rounds-that-differ"),
    _WORDS.text("columns--bets-undecided"),
    _WORDS.text("columns--due-to-players-net-now"),
    _WORDS.text("columns--change-minor-units"),
    _WORDS.text("columns--due-then-net-minor-units"),
    _WORDS.text("columns--n-95-from"),
    _WORDS.text("columns--n-95-to"),
    _WORDS.text("columns--small-numbers"),
)
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def rows(game: str, told: Mapping[str, Any], language: str) -> Iterator[list[str | int]]:
    """The head, and a row a group: by all, table, kind of bet, player."""
    yield [column.in_language(language) for column in COLUMNS]
    order = list(BY)
    for each in sorted(told["groups"], key=lambda group: (group["currency"], order.index(group["by"]), group["group"])):
        yield [
            BY[each["by"]].in_language(language),
            group_words(game, each, language),
            each["currency"],
            *(each[name] for name in ("rounds", "differing", "undecided", "before_minor")),
            each["change_minor"],
            each["before_minor"] + each["change_minor"],
            *(each[name] for name in ("low_minor", "high_minor")),
            int(each["small"]),
        ]


def group_words(game: str, group: Mapping[str, Any], language: str) -> str:
    """What a group is called."""
    if group["by"] == "bet" and group["group"]:
        return words.bet_kind(game, group["group"]).in_language(language)
    if group["by"] == "reading":
        return reading_of_choice(game, group["group"]).in_language(language)
    return str(group["group"])


def as_csv(game: str, told: Mapping[str, Any], language: str) -> bytes:
    """The rows in UTF-8 with a mark at the beginning, by which spreadsheets know it."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows([_harmless(cell) for cell in row] for row in rows(game, told, language))
    return ("\N{ZERO WIDTH NO-BREAK SPACE}" + text.getvalue()).encode()


def as_xlsx(game: str, told: Mapping[str, Any], language: str) -> bytes:
    """The rows as a workbook of one sheet."""
    from xlsxwriter import Workbook  # see casino.console.list_files

    made = BytesIO()
    with Workbook(made, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 2)
        sheet.set_column(0, len(COLUMNS) - 1, 18)
        for number, row in enumerate(rows(game, told, language)):
            for place, cell in enumerate(row):
                if isinstance(cell, str):
                    sheet.write_string(number, place, cell)
                else:
                    sheet.write_number(number, place, cell)
    return made.getvalue()


def _harmless(cell: str | int) -> str | int:
    return "'" + cell if isinstance(cell, str) and cell.startswith(FORMULA) else cell
