"""Passwords are not guessed: not of one account, not of many; and nobody keeps a colleague out by trying."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client

from casino.accounts import sign_in
from casino.accounts.addresses import client_address
from tests.accounts.conftest import PASSWORD, Cast

WRONG = "not-the-passphrase"
HERE, THERE = "192.0.2.10", "192.0.2.20"


@pytest.fixture
def people(cast: Cast) -> Cast:
    cache.clear()
    for user in User.objects.all():
        user.set_password(PASSWORD)
        user.save()
    return cast


def enter(name: str, password: str, address: str = HERE, browser: Client | None = None) -> int:
    """302: in. 200: wrong. 429: held up, whatever the password was."""
    browser = browser or Client()
    return browser.post(
        "/admin/login/", {"username": name, "password": password, "next": "/admin/"}, REMOTE_ADDR=address
    ).status_code


@pytest.mark.parametrize(
    ("wanted", "leads"),
    [("/admin/games/round/", "/admin/games/round/"), ("/admin/nowhere/", "/admin/"), ("/nowhere?x=1", "/admin/")],
)
def test_signing_in_leads_to_a_page_that_there_is(people: Cast, wanted: str, leads: str) -> None:
    said = {"username": "gm", "password": PASSWORD, "next": wanted}
    assert Client().post("/admin/login/", said).headers["Location"] == leads


def quarter_of_an_hour_later() -> None:
    for row in AccessAttempt.objects.all():
        AccessAttempt.objects.filter(pk=row.pk).update(attempt_time=row.attempt_time - timedelta(minutes=16))


def test_one_account_is_held_at_that_address_alone(people: Cast) -> None:
    assert [enter("gm", WRONG) for _each in range(5)][-1] == 429
    assert enter("gm", PASSWORD) == 429
    assert enter("gm", PASSWORD, THERE) == 302, "a colleague elsewhere is not locked out"
    assert enter("sup", PASSWORD) == 302, "nor somebody else here"


@pytest.mark.parametrize(("language", "word"), [("vi", "tạm giữ"), ("en", "held up")])
def test_it_is_said_in_words(people: Cast, language: str, word: str) -> None:
    for _each in range(5):
        enter("gm", WRONG)
    browser = Client()
    browser.cookies["django_language"] = language
    page = browser.post("/admin/login/", {"username": "gm", "password": PASSWORD}, REMOTE_ADDR=HERE)
    assert page.status_code == 429
    assert word in page.content.decode()


def test_trying_on_does_not_make_the_hold_longer(people: Cast) -> None:
    for _each in range(5):
        enter("gm", WRONG)
    before = AccessAttempt.objects.get(username="gm")
    for _each in range(5):
        assert enter("gm", WRONG) == 429
    after = AccessAttempt.objects.get(username="gm")
    assert (after.attempt_time, after.failures_since_start) == (before.attempt_time, before.failures_since_start)
    quarter_of_an_hour_later()
    assert enter("gm", PASSWORD) == 302


def test_many_accounts_from_one_address_are_slowed(people: Cast) -> None:
    names = [f"guess{n}" for n in range(sign_in.SPRAYED)]
    assert {enter(name, WRONG) for name in names} == {200}
    assert enter("auditor", WRONG) == 429
    assert enter("auditor", PASSWORD) == 429, "the right one is not looked at either"
    assert enter("auditor", PASSWORD, THERE) == 302
    AccessAttempt.objects.update(attempt_time=AccessAttempt.objects.latest("attempt_time").attempt_time
                                 - timedelta(seconds=sign_in.SPRAY_PAUSE_SECONDS + 1))  # fmt: skip
    assert enter("auditor", WRONG) == 200, "one try"
    assert enter("auditor", PASSWORD) == 429, "and again a pause"
    quarter_of_an_hour_later()
    assert enter("auditor", PASSWORD) == 302


def test_whoever_was_here_before_is_not_held_up_by_what_others_do_at_the_same_address(people: Cast) -> None:
    """As behind one proxy, or one address of the house, for everybody."""
    own = Client()
    assert enter("gm", PASSWORD, browser=own) == 302
    own.post("/admin/logout/")
    for _each in range(8):
        enter("gm", WRONG)
    for number in range(sign_in.SPRAYED):
        enter(f"guess{number}", WRONG)
    assert enter("gm", PASSWORD) == 429, "a browser nobody knows"
    assert enter("gm", PASSWORD, browser=own) == 302


def test_a_known_browser_guesses_no_more_than_another(people: Cast) -> None:
    own = Client()
    enter("gm", PASSWORD, browser=own)
    own.post("/admin/logout/")
    assert [enter("gm", WRONG, browser=own) for _each in range(5)][-1] == 429
    assert enter("gm", PASSWORD, browser=own) == 429
    assert [enter("sup", WRONG, browser=own) for _each in range(5)][-1] == 429, "it is known for one person only"


@pytest.mark.parametrize("cookie", ["", "x", "a:b:c", "W10:1:2"])
def test_a_cookie_that_is_not_ours_is_none(people: Cast, cookie: str) -> None:
    forged = Client()
    forged.cookies[sign_in.COOKIE] = cookie
    for _each in range(5):
        enter("gm", WRONG)
    assert enter("gm", PASSWORD, browser=forged) == 429


@pytest.mark.parametrize(
    ("behind", "forwarded", "found"),
    [
        (False, "198.51.100.7", "10.0.0.1"),
        (True, "198.51.100.7", "198.51.100.7"),
        (True, "203.0.113.9, 198.51.100.7", "198.51.100.7"),  # the first is what a client wrote
        (True, "2001:DB8::1", "2001:db8::1"),
        (True, "", "10.0.0.1"),
        (True, "unknown", "10.0.0.1"),
    ],
)
def test_behind_a_proxy_its_own_word_counts(behind: bool, forwarded: str, found: str, settings: Any) -> None:
    settings.BEHIND_PROXY = behind
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": forwarded}
    assert client_address(request) == found
