"""Our log, read by OpenSSL and by Go's checksum-database client; and refused by both with one thing changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.interop import run
from tests.transparency.making import LOG, WITNESS, signer

go = pytest.mark.skipif(not run.has_go(), reason="Go with golang.org/x/mod is not installed")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("log")
    run.make(folder)
    return folder


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run.build_go(tmp_path_factory.mktemp("go"))


@pytest.fixture
def copy(log: Path, tmp_path: Path) -> Path:
    shutil.copytree(log, tmp_path / "copy")
    return tmp_path / "copy"


def flip(file: Path, at: int) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(bytes(data))


def test_plain_openssl_accepts_the_logs_line_and_a_cosignature(log: Path) -> None:
    done = run.with_openssl(log / "checkpoint")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "the log's line holds\nthe cosignature holds, made at 2026-06-21T10:00:00Z\n"


def test_plain_openssl_refuses_what_was_changed(copy: Path) -> None:
    checkpoint = copy / "checkpoint"
    text = checkpoint.read_text()
    for changed in (text.replace("\n70123\n", "\n70124\n"), text.replace("HOIDEMO\n", "HOIDEMX\n", 1)):
        checkpoint.write_text(changed)
        assert run.with_openssl(checkpoint).returncode == 1
    checkpoint.write_text(text)
    other = signer(LOG.name.replace("log", "other"))
    assert run.with_openssl(checkpoint, str(other.vkey)).returncode == 1
    assert run.with_openssl(checkpoint, str(LOG.vkey), str(other.vkey)).returncode == 1
    assert run.with_openssl(checkpoint, str(LOG.vkey), str(WITNESS.vkey)).returncode == 0


@go
@pytest.mark.foreign
def test_gos_client_accepts_checkpoint_tiles_entries_and_proofs(log: Path, check: Path) -> None:
    done = run.with_go(check, log)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "size 70123, signatures known 1, unknown 3" in done.stdout
    assert "accepted: root, 206 entries, 206 of our proofs, 9 older sizes" in done.stdout


@go
@pytest.mark.foreign
@pytest.mark.parametrize(
    ("file", "at", "said"),
    [
        ("checkpoint", 20, "invalid signature"),
        ("tile/0/000", 0, "REFUSED"),
        ("tile/0/273.p/235", -1, "REFUSED"),
        ("tile/1/000", 40, "REFUSED"),
        ("tile/2/000.p/1", 3, "REFUSED"),
        ("tile/entries/000", 3, "entry 0 is another"),
        ("proofs", 5, "REFUSED"),
    ],
)
def test_gos_client_refuses_a_changed_byte(copy: Path, check: Path, file: str, at: int, said: str) -> None:
    """Of tiles, those that a picked leaf stands under: the client reads what it needs, and no more."""
    assert run.with_go(check, copy).returncode == 0
    flip(copy / file, at)
    done = run.with_go(check, copy)
    assert done.returncode != 0
    assert said in done.stdout


@go
@pytest.mark.foreign
def test_gos_client_refuses_another_logs_key(log: Path, check: Path) -> None:
    assert run.with_go(check, log, str(signer("other.example/log").vkey)).returncode == 1
