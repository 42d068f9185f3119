"""Erasing a person: nothing opens any more, neither here nor from a copy of the database made before."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from casino import vault
from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.ledger.models import Property
from casino.vault import crypto, names, tasks
from casino.vault.keys import KeyStore, key_store
from casino.vault.models import NameIndex, Person, SealedContent
from tests import conftest
from tests.conftest import FreshDatabase
from tests.vault.conftest import HOUSE

NAME = "Trần Thị Bích"
NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
LATER = datetime(2027, 1, 1, tzinfo=UTC)


class Case:
    """Two persons with a name, what each said, and what concerns both."""

    def __init__(self, house: str) -> None:
        self.house = house
        self.one, self.two = vault.new_person(house), vault.new_person(house)
        self.name = vault.seal(house, NAME, [self.one], kind="identity")
        self.said = vault.seal(house, "lời của người kia", [self.two], kind="text")
        self.both = vault.seal(house, "thư gửi cả hai", [self.one, self.two], kind="paper")
        vault.index_name(house, self.one, NAME)
        vault.index_name(house, self.two, "Lê Văn Cường")

    def texts(self) -> list[str | None]:
        return [vault.open_text(self.house, each) for each in (self.name, self.said, self.both)]


@pytest.fixture
def case(house: str) -> Case:
    return Case(house)


@pytest.fixture
def committed(fresh_database: FreshDatabase, keys: Path) -> Case:
    """The same in a database of its own, where transactions end."""
    Property.objects.create(code=HOUSE, name_vi="Thử", name_en="Trial")
    return Case(HOUSE)


def test_what_was_sealed_for_them_is_gone_and_nothing_else(committed: Case) -> None:
    fingerprint = key_store().fingerprint(HOUSE, committed.one)
    erasure = vault.erase_person(HOUSE, committed.one, now=NOW)
    assert committed.texts() == [None, "lời của người kia", None]
    assert [vault.readable(HOUSE, each) for each in (committed.name, committed.said, committed.both)] == [
        False,
        True,
        False,
    ]
    assert vault.is_erased(HOUSE, committed.one)
    assert not vault.is_erased(HOUSE, committed.two)
    assert erasure == vault.Erasure(
        person=committed.one,
        erased_at=NOW,
        key_sha256=fingerprint,
        sealed=tuple(sorted((committed.name.ref, committed.both.ref))),
        was_indexed=True,
        again=False,
    )


def test_the_key_is_destroyed_when_it_is_committed(committed: Case, keys: Path) -> None:
    vault.erase_person(HOUSE, committed.one, now=NOW)
    left = key_store().tombstone(HOUSE, committed.one)
    assert left is not None
    assert left.erased_at == NOW
    assert left.key_sha256 is not None
    assert sorted(file.name for file in (keys / HOUSE).iterdir()) == sorted(
        [".lock", f"{committed.one}.erased", f"{committed.two}.key"]
    )


def test_the_rows_stay_for_the_digests_in_the_events(committed: Case) -> None:
    before = list(SealedContent.objects.order_by("ref").values_list())
    vault.erase_person(HOUSE, committed.one, now=NOW)
    assert [tuple(map(_plain, row)) for row in SealedContent.objects.order_by("ref").values_list()] == [
        tuple(map(_plain, row)) for row in before
    ]
    assert SealedContent.objects.get(ref=committed.name.ref).digest == committed.name.digest


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


def test_a_rollback_destroys_nothing(committed: Case) -> None:
    """The caller records the erasure as an event in the same transaction; where that fails, nothing is erased."""
    with transaction.atomic():
        vault.erase_person(HOUSE, committed.one, now=NOW)
        assert committed.texts()[0] is None
        transaction.set_rollback(True)
    assert committed.texts() == [NAME, "lời của người kia", "thư gửi cả hai"]
    assert vault.persons_named(HOUSE, "bich") == {committed.one}


def test_erasing_again_changes_nothing(committed: Case) -> None:
    vault.erase_person(HOUSE, committed.one, now=NOW)
    again = vault.erase_person(HOUSE, committed.one, now=LATER)
    assert (again.again, again.erased_at, again.key_sha256, again.was_indexed) == (True, NOW, None, False)
    assert Person.objects.get(ref=committed.one).erased_at == NOW


def test_nothing_more_is_sealed_or_named_for_them(case: Case) -> None:
    vault.erase_person(case.house, case.one, now=NOW)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: vault.seal(case.house, "thêm", [case.two, case.one], kind="text"),
        lambda: vault.index_name(case.house, case.one, NAME),
    )
    for attempt in attempts:
        with pytest.raises(Problem) as caught:
            attempt()
        assert caught.value.code == "person_erased"


def test_who_is_not_known_cannot_be_erased(case: Case) -> None:
    Property.objects.create(code="HN", name_vi="Khác", name_en="Other")
    for house, person in ((case.house, "PS-000000000000"), ("HN", case.one)):
        with pytest.raises(Problem) as caught:
            vault.erase_person(house, person, now=NOW)
        assert caught.value.code == "person_unknown"


def test_where_the_key_cannot_be_destroyed_nothing_is_erased(case: Case, keys: Path) -> None:
    keys.chmod(0o755)
    with pytest.raises(Problem) as caught:
        vault.erase_person(case.house, case.one, now=NOW)
    assert caught.value.code == "person_keys_folder_open"
    assert Person.objects.get(ref=case.one).erased_at is None


# --- Copies ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def copy_of_database(committed: Case) -> Iterator[Callable[[], None]]:
    """A full copy of the database as it is before the erasure; called, it becomes the one that Django uses."""
    live, copy = connection.settings_dict["NAME"], f"copy_{uuid4().hex[:12]}"
    connections.close_all()
    conftest._clone(live, copy)

    def restore() -> None:
        connections.close_all()
        connection.settings_dict["NAME"] = copy

    yield restore
    connections.close_all()
    connection.settings_dict["NAME"] = live
    conftest.drop_database(copy)


def test_a_copy_of_the_database_made_before_cannot_be_read(
    committed: Case, copy_of_database: Callable[[], None]
) -> None:
    vault.erase_person(HOUSE, committed.one, now=NOW)
    copy_of_database()
    assert Person.objects.get(ref=committed.one).erased_at is None  # it knows nothing of the erasure
    assert committed.texts() == [None, "lời của người kia", None]
    assert vault.is_erased(HOUSE, committed.one)
    assert NameIndex.objects.filter(person=committed.one).exists()
    for _ in range(2):
        assert vault.persons_named(HOUSE, NAME) == set()
        assert vault.persons_named(HOUSE, "cuong") == {committed.two}
        names._KEYS.clear()  # once more as a process that has just begun


def test_nor_by_a_process_that_still_had_the_key_of_the_search(
    committed: Case, copy_of_database: Callable[[], None]
) -> None:
    assert vault.persons_named(HOUSE, NAME) == {committed.one}
    held = dict(names._KEYS)
    vault.erase_person(HOUSE, committed.one, now=NOW)
    assert not [place for place in names._KEYS if place[2] == committed.one]  # the one that erased has dropped it
    names._KEYS.update(held)
    copy_of_database()
    assert vault.persons_named(HOUSE, NAME) == set()


def test_nor_with_every_key_that_is_left(committed: Case, copy_of_database: Callable[[], None], keys: Path) -> None:
    """Not by our own refusal: with the copy, all files of the folder, and the master key, the bytes stay closed."""
    for _ in range(3):
        vault.new_person(HOUSE)
    assert _opens(committed.both, key_store(), others=False)  # the attempt below would open it if it could
    vault.erase_person(HOUSE, committed.one, now=NOW)
    copy_of_database()
    store = key_store()
    assert _opens(committed.said, store, others=False)
    for sealed in (committed.name, committed.both):
        assert not _opens(sealed, store, others=True)


def _opens(sealed: Sealed, store: KeyStore, *, others: bool) -> bool:
    """Try the keys of the persons named, or in their place any keys that there are."""
    row = SealedContent.objects.get(ref=sealed.ref)
    purpose = crypto.joined(("tableproof sealed", "1", HOUSE, sealed.ref.bytes, row.kind, *sealed.persons))
    people = [person for _property, person in store.persons()]
    for chosen in permutations(people, len(sealed.persons)) if others else [sealed.persons]:
        key = crypto.content_key([store.key(HOUSE, person) for person in chosen], purpose)
        try:
            crypto.decrypt(key, bytes(row.nonce), bytes(row.ciphertext), purpose)
        except crypto.NotAuthentic:
            continue
        return True
    return False


def test_a_copy_of_the_keys_made_before_is_refused_and_destroyed(committed: Case, keys: Path) -> None:
    """All of the folder is brought back, so no tombstone stands in it: the database still knows."""
    copy = keys.parent / "copy"
    shutil.copytree(keys, copy)
    vault.erase_person(HOUSE, committed.one, now=NOW)
    shutil.rmtree(keys)
    shutil.copytree(copy, keys)
    assert committed.texts() == [None, "lời của người kia", None]
    assert vault.finish_erasures() == [committed.one]
    assert key_store().is_destroyed(HOUSE, committed.one)
    assert vault.finish_erasures() == []


def test_one_key_file_brought_back_is_refused_and_destroyed(committed: Case, keys: Path) -> None:
    file = keys / HOUSE / f"{committed.one}.key"
    copy = file.read_bytes()
    vault.erase_person(HOUSE, committed.one, now=NOW)
    file.write_bytes(copy)
    assert committed.texts() == [None, "lời của người kia", None]
    tasks.finish_erasures()
    assert not file.exists()


# --- Interrupted -----------------------------------------------------------------------------------------------------


def test_a_crash_after_the_commit_is_finished_later(
    case: Case, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        vault.erase_person(case.house, case.one, now=NOW)
    assert len(callbacks) == 1
    assert case.texts()[0] is None  # the key is still there; the database refuses already
    assert key_store().fingerprint(case.house, case.one) is not None
    assert vault.finish_erasures() == [case.one]
    left = key_store().tombstone(case.house, case.one)
    assert left is not None
    assert left.erased_at == NOW


def test_a_disk_that_fails_after_the_commit_is_logged(
    committed: Case, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_args: object) -> None:
        raise Problem("person_keys_folder_refused", reason="No space left on device")

    with monkeypatch.context() as failing:
        failing.setattr(KeyStore, "destroy", fail)
        vault.erase_person(HOUSE, committed.one, now=NOW)
    assert "No space left" in caplog.text
    assert committed.texts()[0] is None
    assert vault.finish_erasures() == [committed.one]


def test_the_worker_looks_for_unfinished_ones(settings: Settings) -> None:
    from casino.celery import app

    assert app.conf.beat_schedule["disputes.finish_erasures"]["task"] in app.tasks


def test_one_whose_erasure_cannot_be_finished_holds_up_nobody(committed: Case, keys: Path) -> None:
    """A folder that refuses one person's file: the other key is destroyed, and the fault is told."""
    Person.objects.filter(ref__in=(committed.one, committed.two)).update(erased_at=NOW)
    first, second = sorted((committed.one, committed.two))
    (keys / HOUSE / f"{first}.key").unlink()
    (keys / HOUSE / f"{first}.key").mkdir()
    with pytest.raises(Problem) as problem:
        vault.finish_erasures()
    assert problem.value.code == "person_keys_folder_refused"
    assert key_store().is_destroyed(HOUSE, second)


def test_a_damaged_tombstone_is_written_again_and_the_key_destroyed(committed: Case, keys: Path) -> None:
    """It says nothing any more of the one it stands for; the database does."""
    Person.objects.filter(ref=committed.one).update(erased_at=NOW)
    (keys / HOUSE / f"{committed.one}.erased").write_bytes(b"{")
    assert vault.finish_erasures() == [committed.one]
    assert key_store().is_destroyed(HOUSE, committed.one)
    left = key_store().tombstone(HOUSE, committed.one)
    assert left is not None
    assert left.erased_at == NOW
    assert vault.finish_erasures() == []
