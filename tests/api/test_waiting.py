"""What waits for a person's own word, over HTTP: listed by state, answered by whoever may, once."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from casino.access.postings import POSTED
from casino.access.roles import ensure_roles
from games.rows.following import follow_now
from games.rows.models import Round, Waiting
from tests.posting import a_property, posting
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

POSTS = ("dealer", "pit_supervisor", "pit_manager", "shift_manager", "director_of_table_games")
BESIDES = ("regulator", "auditor", "administrator", "surveillance", "head_of_operations")


@pytest.fixture
def story() -> Story:
    """A spin that is asked to be corrected; one that a director is said to have declared void; people of every post."""
    told = Story()
    told.table(at=STARTS)
    told.spin("1", STARTS)
    at = STARTS + timedelta(minutes=5)
    stream = told.spin("2", at, paid_minor=None, close=False)
    told.tell(
        stream,
        "roulette.ruling_made",
        at + timedelta(seconds=40),
        actor="device:RL01-tablet",
        clause="7.12",
        made_by={"post": "director_of_table_games", "staff": "director_of_table_games"},
        choice="void",
        reason="Seen on film.",
    )
    told.tell(stream, "roulette.round_closed", at + timedelta(seconds=60))
    follow_now(CODE)
    ensure_roles()
    for role in (*POSTS, *BESIDES):
        account(role, role, ("RL01",), CODE)
    for name, tables, house in (("elsewhere", ("SB01",), CODE), ("other_house", ("RL01",), "DN"), ("unposted", (), "")):
        account(name, "pit_manager", tables, house)
    return told


def account(name: str, role: str, tables: tuple[str, ...], house: str) -> None:
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    if role in POSTED and house:
        posting(user, role, tables=tables, owner=a_property(house))


def client(name: str) -> Client:
    browser = Client()
    browser.force_login(User.objects.get(username=name), backend="casino.backends.PostingBackend")
    return browser


def post(name: str, path: str, body: Any) -> tuple[int, Any]:
    answer = client(name).post(
        f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers={"Accept-Language": "en"}
    )
    return answer.status_code, answer.json()


def asked(story: Story) -> str:
    """The pit supervisor asks that the ball lay in 18; the id of what waits."""
    drop = next(event for event in story.ledger.stream("round/RL01/1") if event.type == "roulette.ball_dropped.v1")
    body = {
        "command_id": str(uuid4()),
        "target": str(drop.id),
        "after": {"pocket": 18},
        "reason": "Read from the film.",
        "seen_version": 7,
    }
    status, said = post("pit_supervisor", f"rounds/RL01/1/corrections/?property={CODE}", body)
    assert status == 200
    return str(said["id"])


def say(name: str, waiting: object, what: str, command_id: UUID | None = None) -> tuple[int, str]:
    """The status, and the state that it has now or why not."""
    status, said = post(name, f"waiting/{waiting}/answers/", {"command_id": str(command_id or uuid4()), "say": what})
    return status, said.get("code") or said["state"]


def listed(name: str, query: str = "") -> list[dict[str, Any]]:
    answer = client(name).get(f"/api/v1/waiting/?property={CODE}{query}")
    assert answer.status_code == 200
    return list(answer.json()["waiting"])


def test_what_waits_is_listed_the_newest_first(story: Story) -> None:
    key = asked(story)
    for name in ("dealer", "pit_manager", "regulator", "auditor"):
        assert [row["kind"] for row in listed(name)] == ["correct_fact", "report"]
    [row] = [row for row in listed("dealer") if row["id"] == key]
    assert (row["property"], row["table"], row["person"], row["lowest"]) == (
        CODE,
        "RL01",
        "pit_supervisor",
        "pit_manager",
    )
    assert "reason" not in json.dumps(row), "the reason is sealed"
    assert listed("dealer", "&state=confirmed") == []
    say("pit_manager", key, "refuse")
    assert [row["id"] for row in listed("dealer", "&state=refused")] == [key]
    assert client("dealer").get(f"/api/v1/waiting/?property={CODE}&state=x").status_code == 400


def test_a_second_property_has_its_own(story: Story) -> None:
    asked(story)
    a_property("DN")
    assert client("pit_manager").get("/api/v1/waiting/?property=DN").status_code == 404, "who is posted at this one"
    assert client("shift_manager").get("/api/v1/waiting/?property=DN").json() == {"waiting": [], "next": None}


@pytest.mark.parametrize("name", ["administrator"])
def test_who_sees_no_rounds_sees_nothing_of_it(story: Story, name: str) -> None:
    key = asked(story)
    assert client(name).get(f"/api/v1/waiting/?property={CODE}").status_code == 403
    assert say(name, key, "confirm") == (403, "forbidden")
    assert Client().get(f"/api/v1/waiting/?property={CODE}").status_code == 401


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("pit_supervisor", "ask_same_person"),
        ("dealer", "not_posted_here"),
        ("elsewhere", "not_posted_here"),
        ("other_house", "ask_unknown"),
        ("unposted", "not_posted_here"),
        ("surveillance", "post_too_low"),
        ("head_of_operations", "post_too_low"),
        ("regulator", "forbidden"),
        ("auditor", "forbidden"),
        ("administrator", "forbidden"),
    ],
)
@pytest.mark.parametrize("what", ["confirm", "refuse"])
def test_nobody_answers_who_may_not(story: Story, what: str, name: str, code: str) -> None:
    key = asked(story)
    head = story.ledger.head()
    assert say(name, key, what) == (404 if name == "other_house" else 403, code)
    assert story.ledger.head() == head


@pytest.mark.parametrize(
    ("name", "what", "state", "outcome"),
    [
        ("pit_manager", "confirm", "confirmed", "18"),
        ("shift_manager", "refuse", "refused", "17"),
        ("pit_supervisor", "withdraw", "withdrawn", "17"),
    ],
)
def test_it_is_answered_once(story: Story, name: str, what: str, state: str, outcome: str) -> None:
    key, command = asked(story), uuid4()
    assert say(name, key, what, command) == (200, state)
    head = story.ledger.head()
    assert say(name, key, what, command) == (200, state), "the same command again"
    assert say("director_of_table_games", key, "confirm") == (409, "ask_decided")
    assert story.ledger.head() == head
    assert Round.objects.get(code="1").outcome == outcome


def test_what_a_device_reported_is_answered_by_the_person_named(story: Story) -> None:
    key = Waiting.objects.get(kind="report").pk
    assert say("shift_manager", key, "refuse") == (403, "report_not_yours")
    assert say("elsewhere", key, "confirm") == (403, "not_posted_here")
    assert say("director_of_table_games", key, "withdraw") == (400, "bad_request")
    assert say("director_of_table_games", key, "refuse") == (200, "refused")
    assert say("director_of_table_games", key, "refuse") == (409, "report_answered")
    assert say("director_of_table_games", key, "confirm") == (200, "confirmed"), "the latest answer counts"


def test_a_command_id_of_something_else_is_a_conflict(story: Story) -> None:
    command = uuid4()
    key, report = asked(story), Waiting.objects.get(kind="report").pk
    assert say("pit_manager", key, "refuse", command) == (200, "refused")
    assert say("director_of_table_games", report, "confirm", command) == (409, "command_conflict")


@pytest.mark.parametrize("body", [{}, {"say": "erase"}, {"say": "confirm", "command_id": "x"}])
def test_what_cannot_be_read(story: Story, body: dict[str, str]) -> None:
    status, said = post("pit_manager", f"waiting/{asked(story)}/answers/", {"command_id": str(uuid4()), **body})
    assert (status, said["code"]) == (400, "bad_request")


def test_what_is_not_there(story: Story) -> None:
    assert say("pit_manager", uuid4(), "confirm") == (404, "ask_unknown")


def test_it_is_read_a_page_at_a_time_and_nothing_is_lost(story: Story) -> None:
    """More than any page holds; the oldest is the one that the person may answer."""
    own = Waiting.objects.get(pk=asked(story))
    Waiting.objects.bulk_create(
        Waiting(
            id=uuid4(),
            property=own.property,
            kind="report",
            stream="round/SB01/1",
            table="SB01",
            person="somebody",
            post="director_of_table_games",
            lowest="director_of_table_games",
            asked_at=own.asked_at,
            position=own.position + n,
            state="waiting",
        )
        for n in range(1, 621)
    )
    query, seen = "", []
    while True:
        page = client("pit_manager").get(f"/api/v1/waiting/?property={CODE}&limit=250{query}").json()
        seen += [row["position"] for row in page["waiting"]]
        if page["next"] is None:
            break
        query = f"&before={page['next']}"
    assert len(seen) == 622
    assert seen == sorted(set(seen), reverse=True)
    assert [row["id"] for row in listed("pit_manager", "&mine=true")] == [str(own.pk)]
    assert listed("pit_supervisor", "&mine=true") == []
    assert len(listed("director_of_table_games", "&mine=true&limit=500")) == 2, "the reported one, and what was asked"
