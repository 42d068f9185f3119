"""A study as files: the same rows in both, and no text that a spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import zipfile
from io import BytesIO, StringIO
from typing import Any

import pytest

from games.studies.files import as_csv, as_xlsx, rows
from games.studies.study import Study, Sum

EVIL = '=HYPERLINK("http://x")'


@pytest.fixture
def told() -> dict[str, Any]:
    one = Sum()
    one.add(500, -100, 0)
    done = Study("roulette.2020-06-13", 9, 1)
    done.groups = {("VND", "all", ""): one, ("VND", "player", EVIL): one, ("VND", "bet", "straight"): one}
    return done.told()


def test_rows_have_a_head_and_a_group_each_in_both_languages(told: dict[str, Any]) -> None:
    english, vietnamese = (list(rows("roulette", told, language)) for language in ("en", "vi"))
    assert [row[0] for row in english] == ["by", "all", "kind of bet", "player"]
    assert [row[0] for row in vietnamese] == ["theo", "tất cả", "loại cược", "người chơi"]
    assert english[1][3:] == [1, 1, 0, 500, -100, 400, -100, -100, 1]
    assert english[2][1] != vietnamese[2][1] != "straight"


def test_the_csv_is_read_by_spreadsheets_and_runs_nothing(told: dict[str, Any]) -> None:
    text = as_csv("roulette", told, "vi").decode("utf-8-sig")
    read = list(csv.reader(StringIO(text)))
    assert read[3][1] == "'" + EVIL
    assert read[1][7] == "-100", "numbers stay numbers"


def test_the_workbook_has_the_same_with_texts_as_texts(told: dict[str, Any]) -> None:
    with zipfile.ZipFile(BytesIO(as_xlsx("roulette", told, "en"))) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        strings = book.read("xl/sharedStrings.xml").decode()
    assert "<f>" not in sheet
    assert "<v>-100</v>" in sheet
    assert "=HYPERLINK" in strings
