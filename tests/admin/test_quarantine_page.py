"""The page of a refused message: what to do, what was recorded in its place, and how people bring it right."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from casino.clock import now as clock
from casino.commands.models import Receipt
from casino.core.errors import Problem
from games.ingest import put_right
from games.ingest.models import Quarantine
from games.rows.models import Round
from tests.admin.conftest import As
from tests.admin.house import House
from tests.admin.test_pages import refused


def page(as_: As, row: Quarantine, language: str = "en", role: str = "pit_manager") -> Any:
    return as_(role, language).get(reverse("admin:games_quarantine_change", args=[row.pk]))


@pytest.mark.parametrize(
    ("language", "advice", "nothing"),
    [
        ("en", "Tell the supplier of the device", "Nothing has been recorded under this id or number."),
        ("vi", "Hãy báo nhà cung cấp thiết bị", "Chưa ghi sự kiện nào với mã hoặc số thứ tự này."),
    ],
)
def test_it_says_what_to_do(language: str, advice: str, nothing: str, house: House, as_: As) -> None:
    shown = page(as_, refused(house, b"{"), language).content.decode()
    assert advice in shown
    assert nothing in shown


def test_what_was_recorded_under_its_id_leads_to_the_round(house: House, as_: As) -> None:
    row = refused(house, b"{}")
    row.event_id = house.story.ledger.stream("round/RL01/short")[1].id
    row.save()
    shown = page(as_, row).content.decode()
    assert reverse("admin:games_round_change", args=[house.round("short").pk]) in shown
    assert "Bet placed" in shown


def test_not_for_a_dealer(house: House, as_: As) -> None:
    assert page(as_, refused(house, b"{"), role="dealer").status_code == 403


# --- Brought right ----------------------------------------------------------------------------------------------------

NOTE = {"id": str(uuid4()), "type": "table.noted.v1", "table": "RL01", "occurred_at": None, "data": {"note": "Đổi bi."}}
BET = {
    "id": str(uuid4()),
    "type": "roulette.bet_placed.v1",
    "table": "RL01",
    "round": "nothere",
    "occurred_at": "2026-06-13T20:19:05+07:00",
    "data": {"bet": "b9", "spot": "red", "stake_minor": 100_000},
}


def wrong(house: House, event: dict[str, Any]) -> Quarantine:
    """As a device sent it: with its number, and a field that nobody knows."""
    row = refused(house, json.dumps({**event, "sequence": 7, "colour": "red"}).encode())
    row.table, row.event_id = event["table"], UUID(event["id"])
    row.save()
    return row


def sent(event: dict[str, Any], **besides: Any) -> dict[str, Any]:
    return {"event": json.dumps(event), "reason": "Read from the tablet.", "command_id": str(uuid4()), **besides}


def post(as_: As, role: str, row: Quarantine, way: str, data: dict[str, Any]) -> int:
    answer = as_(role, "en").post(reverse(f"admin:games_quarantine_{way}", args=[row.pk]), data)
    return int(answer.status_code)


def recorded(house: House, event: dict[str, Any]) -> Any:
    return house.story.ledger.find(UUID(event["id"]))


def test_what_is_no_matter_of_money_is_sent_again_by_one_person(house: House, as_: As) -> None:
    row = wrong(house, NOTE)
    body = bytes(row.body)
    begun = as_("pit_manager", "en").get(reverse("admin:games_quarantine_send", args=[row.pk]))
    assert "colour" in begun.context["form"].initial["event"]
    assert "sequence" not in begun.context["form"].initial["event"]
    assert post(as_, "pit_manager", row, "send", sent({**NOTE, "colour": "red"})) == 422
    assert recorded(house, NOTE) is None
    given = sent(NOTE)
    assert post(as_, "pit_manager", row, "send", given) == 302
    found = recorded(house, NOTE)
    assert found.actor == "person:pit.manager"
    assert found.sequence is None
    assert post(as_, "pit_manager", row, "send", given) == 302, "the second click"
    assert post(as_, "shift_manager", row, "send", given) == 422, "another person's"
    assert post(as_, "pit_manager", row, "send", sent(NOTE, command_id=given["command_id"], reason="Heard.")) == 422
    Receipt.objects.all().delete()  # as what was recorded before this room kept any
    assert post(as_, "pit_manager", row, "send", given) == 302
    assert post(as_, "shift_manager", row, "send", sent(NOTE)) == 422, "it is done"
    assert len(put_right.standing(row).events) == 1
    row.refresh_from_db()
    assert bytes(row.body) == body, "the original stays"
    shown = page(as_, row).content.decode()
    assert "Recorded as corrected" in shown
    assert "Read from the tablet." in shown
    assert "Note" in shown


def test_a_fact_of_a_round_waits_for_a_second_person(house: House, as_: As) -> None:
    row = wrong(house, BET)
    assert post(as_, "pit_manager", row, "send", sent(BET)) == 302
    assert recorded(house, BET) is None
    assert put_right.standing(row).state == "waiting"
    answer = {"say": "confirm", "command_id": str(uuid4())}
    for role in ("pit_manager", "pit_supervisor", "dealer", "regulator"):
        post(as_, role, row, "answer", answer)
        assert recorded(house, BET) is None, role
    assert "Confirm and record it" in page(as_, row, role="shift_manager").content.decode()
    assert "Confirm and record it" not in page(as_, row, role="pit_manager").content.decode()
    assert post(as_, "shift_manager", row, "answer", answer) == 302
    assert recorded(house, BET).actor == "person:pit.manager"
    done = put_right.standing(row).events[-1].data
    assert (done.sent_by.staff, done.confirmed_by.staff) == ("pit.manager", "shift.manager")
    for _receipt in ("kept", "none was kept"):
        again: dict[str, Any] = {"by": lambda _table: done.confirmed_by, "now": clock()}
        again["command_id"] = UUID(answer["command_id"])
        assert put_right.act(row, put_right.ConfirmSending(), **again) == "sent"
        with pytest.raises(Problem, match="already used"):
            put_right.act(row, put_right.RefuseSending(), **again)
        Receipt.objects.all().delete()
    house.follow()
    assert Round.objects.get(code="nothere").bets_count == 2
    listed = as_("shift_manager", "vi").get(reverse("admin:games_quarantine_changelist"), {"handling": "sent"})
    assert [each.pk for each in listed.context["cl"].result_list] == [row.pk]


def test_refused_or_taken_back_nothing_is_recorded_and_it_can_be_tried_again(house: House, as_: As) -> None:
    row = wrong(house, BET)
    for role in ("shift_manager", "pit_manager"):
        assert post(as_, "pit_manager", row, "send", sent(BET)) == 302
        assert post(as_, role, row, "answer", {"say": "refuse", "command_id": str(uuid4())}) == 302
        assert put_right.standing(row).state == "open"
    assert recorded(house, BET) is None


def test_it_is_marked_as_dealt_with_for_a_reason_that_stands_sealed(house: House, as_: As) -> None:
    row = wrong(house, NOTE)
    reason = "Máy của nhà cung cấp đang thử."
    assert post(as_, "pit_manager", row, "rest", {"reason": " ", "command_id": str(uuid4())}) == 422
    assert post(as_, "pit_manager", row, "rest", {"reason": reason, "command_id": str(uuid4())}) == 302
    [event] = put_right.standing(row).events
    assert event.data.reason is None
    assert reason in page(as_, row, "vi").content.decode()
    assert "Đã xử lý" in page(as_, row, "vi").content.decode()


@pytest.mark.parametrize(
    "event",
    [
        {**NOTE, "type": "table.limits_set.v1", "data": {}},
        {**BET, "type": "roulette.fact_corrected.v1", "data": {}},
        {**NOTE, "table": "NOWHERE"},
    ],
)
def test_nothing_that_a_device_may_not_say(event: dict[str, Any], house: House, as_: As) -> None:
    row, head = wrong(house, NOTE), house.story.ledger.head()
    assert post(as_, "pit_manager", row, "send", sent(event)) == 422
    assert house.story.ledger.head() == head


def test_strangers_and_those_without_a_post_bring_nothing_right(house: House, as_: As) -> None:
    row = wrong(house, NOTE)
    for role in ("dealer", "pit_supervisor", "regulator", "auditor", "administrator"):
        assert post(as_, role, row, "send", sent(NOTE)) == 403, role
    unknown = refused(house, b"{}")
    unknown.is_authenticated, unknown.property = False, None
    unknown.save()
    assert (
        post(as_, "shift_manager", unknown, "rest", {"reason": "Read clearly on the film.", "command_id": str(uuid4())})
        == 404
    )
    assert page(as_, unknown).status_code == 200
    assert recorded(house, NOTE) is None


def test_the_head_has_words_and_no_codes(house: House, as_: As) -> None:
    row = wrong(house, NOTE)
    row.event_type = "roulette.bet_placed.v1"
    row.save()
    head = page(as_, row, "vi").content.decode().partition('class="tp-round-head"')[2].partition("<dl")[0]
    assert "not_json" not in head
    assert "roulette.bet_placed" not in page(as_, row).content.decode().partition("What was sent")[0]
