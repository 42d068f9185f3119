"""At night the only supervisor on duty is the one complained of: what the replay owes is paid at once (8.1), the rest
is promised (8.3) and waits for the next post, who answers in an own session. Over pages and API."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from casino.access.models import Posting
from casino.clock import now as clock
from disputes.rows import stored
from disputes.rows.models import Case as CaseRow
from tests.disputes.admin.doing.played import Hand
from tests.disputes.api.test_cases import REMEDY
from tests.disputes.court import OWED, Court, colleague
from tests.disputes.test_interest import Player

pytestmark = pytest.mark.django_db

BET = "RL01/short/b1"


@pytest.fixture
def alone(court: Court) -> Player:
    """A supervisor: from now on nobody else is posted at the table."""
    named = Player(colleague("S-named", "pit_supervisor"))
    gone = clock()
    running = Posting.objects.exclude(user=named.user).filter(ends_at__gt=gone)
    running.update(ends_at=gone, ended_at=gone, ended_by="ADM-001")
    return named


def opened(alone: Player) -> str:
    """A guest complains of the supervisor, who writes it down: that stays open to everybody."""
    return alone.open(staff=[alone.staff])


def of(row: CaseRow, who: Player, command: str) -> Hand:
    return Hand(who.client, reverse("admin:disputes_case_do", args=[row.pk, command]))


def more(amount: int = 600_000) -> dict[str, Any]:
    return {
        **REMEDY,
        "deviation": "Vì khách đã chờ lâu quá.",
        "lines": [{"to_player_minor": amount, "table": "RL01", "round": "short", "bet": "b1"}],
    }


def test_over_the_api_what_the_replay_owes_is_paid_and_nothing_else(alone: Player) -> None:
    number = opened(alone)
    offered = set(alone.case(number)["commands"])
    assert "propose_remedy" in offered
    assert offered.isdisjoint(("take_over", "change_amount", "withdraw"))
    refused = alone.do(number, "propose-remedy", remedy=more())
    assert (refused.status_code, refused.json()["code"]) == (403, "case_owed_only")
    for command, said in (("take-over", {}), ("change-amount", {"amount_minor": 1}), ("withdraw", {})):
        assert alone.do(number, command, **said).json()["code"] == "case_party", command
    assert alone.do(number, "propose-remedy", remedy=REMEDY).status_code == 200
    assert alone.do(number, "answer-at-table", agreed=True).status_code == 200
    assert CaseRow.objects.get(number=number).paid_minor == OWED


def test_over_the_pages_likewise(alone: Player) -> None:
    number = opened(alone)
    row = CaseRow.objects.get(number=number)
    page = alone.client.get(reverse("admin:disputes_case_change", args=[row.pk])).content.decode()
    assert reverse("admin:disputes_case_do", args=[row.pk, "propose_remedy"]) in page
    assert reverse("admin:disputes_case_do", args=[row.pk, "take_over"]) not in page
    offer = of(row, alone, "propose_remedy")
    assert offer.fields[f"pay:{BET}"] == [f"{OWED:,}"]
    offer.send({f"pay:{BET}": "600,000"}, deviation="Vì khách đã chờ lâu quá.")
    assert "only what the rules still owe can be paid" in offer.page
    assert stored.load(property_code(row), number).proposal is None
    offer = of(row, alone, "propose_remedy")
    assert offer.send().status_code == 302
    answer = of(row, alone, "answer_at_table")
    answer.send(agreed="yes")
    assert answer.confirm().status_code == 302
    row.refresh_from_db()
    assert (row.stage, row.paid_minor) == ("closing", OWED)


def test_what_is_disputed_is_promised_and_the_next_post_answers_in_an_own_session(alone: Player) -> None:
    number = opened(alone)
    assert alone.do(number, "pass-on", why="cannot_be_resolved").status_code == 200
    next_one = colleague("M-next", "pit_manager")
    manager = Player(next_one)
    assert manager.do(number, "take-over").status_code == 200
    assert CaseRow.objects.get(number=number).assigned_to == manager.staff


def property_code(row: CaseRow) -> str:
    return row.property.code
