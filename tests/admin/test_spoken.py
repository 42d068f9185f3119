"""A bet told to its player: the words, the amounts, the clause, and nothing about anybody else."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from games.catalogue import shipped
from tests.admin.conftest import As
from tests.admin.house import House


def told(client: Client, house: House, code: str, query: str, status: int = 200) -> str:
    answer = client.get(reverse("admin:games_round_spoken", args=[house.round(code).pk]) + query)
    assert answer.status_code == status
    return answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def test_what_lay_where_what_came_what_was_owed_and_who_owes_it(house: House, as_: As) -> None:
    clause = shipped().by_id("roulette.2020-06-13").clauses["6.1.1.1"]
    said = told(as_("pit_supervisor", "vi"), house, "short", "?bet=b1")
    assert "Quý khách đặt 100.000 VND vào số 17 (cược thẳng)." in said
    assert "Cược này thắng, 1 ăn 35 (điều 5.1.a của thể lệ): theo thể lệ, Quý khách được thưởng 3.500.000 VND." in said
    assert "Tại bàn, casino đã trả thưởng 3.000.000 VND." in said
    assert "Như vậy casino còn phải trả Quý khách 500.000 VND." in said
    assert clause.text.vi.split('"')[0] in said


def test_in_the_players_language_whatever_the_readers(house: House, as_: As) -> None:
    said = told(as_("pit_supervisor", "vi"), house, "short", "?bet=b1&lang=en")
    assert '<html lang="en">' in said
    assert "You bet 100,000 VND on" in said
    assert "So the house still owes you 500,000 VND." in said


def test_a_right_payment_says_so_and_a_waiting_bet_names_each_way(house: House, as_: As) -> None:
    assert "So neither side owes the other anything." in told(as_("dealer", "en"), house, "right", "?player=P-1")
    waiting = told(as_("dealer", "en"), house, "unclear", "?bet=b1")
    assert waiting.count("If the decision is") == 2
    assert "owes" not in waiting


def test_nothing_of_the_house_stands_on_it(house: House, as_: As) -> None:
    said = told(as_("pit_manager", "en"), house, "short", "?bet=b1")
    for word in ("S-101", "Paid too little", "#v", "nav-sidebar", "b2"):
        assert word not in said


def test_no_such_bet_and_nobody_without_rounds(house: House, as_: As) -> None:
    told(as_("dealer"), house, "short", "?bet=other", status=404)
    told(as_("dealer"), house, "short", "", status=404)
    told(as_("administrator"), house, "short", "?bet=b1", status=403)
