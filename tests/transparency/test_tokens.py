"""A key in a PKCS#11 token, with SoftHSM: it signs as a file's does, and cannot be read out."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from casino.transparency import tokens
from casino.transparency.checkpoints import Checkpoint
from casino.transparency.cosigning import Signer, verify
from casino.transparency.keyfiles import KeyFolder, UnusableKey
from casino.transparency.notes import ED25519
from casino.transparency.tokens import TokenKey
from tests.transparency.making import NOON, ORIGIN
from tests.transparency.softhsm import SOFTHSM, Token, made

CHECKPOINT = Checkpoint(ORIGIN, 7, bytes(32))

pytestmark = SOFTHSM


@pytest.fixture(scope="module")
def token() -> Token:
    return made()


def test_it_signs_and_its_key_is_published_as_any_other(token: Token, tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path / "keys", ORIGIN)
    former = keys.create("log")
    with TokenKey(token.module, token.token, "log", token.pin_file) as key:
        signer = keys.adopt("log", key)
        assert verify(signer.vkey, CHECKPOINT, signer.sign(CHECKPOINT, NOON).signature)
        assert keys.vkeys("log") == [former.vkey, signer.vkey]
        assert keys.adopt("log", key).vkey == signer.vkey
        assert keys.vkeys("log") == [former.vkey, signer.vkey]
    with TokenKey(token.module, token.token, "log", token.pin_file) as again:
        assert Signer(ORIGIN, ED25519, again).vkey == signer.vkey


def test_the_private_key_cannot_be_read_out(token: Token) -> None:
    from pkcs11 import Attribute
    from pkcs11.exceptions import PKCS11Error

    with TokenKey(token.module, token.token, "log", token.pin_file) as key, pytest.raises(PKCS11Error):
        _ = key._private[Attribute.VALUE]


def test_a_key_is_not_made_over_another(token: Token) -> None:
    with pytest.raises(UnusableKey, match="already"):
        tokens.create(token.module, token.token, "log", token.pin_file)


def test_what_cannot_be_opened_is_said(token: Token, tmp_path: Path) -> None:
    (tmp_path / "wrong").write_text("7777777")
    (tmp_path / "wrong").chmod(0o600)
    (tmp_path / "open").write_text("1234567")
    (tmp_path / "open").chmod(0o644)
    for module, name, label, pin, said in [
        (token.module, token.token, "log", tmp_path / "wrong", "PinIncorrect"),
        (token.module, token.token, "log", tmp_path / "open", "by others"),
        (token.module, "another", "log", token.pin_file, "NoSuchToken"),
        (token.module, token.token, "another", token.pin_file, "no Ed25519 key another"),
        (tmp_path / "none.so", token.token, "log", token.pin_file, "cannot be opened"),
    ]:
        with pytest.raises(UnusableKey, match=said):
            TokenKey(module, name, label, pin)


def test_without_the_extra_it_is_said(token: Token, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pkcs11", None)
    with pytest.raises(UnusableKey, match=r"tableproof\[token\]"):
        TokenKey(token.module, token.token, "log", token.pin_file)
