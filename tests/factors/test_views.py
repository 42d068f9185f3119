"""The pages of one's own devices."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django_otp.oath import hotp

from casino.clock import now as clock
from casino.factors import codes, store
from casino.factors.models import CodeApp, Guard
from tests.factors.authenticator import RP, Authenticator
from tests.factors.conftest import ADDRESS, Phone, account, as_, proved, somebody

CODE, PASSKEY, SHOWN = f"{ADDRESS}code/", f"{ADDRESS}passkey/", f"{ADDRESS}recovery/shown/"


@pytest.fixture
def user(required: None) -> User:
    return account("administrator")


def secret_on(page: Any) -> bytes:
    found = re.search(r"tp-factors-secret\">([A-Z2-7 ]+)<", page.content.decode())
    assert found is not None
    return base64.b32decode(str(found[1]).replace(" ", ""))


def code_now(secret: bytes) -> str:
    return f"{hotp(secret, int(clock().timestamp()) // codes.STEP_SECONDS):06d}"


def test_from_the_first_sign_in_to_the_overview(user: User) -> None:
    client = as_(user)
    page = client.get(CODE)
    assert 'src="data:image/svg+xml' in page.content.decode()
    answer = client.post(CODE, {"code": code_now(secret_on(page)), "label": "  My\nphone\x00 "})
    assert answer.url == SHOWN
    assert [row.label for row in store.devices(user)] == ["Myphone"]
    assert client.get("/admin/").status_code == 200


def test_the_recovery_codes_are_shown_once_and_work(user: User) -> None:
    client = as_(user)
    client.post(CODE, {"code": code_now(secret_on(client.get(CODE)))})
    shown = client.get(SHOWN)
    made = re.findall(r"<code>([A-Z2-7-]{19})</code>", shown.content.decode())
    assert len(made) == codes.RECOVERY_CODES
    assert "no-store" in shown.headers["Cache-Control"]
    assert client.get(SHOWN).url == ADDRESS
    assert made[0] not in str(dict(client.session))
    assert as_(user).post(f"{ADDRESS}prove/", {"recovery": made[3]}).url == ADDRESS


def test_a_wrong_first_code_keeps_the_same_secret(user: User) -> None:
    client = as_(user)
    first = client.get(CODE)
    wrong = client.post(CODE, {"code": "000000", "label": "Phone"})
    assert wrong.status_code == 422
    assert secret_on(wrong) == secret_on(first) == secret_on(client.get(CODE))
    assert not CodeApp.objects.exists()
    Guard.objects.update(throttling_failure_count=0)
    assert client.post(CODE, {"code": code_now(secret_on(first))}).status_code == 302


def test_the_secret_that_waits_lies_sealed_in_the_session_and_is_gone_afterwards(user: User) -> None:
    client = as_(user)
    secret = secret_on(client.get(CODE))
    kept = str(dict(client.session))
    assert codes.typed(secret).replace(" ", "") not in kept
    assert secret.hex() not in kept
    client.post(CODE, {"code": code_now(secret)})
    assert "factors.new_secret" not in client.session


def test_another_device_keeps_the_recovery_codes(user: User) -> None:
    client = proved(user, Phone(user))
    codes.make_recovery_codes(user, now=store.devices(user)[0].created_at)
    device = Authenticator()
    page = client.get(PASSKEY)
    assert client.post(PASSKEY, {"passkey": device.make(page.context["options"]), "label": "Key"}).url == ADDRESS
    listed = client.get(ADDRESS).content.decode()
    assert "Key" in listed
    assert "10 recovery codes are left" in listed
    assert {item["id"] for item in client.get(PASSKEY).context["options"]["excludeCredentials"]}


def test_a_refused_passkey_is_said(user: User) -> None:
    client = as_(user)
    page = client.get(PASSKEY)
    answer = client.post(PASSKEY, {"passkey": Authenticator().make(page.context["options"], rp="evil.example")})
    assert answer.status_code == 422
    assert "was not accepted" in answer.content.decode()


def test_under_an_address_no_passkey_is_offered(user: User) -> None:
    client = somebody("127.0.0.1")
    client.force_login(user, backend="casino.backends.PostingBackend")
    assert client.get(PASSKEY).status_code == 409
    assert RP in client.get(ADDRESS).content.decode()


def test_without_a_key_no_app_is_taken(user: User, settings: Any) -> None:
    settings.FACTOR_KEY = ""
    answer = as_(user).get(CODE)
    assert answer.status_code == 503
    assert "FACTOR_KEY" in answer.content.decode()


def test_the_last_device_is_not_removed_and_nobody_elses(user: User) -> None:
    phone = Phone(user)
    client = proved(user, phone)
    kept = client.post(f"{ADDRESS}code_app/{phone.app.pk}/remove/")
    assert kept.status_code == 409
    assert "at least one device" in kept.content.decode()
    other = Phone(account("pit_manager"))
    for number in (other.app.pk, 999_999):
        assert client.get(f"{ADDRESS}code_app/{number}/remove/").status_code == 404
        assert client.post(f"{ADDRESS}code_app/{number}/remove/").status_code == 404
    assert len(store.devices(user)) == 1


def test_names_are_text_on_the_page(user: User) -> None:
    client = proved(user, Phone(user, "<script>alert(1)</script>"))
    page = client.get(ADDRESS).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_new_recovery_codes_are_made_only_by_a_form(user: User) -> None:
    client = proved(user, Phone(user))
    assert client.get(f"{ADDRESS}recovery/").status_code == 405
    assert client.post(f"{ADDRESS}recovery/").url == SHOWN


@pytest.mark.parametrize("page", [ADDRESS, CODE, PASSKEY, f"{ADDRESS}prove/?again=1"])
def test_no_page_has_a_script_of_its_own(user: User, page: str) -> None:
    """All scripts are files: the policy allows no others."""
    client = proved(user, Phone(user))
    answer = client.get(page)
    assert answer.status_code == 200
    for script in re.findall(r"<script\b([^>]*)>(.*?)</script>", answer.content.decode(), re.DOTALL):
        assert "src=" in script[0], script
        assert not script[1].strip()
    assert " onclick=" not in answer.content.decode()
    assert "'unsafe-inline'" not in answer.headers["Content-Security-Policy"].split("script-src")[1].split(";")[0]


def test_nobody_else_has_these_pages(required: None) -> None:
    nobody = somebody()
    for page in (ADDRESS, CODE, PASSKEY, SHOWN, f"{ADDRESS}prove/", f"{ADDRESS}code_app/1/remove/"):
        assert nobody.get(page).url.startswith("/admin/login/")
