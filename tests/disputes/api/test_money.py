"""Over the API: money is still out until somebody records that it moved, and who decided does not above the sum."""

from __future__ import annotations

from typing import Any

import pytest

from casino.clock import now as clock
from tests.disputes.api.test_cases import REMEDY, Caller
from tests.disputes.court import OWED, Court

LINE = {"to_player_minor": -200_000, "table": "RL01", "round": "short", "bet": "b1"}
BACK = {**REMEDY, "kind": "other", "lines": [LINE], "deviation": "Khách hoàn lại."}
WHY = "Khách đã rời casino và không liên lạc được."


def settled(caller: Caller, asked: dict[str, Any]) -> str:
    number = caller.open()
    assert caller.do(number, "propose-remedy", remedy=asked).status_code == 200
    assert caller.do(number, "answer-at-table", agreed=True).status_code == 200
    return number


def moved(caller: Caller, number: str, **besides: Any) -> Any:
    said = {"line": "M1", "how": "chips", "moved_at": clock().isoformat(), **besides}
    return caller.do(number, "record-money", **said)


def out(caller: Caller, number: str) -> int:
    found: int = caller.case(number)["case"]["out_minor"]
    return found


def test_a_hand_over_is_recorded_before_a_case_closes(court: Court) -> None:
    supervisor = Caller("pit_supervisor")
    number = settled(supervisor, REMEDY)
    shown = supervisor.case(number)
    assert (shown["case"]["stage"], shown["case"]["out_minor"]) == ("closing", OWED)
    assert "record_money" in shown["commands"]
    assert moved(supervisor, number, amount_minor=OWED + 1).json()["code"] == "case_money_amount"
    assert moved(supervisor, number).status_code == 200
    assert out(supervisor, number) == 0
    assert "case.money_handed_over.v1" in [event["type"] for event in supervisor.case(number)["events"]]


def test_who_decided_does_not_record_it_above_the_sum(court: Court, settings: Any) -> None:
    settings.FIRST_SETTINGS = {**settings.FIRST_SETTINGS, "handover_other_above": {"VND": OWED - 1}}
    supervisor = Caller("pit_supervisor")
    number = settled(supervisor, REMEDY)
    refused = moved(supervisor, number)
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (
        403,
        "case_handover_other",
        "line",
    )
    assert out(supervisor, number) == OWED
    assert moved(Caller("pit_manager"), number).status_code == 200
    assert out(supervisor, number) == 0


@pytest.mark.parametrize("why", ["waived", "uncollectable"])
def test_above_the_limits_two_persons_give_it_up(court: Court, settings: Any, why: str) -> None:
    supervisor, manager, shift = Caller("pit_supervisor"), Caller("pit_manager"), Caller("shift_manager")
    number = settled(supervisor, BACK)
    settings.FIRST_SETTINGS = {"beyond_alone": {"VND": 199_999}}
    said = {"line": "M1", "why": why, "reason": WHY}
    assert supervisor.do(number, "give-up-money", **said).json()["code"] == "case_role"
    assert manager.do(number, "give-up-money", **said).status_code == 200
    assert out(manager, number) == 200_000, "asked for, and not done"
    again = manager.do(number, "give-up-money", **said)
    assert (again.status_code, again.json()["code"]) == (403, "case_giving_up_second")
    assert shift.do(number, "give-up-money", **said).status_code == 200
    assert out(shift, number) == 0
    assert f"case.money_{why}.v1" in [event["type"] for event in shift.case(number)["events"]]
