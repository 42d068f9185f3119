"""The inbox of what waits for a person's own word, and the page on which it is answered: everybody who sees rounds
reads it, and only who may answer is offered to."""

from __future__ import annotations

import html
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from games.engine.facts import Person
from games.rows import waiting as waits
from games.rows.following import follow_now
from games.rows.models import Waiting
from tests import acts
from tests.admin.conftest import As
from tests.admin.house import House, person
from tests.posting import a_property, posting
from tests.replay.story import CODE, STARTS

STREAM = "round/RL01/right"
INBOX = "admin:games_waiting_changelist"


@pytest.fixture
def ask(house: House) -> UUID:
    """The pit supervisor asks that the ball lay in 18."""
    person("pit_supervisor")
    recorded = house.story.ledger.stream(STREAM)
    drop = next(event for event in recorded if event.type == "roulette.ball_dropped.v1")
    return acts.ask_correction(
        property_code=CODE,
        stream=STREAM,
        target=drop.id,
        after={"pocket": 18},
        by=Person(post="pit_supervisor", staff="pit.supervisor"),
        reason="Phim cho thấy bóng ở số 18.",
        seen_version=len(recorded),
        command_id=uuid4(),
        now=house.story.now,
    ).id


@pytest.fixture
def report(house: House) -> UUID:
    """A device says that the director, who has an account, declared a spin void."""
    at = STARTS + timedelta(minutes=30)
    stream = house.story.spin("reported", at, paid_minor=None, close=False)
    told = house.story.tell(
        stream,
        "roulette.ruling_made",
        at + timedelta(seconds=40),
        actor="device:RL01-tablet",
        clause="7.12",
        made_by={"post": "director_of_table_games", "staff": "director.of.table.games"},
        choice="void",
        reason="Seen on film.",
    )
    house.follow()
    follow_now(CODE)
    return told.id


def page_of(ask: UUID) -> str:
    return reverse("admin:games_waiting_change", args=[ask])


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def say(client: Client, ask: UUID, what: str) -> int:
    return client.post(page_of(ask), {"command_id": str(uuid4()), "say": what}).status_code


def stranger(
    name: str, *, tables: tuple[str, ...] = (), pits: tuple[str, ...] = (), house: str | None = None
) -> Client:
    """A pit manager posted elsewhere, or nowhere."""
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name="pit_manager"))
    if house is not None:
        posting(user, "pit_manager", tables=tables, pits=pits, owner=a_property(house))
    client = Client()
    client.force_login(user, backend="casino.backends.PostingBackend")
    client.cookies["django_language"] = "en"
    return client


@pytest.mark.parametrize("language", ["vi", "en"])
def test_what_is_asked_for_is_read_by_whoever_confirms(ask: UUID, as_: As, language: str) -> None:
    client = as_("pit_manager", language)
    page = shown(client, page_of(ask))
    words = {
        "vi": ("một người khác, từ Quản lý Pit trở lên", "Giám sát Pit pit.supervisor", "chưa có hiệu lực"),
        "en": ("another person, pit manager or above", "pit supervisor pit.supervisor", "it has no effect"),
    }[language]
    for each in (*words, "Phim cho thấy bóng ở số 18.", "17", "18"):
        assert each in page
    assert str(ask) in shown(client, reverse(INBOX))
    assert str(ask) in shown(client, reverse("admin:index")), "it is on the first page"
    row = Waiting.objects.get(pk=ask)
    for action, there in (("confirm", True), ("refuse", True), ("withdraw", False)):
        assert (f'value="{action}"' in page) is there
    assert row.state == "waiting", "reading changes nothing"


def test_who_asked_is_offered_to_withdraw_alone(ask: UUID, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    page = shown(client, page_of(ask))
    assert [f'value="{action}"' in page for action in ("confirm", "refuse", "withdraw")] == [False, False, True]
    assert str(ask) not in shown(client, reverse(INBOX)), "it does not wait for them"
    assert str(ask) in shown(client, reverse(INBOX) + "?inbox=waiting")
    assert say(client, ask, "confirm") == 403
    assert say(client, ask, "withdraw") == 302
    assert Waiting.objects.get(pk=ask).state == "withdrawn"
    assert 'name="say"' not in shown(client, page_of(ask))
    assert 'name="say"' not in shown(as_("pit_manager", "en"), page_of(ask))


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("another.table", {"tables": ("SB01",), "house": CODE}),
        ("another.pit", {"pits": ("P9",), "house": CODE}),
        ("no.posting", {}),
    ],
)
def test_a_pit_manager_who_is_not_posted_at_the_table_only_reads(ask: UUID, name: str, where: dict[str, str]) -> None:
    client = stranger(name, **where)  # type: ignore[arg-type]
    page = client.get(page_of(ask))
    assert page.status_code == 200
    assert 'name="say"' not in page.content.decode()
    assert str(ask) not in shown(client, reverse(INBOX))
    head = Waiting.objects.get(pk=ask)
    refused = client.post(page_of(ask), {"command_id": str(uuid4()), "say": "confirm"})
    assert refused.status_code == 403
    assert "You are not posted at this table." in refused.content.decode()
    assert Waiting.objects.get(pk=ask).state == head.state == "waiting"


