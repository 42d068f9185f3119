"""An ordinary command on a table is its declaration, its event and its function: an invented one (``tests/invented``)
is found in form, button, API, its description, and what is asked again, without another file of the product."""

from __future__ import annotations

import html
import importlib
import json
import re
import sys
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import clear_url_caches, reverse

from casino.core import events
from casino.core.interest import Interest
from casino.core.seams import Seam
from casino.factors import step_up
from casino.ledger.application import get_ledger
from games import words
from games.api import command_views, description, urls
from games.commands import reasons, signed_acts, step
from games.rows.models import Table
from tests.admin.conftest import As
from tests.admin.house import House
from tests.replay.story import CODE

COMMAND = "count_tray"
MODULE = "tests.invented.tray"
WHY = "The guest asked twice what the tray holds."
TABLES: list[dict[Any, Any]] = [step.COMMANDS, step.FUNCTIONS]
SEAMS: list[Seam[Any, Any]] = [events.TYPES, words.LABELS, words.SENTENCES]


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The invented command is imported, and the apps start; afterwards everything is as before."""
    former = [dict(table) for table in TABLES]
    for seam in SEAMS:
        monkeypatch.setattr(seam, "_entries", dict(seam))
    monkeypatch.setattr(description, "_made", {})
    importlib.import_module(MODULE)
    monkeypatch.setattr(step_up, "ACTS", signed_acts.acts())
    address = command_views.command_path(COMMAND)  # as for every command, when the addresses are made
    urls.urlpatterns.append(address)
    clear_url_caches()
    yield
    urls.urlpatterns.remove(address)
    clear_url_caches()
    sys.modules.pop(MODULE)
    for table, before in zip(TABLES, former, strict=True):
        table.clear()
        table.update(before)


def page(client: Client, table: str = "RL01") -> str:
    row = Table.objects.get(code=table)
    return html.unescape(client.get(reverse("admin:games_table_change", args=[row.pk])).content.decode())


def address(table: str = "RL01") -> str:
    return reverse("admin:games_do", args=[COMMAND, CODE, table])


def filled(client: Client, **changes: str) -> dict[str, str]:
    form = client.get(address()).content.decode()
    kept = {name: re.search(rf'name="{name}" value="([^"]*)"', form) for name in ("seen_version", "command_id")}
    said = {name: found[1] for name, found in kept.items() if found}
    return said | {"tray": "T-1", "counted_minor": "250,000", "wanted": "guest", "reason": WHY} | changes


def counted() -> list[Any]:
    return [each for each in get_ledger(CODE).stream("table/RL01") if each.type == "table.tray_counted.v1"]


@pytest.mark.parametrize(
    ("language", "title", "labels"),
    [
        ("en", "Count the tray", ("Tray", "Counted", "Who wants it", "A guest asks", "Reason")),
        ("vi", "Đếm khay phỉnh", ("Khay", "Số đếm được", "Ai muốn", "Khách hỏi", "Lý do")),
    ],
)
def test_its_form_speaks_both_languages(language: str, title: str, labels: tuple[str, ...], as_: As) -> None:
    client = as_("pit_manager", language)
    assert title in page(client)
    form = html.unescape(client.get(address()).content.decode())
    assert [said for said in (title, *labels) if said not in form] == []


def test_it_is_recorded_once_sealed_and_told(house: House, as_: As) -> None:
    client = as_("pit_manager", "en")
    form = filled(client)
    assert client.post(address(), {**form, "counted_minor": "1,50"}).status_code == 422
    assert client.post(address(), {**form, "reason": "Nhập nhầm"}).status_code == 422, "a sentence"
    assert client.post(address(), {**form, "counted_minor": "0"}).status_code == 422, "the function refuses"
    assert counted() == []
    for _click in range(2):
        assert client.post(address(), form).status_code == 302
    [event] = counted()
    assert (event.data.tray, event.data.counted_minor, event.data.wanted) == ("T-1", 250_000, "guest")
    assert (event.actor, event.data.counted_by.post) == ("person:pit.manager", "pit_manager")
    assert reasons.same_words(CODE, event.data.sealed_reason, WHY)
    assert client.post(address(), filled(client, seen_version=form["seen_version"])).status_code == 409
    assert "Tray counted" in page(client)


@pytest.mark.parametrize(("role", "allowed"), [("pit_supervisor", True), ("dealer", False), ("surveillance", False)])
def test_its_button_is_for_the_posts_that_it_names(role: str, allowed: bool, as_: As) -> None:
    client = as_(role, "en")
    row = Table.objects.get(code="RL01")
    seen = client.get(reverse("admin:games_table_change", args=[row.pk]))
    assert (address() in seen.content.decode()) is allowed
    assert (client.get(address()).status_code == 200) is allowed
    assert client.get(address("no\0table")).status_code == 404


def test_the_api_takes_it_and_openapi_describes_it(as_: As) -> None:
    client = as_("pit_manager", "en")
    body = {
        "tray": "T-1",
        "counted_minor": 250_000,
        "wanted": "house",
        "reason": WHY,
        "command_id": str(uuid4()),
        "seen_version": get_ledger(CODE).stream("table/RL01")[-1].version,
    }
    path = f"/api/v1/tables/RL01/count-tray/?property={CODE}"

    def sent(who: Client, said: dict[str, Any]) -> Any:
        return who.post(path, said, content_type="application/json").json()

    assert sent(as_("surveillance", "en"), body)["code"] == "post_too_low"
    assert sent(client, {**body, "wanted": "nobody"})["field"] == "wanted"
    assert sent(client, {**body, "reason": "…"})["code"] == "reason_says_nothing"
    assert [sent(client, body)["status"] for _time in range(2)] == ["recorded", "duplicate"]
    assert sent(client, {**body, "tray": "T-2"})["code"] == "command_conflict"
    answer = client.get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    document = json.loads(answer.content)
    operations = {o["operationId"]: o for path in document["paths"].values() for o in path.values()}
    assert operations[COMMAND]["summary"] == "Count the tray / Đếm khay phỉnh"
    schema = document["components"]["schemas"]["TableCountTray"]
    assert schema["properties"]["counted_minor"]["description"].startswith("Counted / Số đếm được. ")
    assert set(schema["required"]) == {"command_id", "seen_version", "tray", "counted_minor", "wanted", "reason"}


def test_the_person_is_asked_again_before_it_and_interest_is_declared() -> None:
    assert step_up.is_declared(f"api:{COMMAND}")
    assert step_up.is_declared("admin:games_do")
    assert isinstance(step.COMMANDS[COMMAND].interest, Interest)
