"""``verify_log --rows``: rows of accounts that were changed past the record are found; the whole table of what can be
done to them is ``tests/detectors``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from casino.access.models import Posting
from casino.accounts.found import record_found
from casino.accounts.row_kinds import KINDS
from casino.backends import PostingBackend
from casino.clock import now as clock
from casino.ledger import row_kinds
from casino.ledger.row_kinds import Record
from tests.accounts import acts
from tests.accounts.conftest import PASSWORD, Cast
from tests.posting import posting

HOUR = timedelta(hours=1)
POSTINGS = next(kind for kind in KINDS if kind.model == "casino.Posting")


def faults(code: str) -> list[str]:
    return list(row_kinds.faults_of(POSTINGS, Record(code)))


Forge = Callable[[Cast, Posting], object]


@pytest.fixture
def acting(cast: Cast) -> Posting:
    """One posting that was asked for and confirmed. What the cast stood on before is recorded as found."""
    now = clock()
    record_found(now)
    asked = acts.posting(
        property=cast.house, post="acting_pit_supervisor", tables=["RL01"], begins_at=now + HOUR, ends_at=now + 4 * HOUR
    )
    acts.ask_posting(cast["dealer"].pk, asked, **cast.by("adm"))
    acts.confirm(cast.waiting.pk, **cast.by("gm"))
    return Posting.objects.get(user=cast["dealer"])


def unguard() -> None:
    """What somebody does who owns the database."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE casino_posting DISABLE TRIGGER USER")


def update(**values: object) -> Forge:
    return lambda cast, row: Posting.objects.filter(pk=row.pk).update(**values)


FORGERIES: dict[str, tuple[Forge, str]] = {
    "another table": (update(tables=["RL01", "RL02"]), "tables not as recorded"),
    "a pit": (update(pits=["A"]), "pits not as recorded"),
    "earlier": (update(begins_at=datetime(2026, 1, 1, tzinfo=UTC), ends_at=None, post="pit_supervisor"), "begins_at"),
    "another person": (
        lambda cast, row: Posting.objects.filter(pk=row.pk).update(user=cast["nobody"]),
        "user_id not as recorded",
    ),
    "another property": (
        lambda cast, row: Posting.objects.filter(pk=row.pk).update(property=cast.other_house),
        "property__code not as recorded",
    ),
    "gone": (lambda cast, row: Posting.objects.filter(pk=row.pk).delete(), "its row is missing"),
    "nobody gave it": (
        lambda cast, row: posting(cast["sup"], "pit_supervisor", owner=cast.house),
        "no event tells of it",
    ),
}


def test_what_was_given_and_ended_by_commands_agrees(cast: Cast, acting: Posting) -> None:
    assert faults("HOI") == []
    acts.end_posting(acting.pk, **cast.by("adm"))
    assert faults("HOI") == []
    assert faults("DAN") == [], "accounts stand in one record"


@pytest.mark.parametrize("kind", FORGERIES)
def test_each_forgery_is_found(cast: Cast, acting: Posting, kind: str) -> None:
    forge, words = FORGERIES[kind]
    unguard()
    forge(cast, acting)
    (said,) = faults("HOI")
    assert words in said


def test_an_ended_posting_set_going_again_is_found(cast: Cast, acting: Posting) -> None:
    ends_at = acting.ends_at
    acts.end_posting(acting.pk, **cast.by("adm"))
    unguard()
    Posting.objects.filter(pk=acting.pk).update(ended_at=None, ended_by="", ends_at=ends_at)
    out = StringIO()
    with pytest.raises(CommandError, match="HOI"):
        call_command("ledger_verify", "--rows", property_code="HOI", stdout=out)
    assert "ends_at, ended_at, ended_by not as recorded" in out.getvalue()


def test_postings_from_before_are_recorded_as_found_once(cast: Cast) -> None:
    assert [said for said in faults("HOI") if "no event tells of it" in said]
    record_found(clock())
    assert faults("HOI") == []
    assert "posting_found" in cast.types("sup")
    assert record_found(clock()) == 0


# --- Passwords --------------------------------------------------------------------------------------------------------
authenticate = PostingBackend().authenticate
ACCOUNTS = next(kind for kind in KINDS if kind.model == "auth.User")


def of_accounts() -> list[str]:
    return list(row_kinds.faults_of(ACCOUNTS, Record("HOI")))


def test_a_password_that_was_exchanged_is_told_and_recorded_as_found(cast: Cast) -> None:
    record_found(clock())
    assert of_accounts() == []
    User.objects.filter(username="dealer").update(password="forged")
    (said,) = of_accounts()
    assert "password not as recorded" in said
    assert record_found(clock()) == 1
    assert cast.types("dealer")[-1] == "found"
    assert of_accounts() == []


def test_a_password_hashed_anew_at_a_sign_in_is_recorded_and_nothing_else(cast: Cast, settings: Any) -> None:
    acts.choose_password(cast["dealer"], PASSWORD, command_id=uuid4(), now=clock())
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    assert authenticate(None, username="dealer", password=PASSWORD)
    assert cast["dealer"].password.startswith("pbkdf2")
    assert cast.types("dealer")[-1] == "password_rehashed"
    assert [said for said in of_accounts() if "password" in said] == []
    assert authenticate(None, username="dealer", password=PASSWORD)
    assert cast.types("dealer")[-2:] != ["password_rehashed"] * 2


def test_who_exchanged_a_hash_for_an_outdated_one_is_not_hidden_by_hashing_it_anew(cast: Cast, settings: Any) -> None:
    acts.choose_password(cast["dealer"], PASSWORD, command_id=uuid4(), now=clock())
    User.objects.filter(username="dealer").update(password=make_password("another-passphrase"))
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    assert authenticate(None, username="dealer", password="another-passphrase")
    assert cast.types("dealer")[-1] == "password_chosen"
    assert [said for said in of_accounts() if "password not as recorded" in said]