def test_a_pit_manager_of_the_tables_pit_confirms(ask: UUID, house: House) -> None:
    from games.rows.models import Table

    Table.objects.filter(property__code=CODE, code="RL01").update(pit="P9")
    client = stranger("pit.nine", pits=("P9",), house=CODE)
    assert 'value="confirm"' in shown(client, page_of(ask))
    assert say(client, ask, "confirm") == 302
    assert house.round("right").outcome == "18"


@pytest.mark.parametrize("role", ["dealer", "surveillance", "regulator", "auditor", "head_of_operations"])
def test_who_may_not_answer_only_reads(ask: UUID, as_: As, role: str) -> None:
    client = as_(role, "en")
    assert 'name="say"' not in shown(client, page_of(ask))
    assert {say(client, ask, what) for what in ("confirm", "refuse", "withdraw")} == {403}
    assert Waiting.objects.get(pk=ask).state == "waiting"


def test_an_administrator_sees_nothing_of_it(ask: UUID, as_: As) -> None:
    client = as_("administrator", "en")
    assert client.get(page_of(ask)).status_code == 403
    assert client.get(reverse(INBOX)).status_code == 403
    assert say(client, ask, "confirm") == 403


@pytest.mark.parametrize("said", [{"say": "confirm", "command_id": "x"}, {"say": "erase"}, {}])
def test_what_no_button_sends_is_refused(ask: UUID, as_: As, said: dict[str, str]) -> None:
    client = as_("pit_manager", "en")
    assert client.post(page_of(ask), {"command_id": str(uuid4()), **said}).status_code == 403
    assert Waiting.objects.get(pk=ask).state == "waiting"


def test_whoever_comes_second_is_told(ask: UUID, as_: As) -> None:
    first, late = as_("pit_manager", "en"), as_("shift_manager", "en")
    assert 'value="confirm"' in shown(late, page_of(ask))
    assert say(first, ask, "refuse") == 302
    answer = late.post(page_of(ask), {"command_id": str(uuid4()), "say": "confirm"})
    assert answer.status_code == 409
    assert "This request was dealt with already" in html.unescape(answer.content.decode())


def test_pages_that_are_not_there(house: House, as_: As) -> None:
    client = as_("pit_manager", "en")
    assert client.get(page_of(uuid4())).status_code == 404
    assert client.get(reverse("admin:games_waiting_change", args=["x"])).status_code == 404


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("director_of_table_games", True),
        ("senior_management", True),
        ("shift_manager", False),
        ("pit_supervisor", False),
        ("surveillance", False),
    ],
)
def test_a_reported_decision_is_for_the_person_named_or_one_above(
    report: UUID, as_: As, role: str, may: bool, house: House
) -> None:
    client = as_(role, "en")
    page = shown(client, page_of(report))
    assert "A device reported this." in page
    assert "director.of.table.games, or a post above" in page
    assert ("Deny: it was not so" in page) is may
    assert (str(report) in shown(client, reverse(INBOX))) is may
    assert say(client, report, "withdraw") == 403
    assert say(client, report, "refuse") == (302 if may else 403)
    assert Waiting.objects.get(pk=report).state == ("refused" if may else "waiting")


def test_what_waits_stands_on_its_round(ask: UUID, report: UUID, house: House, as_: As) -> None:
    client = as_("dealer", "en")
    for key, code in ((ask, "right"), (report, "reported")):
        page = shown(client, reverse("admin:games_round_change", args=[house.round(code).pk]))
        assert page_of(key) in page
    other = shown(client, reverse("admin:games_round_change", args=[house.round("short").pk]))
    assert page_of(ask) not in other


