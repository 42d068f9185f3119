"""The log's Ed25519 key in a PKCS#11 token, by the settings: it signs, no file has it, and another one signs nothing
until a person has said so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from casino.checkpoints.models import Checkpoint
from casino.checkpoints.verifying import verify
from casino.ledger.application import Ledger
from casino.transparency import checkpoints, tokens
from casino.transparency.cosigning import verify_note
from casino.transparency.notes import ED25519, Vkey, parse_vkey
from tests.checkpoints.conftest import CODE, advance, fill, the_log
from tests.transparency.softhsm import SOFTHSM, Token, made

pytestmark = [pytest.mark.django_db, *SOFTHSM]


@pytest.fixture
def token(settings: Any) -> Token:
    found = made()
    settings.TRANSPARENCY_TOKEN_MODULE = str(found.module)
    settings.TRANSPARENCY_TOKEN = found.token
    settings.TRANSPARENCY_TOKEN_KEY = "log"
    settings.TRANSPARENCY_TOKEN_PIN_FILE = str(found.pin_file)
    return found


def in_token(token: Token, label: str) -> bytes:
    with tokens.TokenKey(token.module, token.token, label, token.pin_file) as key:
        return key.public


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Vkey]:
    call_command("log_keys", "--property", CODE, *arguments)
    return [parse_vkey(line) for line in capsys.readouterr().out.split()]


def test_the_token_signs_and_no_file_has_its_key(
    ledger: Ledger, token: Token, folder: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(ledger, 5)
    assert advance()
    assert advance(60), "the heartbeat"
    keys = Path(settings.TRANSPARENCY_KEYS_DIR) / CODE
    assert not list(keys.glob("*-log.pem"))
    assert list(keys.glob("*-mldsa44.pem")), "no token that could be tried has a mechanism for it"
    vkeys = told(capsys)
    [own] = [vkey for vkey in vkeys if vkey.kind == ED25519]
    assert own.public == in_token(token, "log")
    note = checkpoints.parse(bytes(Checkpoint.objects.get().note)).note
    assert {each.vkey for each in verify_note(note, [own])} == {own}
    assert verify(CODE).contradictions == []
    assert (folder / "checkpoint").read_bytes() == note.encode()


def test_another_key_signs_nothing_until_a_person_rotates(
    ledger: Ledger, token: Token, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(ledger, 5)
    assert advance()
    tokens.create(token.module, token.token, "log-2", token.pin_file)
    settings.TRANSPARENCY_TOKEN_KEY = "log-2"
    fill(ledger, 1)
    assert not advance(60)
    assert the_log().error.startswith("key_unusable the token holds another key")
    told(capsys, "--rotate", "log")
    assert advance(120)
    assert the_log().error == ""
    own = [vkey.public for vkey in told(capsys) if vkey.kind == ED25519]
    assert own == [in_token(token, "log"), in_token(token, "log-2")]
    assert verify(CODE).contradictions == [], "what the former key signed is checked with it"


@pytest.mark.parametrize("wrong", ["pin", "open to others", "token", "key", "library"])
def test_a_setting_that_cannot_be_used_stops_the_log_and_says_so(
    ledger: Ledger, token: Token, settings: Any, tmp_path: Path, wrong: str
) -> None:
    fill(ledger, 5)
    pin = tmp_path / "pin"
    pin.write_text("7777777" if wrong == "pin" else "1234567")
    pin.chmod(0o644 if wrong == "open to others" else 0o600)
    settings.TRANSPARENCY_TOKEN_PIN_FILE = str(pin)
    if wrong == "token":
        settings.TRANSPARENCY_TOKEN = "another"
    if wrong == "key":
        settings.TRANSPARENCY_TOKEN_KEY = "another"
    if wrong == "library":
        settings.TRANSPARENCY_TOKEN_MODULE = str(tmp_path / "none.so")
    assert not advance()
    assert the_log().error.startswith("key_unusable")
    assert not Checkpoint.objects.exists()
