"""The application adds and uses factors; it cannot delete one, nor put another key into a passkey's place."""

from __future__ import annotations

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import ProgrammingError, connection, transaction
from django.test import RequestFactory

from casino.clock import now as clock
from casino.factors import codes, passkeys, store
from tests.factors.authenticator import RP, Authenticator
from tests.factors.conftest import Phone, account


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM factors_passkey",
        "DELETE FROM factors_codeapp",
        "DELETE FROM factors_recoverycode",
        "DELETE FROM factors_guard",
        "UPDATE factors_passkey SET public_key = ''",
        "UPDATE factors_passkey SET user_id = 1",
        "UPDATE factors_passkey SET rp_id = 'evil.example'",
        "UPDATE factors_recoverycode SET digest = ''",
    ],
)
def test_refused_by_the_database(statement: str, required: None, app_role: str) -> None:
    with connection.cursor() as cursor, pytest.raises(ProgrammingError) as caught, transaction.atomic():
        cursor.execute(statement)
    assert isinstance(caught.value.__cause__, psycopg.errors.InsufficientPrivilege)


def test_all_that_people_do_is_possible(required: None, app_role: str) -> None:
    user: User = account("administrator")
    now = clock()
    request = RequestFactory(SERVER_NAME=RP).get("/")
    request.session = {}  # type: ignore[assignment]
    device = Authenticator()
    made = device.make(passkeys.begin_registration(request, user, now=now))
    row = passkeys.register(request, user, made, label="Key", now=now)
    asked = passkeys.begin_proof(request, user, now=now)
    assert asked is not None
    passkeys.check(request, user, device.sign(asked), now=now)
    phone = Phone(user)
    codes.check_app(user, phone.code(), now=now)
    codes.spend_recovery_code(user, codes.make_recovery_codes(user, now=now)[0], now=now)
    store.remove(user, "passkey", row.pk, now=now)
    store.reset(user, by="S-1", now=now)
