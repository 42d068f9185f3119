"""In which order a first sign-in goes, and what becomes of devices and sessions when rights go or come back. The house
requires a second factor, as production does."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from casino.clock import now as clock
from casino.factors import codes, store
from tests.accounts import acts
from tests.accounts.browsers import CHOOSE, PROVE, People, by_two, choose, enrol, lands, prove, sign_in
from tests.accounts.conftest import PASSWORD, Cast
from tests.factors.authenticator import RP
from tests.factors.conftest import ADDRESS, Browser, Phone, as_, carried, grow_old, proved, required, somebody  # noqa: F401
from tests.posting import DAY

pytestmark = pytest.mark.usefixtures("required")


@pytest.fixture
def people(cast: Cast) -> People:
    return People(cast)


# --- A first sign-in -------------------------------------------------------------------------------------------------
@pytest.fixture
def newcomer(cast: Cast) -> str:
    """Somebody who is given a post that sees cases, and has both parts of the password in hand."""
    opened = acts.open_account("newcomer", post="auditor", **cast.by("adm"))
    confirmed = acts.confirm(cast.waiting.pk, **cast.by("gm"))
    return f"{opened.secret} {confirmed.secret}"


def test_first_the_password_then_the_device_and_nothing_else_meanwhile(cast: Cast, newcomer: str) -> None:
    browser = sign_in("newcomer", newcomer)
    own = reverse("admin:auth_user_change", args=[cast["newcomer"].pk])
    places = ("/", "/admin/", own, ADDRESS, f"{ADDRESS}code/", f"{ADDRESS}passkey/", PROVE)
    for place in places:
        assert lands(browser, place) == CHOOSE, place
    said = browser.get("/api/v1/findings/")
    assert (said.status_code, said.json()["code"]) == (403, "first_password")
    assert choose(browser, newcomer).status_code == 302
    for place in ("/", "/admin/", own, CHOOSE, PROVE):
        assert lands(browser, place) == ADDRESS, place
    said = browser.get("/api/v1/findings/")
    assert (said.status_code, said.json()["code"]) == (403, "factor_needed")
    assert choose(browser, PASSWORD, "Another-long-passphrase").url == ADDRESS, "it is chosen, so that page is shut"
    assert cast["newcomer"].check_password(PASSWORD)
    enrol(browser)
    assert lands(browser) == "/admin/"
    assert browser.get("/api/v1/findings/?property=HOI").status_code == 200
    assert cast.types("newcomer")[-3:] == ["password_chosen", "factor_added", "recovery_codes_made"]


def test_a_first_sign_in_that_took_long_asks_for_the_password_given(cast: Cast, newcomer: str) -> None:
    browser = sign_in("newcomer", newcomer)
    grow_old(browser)
    asked = choose(browser, newcomer)
    assert asked.status_code == 403
    assert asked.context["asks_password"]
    assert browser.post(CHOOSE, {"factors_carried": carried(asked), "password": newcomer}).status_code == 302
    assert cast["newcomer"].check_password(PASSWORD)
    assert lands(browser) == ADDRESS


def test_who_has_a_device_proves_it_before_choosing_a_password(cast: Cast, people: People) -> None:
    phone = people.phone("gm")
    by_two(cast, "gm")
    first = acts.ask_password(cast["gm"].pk, **cast.by("adm")).secret or ""
    second = acts.confirm(cast.waiting.pk, **cast.by("adm2")).secret or ""
    assert store.devices(cast["gm"]), "a lost password is no lost device"
    browser = sign_in("gm", first + second)
    for place in ("/admin/", CHOOSE, ADDRESS):
        assert lands(browser, place) == PROVE, place
    assert browser.get("/api/v1/findings/").json()["code"] == "factor_needed"
    assert prove(browser, phone).status_code == 302
    for place in ("/admin/", ADDRESS, PROVE):
        assert lands(browser, place) == CHOOSE, place
    assert browser.get("/api/v1/findings/").json()["code"] == "first_password"
    assert choose(browser, first + second).status_code == 302
    assert lands(browser) == "/admin/"


def test_a_recovery_code_and_a_one_time_password_lead_in_too(cast: Cast, people: People) -> None:
    people.phone("gm")
    by_two(cast, "gm")
    made = codes.make_recovery_codes(cast["gm"], now=clock())
    first = acts.ask_password(cast["gm"].pk, **cast.by("adm")).secret or ""
    secret = first + (acts.confirm(cast.waiting.pk, **cast.by("adm2")).secret or "")
    browser = sign_in("gm", secret)
    assert browser.post(PROVE, {"recovery": made[0]}).status_code == 302
    assert lands(browser) == CHOOSE
    assert choose(browser, secret).status_code == 302
    assert lands(browser) == "/admin/"
    assert browser.get(f"{ADDRESS}code/").status_code == 200


# --- Rights that go and come back ------------------------------------------------------------------------------------
def test_who_loses_their_rights_keeps_the_device_and_may_then_remove_it(cast: Cast, people: People) -> None:
    browser, phone = people.browser("watch"), people.phone("watch")
    remove = f"{ADDRESS}code_app/{phone.app.pk}/remove/"
    assert browser.post(remove).status_code == 409, "the last of somebody who must have one"
    acts.take_post(cast["watch"].pk, "surveillance", **cast.by("adm"))
    assert "/login/" in browser.get("/admin/").url, "the session ended with the right"
    browser = as_(cast["watch"])
    assert lands(browser) == PROVE, "a device counts for as long as it is there"
    prove(browser, phone)
    assert browser.post(remove).url == ADDRESS
    assert lands(as_(cast["watch"])) == "/admin/"
    by_two(cast, "watch")
    acts.ask_post(cast["watch"].pk, "surveillance", **cast.by("adm"))
    acts.confirm(cast.waiting.pk, **cast.by("gm"))
    assert lands(as_(cast["watch"])) == ADDRESS, "with the right the duty is back"


def test_a_closed_account_lets_nobody_in_and_keeps_its_device_for_its_return(cast: Cast, people: People) -> None:
    browser, phone = people.browser("gm"), people.phone("gm")
    cookie = browser.cookies["sessionid"].value
    acts.deactivate(cast["gm"].pk, **cast.by("adm"))
    assert "/login/" in browser.get("/admin/").url
    assert store.devices(cast["gm"]), "else whoever knows the password would add one at the return"
    acts.ask_activation(cast["gm"].pk, **cast.by("adm"))
    acts.confirm(cast.waiting.pk, **cast.by("adm2"))
    old = Client(SERVER_NAME=RP)
    old.cookies["sessionid"] = cookie
    assert "/login/" in old.get("/admin/")["Location"], "no session of before comes back"
    browser = as_(cast["gm"])
    assert lands(browser) == PROVE
    prove(browser, phone)
    assert lands(browser) == "/admin/"


def test_a_closed_account_can_be_reset_before_it_is_let_in_again(cast: Cast, people: People) -> None:
    people.phone("gm")
    acts.deactivate(cast["gm"].pk, **cast.by("adm"))
    people.ask("adm", "gm", "factors")
    assert people.say("adm2", "confirm").status_code == 302
    assert not store.devices(cast["gm"])


def test_an_acting_post_brings_the_duty_and_its_end_takes_it(cast: Cast, people: People) -> None:
    browser = as_(cast["dealer"])
    assert lands(browser) == "/admin/"
    asked = acts.posting(
        property=cast.house,
        post="acting_pit_supervisor",
        tables=["RL01"],
        ends_at=clock() + DAY,
    )
    acts.ask_posting(cast["dealer"].pk, asked, **cast.by("adm"))
    acts.confirm(cast.waiting.pk, **cast.by("shift"))
    assert lands(browser) == ADDRESS, "at once, in the session that is open"
    enrol(browser)
    acts.end_posting(cast["dealer"].postings.get().pk, **cast.by("adm"))
    assert "/login/" in browser.get("/admin/").url
    assert lands(as_(cast["dealer"])) == PROVE
