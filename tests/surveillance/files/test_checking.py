"""Hashing again: intact, changed, gone; each an event, what is wrong an alarm. Keys that seal, and their change."""

from __future__ import annotations

import os
import stat
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from casino.clock import now as clock
from casino.core.errors import Problem
from surveillance.files import checking, keys, tasks
from surveillance.record import facts as f
from surveillance.rows.models import Recording
from tests.surveillance.files.conftest import OFFICER, House


@pytest.fixture
def row(house: House, film: Path) -> Recording:
    code = house.upload(film.read_bytes()).recording
    return Recording.objects.select_related("property").get(code=code)


def check(house: House, row: Recording) -> tuple[f.RecordingChecked, bool | None]:
    checking.ask(owner=house.owner, code=row.code, by=OFFICER, now=house.now)
    house.work()
    row.refresh_from_db()
    found = house.custody(row.code)[-1]
    assert isinstance(found, f.RecordingChecked)
    return found, row.checked_ok


def test_bytes_that_changed_or_are_gone_raise_an_alarm(
    house: House, row: Recording, caplog: pytest.LogCaptureFixture
) -> None:
    said, intact = check(house, row)
    assert (said.sha256, intact) == (row.sha256, True)
    assert "footage_altered" not in caplog.text
    [path] = house.kept()
    path.chmod(0o600)
    content = bytearray(path.read_bytes())
    content[1000] ^= 1
    path.write_bytes(content)
    said, intact = check(house, row)
    assert said.sha256 not in (None, row.sha256)
    assert intact is False
    assert "footage_altered" in caplog.text
    assert list(checking.altered()) == [row]
    path.unlink()
    said, intact = check(house, row)
    assert (said.sha256, intact) == (None, False)


def test_the_longest_unchecked_comes_up_by_itself(house: House, row: Recording, settings: Any) -> None:
    now = clock()
    assert list(checking.unchecked(now)) == []
    assert list(checking.unchecked(now + timedelta(days=settings.FOOTAGE_CHECK_DAYS + 1))) == [row]
    settings.FOOTAGE_CHECK_DAYS = 0
    tasks.keep()
    house.work()
    assert isinstance(house.custody(row.code)[-1], f.RecordingChecked)


def test_a_key_is_made_once_for_its_owner_alone_and_changed(house: House, settings: Any) -> None:
    first = keys.present(house.owner, now=house.now)
    assert keys.present(house.owner, now=house.now).certificate == first.certificate
    folder = keys.folder_of(house.owner.code)
    pem = folder / "0001-seal.pem"
    assert stat.S_IMODE(pem.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    call_command("footage_keys", "--change", verbosity=0)
    second = keys.present(house.owner, now=house.now)
    assert second.certificate != first.certificate
    assert [keys.fingerprint(each) for each in keys.certificates(house.owner.code)] == [
        keys.fingerprint(first.certificate),
        keys.fingerprint(second.certificate),
    ]
    os.chmod(folder / "0002-seal.pem", 0o644)
    with pytest.raises(Problem) as caught:
        keys.present(house.owner, now=house.now)
    assert caught.value.code == "footage_key"
