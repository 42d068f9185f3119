"""Keys with which everybody can sign, and points and scalars written in a second way, are refused wherever a key is."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from casino.core import passkey
from casino.core.errors import Problem
from casino.core.origin import key_id, signed_list
from casino.transparency import cosigning, ed25519, notes
from casino.transparency.wire import Malformed, encode_base64
from games.ingest.devices import check_public_key

CASES = json.loads((Path(__file__).parent / "vectors" / "ed25519-speccheck.json").read_text("utf-8"))
ACCEPTED = {3}
"""Of mixed order: only who knows the private key can have made them. All others are refused."""
WYCHEPROOF = (Path(__file__).parent / "vectors" / "ed25519_wycheproof.ndjson").read_text("utf-8").splitlines()
ANYBODY_S = [bytes(32), b"\1" + bytes(31), b"\xec" + b"\xff" * 30 + b"\x7f"]
ANYBODY_S += [bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")]
ANYBODY_S += [bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")]
ANYBODY_S += [each[:31] + bytes([each[31] | 0x80]) for each in ANYBODY_S]
SECOND_FORMS = [
    (ed25519.P + y).to_bytes(32, "little")[:31] + bytes([(ed25519.P + y).to_bytes(32, "little")[31] | sign])
    for y in range(19)
    for sign in (0, 0x80)
]


def taken(case: dict[str, str]) -> bool:
    try:
        key = ed25519.PublicKey(bytes.fromhex(case["pub_key"]))
        key.verify(bytes.fromhex(case["signature"]), bytes.fromhex(case["message"]))
    except (ed25519.BadKey, InvalidSignature):
        return False
    return True


@pytest.mark.parametrize("number", range(len(CASES)))
def test_published_edge_cases(number: int) -> None:
    assert taken(CASES[number]) is (number in ACCEPTED)


@pytest.mark.parametrize("case", map(json.loads, WYCHEPROOF), ids=lambda case: f"{case['id']}-{case['comment']}")
def test_a_case_of_wycheproof_passes_or_fails_as_it_must(case: dict[str, str]) -> None:
    assert taken(case) is (case["result"] == "valid")


def test_openssl_alone_takes_what_is_refused_here() -> None:
    """Why this module is there; should the library begin to refuse, it may go."""
    forged = CASES[0]
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(forged["pub_key"])).verify(
        bytes.fromhex(forged["signature"]), bytes.fromhex(forged["message"])
    )


def test_ordinary_keys_sign_as_before() -> None:
    for seed in range(50):
        private = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        key = ed25519.PublicKey(private.public_key().public_bytes_raw())
        signature = private.sign(b"message")
        key.verify(signature, b"message")
        scalar = int.from_bytes(signature[32:], "little") + ed25519.L
        for changed in (
            signature[:32] + scalar.to_bytes(32, "little"),
            signature[:-1],
            signature + b"\0",
            ANYBODY_S[1] + signature[32:],
        ):
            with pytest.raises(InvalidSignature):
                key.verify(changed, b"message")


@pytest.mark.parametrize(
    "raw", ANYBODY_S + SECOND_FORMS + [b"\2" + bytes(31), b"", bytes(31), bytes(33)], ids=bytes.hex
)
class TestEverywhere:
    """Each place in which a key comes in."""

    def test_the_key(self, raw: bytes) -> None:
        with pytest.raises(ed25519.BadKey):
            ed25519.PublicKey(raw)

    def test_a_device_that_is_registered(self, raw: bytes) -> None:
        with pytest.raises(Problem) as caught:
            check_public_key(base64.b64encode(raw).decode())
        assert caught.value.code == "bad_public_key"

    def test_a_batch_that_a_device_signed(self, raw: bytes) -> None:
        """Also in the offline verifier, which reads the key from the record."""
        if len(raw) == 32:
            batch = signed_list(
                bytes(32), property_code="P", device="D", key=key_id(raw), sign_with=lambda text: bytes(64)
            )
            assert not batch.is_signed_by(raw)

    def test_a_passkey(self, raw: bytes) -> None:
        cose = b"\xa4\x01\x01\x03\x27\x20\x06\x21\x58" + bytes([len(raw)]) + raw
        with pytest.raises(passkey.BadKey):
            passkey.verifier(cose)

    def test_a_verifier_key_of_a_log_or_witness(self, raw: bytes) -> None:
        for kind in (notes.ED25519, notes.ED25519_COSIGNATURE):
            text = f"log.example/x+{'0' * 8}+{encode_base64(bytes([kind]) + raw)}"
            with pytest.raises(Malformed):
                notes.parse_vkey(text)
            with pytest.raises((InvalidSignature, ValueError)):
                cosigning.verify_raw(kind, raw, bytes(64), b"")


def test_nothing_else_loads_a_key_of_this_kind() -> None:
    """A new place goes through the strict reader too."""
    root = Path(__file__).resolve().parents[2]
    found = {
        path.relative_to(root).as_posix()
        for folder in ("casino", "games", "disputes", "surveillance")
        for path in (root / folder).rglob("*.py")
        if "Ed25519PublicKey" in path.read_text("utf-8")
    }
    assert found == {"casino/transparency/ed25519.py"}
