"""The keys of papers: made once, for their owner alone, former ones kept."""

from __future__ import annotations

import stat
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from casino.papers import keys
from casino.transparency.keyfiles import UnusableKey
from tests.papers.making import key

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    first, again = key(tmp_path / "HN1"), key(tmp_path / "HN1")
    assert first.certificate == again.certificate
    assert sorted(each.name for each in (tmp_path / "HN1").iterdir()) == [
        *("0001-ca.crt", "0001-ca.pem", "0001-paper.crt", "0001-paper.pem"),
    ]
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in (tmp_path / "HN1").glob("*.pem")}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE((tmp_path / "HN1").stat().st_mode) == 0o700


def test_openssl_accepts_the_chain(tmp_path: Path) -> None:
    key(tmp_path)
    command = ["openssl", "verify", "-x509_strict", "-CAfile", "0001-ca.crt", "0001-paper.crt"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "house", ["Casino mô phỏng (dữ liệu trình diễn, không có thật), khu A", "K" * 200], ids=["61", "200"]
)
def test_the_name_of_a_house_may_be_longer_than_a_certificate_has_room_for(tmp_path: Path, house: str) -> None:
    made = keys.present(tmp_path, house, now=NOW)
    names = [each.value for each in made.certificate.subject]
    assert all(len(str(each).encode()) <= 64 for each in names)
    assert str(names[-1]).endswith(" papers 1")


def test_a_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    key(tmp_path)
    (tmp_path / "0001-paper.pem").chmod(0o640)
    with pytest.raises(UnusableKey, match="chmod 600"):
        key(tmp_path)


def test_a_new_key_leaves_the_former_certificate_and_may_have_a_new_authority(tmp_path: Path) -> None:
    first = key(tmp_path)
    second = keys.rotate(tmp_path, "Blue Bay", now=NOW)
    third = keys.rotate(tmp_path, "Blue Bay", now=NOW, authority=True)
    assert keys.certificates(tmp_path) == [first.certificate, second.certificate, third.certificate]
    assert first.chain == second.chain != third.chain
    assert key(tmp_path).certificate == third.certificate


def test_a_key_of_the_houses_own_making_must_be_that_of_its_certificate(tmp_path: Path) -> None:
    key(tmp_path / "a")
    key(tmp_path / "b")
    mine = keys.given(tmp_path / "a" / "0001-paper.pem", tmp_path / "a" / "0001-paper.crt")
    assert keys.fingerprint(mine.certificate) == keys.fingerprint(keys.certificates(tmp_path / "a")[0])
    with pytest.raises(UnusableKey, match="not the certificate"):
        keys.given(tmp_path / "a" / "0001-paper.pem", tmp_path / "b" / "0001-paper.crt")