def test_a_correction_of_what_the_head_of_operations_decided_names_who_confirms(house: House, as_: As) -> None:
    said: dict[str, Any] = {
        "bet": "b1",
        "to_player_minor": 5,
        "beyond_rules_minor": 0,
        "kind": "other",
        "case": "2026-0001",
    }
    made_by = {"post": "head_of_operations", "staff": "H01"}
    house.story.tell(STREAM, "roulette.remedy_made", house.story.now, **said, made_by=made_by)
    house.follow()
    version = house.story.ledger.stream(STREAM)[-1].version
    form = reverse("admin:games_round_correct", args=[house.round("right").pk, version])
    client = as_("pit_supervisor", "en")
    seen = {"seen_version": str(version), "command_id": str(uuid4())}
    come_to = client.post(form, {"dropped": "on", "reason": "It was never paid out.", **seen})
    assert "Until another person, head of operations, confirms" in html.unescape(come_to.content.decode())


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_ruling_is_confirmed_by_a_second_person_on_the_page(house: House, as_: As, language: str) -> None:
    supervisor = person("pit_supervisor")
    told = house.story.tell(
        STREAM,
        "roulette.ruling_made",
        house.story.now,
        actor=f"person:{supervisor.username}",
        clause="6.6",
        made_by={"post": "pit_supervisor", "staff": supervisor.username},
        choice="straight:18",
        reason="Phim cho thấy bóng ở số 18.",
        bets=["b1"],
    )
    house.follow()
    follow_now(CODE)
    key = waits.second_key(told.id)
    client = as_("pit_manager", language)
    page = shown(client, page_of(key))
    said = {"vi": ("xác nhận một quyết định", "Người quyết định"), "en": ("confirm a ruling", "Ruled by")}[language]
    for each in (*said, "6.6", "Phim cho thấy bóng ở số 18."):
        assert each in page
    assert [f'value="{action}"' in page for action in ("confirm", "refuse", "withdraw")] == [True, False, False]
    assert str(key) in shown(client, reverse(INBOX))
    assert page_of(key) in shown(client, reverse("admin:games_round_change", args=[house.round("right").pk]))
    own = as_("pit_supervisor", language)
    assert 'name="say"' not in shown(own, page_of(key)), "whoever ruled is no second person"
    assert str(key) not in shown(own, reverse(INBOX))
    assert say(own, key, "confirm") == 403
    assert say(client, key, "refuse") == 403
    assert say(client, key, "confirm") == 302
    assert Waiting.objects.get(pk=key).state == "confirmed"


def test_what_is_old_is_not_lost_behind_what_others_answer(ask: UUID, house: House, as_: As) -> None:
    """Hundreds of newer rows that this person may not answer: the inbox, the count beside it and the dashboard still
    show the one that waits for them."""
    own = Waiting.objects.get(pk=ask)
    said = {"property": own.property, "asked_at": own.asked_at, "state": "waiting", "stream": "round/SB01/1"}
    others = [
        {"table": "SB01", "kind": "report", "person": "somebody", "post": "senior_management"},
        {"table": "RL01", "kind": "report", "person": "somebody", "post": "director_of_table_games"},
        {"table": "RL01", "kind": "dismiss", "person": "pit.manager", "post": "pit_manager"},
    ]
    Waiting.objects.bulk_create(
        Waiting(id=uuid4(), position=own.position + n, lowest="pit_manager", **said, **others[n % len(others)])
        for n in range(1, 451)
    )
    client = as_("pit_manager", "en")
    inbox = shown(client, reverse(INBOX))
    assert page_of(ask) in inbox
    assert inbox.count("/admin/games/waiting/") >= 1
    assert "round/SB01" not in inbox
    assert page_of(ask) in shown(client, "/admin/")


@pytest.mark.parametrize("post", ["dealer", "pit_supervisor", "pit_manager", "shift_manager", "surveillance"])
def test_the_database_and_the_page_agree_on_who_may_answer(house: House, post: str) -> None:
    """Every kind, of every post, in every state, held against the rule that the page asks."""
    owner = a_property(CODE)
    posts = ("dealer", "pit_supervisor", "pit_manager", "director_of_table_games", "head_of_operations", "surveillance")
    rows = [
        Waiting(
            id=uuid4(),
            property=owner,
            stream="round/RL01/1",
            table=table,
            kind=kind,
            person=who,
            post=of,
            lowest=lowest,
            asked_at=house.story.now,
            position=1,
            state=state,
        )
        for kind in ("report", "put_right", "ruling")
        for who in ("S-1", "S-2")
        for of in posts
        for lowest in posts
        for state in ("waiting", "unanswered", "refused")
        for table in ("RL01", "SB01")
    ]
    Waiting.objects.all().delete()
    Waiting.objects.bulk_create(rows)
    me = Person(post=post, staff="S-1")
    found = set(Waiting.objects.filter(waits.for_person({(CODE, "RL01"): me})).values_list("pk", flat=True))
    assert found == {row.pk for row in rows if row.table == "RL01" and waits.may_answer(row, me.staff, me.post)}
