"""Putting a rule document in force over HTTP: what has to be chosen, and nothing left out in silence."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from casino.access.roles import ensure_roles
from games.rows import rulebooks
from games.rows.models import Waiting
from tests.api.test_waiting import account
from tests.engine.choices import made
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

DOCUMENT = "maubinh.2020-01-01"
ADDRESS = "/api/v1/rule-documents/"


@pytest.fixture
def client() -> Client:
    Story().table(at=STARTS)
    ensure_roles()
    for role in ("pit_manager", "director_of_table_games", "senior_management"):
        account(role, role, ("RL01",), CODE)
    return as_("director_of_table_games")


def as_(name: str) -> Client:
    found = Client()
    found.force_login(User.objects.get(username=name), backend="casino.backends.PostingBackend")
    return found


def ask(client: Client, status: int = 200, **changes: Any) -> dict[str, Any]:
    said = {
        "command_id": str(uuid4()),
        "document": DOCUMENT,
        "choices": made(DOCUMENT),
        "reason": "Hội đồng đã duyệt bản này.",
    }
    answer = client.post(ADDRESS, json.dumps(said | changes), content_type="application/json")
    assert answer.status_code == status, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_what_is_listed_is_what_has_to_be_chosen(client: Client) -> None:
    listed = {each["document"]: each for each in json.loads(client.get(ADDRESS).content)["documents"]}
    choices = {each["place"]: each for each in listed[DOCUMENT]["choices"]}
    assert choices.keys() == made(DOCUMENT).keys()
    home_run = choices["choices.home_run.value"]
    assert {each["value"]: each["letter"] for each in home_run["options"]} == {
        "doubles_again": False,
        "adds_two_stakes": True,
    }


def test_asked_by_a_director_confirmed_by_another_it_is_in_force_as_chosen(client: Client) -> None:
    place = "choices.multiples.special.dragon.multiple"
    letter = {"choices.home_run.value": "adds_two_stakes", "choices.shooting.value": "may"}
    done = ask(client, choices=made(DOCUMENT) | letter | {place: 26})
    assert rulebooks.recorded(CODE) == []
    answer = {"command_id": str(uuid4()), "say": "confirm"}
    confirmed = as_("senior_management").post(
        f"/api/v1/waiting/{done['id']}/answers/", json.dumps(answer), content_type="application/json"
    )
    assert confirmed.status_code == 200, confirmed.content
    [event] = rulebooks.recorded(CODE)
    assert "multiple = 26" in event.data.text


def test_none_is_silent_and_one_that_is_left_out_is_named(client: Client) -> None:
    for place in ("choices.lane_order.value.missing_card", "choices.multiples.multiples.otherwise"):
        left = {each: value for each, value in made(DOCUMENT).items() if each != place}
        problem = ask(client, 422, choices=left)
        assert (problem["code"], problem["field"]) == ("rules_choice_missing", place)
    assert ask(client, 422, choices=made(DOCUMENT) | {"choices.x.value": "1"})["code"] == "rules_choice_wrong"
    assert ask(client, 404, document="none.2020-01-01")["code"] == "rules_unknown"
    assert not Waiting.objects.filter(kind="put_in_force").exists()


def test_others_ask_for_nothing(client: Client) -> None:
    assert ask(as_("pit_manager"), 403)["code"] in ("post_too_low", "not_posted_here")
    assert not Waiting.objects.filter(kind="put_in_force").exists()
