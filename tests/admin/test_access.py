"""Who may open what, and that nothing from events can be added, changed or deleted by anybody."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from casino.access.roles import ROLES, permissions_of
from casino.console.theme import RecordAdmin
from games.ingest.models import Device, Quarantine
from games.rows.models import Finding, Projection, Round, Table
from tests.admin.conftest import As
from tests.admin.house import House

FROM_EVENTS = (Round, Finding, Table, Device, Quarantine, Projection)


def name(model: type, page: str) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("model", FROM_EVENTS)
def test_nothing_from_events_is_edited_even_by_a_superuser(model: type, house: House) -> None:
    root = User.objects.create_superuser("root", password="x")
    client = Client()
    client.force_login(root, backend="casino.backends.PostingBackend")
    assert isinstance(admin.site.get_model_admin(model), RecordAdmin)
    assert client.get(reverse(name(model, "add"))).status_code == 403
    row = house.round("short").pk
    assert client.post(reverse(name(model, "delete"), args=[row])).status_code in (302, 403, 404)
    assert client.post(reverse(name(model, "changelist")), {"action": "delete_selected"}).status_code != 500
    assert Round.objects.filter(pk=row).exists()


@pytest.mark.parametrize("role", sorted(ROLES))
def test_lists_open_for_those_whose_role_says_so(role: str, as_: As) -> None:
    client = as_(role)
    for model in FROM_EVENTS:
        permission = f"games.view_{model._meta.model_name}"
        answer = client.get(reverse(name(model, "changelist")))
        assert answer.status_code == (200 if permission in permissions_of(role) else 403), model


@pytest.mark.parametrize("address", ["games_round", "games_finding"])
def test_pages_are_closed_to_strangers_and_to_administrators(address: str, house: House, as_: As) -> None:
    pk = {"games_round": house.round("short").pk, "games_finding": house.finding("paid_too_little").pk}[address]
    page = reverse(f"admin:{address}_change", args=[pk])
    assert Client().get(page).status_code == 302
    assert as_("administrator").get(page).status_code == 403
    assert as_("regulator").get(page).status_code == 200


@pytest.mark.parametrize("key", ["0", "abc", "99999999999999999999999", "1/../2"])
@pytest.mark.parametrize("model", [Round, Finding, Table, Device, Quarantine])
def test_keys_that_are_none_are_not_found(key: str, model: type, as_: As) -> None:
    page = reverse(name(model, "changelist")) + f"{key}/change/"
    assert as_("pit_manager").get(page).status_code == 404
