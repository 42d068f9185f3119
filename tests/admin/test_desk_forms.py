"""Corrections and rulings on the page of a round: who may, what is shown first, what is recorded, and what is refused
at which field."""

from __future__ import annotations

import html
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.facts import FactCorrected, RulingMade
from tests.admin.conftest import As
from tests.admin.house import House, person

CONFIRM = re.compile(r'name="confirmed" value="([0-9a-f]{32})"')
HIDDEN = re.compile(r'<input type="hidden" name="(seen_version|command_id)" value="([^"]+)"')
DROP = 4


def version_of(house: House, code: str, kind: str) -> int:
    events = house.story.ledger.stream(f"round/RL01/{code}")
    return next(event.version for event in events if event.type == f"roulette.{kind}.v1")


def correcting(house: House, code: str = "right", kind: str = "ball_dropped") -> str:
    return reverse("admin:games_round_correct", args=[house.round(code).pk, version_of(house, code, kind)])


def ruling(house: House, code: str = "unclear") -> str:
    return reverse("admin:games_round_rule", args=[house.round(code).pk])


def hidden(page: str) -> dict[str, str]:
    return dict(HIDDEN.findall(page))


@pytest.fixture
def manager(house: House) -> str:
    return person("pit_manager").get_username()


def asked(client: Client, address: str, manager: str, **changes: Any) -> dict[str, Any]:
    """What the form sends when the result, 17, is corrected to 18."""
    page = client.get(address)
    assert page.status_code == 200
    said = {
        "fact-pocket": "18",
        "fact-source": "sensor",
        "reason": "Read from the film.",
        **hidden(page.content.decode()),
    }
    return {**said, **changes}


def confirm(client: Client, ask: str, what: str = "confirm") -> None:
    """A second person answers on the page of what waits."""
    address = reverse("admin:games_waiting_change", args=[ask])
    assert client.get(address).status_code == 200
    answer = client.post(address, {"command_id": str(uuid4()), "say": what})
    assert answer.status_code == 302, answer.content


@pytest.mark.parametrize(
    ("role", "corrects", "rules"),
    [
        ("dealer", False, False),
        ("acting_pit_supervisor", False, True),
        ("pit_supervisor", True, True),
        ("pit_manager", True, True),
        ("surveillance", False, False),
        ("regulator", False, False),
        ("auditor", False, False),
        ("administrator", False, False),
    ],
)
def test_who_may(role: str, corrects: bool, rules: bool, house: House, as_: As) -> None:
    client = as_(role, "en")
    assert client.get(correcting(house)).status_code == (200 if corrects else 403)
    assert client.get(ruling(house)).status_code == (200 if rules else 403)
    page = client.get(reverse("admin:games_round_change", args=[house.round("right").pk]))
    if role != "administrator":
        shown = page.content.decode()
        assert ("correct this fact…" in shown) == corrects
        assert ("Record a ruling…" in shown) == rules
        assert "What if…" in shown


def test_a_correction_is_shown_before_it_is_recorded(house: House, as_: As, manager: str) -> None:
    client = as_("pit_supervisor", "en")
    said = asked(client, correcting(house), manager)
    head = house.story.ledger.head()[0]
    first = client.post(correcting(house), said)
    shown = html.unescape(first.content.decode())
    assert first.status_code == 200
    assert house.story.ledger.head()[0] == head
    assert "−3,600,000" in shown, "the straight bet on 17 would lose its 35 to 1 and its stake"
    assert "paid_too_much" not in shown
    assert "Paid although" in shown or "Findings that would come" in shown
    assert "Until another person, pit manager or above, confirms it" in shown
    recorded = client.post(correcting(house), {**said, "confirmed": CONFIRM.findall(shown)[0]})
    assert recorded.status_code == 302
    assert house.round("right").outcome == "17"
    page = html.unescape(client.get(recorded["Location"]).content.decode())
    assert "It has no effect until a second person confirms" in page
    assert "Waits for a person's own word" in page
    confirm(as_("pit_manager", "en"), said["command_id"])
    fact = house.story.ledger.stream("round/RL01/right")[-1].data
    assert isinstance(fact, FactCorrected)
    assert (fact.before, fact.after) == ({"pocket": 17}, {"pocket": 18, "source": "sensor"})
    assert (fact.corrected_by.staff, fact.authorised_by.staff) == ("pit.supervisor", "pit.manager")
    assert house.round("right").outcome == "18"
    page = html.unescape(client.get(recorded["Location"]).content.decode())
    assert "Read from the film." in page, "the reason is sealed, and opened for whoever sees the round"
    assert "authorisation typed" not in page


