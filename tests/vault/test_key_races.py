"""Several threads and processes at one folder of keys, and processes that are killed."""

from __future__ import annotations

import multiprocessing
import signal
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from casino.core.errors import Problem
from casino.vault.keys import KeyStore, MasterKey
from tests.vault.conftest import HOUSE

PERSON = "PS-0123456789ab"
NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
FORK = multiprocessing.get_context("fork")  # quick; these processes touch no database
ONE, OTHER = MasterKey(b"m" * 32), MasterKey(b"o" * 32)


def make(folder: str, person: str) -> tuple[bool, bytes]:
    store = KeyStore(Path(folder), ONE)
    made = store.create(HOUSE, person, first=True)
    return made, store.key(HOUSE, person)


def make_many(folder: str) -> list[bytes]:
    return [make(folder, f"PS-{n:012x}")[1] for n in range(25)]


def test_of_many_threads_one_makes_the_key_and_all_have_it(keys: Path) -> None:
    for n in range(10):
        with ThreadPoolExecutor(8) as threads:
            done = list(threads.map(make, [str(keys)] * 8, [f"PS-{n:012x}"] * 8))
        assert sorted(made for made, _key in done) == [False] * 7 + [True]
        assert len({key for _made, key in done}) == 1


def test_processes_agree_on_every_key(keys: Path) -> None:
    with ProcessPoolExecutor(4, mp_context=FORK) as processes:
        found = list(processes.map(make_many, [str(keys)] * 4))
    assert found[0] == found[1] == found[2] == found[3]
    assert len(set(found[0])) == 25
    assert len(list((keys / HOUSE).glob(".new-*"))) == 0


def test_wrapping_anew_never_brings_back_what_is_erased_meanwhile(keys: Path) -> None:
    people = [f"PS-{n:012x}" for n in range(60)]
    for person in people:
        make(str(keys), person)
    store = KeyStore(keys, OTHER, ONE)
    with ThreadPoolExecutor(2) as threads:
        wrapping = threads.submit(lambda: [store.rewrap(HOUSE, person) for person in people])
        erasing = threads.submit(lambda: [store.destroy(HOUSE, person, NOW) for person in reversed(people)])
        wrapping.result()
        erasing.result()
    assert all(store.is_destroyed(HOUSE, person) for person in people)
    assert list(store.persons()) == []


def test_while_keys_are_wrapped_anew_they_can_be_read(keys: Path) -> None:
    people = [f"PS-{n:012x}" for n in range(40)]
    before = {person: make(str(keys), person)[1] for person in people}
    store = KeyStore(keys, OTHER, ONE)
    with ThreadPoolExecutor(2) as threads:
        wrapping = threads.submit(lambda: sum(store.rewrap(HOUSE, person) for person in people))
        rounds = 0
        while not wrapping.done() or rounds == 0:
            assert {person: store.key(HOUSE, person) for person in people} == before
            rounds += 1
    assert wrapping.result() == 40


@pytest.mark.parametrize("then", ["wrapped anew", "destroyed"])
def test_who_had_the_file_open_while_it_was_replaced_is_not_alarmed(
    keys: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, then: str
) -> None:
    """The reader has opened the file, and reads it when its bytes are overwritten already."""
    key = make(str(keys), PERSON)[1]
    store = KeyStore(keys, OTHER, ONE)
    whole = Path.read_bytes
    opened: list[Path] = []

    def late(path: Path) -> bytes:
        if path.suffix != ".key" or opened:
            return whole(path)
        with path.open("rb", buffering=0) as file:
            opened.append(path)
            store.rewrap(HOUSE, PERSON) if then == "wrapped anew" else store.destroy(HOUSE, PERSON, NOW)
            return file.read()

    monkeypatch.setattr(Path, "read_bytes", late)
    if then == "wrapped anew":
        assert store.key(HOUSE, PERSON) == key
    else:
        with pytest.raises(Problem, match="erased"):
            store.key(HOUSE, PERSON)
    assert opened
    assert not caplog.records


def make_and_destroy(folder: str, first: int) -> None:
    store = KeyStore(Path(folder), OTHER)
    for n in count(first):
        store.create(HOUSE, f"PS-{n:012x}", first=True)
        if n % 3 == 0:
            store.destroy(HOUSE, f"PS-{n:012x}", NOW)


def test_a_killed_process_leaves_whole_keys_only(keys: Path) -> None:
    for turn, patience in enumerate((0.1, 0.15, 0.22, 0.31)):
        process = FORK.Process(target=make_and_destroy, args=(str(keys), turn * 10_000))
        process.start()
        time.sleep(patience)
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
    store = KeyStore(keys, OTHER)
    whole = 0
    for _property, person in list(store.persons()):
        if store.tombstone(HOUSE, person) is None:
            assert len(store.key(HOUSE, person)) == 32
            whole += 1
        else:
            with pytest.raises(Problem, match="erased"):
                store.key(HOUSE, person)
    assert whole > 5
    store.create(HOUSE, "PS-ffffffffffff", first=False)
    assert not list((keys / HOUSE).glob(".new-*"))
