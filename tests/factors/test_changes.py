"""Every change is told, in its transaction, without a secret."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import msgspec
import pytest
from django.contrib.auth.models import User

from casino.access.models import StaffCode
from casino.factors import changes, codes, store
from casino.factors.changes import Change
from casino.factors.models import CodeApp
from tests.factors.authenticator import ORIGIN, RP, Authenticator
from tests.factors.conftest import ADDRESS, Phone, account, as_

NOW = datetime(2026, 11, 22, 5, 0, tzinfo=UTC)


@pytest.fixture
def user(required: None) -> User:
    found = account("administrator")
    StaffCode.objects.create(user=found, code="S-900")
    return found


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Change]:
    found: list[Change] = []
    monkeypatch.setitem(changes.LISTENERS._entries, "test", found.append)
    return found


def test_who_what_when(user: User, told: list[Change], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "casino.factors")
    phone, _spare = Phone(user), Phone(user, "Spare")
    made = codes.make_recovery_codes(user, now=NOW)
    codes.spend_recovery_code(user, made[0], now=NOW)
    store.remove(user, "code_app", phone.app.pk, now=NOW)
    store.reset(user, by="S-1", now=NOW)
    kinds = ["enrolled", "enrolled", "recovery_codes_made", "recovery_code_used", "removed", "reset"]
    assert [change.kind for change in told] == kinds
    assert {change.person for change in told} == {"S-900"}
    assert [change.by for change in told] == [*["S-900"] * 5, "S-1"]
    assert (told[4].factor, told[4].label, told[4].at) == (f"code_app:{phone.app.pk}", "Phone", NOW)
    said = repr(told) + msgspec.json.encode(told).decode() + repr([vars(record) for record in caplog.records])
    assert [record.message for record in caplog.records if "second factor" in record.message]
    for secret in (phone.secret.hex(), codes.typed(phone.secret).replace(" ", ""), phone.app.secret, *made):
        assert secret not in said


def test_a_passkey_comes_with_what_a_verifier_trusts(user: User, told: list[Change]) -> None:
    device, client = Authenticator(), as_(user)
    options = client.get(f"{ADDRESS}passkey/").context["options"]
    client.post(f"{ADDRESS}passkey/", {"passkey": device.make(options)})
    key = told[0].key
    assert key is not None
    assert (key.credential_id, key.algorithm, key.rp_id, key.origins) == (device.id, -7, RP, (ORIGIN,))
    assert len(key.public_key) == 77


def test_what_cannot_be_recorded_does_not_happen(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(change: Change) -> None:
        raise RuntimeError("the ledger is away")

    monkeypatch.setitem(changes.LISTENERS._entries, "test", refuse)
    with pytest.raises(RuntimeError):
        Phone(user)
    assert not CodeApp.objects.exists()
