"""Cases on the desk: in hand or to do now, each with its note, its next step and the replay."""

from __future__ import annotations

from django.urls import reverse

from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.admin.doing.played import Played

DESK = reverse("admin:games_finding_desk_page")


def test_the_desk_has_ones_cases_and_not_those_of_others(played: Played) -> None:
    mine = {played.numbers[name] for name in ("at_table", "offered", "no_round")}
    found = {name: client_of(name, "en").get(DESK).context["entries"] for name in ("pit_supervisor", "regulator")}
    numbers = {entry.where.partition(" ")[0] for entry in found["pit_supervisor"] if "/case/" in entry.page}
    assert mine <= numbers
    assert played.numbers["closed"] not in numbers
    assert not [entry for entry in found["regulator"] if "/case/" in entry.page]


def test_a_case_stands_there_with_its_next_step_and_its_rounds(played: Played) -> None:
    row = played.row("offered")
    client = client_of("pit_supervisor", "en")
    shown = client.get(reverse("admin:disputes_case_desk", args=[row.pk])).content.decode()
    for part in (row.number, "Next step", 'id="rounds"', 'data-key="n"'):
        assert part in shown
    assert "data-over" not in shown
    assert "tp-reach" not in shown, "the desk has a bar of its own at the foot of a phone"
    assert "tp-reach" in client.get(reverse("admin:disputes_case_change", args=[row.pk])).content.decode()
    assert (
        "data-over" in client_of("regulator").get(reverse("admin:disputes_case_desk", args=[row.pk])).content.decode()
    )
