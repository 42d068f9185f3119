"""The end of a shift: every case in hand goes to a colleague who may see to it, each by itself."""

from __future__ import annotations

import html
import re
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from casino.access.roles import staff_code
from disputes.rows.models import Case as CaseRow
from tests.admin.house import person
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.admin.doing.played import Hand, Played
from tests.disputes.court import colleague

CLOSING = ("settled", "taken")
"""Settled at the table, and not paid yet."""


def hand_over(who: str, language: str = "en") -> Hand:
    return Hand(client_of(who, language), reverse("admin:disputes_case_hand_over"))


def in_hand(who: str) -> set[str]:
    rows = CaseRow.objects.filter(assigned_to=staff_code(person(who))).exclude(stage="closed")
    return set(rows.values_list("number", flat=True))


def test_all_of_them_are_handed_over_at_once_and_once(played: Played) -> None:
    mine = in_hand("pit_supervisor")
    assert mine == {played.numbers[name] for name in ("at_table", "offered", "no_round", *CLOSING)}
    other = colleague("next.supervisor", "pit_supervisor")
    hand = hand_over("pit_supervisor")
    assert len(hand.fields["cases"]) == 5
    assert hand.send(staff=other.username, note="Hết ca.", stay=True).status_code == 302
    assert in_hand("pit_supervisor") == set()
    assert played.case("offered").assigned_to == other.username
    before = played.facts("offered")
    assert before[-1] == "Assigned"
    assert hand.send(staff=other.username, note="Hết ca.").status_code == 302
    assert played.facts("offered") == before
    page = hand.client.get(reverse("admin:disputes_case_changelist")).content.decode()
    assert "5 cases were handed over to next.supervisor" in page
    assert "You have no open case in hand" in hand_over("pit_supervisor").page


def test_each_goes_with_its_own_note_and_is_taken_over_in_one_tap(played: Played) -> None:
    """The note stands at the head of the case until the colleague has taken it over."""
    other = colleague("next.supervisor", "pit_supervisor")
    hand = hand_over("pit_supervisor")
    own = {f"note_{played.row('offered').pk}": "The guest comes back at nine."}
    assert hand.send(own, staff=other.username, note="End of the shift.").status_code == 302
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(other, backend="casino.backends.PostingBackend")
    for name, note in (("offered", "The guest comes back at nine."), ("at_table", "End of the shift.")):
        page = reverse("admin:disputes_case_change", args=[played.row(name).pk])
        whole = client.get(page).content.decode()
        head = whole.partition('class="tp-facts"')[0]
        assert note in head
        assert "Handed over to next.supervisor by pit supervisor" in head
        assert 'data-command="take_over"' not in head, "one button for it is enough"
        assert "tp-reach" not in whole, "nor is there a bar for it on a phone"
    colleagues_view = client_of("pit_manager", "en").get(page).content.decode()
    assert "Take it over" not in colleagues_view
    taking = reverse("admin:disputes_case_do", args=[played.row("at_table").pk, "take_over"])
    sent = {name: re.search(rf'name="{name}" value="([^"]+)"', head) for name in ("seen_version", "command_id")}
    form = {name: found[1] for name, found in sent.items() if found}
    answer = client.post(taking, form, headers={"Accept": "application/json"})
    assert (answer.status_code, "Recorded" in answer.json()["said"]) == (200, True)
    assert played.facts("at_table")[-1] == "TakenOver"
    assert "Handed over to" not in client.get(page).content.decode().partition('class="tp-facts"')[0]
    again = client.post(taking, form | {"command_id": uuid4()}, headers={"Accept": "application/json"})
    assert again.status_code >= 400, "it is theirs"


def test_one_case_alone_has_one_note(played: Played) -> None:
    CaseRow.objects.exclude(number=played.numbers["offered"]).update(assigned_to="")
    hand = hand_over("pit_supervisor")
    assert [name for name in hand.fields if name.startswith("note")] == ["note"]
    other = colleague("next.supervisor", "pit_supervisor")
    assert hand.send(staff=other.username, note="The guest comes back at nine.").status_code == 302
    head = client_of("pit_manager", "en").get(reverse("admin:disputes_case_change", args=[played.row("offered").pk]))
    assert "The guest comes back at nine." in head.content.decode()


def test_only_those_ticked(played: Played) -> None:
    other = colleague("next.supervisor", "pit_supervisor")
    hand = hand_over("pit_supervisor")
    keep = hand.fields["cases"][0]
    assert hand.send(staff=other.username, cases=[keep]).status_code == 302
    assert len(in_hand("pit_supervisor")) == 4


def test_what_the_colleague_may_not_see_to_stays(played: Played) -> None:
    """A pit manager posted elsewhere may take a case without a table, but none of this one."""
    CaseRow.objects.filter(number=played.numbers["no_round"]).update(table="")
    other = colleague("elsewhere.manager", "pit_manager", tables=("RL09",))
    hand = hand_over("pit_supervisor")
    assert hand.send(staff=other.username).status_code == 302
    assert in_hand("pit_supervisor") == {played.numbers[name] for name in ("at_table", "offered", *CLOSING)}
    page = html.unescape(hand.client.get(reverse("admin:disputes_case_changelist")).content.decode())
    assert f"{played.numbers['offered']}: not theirs to see to at this stage and table" in page
    assert "1 case was handed over" in page


def test_a_case_that_moved_meanwhile_is_told_and_stays(played: Played) -> None:
    other = colleague("next.supervisor", "pit_supervisor")
    hand = hand_over("pit_supervisor")
    noted = Hand(
        client_of("pit_supervisor"), reverse("admin:disputes_case_do", args=[played.row("offered").pk, "add_note"])
    )
    noted.send(note="Khách gọi.")
    assert hand.send(staff=other.username).status_code == 302
    assert in_hand("pit_supervisor") == {played.numbers["offered"]}
    page = html.unescape(hand.client.get(reverse("admin:disputes_case_changelist")).content.decode())
    assert f"{played.numbers['offered']}: The case changed after you opened the page" in page
    assert "4 cases were handed over" in page


def test_only_cases_that_one_sees_can_be_sent(played: Played) -> None:
    elsewhere = colleague("elsewhere.supervisor", "pit_supervisor", tables=("RL09",))
    client = client_of(elsewhere)
    hand = Hand(client, reverse("admin:disputes_case_hand_over"))
    assert hand.fields == {}
    row = played.row("offered")
    sent = {"cases": [f"{row.pk}@{row.version}", "1@1", "x", "9" * 40], "staff": "pit.supervisor"}
    assert client.post(hand.address, {**sent, "command_id": str(uuid4())}).status_code == 422
    assert played.case("offered").assigned_to == "pit.supervisor"


def test_without_a_colleague_nothing_goes(played: Played) -> None:
    hand = hand_over("pit_supervisor")
    for nobody in ("", "nobody", "pit.supervisor", "dealer"):
        assert hand.send(staff=nobody).status_code == 422
    assert hand.send(cases=[], staff="pit.manager").status_code == 422
    assert len(in_hand("pit_supervisor")) == 5


def test_who_sees_no_cases_does_not_get_there(played: Played) -> None:
    assert hand_over("dealer").answer.status_code == 403
