"""A list as a file: the rows of its filters and order, as its page shows them, in CSV or XLSX.

A cell says what the page says, without its marks; a moment in full with its offset; an amount is a number, and the
currency stands in a column of its own. What begins like a formula is text. Rows are read as the page reads them, so
that nobody takes away what they may not see there, and personal names in them are noted as read as the page notes them.
Proved by ``tests/admin/test_list_files.py``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from html import unescape
from io import TextIOWrapper
from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import IO, Any, Final

from django.contrib.admin.utils import label_for_field, lookup_field
from django.db import connection, models, transaction
from django.http import HttpRequest
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from casino.console.long_lists import at_most
from casino.core.money import minor_digits

MOST_ROWS: Final = 100_000
PAGE: Final = 2_000
"""Rows read at once."""
IN_MEMORY: Final = 1 << 20
LONGEST_CELL: Final = 32_000
"""Characters; a cell of a spreadsheet holds 32,767."""
FORMULA: Final = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""How a text begins that a spreadsheet would take for a formula (OWASP, "CSV Injection")."""
_TIME: Final = re.compile(r'<time [^>]*title="([^"]*)"[^>]*>.*?</time>', re.DOTALL)

Cell = str | Decimal | None


class TooManyRows(Exception):
    """The list is longer than a file takes."""


def text_of(shown: Any) -> str:
    """What a cell of the page says, as one line without its marks."""
    plain = unescape(strip_tags(_TIME.sub(r"\1 ", str(shown))))
    return " ".join(plain.split())[:LONGEST_CELL]


def safe(cell: Cell) -> Cell:
    """A text that no spreadsheet takes for a formula; numbers are numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def header(admin: Any) -> list[str]:
    """The columns of the list as they are called on the page, and the currency where there are amounts."""
    titles = [text_of(label_for_field(name, admin.model, admin)) for name in admin.list_display]
    return [*titles, _("Currency")] if admin.amounts else titles


def rows(admin: Any, request: HttpRequest, changelist: Any) -> Iterator[list[Cell]]:
    """The rows of the list, page by page. Raises :class:`TooManyRows` before the first one."""
    if at_most(changelist.queryset, MOST_ROWS + 1) > MOST_ROWS:
        raise TooManyRows
    for found in changelist.pages(request, PAGE):
        for row in found:
            yield _cells(admin, row)


def _cells(admin: Any, row: models.Model) -> list[Cell]:
    currency = admin.currency_of(row) if admin.amounts else ""
    cells: list[Cell] = []
    for name in admin.list_display:
        if name in admin.amounts:
            minor = getattr(row, admin.amounts[name])
            cells.append(None if minor is None else Decimal(minor).scaleb(-minor_digits(currency)))
            continue
        field, _attribute, value = lookup_field(name, row, admin)
        if field is not None and field.choices:
            value = getattr(row, f"get_{field.name}_display")()
        cells.append("" if value is None else text_of(value))
    return [*cells, currency] if admin.amounts else cells


@contextmanager
def one_moment() -> Iterator[None]:
    """All pages of a list as of one moment, where no transaction has begun; that rows are read may be noted within."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def as_csv(titles: list[str], found: Iterable[list[Cell]]) -> IO[bytes]:
    """UTF-8 with the mark by which spreadsheets know it, lines as RFC 4180 has them; positioned at its beginning."""
    kept: IO[bytes] = TemporaryFile()  # noqa: SIM115  (whoever answers with it closes it)
    written = TextIOWrapper(kept, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(written)
    writer.writerow([safe(title) for title in titles])
    writer.writerows([safe(cell) for cell in row] for row in found)
    written.detach()
    kept.seek(0)
    return kept


def as_xlsx(titles: list[str], found: Iterable[list[Cell]]) -> IO[bytes]:
    """A workbook of one sheet, written row by row; every text is written as text, never as a formula or a link."""
    import xlsxwriter  # a quarter of a second of every process that starts, for few that need it

    kept: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  (whoever answers with it closes it)
    with xlsxwriter.Workbook(kept, {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 0)
        sheet.set_column(0, max(len(titles) - 1, 0), 22)
        strong = book.add_format({"bold": True})
        for column, title in enumerate(titles):
            sheet.write_string(0, column, title, strong)
        for line, row in enumerate(found, start=1):
            for column, cell in enumerate(row):
                if isinstance(cell, Decimal):
                    sheet.write_number(line, column, cell)
                elif cell:
                    sheet.write_string(line, column, cell)
    kept.seek(0)
    return kept


KINDS: Final = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "xlsx": (as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
"""How a file is written and what it is, by the end of its name."""
