"""What people were refused is kept, in a bounded number of rows."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from casino.access.models import Refusal
from casino.accounts import refusals
from casino.factors import proofs
from tests.accounts.conftest import Cast
from tests.clock import HouseClock


@pytest.fixture(autouse=True)
def _a_minute_does_not_end_by_itself(house_clock: HouseClock) -> None:
    cache.clear()


def test_a_page_and_an_act_that_are_not_somebodys(cast: Cast) -> None:
    browser = cast.browser("dealer")
    for _each in range(3):
        assert browser.get("/admin/auth/user/?q=gm").status_code == 403
    assert browser.get("/api/v1/cases/").status_code == 403
    pages, api = Refusal.objects.order_by("id")
    assert (pages.user, pages.place, pages.method, pages.code, pages.times) == (
        cast["dealer"],
        "admin:auth_user_changelist",
        "GET",
        "forbidden",
        3,
    )
    assert (api.place, api.times) == ("cases:cases", 1)


def test_a_new_minute_is_a_new_row_and_an_hour_has_a_bound(
    cast: Cast, house_clock: HouseClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusals, "ROWS_AN_HOUR", 3)
    browser, other = cast.browser("dealer"), cast.browser("nobody")
    for _each in range(5):
        assert browser.get("/admin/auth/user/").status_code == 403
        house_clock.later(minutes=1, seconds=1)
    assert Refusal.objects.filter(user=cast["dealer"]).count() == 3
    other.get("/admin/auth/user/")
    assert Refusal.objects.filter(user=cast["nobody"]).count() == 1, "each person has a bound of their own"


def test_wrong_passwords_are_kept_and_what_is_no_account_is_not_written_down(cast: Cast) -> None:
    for name in ("gm", "gm", "my-password-in-the-wrong-field"):
        Client().post("/admin/login/", {"username": name, "password": "wrong"})
    known, unknown = Refusal.objects.order_by("id")
    assert (known.user, known.code, known.times) == (cast["gm"], "sign_in_wrong", 2)
    assert (unknown.user, unknown.times) == (None, 1)
    assert "my-password" not in str(vars(unknown))
    for _each in range(5):
        Client().post("/admin/login/", {"username": "gm", "password": "wrong"})
    assert Refusal.objects.filter(user=cast["gm"], code="sign_in_held").exists()


def test_who_answers_for_accounts_reads_them_and_nobody_changes_one(cast: Cast) -> None:
    cast.browser("dealer").get("/admin/auth/user/")
    listed = reverse("admin:casino_refusal_changelist")
    page = cast.browser("adm").get(listed)
    assert page.status_code == 200
    assert "not allowed" in page.content.decode()
    assert "không có quyền" in cast.browser("adm", "vi").get(listed).content.decode()
    assert cast.browser("dealer").get(listed).status_code == 403
    row = Refusal.objects.order_by("id").first()
    assert row is not None
    assert cast.browser("adm").post(reverse("admin:casino_refusal_delete", args=[row.pk])).status_code in (302, 403)
    assert Refusal.objects.filter(pk=row.pk).exists()


def test_to_be_asked_for_the_password_again_is_no_refusal(cast: Cast, settings: Any) -> None:
    settings.PROOF_MINUTES = 10
    browser = cast.browser("adm")
    session = browser.session
    session[proofs.KEY] = {**session[proofs.KEY], "at": session[proofs.KEY]["at"] - 3600}
    session.save()
    asked = browser.post("/admin/casino/posting/add/", {"reason": "x"})
    assert asked.status_code == 403
    assert b"factors_carried" in asked.content
    assert not Refusal.objects.exists()
