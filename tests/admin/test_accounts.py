"""Accounts: by what the record names a person is settled before the account is first used."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from casino.models import StaffCode
from casino.roles import staff_code
from tests.admin.conftest import As


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
