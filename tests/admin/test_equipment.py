"""What a table plays with, from the form to the watch: who may, what is shown before, what is recorded, what is
refused."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from casino.clock import now
from casino.commands.models import Receipt
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from games.engine.facts import Person
from games.engine.table import EquipmentSet
from games.rows.models import Table
from tests import acts
from tests.admin.conftest import As
from tests.replay.story import CODE


def table(game: str = "roulette") -> Table:
    found = Table.objects.filter(property__code=CODE, game=game).order_by("code").first()
    assert found is not None
    return found


def address(row: Table) -> str:
    return reverse("admin:games_table_equipment", args=[row.pk])


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def filled(client: Client, row: Table, **changes: str) -> dict[str, str]:
    page = html.unescape(client.get(address(row)).content.decode())
    kept = {name: re.search(rf'name="{name}" value="([^"]*)"', page) for name in ("seen_version", "command_id")}
    at = (now() - timedelta(minutes=5)).astimezone(row.property.zone).strftime("%Y-%m-%dT%H:%M")
    form = {name: found[1] for name, found in kept.items() if found}
    return form | {"kind": "wheel", "code": "W-7", "at": at} | changes


def shown(client: Client, row: Table, **changes: str) -> tuple[int, str]:
    answer = client.post(address(row), filled(client, row, **changes))
    return answer.status_code, html.unescape(answer.content.decode())


def recorded(row: Table) -> list[EquipmentSet]:
    return [e.data for e in get_ledger(CODE).stream(f"table/{row.code}") if isinstance(e.data, EquipmentSet)]


def named(client: Client, row: Table, code: str) -> Any:
    status, page = shown(client, row, code=code)
    assert status == 200
    return client.post(address(row), hidden(page))


def test_the_first_word_names_and_another_exchanges(as_: As) -> None:
    manager, row = as_("pit_manager", "en"), table()
    status, page = shown(manager, row)
    assert status == 200
    assert "it is named, and the watch goes on" in page
    assert recorded(row) == [], "shown, not recorded"
    assert manager.post(address(row), hidden(page)).status_code == 302
    status, page = shown(manager, row, code="W-8")
    assert "It takes the place of wheel W-7." in page
    bars = re.search(r"as equipment 2: its bar rises from 1 in ([\d,]+) to 1 in ([\d,]+)", page)
    assert bars is not None
    one, other = (int(each.replace(",", "")) for each in bars.groups())
    assert abs(other / one - 3) < 0.01, "half of the table's level, then a sixth"
    again = hidden(page)
    for _click in range(2):
        assert manager.post(address(row), again).status_code == 302
    Receipt.objects.all().delete()  # as what was recorded before this room kept any
    assert manager.post(address(row), again).status_code == 302
    with pytest.raises(Problem, match="already used"):
        acts.set_equipment(
            row,
            kind="wheel",
            code="W-9",
            at=now(),
            by=Person(post="pit_manager", staff="pit.manager"),
            seen_version=1,
            command_id=UUID(again["command_id"]),
            now=now(),
        )
    assert [fact.code for fact in recorded(row)] == ["W-7", "W-8"]
    assert recorded(row)[-1].set_by is not None
    assert "W-8" in manager.get(reverse("admin:games_table_change", args=[row.pk])).content.decode()
    vietnamese = shown(as_("shift_manager", "vi"), row, code="W-9")[1]
    assert "Thay cho bánh xe số W-8." in vietnamese
    assert "Theo dõi bắt đầu lại với bộ thiết bị thứ 3" in vietnamese


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"at": "2099-01-01T00:00"}, "This moment has not come yet."),
        ({"code": "a b"}, "Enter a valid value."),
        ({"kind": "shaker"}, "Select a valid choice."),
        ({"seen_version": "1", "confirmed": "1"}, "Something was recorded of this table after you opened the page."),
    ],
)
def test_what_cannot_be_is_said_at_the_form(as_: As, changes: dict[str, str], said: str) -> None:
    manager, row = as_("pit_manager", "en"), table()
    status, page = shown(manager, row, **changes)
    assert status == 422
    assert said in page
    assert recorded(row) == []


def test_the_same_number_again_changes_nothing(as_: As) -> None:
    manager, row = as_("pit_manager", "en"), table()
    assert named(manager, row, "W-7").status_code == 302
    status, page = shown(manager, row, code="W-7")
    assert status == 422
    assert "plays with this very equipment already" in page


@pytest.mark.parametrize("role", ["dealer", "pit_supervisor", "surveillance", "regulator", "auditor"])
def test_others_are_not_offered_it(as_: As, role: str) -> None:
    client, row = as_(role, "en"), table()
    assert client.get(address(row)).status_code == 403
    assert client.post(address(row), {"confirmed": "1"}).status_code == 403
    page = client.get(reverse("admin:games_table_change", args=[row.pk]))
    assert address(row) not in page.content.decode()


def test_somebody_without_a_posting_is_refused(as_: As) -> None:
    as_("pit_manager")
    stranger = Client()
    stranger.force_login(
        User.objects.create_user("no.posting", is_staff=True), backend="casino.backends.PostingBackend"
    )
    assert stranger.get(address(table())).status_code in (302, 403)
    assert Client().get(address(table())).status_code == 302


def test_it_is_offered_with_what_the_game_has(as_: As) -> None:
    manager = as_("shift_manager", "en")
    offered = {"roulette": {"wheel", "rotor"}, "sicbo": {"shaker", "dice"}, "baccarat": {"shuffler"}}
    for game, kinds in offered.items():
        if not Table.objects.filter(property__code=CODE, game=game).exists():
            continue
        page = manager.get(address(table(game))).content.decode()
        assert set(re.findall(r'<option value="(\w+)"', page)) == kinds
