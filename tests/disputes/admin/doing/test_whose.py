"""Whose a bet is, on the pages: asked where nobody knows, said and corrected, and strangers' bets offered nowhere.

The round ``crowded``: b1 of P-1 (paid too little), b2 of P-2, b3 laid by a seat.
"""

from __future__ import annotations

import html
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.bet_owner import STRANGER, Whose, owners
from disputes.rows import stored
from disputes.rows.models import Case as CaseRow
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.admin.doing.played import Hand, Played
from tests.disputes.court import OWED
from tests.replay.story import CODE, STARTS

KEY = "RL01/crowded"
WHOLE = f.RoundRef(table="RL01", round="crowded")
AN = c.Outsider(name="Nguyễn Văn Ẩn", reference="P-1")
SAID: dict[str, Any] = {"claim": "Thiếu.", "name": "Nguyễn Văn Ẩn", "reference": "P-1"}


@pytest.fixture
def crowded(played: Played) -> Played:
    story, at = played.court.house.story, STARTS + timedelta(hours=3)
    stream = story.spin("crowded", at, paid_minor=3_000_000, close=False)
    for bet, who in (("b2", {"player": "P-2"}), ("b3", {"seat": 5})):
        placed: dict[str, Any] = {"bet": bet, "spot": "straight:17", "stake_minor": 20_000, **who}
        story.tell(stream, "roulette.bet_placed", at + timedelta(seconds=6), **placed)
    story.tell(stream, "roulette.round_closed", at + timedelta(seconds=50))
    played.court.house.follow()
    return played


def begun(played: Played, *players: c.Outsider, rounds: tuple[f.RoundRef, ...] = (WHOLE,)) -> Played:
    """A case of this round, at the table; ``played`` knows it by the name "mine"."""
    played.court.number = ""
    played.court.open(players=players or (AN,), rounds=rounds)
    played.numbers["mine"] = played.court.number
    return played


def page(played: Played, code: str, who: str = "pit_supervisor", language: str = "en") -> Hand:
    return Hand(client_of(who, language), reverse("admin:disputes_case_do", args=[played.row("mine").pk, code]))


def whose(played: Played, bet: str) -> Whose:
    case = played.case("mine")
    table = {"b1": "P-1", "b2": "P-2"}.get(bet)
    return owners(case).of(WHOLE.stream, bet, table)


def opening(**query: str) -> Hand:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return Hand(client_of("pit_supervisor"), reverse("admin:disputes_case_open") + (f"?{asked}" if asked else ""))


def test_once_the_player_is_typed_the_bets_of_others_are_offered_no_more(crowded: Played) -> None:
    hand = opening(round=KEY)
    assert f'value="{KEY}/b2"' in hand.page, "nobody is known yet"
    hand.send({**SAID, "rounds": [KEY], "look": "time"})
    assert f'value="{KEY}/b1"' in hand.page
    assert f'value="{KEY}/b3"' in hand.page
    assert f'value="{KEY}/b2"' not in hand.page


def test_a_stranger_s_bet_ticked_before_the_player_was_typed_is_refused_and_gone(crowded: Played) -> None:
    hand = opening(round=KEY)
    count = CaseRow.objects.count()
    answer = hand.send({**SAID, "rounds": [KEY], "bets": [f"{KEY}/b2"]})
    assert answer.status_code == 409
    assert "somebody else's" in html.unescape(hand.wrong("rounds"))
    assert f'value="{KEY}/b2"' not in hand.page
    assert CaseRow.objects.count() == count


def test_of_a_ticked_bet_that_the_table_does_not_name_the_page_asks(crowded: Played) -> None:
    hand = opening(round=KEY)
    ticked = {**SAID, "rounds": [KEY], "bets": [f"{KEY}/b1", f"{KEY}/b3"]}
    assert hand.send(ticked).status_code == 422
    assert "Say whose bet it is" in hand.page
    assert f'name="whose:{KEY}/b1"' not in hand.page, "of b1 the table tells"
    assert hand.send({**ticked, f"whose:{KEY}/b3": "P1"}).status_code == 302
    case = stored.load(CODE, CaseRow.objects.order_by("-id")[0].number)
    assert [(each.bet, each.party) for each in case.attributed.values()] == [("b3", "P1")]


def test_who_does_not_know_yet_opens_the_case_all_the_same(crowded: Played) -> None:
    hand = opening(round=KEY)
    said = {**SAID, "reference": "", "rounds": [KEY], "bets": [f"{KEY}/b1"], f"whose:{KEY}/b1": "?"}
    assert hand.send(said).status_code == 302
    assert stored.load(CODE, CaseRow.objects.order_by("-id")[0].number).attributed == {}


def test_choosing_rounds_anew_offers_no_stranger_s_bet_and_asks_as_well(crowded: Played) -> None:
    begun(crowded)
    hand = page(crowded, "change_rounds")
    assert f'value="{KEY}/b2"' not in hand.page
    assert hand.send({"bets": [f"{KEY}/b3"]}).status_code == 422
    assert hand.send({"bets": [f"{KEY}/b3"], f"whose:{KEY}/b3": "P1"}).status_code == 302
    assert whose(crowded, "b3") == Whose(True, "P1")


