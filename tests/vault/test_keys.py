"""The folder of keys: what it refuses, and what every interruption leaves behind."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytest_django import Settings

from casino.core.errors import Problem
from casino.vault.keys import FILE_BYTES, KeyStore, MasterKey, key_store
from tests.vault.conftest import HOUSE, MASTER, OTHER_MASTER

PERSON = "PS-0123456789ab"
NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


def code_of(action: Callable[[], object]) -> str:
    with pytest.raises(Problem) as caught:
        action()
    return caught.value.code


def files(keys: Path) -> set[str]:
    return {file.name for file in (keys / HOUSE).iterdir()} - {".lock"}


@pytest.fixture
def made(store: KeyStore) -> KeyStore:
    """A store with the key of PERSON in it."""
    assert store.create(HOUSE, PERSON, first=True)
    return store


# --- Making and reading ----------------------------------------------------------------------------------------------


def test_a_key_is_made_once(made: KeyStore, keys: Path) -> None:
    key = made.key(HOUSE, PERSON)
    assert len(key) == 32
    assert made.create(HOUSE, PERSON, first=False) is False
    assert made.key(HOUSE, PERSON) == key_store().key(HOUSE, PERSON) == key
    assert files(keys) == {f"{PERSON}.key"}


def test_only_the_owner_may_read_a_key(made: KeyStore, keys: Path) -> None:
    before = os.umask(0)
    try:
        made.create("HN", "PS-aaaaaaaaaaaa", first=True)
    finally:
        os.umask(before)
    for property_code, person in ((HOUSE, PERSON), ("HN", "PS-aaaaaaaaaaaa")):
        assert (keys / property_code).stat().st_mode & 0o777 == 0o700
        assert (keys / property_code / f"{person}.key").stat().st_mode & 0o777 == 0o600


def test_the_file_holds_the_key_wrapped(made: KeyStore, keys: Path) -> None:
    raw = (keys / HOUSE / f"{PERSON}.key").read_bytes()
    assert len(raw) == FILE_BYTES == 72
    assert made.key(HOUSE, PERSON) not in raw
    assert b"m" * 32 not in raw


def test_keys_are_different(store: KeyStore) -> None:
    people = [f"PS-{n:012x}" for n in range(30)]
    for person in people:
        store.create(HOUSE, person, first=True)
    assert len({store.key(HOUSE, person) for person in people}) == 30
    assert sorted(store.persons()) == [(HOUSE, person) for person in people]


def test_every_bit_of_the_file_counts(made: KeyStore, keys: Path) -> None:
    file = keys / HOUSE / f"{PERSON}.key"
    original = file.read_bytes()
    codes = set()
    for bit in range(len(original) * 8):
        altered = bytearray(original)
        altered[bit // 8] ^= 1 << bit % 8
        file.write_bytes(bytes(altered))
        expected = "person_keys_wrong_master" if 4 <= bit // 8 < 12 else "person_key_damaged"
        assert code_of(lambda: made.key(HOUSE, PERSON)) == expected
        codes.add(expected)
    assert codes == {"person_keys_wrong_master", "person_key_damaged"}


@pytest.mark.parametrize("length", [0, 4, 71, 73])
def test_a_file_of_another_length_is_damaged(made: KeyStore, keys: Path, length: int) -> None:
    file = keys / HOUSE / f"{PERSON}.key"
    file.write_bytes((file.read_bytes() * 2)[:length])
    assert code_of(lambda: made.key(HOUSE, PERSON)) == "person_key_damaged"


@pytest.mark.parametrize("person", ["../HN/PS-0123456789ab", "", ".", "PS/1", "PS-1\n", "PS-1\0", "x" * 65])
def test_no_path_is_made_of_foreign_text(made: KeyStore, person: str) -> None:
    assert code_of(lambda: made.key(HOUSE, person)) == "person_unknown"
    assert code_of(lambda: made.key("..", PERSON)) == "person_unknown"
    assert code_of(lambda: made.create(HOUSE, person, first=False)) == "person_unknown"


# --- The folder ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["PERSON_KEYS_DIR", "PERSON_MASTER_KEY"])
def test_both_settings_are_needed(keys: Path, settings: Settings, name: str) -> None:
    setattr(settings, name, "")
    with pytest.raises(Problem, match=name) as caught:
        key_store()
    assert caught.value.code == "person_keys_not_set"


@pytest.mark.parametrize("text", ["x", MASTER[:-1], "not base64 at all, but just as long as", "bXltYXN0ZXI=", "é" * 44])
@pytest.mark.parametrize("name", ["PERSON_MASTER_KEY", "PERSON_MASTER_KEY_FORMER"])
def test_a_master_key_is_32_bytes_in_base64(keys: Path, settings: Settings, name: str, text: str) -> None:
    setattr(settings, name, text)
    with pytest.raises(Problem, match=name) as caught:
        key_store()
    assert caught.value.code == "person_master_key_unfit"
    assert text not in str(caught.value)


def test_the_folder_is_never_made_by_itself(store: KeyStore, keys: Path) -> None:
    keys.rmdir()
    for action in (
        store.check,
        lambda: store.key(HOUSE, PERSON),
        lambda: store.create(HOUSE, PERSON, first=True),
        lambda: store.destroy(HOUSE, PERSON, NOW),
    ):
        assert code_of(action) == "person_keys_folder_missing"
    assert not keys.exists()
    keys.write_text("a file")
    assert code_of(store.check) == "person_keys_folder_missing"


def test_the_propertys_folder_is_made_for_its_first_person_only(store: KeyStore, keys: Path) -> None:
    assert code_of(lambda: store.create(HOUSE, PERSON, first=False)) == "person_keys_folder_missing"
    assert code_of(lambda: store.key(HOUSE, PERSON)) == "person_keys_folder_missing"
    assert not (keys / HOUSE).exists()


@pytest.mark.parametrize("mode", [0o701, 0o704, 0o702, 0o755, 0o777])
def test_a_folder_that_everyone_can_enter_is_refused(made: KeyStore, keys: Path, mode: int) -> None:
    keys.chmod(mode)
    assert code_of(made.check) == "person_keys_folder_open"
    assert code_of(lambda: made.key(HOUSE, PERSON)) == "person_keys_folder_open"
    keys.chmod(0o770)
    made.check()


def refuse(name: str, monkeypatch: pytest.MonkeyPatch, after: int = 0) -> None:
    """From the call after so many, this function of the system says that the disk is full."""
    calls, original = [0], getattr(os, name)

    def full(*args: object, **kwargs: object) -> object:
        calls[0] += 1
        if calls[0] > after:
            raise OSError(28, "No space left on device")
        return original(*args, **kwargs)

    monkeypatch.setattr(os, name, full)


@pytest.mark.parametrize("name", ["open", "link", "fsync"])
def test_what_the_disk_refuses_is_said(store: KeyStore, keys: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (keys / HOUSE).mkdir(mode=0o700)
    refuse(name, monkeypatch)
    with pytest.raises(Problem, match="No space left") as caught:
        store.create(HOUSE, PERSON, first=False)
    assert caught.value.code == "person_keys_folder_refused"
    monkeypatch.undo()
    assert store.create(HOUSE, PERSON, first=False)
    assert files(keys) == {f"{PERSON}.key"}


def test_a_folder_that_cannot_be_written_is_said(
    store: KeyStore, monkeypatch: pytest.MonkeyPatch, made: KeyStore
) -> None:
    """Root may write everywhere, so the answer of the system is what is replaced here."""
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    assert code_of(store.check) == "person_keys_folder_refused"


# --- Interrupted making ----------------------------------------------------------------------------------------------


class Crash(BaseException):
    """The machine stops here. No OSError, and nothing handles it."""


STEPS = ("open", "fdopen", "fsync", "link", "pwrite", "unlink")


def crash_at(name: str, call: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The n-th call of this function does not happen, nor does anything after it but closing."""
    calls = [0]

    def wrap(each: str) -> None:
        original = getattr(os, each)

        def stop(*args: object, **kwargs: object) -> object:
            calls[0] += each == name
            if calls[0] >= call:
                raise Crash
            return original(*args, **kwargs)

        monkeypatch.setattr(os, each, stop)

    for each in STEPS:
        wrap(each)
    rename = Path.rename
    monkeypatch.setattr(Path, "rename", lambda *a: (_ for _ in ()).throw(Crash) if calls[0] >= call else rename(*a))
    remove = Path.unlink
    monkeypatch.setattr(
        Path,
        "unlink",
        lambda path, missing_ok=False: (
            (_ for _ in ()).throw(Crash) if calls[0] >= call else remove(path, missing_ok=missing_ok)
        ),
    )


