"""One-time passwords: drawn here, shown once, kept as hashes only.

One in two parts is told to two persons, a part to each: neither can sign in alone, and the person to whom both are
handed chooses their own at once. Of the first part only its SHA-256 is kept while the second is not drawn yet; it holds
79 random bits, so a plain hash cannot be searched back. Proved by ``tests/accounts/test_passwords.py``.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User

from casino.access.models import Account

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Nothing that is mistaken for something else."""

LASTS: Final = timedelta(days=7)
"""A one-time password that nobody used by then opens nothing."""


def draw() -> str:
    """Sixteen letters in fours: ``ab3d-…``, 79 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


def digest(part: str) -> str:
    """What is kept of a first part."""
    return sha256(part.strip().lower().encode()).hexdigest()


def digest_of_hash(hashed: str) -> str:
    """Of what an account keeps of its password, for the record: salted with bits that nobody else has, so that nothing
    can be tried against it."""
    return sha256(hashed.encode()).hexdigest()


def hash_of(password: str) -> str:
    """What the account keeps of a one-time password in one part."""
    return make_password(password)


def hash_of_parts(first_digest: str, second: str) -> str:
    """What the account keeps of one in two parts."""
    return make_password(f"{first_digest}+{second}")


def as_kept(username: str | None, entered: str | None) -> str | None:
    """What is held against the account's hash for what somebody typed: of a password in two parts, written one after
    the other with anything between, the first part's digest and the second."""
    if not username or not entered:
        return entered
    if not Account.objects.filter(user__username=username, two_parts=True, one_time=True).exists():
        return entered
    letters = "".join(character for character in entered.lower() if character in LETTERS)
    if len(letters) != 32:
        return ""  # nothing else opens it, least of all what is kept of the first part
    fours = [letters[at : at + 4] for at in range(0, 32, 4)]
    return f"{digest('-'.join(fours[:4]))}+{'-'.join(fours[4:])}"


def is_over(account: Account, now: datetime) -> bool:
    """The same of an account's row."""
    return account.one_time and account.one_time_until is not None and account.one_time_until <= now


def has_run_out(user: User, now: datetime) -> bool:
    """Whether the account still has a one-time password that opens nothing any more."""
    return Account.objects.filter(user_id=user.pk, one_time=True, one_time_until__lte=now).exists()


def must_choose(user_id: int) -> bool:
    """Whether the account signs in by a one-time password."""
    return Account.objects.filter(user_id=user_id, one_time=True).exists()