def test_a_remedy_has_lines_for_own_bets_a_question_for_unknown_ones_and_nothing_of_strangers(crowded: Played) -> None:
    begun(crowded)
    hand = page(crowded, "propose_remedy")
    assert hand.fields[f"pay:{KEY}/b1"] == ["500,000"]
    assert hand.fields[f"on:{KEY}/b1"] == ["on"]
    assert f"whose:{KEY}/b1" not in hand.fields
    assert hand.fields[f"pay:{KEY}/b3"] == [""]
    assert not hand.fields.get(f"on:{KEY}/b3")
    assert f"{KEY}/b2" not in hand.page
    assert "P-2" not in hand.page
    more = {f"on:{KEY}/b3": ["on"], f"pay:{KEY}/b3": ["700,000"]}
    assert hand.send(more).status_code == 422
    assert "only a player of the case" in hand.wrong(f"whose:{KEY}/b3")
    assert hand.send({f"whose:{KEY}/b3": "P1"}).status_code == 302
    lines = crowded.case("mine").proposals[-1].fact.remedy.lines
    assert [(line.bet, line.party, line.to_player_minor) for line in lines] == [
        ("b1", "P1", OWED),
        ("b3", "P1", 700_000),
    ]


def test_a_line_that_nobody_offered_is_refused_and_recorded(crowded: Played) -> None:
    """A supervisor who writes the form himself."""
    begun(crowded)
    line = c.Line(to_player_minor=720_000, table="RL01", round="crowded", bet="b2")
    asked = c.AskedRemedy(
        kind="other", citations=(f.Citation(document="roulette.2020-06-13", clause="5.1.a"),), lines=(line,)
    )
    with pytest.raises(Problem) as problem:
        crowded.court.do("pit_supervisor", c.ProposeRemedy(remedy=asked))
    assert problem.value.code == "case_bet_of_other"
    assert crowded.refusals("mine") == [("propose_remedy", "case_bet_of_other")]


def test_the_form_that_asks_alone_says_it_and_corrects_it(crowded: Played) -> None:
    begun(crowded, AN, c.Outsider(name="Trần Thị Khác", reference="P-3"))
    for answer, expected in (("P1", Whose(True, "P1")), ("P2", Whose(True, "P2")), ("-", STRANGER)):
        hand = page(crowded, "attribute_bets", language="vi")
        assert set(hand.fields) & {f"whose:{KEY}/{bet}" for bet in ("b1", "b2")} == set()
        assert hand.send({f"whose:{KEY}/b3": answer, "reason": "Theo phim."}).status_code == 302
        assert whose(crowded, "b3") == expected
    hand = page(crowded, "attribute_bets")
    assert hand.fields[f"whose:{KEY}/b3"] == ["-"], "what was said last stands there"
    assert hand.send({f"whose:{KEY}/b3": ""}).status_code == 422


def test_adding_a_player_asks_which_bets_are_theirs(crowded: Played) -> None:
    begun(crowded)
    hand = page(crowded, "add_player")
    assert f'value="{KEY}/b3"' in hand.page
    assert f'value="{KEY}/b1"' not in hand.page
    assert f'value="{KEY}/b2"' not in hand.page
    assert hand.send({"name": "Lê Thị Chi", "bets": [f"{KEY}/b3"]}).status_code == 302
    newest = crowded.case("mine").players[-1].party
    assert whose(crowded, "b3") == Whose(True, newest)


def test_the_page_of_the_case_counts_what_is_owed_on_own_bets_and_says_what_is_open(crowded: Played) -> None:
    begun(crowded)
    address = reverse("admin:disputes_case_change", args=[crowded.row("mine").pk])
    shown = html.unescape(client_of("pit_supervisor").get(address).content.decode())
    rounds = shown[shown.index('id="rounds"') :]
    head = rounds[: rounds.index("<table")]
    assert "−500,000" in head
    table = rounds[rounds.index("<table") : rounds.index("</table>")]
    assert "P-1 (P1)" in table
    assert "nobody has said" in table
    assert "P-2" not in table


def test_a_decision_waits_until_it_is_said(crowded: Played) -> None:
    begun(crowded, rounds=(f.RoundRef(table="RL01", round="crowded", bets=("b3",)),))
    crowded.court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    hand = page(crowded, "decide", "pit_manager")
    assert "Whose bet b3 of round crowded is" in hand.page
    assert reverse("admin:disputes_case_do", args=[crowded.row("mine").pk, "attribute_bets"]) in hand.page


@pytest.mark.parametrize(
    ("ticked", "parties"), [(["b1"], ["P-1"]), (["b1", "b2"], ["P-1", "P-2"]), ([], ["P-1", "P-2"])]
)
def test_everybody_is_whoever_s_bets_are_ticked_and_no_stranger(
    crowded: Played, ticked: list[str], parties: list[str]
) -> None:
    """Of a round without a ticked bet everybody at it; nobody of them has a name before they say it."""
    hand = opening(round=KEY)
    nobody = {"name": "", "contact": "", "reference": "", "everybody": "on"}
    assert hand.send({**SAID, **nobody, "rounds": [KEY], "bets": [f"{KEY}/{bet}" for bet in ticked]}).status_code == 302
    case = stored.load(CODE, CaseRow.objects.order_by("-id")[0].number)
    assert [party.reference for party in case.players] == parties
