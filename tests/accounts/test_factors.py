"""Accounts and their second factor together: what is recorded of it, and who may reset it. The house requires one, as
production does."""

from __future__ import annotations

from base64 import b64decode
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from casino.access.models import AccountChange
from casino.accounts import facts as f
from casino.accounts import service
from casino.accounts.event_words import history
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.factors import codes, store
from casino.factors.models import CodeApp, Passkey
from casino.ledger.application import get_ledger
from tests.accounts.browsers import CHOOSE, PROVE, People, by_two, choose, enrol, lands, sign_in, signs_in
from tests.accounts.conftest import PASSWORD, Cast
from tests.factors.authenticator import ORIGIN, RP, Authenticator
from tests.factors.conftest import ADDRESS, Browser, Phone, as_, carried, grow_old, proved, required, somebody  # noqa: F401
from tests.posting import posting

pytestmark = pytest.mark.usefixtures("required")


@pytest.fixture
def people(cast: Cast) -> People:
    return People(cast)


# --- On the record ---------------------------------------------------------------------------------------------------
def test_each_change_of_a_device_is_an_event_of_its_account(cast: Cast, people: People) -> None:
    browser, phone = people.browser("gm"), people.phone("gm")
    spare = Phone(cast["gm"], "Spare of Lan")
    assert browser.post(f"{ADDRESS}recovery/").status_code == 302
    made = codes.make_recovery_codes(cast["gm"], now=clock())
    assert as_(cast["gm"]).post(PROVE, {"recovery": made[0]}).status_code == 302
    browser = proved(cast["gm"], spare)
    assert browser.post(f"{ADDRESS}code_app/{phone.app.pk}/remove/").url == ADDRESS
    assert cast.types("gm") == [
        *("found", "factor_added", "factor_added", "recovery_codes_made", "recovery_codes_made"),
        *("recovery_code_used", "factor_removed"),
    ]
    events = cast.recorded("gm")
    assert {event.actor for event in events[1:]} == {"person:gm"}
    secret = sha256(phone.secret).hexdigest()
    assert events[1].data == f.FactorAdded(kind="code_app", device=phone.app.pk, secret=secret)
    assert events[-1].data == f.FactorRemoved(kind="code_app", device=phone.app.pk)
    said = repr(events)
    for secret in (phone.secret.hex(), codes.typed(phone.secret).replace(" ", ""), *made, "Lan"):
        assert secret not in said, "no secret, and nothing that a person wrote"


def test_of_a_passkey_the_record_keeps_what_a_verifier_needs(cast: Cast) -> None:
    device = enrol(as_(cast["watch"]))
    fact = cast.recorded("watch")[1].data
    row = Passkey.objects.get()
    assert fact.device == row.pk
    assert b64decode(fact.key.credential_id, validate=True) == device.id
    assert b64decode(fact.key.public_key, validate=True) == bytes(row.public_key)
    assert (fact.key.algorithm, fact.key.rp_id, fact.key.origins) == (-7, RP, (ORIGIN,))
    assert "Lan" not in repr(fact)


