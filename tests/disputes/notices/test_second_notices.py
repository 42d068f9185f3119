"""Who is told of what waits for a second person: whoever may confirm it at the table, who asked, the person named;
once, and nobody else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from casino.clock import now as clock
from disputes.notices import follower
from disputes.notices.models import Notice
from disputes.notices.words import SECOND, headline, reference
from games.engine.facts import Person
from games.facts.approval_facts import NAMES
from games.rows.models import WaitingKind
from tests import acts
from tests.admin.house import House, person
from tests.disputes.court import colleague
from tests.posting import a_property, posting
from tests.replay.story import CODE

pytestmark = pytest.mark.django_db

STREAM = "round/RL01/right"
SUPERVISOR = Person(post="pit_supervisor", staff="pit.supervisor")
MANAGER = Person(post="pit_manager", staff="pit.manager")


@pytest.fixture
def house() -> House:
    """People of every post, and strangers: of another table, another property, no posting, and one who left."""
    built = House()
    for role in (
        "dealer",
        "pit_supervisor",
        "pit_manager",
        "shift_manager",
        "director_of_table_games",
        "head_of_operations",
        "surveillance",
        "regulator",
        "auditor",
        "administrator",
    ):
        person(role)
    colleague("another.table", "pit_manager", tables=("SB01",))
    away = colleague("another.house", "pit_manager", tables=("SB01",))
    posting(away, "pit_manager", tables=("RL01",), owner=a_property("DN"))
    left = colleague("who.left", "shift_manager")
    left.is_active = False
    left.save()
    return built


def ask(house: House) -> UUID:
    recorded = house.story.ledger.stream(STREAM)
    drop = next(event for event in recorded if event.type == "roulette.ball_dropped.v1")
    return acts.ask_correction(
        property_code=CODE,
        stream=STREAM,
        target=drop.id,
        after={"pocket": 18},
        by=SUPERVISOR,
        reason="Read from the film.",
        seen_version=len(recorded),
        command_id=uuid4(),
        now=clock(),
    ).id


def told() -> set[tuple[str, str]]:
    """Follow, and who was told what since the last time."""
    known = set(Notice.objects.values_list("pk", flat=True))
    follower.catch_up(CODE, now=clock())
    rows = Notice.objects.exclude(pk__in=known).filter(kind="second").select_related("user")
    return {(row.user.get_username(), row.subject) for row in rows}


def answer(what: str, key: UUID, by: Person) -> None:
    getattr(acts, what)(CODE, STREAM, key, by=by, command_id=uuid4(), now=clock())


def test_whoever_may_confirm_at_the_table_is_told_once(house: House) -> None:
    ask(house)
    confirming = {"pit.manager", "shift.manager", "director.of.table.games"}
    assert told() == {(who, "correct_fact") for who in confirming}
    assert told() == set()


@pytest.mark.parametrize(("what", "subject"), [("confirm", "ask.confirmed"), ("refuse", "ask.refused")])
def test_who_asked_hears_what_became_of_it(house: House, what: str, subject: str) -> None:
    key = ask(house)
    told()
    answer(what, key, MANAGER)
    assert told() == {("pit.supervisor", subject)}


def test_what_is_withdrawn_tells_nobody(house: House) -> None:
    key = ask(house)
    told()
    answer("withdraw", key, SUPERVISOR)
    assert told() == set()


def test_a_finding_is_told_to_those_who_confirm_it(house: House) -> None:
    row = house.finding("paid_too_little")
    said: dict[str, Any] = {
        "reason": "Paid at the cage.",
        "clause": None,
        "seen_version": None,
        "command_id": uuid4(),
        "now": clock(),
    }
    acts.ask_put_right(row, by=MANAGER, **said)
    assert told() == {(who, "put_right") for who in ("shift.manager", "director.of.table.games")}


def test_what_a_device_reported_is_told_to_the_person_named(house: House) -> None:
    """The record keeps its own time: the notice is news while the fact is."""
    house.story.now = clock()
    house.story.tell(
        "round/RL01/unclear",
        "roulette.ruling_made",
        house.story.now,
        actor="device:RL01-tablet",
        clause="7.12",
        made_by={"post": "director_of_table_games", "staff": "director.of.table.games"},
        choice="void",
        reason="Seen on film.",
    )
    assert told() == {("director.of.table.games", "reported")}


def test_a_ruling_that_asks_for_a_second_person_is_told_to_whoever_may_be_it(house: House) -> None:
    """6.6 on a bet that nobody had called unclear; the one who ruled is not told, nor who is posted elsewhere."""
    house.story.now = clock()
    house.story.tell(
        STREAM,
        "roulette.ruling_made",
        house.story.now,
        actor="person:pit.supervisor",
        clause="6.6",
        made_by={"post": "pit_supervisor", "staff": "pit.supervisor"},
        choice="straight:18",
        reason="Seen on film.",
        bets=["b1"],
    )
    confirming = {"pit.manager", "shift.manager", "director.of.table.games"}
    assert told() == {(who, "ruling") for who in confirming}
    assert told() == set()


def test_old_requests_are_no_news(house: House) -> None:
    ask(house)
    follower.catch_up(CODE, now=clock() + timedelta(days=3))
    assert not Notice.objects.filter(kind="second").exists()


def test_a_notice_leads_to_what_waits_and_keeps_no_reason(house: House) -> None:
    key = ask(house)
    told()
    notice = Notice.objects.get(user=person("pit_manager"))
    assert headline(notice) == SECOND["correct_fact"]
    assert reference(notice) == "RL01/right"
    assert "film" not in repr(notice.__dict__)
    client = Client()
    client.force_login(person("pit_manager"), backend="casino.backends.PostingBackend")
    page = client.get("/admin/disputes/notice/").content.decode()
    assert f"/admin/games/waiting/{key}/change/" in page


def test_every_notice_has_words() -> None:
    subjects = {kind.value for kind in WaitingKind if kind != WaitingKind.REPORT} | {"reported"}
    ends = {name.rpartition(".v")[0] for name in NAMES.values()} - {"ask.asked", "ask.withdrawn"}
    assert set(SECOND) == subjects | ends
