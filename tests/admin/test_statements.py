"""What a person entered later on the pages: whoever may confirm it sees it in what waits, and the round shows both
ways."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import msgspec
import pytest
from django.urls import reverse

from games.rows.following import follow_now
from games.rows.models import Round, Waiting
from tests.admin.conftest import As
from tests.admin.house import House, person
from tests.admin.test_waiting import INBOX, page_of, say, shown
from tests.replay.story import CODE, STARTS

pytestmark = pytest.mark.django_db


@pytest.fixture
def statement(house: House) -> UUID:
    """A dealer enters a bet on the number that fell, as laid before the call."""
    person("pit_supervisor")
    at = STARTS + timedelta(minutes=50)
    stream = house.story.spin("stated", at, paid_minor=None)
    data = {"bet": "late", "spot": "straight:17", "stake_minor": 10_000, "player": "P-9"}
    told = house.story.event(stream, "roulette.bet_placed", at + timedelta(seconds=1), "device:RL01-tablet", **data)
    house.story.append([msgspec.structs.replace(told, sequence=900, clock_skew_ms=0, entered_later=True)])
    follow_now(CODE)
    return Waiting.objects.get(kind="statement", stream=stream).pk


@pytest.mark.parametrize("language", ["vi", "en"])
def test_it_waits_in_words_with_its_amount_and_is_confirmed(statement: UUID, as_: As, language: str) -> None:
    client = as_("pit_supervisor", language)
    assert str(statement) in shown(client, reverse(INBOX))
    page = shown(client, page_of(statement))
    words = {
        "vi": (
            "Nơi gửi",
            "thiết bị RL01-tablet (nhập sau)",
            "Bộ phận Giám sát, sau khi xem cảnh quay",
            "nhập sau. Cho",
        ),
        "en": ("Sent by", "device RL01-tablet (entered later)", "Surveillance, that looked at the film", "afterwards."),
    }[language]
    for each in words:
        assert each in page
    row = Waiting.objects.get(pk=statement)
    round_page = shown(
        client,
        reverse("admin:games_round_change", args=[Round.objects.get(stream=row.stream, property=row.property).pk]),
    )
    both = {"vi": ("tính theo lúc nhận được", "tính theo lời khai"), "en": ("as it was received", "settle as stated")}
    for each in (*both[language], str(statement)):
        assert each in round_page
    assert say(client, statement, "confirm") == 302
    assert Waiting.objects.get(pk=statement).state == "confirmed"


def test_surveillance_answers_and_a_dealer_only_reads(statement: UUID, as_: As) -> None:
    dealer = as_("dealer", "en")
    assert 'name="say"' not in shown(dealer, page_of(statement))
    assert dealer.post(page_of(statement), {"command_id": str(uuid4()), "say": "confirm"}).status_code == 403
    watch = as_("surveillance", "en")
    assert str(statement) in shown(watch, reverse(INBOX))
    assert say(watch, statement, "refuse") == 302
    assert Waiting.objects.get(pk=statement).state == "refused"