def test_a_second_click_records_nothing_more(house: House, as_: As, manager: str) -> None:
    client = as_("pit_supervisor", "en")
    said = asked(client, correcting(house), manager)
    said["confirmed"] = CONFIRM.findall(client.post(correcting(house), said).content.decode())[0]
    assert client.post(correcting(house), said).status_code == 302
    head = house.story.ledger.head()[0]
    assert client.post(correcting(house), said).status_code == 302
    assert house.story.ledger.head()[0] == head


def test_whoever_comes_second_is_told(house: House, as_: As, manager: str) -> None:
    first, second = as_("pit_supervisor", "en"), as_("shift_manager", "en")
    mine, theirs = asked(first, correcting(house), manager), asked(second, correcting(house), manager)
    theirs["confirmed"] = CONFIRM.findall(second.post(correcting(house), theirs).content.decode())[0]
    mine["confirmed"] = CONFIRM.findall(first.post(correcting(house), mine).content.decode())[0]
    assert first.post(correcting(house), mine).status_code == 302
    confirm(as_("pit_manager", "en"), mine["command_id"])
    head = house.story.ledger.head()[0]
    late = second.post(correcting(house), {**theirs})
    assert late.status_code == 409
    assert "Something was recorded in this round after you opened the page" in late.content.decode()
    assert "Open the round again" in late.content.decode()
    assert house.story.ledger.head()[0] == head


def test_only_what_was_shown_can_be_confirmed(house: House, as_: As, manager: str) -> None:
    client = as_("pit_supervisor", "en")
    said = asked(client, correcting(house), manager)
    said["confirmed"] = CONFIRM.findall(client.post(correcting(house), said).content.decode())[0]
    head = house.story.ledger.head()[0]
    other = client.post(correcting(house), {**said, "fact-pocket": "19"})
    assert other.status_code == 200
    assert CONFIRM.findall(other.content.decode())[0] != said["confirmed"]
    assert house.story.ledger.head()[0] == head


@pytest.mark.parametrize(
    ("changes", "field", "sentence", "status"),
    [
        ({"fact-pocket": "37"}, "id_fact-pocket", "36", 422),
        ({"fact-pocket": "x"}, "id_fact-pocket", "", 422),
        ({"fact-pocket": ""}, "id_fact-pocket", "", 422),
        ({"reason": ""}, "id_reason", "", 422),
        ({"fact-pocket": "17", "fact-source": ""}, "", "Bản sửa giống hệt", 422),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    changes: dict[str, str], field: str, sentence: str, status: int, house: House, as_: As, manager: str
) -> None:
    person("dealer")
    client = as_("pit_supervisor", "vi")
    head = house.story.ledger.head()[0]
    answer = client.post(correcting(house), asked(client, correcting(house), manager, **changes))
    shown = html.unescape(answer.content.decode())
    assert answer.status_code == status
    assert 'role="alert"' in shown
    assert sentence in shown
    if field:
        wrong = shown.split("tp-field-wrong", 1)[1]
        assert f'id="{field}"' in wrong.split("</div>", 1)[0]
    assert house.story.ledger.head()[0] == head


def test_nobody_confirms_their_own_correction(house: House, as_: As, manager: str) -> None:
    client = as_("pit_manager", "vi")
    said = asked(client, correcting(house), manager)
    said["confirmed"] = CONFIRM.findall(client.post(correcting(house), said).content.decode())[0]
    assert client.post(correcting(house), said).status_code == 302
    address = reverse("admin:games_waiting_change", args=[said["command_id"]])
    page = html.unescape(client.get(address).content.decode())
    assert 'value="confirm"' not in page
    assert 'value="withdraw"' in page
    answer = client.post(address, {"command_id": str(uuid4()), "say": "confirm"})
    assert answer.status_code == 403
    assert "Người xác nhận phải là người khác" in answer.content.decode()
    assert house.round("right").outcome == "17"


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("dealer", False),
        ("acting_pit_supervisor", False),
        ("pit_supervisor", False),
        ("pit_manager", True),
        ("shift_manager", True),
        ("surveillance", False),
        ("head_of_operations", False),
        ("regulator", False),
        ("auditor", False),
        ("administrator", False),
    ],
)
def test_who_is_offered_to_confirm(role: str, may: bool, house: House, as_: As, manager: str) -> None:
    asking = as_("pit_supervisor", "en")
    said = asked(asking, correcting(house), manager)
    said["confirmed"] = CONFIRM.findall(asking.post(correcting(house), said).content.decode())[0]
    asking.post(correcting(house), said)
    address = reverse("admin:games_waiting_change", args=[said["command_id"]])
    client = as_(role, "en")
    seen = client.get(address)
    assert seen.status_code == (403 if role == "administrator" else 200)
    assert ('value="confirm"' in seen.content.decode()) is may
    if role != "administrator":
        inbox = client.get(reverse("admin:games_waiting_changelist")).content.decode()
        assert (said["command_id"] in inbox) is may
    head = house.story.ledger.head()[0]
    answer = client.post(address, {"command_id": str(uuid4()), "say": "confirm"})
    assert answer.status_code == (302 if may else 403)
    assert (house.story.ledger.head()[0] == head) is not may