CRASHES = [(name, call) for name in STEPS for call in (1, 2, 3, 4)]


@pytest.mark.parametrize(("name", "call"), CRASHES)
def test_a_crash_while_making_leaves_a_whole_key_or_none(
    store: KeyStore, keys: Path, monkeypatch: pytest.MonkeyPatch, name: str, call: int
) -> None:
    (keys / HOUSE).mkdir(mode=0o700)
    with monkeypatch.context() as crashing:
        crash_at(name, call, crashing)
        with suppress(Crash):
            store.create(HOUSE, PERSON, first=False)
    before = store.key(HOUSE, PERSON) if f"{PERSON}.key" in files(keys) else None
    store.create(HOUSE, PERSON, first=False)
    assert before in (None, store.key(HOUSE, PERSON))
    assert files(keys) == {f"{PERSON}.key"}


# --- Destroying ------------------------------------------------------------------------------------------------------


def test_a_destroyed_key_leaves_its_tombstone(made: KeyStore, keys: Path) -> None:
    fingerprint = made.fingerprint(HOUSE, PERSON)
    left = made.destroy(HOUSE, PERSON, NOW)
    assert files(keys) == {f"{PERSON}.erased"}
    assert json.loads((keys / HOUSE / f"{PERSON}.erased").read_text()) == {
        "person": PERSON,
        "erased_at": "2026-11-21T09:00:00Z",
        "key_sha256": fingerprint,
    }
    assert made.tombstone(HOUSE, PERSON) == left
    assert made.is_destroyed(HOUSE, PERSON)
    assert code_of(lambda: made.key(HOUSE, PERSON)) == "person_erased"
    assert code_of(lambda: made.create(HOUSE, PERSON, first=False)) == "person_erased"


