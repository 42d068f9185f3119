"""What was typed survives an expired session, for the person who typed it and nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from tests.admin.house import person
from tests.clock import HouseClock
from tests.disputes.court import Court

PASSWORD = "a-long-enough-pass-2026"
SECRET = "Khách Trần Thị Bình nói còn thiếu tiền."


@pytest.fixture
def page(court: Court) -> str:
    court.open()
    from disputes.rows.models import Case

    return f"/admin/disputes/case/{Case.objects.get().pk}/do/add_note/"


def signed_in(role: str) -> Client:
    user = person(role)
    user.set_password(PASSWORD)
    user.save()
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(user, backend="casino.backends.PostingBackend")
    client.get("/admin/")
    return client


def too_late(client: Client, page: str, house_clock: HouseClock, settings: Any) -> Any:
    """Type, walk away, come back and send."""
    fields = {"seen_version": "1", "command_id": "6f2b7c1e-51a5-4cf0-9f0c-0d5d0f6e7a11", "note": SECRET}
    house_clock.later(minutes=settings.SESSION_IDLE_MINUTES + 1)
    return client.post(page, fields)


def sign_in(client: Client, role: str, answer: Any) -> Any:
    shown = client.get(answer.url).content.decode()
    assert "You were signed out because nothing was done for a while" in shown
    assert "What you had typed is kept for you" in shown
    user = person(role)
    user.set_password(PASSWORD)
    user.save()
    following = answer.url.partition("?next=")[2]
    from urllib.parse import unquote

    data = {"username": user.get_username(), "password": PASSWORD, "next": unquote(following)}
    return client.post(answer.url, data)


def test_a_form_that_came_too_late_is_there_after_the_sign_in(
    court: Court, page: str, house_clock: HouseClock, settings: Any
) -> None:
    client = signed_in("pit_supervisor")
    answer = too_late(client, page, house_clock, settings)
    assert answer.status_code == 302
    assert SECRET not in str([row.get_decoded() for row in Session.objects.all()]), "it lies sealed"
    after = sign_in(client, "pit_supervisor", answer)
    shown = client.get(after.url).content.decode()
    assert SECRET in shown
    assert "Nothing of it was recorded yet" in shown
    assert court.case.notes == []


def test_whoever_signs_in_next_at_a_shared_tablet_sees_nothing_of_it(
    court: Court, page: str, house_clock: HouseClock, settings: Any
) -> None:
    client = signed_in("pit_supervisor")
    answer = too_late(client, page, house_clock, settings)
    after = sign_in(client, "pit_manager", answer)
    shown = client.get(after.url).content.decode()
    assert SECRET not in shown
    assert not client.session.get("drafts")


def test_a_form_without_its_token_is_not_kept(court: Court, page: str, house_clock: HouseClock, settings: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(signed_in("pit_supervisor").cookies)
    answer = too_late(client, page, house_clock, settings)
    assert "kept" not in answer.url


def test_the_sign_in_page_says_why_one_is_there(db: None) -> None:
    client = Client()
    client.cookies["django_language"] = "en"
    assert "your session is over" in client.get("/admin/login/?next=/admin/disputes/case/").content.decode()
    assert "your session is over" not in client.get("/admin/login/?next=/admin/").content.decode()
    assert "your session is over" not in client.get("/admin/login/").content.decode()


def test_after_a_look_the_browser_asks_for_a_page_and_sends_nothing_again(court: Court) -> None:
    client = signed_in("pit_supervisor")
    address = "/admin/disputes/case/open/"
    answer: Any = client.post(address, {"table": "RL01", "claim": SECRET, "look": "again"})
    assert answer.status_code == 302
    for _again in range(2):
        assert SECRET in client.get(answer.url).content.decode()
    assert SECRET not in client.get(address).content.decode()
