"""The page of a sealed reason: read by who sees rounds, erased by those who answer for it; then it says so."""

from __future__ import annotations

import html
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.factors.step_up import is_declared
from disputes.reads.models import PersonalRead
from games.commands import rulings
from games.engine.facts import Person
from games.rows.models import Round
from tests import acts
from tests.admin.conftest import As
from tests.admin.house import House
from tests.replay.story import CODE

WORDS = "Bà Xoan nói đặt số 18."
STREAM = "round/RL01/right"


@pytest.fixture
def position(house: House) -> int:
    house.story.matter(STREAM)
    done = acts.record_ruling(
        property_code=CODE,
        clause="7.12",
        choice="as_spun",
        by=Person(post="director_of_table_games", staff="director.of.table.games"),
        reason=WORDS,
        rounds=[rulings.Ruled(stream=STREAM, bets=(), seen_version=len(house.story.ledger.stream(STREAM)))],
        command_id=uuid4(),
        now=house.story.now,
    )
    house.follow()
    return done.position


def page_of(position: int) -> str:
    return reverse("admin:games_reason", args=[CODE, position])


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def said(**more: Any) -> dict[str, Any]:
    return {"ground": "Luật 91/2025/QH15: khách yêu cầu xóa.", "sure": "on", "command_id": str(uuid4())} | more


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("vi", ("riêng lý do này", "Đã xóa bởi Quản lý cấp cao senior.management", "(đã xóa)", "Căn cứ pháp luật")),
        ("en", ("the reason by itself", "Erased by senior management senior.management", "(erased)", "Legal ground")),
    ],
)
def test_erased_on_its_page_it_is_erased_everywhere(
    position: int, house: House, as_: As, language: str, words: tuple[str, ...]
) -> None:
    link, by, gone, ground = words
    senior, dealer = as_("senior_management", language), as_("dealer", language)
    its_round = reverse("admin:games_round_change", args=[house.round("right").pk])
    before = shown(dealer, its_round)
    for each in (WORDS, link, page_of(position)):
        assert each in before
    assert WORDS in shown(dealer, page_of(position))
    assert 'name="ground"' not in shown(dealer, page_of(position))
    assert 'name="ground"' in shown(senior, page_of(position))
    assert senior.post(page_of(position), said()).status_code == 302
    after = shown(dealer, page_of(position))
    for each in (by, gone, ground, "Luật 91/2025/QH15: khách yêu cầu xóa."):
        assert each in after
    assert WORDS not in after
    assert 'name="ground"' not in shown(senior, page_of(position))
    assert gone in shown(dealer, its_round)
    assert WORDS not in shown(dealer, its_round)
    assert senior.post(page_of(position), said()).status_code == 409


@pytest.mark.parametrize("missing", [{"ground": ""}, {"sure": ""}, {"ground": "x" * 501}])
def test_what_is_not_said_is_asked_for(position: int, as_: As, missing: dict[str, str]) -> None:
    client = as_("senior_management", "en")
    assert client.post(page_of(position), said(**missing)).status_code == 422
    assert WORDS in shown(client, page_of(position))


@pytest.mark.parametrize("role", ["dealer", "pit_manager", "director_of_table_games", "surveillance", "regulator"])
def test_nobody_else_erases(position: int, as_: As, role: str) -> None:
    client = as_(role, "en")
    assert 'name="ground"' not in shown(client, page_of(position))
    assert client.post(page_of(position), said()).status_code == 403
    assert WORDS in shown(client, page_of(position))


def test_who_sees_no_rounds_sees_no_reason(position: int, as_: As) -> None:
    assert as_("administrator").get(page_of(position)).status_code == 403
    assert Client().get(page_of(position)).status_code == 302


def test_before_it_the_person_is_asked_again() -> None:
    assert is_declared("admin:games_reason")


def test_what_is_no_reason_has_no_page(position: int, as_: As) -> None:
    client = as_("senior_management")
    for address in (page_of(1), page_of(10**9), reverse("admin:games_reason", args=["NONE", position])):
        assert client.get(address).status_code == 404


def test_whoever_is_shown_a_reason_leaves_a_trace(position: int, house: House, as_: As) -> None:
    """On its page, on the round and on a form of the round; the dealer, who sees no list of reads, is in it."""
    as_("dealer").get(page_of(position))
    as_("pit_supervisor").get(reverse("admin:games_round_change", args=[house.round("right").pk]))
    other = Round.objects.exclude(stream=STREAM).filter(table="RL01")[0]
    as_("shift_manager").get(reverse("admin:games_round_change", args=[other.pk]))
    kept = PersonalRead.objects.order_by("pk").values_list("staff", "kind", "about")
    assert list(kept) == [
        ("dealer", "reason", f"{STREAM} {position}"),
        ("pit.supervisor", "reason", STREAM),
    ]


def test_who_sees_only_that_a_reason_was_erased_has_read_none(position: int, as_: As) -> None:
    as_("senior_management").post(page_of(position), said())
    PersonalRead.objects.all().delete()
    as_("dealer").get(page_of(position))
    assert not PersonalRead.objects.exists()
