"""A list as a file: its filters and order, what the page says, amounts as numbers, no formula; not for strangers."""

from __future__ import annotations

import csv
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from casino.console import list_files
from games.rows.models import Round
from tests.admin.conftest import As
from tests.admin.house import House

FINDINGS = "admin:games_finding_file"
ROUNDS = "admin:games_round_file"
LISTS = sorted(
    f"{model._meta.app_label}_{model._meta.model_name}"
    for model, shown in admin.site._registry.items()
    if getattr(shown, "has_files", False)
)
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def content(client: Client, address: str, kind: str, query: str = "") -> bytes:
    answer: Any = client.get(reverse(address, args=[kind]) + query)
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return b"".join(answer.streaming_content)


def table(client: Client, address: str, query: str = "") -> list[dict[str, str]]:
    written = content(client, address, "csv", query).decode("utf-8-sig")
    return list(csv.DictReader(StringIO(written, newline="")))


def cells(book: bytes) -> list[list[tuple[str, str]]]:
    """The cells of the sheet as (kind, value), read by the standard's own names."""
    with ZipFile(BytesIO(book)) as parts:
        sheet = ElementTree.fromstring(parts.read("xl/worksheets/sheet1.xml"))  # noqa: S314  (our own file)
    assert not list(sheet.iter(f"{SHEET}f")), "no formula"
    return [
        [(cell.get("t", "n"), "".join(cell.itertext())) for cell in row.iter(f"{SHEET}c")]
        for row in sheet.iter(f"{SHEET}row")
    ]


def test_the_rows_of_the_filters_with_amounts_as_numbers_and_their_currency(house: House, as_: As) -> None:
    rows = table(as_("pit_manager", "en"), FINDINGS, "?severity=money")
    assert [(row["Amount"], row["Currency"]) for row in rows] == [("-500000", "VND")]
    assert rows[0]["Finding"] == "Money Paid too little"
    assert rows[0]["Since"].endswith("+0700")
    assert len(table(as_("pit_manager", "en"), FINDINGS)) == 3
    assert table(as_("pit_manager"), FINDINGS, "?q=tra+thuong+thieu")[0]["Phát hiện"] == "Tiền Trả thưởng thiếu"


def test_a_currency_with_places_is_written_with_them(house: House, as_: As) -> None:
    Round.objects.filter(code="short").update(currency="USD")
    rows = table(as_("pit_manager", "en"), FINDINGS, "?severity=money")
    assert (Decimal(rows[0]["Amount"]), rows[0]["Currency"]) == (Decimal("-5000.00"), "USD")


def test_a_workbook_holds_numbers_and_text(house: House, as_: As) -> None:
    sheet = cells(content(as_("pit_manager", "en"), FINDINGS, "xlsx", "?severity=money"))
    assert len(sheet) == 2
    assert ("n", "-500000") in sheet[1]
    assert ("inlineStr", "VND") in sheet[1]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://example.org")'])
def test_what_looks_like_a_formula_is_text(name: str, house: House, as_: As) -> None:
    Round.objects.filter(code="short").update(table=name)
    client = as_("pit_manager", "en")
    row = table(client, ROUNDS, "?q=short")[0]
    assert not row["Round"].startswith(list_files.FORMULA)
    cells(content(client, ROUNDS, "xlsx", "?q=short"))


@pytest.mark.parametrize(
    ("cell", "written"), [("=1", "'=1"), ("＝1", "'＝1"), ("a=1", "a=1"), (Decimal(-5), Decimal(-5))]
)
def test_only_a_text_is_quoted(cell: list_files.Cell, written: list_files.Cell) -> None:
    assert list_files.safe(cell) == written


def test_more_rows_than_are_read_at_once_are_all_there_once(
    house: House, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_files, "PAGE", 2)
    rows = [row["Round"] for row in table(as_("pit_manager", "en"), ROUNDS, "?source=all&o=1")]
    assert rows == sorted(f"{row.table} · {row.code}" for row in Round.objects.all())


def test_a_list_that_is_too_long_is_refused(house: House, as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_files, "MOST_ROWS", 2)
    assert as_("pit_manager").get(reverse(FINDINGS, args=["csv"])).status_code == 400


def test_nobody_takes_away_what_they_do_not_see(house: House, as_: As) -> None:
    assert table(as_("dealer", "en"), FINDINGS) == []
    assert as_("administrator").get(reverse(FINDINGS, args=["csv"])).status_code == 403
    assert Client().get(reverse(FINDINGS, args=["csv"])).status_code == 302
    assert as_("dealer").get(reverse("admin:games_quarantine_file", args=["xlsx"])).status_code == 403
    for query in ("?nothing=1", "?q=%00", "?id__range=1"):
        assert as_("pit_manager").get(reverse(FINDINGS, args=["csv"]) + query).status_code == 400
    assert as_("pit_manager").get(reverse(FINDINGS, args=["pdf"])).status_code == 404


@pytest.mark.parametrize("name", LISTS)
def test_every_list_has_its_files_and_leads_to_them(name: str, house: House) -> None:
    root = Client()
    root.force_login(User.objects.create_superuser("root"), backend="casino.backends.PostingBackend")
    page = root.get(reverse(f"admin:{name}_changelist"))
    shown = page.context["cl"].result_count
    address = reverse(f"admin:{name}_file", args=["csv"])
    assert (address in page.content.decode()) is bool(shown)
    assert len(table(root, f"admin:{name}_file")) == shown
