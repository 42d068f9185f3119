"""What a device signs, byte by byte: the worked example of ``docs/origin.md``, computed again without our code."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from casino.core.canonical import canonical_bytes
from casino.core.log_entry import Entry, parse_entry
from casino.core.origin import NotSignable, SignedBatch, hash_of_entry, hash_of_sent, key_id, sign, statement

PAGE = (Path(__file__).parents[2] / "docs" / "origin.md").read_text("utf-8")
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()

EVENT: dict[str, Any] = {
    "id": "6f2b7c1e-51a5-4cf0-9f0c-0d5d0f6e7a11",
    "type": "roulette.bet_placed.v1",
    "table": "RL01",
    "round": "20261120-0007",
    "occurred_at": "2026-11-20T21:04:11.25+07:00",
    "sequence": 1712,
    "data": {"bet": "b3", "spot": "split:14-17", "stake_minor": 500000, "player": "P-1043"},
}


def example(name: str) -> str:
    """A block of the page by the name before it."""
    found = re.search(rf"^{re.escape(name)}:\n\n((?:    .*\n)+)", PAGE, re.MULTILINE)
    assert found, name
    return "".join(line[4:] for line in found[1].splitlines())


def test_the_worked_example_of_the_page_is_what_comes_out() -> None:
    """By ``rfc8785``, ``hashlib`` and the key alone; then by the reference, which must say the same."""
    sent = [json.loads(example("The first event as it is sent")), json.loads(example("The second event as it is sent"))]
    texts = [example("What is hashed of the first"), example("What is hashed of the second")]
    for event, text in zip(sent, texts, strict=True):
        assert rfc8785.dumps(json.loads(text)).decode() == text
        assert hash_of_sent(event).hex() == sha256(text.encode()).hexdigest()
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(example("The private key")))
    public = private.public_key().public_bytes_raw()
    assert base64.b64encode(public).decode() == example("The public key")
    said = example("The statement")
    listed = [sha256(text.encode()).hexdigest() for text in texts]
    assert json.loads(said) == {
        "device": "K1",
        "events": listed,
        "key": sha256(public).hexdigest(),
        "property": "HOI",
        "statement": "tableproof-batch/1",
    }
    assert rfc8785.dumps(json.loads(said)).decode() == said
    signature = private.sign(said.encode())
    assert base64.b64encode(signature).decode() == example("The signature")
    assert sha256(said.encode() + signature).hexdigest() == example("The origin")
    batch = sign(sent, property_code="HOI", device="K1", private_key=private)
    assert (batch.statement.decode(), batch.signature, batch.digest) == (said, signature, example("The origin"))
    assert batch.sent() == json.loads(example("What is sent besides"))


def test_entry_and_body_of_the_page_lead_to_the_hash_that_was_signed() -> None:
    entry = parse_entry(example("The entry of the first event").encode())
    body = example("Its stored body").encode()
    assert sha256(body).hexdigest() == entry.body_sha256
    assert entry.origin == example("The origin")
    assert hash_of_entry(entry, body).hex() == json.loads(example("The statement"))["events"][0]


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({"occurred_at": "2026-11-20T14:04:11.250000Z"}, True),
        ({"id": EVENT["id"].upper()}, True),
        ({"device": "K1"}, True),
        ({"correlation": None}, True),
        ({"occurred_at": "2026-11-20T14:04:11.250001Z"}, False),
        ({"occurred_at": None}, False),
        ({"correlation": "x"}, False),
        ({"entered_later": None}, True),
        ({"entered_later": True}, False),
        ({"sequence": 1713}, False),
        ({"round": None}, False),
        ({"table": "RL02"}, False),
        ({"type": "roulette.bet_changed.v1"}, False),
        ({"data": {**EVENT["data"], "stake_minor": 500001}}, False),
    ],
)
def test_what_counts_is_what_is_said_not_its_spelling(changes: dict[str, Any], same: bool) -> None:
    assert (hash_of_sent(EVENT | changes) == hash_of_sent(EVENT)) is same


@pytest.mark.parametrize("changes", [{"id": "x"}, {"occurred_at": "yesterday"}, {"occurred_at": 7}, {"id": 7}])
def test_what_is_no_event_is_told(changes: dict[str, Any]) -> None:
    with pytest.raises(NotSignable):
        hash_of_sent(EVENT | changes)
    with pytest.raises(NotSignable):
        hash_of_sent({"type": "x"})


@given(st.binary(max_size=200).map(lambda raw: raw[: len(raw) // 32 * 32]))
def test_the_statement_is_canonical_json(hashes: bytes) -> None:
    said = statement(property_code="HOI", device="K1", key=key_id(PUBLIC), hashes=hashes)
    assert rfc8785.dumps(json.loads(said)) == said == canonical_bytes(json.loads(said))


def batch(**changes: Any) -> SignedBatch:
    made = sign([EVENT, EVENT | {"sequence": 9}], property_code="HOI", device="K1", private_key=KEY)
    values = {name: getattr(made, name) for name in ("property", "device", "key", "hashes", "signature")}
    return SignedBatch(**(values | changes))


def test_a_signature_holds_for_one_key_and_one_statement() -> None:
    good = batch()
    assert good.is_signed_by(PUBLIC)
    assert good.holds(hash_of_sent(EVENT))
    assert not good.holds(hash_of_sent(EVENT | {"sequence": 10}))
    other = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()
    wrong = [
        batch(property="OTH"),
        batch(device="K2"),
        batch(key="0" * 64),
        batch(hashes=good.hashes[32:] + good.hashes[:32]),
        batch(hashes=good.hashes[:32]),
        batch(hashes=good.hashes[:-1]),
        batch(signature=bytes(64)),
        batch(signature=good.signature[:-1]),
        batch(signature=good.signature + b"\0"),
        batch(signature=b""),
    ]
    assert not any(each.is_signed_by(PUBLIC) for each in wrong)
    assert not good.is_signed_by(other)
    assert not batch(key=key_id(other)).is_signed_by(other)
    assert len({each.digest for each in [good, *wrong]}) == len(wrong) + 1


def test_only_what_belongs_to_a_table_or_a_round_is_signed() -> None:
    entry = Entry(
        actor="device:K1",
        body_sha256="0" * 64,
        occurred_at=None,
        position=1,
        previous=None,
        recorded_at="2026-11-20T14:04:11.250000Z",
        stream="case/2026-0001",
        type="case.opened",
        type_version=1,
        version=1,
    )
    body = canonical_bytes({"data": {}, "id": EVENT["id"]})
    with pytest.raises(NotSignable):
        hash_of_entry(entry, body)
    with pytest.raises(NotSignable):
        hash_of_entry(entry, b"{}")
