"""Saved views: a list's filters under a name, own or shared with the same role, shown above the list, deletable."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from casino.console import saved_views
from casino.console.models import SavedView
from tests.admin.house import House, person
from tests.disputes.court import colleague

ROUNDS = "/admin/games/round/"
CASES = "/admin/disputes/case/"
FILTERS = "found=any&status=closed"

pytestmark = pytest.mark.usefixtures("house")


def client_of(user: User, language: str = "en") -> Client:
    client = Client()
    client.cookies["django_language"] = language
    client.force_login(user, backend="casino.backends.PostingBackend")
    return client


def keep(client: Client, address: str = ROUNDS, **said: Any) -> Any:
    return client.post(f"{address}views/", {"query": FILTERS, "name": "Closed with findings", **said}, follow=True)


@pytest.fixture
def manager(house: House) -> Client:
    return client_of(person("pit_manager"))


def test_filters_are_kept_under_a_name_and_lead_back(manager: Client) -> None:
    page = manager.get(f"{ROUNDS}?{FILTERS}&q=RL01&p=0").content.decode()
    assert f'name="query" value="{html.escape(FILTERS)}"' in page
    answer = keep(manager)
    assert answer.redirect_chain[-1][0] == f"{ROUNDS}?{FILTERS}"
    [view] = SavedView.objects.all()
    assert (view.query, view.role, view.list) == (FILTERS, "", "games.round")
    for address in (ROUNDS, f"{ROUNDS}?found=any"):
        assert f'href="{ROUNDS}?{html.escape(FILTERS)}"' in manager.get(address).content.decode()
    assert 'aria-current="true"' in answer.content.decode()
    assert "Closed with findings" not in manager.get("/admin/games/table/").content.decode(), "of another list"


def test_a_search_and_what_names_people_is_not_kept(manager: Client) -> None:
    keep(manager, query=f"{FILTERS}&q=Nguy%E1%BB%85n&p=3&e=1&unknown=1")
    assert SavedView.objects.get().query == FILTERS
    keep(manager, CASES, query="stage=open&person=PS-1&q=x", name="Open")
    assert SavedView.objects.get(name="Open").query == "stage=open"


def test_own_are_nobody_elses_and_shared_are_of_the_same_role(manager: Client) -> None:
    keep(manager)
    keep(manager, name="For all", shared="on")
    same = client_of(colleague("second.manager", "pit_manager")).get(ROUNDS).content.decode()
    assert "For all" in same
    assert "Closed with findings" not in same
    for other in ("shift_manager", "pit_supervisor", "regulator"):
        assert "For all" not in client_of(person(other)).get(ROUNDS).content.decode(), other


def test_a_shared_view_goes_with_its_account_and_role(manager: Client) -> None:
    keep(manager, name="For all", shared="on")
    second = colleague("second.manager", "pit_manager")
    person("pit_manager").groups.all()
    User.objects.filter(pk=person("pit_manager").pk).update(is_active=False)
    assert "For all" not in client_of(second).get(ROUNDS).content.decode()


def test_only_ones_own_are_deleted(manager: Client) -> None:
    keep(manager, name="For all", shared="on")
    view = SavedView.objects.get()
    second = client_of(colleague("second.manager", "pit_manager"))
    assert "Delete the view" not in second.get(ROUNDS).content.decode()
    assert second.post(f"{ROUNDS}views/", {"delete": view.pk}).status_code == 404
    assert manager.post(f"{CASES}views/", {"delete": view.pk}).status_code == 404, "of another list"
    assert manager.post(f"{ROUNDS}views/", {"delete": "x"}).status_code == 404
    assert manager.post(f"{ROUNDS}views/", {"delete": view.pk}).status_code == 302
    assert not SavedView.objects.exists()


def test_what_cannot_be_kept(manager: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ({"name": " "}, {"query": ""}, {"query": "q=RL01"}):
        assert "needs a name" in keep(manager, **said).content.decode()
    monkeypatch.setattr(saved_views, "MOST", 1)
    keep(manager)
    assert "too many views" in keep(manager, name="Another").content.decode()
    keep(manager, query="found=any")
    assert SavedView.objects.get().query == "found=any", "the same name is written over"


def test_whoever_may_not_see_the_list(house: House) -> None:
    dealer = client_of(person("dealer"))
    assert dealer.post(f"{CASES}views/", {"name": "x", "query": "stage=open"}).status_code == 403
    assert Client().post(f"{ROUNDS}views/", {"name": "x", "query": FILTERS}).status_code == 302
    assert client_of(person("pit_manager")).get(f"{ROUNDS}views/").status_code == 405
    assert not SavedView.objects.exists()


def test_in_vietnamese(manager: Client) -> None:
    page = client_of(person("pit_manager"), "vi").get(f"{ROUNDS}?{FILTERS}").content.decode()
    assert "Lưu bộ lọc này" in page
