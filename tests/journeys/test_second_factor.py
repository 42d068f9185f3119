"""In the browser: an administrator enrols a passkey, signs in with it, and is asked again before a weighty act; the app
on the phone does the same without scripts. The device is the browser's own virtual one, at http://localhost: browsers
know no passkeys at a bare address."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django_otp.oath import hotp
from playwright.sync_api import CDPSession

from casino.clock import now as clock_now
from casino.factors import codes, proofs
from casino.factors.models import Passkey
from tests.admin.house import PASSWORD
from tests.journeys.conftest import Walk, also
from tests.threads import in_thread

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WORDS = {
    "vi": {
        "add": "Thêm khóa truy cập",
        "use": "Dùng khóa truy cập",
        "kept": "Tôi đã cất giữ",
        "made": "Đã thêm thiết bị.",
    },
    "en": {"add": "Add a passkey", "use": "Use a passkey", "kept": "I have kept them", "made": "The device was added."},
}


@pytest.fixture
def localhost(address: str, settings: Any) -> str:
    settings.SECOND_FACTOR, settings.PROOF_MINUTES = "required", 10
    found = address.replace("127.0.0.1", "localhost")
    settings.PASSKEY_DOMAIN, settings.PASSKEY_ORIGINS = "localhost", [found]
    return found


@pytest.fixture
def start(localhost: str, walk: Callable[..., Walk]) -> Callable[..., Walk]:
    def begin(**how: Any) -> Walk:
        step = walk(**how)
        step.address = localhost
        return step

    return begin


@pytest.fixture
def device() -> Callable[..., CDPSession]:
    """``device(step, verified=False)``: a device with finger or PIN, which says whether it was the right one."""

    def plug_in(step: Walk, *, verified: bool = True) -> CDPSession:
        session = step.page.context.new_cdp_session(step.page)
        session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": verified,
            "automaticPresenceSimulation": True,
        }
        session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        return session

    return plug_in


def password(step: Walk, language: str, who: str = "administrator") -> None:
    step.go("/admin/")
    step.follow(step.page.locator(f".tp-language button[lang={language}]"))
    step.page.locator(f"html[lang={language}]").wait_for()
    step.page.fill("#id_username", who)
    step.page.fill("#id_password", PASSWORD)
    step.follow(step.page.locator("#login-form button[type=submit].tp-button-primary"))


def let_the_proof_grow_old() -> None:
    for row in Session.objects.all():
        store = SessionStore(row.session_key)
        if proofs.KEY in store:
            store[proofs.KEY] = {**store[proofs.KEY], "at": store[proofs.KEY]["at"] - 3600}
            store.save()


def asked_again(step: Walk) -> None:
    """The answer to a form that came too late is 403."""
    step.answered(403)


@pytest.mark.parametrize(("language", "width", "dark"), [also("vi", 1280, False), ("en", 390, True)])
def test_a_passkey_from_enrolment_to_a_weighty_act(
    start: Callable[..., Walk], device: Callable[..., CDPSession], language: str, width: int, dark: bool
) -> None:
    said, step = WORDS[language], start(width=width, dark=dark)
    page = step.page
    device(step)
    password(step, language)
    page.get_by_role("link", name=said["add"]).wait_for()
    step.fits()
    step.go("/admin/auth/user/")
    assert page.url.startswith(f"{step.address}/admin/account/")
    step.follow(page.get_by_role("link", name=said["add"]))
    page.fill("#id_label", "Máy bàn")
    step.fits()
    step.follow(page.get_by_role("button", name=said["add"]))
    page.locator(".tp-factors-codes li").nth(9).wait_for()
    assert said["made"] in page.locator("body").inner_text()
    step.fits()
    step.follow(page.get_by_role("link", name=said["kept"]))
    page.get_by_text("Máy bàn").wait_for()
    step.fits()
    kept = in_thread(lambda: Passkey.objects.select_related("user").get())
    assert (kept.rp_id, kept.user.username, kept.transports) == ("localhost", "administrator", ["internal"])

    # Another day.
    page.context.clear_cookies()
    password(step, language)
    use = page.get_by_role("button", name=said["use"])
    use.wait_for()
    step.fits()
    step.follow(use)
    page.locator(".tp-dashboard").wait_for()

    # Eleven minutes later: what was typed is there afterwards.
    step.go("/admin/auth/user/add/")
    page.fill("#id_username", "nguoi.moi")
    page.select_option("#id_post", "dealer")
    in_thread(let_the_proof_grow_old)
    step.follow(page.locator("form.tp-form button.tp-button-primary"))
    page.get_by_role("button", name=said["use"]).wait_for()
    asked_again(step)
    step.fits()
    assert not in_thread(lambda: User.objects.filter(username="nguoi.moi").exists())
    step.twice(page.get_by_role("button", name=said["use"]))
    page.locator(".tp-secret").wait_for()
    page.wait_for_load_state()
    step.fits()
    assert in_thread(lambda: User.objects.filter(username="nguoi.moi").count()) == 1


def test_a_device_that_does_not_know_the_person_adds_and_proves_nothing(
    start: Callable[..., Walk], device: Callable[..., CDPSession]
) -> None:
    step = start()
    page = step.page
    session = device(step, verified=False)
    password(step, "en")
    step.follow(page.get_by_role("link", name="Add a passkey"))
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("No passkey was made").wait_for(timeout=90_000)
    assert not in_thread(lambda: Passkey.objects.exists())
    session.send("WebAuthn.disable")


def test_another_domain_gets_nothing_from_the_browser(
    start: Callable[..., Walk], device: Callable[..., CDPSession], settings: Any
) -> None:
    """As on a page that only looks like ours: the browser itself refuses, and so does the server when asked under an
    address."""
    step = start()
    page = step.page
    device(step)
    password(step, "en")
    page.get_by_role("link", name="Add a passkey").wait_for()
    settings.PASSKEY_DOMAIN = "tables.example"
    step.go("/admin/account/passkey/")
    page.get_by_text("Passkeys cannot be used at this address.").wait_for()
    step.answered(409)
    settings.PASSKEY_DOMAIN = "localhost"
    step.go("/admin/account/passkey/")
    form = page.locator("form[data-passkey]")
    form.evaluate(
        "f => { const o = JSON.parse(f.dataset.options); o.rp.id = 'tables.example';"
        " f.dataset.options = JSON.stringify(o); }"
    )
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("No passkey was made").wait_for()
    assert not in_thread(lambda: Passkey.objects.exists())


@pytest.mark.parametrize(("language", "width"), [("vi", 390), also("en", 1280)])
def test_the_app_on_the_phone_without_scripts(start: Callable[..., Walk], language: str, width: int) -> None:
    step = start(width=width, scripts=False)
    page = step.page
    password(step, language)
    step.follow(page.locator("a[href='/admin/account/code/']"))
    step.page.locator("img.tp-factors-picture").wait_for()
    page.locator("details summary").click()
    step.fits()
    secret = base64.b32decode(page.locator(".tp-factors-secret").inner_text().replace(" ", ""))

    def code(ahead: int) -> str:
        return f"{hotp(secret, int(clock_now().timestamp()) // codes.STEP_SECONDS + ahead):06d}"

    # Now of this step, later of the next: each counts whenever the clock turns meanwhile, and the second is new.
    page.fill("#id_code", code(0))
    step.follow(page.locator("form button.tp-button-primary"))
    page.locator(".tp-factors-codes li").nth(9).wait_for()
    step.follow(page.locator("a.tp-button-primary"))
    step.fits()
    step.follow(page.get_by_role("link", name={"vi": "Gỡ", "en": "Remove"}[language]))
    step.fits()
    page.context.clear_cookies()
    password(step, language)
    page.locator("details summary").click()
    step.fits()
    page.fill("#id_code", "000000")
    step.follow(page.locator("form button.tp-button-primary"))
    page.locator("[role=alert]").wait_for()
    step.fits()
    step.answered(422)
    time.sleep(1.1)  # after a wrong code the next one is looked at a second later
    page.fill("#id_code", code(1))
    step.follow(page.locator("form button.tp-button-primary"))
    page.locator(".tp-dashboard").wait_for()
