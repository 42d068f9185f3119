"""Keys as files: made once, for their owner alone, with former keys kept."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from casino.transparency import keyfiles
from casino.transparency.checkpoints import Checkpoint
from casino.transparency.cosigning import verify
from casino.transparency.keyfiles import KeyFolder, UnusableKey
from casino.transparency.notes import ED25519, MLDSA44_COSIGNATURE, parse_vkey
from tests.transparency.making import NOON, ORIGIN

CHECKPOINT = Checkpoint(ORIGIN, 1, bytes(32))


@pytest.fixture
def keys(tmp_path: Path) -> KeyFolder:
    return KeyFolder(tmp_path / "keys", ORIGIN)


@pytest.mark.parametrize("role", keyfiles.ROLES)
def test_a_new_key_is_its_owners_alone_and_signs_after_a_start(keys: KeyFolder, role: str) -> None:
    made = keys.create(role)
    file = keys.folder / f"0001-{role}.pem"
    assert file.stat().st_mode & 0o777 == 0o600
    assert keys.folder.stat().st_mode & 0o777 == 0o700
    again = keys.signer(role)
    assert again.vkey == made.vkey == parse_vkey((keys.folder / f"0001-{role}.vkey").read_text().strip())
    assert verify(made.vkey, CHECKPOINT, again.sign(CHECKPOINT, NOON).signature)


def test_no_umask_gives_others_a_right(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keyfiles.create(tmp_path / "key.pem", ED25519)
    finally:
        os.umask(before)
    assert (tmp_path / "key.pem").stat().st_mode & 0o777 == 0o600


def test_a_key_is_never_made_over_another(tmp_path: Path) -> None:
    keyfiles.create(tmp_path / "key.pem", ED25519)
    before = (tmp_path / "key.pem").read_bytes()
    with pytest.raises(UnusableKey, match="cannot be made"):
        keyfiles.create(tmp_path / "key.pem", MLDSA44_COSIGNATURE)
    assert (tmp_path / "key.pem").read_bytes() == before


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o660, 0o644, 0o601])
def test_a_key_that_others_may_reach_is_refused(tmp_path: Path, mode: int) -> None:
    keyfiles.create(tmp_path / "key.pem", ED25519)
    (tmp_path / "key.pem").chmod(mode)
    with pytest.raises(UnusableKey, match="by others"):
        keyfiles.load(tmp_path / "key.pem")


def test_what_is_no_key_file_is_refused(tmp_path: Path) -> None:
    keyfiles.create(tmp_path / "key.pem", ED25519)
    (tmp_path / "link.pem").symlink_to(tmp_path / "key.pem")
    (tmp_path / "text.pem").write_text("not a key")
    (tmp_path / "text.pem").chmod(0o600)
    rsa = ["openssl", "genpkey", "-algorithm", "X25519", "-out", str(tmp_path / "other.pem")]
    subprocess.run(rsa, check=True, capture_output=True)
    (tmp_path / "other.pem").chmod(0o600)
    for name, said in (("link", "opened"), ("text", "no private key"), ("other", "another kind"), ("none", "opened")):
        with pytest.raises(UnusableKey, match=said):
            keyfiles.load(tmp_path / f"{name}.pem")
    with pytest.raises(UnusableKey, match="no file"):
        keyfiles.load(tmp_path)


def test_after_a_rotation_the_new_key_signs_and_the_former_is_still_told(keys: KeyFolder) -> None:
    first, second = keys.create("log"), keys.create("log")
    assert keys.vkeys("log") == [first.vkey, second.vkey]
    assert keys.signer("log").vkey == second.vkey
    (keys.folder / "0001-log.pem").unlink()  # destroyed: what it signed can still be checked
    assert keys.vkeys("log") == [first.vkey, second.vkey]


def test_a_key_is_not_taken_for_anothers(keys: KeyFolder) -> None:
    keys.create("log")
    with pytest.raises(UnusableKey, match="is not a key"):
        KeyFolder(keys.folder, "other.example").signer("log")
    with pytest.raises(UnusableKey, match="no key mldsa44"):
        keys.signer("mldsa44")
    other = keyfiles.create(keys.folder / "other.pem", ED25519)
    assert other.public
    os.replace(keys.folder / "other.pem", keys.folder / "0001-log.pem")
    with pytest.raises(UnusableKey, match="is not the key of"):
        keys.signer("log")


def test_a_maker_that_was_stopped_half_way_leaves_no_trap(keys: KeyFolder) -> None:
    """A private key that was never published signs nothing, and the next one gets a number of its own."""
    first = keys.create("log")
    keyfiles.create(keys.folder / "0002-log.pem", ED25519)
    assert keys.signer("log").vkey == first.vkey
    third = keys.create("log")
    assert (keys.folder / "0003-log.vkey").exists()
    assert keys.signer("log").vkey == third.vkey


def test_openssl_reads_the_ed25519_key(keys: KeyFolder) -> None:
    made = keys.create("log")
    command = ["openssl", "pkey", "-in", str(keys.folder / "0001-log.pem"), "-pubout", "-outform", "DER"]
    shown = subprocess.run(command, check=True, capture_output=True).stdout
    assert shown[-32:] == made.key.public
