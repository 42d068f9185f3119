"""Panels: built-in ones in their order, another room's in between, permissions asked before anything is built."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpRequest
from django.urls import reverse

from casino.console import panels
from casino.console.panels import Panel
from tests.admin.conftest import As
from tests.admin.house import House

BUILT: list[Any] = []


def build(request: HttpRequest, page: Any) -> dict[str, Any] | None:
    BUILT.append(page)
    return {"states": []} if page.row.code == "short" else None


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> None:
    BUILT.clear()
    monkeypatch.setattr(panels.PANELS, "_entries", dict(panels.PANELS))
    panel = Panel(
        "round", "example", 35, "Footage of the round", "games/dashboard/log.html", build, "games.view_quarantine"
    )
    panels.PANELS.register(("round", "example"), panel)


def page_of(as_: As, house: House, role: str, code: str) -> str:
    address = reverse("admin:games_round_change", args=[house.round(code).pk])
    return str(as_(role, "en").get(address).content.decode())


@pytest.mark.usefixtures("example")
def test_a_higher_room_adds_its_panel_in_its_place(house: House, as_: As) -> None:
    page = page_of(as_, house, "pit_manager", "short")
    places = [
        page.index(f'id="{code}"')
        for code in ("picture", "bets", "findings", "example", "timeline", "readings", "record")
    ]
    assert places == sorted(places)
    assert BUILT[0].row.code == "short"


@pytest.mark.usefixtures("example")
def test_a_panel_with_nothing_to_say_is_left_out(house: House, as_: As) -> None:
    assert 'id="example"' not in page_of(as_, house, "pit_manager", "right")


@pytest.mark.usefixtures("example")
def test_a_panel_is_not_even_built_for_who_may_not_see_it(house: House, as_: As) -> None:
    assert 'id="example"' not in page_of(as_, house, "dealer", "short")
    assert BUILT == []


@pytest.mark.usefixtures("example")
def test_the_same_code_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        panels.PANELS.register(("round", "example"), Panel("round", "example", 1, "", "", build))
