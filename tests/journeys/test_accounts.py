"""In the browser: somebody new chooses a password, then adds a device, and nothing else opens meanwhile; they lose the
device, one administrator asks for its reset, another confirms it, and they are out until they add a new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as conf
from django.contrib.auth.models import Group, User
from django.test import Client
from playwright.sync_api import CDPSession

from casino.clock import now as clock
from tests.accounts import acts
from tests.factors.conftest import Phone
from tests.journeys.conftest import Walk, also
from tests.journeys.test_second_factor import device, localhost, start  # noqa: F401 - fixtures

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

OWN = "quite-a-long-passphrase"
WORDS = {
    "vi": {
        "add": "Thêm khóa truy cập",
        "kept": "Tôi đã cất giữ",
        "reset": "Đặt lại yếu tố xác thực thứ hai",
        "asked": "Đã đề nghị, đang chờ người thứ hai.",
        "talk": "Hãy trực tiếp hỏi",
        "confirmed": "Đã xác nhận và có hiệu lực.",
        "both": "Hai người đã đồng ý.",
    },
    "en": {
        "add": "Add a passkey",
        "kept": "I have kept them",
        "reset": "Reset the second factor",
        "asked": "It is asked for and waits for a second person.",
        "talk": "talk to them",
        "confirmed": "It is confirmed and in force.",
        "both": "Two persons agreed.",
    },
}


@pytest.fixture
def sessions(localhost: str) -> dict[str, str]:  # noqa: F811
    """Two administrators who have given both, before the browser starts; and the newcomer's password."""
    found: dict[str, str] = {}
    for name in ("administrator", "second.administrator"):
        user, _made = User.objects.get_or_create(username=name, defaults={"is_staff": True})
        user.groups.set([Group.objects.get(name="administrator")])
        client = Client(SERVER_NAME="localhost")
        client.force_login(user, backend="casino.backends.PostingBackend")
        assert client.post("/admin/account/prove/", {"code": Phone(user).code()}).status_code == 302
        found[name] = client.cookies[conf.SESSION_COOKIE_NAME].value
    first, second = (User.objects.get(username=name) for name in found)
    opened = acts.open_account("lan", post="surveillance", **by(first))
    assert opened.change is not None
    confirmed = acts.confirm(opened.change, **by(second))
    return {**found, "password": f"{opened.secret} {confirmed.secret}"}


def by(user: User) -> dict[str, Any]:
    return {"by": user, "command_id": uuid4(), "now": clock()}


def enter(step: Walk, session: str, language: str) -> None:
    """Somebody who is signed in already."""
    cookies = {conf.SESSION_COOKIE_NAME: session, conf.LANGUAGE_COOKIE_NAME: language}
    step.page.context.add_cookies([{"name": k, "value": v, "url": step.address} for k, v in cookies.items()])


def sign_in(step: Walk, password: str, language: str) -> None:
    step.go("/admin/")
    step.follow(step.page.locator(f".tp-language button[lang={language}]"))
    step.page.locator(f"html[lang={language}]").wait_for()
    step.page.fill("#id_username", "lan")
    step.page.fill("#id_password", password)
    step.follow(step.page.locator("#login-form button[type=submit].tp-button-primary"))


@pytest.mark.parametrize(("language", "width"), [("vi", 390), also("en", 1280)])
def test_a_first_sign_in_and_a_lost_device(
    sessions: dict[str, str],
    start: Callable[..., Walk],  # noqa: F811
    device: Callable[..., CDPSession],  # noqa: F811
    language: str,
    width: int,
) -> None:
    said, lan = WORDS[language], start(width=width)
    page = lan.page
    device(lan)
    sign_in(lan, sessions["password"], language)
    page.locator("#id_chosen").wait_for()
    lan.fits()
    lan.go("/admin/account/passkey/")
    page.locator("#id_chosen").wait_for()
    page.fill("#id_present", sessions["password"])
    page.fill("#id_chosen", OWN)
    page.fill("#id_again", OWN)
    lan.follow(page.locator("form.tp-form button.tp-button-primary"))
    page.get_by_role("link", name=said["add"]).wait_for()
    lan.fits()
    lan.go("/admin/")
    lan.follow(page.get_by_role("link", name=said["add"]))
    lan.follow(page.get_by_role("button", name=said["add"]))
    page.locator(".tp-factors-codes li").nth(9).wait_for()
    lan.follow(page.get_by_role("link", name=said["kept"]))
    lan.go("/admin/")
    page.locator(".tp-dashboard").wait_for()

    asker, confirmer = start(width=width), start(width=width)
    enter(asker, sessions["administrator"], language)
    enter(confirmer, sessions["second.administrator"], language)
    asker.go("/admin/auth/user/?q=lan")
    asker.follow(asker.page.locator("#result_list a", has_text="lan").first)
    asker.fits()
    asker.follow(asker.page.get_by_role("link", name=said["reset"]))
    asker.fits()
    asker.follow(asker.page.locator("form.tp-form button.tp-button-primary"))
    asker.page.get_by_text(said["asked"]).wait_for()
    asker.fits()
    confirmer.go("/admin/")
    confirmer.follow(confirmer.page.locator("#account-changes a, [id*=account-changes] a").first)
    confirmer.page.get_by_text(said["talk"]).wait_for()
    confirmer.fits()
    confirmer.follow(confirmer.page.locator("button[value=confirm]"))
    confirmer.page.get_by_text(said["confirmed"]).wait_for()
    confirmer.page.get_by_text(said["both"]).first.wait_for()
    confirmer.fits()

    lan.go("/admin/")
    sign_in(lan, OWN, language)
    page.get_by_role("link", name=said["add"]).wait_for()
    lan.go("/admin/auth/user/")
    page.get_by_role("link", name=said["add"]).wait_for()
    lan.fits()
