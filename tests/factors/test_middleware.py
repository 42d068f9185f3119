"""Between the password and everything else: whoever has half of what is needed opens nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from casino.clock import now as clock
from casino.factors import codes, proofs, store
from casino.factors.middleware import OPEN
from casino.factors.models import Guard
from casino.factors.proofs import Step
from tests.admin.house import PASSWORD
from tests.factors.authenticator import Authenticator
from tests.factors.conftest import ADDRESS, Phone, account, as_, grow_old, proved, somebody
from tests.posting import a_property, posting

PROVE = f"{ADDRESS}prove/"
PLACES = ("/admin/", "/", "/admin/auth/user/", "/admin/password_change/", "/admin/nowhere/", f"{ADDRESS}code/x/")


@pytest.fixture
def administrator(required: None) -> User:
    return account("administrator")


# --- The password alone --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [*PLACES[:4], ADDRESS, f"{ADDRESS}code/", f"{ADDRESS}passkey/"])
def test_a_stolen_password_opens_nothing_of_an_account_with_a_device(administrator: User, place: str) -> None:
    Phone(administrator)
    thief = as_(administrator)
    answer = thief.get(place)
    assert answer.status_code == 302
    assert answer.url == f"{PROVE}?next={quote(place, safe='')}"
    assert thief.post(place).url == PROVE


@pytest.mark.parametrize("place", PLACES[:4])
def test_who_must_have_one_and_has_none_is_led_to_enrol(administrator: User, place: str) -> None:
    answer = as_(administrator).get(place)
    assert answer.status_code == 302
    assert answer.url == f"{ADDRESS}?next={quote(place, safe='')}"
    assert as_(administrator).get(ADDRESS).status_code == 200
    assert as_(administrator).get(PROVE).status_code == 302


@pytest.mark.slow
def test_every_address_of_the_site_is_behind_it(administrator: User) -> None:
    """But those that are named as open. Views are asked, not fetched: nothing about them can matter."""
    thief = as_(administrator)
    for phone in (None, Phone):
        step = Step.PROVE if phone else Step.ENROL
        if phone:
            phone(administrator)
        for name, path in every_address():
            if name in OPEN[step]:
                continue
            answer = thief.get(path)
            assert answer.status_code in (302, 403), (name, path)
            if answer.status_code == 302:
                assert answer.url.startswith(ADDRESS), (name, path, answer.url)
            else:
                assert answer.json()["code"] == "factor_needed"


def every_address() -> Iterator[tuple[str, str]]:
    """Each named address with some value in every place."""
    example = {"int": "1", "uuid": "00000000-0000-0000-0000-000000000000", "slug": "a", "str": "a", "path": "a/b"}

    def walk(patterns: Any, prefix: str, spaces: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
                yield from walk(pattern.url_patterns, prefix + str(pattern.pattern), inner)
            elif isinstance(pattern, URLPattern) and pattern.name:
                path = prefix + str(pattern.pattern)
                for place, converter in pattern.pattern.converters.items():
                    kind = type(converter).__name__.removesuffix("Converter").lower().replace("string", "str")
                    for written in (f"<{kind}:{place}>", f"<{place}>"):
                        path = path.replace(written, example[kind])
                if "<" not in path and "^" not in path and "(" not in path:
                    yield ":".join((*spaces, pattern.name)), "/" + path

    found = list(walk(get_resolver().url_patterns, "", ()))
    assert len(found) > 100
    yield from found


def test_the_api_says_what_is_missing_in_the_readers_language(administrator: User) -> None:
    thief = as_(administrator)
    answer = thief.get("/api/v1/rounds/", headers={"accept-language": "en"})
    assert answer.status_code == 403
    said = answer.json()
    assert (said["code"], said["message"]) == (
        "factor_needed",
        "The second factor must be given before anything else can be opened.",
    )
    thief.cookies["django_language"] = "vi"
    assert "xác thực thứ hai" in thief.get("/api/v1/rounds/").json()["message"]


def test_leaving_and_the_language_are_always_possible(administrator: User) -> None:
    Phone(administrator)
    half = as_(administrator)
    assert half.post("/i18n/setlang/", {"language": "en", "next": PROVE}).url == PROVE
    assert half.get("/healthz").status_code == 200
    half.post("/admin/logout/")
    assert "_auth_user_id" not in half.session


def test_a_dealer_needs_none_until_posted_as_a_supervisor(required: None) -> None:
    dealer = account("dealer")
    client = as_(dealer)
    assert client.get("/admin/").status_code == 200
    posting(dealer, "acting_pit_supervisor", owner=a_property("P2"))
    assert client.get("/admin/").url.startswith(ADDRESS)


# --- Both --------------------------------------------------------------------------------------------------------


def test_with_the_device_it_goes_on_where_the_person_wanted(administrator: User) -> None:
    phone, client = Phone(administrator), as_(administrator)
    page = client.get(f"{PROVE}?next=/admin/auth/user/%3Fq%3Da")
    assert page.status_code == 200
    answer = client.post(PROVE, {"code": phone.code(), "next": "/admin/auth/user/?q=a"})
    assert answer.url == "/admin/auth/user/?q=a"
    assert client.get("/admin/").status_code == 200


@pytest.mark.parametrize(
    "foreign",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:///evil.example",
        "x\n//",
    ],
)
def test_it_never_goes_on_to_a_foreign_page(administrator: User, foreign: str) -> None:
    phone, client = Phone(administrator), as_(administrator)
    page = client.get(PROVE, {"next": foreign})
    assert f'name="next" value="{reverse("admin:index")}"' in page.content.decode() or foreign == "x\n//"
    answer = client.post(PROVE, {"code": phone.code(), "next": foreign})
    assert "evil" not in answer.url


def test_the_session_gets_a_new_name_with_the_proof(administrator: User) -> None:
    """Whoever planted or copied the former cookie has nothing of it."""
    phone, client = Phone(administrator), as_(administrator)
    planted = somebody()
    planted.cookies["sessionid"] = client.cookies["sessionid"].value
    client.post(PROVE, {"code": phone.code()})
    assert client.cookies["sessionid"].value != planted.cookies["sessionid"].value
    assert "/login/" in planted.get("/admin/").url


def test_a_wrong_code_says_so_and_proves_nothing(administrator: User) -> None:
    Phone(administrator)
    client = as_(administrator)
    answer = client.post(PROVE, {"code": "000000"})
    assert answer.status_code == 422
    assert "This code is wrong" in answer.content.decode()
    assert client.post(PROVE, {"code": "000000"}).status_code == 429
    assert client.get("/admin/").url.startswith(PROVE)


def test_the_password_again_is_no_second_factor(administrator: User) -> None:
    Phone(administrator)
    client = as_(administrator)
    assert client.post(PROVE, {"password": PASSWORD}).status_code == 422
    assert client.get("/admin/").status_code == 302


def test_a_passkey_signs_in(administrator: User) -> None:
    device, client = Authenticator(), as_(administrator)
    page = client.get(f"{ADDRESS}passkey/")
    answer = client.post(f"{ADDRESS}passkey/", {"passkey": device.make(page.context["options"]), "label": "Key"})
    assert answer.url == f"{ADDRESS}recovery/shown/"
    other = as_(administrator)
    asked = other.get(PROVE).context["asks_passkey"]
    assert other.post(PROVE, {"passkey": device.sign(asked)}).status_code == 302
    assert other.get("/admin/").status_code == 200


def test_a_recovery_code_lets_in_and_leads_to_the_devices(administrator: User) -> None:
    Phone(administrator)
    made = codes.make_recovery_codes(administrator, now=clock())
    client = as_(administrator)
    assert client.post(PROVE, {"recovery": made[0]}).url == ADDRESS
    assert client.get("/admin/").status_code == 200
    again = as_(administrator)
    assert again.post(PROVE, {"recovery": made[0]}).status_code == 422
    assert again.get("/admin/").status_code == 302


def test_removing_or_resetting_ends_what_other_sessions_proved(administrator: User) -> None:
    phone, spare = Phone(administrator), Phone(administrator, "Spare")
    stolen, own = proved(administrator, phone), proved(administrator, spare)
    assert stolen.get("/admin/").status_code == 200
    assert own.post(f"{ADDRESS}code_app/{phone.app.pk}/remove/").url == ADDRESS
    assert own.get("/admin/").status_code == 200
    assert stolen.get("/admin/").url.startswith(PROVE)
    store.reset(administrator, by="S-9", now=clock())
    assert own.get("/admin/").url.startswith(ADDRESS)
    assert own.post("/admin/auth/user/add/").url == ADDRESS


def test_the_proof_of_one_account_is_none_of_another_in_the_same_browser(administrator: User) -> None:
    client = proved(administrator, Phone(administrator))
    other = account("pit_manager")
    Phone(other)
    client.force_login(other, backend="casino.backends.PostingBackend")
    assert client.get("/admin/").url.startswith(PROVE)
    session = client.session
    session[proofs.KEY] = {"user": administrator.pk, "how": "code", "at": 2e9, "generation": 0}
    session.save()
    assert client.get("/admin/").url.startswith(PROVE)


# --- Where it is off ---------------------------------------------------------------------------------------------


@pytest.fixture
def off(required: None, settings: Any) -> None:
    settings.SECOND_FACTOR, settings.PROOF_MINUTES = "off", 0


def test_the_demonstration_asks_nothing(off: None) -> None:
    client = as_(account("administrator"))
    assert client.get("/admin/").status_code == 200
    grow_old(client, minutes=10_000)
    assert client.post("/admin/auth/user/add/", {"username": "x"}).status_code == 422
    assert not Guard.objects.exists()


def test_who_enrolled_one_all_the_same_is_asked_at_sign_in(off: None) -> None:
    user = account("administrator")
    phone = Phone(user)
    assert as_(user).get("/admin/").url.startswith(PROVE)
    client = proved(user, phone)
    grow_old(client, minutes=10_000)
    assert client.post("/admin/auth/user/add/", {"username": "x"}).status_code == 422


# --- Those who have no session -----------------------------------------------------------------------------------


def test_a_device_and_the_open_pages_of_the_api_are_not_asked(administrator: User) -> None:
    """Without a session nothing is looked up; what the device's token is worth is for its own view to say."""
    nobody = somebody()
    answer = nobody.post(
        "/api/v1/properties/P1/events/",
        json.dumps({}),
        content_type="application/json",
        headers={"authorization": "Bearer x"},
    )
    assert answer.status_code == 401
    assert answer.json()["code"] != "factor_needed"
    assert nobody.get("/api/v1/event-types/").status_code == 200
    assert nobody.get("/api/v1/rounds/").json()["code"] == "not_authenticated"
