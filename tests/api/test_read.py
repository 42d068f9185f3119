"""The read API: who may read, how lists are chosen and paged, and a round replayed over HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from casino.access.roles import ensure_roles
from games.rows.audit import audit_rounds
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Story:
    told = Story()
    told.table(at=STARTS)
    for number in range(1, 6):
        paid = 3_600_000 if number == 3 else 3_500_000
        told.spin(str(number), STARTS + timedelta(minutes=2 * number), paid_minor=paid)
    audit_rounds(CODE)
    return told


def signed_in(role: str) -> Client:
    ensure_roles()
    user = User.objects.create_user(role, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client


def get(client: Client, path: str, expected: int = 200, /, **query: Any) -> Any:
    reply = client.get(f"/api/v1/{path}", query, secure=True)
    assert reply.status_code == expected, reply.content
    return reply.json()


def test_only_staff_who_may_see_rounds_read_them(story: Story) -> None:
    for path in ("rounds/", "rounds/RL01/1/", "findings/"):
        assert get(Client(), path, 401)["code"] == "not_authenticated"
        assert get(signed_in_once("administrator"), path, 403)["code"] == "forbidden"
        get(signed_in_once("regulator"), path)


def signed_in_once(role: str) -> Client:
    user = User.objects.filter(username=role).first()
    if user is None:
        return signed_in(role)
    client = Client()
    client.force_login(user)
    return client


def test_rounds_page_by_page(story: Story) -> None:
    client = signed_in("pit_supervisor")
    codes: list[str] = []
    query: dict[str, Any] = {"limit": 2}
    while True:
        page = get(client, "rounds/", **query)
        codes += [row["code"] for row in page["rounds"]]
        if page["next"] is None:
            break
        query["before"] = page["next"]
    assert codes == ["5", "4", "3", "2", "1"]


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ({"has_findings": "true"}, ["3"]),
        ({"has_findings": "false", "limit": 1}, ["5"]),
        ({"player": "P-1", "limit": 2}, ["5", "4"]),
        ({"player": "P-2"}, []),
        ({"table": "RL09"}, []),
        ({"gaming_day": "2026-06-13", "status": "closed", "game": "roulette", "limit": 1}, ["5"]),
        ({"gaming_day": "2026-06-12"}, []),
    ],
)
def test_rounds_are_chosen(story: Story, query: dict[str, Any], codes: list[str]) -> None:
    assert [row["code"] for row in get(signed_in("dealer"), "rounds/", **query)["rounds"]] == codes


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 501}, "limit"),
        ({"gaming_day": "today"}, "gaming_day"),
        ({"status": "x"}, "status"),
    ],
)
def test_a_wrong_query_names_its_field(story: Story, query: dict[str, Any], field: str) -> None:
    assert get(signed_in("dealer"), "rounds/", 400, **query)["field"] == field


def test_a_round_replayed_now_and_as_it_stood(story: Story) -> None:
    client = signed_in("pit_manager")
    now = get(client, "rounds/RL01/3/")
    assert now["judgement"]["difference_minor"] == 100_000
    first = now["facts"][0]["position"]
    then = get(client, "rounds/RL01/3/", at=first)
    assert (len(then["facts"]), then["ended"]) == (1, False)
    assert get(client, "rounds/RL01/3/", 404, at=first - 1)["code"] == "not_found"
    beyond = get(client, "rounds/RL01/3/", 422, at=10**9)
    assert (beyond["code"], beyond["field"]) == ("position_beyond", "at")
    for nothing in ("RL01/none", "RL01/%00", "%00/1", "RL01/.1", "RL01/" + "9" * 65, "bàn/1"):
        assert get(client, f"rounds/{nothing}/", 404)["code"] == "not_found"
    assert get(client, "rounds/RL01/3/", 404, property="NONE")["field"] == "property"


def test_findings_are_chosen(story: Story) -> None:
    client = signed_in("auditor")
    [finding] = get(client, "findings/", code="paid_too_much", status="open", severity="money")["findings"]
    assert (finding["round"], finding["amount_minor"]) == ("round/RL01/3", 100_000)
    assert get(client, "findings/", clause=finding["clauses"][0])["findings"] == [finding]
    assert get(client, "findings/", clause="9.9")["findings"] == []
    assert get(client, "findings/", status="dismissed") == {"findings": [], "next": None}
