"""A command signed by passkey holds for that command, key, domain and page alone: every forgery is named."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from typing import Any, Final
from uuid import UUID

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

from casino.core import passkey
from casino.core.passkey import BadKey, Key, SignedCommand
from casino.core.sealed import Sealed

RP: Final = "tables.example"
PAGE: Final = "https://tables.example"
COMMAND: Final = passkey.command(
    property_code="HOI",
    person="P-104",
    act="api:rulings",
    command_id=UUID("018f0000-0000-7000-8000-00000000000a"),
    nonce="00" * 16,
    about={"stream": "round/RL01/20261120-0007"},
    said={"clause": "6.6", "choice": "no_spin", "bets": ["b3"], "seen_version": 5},
)
OTHER: Final = COMMAND.replace(b"no_spin", b"spin_ok")


def cbor(members: dict[int, int | bytes]) -> bytes:
    """A COSE_Key, written anew here."""

    def head(kind: int, number: int) -> bytes:
        if number < 24:
            return bytes([kind << 5 | number])
        size = 1 if number < 256 else 2
        return bytes([kind << 5 | 23 + size]) + number.to_bytes(size, "big")

    def item(value: int | bytes) -> bytes:
        if isinstance(value, bytes):
            return head(2, len(value)) + value
        return head(0, value) if value >= 0 else head(1, -1 - value)

    return head(5, len(members)) + b"".join(item(name) + item(value) for name, value in members.items())


class Device:
    """An authenticator that signs whatever it is told to."""

    def __init__(self, algorithm: str = "ES256", credential: bytes = b"credential-1") -> None:
        self.credential = credential
        self.algorithm = algorithm
        self.private: Any
        if algorithm == "ES256":
            self.private = ec.generate_private_key(ec.SECP256R1())
            at = self.private.public_key().public_numbers()
            self.cose = cbor({1: 2, 3: -7, -1: 1, -2: at.x.to_bytes(32, "big"), -3: at.y.to_bytes(32, "big")})
        elif algorithm == "EdDSA":
            self.private = ed25519.Ed25519PrivateKey.generate()
            self.cose = cbor({1: 1, 3: -8, -1: 6, -2: self.private.public_key().public_bytes_raw()})
        else:
            self.private = rsa.generate_private_key(65537, 2048)
            of = self.private.public_key().public_numbers()
            self.cose = cbor({1: 3, 3: -257, -1: of.n.to_bytes(256, "big"), -2: of.e.to_bytes(3, "big")})

    @property
    def key(self) -> Key:
        return Key(self.credential, self.cose, RP, (PAGE,))

    def sign(self, command: bytes = COMMAND, *, rp: str = RP, flags: int = 0x05, **changed: Any) -> SignedCommand:
        said = {"type": "webauthn.get", "challenge": passkey.challenge_text(command), "origin": PAGE, **changed}
        client = json.dumps(said).encode()
        data = hashlib.sha256(rp.encode()).digest() + bytes([flags]) + (7).to_bytes(4, "big")
        message = data + hashlib.sha256(client).digest()
        if self.algorithm == "ES256":
            signature = self.private.sign(message, ec.ECDSA(SHA256()))
        elif self.algorithm == "EdDSA":
            signature = self.private.sign(message)
        else:
            signature = self.private.sign(message, padding.PKCS1v15(), SHA256())
        return SignedCommand(command, self.credential, data, client, signature)


@pytest.mark.parametrize("algorithm", ["ES256", "EdDSA", "RS256"])
def test_each_algorithm_is_checked_offline(algorithm: str) -> None:
    device = Device(algorithm)
    made = device.sign()
    assert made.fault(device.key) is None
    assert made.fault(Device(algorithm).key) == "the signature does not hold"


DEVICE: Final = Device()


@pytest.mark.parametrize(
    ("forged", "told"),
    [
        (DEVICE.sign(challenge="AAAA"), "another command"),
        (msgspec.structs.replace(DEVICE.sign(), command=OTHER), "another command"),
        (DEVICE.sign(origin="https://evil.example"), "another address"),
        (DEVICE.sign(origin=f"{PAGE}:8443"), "another address"),
        (DEVICE.sign(crossOrigin=True), "in a frame"),
        (DEVICE.sign(type="webauthn.create"), "no"),
        (DEVICE.sign(rp="evil.example"), "another domain"),
        (DEVICE.sign(flags=0x01), "did not verify"),
        (DEVICE.sign(flags=0x04), "did not verify"),
        (msgspec.structs.replace(DEVICE.sign(), credential=b"credential-2"), "another credential"),
        (msgspec.structs.replace(DEVICE.sign(), client=b"{"), "cannot be read"),
        (msgspec.structs.replace(DEVICE.sign(), client=b"[" * 5_000), "cannot be read"),
        (msgspec.structs.replace(DEVICE.sign(), authenticator=b""), "another domain"),
        (msgspec.structs.replace(DEVICE.sign(), signature=b""), "does not hold"),
        (msgspec.structs.replace(DEVICE.sign(), signature=Device().sign().signature), "does not hold"),
    ],
)
def test_a_forged_answer_is_told(forged: SignedCommand, told: str) -> None:
    fault = forged.fault(DEVICE.key)
    assert fault is not None
    assert told in fault


def test_no_bit_of_an_answer_can_be_turned() -> None:
    made = DEVICE.sign()
    for part in ("command", "credential", "authenticator", "client", "signature"):
        data = getattr(made, part)
        for at in range(len(data)):
            turned = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
            changed = msgspec.structs.replace(made, **{part: turned})
            assert changed.fault(DEVICE.key) is not None, (part, at)
            assert changed.digest != made.digest


def test_a_command_is_read_back_only_in_its_one_form() -> None:
    made = DEVICE.sign()
    assert made.said is not None
    assert (made.said.person, made.said.property) == ("P-104", "HOI")
    for other in (COMMAND + b" ", COMMAND.replace(b"command/1", b"command/3"), b"{}", b"[" * 5_000, b"\xff"):
        assert DEVICE.sign(other).said is None


def test_a_command_names_its_id_and_what_it_is_about_and_nothing_else() -> None:
    made = DEVICE.sign()
    assert made.names("018f0000-0000-7000-8000-00000000000a")
    assert made.names(None, "b3")
    assert made.names("round/RL01/20261120-0007")
    assert not made.names("P-104"), "the person is no object"
    assert not made.names(None, "018f0000-0000-7000-8000-00000000000b")


def test_words_stand_in_a_command_as_they_do_in_an_event() -> None:
    salt = bytes(range(32))
    said = passkey.words(salt, "Bi rơi ra ngoài.")
    digest = hashlib.sha256(salt + "Bi rơi ra ngoài.".encode()).hexdigest()
    assert said == f"sha256:{digest}"
    Sealed(ref=UUID(int=1), digest=digest, persons=("PS-1",))


@pytest.mark.parametrize(
    "cose",
    [
        b"",
        b"\xa1",
        b"\xa0\x00",
        b"\x80",
        b"\xbf\xff",
        cbor({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)}),
        cbor({1: 2, 3: -7, -1: 2, -2: bytes(32), -3: bytes(32)}),
        cbor({1: 1, 3: -8, -1: 6, -2: bytes(31)}),
        cbor({1: 1, 3: -7, -1: 6, -2: bytes(32)}),
        cbor({1: 1, 3: -8, -1: 6}),
        DEVICE.cose + b"\x00",
        DEVICE.cose[:-1],
        DEVICE.cose.replace(b"\x03\x26", b"\x01\x26"),
        b"\xb9\xff\xff",
        b"\xa1\x01\x5b" + b"\xff" * 8,
    ],
    ids=lambda cose: hex(len(cose)),  # the key is another in each process, and a name must be the same in all
)
def test_what_is_no_key_is_told(cose: bytes) -> None:
    with pytest.raises(BadKey):
        passkey.verifier(cose)
    fault = DEVICE.sign().fault(msgspec.structs.replace(DEVICE.key, cose=cose))
    assert fault is not None
    assert "cannot be read" in fault


def test_a_key_is_read_from_its_event() -> None:
    text = b64encode
    key = passkey.key_of(
        credential=text(DEVICE.credential).decode(),
        public_key=text(DEVICE.cose).decode(),
        rp_id=RP,
        origins=(PAGE,),
    )
    assert DEVICE.sign().fault(key) is None
