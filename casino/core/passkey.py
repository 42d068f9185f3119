"""What a person signs with a passkey: one weighty command. Pure; specified in ``docs/origin.md``.

The command is canonical JSON as its page shows it (:func:`command`); the WebAuthn challenge is its SHA-256. What the
authenticator answers (W3C Web Authentication level 2, section 7.2) is kept as it came, and with the public key that
the record has of the credential it is checked by anybody, without the server and for ever. The digest of command and
answer together is the ``origin`` of every entry that the command brought. The counter is the server's to judge, at the
time; a verifier cannot. Proved by ``tests/core/test_passkey.py``, with forged answers.
"""

from __future__ import annotations

from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

from casino.core.canonical import NotCanonical, canonical_bytes
from casino.core.signature_rules import FIELDS, STATEMENTS, WORDS, Command
from casino.transparency.ed25519 import PublicKey

ASSERTION: Final = "tableproof-assertion/1"
ES256: Final = -7
EDDSA: Final = -8
RS256: Final = -257
SIGNABLE: Final = frozenset({ES256, EDDSA, RS256})
"""Algorithms (IANA, COSE) whose signatures are checked here."""
PRESENT: Final = 0x01
VERIFIED: Final = 0x04
"""Flags of the authenticator: somebody was there (UP), and was verified by PIN, finger or face (UV)."""
HEAD_BYTES: Final = 37
"""Of the authenticator's data: hash of the domain, flags, counter."""


class BadKey(ValueError):
    """Not a public key of a kind that is checked here."""


class Key(msgspec.Struct, frozen=True):
    """A passkey as its registering event has it: ``cose`` is the COSE_Key (RFC 9052); it signs for ``rp_id``, on pages
    of these ``origins`` alone."""

    credential: bytes
    cose: bytes
    rp_id: str
    origins: tuple[str, ...]


# --- The command -----------------------------------------------------------------------------------------------------


def command(
    *,
    property_code: str,
    person: str,
    act: str,
    command_id: UUID,
    nonce: str,
    about: Any,
    said: Any,
    statement: str = FIELDS,
) -> bytes:
    """The canonical JSON that is shown and signed: who says (``person``, a staff code) which act of which command
    about what. ``nonce`` makes it unlike any other. Raises NotCanonical."""
    return canonical_bytes(
        {
            "about": about,
            "act": act,
            "id": str(command_id),
            "nonce": nonce,
            "person": person,
            "property": property_code,
            "said": said,
            "statement": statement,
        }
    )


def words(salt: bytes, text: str) -> str:
    """What stands for words: the digest that the sealed words have in the event too (``casino.core.sealed``)."""
    return WORDS + sha256(salt + text.encode("utf-8", "surrogatepass")).hexdigest()


# --- The answer ------------------------------------------------------------------------------------------------------


