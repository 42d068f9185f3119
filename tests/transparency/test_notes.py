"""Signed notes, verifier keys and checkpoints by the examples of C2SP, and what is none."""

from __future__ import annotations

from base64 import b64encode

import pytest

from casino.transparency import checkpoints
from casino.transparency.cosigning import verify_raw
from casino.transparency.notes import (
    ED25519,
    MAX_SIGNATURES,
    Note,
    Signature,
    Vkey,
    check_name,
    parse_note,
    parse_signatures,
    parse_vkey,
)
from casino.transparency.wire import Malformed, encode_base64
from tests.transparency.making import LOG, LOG_PQ, ORIGIN, WITNESS, WITNESS_PQ, examples, grow, signed

C2SP = examples()


def test_the_example_of_signed_note_is_verified_by_its_key() -> None:
    vkey = parse_vkey(C2SP["example_vkey"])
    note = parse_note(C2SP["example"].encode())
    [line] = note.signatures
    assert (vkey.name, vkey.kind, vkey.key_id.hex()) == ("example.com/foo", ED25519, "530d903a")
    assert vkey.made(line)
    verify_raw(vkey.kind, vkey.public, line.signature, note.text.encode())
    assert str(vkey) == C2SP["example_vkey"]


def test_the_text_of_a_note_may_have_empty_lines() -> None:
    note = parse_note(C2SP["poem"].encode())
    assert note.text.endswith("\n\ned è subito sera.\n")
    assert [line.name for line in note.signatures] == ["quasimodo.example/salvatore"]


@pytest.mark.parametrize("name", ["poem", "example", "checkpoint", "cosigned"])
def test_an_example_is_written_as_it_was_read(name: str) -> None:
    assert parse_note(C2SP[name].encode()).encode() == C2SP[name].encode()


def test_the_example_of_a_checkpoint_is_read() -> None:
    found = checkpoints.parse(C2SP["cosigned"].encode())
    assert (found.checkpoint.origin, found.checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert found.checkpoint.text == found.note.text
    assert [line.name for line in found.note.signatures] == ["example.com/behind-the-sofa", "witness.example.com/w1"]
    assert [len(line.signature) for line in found.note.signatures] == [64, 72]


GOOD = Signature("a.example", b"1234", b"x" * 64).line
BAD_NOTES = {
    "no signature": "text\n",
    "no empty line": "text\n" + GOOD,
    "no newline at the end": "text\n\n" + GOOD[:-1],
    "nothing after the empty line": "text\n\n",
    "text after the signatures": "text\n\n" + GOOD + "more\n",
    "a hyphen for the dash": "text\n\n" + GOOD.replace("—", "-"),
    "two spaces": "text\n\n" + GOOD.replace("a.example ", "a.example  "),
    "no name": "text\n\n" + GOOD.replace("a.example", ""),
    "a plus in the name": "text\n\n" + GOOD.replace("a.example", "a+b"),
    "a space of Unicode in the name": "text\n\n" + GOOD.replace("a.example", "a\u00a0b"),
    "not base64": "text\n\n— a.example !!!!\n",
    "a key id alone": "text\n\n— a.example " + encode_base64(b"1234") + "\n",
    "a tab": "te\txt\n\n" + GOOD,
    "a carriage return": "text\r\n\n" + GOOD,
    "a NUL": "te\0xt\n\n" + GOOD,
    "too many signatures": "text\n\n" + GOOD * (MAX_SIGNATURES + 1),
}


@pytest.mark.parametrize("text", BAD_NOTES.values(), ids=BAD_NOTES.keys())
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parse_note(text.encode())


def test_a_note_that_is_not_utf_8_or_too_long_is_refused() -> None:
    for raw in (b"te\xffxt\n\n" + GOOD.encode(), b"x" * 1_000_000 + b"\n\n" + GOOD.encode()):
        with pytest.raises(Malformed):
            parse_note(raw)


def test_sixteen_large_signatures_are_accepted() -> None:
    line = Signature("a.example", b"1234", b"x" * 5_000)
    assert len(parse_note(Note("text\n", (line,) * 16).encode()).signatures) == 16


@pytest.mark.parametrize("signer", [LOG, LOG_PQ, WITNESS, WITNESS_PQ], ids=lambda signer: f"{signer.kind:#04x}")
def test_a_verifier_key_gives_itself_back(signer: object) -> None:
    vkey = signer.vkey  # type: ignore[attr-defined]
    assert parse_vkey(str(vkey)) == vkey


def test_what_is_no_verifier_key_is_refused() -> None:
    good = str(LOG.vkey)
    name, key_id, material = good.split("+", 2)
    bad = [
        "",
        name,
        f"{name}+{key_id}",
        f"+{key_id}+{material}",
        f"{name}+00000000+{material}",
        f"{name}+{key_id.upper()}x+{material}",
        f"other.example+{key_id}+{material}",
        f"{name}+{key_id}+{material}=",
        f"{name}+{key_id}+" + b64encode(b"\x02" + b"k" * 32).decode(),
        f"{name}+{key_id}+" + b64encode(b"\x01" + b"k" * 31).decode(),
        str(Vkey("a b", ED25519, b"k" * 32)),
    ]
    for text in bad:
        with pytest.raises(Malformed):
            parse_vkey(text)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\u2003b", "a\nb", "x" * 256, "é" * 128])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(Malformed):
        check_name(name)


ROOT = encode_base64(b"r" * 32)


@pytest.mark.parametrize(
    "text",
    [
        f"origin\n1\n{ROOT}",
        f"origin\n1\n{ROOT}\n\n",
        f"\n1\n{ROOT}\n",
        "origin\n1\n",
        f"origin\n01\n{ROOT}\n",
        f"origin\n-1\n{ROOT}\n",
        f"origin\n1\n{encode_base64(b'r' * 31)}\n",
        f"origin\n1\n{ROOT}\nan extension line\n",
        f"origin\n9223372036854775808\n{ROOT}\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        checkpoints.parse_text(text)


def test_a_checkpoint_is_read_back_from_its_note() -> None:
    _store, head = grow(3)
    made = signed(head)
    assert checkpoints.parse(made.note.encode()) == made
    assert made.checkpoint.origin == ORIGIN


def test_lines_of_an_answer_are_read_alone() -> None:
    assert len(parse_signatures(C2SP["add_checkpoint_answer"])) == 3
    for bad in ("", "\n", GOOD[:-1], GOOD + "\n"):
        with pytest.raises(Malformed):
            parse_signatures(bad)
