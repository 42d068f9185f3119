"""Nobody speaks for another at the command line: each person named gives password and code, and holds the post now."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.access.models import Account
from casino.accounts.signatures import demands
from casino.clock import now as clock
from casino.core.errors import Problem
from tests.admin.house import PASSWORD
from tests.factors.conftest import Phone, account
from tests.given import types


def demand(monkeypatch: pytest.MonkeyPatch, *typed: str, by: str = "administrator") -> None:
    types(monkeypatch, typed)
    call_command("signature", "demand", "--role", "pit_manager", "--by", by, stdout=StringIO())


def refused(monkeypatch: pytest.MonkeyPatch, code: str, *typed: str, by: str = "administrator") -> None:
    with pytest.raises(CommandError) as caught:
        demand(monkeypatch, *typed, by=by)
    cause = caught.value.__cause__
    assert isinstance(cause, Problem)
    assert cause.code == code
    assert demands().roles == {}


@pytest.fixture
def off(required: None, settings: Any) -> None:
    settings.SECOND_FACTOR = "off"


@pytest.fixture
def adm(required: None) -> User:
    return account("administrator")


def test_with_the_persons_own_password(off: None, adm: User, monkeypatch: pytest.MonkeyPatch) -> None:
    demand(monkeypatch, PASSWORD)
    assert demands().roles == {"pit_manager": "all"}


def test_not_with_anothers_password_nor_with_none(off: None, adm: User, monkeypatch: pytest.MonkeyPatch) -> None:
    other = account("administrator", "other")
    other.set_password("another word altogether")
    other.save()
    refused(monkeypatch, "not_authenticated", "another word altogether")
    refused(monkeypatch, "not_authenticated")
    refused(monkeypatch, "account_unknown", PASSWORD, by="nobody")


def test_not_by_somebody_without_the_post(off: None, adm: User, monkeypatch: pytest.MonkeyPatch) -> None:
    account("senior_management")
    refused(monkeypatch, "forbidden", PASSWORD, by="senior.management")
    User.objects.filter(pk=adm.pk).update(is_active=False)
    refused(monkeypatch, "account_unknown", PASSWORD)


def test_a_one_time_password_that_others_have_seen_does_nothing(
    off: None, adm: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = clock() + timedelta(days=1)
    Account.objects.update_or_create(user=adm, defaults={"one_time": True, "one_time_until": until})
    refused(monkeypatch, "command_line_first_password", PASSWORD)


def test_the_second_factor_is_asked_for_where_the_account_has_or_must_have_one(
    adm: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(monkeypatch, "command_line_no_code", PASSWORD)
    Phone(adm)
    refused(monkeypatch, "factor_code_wrong", PASSWORD, "nonsense")


def test_a_code_counts_once(adm: User, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(adm)
    code = phone.code()
    demand(monkeypatch, PASSWORD, code)
    assert demands().roles == {"pit_manager": "all"}
    with pytest.raises(CommandError):
        demand(monkeypatch, PASSWORD, code)
