"""Sealing with Fernet of ``cryptography``: AES-128 in CBC with HMAC-SHA-256, and the time of sealing.

Two kinds. What lies in the database (secrets of authenticator apps) is sealed with FACTOR_KEY, which is given to the
processes and stands in no backup of the database: whoever gets a copy of the tables cannot make codes. It is no child
of SECRET_KEY, because changing that one, after a leak of sessions for example, must not shut everybody out. What waits
for minutes (a form, a secret that is not enrolled yet) is sealed under SECRET_KEY, as sessions are. Each purpose and
account has keys of its own, so that nothing can be put in another's place. Proved by
``tests/factors/test_sealing.py``.
"""

from __future__ import annotations

import base64
import binascii
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from casino.core.errors import Problem

KEY_BYTES: Final = 32
WAITING_SECONDS: Final = 30 * 60
"""How long a form waits for its proof, and a new secret for its first code."""


def seal(content: bytes, *, purpose: str, user: int) -> str:
    """For the database. Problem factor_key_unfit."""
    return _kept(purpose, user).encrypt(content).decode()


def opened(sealed: str, *, purpose: str, user: int) -> bytes:
    """What was sealed for this purpose and account. Problem factor_key_unfit, factor_secret_unreadable."""
    try:
        return _kept(purpose, user).decrypt(sealed.encode())
    except InvalidToken:
        raise Problem("factor_secret_unreadable") from None


def resealed(sealed: str, *, purpose: str, user: int) -> str:
    """The same under the present FACTOR_KEY. Problems as for :func:`opened`."""
    try:
        return _kept(purpose, user).rotate(sealed.encode()).decode()
    except InvalidToken:
        raise Problem("factor_secret_unreadable") from None


def seal_for_a_while(content: bytes, *, purpose: str, user: int) -> str:
    """For a form or a session."""
    return _passing(purpose, user).encrypt(content).decode()


def opened_in_time(sealed: str, *, purpose: str, user: int) -> bytes:
    """What was sealed for a while. Problem factor_expired for what is too old, or of another purpose or account."""
    try:
        return _passing(purpose, user).decrypt(sealed.encode(), ttl=WAITING_SECONDS)
    except InvalidToken:
        raise Problem("factor_expired") from None


def check() -> None:
    """Whether the keys are given. Problem factor_key_unfit."""
    _secrets()


def _kept(purpose: str, user: int) -> MultiFernet:
    return MultiFernet([_fernet(secret, purpose, user) for secret in _secrets()])


def _passing(purpose: str, user: int) -> Fernet:
    return _fernet(settings.SECRET_KEY.encode(), purpose, user)


def _fernet(secret: bytes, purpose: str, user: int) -> Fernet:
    info = f"tableproof factors v1\n{purpose}\n{user}".encode()
    derived = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(secret)
    return Fernet(base64.urlsafe_b64encode(derived))


def _secrets() -> list[bytes]:
    """The present key, then the former one where there is one."""
    return [_read(settings.FACTOR_KEY), *([_read(settings.FACTOR_KEY_FORMER)] if settings.FACTOR_KEY_FORMER else [])]


def _read(text: str) -> bytes:
    try:
        secret = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        secret = b""
    if len(secret) != KEY_BYTES:
        raise Problem("factor_key_unfit")
    return secret
