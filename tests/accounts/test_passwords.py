"""One-time passwords: whole or in two parts, for some days, and nothing else is opened before the own one is chosen.
Sessions end with what they rested on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from casino.access.models import Account
from casino.accounts import passwords
from casino.clock import now as clock
from tests.accounts import acts
from tests.accounts.conftest import PASSWORD, Cast

SignIn = Callable[[str, str], Client | None]


def chosen(browser: Client, present: str, password: str = PASSWORD) -> int:
    said = {"command_id": str(uuid4()), "present": present, "chosen": password, "again": password}
    return browser.post(reverse("admin:password_change"), said).status_code


def test_a_one_time_password_opens_only_the_page_where_the_own_one_is_chosen(cast: Cast, sign_in: SignIn) -> None:
    secret = acts.ask_password(cast["dealer"].pk, **cast.by("adm")).secret or ""
    browser = sign_in("dealer", secret)
    assert browser is not None
    choose = reverse("admin:password_change")
    for address in (reverse("admin:index"), reverse("admin:auth_user_change", args=[cast["dealer"].pk]), "/"):
        answer = browser.get(address)
        assert (answer.status_code, answer["Location"]) == (302, choose), address
    api = browser.get("/api/v1/findings/")
    assert (api.status_code, api.json()["code"]) == (403, "first_password")
    assert browser.get(choose).status_code == 200
    assert chosen(browser, secret, "short") == 422
    assert chosen(browser, "not the present one") == 422
    assert chosen(browser, secret, secret) == 422
    assert chosen(browser, secret) == 302
    assert browser.get(reverse("admin:index")).status_code == 200
    assert sign_in("dealer", secret) is None
    assert sign_in("dealer", PASSWORD) is not None
    assert cast.types("dealer")[-1] == "password_chosen"
    assert cast.recorded("dealer")[-1].actor == "person:dealer"


def test_of_two_parts_neither_opens_alone(cast: Cast, sign_in: SignIn) -> None:
    first = acts.ask_password(cast["gm"].pk, **cast.by("adm")).secret or ""
    second = acts.confirm(cast.waiting.pk, **cast.by("adm2")).secret or ""
    for wrong in (first, second, second + first, passwords.digest(first) + "+" + second):
        assert sign_in("gm", wrong) is None
    for right in (first + second, f"{first.upper()} {second}", f"{first}-{second}"):
        assert sign_in("gm", right) is not None
    browser = sign_in("gm", first + second)
    assert browser is not None
    assert chosen(browser, f"{first} {second}") == 302
    assert sign_in("gm", PASSWORD) is not None


def test_one_that_nobody_used_in_time_opens_nothing(cast: Cast, sign_in: SignIn) -> None:
    secret = acts.ask_password(cast["dealer"].pk, **cast.by("adm")).secret or ""
    Account.objects.update(one_time_until=clock() - timedelta(seconds=1))
    assert sign_in("dealer", secret) is None


def test_drawn_ones_are_long_and_never_the_same() -> None:
    drawn = {passwords.draw() for _ in range(50)}
    assert len(drawn) == 50
    assert all(len(secret.replace("-", "")) == 16 for secret in drawn)
    assert passwords.digest(" AB-cd ") == passwords.digest("ab-cd")


# --- Sessions --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("what", ["take", "close", "password", "posting"])
def test_a_session_ends_with_what_it_rested_on(cast: Cast, what: str) -> None:
    name = "dealer" if what == "password" else "sup"
    browser, other = cast.browser(name), cast.browser("gm")
    assert browser.get(reverse("admin:index")).status_code == 200
    user = cast[name]
    if what == "take":
        acts.take_post(user.pk, "pit_supervisor", **cast.by("adm"))
    elif what == "close":
        acts.deactivate(user.pk, **cast.by("adm"))
    elif what == "posting":
        acts.end_posting(user.postings.get().pk, **cast.by("adm"))
    else:
        acts.ask_password(user.pk, **cast.by("adm"))
    assert browser.get(reverse("admin:index")).status_code == 302
    assert other.get(reverse("admin:index")).status_code == 200, "nobody else is signed out"


def test_a_session_lasts_until_the_second_person_confirms(cast: Cast) -> None:
    browser = cast.browser("gm")
    acts.ask_password(cast["gm"].pk, **cast.by("adm"))
    assert browser.get(reverse("admin:index")).status_code == 200
    acts.confirm(cast.waiting.pk, **cast.by("adm2"))
    assert browser.get(reverse("admin:index")).status_code == 302


def test_an_own_new_password_ends_every_other_session_of_the_account(cast: Cast) -> None:
    user = cast["dealer"]
    user.set_password("what it was before")
    user.save()
    here, elsewhere = cast.browser("dealer"), cast.browser("dealer")
    assert chosen(here, "what it was before") == 302
    assert here.get(reverse("admin:index")).status_code == 200
    assert elsewhere.get(reverse("admin:index")).status_code == 302
    assert Session.objects.filter(session_key=elsewhere.cookies[settings.SESSION_COOKIE_NAME].value).count() == 0


def test_an_account_from_before_signs_in_as_it_did(cast: Cast, sign_in: SignIn) -> None:
    User.objects.create_user("old.hand", password=PASSWORD, is_staff=True)
    browser = sign_in("old.hand", PASSWORD)
    assert browser is not None
    assert browser.get(reverse("admin:index")).status_code == 200
