"""Figures of disputes: counted right, shown in both languages, and only of cases that the person may see."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from disputes.case import facts as f
from disputes.rows.figures import figures
from disputes.rows.models import Case as CaseRow
from tests.admin.house import person
from tests.disputes.court import NONE, Court, colleague


def client_of(user: object, language: str = "vi") -> Client:
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(user, backend="casino.backends.PostingBackend")  # type: ignore[arg-type]
    return client


@pytest.fixture
def busy(court: Court) -> Court:
    """Three cases: one decided, one with the pit manager, one just opened."""
    court.told(NONE)
    court.number = ""
    court.passed_on()
    court.number = ""
    court.open(amount_minor=7_000_000)
    return court


def test_counts(busy: Court) -> None:
    found = figures(CaseRow.objects.all(), now=busy.now + timedelta(minutes=1))
    assert (found.cases, found.open) == (3, 3)
    assert {line.name.en: line.total for line in found.stages} == {
        "at the table": 1,
        "with the pit manager": 1,
        "waiting for the player's answer": 1,
    }
    assert sum(line.total for line in found.times) == 1
    assert found.median_to_decision is not None
    assert {line.name.en: line.total for line in found.amounts if line.total} == {
        "under 2,000,000\N{NO-BREAK SPACE}VND": 2,
        "under 10,000,000\N{NO-BREAK SPACE}VND": 1,
    }
    assert [(line.name.en, line.total) for line in found.clauses] == [("Roulette 5.1.a", 1)]
    assert [(line.name.en, line.total) for line in found.tables] == [("RL01", 3)]
    assert sum(line.total for line in found.shifts) == 3
    [sums] = found.money
    assert (sums.disputed_minor, sums.remedied_minor) == (8_000_000, 0)


def test_ages_are_told_apart(busy: Court) -> None:
    later = figures(CaseRow.objects.all(), now=busy.now + timedelta(days=2))
    assert all(line.parts[2] == line.total for line in later.stages)
    assert later.overdue == 2, "an answer has seven days"


def test_no_case_at_all(court: Court) -> None:
    found = figures(CaseRow.objects.none(), now=court.now)
    assert (found.cases, found.stages, found.median_to_decision) == (0, (), None)
    page = client_of(person("pit_manager")).get("/admin/disputes/case/figures/")
    assert page.status_code == 200
    assert "Chưa có gì." in page.content.decode()


@pytest.mark.parametrize(
    ("language", "words"), [("vi", "Điều khoản được dẫn nhiều nhất"), ("en", "Most cited clauses")]
)
def test_the_page(busy: Court, language: str, words: str) -> None:
    page = client_of(person("pit_manager"), language).get("/admin/disputes/case/figures/").content.decode()
    assert words in page
    assert page.count("<svg") >= 6


def test_filters_and_faults(busy: Court) -> None:
    client = client_of(person("pit_manager"), "en")
    none = client.get("/admin/disputes/case/figures/", {"since": "2099-01-01"}).content.decode()
    assert "<strong>0</strong> cases" in none
    assert client.get("/admin/disputes/case/figures/", {"since": "yesterday"}).status_code == 200


def test_only_what_one_may_see(busy: Court) -> None:
    stranger = colleague("elsewhere", "pit_supervisor", tables=("XX01",))
    page = client_of(stranger, "en").get("/admin/disputes/case/figures/").content.decode()
    assert "<strong>0</strong> cases" in page
    assert client_of(person("dealer")).get("/admin/disputes/case/figures/").status_code == 403


def test_a_round_of_two_cases_counts_once(court: Court) -> None:
    short, right = (f.RoundRef(table="RL01", round=name) for name in ("short", "right"))
    court.open(rounds=(short,))
    court.number = ""
    court.open(rounds=(short, right))
    found = figures(CaseRow.objects.all(), now=court.now)
    assert (found.cases, found.rounds) == (2, 2)
    assert [line.rounds for line in found.tables] == [(2,)]