def test_its_bytes_are_overwritten_before_it_goes(made: KeyStore, keys: Path) -> None:
    """Seen through a second name of the same file, as a cheap copy by hard links has it."""
    file, second = keys / HOUSE / f"{PERSON}.key", keys / "second"
    os.link(file, second)
    before = second.read_bytes()
    made.destroy(HOUSE, PERSON, NOW)
    after = second.read_bytes()
    assert len(after) == len(before)
    assert sum(a == b for a, b in zip(before, after, strict=True)) < 12


def test_a_key_brought_back_from_a_copy_is_refused(made: KeyStore, keys: Path) -> None:
    file = keys / HOUSE / f"{PERSON}.key"
    copy = file.read_bytes()
    made.destroy(HOUSE, PERSON, NOW)
    file.write_bytes(copy)
    assert code_of(lambda: made.key(HOUSE, PERSON)) == "person_erased"
    assert not made.is_destroyed(HOUSE, PERSON)
    later = datetime(2027, 1, 1, tzinfo=UTC)
    assert made.destroy(HOUSE, PERSON, later).erased_at == NOW
    assert files(keys) == {f"{PERSON}.erased"}


def test_where_there_is_no_key_the_tombstone_stands_all_the_same(made: KeyStore, keys: Path) -> None:
    (keys / HOUSE / f"{PERSON}.key").unlink()
    assert made.destroy(HOUSE, PERSON, NOW).key_sha256 is None
    assert made.is_destroyed(HOUSE, PERSON)


def test_a_tombstone_that_cannot_be_read_is_an_alarm(made: KeyStore, keys: Path) -> None:
    (keys / HOUSE / f"{PERSON}.erased").write_text("")
    assert code_of(lambda: made.key(HOUSE, PERSON)) == "person_key_damaged"


