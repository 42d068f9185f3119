"""Accounts: by what the record names a person is settled before the account is first used; the list."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse

from casino.access.models import StaffCode
from casino.access.roles import staff_code
from casino.clock import now as clock
from tests.admin.conftest import As
from tests.admin.house import House


def do(user: User, action: str) -> str:
    return reverse("admin:auth_user_do", args=[user.pk, action])


def sent(**said: Any) -> dict[str, Any]:
    return {"command_id": str(uuid4()), "first_name": "An", **said}


@pytest.mark.parametrize("change", [{"username": "somebody.else"}, {"code": "M-77"}])
def test_who_has_signed_in_keeps_the_name_that_stands_in_events(as_: As, change: dict[str, str]) -> None:
    user = User.objects.create(username="an.nguyen", is_staff=True, last_login=clock())
    client = as_("administrator", "en")
    page = client.get(do(user, "names")).content.decode()
    assert 'name="username"' not in page
    assert 'name="code"' not in page
    assert client.post(do(user, "names"), sent(**change)).status_code == 302
    user = User.objects.get(pk=user.pk)
    assert (user.username, staff_code(user), user.first_name) == ("an.nguyen", "an.nguyen", "An")
    assert not StaffCode.objects.filter(user=user).exists()


def test_before_the_first_sign_in_both_are_given(as_: As) -> None:
    user = User.objects.create(username="an.nguyne", is_staff=True)
    said = sent(username="an.nguyen", code="M-77")
    assert as_("administrator", "en").post(do(user, "names"), said).status_code == 302
    user = User.objects.get(pk=user.pk)
    assert (user.username, staff_code(user)) == ("an.nguyen", "M-77")


@pytest.mark.parametrize("change", [{"username": "D-101"}, {"username": "binh", "code": "an.nguyen"}, {"username": ""}])
def test_nobody_takes_the_name_of_another(as_: As, change: dict[str, str]) -> None:
    other = User.objects.create(username="an.nguyen")
    StaffCode.objects.create(user=other, code="D-101")
    user = User.objects.create(username="binh")
    answer = as_("administrator", "en").post(do(user, "names"), sent(**change))
    assert answer.status_code == 422
    assert User.objects.get(pk=user.pk).username == "binh"


def test_a_staff_code_is_shown_for_good(as_: As) -> None:
    user = User.objects.create(username="an.nguyen", is_staff=True, last_login=clock())
    StaffCode.objects.create(user=user, code="M-77")
    page = as_("administrator", "vi").get(reverse("admin:auth_user_change", args=[user.pk])).content.decode()
    assert "M-77" in page


def test_posts_are_given_by_their_names_the_highest_first(as_: As) -> None:
    user = User.objects.create(username="an.nguyen", is_staff=True)
    page = as_("administrator", "vi").get(do(user, "post")).content.decode()
    offered = page[page.index('id="id_post"') :]
    order = [offered.index(post) for post in ("Quản lý cấp cao", "Quản lý Pit", "Giám sát Pit", "Kiểm toán")]
    assert order == sorted(order)
    answer = as_("administrator", "vi").post(do(user, "post"), sent(post="nobody"))
    assert answer.status_code == 422
    assert user.groups.count() == 0


def test_the_list_says_posts_and_moments_as_every_page_does(house: House, as_: As) -> None:
    user = User.objects.create(username="an.nguyen", last_login=datetime(2026, 6, 13, 18, 5, 7, tzinfo=UTC))
    user.groups.set(Group.objects.filter(name="pit_manager"))
    User.objects.create(username="binh.tran")
    address = reverse("admin:auth_user_changelist")
    client = as_("administrator", "en")
    page = client.get(address).content.decode()
    assert "14/06/2026 01:05:07" in page  # the clocks of the house are seven hours ahead
    assert "binh.tran" in page
    only = client.get(address, {"post": "pit_manager"}).content.decode()
    assert "an.nguyen" in only
    assert "binh.tran" not in only
