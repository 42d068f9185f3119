"""People's commands over HTTP: who may, nothing twice, nothing unseen, and nobody's body decides who acts."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings as conf
from django.contrib.auth.models import Group, User
from django.test import Client

from casino.access.postings import POSTED
from casino.access.roles import ensure_roles
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Round
from tests.posting import a_property, posting
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

ROUND = "rounds/RL01/1/"


@pytest.fixture
def story() -> Story:
    """One spin, a straight up paid too much, audited; and a person of every post."""
    told = Story()
    told.table(at=STARTS)
    told.spin("1", STARTS + timedelta(minutes=1), paid_minor=3_600_000)
    audit_rounds(CODE)
    ensure_roles()
    for role in ("dealer", "pit_supervisor", "pit_manager", "shift_manager", "director_of_table_games", "regulator"):
        user = User.objects.create_user(role, is_staff=True)
        user.groups.add(Group.objects.get(name=role))
        if role in POSTED:
            posting(user, role, owner=a_property(CODE))
    for name, tables, owner in (("elsewhere", ("SB01",), CODE), ("other_house", ("RL01",), "DN")):
        user = User.objects.create_user(name, is_staff=True)
        user.groups.add(Group.objects.get(name="pit_supervisor"))
        posting(user, "pit_supervisor", tables=tables, owner=a_property(owner))
    User.objects.create_user("unposted", is_staff=True).groups.add(Group.objects.get(name="pit_supervisor"))
    return told


def client(role: str, **how: Any) -> Client:
    browser = Client(**how)
    browser.force_login(User.objects.get(username=role))
    return browser


def post(browser: Client, path: str, body: Any, expected: int = 200) -> Any:
    raw = body if isinstance(body, bytes) else json.dumps(body, default=str).encode()
    house = f"?property={CODE}" if path.startswith("rounds/") else ""
    reply = browser.post(
        f"/api/v1/{path}{house}", raw, content_type="application/json", secure=True, headers={"Accept-Language": "en"}
    )
    assert reply.status_code == expected, reply.content
    return reply.json()


def correction(story: Story, **changes: Any) -> dict[str, Any]:
    """The ball in 18 instead of 17."""
    recorded = story.ledger.stream("round/RL01/1")
    drop = next(event for event in recorded if event.type == "roulette.ball_dropped.v1")
    return {
        "command_id": str(UUID(int=1)),
        "target": str(drop.id),
        "after": {"pocket": 18},
        "reason": "Read from the film.",
        "seen_version": 7,
        **changes,
    }


def ruling(**changes: Any) -> dict[str, Any]:
    return {
        "command_id": str(UUID(int=2)),
        "clause": "7.12",
        "choice": "void",
        "reason": "Heard both sides at length.",
        "seen_version": 7,
        **changes,
    }


# What if


def test_what_if_shows_both_settlements_and_stores_nothing(story: Story) -> None:
    head = story.ledger.head()
    seen = post(client("regulator"), f"{ROUND}what-if/", {"change": [{"version": 5, "data": {"pocket": 18}}]})
    assert seen["due_change_minor"] == -3_600_000
    [bet] = seen["bets"]
    assert (bet["before"]["settlement"]["outcome"], bet["after"]["settlement"]["outcome"]) == ("won", "lost")
    assert story.ledger.head() == head


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad_request"),
        (b"[]", 400, "bad_request"),
        (b'{"add":' + b"[" * 100_000, 400, "bad_request"),
        (b'{"nothing": 1}', 422, "whatif_unreadable"),
        (b'{"remove": [70]}', 422, "whatif_unknown_version"),
    ],
)
def test_what_if_refuses_what_it_cannot_read(story: Story, body: bytes, status: int, code: str) -> None:
    assert post(client("dealer"), f"{ROUND}what-if/", body, status)["code"] == code


def test_what_if_of_a_round_that_is_not_there(story: Story) -> None:
    assert post(client("dealer"), "rounds/RL01/9/what-if/", {}, 404)["code"] == "not_found"


# Corrections and rulings


def say(role: str, waiting: str, what: str, expected: int = 200, **changes: Any) -> Any:
    body = {"command_id": str(uuid4()), "say": what, **changes}
    return post(client(role), f"waiting/{waiting}/answers/", body, expected)


def test_a_correction_has_no_effect_until_a_second_person_confirms_it(story: Story) -> None:
    said = post(client("pit_supervisor"), f"{ROUND}corrections/", correction(story))
    assert (said["status"], said["version"]) == ("recorded", 1)
    assert Round.objects.get(code="1").outcome == "17"
    browser = client("pit_manager")
    [row] = browser.get(f"/api/v1/waiting/?property={CODE}", secure=True).json()["waiting"]
    assert (row["id"], row["state"], row["lowest"]) == (said["id"], "waiting", "pit_manager")
    assert say("pit_supervisor", row["id"], "confirm", 403)["code"] == "ask_same_person"
    assert say("dealer", row["id"], "confirm", 403)["code"] == "not_posted_here"
    assert say("elsewhere", row["id"], "confirm", 403)["code"] == "not_posted_here"
    assert say("regulator", row["id"], "confirm", 403)["code"] == "forbidden"
    assert say("pit_manager", row["id"], "withdraw", 403)["code"] == "ask_not_yours"
    assert Round.objects.get(code="1").outcome == "17"
    assert say("pit_manager", row["id"], "confirm")["state"] == "confirmed"
    assert say("shift_manager", row["id"], "confirm", 409)["code"] == "ask_decided"
    fact = story.ledger.stream("round/RL01/1")[-1]
    assert fact.actor == "person:pit_manager"
    assert (str(fact.data.ask), fact.data.reason) == (row["id"], None)
    assert (fact.data.corrected_by.post, fact.data.authorised_by.post) == ("pit_supervisor", "pit_manager")
    assert Round.objects.get(code="1").outcome == "18"
    assert set(Finding.objects.filter(status="open").values_list("code", flat=True)) >= {"paid_on_lost"}


def test_the_same_command_again_gets_the_first_answer(story: Story) -> None:
    browser = client("pit_supervisor")
    first = post(browser, f"{ROUND}corrections/", correction(story))
    again = post(browser, f"{ROUND}corrections/", correction(story))
    assert again == {**first, "status": "duplicate"}
    other = correction(story, reason="Another reason.")
    assert post(browser, f"{ROUND}corrections/", other, 409)["code"] == "command_conflict"


@pytest.mark.parametrize(
    ("role", "changes", "status", "code"),
    [
        ("dealer", {}, 403, "not_posted_here"),
        ("unposted", {}, 403, "not_posted_here"),
        ("elsewhere", {}, 403, "not_posted_here"),
        ("other_house", {}, 404, "not_found"),
        ("regulator", {}, 403, "forbidden"),
        ("pit_supervisor", {"authorised_by": "pit_manager"}, 400, "bad_request"),
        ("pit_supervisor", {"seen_version": 6}, 409, "round_changed"),
        ("pit_supervisor", {"target": str(UUID(int=9))}, 404, "fact_unknown"),
        ("pit_supervisor", {"after": {"pocket": 99}}, 422, "correction_does_not_fit"),
        ("pit_supervisor", {"by": {"post": "shift_manager", "staff": "X"}}, 400, "bad_request"),
        ("pit_supervisor", {"command_id": "x"}, 400, "bad_request"),
        ("pit_supervisor", {"reason": " "}, 422, "reason_missing_text"),
    ],
)
def test_a_correction_is_refused(story: Story, role: str, changes: dict[str, Any], status: int, code: str) -> None:
    head = story.ledger.head()
    assert post(client(role), f"{ROUND}corrections/", correction(story, **changes), status)["code"] == code
    assert story.ledger.head() == head


def test_a_ruling_is_recorded_for_whoever_is_signed_in(story: Story) -> None:
    who = "director_of_table_games"
    said = ruling(bets=["b1"], seen_version=story.matter("round/RL01/1").version)
    first = post(client(who), f"{ROUND}rulings/", said)
    fact = story.ledger.stream("round/RL01/1")[-1].data
    assert (fact.made_by.post, fact.made_by.staff, fact.bets) == (who, who, ("b1",))
    assert (fact.reason, fact.sealed_reason is not None) == (None, True)
    assert story.ledger.stream("round/RL01/1")[-1].actor == f"person:{who}"
    assert post(client(who), f"{ROUND}rulings/", said) == {**first, "status": "duplicate"}


@pytest.mark.parametrize(
    ("role", "code"),
    [
        ("pit_manager", "post_not_for_clause"),
        ("pit_supervisor", "post_not_for_clause"),
        ("elsewhere", "not_posted_here"),
        ("unposted", "not_posted_here"),
        ("dealer", "not_posted_here"),
        ("regulator", "forbidden"),
    ],
)
def test_nobody_rules_who_may_not(story: Story, role: str, code: str) -> None:
    head = story.ledger.head()
    assert post(client(role), f"{ROUND}rulings/", ruling(), 403)["code"] == code
    assert story.ledger.head() == head


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"clause": "seven"}, 422, "command_does_not_fit"),
        ({"choice": "a choice"}, 422, "command_does_not_fit"),
        ({"bets": ["b 1"]}, 422, "command_does_not_fit"),
        ({"seen_version": 3}, 409, "round_changed"),
        ({"clause": None}, 400, "bad_request"),
    ],
)
def test_a_ruling_is_refused(story: Story, changes: dict[str, Any], status: int, code: str) -> None:
    story.matter("round/RL01/1")
    who = client("director_of_table_games")
    assert post(who, f"{ROUND}rulings/", ruling(**changes), status)["code"] == code
    assert post(who, "rounds/RL01/9/rulings/", ruling(), 404)["code"] == "round_unknown"


# Findings


def test_a_finding_is_dismissed_once(story: Story) -> None:
    row = Finding.objects.get(code="paid_too_much")
    path, body = f"findings/{row.pk}/dismissals/", {"command_id": str(uuid4()), "reason": "Seen on the cameras."}
    assert post(client("dealer"), path, body, 403)["code"] == "not_posted_here"
    assert post(client("elsewhere"), path, body, 403)["code"] == "not_posted_here"
    assert post(client("regulator"), path, body, 403)["code"] == "forbidden"
    said = post(client("pit_supervisor"), path, body)
    assert (said["status"], said["changed_by"], said["reason"]) == (
        "dismissed",
        "person:pit_supervisor",
        "",
    )
    head = story.ledger.head()
    assert post(client("pit_supervisor"), path, body) == said
    other = {**body, "reason": "Another word."}
    assert post(client("pit_supervisor"), path, other, 409)["code"] == "command_conflict"
    anew = {**body, "command_id": str(uuid4())}
    assert post(client("pit_supervisor"), path, anew, 409)["code"] == "finding_not_open"
    assert story.ledger.head() == head
    assert post(client("pit_supervisor"), "findings/1/dismissals/", anew, 404)["code"] == "finding_unknown"


def test_a_finding_with_an_amount_above_the_setting_rests_by_two_people(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conf, "FIRST_SETTINGS", {"dismissal_alone": {"VND": 50_000}})
    row = Finding.objects.get(code="paid_too_much")
    body = {"command_id": str(uuid4()), "reason": "Seen on the cameras."}
    assert post(client("pit_supervisor"), f"findings/{row.pk}/dismissals/", body)["status"] == "open"
    assert post(client("pit_supervisor"), f"findings/{row.pk}/dismissals/", body)["status"] == "open"
    again = {**body, "command_id": str(uuid4())}
    assert post(client("shift_manager"), f"findings/{row.pk}/dismissals/", again, 409)["code"] == "ask_waits_already"
    assert say("pit_manager", body["command_id"], "refuse")["state"] == "refused"
    assert Finding.objects.get(pk=row.pk).status == "open"
    post(client("pit_supervisor"), f"findings/{row.pk}/dismissals/", again)
    assert say("pit_manager", again["command_id"], "confirm")["state"] == "confirmed"
    assert Finding.objects.get(pk=row.pk).status == "dismissed"


def test_a_finding_is_put_right_by_two_people_once(story: Story) -> None:
    row = Finding.objects.get(code="paid_too_much")
    path = f"findings/{row.pk}/corrections/"
    body = {"command_id": str(uuid4()), "reason": "Taken back.", "clause": "8.4.6"}
    assert post(client("pit_supervisor"), path, body, 403)["code"] == "finding_needs_second_person"
    assert post(client("pit_manager"), path, {**body, "clause": "Z.1"}, 400)["field"] == "clause"
    assert post(client("pit_manager"), path, body)["status"] == "open"
    head = story.ledger.head()
    assert post(client("pit_manager"), path, body)["status"] == "open"
    assert post(client("pit_manager"), path, {**body, "reason": "Other words."}, 409)["code"] == "command_conflict"
    assert story.ledger.head() == head
    assert say("pit_manager", body["command_id"], "confirm", 403)["code"] == "ask_same_person"
    assert say("shift_manager", body["command_id"], "confirm")["state"] == "confirmed"
    assert Finding.objects.get(pk=row.pk).status == "corrected"
    fact = story.ledger.stream(row.stream)[-1].data
    assert (fact.clause, fact.authorised_by.staff, fact.reason) == ("8.4.6", "shift_manager", None)
    assert post(client("pit_manager"), "findings/1/corrections/", body, 404)["code"] == "finding_unknown"


# Sessions


@pytest.mark.parametrize("path", [f"{ROUND}what-if/", f"{ROUND}corrections/", f"{ROUND}rulings/"])
def test_a_session_and_its_token_are_needed(story: Story, path: str) -> None:
    assert post(Client(), path, {}, 401)["code"] == "not_authenticated"
    assert post(client("pit_manager", enforce_csrf_checks=True), path, {}, 403)["code"] == "forbidden"


@pytest.mark.parametrize("body", [b'{"change":' + b"[" * 100_000, b'{"a":' * 100_000, b"[" * 100_000])
@pytest.mark.parametrize(
    "path", [f"{ROUND}what-if/", f"{ROUND}corrections/", f"{ROUND}rulings/", "findings/1/dismissals/"]
)
def test_nothing_is_read_of_a_body_before_the_session_is_known(story: Story, path: str, body: bytes) -> None:
    """The framework looks into a body for the token of a form: nesting must not bring it down."""
    assert post(client("pit_manager", enforce_csrf_checks=True), path, body, 403)["code"] == "forbidden"
    signed_in = client("pit_manager", enforce_csrf_checks=True)
    signed_in.cookies["csrftoken"] = TOKEN
    house = f"?property={CODE}" if path.startswith("rounds/") else ""
    answer = signed_in.post(
        f"/api/v1/{path}{house}", body, content_type="application/json", headers={"X-CSRFToken": TOKEN}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


TOKEN = "a" * 32


def test_every_operation_has_a_name_of_its_own() -> None:
    document = Client().get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    names = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names))
    assert {"list_rounds", "replay_round", "suppose_round", "correct_fact", "record_ruling", "dismiss_finding"} <= set(
        names
    )
