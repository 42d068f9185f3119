"""On the page of a ruling: other rounds of the table that wait for the same clause are ruled on with it."""

from __future__ import annotations

import html
import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.engine.facts import RulingMade
from games.rows.replay import Replayer
from tests.admin.conftest import As
from tests.admin.house import House
from tests.admin.test_desk_forms import CONFIRM, hidden, ruling
from tests.service.test_rulings import unclear


def test_other_rounds_that_wait_for_the_clause_are_ruled_on_in_one_act(house: House, as_: As) -> None:
    unclear(house, "unclear2")
    client, address = as_("pit_manager", "en"), ruling(house)
    page = html.unescape(client.get(address).content.decode())
    assert "Other rounds of the table on this gaming day" in page
    [also] = re.findall(r'name="also" value="([^"]+)"', page)
    assert also.startswith("unclear2@")
    [clause] = re.findall(r'<option value="([^"]+)" selected', page.partition('name="clause"')[2].partition("</s")[0])
    said = {"clause": clause, "choice": "void", "bets": ["b1"], "reason": "Seen clearly on the film.", **hidden(page)}
    both = {**said, "also": [also]}
    shown = client.post(address, both).content.decode()
    assert "unclear2: b1" in shown.partition('id="consequence"')[2].partition("</section>")[0], "what it comes to"
    mark = CONFIRM.findall(shown)[0]
    assert client.post(address, {**said, "confirmed": mark}).status_code == 200, "not what was shown"
    assert client.post(address, {**both, "confirmed": mark}).status_code == 302
    for code in ("unclear", "unclear2"):
        fact = house.story.ledger.stream(f"round/RL01/{code}")[-1].data
        assert isinstance(fact, RulingMade)
        assert (fact.clause, fact.choice, fact.bets) == (clause, "void", ("b1",))


def test_where_nothing_else_waits_nothing_is_asked(house: House, as_: As) -> None:
    assert 'name="also"' not in as_("pit_manager", "en").get(ruling(house)).content.decode()


def baccarat(house: House, code: str, opened: datetime, *, cards: str = "") -> None:
    """A round called void without ground; with cards, one of which the last two came out of the shoe together."""
    stream, tell = f"round/BA01/{code}", house.story.tell
    tell(stream, "baccarat.round_opened", opened)
    tell(stream, "baccarat.bet_placed", opened + timedelta(seconds=5), bet="b1", kind="player", stake_minor=200_000)
    for card, to in zip(cards.split(), ("player", "banker") * 2, strict=False):
        tell(stream, "baccarat.card_dealt", opened + timedelta(seconds=30), card=card, to=to)
    if cards:
        together: dict[str, Any] = {"first": 3, "count": 2, "order_known": False}
        tell(stream, "baccarat.cards_drawn_together", opened + timedelta(seconds=31), **together)
    else:
        dealer = {"post": "dealer", "staff": "D01"}
        tell(stream, "baccarat.round_voided", opened + timedelta(seconds=40), called_by=dealer)
    tell(stream, "baccarat.round_closed", opened + timedelta(seconds=50))


@pytest.fixture
def shoe(house: House) -> datetime:
    """When a shoe came into use: half an hour before the gaming day ends."""
    at = datetime.fromisoformat("2026-06-14T05:30:00+07:00")
    house.story.tell("table/BA01", "table.registered", at, game="baccarat", currency="VND", name="Baccarat 1")
    house.story.tell("table/BA01", "table.shoe_loaded", at, shoe="S-9")
    return at


def test_where_cards_come_from_a_shoe_its_rounds_are_offered(house: House, as_: As, shoe: datetime) -> None:
    """Those of this loading of it, across the end of the gaming day; not of the same shoe loaded again."""
    for code, minutes in (("1", 1), ("2", 20), ("3", 45)):
        baccarat(house, code, shoe + timedelta(minutes=minutes))
    house.story.tell("table/BA01", "table.shoe_loaded", shoe + timedelta(minutes=50), shoe="S-9")
    baccarat(house, "4", shoe + timedelta(minutes=51))
    house.follow()
    assert house.round("1").gaming_day != house.round("3").gaming_day
    director = as_("director_of_table_games", "en")

    def offered(code: str) -> list[str]:
        page = html.unescape(director.get(ruling(house, code)).content.decode())
        assert ("Other rounds dealt from shoe S-9" in page) == ('name="also"' in page)
        return re.findall(r'name="also" value="([^@]+)@', page)

    assert offered("1") == ["3", "2"]
    assert offered("3") == ["2", "1"]
    assert offered("4") == []


def test_a_round_that_cannot_be_decided_alike_is_not_offered(house: House, as_: As, shoe: datetime) -> None:
    """Each waits for the order of its own cards, and the page names it as they are called."""
    for code, minutes, cards in (("1", 1, "9H 8D 3S JC"), ("2", 20, "2H 2D 5S 7C"), ("3", 30, "9H 8D 3S JC")):
        baccarat(house, code, shoe + timedelta(minutes=minutes), cards=cards)
    house.follow()
    client, address = as_("director_of_table_games", "en"), ruling(house, "1")
    page = html.unescape(client.get(address).content.decode())
    assert re.findall(r'name="also" value="([^@]+)@', page) == ["3"]
    order = {"clause": "7.13", "choice": "9H-8D-3S-JC", "reason": "Seen clearly on the film.", **hidden(page)}
    shown = html.unescape(client.post(address, order).content.decode())
    assert "You record the decision “9♥ 8♦ 3♠ J♣”" in shown


def test_the_order_of_the_cards_is_decided_over_two_rounds_of_a_shoe(house: House, as_: As, shoe: datetime) -> None:
    """7.13: each lies in the order that was ruled, and is settled by it; no bets are named, or begin ticked."""
    for code, minutes in (("1", 1), ("2", 20)):
        baccarat(house, code, shoe + timedelta(minutes=minutes), cards="9H 8D 3S JC")
    house.follow()
    client, address = as_("director_of_table_games", "en"), ruling(house, "1")
    page = html.unescape(client.get(address).content.decode())
    assert not re.search(r'name="bets"[^>]*checked', page)
    [also] = re.findall(r'name="also" value="([^"]+)"', page)
    # As drawn nine and three make Player two against eight; the other order, nine and nothing, wins with nine.
    said = {
        "clause": "7.13",
        "choice": "9H-8D-JC-3S",
        "also": [also],
        "reason": "Seen clearly on the film.",
        **hidden(page),
    }
    shown = html.unescape(client.post(address, said).content.decode())
    consequence = shown.partition('id="consequence"')[2].partition("</section>")[0]
    assert "You record the decision “9♥ 8♦ J♣ 3♠”" in consequence
    assert consequence.count("200,000") >= 2, "each round with its money"
    assert "without effect" not in consequence
    assert client.post(address, {**said, "confirmed": CONFIRM.findall(shown)[0]}).status_code == 302
    house.follow()
    for code in ("1", "2"):
        row = house.round(code)
        replay = Replayer(row.property.code).round(row.stream, overtaken_at=row.overtaken_at)
        [bet] = replay.judgement.results
        assert (bet.decided_by, bet.settlement.outcome, bet.settlement.winnings_minor) == (None, "won", 200_000)
        assert [f.code for f in replay.judgement.findings if f.subject.startswith(("ruling", "order"))] == []
