"""Accounts: by what the record names a person is settled before the account is first used."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse
from django.utils import timezone

from casino.models import StaffCode
from casino.roles import staff_code
from tests.admin.conftest import As
from tests.admin.house import House


def sent(user: User, **besides: Any) -> dict[str, Any]:
    """The page of an account as the administrator sends it."""
    return {
        "username": user.username,
        "first_name": "An",
        "is_active": "on",
        "is_staff": "on",
        "staff_code-TOTAL_FORMS": "1",
        "staff_code-INITIAL_FORMS": "0",
        "staff_code-0-user": str(user.pk),
        **besides,
    }


@pytest.mark.parametrize("change", [{"username": "somebody.else"}, {"staff_code-0-code": "M-77"}])
def test_who_has_signed_in_keeps_the_name_that_stands_in_events(as_: As, change: dict[str, str]) -> None:
    user = User.objects.create(username="an.nguyen", is_staff=True, last_login=timezone.now())
    address = reverse("admin:auth_user_change", args=[user.pk])
    client = as_("administrator", "en")
    page = client.get(address).content.decode()
    assert 'name="username"' not in page
    assert 'name="staff_code-0-code"' not in page
    assert "after the first sign-in neither can be changed" in page
    assert client.post(address, sent(user, **change)).status_code == 302
    user = User.objects.get(pk=user.pk)
    assert (user.username, staff_code(user), user.first_name) == ("an.nguyen", "an.nguyen", "An")
    assert not StaffCode.objects.filter(user=user).exists()


def test_before_the_first_sign_in_both_are_given(as_: As) -> None:
    user = User.objects.create(username="an.nguyne", is_staff=True)
    address = reverse("admin:auth_user_change", args=[user.pk])
    said = sent(user, **{"username": "an.nguyen", "staff_code-0-code": "M-77"})
    assert as_("administrator", "en").post(address, said).status_code == 302
    user = User.objects.get(pk=user.pk)
    assert (user.username, staff_code(user)) == ("an.nguyen", "M-77")


def test_a_staff_code_is_shown_to_the_administrator_for_good(as_: As) -> None:
    user = User.objects.create(username="an.nguyen", is_staff=True, last_login=timezone.now())
    StaffCode.objects.create(user=user, code="M-77")
    page = as_("administrator", "vi").get(reverse("admin:auth_user_change", args=[user.pk])).content.decode()
    assert "M-77" in page
    assert "sau lần đăng nhập đầu tiên" in page


def test_posts_are_given_by_their_names_the_highest_first(as_: As) -> None:
    user = User.objects.create(username="an.nguyen", is_staff=True)
    address = reverse("admin:auth_user_change", args=[user.pk])
    client = as_("administrator", "vi")
    page = client.get(address).content.decode()
    assert "pit_manager" not in page
    offered = page[page.index('id="id_groups"') :]
    order = [offered.index(post) for post in ("Quản lý cấp cao", "Quản lý Pit", "Giám sát Pit", "Kiểm toán")]
    assert order == sorted(order)
    chosen = Group.objects.filter(name__in=("pit_manager", "auditor"))
    assert client.post(address, sent(user, groups=[group.pk for group in chosen])).status_code == 302
    assert set(user.groups.values_list("name", flat=True)) == {"pit_manager", "auditor"}
    assert client.get(address).content.decode().count(" checked") >= 2
    assert client.post(address, sent(user, groups=["0"])).status_code == 200
    assert user.groups.count() == 2


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
