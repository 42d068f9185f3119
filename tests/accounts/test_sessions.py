"""Sessions end: unused, at the end of a shift, or when their owner says so; each sees one's own and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as conf
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from casino.accounts.session_pages import browser_in_words
from tests.accounts.conftest import Cast
from tests.clock import HouseClock

PHONE = "Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"


@pytest.fixture
def clock(house_clock: HouseClock, settings: Any) -> HouseClock:
    settings.SESSION_IDLE_MINUTES, settings.SESSION_HOURS = 30, 12
    return house_clock


def is_in(browser: Client) -> bool:
    answer = browser.get("/admin/")
    return answer.status_code == 200


def key(browser: Client) -> str:
    return browser.cookies[conf.SESSION_COOKIE_NAME].value


def test_a_session_that_nobody_uses_ends(cast: Cast, clock: HouseClock) -> None:
    browser = cast.browser("sup")
    clock.later(minutes=29)
    assert is_in(browser)
    clock.later(minutes=29)
    assert is_in(browser), "counted from the last use"
    clock.later(minutes=31)
    former = key(browser)
    answer = browser.get("/admin/casino/posting/?q=a")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/admin/login/?next=%2Fadmin%2Fcasino%2Fposting%2F%3Fq%3Da")
    assert not Session.objects.filter(session_key=former).exists()
    assert "signed out" in browser.get("/admin/login/").content.decode()


def test_a_session_ends_with_the_shift_however_busy_it_was(cast: Cast, clock: HouseClock) -> None:
    browser = cast.browser("sup")
    for _each in range(12 * 3):
        assert is_in(browser)
        clock.later(minutes=20)
    clock.later(minutes=1)
    assert not is_in(browser)


def test_the_api_is_told_in_its_own_shape(cast: Cast, clock: HouseClock) -> None:
    browser = cast.browser("sup")
    clock.later(hours=1)
    answer = browser.get("/api/v1/rounds/")
    assert (answer.status_code, answer.json()["code"]) == (401, "session_over")
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_form_that_comes_too_late_does_nothing(cast: Cast, clock: HouseClock) -> None:
    browser = cast.browser("sup")
    clock.later(hours=1)
    answer = browser.post(reverse("own_sessions"), {"session": "others"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/login/")


@pytest.mark.parametrize(("language", "word"), [("vi", "Kết thúc"), ("en", "End")])
def test_one_sees_ones_own_and_ends_one_or_all_others(cast: Cast, clock: HouseClock, language: str, word: str) -> None:
    here, tablet, office = (cast.browser("sup", language) for _each in range(3))
    stranger = cast.browser("dealer")
    tablet.get("/admin/", headers={"user-agent": PHONE})
    page = here.get(reverse("own_sessions"))
    assert "no-store" in page.headers["Cache-Control"]
    shown = page.context["sessions"]
    assert [each.is_this for each in shown] == [True, False, False]
    assert word in page.content.decode()
    for browser in (here, tablet, office, stranger):
        assert key(browser) not in page.content.decode(), "a key opens the session"

    here.post(reverse("own_sessions"), {"session": shown[0].mark})
    assert is_in(here), "one's present session ends by signing out"
    here.post(reverse("own_sessions"), {"session": shown[1].mark})
    assert [is_in(tablet), is_in(office)].count(True) == 1
    told = here.post(reverse("own_sessions"), {"session": "others"}, follow=True).content.decode()
    assert "1" in told
    assert not is_in(tablet)
    assert not is_in(office)
    assert is_in(here)
    assert is_in(stranger)


def test_nobody_ends_the_session_of_another(cast: Cast, clock: HouseClock) -> None:
    mine, theirs = cast.browser("sup"), cast.browser("gm")
    mark = theirs.get(reverse("own_sessions")).context["sessions"][0].mark
    mine.post(reverse("own_sessions"), {"session": mark})
    mine.post(reverse("own_sessions"), {"session": key(theirs)})
    mine.post(reverse("own_sessions"), {"session": "others"})
    assert is_in(theirs)
    assert Client().post(reverse("own_sessions"), {"session": "others"}).status_code == 302


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (PHONE, "Chrome, Android"),
        ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Safari/604.1", "Safari, iPad"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130 Safari/537 Edg/130", "Edge, Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Linux"),
        ("<script>", "trình duyệt không rõ"),
        ("", "trình duyệt không rõ"),
    ],
)
def test_browsers_in_words(agent: str, words: str) -> None:
    from django.utils import translation

    with translation.override("vi"):
        assert browser_in_words(agent) == words
