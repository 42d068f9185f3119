"""Who must have a second factor, and how devices come and go."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from casino.access.roles import ROLES
from casino.core.errors import Problem
from casino.factors import codes, store
from casino.factors.models import CodeApp
from tests.factors.conftest import Phone, account
from tests.posting import a_property, posting

NOW = datetime(2026, 11, 22, 5, 0, tzinfo=UTC)


@pytest.mark.parametrize("role", ROLES)
def test_everybody_but_a_dealer_can_change_accounts_or_see_cases(required: None, role: str) -> None:
    """An acting post counts by posting alone, so its group asks for nothing by itself."""
    user = account(role, f"{role}-x")
    assert store.must_have(user) is (role not in ("dealer", "acting_pit_supervisor"))


@pytest.mark.parametrize("property_code", ["P1", "P2"])
def test_a_dealer_who_acts_as_supervisor_must_have_one_at_whatever_property(required: None, property_code: str) -> None:
    dealer = account("dealer")
    a_property("P1")
    posting(dealer, "acting_pit_supervisor", owner=a_property(property_code))
    assert store.must_have(User.objects.get(pk=dealer.pk))


def test_nobody_must_where_it_is_off(required: None, settings: Any) -> None:
    settings.SECOND_FACTOR = "off"
    assert not store.must_have(account("administrator"))


def test_the_last_device_stays_where_one_is_required(required: None, settings: Any) -> None:
    user = account("administrator")
    phone, spare = Phone(user), Phone(user, "Spare")
    codes.make_recovery_codes(user, now=NOW)
    store.remove(user, "code_app", phone.app.pk, now=NOW)
    with pytest.raises(Problem) as refused:
        store.remove(user, "code_app", spare.app.pk, now=NOW)
    assert refused.value.code == "factor_last"
    assert [row.label for row in store.devices(user)] == ["Spare"]
    assert codes.recovery_codes_left(user) == codes.RECOVERY_CODES
    settings.SECOND_FACTOR = "off"
    store.remove(user, "code_app", spare.app.pk, now=NOW)
    assert store.devices(user) == []
    assert codes.recovery_codes_left(user) == 0


def test_nobody_removes_somebody_elses_device_nor_one_twice(required: None) -> None:
    user, other = account("administrator"), account("pit_manager")
    phone, _spare = Phone(user), Phone(user, "Spare")
    Phone(other)
    for kind, number in (("code_app", phone.app.pk), ("passkey", phone.app.pk), ("nothing", 1)):
        with pytest.raises(Problem) as refused:
            store.remove(other, kind, number, now=NOW)
        assert refused.value.code == "factor_unknown"
    store.remove(user, "code_app", phone.app.pk, now=NOW)
    with pytest.raises(Problem):
        store.remove(user, "code_app", phone.app.pk, now=NOW)


def test_an_account_has_only_so_many(required: None) -> None:
    user = account("administrator")
    for number in range(store.MOST):
        Phone(user, str(number))
    with pytest.raises(Problem) as refused:
        Phone(user, "one more")
    assert refused.value.code == "factor_too_many"


def test_a_reset_takes_everything_and_ends_every_proof(required: None) -> None:
    user = account("administrator")
    phone = Phone(user)
    codes.make_recovery_codes(user, now=NOW)
    with pytest.raises(Problem):
        codes.check_app(user, "000000", now=NOW)
    before = store.generation(user)
    store.reset(user, by="S-9", now=NOW + timedelta(minutes=1))
    assert store.devices(user) == []
    assert codes.recovery_codes_left(user) == 0
    assert store.generation(user) > before
    assert CodeApp.objects.get(pk=phone.app.pk).secret == ""
    assert not store.devices(user)
    Phone(user, "New one: nothing waits from before")
