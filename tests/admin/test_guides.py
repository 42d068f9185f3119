"""The guides in the product: for whoever is signed in, with a way from each page to the part about it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse
from django.utils.html import escape

from casino.access.roles import ROLES, permissions_of
from casino.console import navigation
from casino.guides.shelf import GUIDES, LANGUAGES, READERS, guide
from tests.admin.conftest import As
from tests.admin.house import House, person

LINK = re.compile(r'class="tp-to-guide" href="([^"]+)"')


@pytest.mark.parametrize("role", sorted(ROLES))
def test_every_page_of_the_side_bar_leads_to_its_part(role: str, house: House, as_: As) -> None:
    language: str = "vi" if role < "o" else "en"
    client = as_(role, language)
    parts = {part.code for part in guide(READERS[role], language).parts}
    for entry in navigation.ENTRIES.values():
        if entry.permission is None or entry.permission in permissions_of(role):
            target = client.get(reverse("guide_to", args=[entry.address])).headers["Location"]
            address, _hash, anchor = target.partition("#")
            assert address == reverse("guide", args=[READERS[role]]), entry.address
            assert anchor in parts, entry.address


@pytest.mark.parametrize("address", ["admin:index", "admin:games_round_changelist", "admin:games_statistics", "guides"])
def test_a_page_has_the_link_to_its_part_in_its_head(address: str, house: House, as_: As) -> None:
    page = as_("pit_supervisor", "en").get(reverse(address))
    assert LINK.findall(page.content.decode()) == [reverse("guide_to", args=[address])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", GUIDES)
def test_a_guide_is_shown_whole(code: str, language: str, house: House, as_: As) -> None:
    page = as_(code, language).get(reverse("guide", args=[code])).content.decode()
    found = guide(code, language)
    for part in found.parts:
        assert f'id="{part.code}"' in page
        for words in part.said:
            assert f"<b>{escape(words)}</b>" in page
    shown = re.findall(r'<img src="([^"]+)"', page.partition("tp-guide-page")[2])
    assert len(shown) == sum(len(part.pictures) for part in found.parts)
    assert all(f"/guides/{language}/" in each for each in shown)


def test_the_list_begins_with_ones_own(house: House, as_: As) -> None:
    page = as_("director_of_table_games", "en").get(reverse("guides")).content.decode()
    own, others = page.partition("For your role")[2].split("For the others")
    assert guide("shift_manager", "en").title in own
    assert all(
        guide(code, "en").title not in own and guide(code, "en").title in others for code in ("dealer", "auditor")
    )


def test_strangers_are_asked_to_sign_in(house: House) -> None:
    for address in (
        reverse("guides"),
        reverse("guide", args=["dealer"]),
        reverse("guide_to", args=["admin:index"]),
        reverse("guide_paper", args=["dealer", "vi"]),
    ):
        answer = Client().get(address)
        assert answer.status_code == 302
        assert reverse("admin:login") in answer.headers["Location"]


def test_whoever_has_no_post_now_finds_the_list(house: House, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    person("pit_supervisor").groups.clear()
    assert client.get(reverse("guide_to", args=["admin:index"])).headers["Location"] == reverse("guides")
    assert "no guide is yours" in client.get(reverse("guides")).content.decode()


@pytest.mark.parametrize(
    "address", ["/admin/guide/player/", "/admin/guide/dealer/fr.pdf", "/admin/guide/player/vi.pdf"]
)
def test_guides_that_there_are_not(address: str, house: House, as_: As) -> None:
    assert as_("dealer").get(address).status_code == 404


@pytest.mark.parametrize("page", ["admin:nothing", "nothing/../..", "%00", "<script>"])
def test_ways_from_no_page_lead_to_the_guide(page: str, house: House, as_: As) -> None:
    answer = as_("dealer").get(f"/admin/guide/to/{page}/")
    assert answer.status_code in (302, 404)
    if answer.status_code == 302:
        assert answer.headers["Location"] == reverse("guide", args=["dealer"])


def test_the_link_asks_the_database_nothing(house: House, as_: As, django_assert_max_num_queries: Any) -> None:
    from django.test import RequestFactory

    from casino.guides.pages import way_to_guide

    request = RequestFactory().get("/admin/")
    request.resolver_match = resolve("/admin/disputes/case/7/do/decide/")
    with django_assert_max_num_queries(0):
        assert way_to_guide(request) == reverse("guide_to", args=["admin:disputes_case_do/decide"])
