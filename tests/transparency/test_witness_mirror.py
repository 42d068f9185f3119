"""A mirror: it keeps what is proved, serves it as C2SP tlog-tiles has it, and signs when all of it is there."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from casino.transparency import checkpoints, mirroring, tiles
from casino.transparency.building import TreeBuilder
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.cosigning import verify_note
from casino.transparency.mirroring import Upload, encode_upload, parse_info
from casino.transparency.notes import Note
from casino.transparency.proving import TileReader
from casino.transparency.store import MemoryStore
from casino.transparency.witness.config import Unusable
from casino.transparency.witness.protocol import Witness
from casino.transparency.witness_client import Answer, ask_witness, fill_mirror
from tests.transparency.making import LOG, NOON, ORIGIN, entry, signed
from tests.transparency.test_following import entry as dated
from tests.transparency.witnesses import House, post_to

HASH = sha256(ORIGIN.encode()).hexdigest()


class Log:
    def __init__(self, make: Callable[[int], bytes] = entry) -> None:
        self.store = MemoryStore()
        self._make = make
        self._builder = TreeBuilder(self.store, entries=True)

    def at(self, size: int) -> SignedCheckpoint:
        for number in range(self._builder.size, size):
            self._builder.add_entry(self._make(number))
        return signed(self._builder.publish())


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, mirror=True)


@pytest.fixture
def mirror(house: House) -> Iterator[Witness]:
    opened = house.open()
    yield opened
    opened.close()


def show(mirror: Witness, house: House, log: Log, made: SignedCheckpoint) -> None:
    ask_witness(post_to(mirror), made, log.store, house.witness_keys)


def upload(
    mirror: Witness, log: Log, size: int, start: int, end: int, *, packages: int = 32, ticket: bytes = b""
) -> Answer:
    body = encode_upload(TileReader(log.store, size), Upload(ORIGIN, start, end, ticket), packages=packages)
    return send(mirror, body)


def send(mirror: Witness, body: bytes, **headers: str) -> Answer:
    return mirror.answer("POST", "/add-entries", headers, body, NOON)


def get(mirror: Witness, name: str) -> Answer:
    return mirror.answer("GET", f"/mirror/{HASH}/{name}", {}, b"", NOON)


@pytest.mark.parametrize("off", [timedelta(days=-300), timedelta(days=365), timedelta(minutes=-5)])
def test_entries_that_are_dated_wrongly_are_kept_and_told(
    mirror: Witness, house: House, off: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    """They lie in the tree, so refusing them would only stop the copy: the house is held to them by it."""
    log = Log(
        lambda number: dated(number + 1, datetime.fromtimestamp(NOON, UTC) + (off if number >= 3 else timedelta()))
    )
    for size in (3, 5):
        made = log.at(size)
        show(mirror, house, log, made)
        fill_mirror(post_to(mirror), made, log.store, house.mirror_keys)
    found = [each.name for each in house.folder.glob("state/logs/*/evidence/dated-*")]
    wrong = abs(off) > timedelta(minutes=10)
    assert found == (["dated-4-5.txt"] if wrong else [])
    assert ("entries 4 to 5 say that they were recorded at" in caplog.text) is wrong


@pytest.mark.parametrize("sizes", [(1,), (256,), (300, 700, 701), (9_000,), (255, 256, 257, 9_000)])
def test_it_holds_the_log_byte_for_byte(mirror: Witness, house: House, sizes: tuple[int, ...]) -> None:
    log = Log()
    for size in sizes:
        made = log.at(size)
        show(mirror, house, log, made)
        lines = fill_mirror(post_to(mirror), made, log.store, house.mirror_keys)
        assert len(verify_note(Note(made.note.text, lines), house.mirror_keys)) == 2
    for tile in tiles.tiles_of(sizes[-1], entries=True):
        found = get(mirror, tile.path)
        assert (found.status, found.content_type) == (200, "application/octet-stream")
        assert found.body == log.store.files[tile.path]
    served = checkpoints.parse(get(mirror, "checkpoint").body)
    assert served.checkpoint == log.at(sizes[-1]).checkpoint
    assert len(verify_note(served.note, [LOG.vkey, *house.mirror_keys])) == 3


def test_the_witness_and_the_mirror_are_two_cosigners(mirror: Witness, house: House) -> None:
    log = Log()
    made = log.at(10)
    show(mirror, house, log, made)
    assert get(mirror, "checkpoint").status == 404  # seen, and not yet held
    fill_mirror(post_to(mirror), made, log.store, house.mirror_keys)
    names = {line.name for line in checkpoints.parse(get(mirror, "checkpoint").body).note.signatures}
    assert names == {ORIGIN, house.mirror_keys[0].name}
    assert {key.public for key in house.mirror_keys}.isdisjoint(key.public for key in house.witness_keys)


def test_a_part_is_kept_and_the_rest_asked_for(mirror: Witness, house: House) -> None:
    log = Log()
    show(mirror, house, log, log.at(1_000))
    answer = upload(mirror, log, 1_000, 0, 1_000, packages=2)
    assert (answer.status, answer.content_type) == (202, "text/x.tlog.mirror-info")
    info = parse_info(answer.body)
    assert (info.size, info.next_entry) == (1_000, 512)
    assert get(mirror, "checkpoint").status == 404
    assert get(mirror, "tile/entries/001").status == 200  # proved, so it may be shown
    answer = upload(mirror, log, 1_000, 512, 1_000, ticket=info.ticket)
    assert answer.status == 200


def test_a_package_that_is_cut_off_counts_for_nothing(mirror: Witness, house: House) -> None:
    log = Log()
    show(mirror, house, log, log.at(700))
    body = encode_upload(TileReader(log.store, 700), Upload(ORIGIN, 0, 700))
    assert send(mirror, body[:2_000]).status == 400
    cut = send(mirror, body[:-1])
    assert (cut.status, parse_info(cut.body).next_entry) == (202, 512)
    assert send(mirror, body + b"x").status == 400
    assert send(mirror, body).status == 200


def test_an_upload_to_an_older_checkpoint_is_taken_with_its_ticket(mirror: Witness, house: House) -> None:
    log = Log()
    first = log.at(1_000)
    show(mirror, house, log, first)
    info = parse_info(upload(mirror, log, 1_000, 0, 1_000, packages=1).body)
    show(mirror, house, log, log.at(2_000))  # the log went on meanwhile
    refused = upload(mirror, log, 1_000, 256, 1_000)
    assert (refused.status, parse_info(refused.body).size) == (409, 2_000)
    assert upload(mirror, log, 1_000, 256, 1_000, ticket=first.note.encode()[:-1] + b"x").status == 409
    assert upload(mirror, log, 1_000, 256, 1_000, ticket=info.ticket).status == 200
    assert fill_mirror(post_to(mirror), log.at(2_000), log.store, house.mirror_keys)


@pytest.mark.parametrize(
    ("start", "end", "status"),
    [(0, 600, 409), (800, 1_000, 409), (700, 1_000, 200), (0, 1_000, 200), (700, 700, 200), (0, 300, 409)],
)
def test_where_an_upload_may_begin_and_end(mirror: Witness, house: House, start: int, end: int, status: int) -> None:
    log = Log()
    for size in (300, 700):
        show(mirror, house, log, log.at(size))
        fill_mirror(post_to(mirror), log.at(size), log.store, house.mirror_keys)
    show(mirror, house, log, log.at(1_000))
    assert upload(mirror, log, end, start, end).status == status


def test_other_entries_than_the_logs_are_refused_and_not_kept(mirror: Witness, house: House) -> None:
    log = Log()
    show(mirror, house, log, log.at(700))
    body = encode_upload(TileReader(log.store, 700), Upload(ORIGIN, 0, 700))
    at = body.index(entry(600)) + 3
    forged = body[:at] + b"X" + body[at + 1 :]
    assert send(mirror, forged).status == 422
    answer = upload(mirror, log, 700, 512, 700)
    assert answer.status == 200
    assert TileReader(mirror._mirrors[ORIGIN].files, 700).entry(600) == entry(600)


def test_gzip_is_understood_and_bounded(mirror: Witness, house: House) -> None:
    log = Log()
    show(mirror, house, log, log.at(700))
    body = encode_upload(TileReader(log.store, 700), Upload(ORIGIN, 0, 700))
    assert send(mirror, body, **{"content-encoding": "br"}).status == 415
    assert send(mirror, b"not gzip", **{"content-encoding": "gzip"}).status == 400
    bomb = gzip.compress(Upload(ORIGIN, 0, 700).encode() + bytes(200_000_000))
    assert send(mirror, bomb, **{"content-encoding": "gzip"}).status in (400, 422)
    assert send(mirror, gzip.compress(body), **{"content-encoding": "gzip"}).status == 200


def test_what_cannot_be_read_or_is_of_another_log_is_refused(mirror: Witness, house: House) -> None:
    assert send(mirror, b"").status == 400
    assert send(mirror, Upload("other.example", 0, 0).encode()).status == 404
    assert send(mirror, Upload(ORIGIN, 0, 0).encode()).status == 422  # nothing was shown yet
    assert send(mirror, Upload(ORIGIN, 5, 4).encode()).status == 400
    for name in ("../checkpoint", "tile/0/../../lock", "tile/0/000.p/300", "history"):
        assert get(mirror, name).status == 404


def test_after_a_stop_it_goes_on_from_its_checkpoint(mirror: Witness, house: House) -> None:
    log = Log()
    show(mirror, house, log, log.at(300))
    fill_mirror(post_to(mirror), log.at(300), log.store, house.mirror_keys)
    show(mirror, house, log, log.at(2_000))
    assert upload(mirror, log, 2_000, 300, 2_000, packages=3).status == 202
    mirror.close()
    again = house.open()
    try:
        info = parse_info(upload(again, log, 2_000, 1_024, 2_000).body)
        assert info.next_entry == 300  # what lay beyond was no promise
        assert fill_mirror(post_to(again), log.at(2_000), log.store, house.mirror_keys)
    finally:
        again.close()


def test_a_copy_that_was_touched_is_not_opened(mirror: Witness, house: House) -> None:
    log = Log()
    show(mirror, house, log, log.at(300))
    fill_mirror(post_to(mirror), log.at(300), log.store, house.mirror_keys)
    mirror.close()
    tile = house.folder / "state" / "mirror" / HASH / "tile/0/001.p/44"
    tile.write_bytes(bytes(len(tile.read_bytes())))
    with pytest.raises(Unusable, match="does not lead to its checkpoint"):
        house.open()


def test_a_file_that_would_change_stops_the_mirror(mirror: Witness, house: House) -> None:
    log = Log()
    show(mirror, house, log, log.at(700))
    folder = house.folder / "state" / "mirror" / HASH / "tile/entries"
    folder.mkdir(parents=True)
    (folder / "001").write_bytes(b"somebody else's")
    assert upload(mirror, log, 700, 0, 700).status == 500
    assert upload(mirror, log, 700, 0, 700).status == 500
    assert get(mirror, "checkpoint").status == 404


def test_the_packages_of_an_upload_are_cut_at_bundles() -> None:
    found = [tuple(at) for at in mirroring.intervals(300, 1_000)]
    assert found == [(256, 300, 512), (512, 512, 768), (768, 768, 1_000)]
    assert list(mirroring.intervals(7, 7)) == []
