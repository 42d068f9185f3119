"""A table's page shows its last rounds: results, findings, a drawing of each, one tap from the replay."""

from __future__ import annotations

from xml.etree import ElementTree

from django.urls import reverse

from games.rows.models import Round, Table
from tests.admin.conftest import As
from tests.admin.house import House


def test_the_newest_rounds_first_each_a_tap_from_its_replay(house: House, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    table = Table.objects.get(code="RL01")
    page = client.get(reverse("admin:games_table_change", args=[table.pk])).content.decode()
    deck = page.partition('id="deck"')[2].partition("</section>")[0]
    newest = [each.code for each in Round.objects.filter(table="RL01").order_by("-moment")]
    places = [deck.index(f'<span class="tp-code">{code}</span>') for code in newest]
    assert places == sorted(places)
    short = house.round("short")
    assert reverse("admin:games_round_change", args=[short.pk]) in deck
    assert "500,000" in deck
    assert "Money" in deck
    assert "no open finding" in deck


def test_the_drawing_by_itself_is_a_picture(house: House, as_: As) -> None:
    address = reverse("admin:games_round_drawing", args=[house.round("short").pk])
    answer = as_("pit_supervisor").get(address)
    assert answer["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)  # noqa: S314 - our own drawing
    assert root.tag.endswith("svg")
    assert as_("administrator").get(address).status_code == 403
