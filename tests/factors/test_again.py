"""Asked again before weighty acts: by what, how long it counts, and that what was typed is not lost."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from casino.access.models import Posting
from casino.clock import now as clock
from casino.factors import codes, sealing
from casino.factors.carrying import PURPOSE
from casino.factors.models import Guard
from tests.admin.house import PASSWORD
from tests.factors.authenticator import RP, Authenticator
from tests.factors.conftest import ADDRESS, Browser, Phone, account, as_, carried, grow_old, proved, somebody
from tests.posting import posting

ADD = "/admin/auth/user/add/"
FORM = {
    "command_id": "018f0000-0000-7000-8000-00000000000a",
    "username": "new.person",
    "last_name": "Trần",
    "post": "dealer",
}


@pytest.fixture
def user(required: None) -> User:
    return account("administrator")


@pytest.fixture
def phone(user: User) -> Phone:
    return Phone(user)


@pytest.fixture
def client(user: User, phone: Phone) -> Browser:
    """Signed in with both, eleven minutes ago."""
    found = proved(user, phone)
    grow_old(found)
    return found


def was_made() -> bool:
    return User.objects.filter(username="new.person").exists()


def test_a_fresh_proof_is_enough(user: User, phone: Phone) -> None:
    assert proved(user, phone).post(ADD, FORM).status_code == 200
    assert was_made()


def test_looking_is_never_asked_for(client: Browser) -> None:
    assert client.get(ADD).status_code == 200


def test_the_act_goes_on_with_what_was_typed(client: Browser, phone: Phone) -> None:
    asked = client.post(ADD, FORM)
    assert asked.status_code == 403
    assert not was_made()
    page = asked.content.decode()
    assert "new.person" not in page
    assert "no-store" in asked.headers["Cache-Control"]
    answer = client.post(ADD, {"factors_carried": carried(asked), "code": phone.code()})
    assert answer.status_code == 200
    made = User.objects.get(username="new.person")
    assert (made.last_name, [group.name for group in made.groups.all()]) == ("Trần", ["dealer"])
    another = {**FORM, "command_id": str(uuid4()), "username": "the.next"}
    assert client.post(ADD, another).status_code == 200, "for ten minutes"


def test_a_password_on_its_way_stands_nowhere_in_the_page(client: Browser, user: User, phone: Phone) -> None:
    chosen = "Long-enough-77x"
    said = {"command_id": str(uuid4()), "present": PASSWORD, "chosen": chosen, "again": chosen}
    asked = client.post("/admin/password_change/", said)
    assert asked.status_code == 403
    assert not any(secret in asked.content.decode() for secret in (PASSWORD, chosen))
    answer = client.post("/admin/password_change/", {"factors_carried": carried(asked), "code": phone.code()})
    assert answer.status_code == 302
    assert User.objects.get(pk=user.pk).check_password(chosen)


def test_a_field_with_several_values_travels_whole(client: Browser, phone: Phone) -> None:
    supervisor = account("pit_supervisor")
    rows = [posting(supervisor, "pit_supervisor", tables=[table]) for table in ("RL01", "RL02", "RL03")]
    said = {"action": "end_now", "_selected_action": [row.pk for row in rows[:2]]}
    address = "/admin/casino/posting/"
    asked = client.post(address, said)
    assert not Posting.objects.exclude(ended_at=None).exists()
    answer = client.post(address, {"factors_carried": carried(asked), "code": phone.code()})
    assert answer.status_code == 302
    assert set(Posting.objects.exclude(ended_at=None)) == set(rows[:2])


def test_a_wrong_code_keeps_the_form(client: Browser, phone: Phone) -> None:
    asked = client.post(ADD, FORM)
    wrong = client.post(ADD, {"factors_carried": carried(asked), "code": "000000"})
    assert wrong.status_code == 422
    assert not was_made()
    Guard.objects.update(throttling_failure_count=0)
    assert client.post(ADD, {"factors_carried": carried(wrong), "code": phone.code()}).status_code == 200
    assert was_made()


def test_a_copy_of_the_old_cookie_gets_nothing_of_the_new_proof(client: Browser, phone: Phone) -> None:
    thief = somebody()
    thief.cookies["sessionid"] = client.cookies["sessionid"].value
    asked = thief.post(ADD, FORM)
    assert asked.status_code == 403
    waiting = client.post(ADD, {**FORM, "command_id": str(uuid4()), "username": "good"})
    client.post(ADD, {"factors_carried": carried(waiting), "code": phone.code()})
    assert thief.post(ADD, FORM).url.startswith("/admin/login/")
    assert not was_made()


def test_an_act_that_waited_goes_on_where_another_window_gave_the_proof(client: Browser, phone: Phone) -> None:
    asked = client.post(ADD, FORM)
    client.post(f"{ADDRESS}prove/?again=1", {"code": phone.code()})
    assert client.post(ADD, {"factors_carried": carried(asked), "code": ""}).status_code == 200
    assert was_made()


def test_a_second_click_under_the_new_name_is_the_same_act(client: Browser, phone: Phone) -> None:
    """It reaches the page as the same form: there its own id, or its own rule, knows it."""
    asked = client.post(ADD, FORM)
    both = {"factors_carried": carried(asked), "code": phone.code()}
    assert client.post(ADD, both).status_code == 200
    assert client.post(ADD, both).status_code == 422
    assert User.objects.filter(username="new.person").count() == 1


def test_a_form_goes_only_to_the_page_it_was_sent_to_and_by_whom(client: Browser, user: User, phone: Phone) -> None:
    asked = carried(client.post("/admin/password_change/", {"old_password": "x"}))
    answer = client.post(ADD, {"factors_carried": asked, "code": phone.code()})
    assert answer.status_code == 302
    assert answer.url.startswith(f"{ADDRESS}prove/")
    other = account("pit_manager")
    foreign = sealing.seal_for_a_while(b"x", purpose=PURPOSE, user=other.pk)
    assert client.post(ADD, {"factors_carried": foreign, "code": phone.code()}).url.startswith(f"{ADDRESS}prove/")
    assert client.post(ADD, {"factors_carried": "junk", "code": "1"}).url.startswith(f"{ADDRESS}prove/")


def test_a_foreign_page_cannot_bring_a_form_along(client: Browser) -> None:
    """The form's token is looked at before anybody is asked."""
    strict = Client(SERVER_NAME=RP, enforce_csrf_checks=True)
    strict.cookies["sessionid"] = client.cookies["sessionid"].value
    answer = strict.post(ADD, FORM)
    assert answer.status_code == 403
    assert b"factors_carried" not in answer.content