def test_what_cannot_be_recorded_does_not_happen(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(self: service.Writing, *facts: Any, **how: Any) -> Any:
        raise Problem("try_again")

    monkeypatch.setattr(service.Writing, "record", away)
    with pytest.raises(Problem):
        Phone(cast["gm"])
    assert not CodeApp.objects.exists()
    assert cast.types("gm") == []


def test_somebody_without_a_posting_or_a_post_may_have_one_and_it_is_recorded(cast: Cast) -> None:
    browser = as_(cast["nobody"])
    assert lands(browser) == "/admin/", "they must have none"
    enrol(browser)
    assert cast.types("nobody") == ["found", "factor_added", "recovery_codes_made"]
    assert lands(as_(cast["nobody"])) == PROVE


def test_an_account_is_one_in_all_properties_and_its_devices_stand_in_one_record(cast: Cast) -> None:
    posting(cast["pit"], "pit_manager", owner=cast.other_house)
    enrol(as_(cast["pit"]))
    stream = service.stream_of(cast["pit"].pk)
    assert [event.type for event in get_ledger("HOI").stream(stream)][1] == "account.factor_added.v1"
    assert get_ledger("DAN").stream(stream) == []


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_page_of_an_account_shows_devices_and_what_became_of_them(
    cast: Cast, people: People, language: str
) -> None:
    enrol(as_(cast["watch"]))
    browser = people.browser("adm")
    browser.cookies["django_language"] = language
    page = browser.get(reverse("admin:auth_user_change", args=[cast["watch"].pk])).content.decode()
    words = {
        "vi": ("Yếu tố xác thực thứ hai", "Thêm thiết bị xác thực", f"Khóa truy cập số {Passkey.objects.get().pk}"),
        "en": ("Second factor", "Device of the second factor added", f"Passkey number {Passkey.objects.get().pk}"),
    }
    for text in (*words[language], RP):
        assert text in page, text
    none_yet = browser.get(reverse("admin:auth_user_change", args=[cast["director"].pk])).content.decode()
    assert {"vi": "Chưa có", "en": "None yet"}[language] in none_yet


def test_a_reset_on_the_server_is_recorded_as_such(cast: Cast) -> None:
    Phone(cast["gm"])
    store.reset(cast["gm"], by="S-7", now=clock())
    (event,) = [event for event in cast.recorded("gm") if isinstance(event.data, f.FactorsReset)]
    assert (event.actor, event.data.ask) == ("person:S-7", None)
    assert "From the server." in history([event], cast.house.zone)[0].sentence.en


# --- A reset ---------------------------------------------------------------------------------------------------------
def test_a_reset_waits_for_a_second_person_and_then_ends_everything(cast: Cast, people: People) -> None:
    lost = people.browser("gm")
    made = codes.make_recovery_codes(cast["gm"], now=clock())
    assert people.ask("adm", "gm", "factors").status_code == 302
    assert lost.get("/admin/").status_code == 200, "nothing before it is confirmed"
    for name in ("adm", "gm", "shift", "dealer", "auditor"):
        assert people.say(name, "confirm").status_code in (403, 404), name
    assert store.devices(cast["gm"])
    page = people.browser("adm2").get(reverse("admin:casino_accountchange_change", args=[cast.waiting.pk]))
    assert "every device and recovery code of this account ends" in page.content.decode()
    assert people.say("adm2", "confirm").status_code == 302
    assert not store.devices(cast["gm"])
    assert codes.recovery_codes_left(cast["gm"]) == 0
    assert "/login/" in lost.get("/admin/").url, "the session ended"
    asked, done = cast.recorded("gm")[-2:]
    assert (asked.data, asked.actor) == (f.FactorsResetAsked(), "person:adm")
    assert (done.data, done.actor) == (f.FactorsReset(ask=asked.id), "person:adm2")
    again = as_(cast["gm"])
    assert again.post(PROVE, {"recovery": made[0]}).status_code == 302
    assert lands(again) == ADDRESS, "they enrol anew, and nothing else opens"
    assert lands(again, reverse("admin:auth_user_changelist")) == ADDRESS


@pytest.mark.parametrize("word", ["refuse", "withdraw"])
def test_a_reset_that_is_refused_or_withdrawn_leaves_everything(cast: Cast, people: People, word: str) -> None:
    browser = people.browser("gm")
    people.ask("adm", "gm", "factors")
    assert people.say("adm2", word).status_code == 302
    assert store.devices(cast["gm"])
    assert browser.get("/admin/").status_code == 200


def test_whoever_has_no_device_has_nothing_to_reset(cast: Cast, people: People) -> None:
    page = people.browser("adm").get(reverse("admin:auth_user_change", args=[cast["gm"].pk])).content.decode()
    assert "Reset the second factor" not in page
    assert people.ask("adm", "gm", "factors").status_code == 422
    assert not AccountChange.objects.exists()


def test_a_device_removed_meanwhile_leaves_nothing_to_confirm(cast: Cast, people: People) -> None:
    phone = Phone(cast["dealer"])
    people.ask("adm", "dealer", "factors")
    store.remove(cast["dealer"], "code_app", phone.app.pk, now=clock())
    assert people.say("gm", "confirm").status_code == 422
    assert cast.waiting.state == "waiting"
    assert people.say("adm2", "withdraw").status_code == 302


# --- Who cheats ------------------------------------------------------------------------------------------------------
def test_one_administrator_alone_resets_nobodys_factor_not_even_a_dealers(cast: Cast, people: People) -> None:
    """Of an account that needs no second person for anything else, too."""
    Phone(cast["dealer"])
    people.ask("adm", "dealer", "factors")
    assert people.say("adm", "confirm").status_code == 403
    assert store.devices(cast["dealer"])


def test_taking_the_post_away_and_giving_a_password_does_not_get_past_the_device(cast: Cast, people: People) -> None:
    """Alone they can do both; the device stands between, and its reset waits."""
    people.phone("gm")
    people.ask("adm", "gm", "take", post="senior_management")
    people.say("director", "confirm")  # the last one's post is taken away by two
    secret = people.ask("adm", "gm", "password").context["secret"]
    thief = sign_in("gm", secret)
    for place in ("/admin/", CHOOSE, ADDRESS, f"{ADDRESS}code/", f"{ADDRESS}passkey/"):
        assert lands(thief, place) == PROVE, place
    assert choose(thief, secret).url == PROVE
    assert cast["gm"].check_password(secret), "the password could not be chosen"
    people.ask("adm", "gm", "factors")
    assert people.say("adm", "confirm").status_code == 403
    assert lands(thief) == PROVE


def test_password_and_factor_of_a_colleague_both_wait(cast: Cast, people: People) -> None:
    people.phone("adm2")
    by_two(cast, "adm2")
    first = people.ask("adm", "adm2", "password").context["secret"]
    people.ask("adm", "adm2", "factors")
    for change in AccountChange.objects.filter(state="waiting"):
        assert people.say("adm", "confirm", change).status_code == 403
        assert people.say("adm2", "confirm", change).status_code == 403, "nor does the colleague for themselves"
    assert not signs_in("adm2", first)
    assert store.devices(cast["adm2"])


def test_a_passkey_goes_to_the_account_of_the_session_whatever_the_form_says(cast: Cast, people: People) -> None:
    browser, victim = people.browser("adm"), cast["gm"]
    device = Authenticator()
    options = browser.get(f"{ADDRESS}passkey/?user={victim.pk}").context["options"]
    said = {"user": victim.pk, "user_id": victim.pk, "account": victim.pk, "username": "gm"}
    browser.post(f"{ADDRESS}passkey/?user={victim.pk}", {"passkey": device.make(options), **said})
    assert [row.user_id for row in Passkey.objects.all()] == [cast["adm"].pk]
    assert cast.types("gm") == []
    theirs = people.phone("gm").app
    for verb in (browser.get, browser.post):
        assert verb(f"{ADDRESS}code_app/{theirs.pk}/remove/").status_code == 404
    assert store.devices(victim)


def test_a_session_left_open_asks_for_the_device_before_anything_on_accounts(cast: Cast, people: People) -> None:
    people.phone("gm"), people.phone("sup")
    people.ask("adm", "gm", "factors")
    waiting = cast.waiting
    before = len(AccountChange.objects.all()), cast.types("gm"), cast.types("sup")
    for name in ("adm", "adm2"):
        grow_old(people.browser(name))
    row = cast["sup"].postings.get()
    addresses = [
        *(reverse("admin:auth_user_do", args=[cast["sup"].pk, action]) for action in ("factors", "post", "close")),
        *(reverse(f"admin:{name}") for name in ("auth_user_add", "casino_posting_add")),
        *(CHOOSE, f"{ADDRESS}code/", f"{ADDRESS}passkey/", f"{ADDRESS}recovery/"),
    ]
    for address in addresses:
        answer = people.browser("adm").post(address, {"command_id": str(uuid4()), "post": "auditor"})
        assert answer.status_code == 403, address
        assert b"factors_carried" in answer.content, address
    said = {"action": "end_now", "_selected_action": [row.pk]}
    assert people.browser("adm").post(reverse("admin:casino_posting_changelist"), said).status_code == 403
    assert people.say("adm2", "confirm", waiting).status_code == 403
    assert (len(AccountChange.objects.all()), cast.types("gm"), cast.types("sup")) == before
    assert store.devices(cast["gm"])


def test_a_device_hung_on_an_account_before_its_first_post_ends_with_that_post(cast: Cast, people: People) -> None:
    """One administrator makes the other: opens the account, signs in as it, adds a passkey of their own, and then asks
    for the post. The second person's confirmation takes the passkey out with the password."""
    secret = people.browser("adm").post(
        reverse("admin:auth_user_add"), {"command_id": str(uuid4()), "username": "ghost", "post": "dealer"}
    )
    browser = sign_in("ghost", secret.context["secret"])
    choose(browser, secret.context["secret"])
    device = enrol(browser)
    first = people.ask("adm", "ghost", "post", post="administrator").context["secret"]
    page = people.browser("adm2").get(reverse("admin:casino_accountchange_change", args=[cast.waiting.pk]))
    assert page.context["devices_end"]
    second = people.say("adm2", "confirm").context["secret"]
    assert not store.devices(cast["ghost"])
    assert "factors_reset" in cast.types("ghost")
    assert "/login/" in browser.get("/admin/").url
    assert not signs_in("ghost", PASSWORD)
    assert not signs_in("ghost", first)
    person = sign_in("ghost", first + second)
    choose(person, first + second, "Another-long-passphrase")
    assert lands(person) == ADDRESS
    asked = Passkey.objects.get(user__username="ghost")
    assert asked.removed_at is not None
    assert device.id == bytes(asked.credential_id), "the row stays, for what it signed"


def test_somebody_made_by_the_other_administrator_does_not_confirm_what_concerns_themselves(
    cast: Cast, people: People
) -> None:
    cast.add("adm3", "administrator")
    people.phone("adm3")
    people.ask("adm", "adm3", "factors")
    assert people.say("adm3", "confirm").status_code == 403
    assert people.say("adm", "confirm").status_code == 403
    assert store.devices(cast["adm3"])


def test_where_it_is_off_a_reset_still_needs_two(cast: Cast, settings: Any) -> None:
    """As in the demonstration: nobody must have a device; who has one all the same loses it by two persons only."""
    settings.SECOND_FACTOR, settings.PROOF_MINUTES = "off", 0
    people = People(cast)
    Phone(cast["gm"])
    assert lands(as_(cast["adm"])) == "/admin/"
    assert people.ask("adm", "gm", "factors").status_code == 302
    assert people.say("adm", "confirm").status_code == 403
    assert store.devices(cast["gm"])
    assert people.say("adm2", "confirm").status_code == 302
    assert not store.devices(cast["gm"])
    assert lands(as_(cast["gm"])) == "/admin/"