def test_a_fact_can_be_held_not_to_have_happened(house: House, as_: As, manager: str) -> None:
    client = as_("pit_supervisor", "en")
    address = correcting(house, kind="payout_made")
    said = {"dropped": "on", "reason": "It was never paid out."}
    said |= hidden(client.get(address).content.decode())
    shown = client.post(address, said).content.decode()
    answer = client.post(address, {**said, "confirmed": CONFIRM.findall(shown)[0]})
    assert answer.status_code == 302
    confirm(as_("pit_manager", "en"), said["command_id"])
    fact = house.story.ledger.stream("round/RL01/right")[-1].data
    assert isinstance(fact, FactCorrected)
    assert fact.after is None
    assert house.round("right").difference_minor < 0
    again = client.get(address).content.decode()
    assert "held not to have happened. With data it is brought back" in again


def test_a_correction_is_not_corrected_and_unknown_facts_are_not_found(house: House, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    key = house.round("corrected").pk
    correction = version_of(house, "corrected", "fact_corrected")
    assert client.get(reverse("admin:games_round_correct", args=[key, correction])).status_code == 404
    assert client.get(reverse("admin:games_round_correct", args=[key, 999])).status_code == 404


def test_a_ruling_offers_what_waits_and_settles_it(house: House, as_: As) -> None:
    client = as_("pit_manager", "en")
    page = html.unescape(client.get(ruling(house)).content.decode())
    offered = re.findall(r'<option value="([^"]+)"', page.partition('name="clause"')[2].partition("</select>")[0])
    every = html.unescape(client.get(f"{ruling(house)}?all=1").content.decode())
    assert len(offered) < len(re.findall(r"<option", every.partition('name="choice"')[0])), (
        "those that can decide it now"
    )
    waiting = re.findall(r'<optgroup label="Waiting for a decision">\s*<option value="([^"]+)"', every)
    assert offered[:1] == waiting[:1]
    assert re.search(r'name="bets" value="b1"[^>]*checked', page), "the bet that waits is ticked"
    clause = offered[0]
    choice = re.findall(r'name="choice".*?<option value="([^"]+)"', page, re.DOTALL)[0]
    said = {"clause": clause, "choice": choice, "bets": ["b1"], "reason": "Seen clearly on the film.", **hidden(page)}
    head = house.story.ledger.head()[0]
    shown = client.post(ruling(house), said).content.decode()
    assert house.story.ledger.head()[0] == head
    answer = client.post(ruling(house), {**said, "confirmed": CONFIRM.findall(shown)[0]})
    assert answer.status_code == 302
    fact = house.story.ledger.stream("round/RL01/unclear")[-1].data
    assert isinstance(fact, RulingMade)
    assert (fact.clause, fact.choice, fact.bets, fact.made_by.staff) == (clause, choice, ("b1",), "pit.manager")
    assert "b1" not in re.findall(r'id="bet-(\w+)"[^>]*awaiting', client.get(answer["Location"]).content.decode())


def test_a_ruling_leads_back_to_where_the_person_came_from_in_this_house(house: House, as_: As) -> None:
    client = as_("pit_manager", "en")
    for back, kept in (("/admin/disputes/case/7/change/", True), ("https://elsewhere.example/", False)):
        page = client.get(f"{ruling(house)}?back={back}").content.decode()
        assert (f'name="back" value="{back}"' in page) is kept
    clause, choice = (
        re.findall(r'<option value="([^"]+)"', page.partition(f'name="{name}"')[2])[0] for name in ("clause", "choice")
    )
    said = {"clause": clause, "choice": choice, "bets": ["b1"], "reason": "Seen clearly on the film.", **hidden(page)}
    shown = client.post(ruling(house), said).content.decode()
    sent = {**said, "confirmed": CONFIRM.findall(shown)[0], "back": "/admin/disputes/case/7/change/"}
    assert client.post(ruling(house), sent)["Location"] == "/admin/disputes/case/7/change/"


def test_another_decision_must_be_written(house: House, as_: As) -> None:
    client = as_("pit_manager", "vi")
    page = client.get(ruling(house)).content.decode()
    said = {"clause": "7.12", "choice": "other", "reason": "Read clearly on the film.", **hidden(page)}
    answer = client.post(ruling(house), said)
    assert answer.status_code == 422
    assert "Hãy ghi quyết định." in answer.content.decode()
    assert client.post(ruling(house), {**said, "other": "a b"}).status_code == 422