def test_a_file_does_not_travel_and_the_person_is_told(client: Browser, phone: Phone) -> None:
    answer = client.post(ADD, {**FORM, "file": SimpleUploadedFile("a.pdf", b"x")})
    assert answer.status_code == 302
    assert answer.url == f"{ADDRESS}prove/?next=%2Fadmin%2Fauth%2Fuser%2Fadd%2F&again=1"
    page = client.get(answer.url)
    assert "fill in the form once more" in page.content.decode()
    assert client.post(answer.url, {"code": phone.code(), "next": ADD}).url == ADD
    assert client.post(ADD, FORM).status_code == 200


def test_a_passkey_answers_too(user: User) -> None:
    device, client = Authenticator(), as_(user)
    page = client.get(f"{ADDRESS}passkey/")
    client.post(f"{ADDRESS}passkey/", {"passkey": device.make(page.context["options"])})
    grow_old(client)
    asked = client.post(ADD, FORM)
    answer = device.sign(asked.context["asks_passkey"])
    assert client.post(ADD, {"factors_carried": carried(asked), "passkey": answer}).status_code == 200
    assert was_made()


def test_a_passkey_that_was_refused_asks_anew_and_keeps_the_form(user: User) -> None:
    device, client = Authenticator(), as_(user)
    page = client.get(f"{ADDRESS}passkey/")
    client.post(f"{ADDRESS}passkey/", {"passkey": device.make(page.context["options"])})
    grow_old(client)
    asked = client.post(ADD, FORM)
    wrong = client.post(
        ADD,
        {"factors_carried": carried(asked), "passkey": device.sign(asked.context["asks_passkey"], rp="evil.example")},
    )
    assert wrong.status_code == 422
    answer = device.sign(wrong.context["asks_passkey"])
    assert client.post(ADD, {"factors_carried": carried(wrong), "passkey": answer}).status_code == 200


def test_a_recovery_code_lets_in_but_decides_nothing(user: User, phone: Phone) -> None:
    made = codes.make_recovery_codes(user, now=clock())
    client = as_(user)
    client.post(f"{ADDRESS}prove/", {"recovery": made[0]})
    asked = client.post(ADD, FORM)
    assert asked.status_code == 403
    assert asked.context["asks_recovery"] is False
    assert client.post(ADD, {"factors_carried": carried(asked), "recovery": made[1]}).status_code == 422
    assert not was_made()
    assert codes.recovery_codes_left(user) == codes.RECOVERY_CODES - 1
    assert client.get(f"{ADDRESS}code/").status_code == 200
    Guard.objects.update(throttling_failure_count=0)
    spare = Phone(user, "Spare")
    assert client.post(f"{ADDRESS}code_app/{phone.app.pk}/remove/").url == ADDRESS, "but the lost device can go"
    assert client.post(ADD, {"factors_carried": carried(asked), "code": spare.code()}).status_code == 200


@pytest.mark.parametrize("minutes", [9, 11])
def test_where_nobody_has_a_factor_the_password_is_asked(required: None, settings: Any, minutes: int) -> None:
    settings.SECOND_FACTOR = "off"
    client = as_(account("administrator"))
    grow_old(client, minutes=minutes)
    asked = client.post(ADD, FORM)
    if minutes < 10:
        assert asked.status_code == 200
        assert was_made()
        return
    assert asked.context["asks_password"] is True
    wrong = client.post(ADD, {"factors_carried": carried(asked), "password": "wrong"})
    assert wrong.status_code == 422
    assert not was_made()
    assert client.post(ADD, {"factors_carried": carried(wrong), "password": PASSWORD}).status_code == 200
    assert was_made()


def test_a_proof_of_the_future_does_not_count_for_ever(client: Browser) -> None:
    grow_old(client, minutes=-100)
    assert client.post(ADD, FORM).status_code == 403


def test_the_password_of_long_ago_enrols_no_device(user: User) -> None:
    """A copied cookie of somebody who never enrolled would else enrol a device of the thief's."""
    client = as_(user)
    client.get(f"{ADDRESS}code/")
    grow_old(client)
    asked = client.post(f"{ADDRESS}code/", {"code": "000000"})
    assert asked.status_code == 403
    assert asked.context["asks_password"] is True
