"""Pages and forms of a round under a second document: its names, clauses and prices; both beside each other."""

from __future__ import annotations

import html
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.engine.document import parse_book
from tests.admin.conftest import As
from tests.admin.house import House
from tests.admin.test_desk_forms import version_of
from tests.engine.second import FROM, ship
from tests.roulette.test_second_document import second

AT = datetime.fromisoformat(f"{FROM}T12:00:00+07:00")


@pytest.fixture
def late(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """The house after a spin under the second document: voisins won, and no spin was called under its 7.3."""
    ship(monkeypatch, parse_book(second()))
    story, stream = house.story, "round/RL01/late"
    story.tell(stream, "roulette.round_opened", AT, number=9)
    bet: dict[str, Any] = {"bet": "b1", "spot": "voisins", "stake_minor": 100_000, "player": "P-1"}
    story.tell(stream, "roulette.bet_placed", AT + timedelta(seconds=5), **bet)
    story.tell(stream, "roulette.betting_closed", AT + timedelta(seconds=9))
    story.tell(stream, "roulette.ball_dropped", AT + timedelta(seconds=20), pocket=2)
    caller = {"post": "dealer", "staff": "S-101"}
    story.tell(stream, "roulette.no_spin_called", AT + timedelta(seconds=30), called_by=caller, ground="7.3")
    story.tell(stream, "roulette.round_closed", AT + timedelta(seconds=50))
    house.follow()
    return house


def test_the_pages_and_forms_are_in_the_numbers_and_names_of_the_document_in_force(late: House, as_: As) -> None:
    row = late.round("late")
    client = as_("pit_supervisor", "en")
    page = html.unescape(client.get(reverse("admin:games_round_change", args=[row.pk])).content.decode())
    assert "Voisins: 100,000" in page
    assert "<summary>7.11</summary>" in page, "the late call waits under what was 7.12"
    assert "<summary>7.12</summary>" not in page
    assert "<summary>6.1.14.1</summary>" in page

    director = as_("director_of_table_games", "en")
    rule = reverse("admin:games_round_rule", args=[row.pk])
    assert 'value="7.11"' in html.unescape(director.get(rule).content.decode()), "what waits is offered by itself"
    form = html.unescape(director.get(rule, {"all": "1"}).content.decode())
    waiting = form.partition('label="Waiting for a decision"')[2].partition("</optgroup>")[0]
    assert 'value="7.11"' in waiting
    assert 'value="6.1.14"' in form

    address = reverse("admin:games_round_correct", args=[row.pk, version_of(late, "late", "no_spin_called")])
    fields = html.unescape(client.get(address).content.decode())
    assert '<option value="7.3" selected>' in fields, "the ground is chosen among the clauses of the document"
    assert '<option value="6.1.14.1">' in fields


def test_what_if_sets_both_documents_beside_each_other(late: House, as_: As) -> None:
    row = late.round("right")
    address = reverse("admin:games_round_what_if", args=[row.pk])
    answer = as_("auditor", "en").post(address, {"document": f"roulette.{FROM}"})
    shown = html.unescape(answer.content.decode())
    assert answer.status_code == 200
    assert "100,000 × 35 = 3,500,000" in shown
    assert "100,000 × 36 = 3,600,000" in shown
    assert "<summary>6.1.1.1</summary>" in shown
    assert "<summary>6.1.2.1</summary>" in shown
