"""Rounds and findings are found by seat and by amount, however an amount is written."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.admin.sought import sought
from games.rows.models import Finding
from tests.admin.conftest import As
from tests.admin.house import House


@pytest.mark.parametrize(
    ("term", "words", "seats"),
    [
        ("RL01 seat 3", ["RL01"], [3]),
        ("ghế 3", [], [3]),
        ("Ghế số 12 RL01", ["RL01"], [12]),
        ("GHE 03", [], [3]),
        ("seat", ["seat"], []),
        ("seat 100", ["seat", "100"], []),
        ("3.500.000 VND", ["3.500.000"], []),
        ("500,000đ short", ["500,000", "short"], []),
        ("đen", ["đen"], []),
    ],
)
def test_a_search_is_taken_apart(term: str, words: list[str], seats: list[int]) -> None:
    assert sought(term) == (words, seats)


def found(as_: As, term: str, model: str = "round", role: str = "pit_manager") -> set[str]:
    answer = as_(role, "vi").get(reverse(f"admin:games_{model}_changelist"), {"q": term})
    assert answer.status_code == 200
    rows = answer.context["cl"].result_list
    return {row.code if model == "round" else row.round.code for row in rows}


@pytest.mark.parametrize(
    ("term", "rounds"),
    [
        ("ghế 3", {"unclear"}),
        ("seat 3 RL01", {"unclear"}),
        ("seat 3 RL02", set()),
        ("ghế 30", set()),
        ("seat 1", set()),
    ],
)
def test_a_round_by_seat(house: House, as_: As, term: str, rounds: set[str]) -> None:
    assert found(as_, term) == rounds


@pytest.mark.parametrize("written", ["500000", "500.000", "500,000", "500.000 VND", "500,000đ"])
def test_a_round_and_its_finding_by_amount(house: House, as_: As, written: str) -> None:
    assert "short" in found(as_, written)
    money = Finding.objects.filter(amount_minor=-500_000)
    assert money.exists()
    assert found(as_, written, "finding") >= {row.round.code for row in money if row.round is not None}
    assert "short" not in found(as_, "500001")
    assert found(as_, "12") == found(as_, "12 ")


def test_an_amount_with_a_seat(house: House, as_: As) -> None:
    assert found(as_, "100.000 ghế 3") == {"unclear"}
    assert found(as_, "500.000 ghế 3") == set()
