"""An incident over a stretch of play with many players is one matter with many parties: opened, seen and decided from
the screens (8.1 to 8.4)."""

from __future__ import annotations

import html
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from disputes.admin import picking
from disputes.rows import stored
from disputes.rows.models import Case as CaseRow
from games.rows.models import Round
from tests.admin.house import person
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.admin.doing.played import Hand
from tests.disputes.court import Court
from tests.posting import posting
from tests.replay.story import CODE, STARTS

MANY = 84
"""A shoe."""
GUESTS = tuple(f"G-{number}" for number in range(1, 8))


@pytest.fixture
def shoe(court: Court) -> Court:
    """Rounds of one table every half minute, with seven players who take turns."""
    story = court.house.story
    begins = STARTS + timedelta(hours=2)
    for number in range(MANY):
        at = begins + timedelta(seconds=30 * number)
        stream = f"round/RL01/shoe{number:03}"
        story.tell(stream, "roulette.round_opened", at, number=100 + number)
        for bet, guest in enumerate((GUESTS[number % 7], GUESTS[(number + 3) % 7])):
            said: Any = {"bet": f"b{bet}", "spot": f"straight:{17 + bet}", "stake_minor": 100_000, "player": guest}
            story.tell(stream, "roulette.bet_placed", at + timedelta(seconds=1 + bet), **said)
        story.tell(stream, "roulette.ball_spun", at + timedelta(seconds=5))
        called = {"post": "dealer", "staff": "S-101"}
        story.tell(stream, "roulette.betting_closed", at + timedelta(seconds=8), called_by=called)
        story.tell(stream, "roulette.ball_dropped", at + timedelta(seconds=12), pocket=17)
        story.tell(stream, "roulette.payout_made", at + timedelta(seconds=20), bet="b0", amount_minor=3_000_000)
        story.tell(stream, "roulette.round_closed", at + timedelta(seconds=25))
    court.house.follow()
    for role in ("pit_supervisor", "pit_manager"):
        posting(person(role), role, owner=court.house.property, begins_at=court.now - timedelta(days=300))
    return court


def times(court: Court) -> dict[str, str]:
    first = Round.objects.get(code="shoe000")
    last = Round.objects.get(code=f"shoe{MANY - 1:03}")
    zone = court.house.property.zone
    begins, ends = (row.moment.astimezone(zone) for row in (first, last))
    day = f"{begins:%Y-%m-%d}"
    return {"about_day": day, "about_time": f"{begins:%H:%M}", "about_until": f"{ends:%H:%M}"}


def opening() -> Hand:
    return Hand(client_of("pit_supervisor"), f"{reverse('admin:disputes_case_open')}?table=RL01")


def test_a_whole_shoe_and_everybody_at_it_is_one_case(shoe: Court) -> None:
    hand = opening()
    hand.send(times(shoe), look="interval")
    page = html.unescape(hand.page)
    assert f"{MANY} rounds of this time are ticked." in page
    assert len(hand.fields["rounds"]) == MANY
    sent = hand.send({"claim": "Cả bàn nói bị trả thiếu suốt hộp bài.", "everybody": "on", "name": ""})
    assert sent.status_code == 302, hand.page
    row = CaseRow.objects.latest("id")
    case = stored.load(CODE, row.number)
    assert len(case.rounds) == MANY
    assert sorted(party.reference or "" for party in case.players) == sorted(GUESTS)
    manager = client_of("pit_manager")
    shown = html.unescape(manager.get(reverse("admin:disputes_case_change", args=[row.pk])).content.decode())
    for guest in GUESTS:
        assert guest in shown
    assert str(MANY) in shown


def test_what_was_ticked_before_stays_ticked(shoe: Court) -> None:
    hand = opening()
    hand.send({**times(shoe), "rounds": ["RL01/short"]}, look="interval")
    assert hand.fields["rounds"].count("RL01/short") == 1 or "RL01/short" in hand.fields["rounds"]
    assert len(hand.fields["rounds"]) == MANY + 1


def test_more_than_are_taken_at_once_is_said(shoe: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picking, "MOST_ROUNDS", 10)
    hand = opening()
    hand.send(times(shoe), look="interval")
    assert f"{MANY} rounds lie in this time; the first 10 are ticked." in html.unescape(hand.page)
    assert len(hand.fields["rounds"]) == 10


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"about_until": ""}, "Say from when (at about) until when."),
        ({"about_time": "x"}, "Say from when (at about) until when."),
        ({"about_day": "2020-01-01"}, "No round was recorded at this table in this time."),
    ],
)
def test_a_time_without_rounds_is_said(shoe: Court, changes: dict[str, str], said: str) -> None:
    hand = opening()
    hand.send({**times(shoe), **changes}, look="interval")
    assert said in html.unescape(hand.page)


def test_more_rounds_are_added_to_a_case_the_same_way(shoe: Court) -> None:
    shoe.open()
    row = CaseRow.objects.get(number=shoe.number)
    hand = Hand(client_of("pit_supervisor"), reverse("admin:disputes_case_do", args=[row.pk, "change_rounds"]))
    hand.send(times(shoe), look="interval")
    assert len(hand.fields["rounds"]) == MANY + 1
    assert hand.send({"reason": "Cả buổi khi ghi sổ."}).status_code == 302
    assert len(stored.load(CODE, shoe.number).rounds) == MANY + 1
