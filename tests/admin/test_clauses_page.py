"""The page of clauses says what ``manage.py clauses`` says."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.catalogue import shipped
from games.judgement import coverage
from tests.admin.conftest import As

BOOK = shipped().by_id("roulette.2020-06-13")


def page_of(as_: As, query: str = "", role: str = "pit_manager", language: str = "en") -> str:
    answer = as_(role, language).get(reverse("admin:games_clauses") + query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_every_clause_of_the_document_stands_on_the_page(as_: As) -> None:
    page = page_of(as_, f"?document={BOOK.id}")
    assert re.findall(r'id="clause-([^"]+)"', page) == [row.number for row in coverage.rows(BOOK)]
    assert "6.6-pit-supervisor-decides" not in page
    assert len(page.encode()) < 200_000


def test_one_clause_names_what_carries_it_out_and_what_shows_it(as_: As) -> None:
    assert 'clause=6.6"' in page_of(as_, f"?document={BOOK.id}")
    page = page_of(as_, f"?document={BOOK.id}&clause=6.6")
    assert re.findall(r'id="clause-([^"]+)"', page) == ["6.6"]
    assert "games.roulette.judge.unclear_options" in page
    assert "6.6-pit-supervisor-decides" in page


def test_one_status_at_a_time(as_: As) -> None:
    page = page_of(as_, f"?document={BOOK.id}&status=recorded")
    recorded = [row.number for row in coverage.rows(BOOK) if row.status is coverage.Status.RECORDED]
    assert re.findall(r'id="clause-([^"]+)"', page) == recorded


def test_the_page_in_vietnamese(as_: As) -> None:
    page = page_of(as_, f"?document={BOOK.id}", language="vi")
    for row in coverage.rows(BOOK)[:5]:
        assert row.text.vi[:20] in page
    assert "Chỉ ghi nhận" in page
    assert "What it says" not in page


@pytest.mark.parametrize("query", ["?document=poker.2020-01-01", "?status=nonsense", "?clause=99.99"])
def test_what_does_not_exist_is_not_found(as_: As, query: str) -> None:
    assert as_("pit_manager", "en").get(reverse("admin:games_clauses") + query).status_code == 404


def test_who_sees_no_rounds_sees_no_clauses(as_: As) -> None:
    assert as_("administrator", "en").get(reverse("admin:games_clauses")).status_code == 403
