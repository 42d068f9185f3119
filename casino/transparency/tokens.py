"""The log's Ed25519 key in a PKCS#11 token: it signs there and never leaves it.

Needs the extra ``token`` (python-pkcs11). ML-DSA-44 is not here: the tokens that could be tried have no mechanism for
it. Proved by ``tests/transparency/test_tokens.py`` with SoftHSM.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from casino.transparency.keyfiles import UnusableKey, read_secret

EDWARDS25519: Final = b"\x13\x0cedwards25519"
"""CKA_EC_PARAMS: the curve's name as a DER PrintableString (PKCS#11 3.0, section 2.3.5)."""
PUBLIC_BYTES: Final = 32


class TokenKey:
    """A key in a token, in a session of its own: one for each process, never across a fork. Use it in ``with``."""

    def __init__(self, module: Path, token: str, label: str, pin_file: Path) -> None:
        """``module``: the token maker's library. ``pin_file``: the user PIN, in a file for its owner alone. Raises
        :class:`UnusableKey`."""
        self._session = _open(module, token, pin_file, write=False)
        try:
            self._private, self.public = _find(self._session, label)
        except BaseException:
            self._session.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._session.close()

    def sign(self, message: bytes) -> bytes:
        """64 bytes. Raises :class:`UnusableKey` where the token does not answer."""
        from pkcs11 import Mechanism
        from pkcs11.exceptions import PKCS11Error

        try:
            return bytes(self._private.sign(message, mechanism=Mechanism.EDDSA))
        except PKCS11Error as error:
            raise UnusableKey(f"the token does not sign: {type(error).__name__}") from error


def create(module: Path, token: str, label: str, pin_file: Path) -> None:
    """A new key pair in the token; the private key cannot be read out. Raises :class:`UnusableKey`; also where a key of
    this label is there already."""
    from pkcs11 import Attribute, KeyType, Mechanism
    from pkcs11.exceptions import PKCS11Error

    session = _open(module, token, pin_file, write=True)
    try:
        if list(session.get_objects({Attribute.LABEL: label})):
            raise UnusableKey(f"the token has a key {label} already")
        curve = session.create_domain_parameters(KeyType.EC_EDWARDS, {Attribute.EC_PARAMS: EDWARDS25519}, local=True)
        hidden = {Attribute.EXTRACTABLE: False, Attribute.SENSITIVE: True}
        curve.generate_keypair(
            mechanism=Mechanism.EC_EDWARDS_KEY_PAIR_GEN, store=True, label=label, private_template=hidden
        )
    except PKCS11Error as error:
        raise UnusableKey(f"no key can be made in the token: {type(error).__name__}") from error
    finally:
        session.close()


def _open(module: Path, token: str, pin_file: Path, *, write: bool) -> Any:
    try:
        import pkcs11
        from pkcs11.exceptions import PKCS11Error
    except ImportError as error:
        raise UnusableKey("keys in a token need the extra: pip install 'tableproof[token]'") from error
    pin = read_secret(pin_file).decode("utf-8").strip()
    try:
        found = pkcs11.lib(str(module)).get_token(token_label=token)
        return found.open(rw=write, user_pin=pin)
    except (PKCS11Error, RuntimeError) as error:
        raise UnusableKey(f"the token {token} cannot be opened: {type(error).__name__}") from error


def _find(session: Any, label: str) -> tuple[Any, bytes]:
    from pkcs11 import Attribute, KeyType, ObjectClass
    from pkcs11.exceptions import PKCS11Error

    try:
        private = session.get_key(object_class=ObjectClass.PRIVATE_KEY, key_type=KeyType.EC_EDWARDS, label=label)
        public = session.get_key(object_class=ObjectClass.PUBLIC_KEY, key_type=KeyType.EC_EDWARDS, label=label)
        point = bytes(public[Attribute.EC_POINT])
    except PKCS11Error as error:
        raise UnusableKey(f"the token has no Ed25519 key {label}: {type(error).__name__}") from error
    if len(point) != PUBLIC_BYTES + 2 or point[:2] != b"\x04\x20":  # a DER OCTET STRING of 32 bytes
        raise UnusableKey(f"the key {label} of the token is not Ed25519")
    return private, point[2:]
