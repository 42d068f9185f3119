"""The three kinds of signatures: what exactly is signed, published answers of ML-DSA-44, and a second
implementation."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey, MLDSA44PublicKey
from dilithium_py.ml_dsa import ML_DSA_44

from casino.transparency.checkpoints import Checkpoint
from casino.transparency.cosigning import Signer, signed_message, subtree_message, verify, verify_note
from casino.transparency.notes import ED25519, ED25519_COSIGNATURE, MLDSA44_COSIGNATURE, Signature
from casino.transparency.wire import Malformed, NotProved
from tests.transparency.making import (
    LOG,
    LOG_PQ,
    NOON,
    ORIGIN,
    VECTORS,
    WITNESS,
    WITNESS_PQ,
    cases,
    grow,
    key,
    signed,
    signer,
)

ROOT = bytes(range(32))
CHECKPOINT = Checkpoint(ORIGIN, 20852163, ROOT)
EVERYBODY = (LOG, LOG_PQ, WITNESS, WITNESS_PQ)


def known_answers() -> list[dict[str, str]]:
    blocks = (VECTORS / "mldsa44_kat.rsp").read_text().split("\n\n")
    split = [dict(line.split(" = ", 1) for line in block.splitlines() if " = " in line) for block in blocks]
    return [block for block in split if "xi" in block]


@pytest.mark.parametrize("answer", known_answers(), ids=lambda answer: answer["count"])
def test_ml_dsa_44_gives_the_published_key_and_takes_the_published_signature(answer: dict[str, str]) -> None:
    private = MLDSA44PrivateKey.from_seed_bytes(bytes.fromhex(answer["xi"]))
    public = bytes.fromhex(answer["pk"])
    assert private.public_key().public_bytes_raw() == public
    whole, length = bytes.fromhex(answer["sm"]), int(answer["mlen"])
    message, signature = bytes.fromhex(answer["msg"]), whole[: len(whole) - length]
    assert whole[len(whole) - length :] == message
    context = bytes.fromhex(answer["ctx"])
    MLDSA44PublicKey.from_public_bytes(public).verify(signature, message, context)
    with pytest.raises(InvalidSignature):
        MLDSA44PublicKey.from_public_bytes(public).verify(signature, message + b"x", context)


@pytest.mark.parametrize("case", cases("mldsa44_wycheproof.ndjson"), ids=lambda case: f"{case['id']}-{case['comment']}")
def test_a_case_of_wycheproof_passes_or_fails_as_it_must(case: dict[str, Any]) -> None:
    def check() -> None:
        public = MLDSA44PublicKey.from_public_bytes(b64decode(case["key"]))
        public.verify(b64decode(case["sig"]), b64decode(case["msg"]), b64decode(case["ctx"]))

    if case["result"] == "valid":
        check()
    else:
        with pytest.raises((InvalidSignature, ValueError)):
            check()


def test_what_each_kind_signs_is_what_the_text_says() -> None:
    text = CHECKPOINT.text.encode()
    assert signed_message(LOG.vkey, CHECKPOINT, 0) == text
    assert signed_message(WITNESS.vkey, CHECKPOINT, 1679315147) == b"cosignature/v1\ntime 1679315147\n" + text
    name = b"witness.example/w1"
    assert signed_message(WITNESS_PQ.vkey, CHECKPOINT, 1679315147) == (
        b"subtree/v1\n\0"
        + bytes([len(name)]) + name
        + (1679315147).to_bytes(8, "big")
        + bytes([len(ORIGIN)]) + ORIGIN.encode()
        + bytes(8)
        + (20852163).to_bytes(8, "big")
        + ROOT
    )  # fmt: skip


def test_a_second_implementation_of_ml_dsa_accepts_our_line() -> None:
    """dilithium-py, over a message put together here and not by the code under test."""
    line = WITNESS_PQ.sign(CHECKPOINT, NOON)
    stamp, signature = line.signature[:8], line.signature[8:]
    message = b"subtree/v1\n\0\x12witness.example/w1" + stamp + bytes([len(ORIGIN)]) + ORIGIN.encode()
    message += (0).to_bytes(8, "big") + CHECKPOINT.size.to_bytes(8, "big") + ROOT
    assert ML_DSA_44.verify(WITNESS_PQ.key.public, message, signature)
    assert not ML_DSA_44.verify(WITNESS_PQ.key.public, message + b"x", signature)


def test_ours_accepts_a_line_that_the_second_implementation_made() -> None:
    seed = bytes(range(32))
    public, private = ML_DSA_44.key_derive(seed)
    assert MLDSA44PrivateKey.from_seed_bytes(seed).public_key().public_bytes_raw() == public
    message = subtree_message("other.example/w", NOON, ORIGIN, 0, CHECKPOINT.size, ROOT)
    vkey = WITNESS_PQ.vkey.__class__("other.example/w", MLDSA44_COSIGNATURE, public)
    made = NOON.to_bytes(8, "big") + ML_DSA_44.sign(private, message)
    assert verify(vkey, CHECKPOINT, made).time_s == NOON


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda who: f"{who.kind:#04x}")
def test_a_line_holds_for_its_key_and_checkpoint_alone(who: Signer) -> None:
    line = who.sign(CHECKPOINT, NOON)
    assert verify(who.vkey, CHECKPOINT, line.signature).time_s == (None if who.kind == ED25519 else NOON)
    others = [
        Checkpoint(ORIGIN, 20852164, ROOT),
        Checkpoint("x", 20852163, ROOT),
        Checkpoint(ORIGIN, 20852163, bytes(32)),
    ]
    for other in others:
        with pytest.raises(NotProved):
            verify(who.vkey, other, line.signature)
    for at in (0, 9, len(line.signature) - 1):
        changed = bytearray(line.signature)
        changed[at] ^= 1
        with pytest.raises(NotProved):
            verify(who.vkey, CHECKPOINT, bytes(changed))
    for wrong in (line.signature[:-1], line.signature + b"\0", b""):
        with pytest.raises(NotProved):
            verify(who.vkey, CHECKPOINT, wrong)
    stranger = Signer(who.name, who.kind, key("a stranger", who.kind))
    with pytest.raises(NotProved):
        verify(stranger.vkey, CHECKPOINT, line.signature)


def test_only_ml_dsa_commits_to_the_cosigners_name() -> None:
    """Why no Ed25519 key may serve two cosigners: its line can be carried over to another name."""
    for who, carried in ((WITNESS, True), (WITNESS_PQ, False)):
        other = Signer("other.example/w", who.kind, who.key)
        signature = who.sign(CHECKPOINT, NOON).signature
        if carried:
            assert verify(other.vkey, CHECKPOINT, signature)
        else:
            with pytest.raises(NotProved):
                verify(other.vkey, CHECKPOINT, signature)


def test_a_note_is_as_good_as_its_known_lines() -> None:
    _store, head = grow(5)
    made = signed(head, *EVERYBODY)
    found = verify_note(made.note, [each.vkey for each in EVERYBODY])
    assert [each.vkey for each in found] == [each.vkey for each in EVERYBODY]
    assert [each.time_s for each in found] == [None, NOON, NOON, NOON]
    assert [each.vkey for each in verify_note(made.note, [WITNESS.vkey])] == [WITNESS.vkey]


def test_a_false_line_of_a_known_key_spoils_the_whole_note() -> None:
    _store, head = grow(5)
    made = signed(head, LOG, WITNESS)
    false = Signature(WITNESS.name, WITNESS.vkey.key_id, bytes(72))
    note = made.note.with_signatures(false)
    with pytest.raises(NotProved):
        verify_note(note, [LOG.vkey, WITNESS.vkey])
    assert len(verify_note(note, [LOG.vkey])) == 1  # who does not know the witness passes it over


def test_a_note_without_a_known_line_is_worth_nothing() -> None:
    _store, head = grow(5)
    stranger = signer("stranger.example")
    with pytest.raises(NotProved):
        verify_note(signed(head, stranger).note, [LOG.vkey])
    same_name = Signer(LOG.name, ED25519, key("a stranger", ED25519))
    with pytest.raises(NotProved):  # the name alone is not the key
        verify_note(signed(head, same_name).note, [LOG.vkey])


def test_times_and_names_that_cannot_be_written_are_refused() -> None:
    for time_s in (0, -1, 2**63):
        with pytest.raises(ValueError, match="the time"):
            WITNESS.sign(CHECKPOINT, time_s)
    with pytest.raises(NotProved):
        verify(WITNESS.vkey, CHECKPOINT, (2**63).to_bytes(8, "big") + bytes(64))
    with pytest.raises(Malformed):
        subtree_message("w", NOON, ORIGIN, 256, 512, ROOT)
    with pytest.raises(Malformed):
        WITNESS_PQ.sign(Checkpoint("x" * 256, 1, ROOT), NOON)
    with pytest.raises(Malformed):
        Signer("w", ED25519_COSIGNATURE, key("w", MLDSA44_COSIGNATURE))