class SignedCommand(msgspec.Struct, frozen=True, dict=True):
    """A command with what the authenticator answered: its data, the browser's ``client`` data (raw JSON) and the
    signature over both."""

    command: bytes
    credential: bytes
    authenticator: bytes
    client: bytes
    signature: bytes

    @cached_property
    def digest(self) -> str:
        """The ``origin`` of the entries that the command brought: SHA-256 of the canonical JSON of all of it."""
        said = {
            "authenticator": b64encode(self.authenticator).decode(),
            "client": b64encode(self.client).decode(),
            "command": sha256(self.command).hexdigest(),
            "credential": b64encode(self.credential).decode(),
            "signature": b64encode(self.signature).decode(),
            "statement": ASSERTION,
        }
        return sha256(canonical_bytes(said)).hexdigest()

    @cached_property
    def said(self) -> Command | None:
        """The command, or None where its bytes are none."""
        try:
            read = msgspec.json.decode(self.command)
            found = msgspec.json.decode(self.command, type=Command)
            if canonical_bytes(read) != self.command or found.statement not in STATEMENTS:
                return None
        except (msgspec.MsgspecError, NotCanonical, RecursionError, UnicodeDecodeError):
            return None
        return found

    def names(self, *ids: str | None) -> bool:
        """Whether one of these ids (of an event, or of what it is part of) stands in the command."""
        return self.said is not None and any(each is not None and each in self._leaves for each in ids)

    @cached_property
    def _leaves(self) -> frozenset[str]:
        said = self.said
        return frozenset() if said is None else frozenset(_strings([str(said.id), said.about, said.said]))

    def fault(self, key: Key) -> str | None:
        """Why this key has not signed the command; None where it has."""
        fault = self._fault_of_client(key)
        if fault is not None:
            return fault
        data = self.authenticator
        if len(data) < HEAD_BYTES or data[:32] != sha256(key.rp_id.encode()).digest():
            return "the authenticator answered for another domain"
        if not data[32] & PRESENT or not data[32] & VERIFIED:
            return "the authenticator did not verify the person"
        try:
            if not verifier(key.cose)(self.signature, data + sha256(self.client).digest()):
                return "the signature does not hold"
        except BadKey as error:
            return f"the key cannot be read: {error}"
        return None

    def _fault_of_client(self, key: Key) -> str | None:
        """What the browser says that it was asked, and where."""
        if self.credential != key.credential:
            return "another credential has answered"
        try:
            said = msgspec.json.decode(self.client, type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return "what the browser said cannot be read"
        if said.get("type") != "webauthn.get":
            return "the answer is none to a question for a signature"
        if said.get("challenge") != challenge_text(self.command):
            return "another command was signed"
        if said.get("origin") not in key.origins:
            return "it was signed on a page of another address"
        if said.get("crossOrigin", False) is not False:
            return "it was signed in a frame of another page"
        return None


def challenge(command: bytes) -> bytes:
    """What the authenticator is asked to sign."""
    return sha256(command).digest()


def challenge_text(command: bytes) -> str:
    """The same as browsers write it: base64url without padding."""
    return urlsafe_b64encode(challenge(command)).rstrip(b"=").decode()


def _strings(value: Any) -> list[str]:
    """Every text in a value of JSON, and the texts that stand in lists and objects within."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, list | tuple):
            waiting += each
    return found


# --- Keys ------------------------------------------------------------------------------------------------------------


def verifier(cose: bytes) -> Callable[[bytes, bytes], bool]:
    """From a COSE_Key to what says whether a signature over some bytes holds. Raises :class:`BadKey`."""
    key = read_cose(cose)
    algorithm = key.get(3)
    public: Any
    arguments: tuple[Any, ...]
    try:
        if (key.get(1), algorithm, key.get(-1)) == (2, ES256, 1):
            numbers = ec.EllipticCurvePublicNumbers(_number(key.get(-2)), _number(key.get(-3)), ec.SECP256R1())
            public, arguments = numbers.public_key(), (ec.ECDSA(SHA256()),)
        elif (key.get(1), algorithm, key.get(-1)) == (1, EDDSA, 6):
            public, arguments = PublicKey(_bytes(key.get(-2))), ()
        elif (key.get(1), algorithm) == (3, RS256):
            public = rsa.RSAPublicNumbers(_number(key.get(-2)), _number(key.get(-1))).public_key()
            arguments = (padding.PKCS1v15(), SHA256())
        else:
            raise BadKey(f"algorithm {algorithm!r}")
    except ValueError as error:
        raise BadKey(str(error)) from error

    def holds(signature: bytes, message: bytes) -> bool:
        try:
            public.verify(signature, message, *arguments)
        except InvalidSignature:
            return False
        return True

    return holds


def key_of(*, credential: str, public_key: str, rp_id: str, origins: tuple[str, ...]) -> Key:
    """A key from the members of its registering event, in base64."""
    return Key(b64decode(credential), b64decode(public_key), rp_id, origins)


def _number(value: Any) -> int:
    return int.from_bytes(_bytes(value), "big")


def _bytes(value: Any) -> bytes:
    if not isinstance(value, bytes):
        raise BadKey("a part of the key is missing")
    return value


def read_cose(data: bytes) -> dict[int, int | bytes]:
    """The members of a COSE_Key that are integers or bytes: a CBOR map (RFC 8949) whose keys are integers, each once,
    with nothing behind it. Raises :class:`BadKey`."""
    reader = _Cbor(data)
    kind, count = reader.head()
    if kind != 5 or count > 32:
        raise BadKey("no map")
    found: dict[int, int | bytes] = {}
    for _ in range(count):
        name, value = reader.value(), reader.value()
        if not isinstance(name, int) or name in found:
            raise BadKey("a member that is no integer, or comes twice")
        found[name] = value
    if not reader.is_done:
        raise BadKey("something stands behind the key")
    return found


class _Cbor:
    """Integers and bytes of definite length, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_done(self) -> bool:
        return self._at == len(self._data)

    def head(self) -> tuple[int, int]:
        """Major type and argument."""
        first = self._take(1)[0]
        kind, short = first >> 5, first & 0x1F
        if short < 24:
            return kind, short
        if short > 27:
            raise BadKey("a form of CBOR that no key needs")
        return kind, int.from_bytes(self._take(1 << (short - 24)), "big")

    def value(self) -> int | bytes:
        kind, argument = self.head()
        if kind == 0:
            return argument
        if kind == 1:
            return -1 - argument
        if kind == 2:
            return self._take(argument)
        raise BadKey("a member that is neither integer nor bytes")

    def _take(self, count: int) -> bytes:
        taken = self._data[self._at : self._at + count]
        if len(taken) != count:
            raise BadKey("it ends too early")
        self._at += count
        return taken
