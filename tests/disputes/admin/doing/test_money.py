"""Money of a remedy over the pages: still out on the case, in lists and at the round, until somebody says it moved."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from disputes.rows import stored
from disputes.rows.models import Case as CaseRow
from games.rows.models import Round
from tests.disputes.admin.doing.conftest import At, client_of
from tests.disputes.admin.doing.played import Played
from tests.disputes.court import OWED, colleague
from tests.replay.story import CODE

LIST = "/admin/disputes/case/?inbox=all"
WHY = "Khách đã rời casino và không liên lạc được."


def case_page(played: Played, name: str, who: str = "pit_manager", language: str = "en") -> str:
    address = reverse("admin:disputes_case_change", args=[played.row(name).pk])
    return str(client_of(who, language).get(address).content.decode())


def round_page(language: str = "en") -> str:
    address = reverse("admin:games_round_change", args=[Round.objects.get(code="right").pk])
    return str(client_of("pit_manager", language).get(address).content.decode())


@pytest.mark.parametrize(
    ("language", "words", "at_round"),
    [
        ("en", ("Still out", "What became of the money", "decided, not moved yet", "to be handed over"), "still out"),
        ("vi", ("Còn chưa giao, chưa nhận", "Tiền đã giao, đã nhận", "chưa giao nhận", "giao người chơi"), "còn chưa"),
    ],
)
def test_what_is_out_stands_on_the_case_in_the_list_and_at_the_round(
    played: Played, language: str, words: tuple[str, ...], at_round: str
) -> None:
    page = case_page(played, "settled", language=language)
    for word in words:
        assert word in page
    assert at_round in round_page(language)
    listed = client_of("pit_manager", language).get(f"{LIST}&money=out").content.decode()
    assert played.numbers["settled"] in listed
    assert words[0] in listed
    assert played.numbers["told"] not in listed


def test_once_it_is_recorded_who_how_and_when_stand_there_instead(played: Played, at: At) -> None:
    assert "/record_money/" in case_page(played, "settled", "pit_supervisor")
    hand = at("settled", "record_money", "pit_supervisor")
    assert f"{OWED:,}" in hand.page, "the line says which way and how much"
    assert hand.send(how="chips", note="Giao tại bàn.").status_code == 302
    page = case_page(played, "settled", "pit_supervisor")
    assert "handed over in chips" in page
    assert "Giao tại bàn." in page
    assert "/record_money/" not in page
    assert "decided, not moved yet" not in page
    listed = client_of("pit_manager").get(f"{LIST}&money=out").content.decode()
    assert played.numbers["settled"] not in listed


def test_who_decided_is_told_that_another_person_records_it(played: Played, at: At, settings: Any) -> None:
    settings.FIRST_SETTINGS = {**settings.FIRST_SETTINGS, "handover_other_above": {"VND": OWED - 1}}
    hand = at("settled", "record_money", "pit_supervisor")
    assert hand.send(how="cash").status_code == 403
    assert "another person than who decided it" in hand.page
    assert ("record_money", "case_handover_other") in played.refusals("settled")
    other = at("settled", "record_money", colleague("other.supervisor", "pit_supervisor"))
    assert other.send(how="cash").status_code == 302
    assert CaseRow.objects.get(pk=played.row("settled").pk).out_minor == 0


def test_giving_up_above_the_limits_waits_on_the_page_for_a_second_person(
    played: Played, at: At, settings: Any
) -> None:
    settings.FIRST_SETTINGS = {"beyond_alone": {"VND": 199_999}}
    hand = at("taken", "give_up_money", "shift_manager")
    hand.send(why="uncollectable", reason=WHY)
    assert "A second person is to confirm it" in hand.page
    assert hand.confirm().status_code == 302
    page = case_page(played, "taken")
    assert "waits for a second person" in page
    assert "a second person confirms that" in page
    second = at("taken", "give_up_money", "pit_manager")
    second.send(why="uncollectable", reason=WHY)
    assert second.confirm().status_code == 302
    assert "MoneyUncollectable" in played.facts("taken")
    assert "confirmed by" in case_page(played, "taken")


def test_what_the_player_may_keep_is_typed_as_zero(played: Played, at: At) -> None:
    """On a bet paid too little there is nothing to keep: the page says so at the field."""
    hand = at("at_table", "propose_remedy", "pit_supervisor")
    typed = {"kind": "other", "pay:RL01/short/b1": "", "take:RL01/short/b1": "0", "deviation": "Khách được giữ."}
    assert hand.send(typed).status_code == 422
    assert "nothing was paid too much" in hand.wrong("take:RL01/short/b1")


def test_paid_issued_and_handed_over_are_one_tap_each(played: Played) -> None:
    """Each button on the case's page is a whole form: pressed, it records, and the next one stands there."""
    address = reverse("admin:disputes_case_change", args=[played.row("settled").pk])
    client = client_of("pit_supervisor", "en")

    def tap(title: str) -> None:
        forms = re.findall(r'<form method="post" action="([^"]+)" class="tp-inline">(.*?)</form>', page(), re.S)
        action, inside = next((action, inside) for action, inside in forms if f">{title}</button>" in inside)
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', inside))
        assert client.post(action, fields).status_code == 302, title

    def page() -> str:
        return str(client.get(address).content.decode())

    tap("Paid in chips")
    tap("Issue now")
    tap("Issue now")
    tap("Handed over and signed")
    assert not re.findall(r'class="tp-inline"', page()), "nothing is left to do"
    case = stored.load(CODE, played.numbers["settled"])
    assert not case.money.still_out
    assert {kept.fact.paper for kept in case.handed_over} == {kept.fact.paper for kept in case.papers}
    assert all(kept.fact.signed for kept in case.handed_over)