@pytest.mark.parametrize(("name", "call"), CRASHES)
def test_a_crash_while_destroying_can_be_finished(
    made: KeyStore, keys: Path, monkeypatch: pytest.MonkeyPatch, name: str, call: int
) -> None:
    """Before the tombstone stands nothing happened; once it stands nothing can be read."""
    key, fingerprint = made.key(HOUSE, PERSON), made.fingerprint(HOUSE, PERSON)
    with monkeypatch.context() as crashing:
        crash_at(name, call, crashing)
        with suppress(Crash):
            made.destroy(HOUSE, PERSON, NOW)
    if f"{PERSON}.erased" in files(keys):
        assert code_of(lambda: made.key(HOUSE, PERSON)) == "person_erased"
    else:
        assert made.key(HOUSE, PERSON) == key
    assert made.destroy(HOUSE, PERSON, NOW).key_sha256 == fingerprint
    assert made.is_destroyed(HOUSE, PERSON)
    assert files(keys) == {f"{PERSON}.erased"}


# --- A new master key ------------------------------------------------------------------------------------------------


@pytest.fixture
def changed(made: KeyStore, settings: Settings) -> KeyStore:
    """The store once the house has a new master key and still gives the old one."""
    settings.PERSON_MASTER_KEY, settings.PERSON_MASTER_KEY_FORMER = OTHER_MASTER, MASTER
    return key_store()


def test_wrapping_anew_keeps_the_key(made: KeyStore, changed: KeyStore, keys: Path, settings: Settings) -> None:
    key = made.key(HOUSE, PERSON)
    assert changed.key(HOUSE, PERSON) == key
    assert changed.rewrap(HOUSE, PERSON) is True
    assert changed.rewrap(HOUSE, PERSON) is False
    settings.PERSON_MASTER_KEY_FORMER = ""
    assert key_store().key(HOUSE, PERSON) == key
    assert code_of(lambda: made.key(HOUSE, PERSON)) == "person_keys_wrong_master"
    assert files(keys) == {f"{PERSON}.key"}


def test_the_old_wrapping_is_overwritten(changed: KeyStore, keys: Path) -> None:
    second = keys / "second"
    os.link(keys / HOUSE / f"{PERSON}.key", second)
    before = second.read_bytes()
    changed.rewrap(HOUSE, PERSON)
    assert second.read_bytes()[:12] != before[:12]


def test_without_the_former_key_nothing_is_wrapped_anew(made: KeyStore) -> None:
    other = KeyStore(made.folder, MasterKey(b"o" * 32))
    assert code_of(other.check) == "person_keys_wrong_master"
    assert code_of(lambda: other.rewrap(HOUSE, PERSON)) == "person_keys_wrong_master"


def test_an_erased_key_is_not_wrapped_anew(changed: KeyStore, keys: Path) -> None:
    copy = (keys / HOUSE / f"{PERSON}.key").read_bytes()
    changed.destroy(HOUSE, PERSON, NOW)
    assert changed.rewrap(HOUSE, PERSON) is False
    (keys / HOUSE / f"{PERSON}.key").write_bytes(copy)
    assert changed.rewrap(HOUSE, PERSON) is False


@pytest.mark.parametrize(("name", "call"), CRASHES)
def test_a_crash_while_wrapping_anew_loses_no_key(
    made: KeyStore, changed: KeyStore, keys: Path, monkeypatch: pytest.MonkeyPatch, name: str, call: int
) -> None:
    key = made.key(HOUSE, PERSON)
    with monkeypatch.context() as crashing:
        crash_at(name, call, crashing)
        with suppress(Crash):
            changed.rewrap(HOUSE, PERSON)
    assert changed.key(HOUSE, PERSON) == key
    changed.rewrap(HOUSE, PERSON)
    assert changed.key(HOUSE, PERSON) == key
    assert (keys / HOUSE / f"{PERSON}.key").read_bytes()[4:12] == changed.master.id
    assert files(keys) == {f"{PERSON}.key"}
