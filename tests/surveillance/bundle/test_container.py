"""The container beyond 4 GiB: the form with 64 bits, small by a lower bound, and read by another reader of zips."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from surveillance.bundle import container
from surveillance.bundle.container import Archive, Stored, assemble
from surveillance.bundle.layout import Unreadable

MEMBERS = {"a": b"first", "b/c": bytes(range(256)) * 16, "b/d": b"", "events/e": b"fifth " * 20, "f": b"last"}


@pytest.fixture
def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Members from ``b/d`` on, and the directory, begin behind what stands for 4 GiB here: at 4,000 bytes."""
    real = container.FULL
    whole_entry, whole_end = container._entry, container._end

    def entry(name: str, size: int, crc: int, offset: int, packed: int) -> bytes:
        if offset < 4_000:
            return whole_entry(name, size, crc, offset, packed)
        written = whole_entry(name, size, crc, real + offset, packed)
        return written[:-8] + struct.pack("<Q", offset)

    def end(count: int, start: int, size: int) -> bytes:
        written = whole_end(count, real + start, size)
        return written.replace(struct.pack("<Q", real + start), struct.pack("<Q", start)).replace(
            struct.pack("<Q", real + start + size), struct.pack("<Q", start + size)
        )

    monkeypatch.setattr(container, "_entry", entry)
    monkeypatch.setattr(container, "_end", end)
    stored = []
    for number, (name, content) in enumerate(MEMBERS.items()):
        file = tmp_path / str(number)
        file.write_bytes(content)
        stored.append(Stored(name, file, len(content), zlib.crc32(content)))
    assemble(tmp_path / "wide.zip", stored)
    return tmp_path / "wide.zip"


def test_another_reader_takes_the_form_of_64_bits(wide: Path) -> None:
    assert b"PK\6\6" in wide.read_bytes()
    with zipfile.ZipFile(wide) as packed:
        assert packed.testzip() is None
        assert {name: packed.read(name) for name in packed.namelist()} == MEMBERS
        assert [each.extract_version for each in packed.infolist()] == [20, 20, 45, 45, 45]


def test_it_is_opened_and_every_byte_of_its_end_has_one_value(wide: Path, tmp_path: Path) -> None:
    with Archive(wide) as archive:
        assert {name: archive.bytes_of(name, 10_000) for name in archive.members} == MEMBERS
    raw = wide.read_bytes()
    for at in range(raw.index(b"PK\1\2"), len(raw)):
        (tmp_path / "x.zip").write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
        with pytest.raises(Unreadable):
            Archive(tmp_path / "x.zip").close()


def test_offsets_from_4_gib_on_stand_in_64_bits() -> None:
    below, above = container.FULL - 1, container.FULL
    assert len(container._entry("a", 1, 2, above, 1)) == len(container._entry("a", 1, 2, below, 1)) + 12
    assert container._entry("a", 1, 2, above, 1).endswith(struct.pack("<HHQ", 1, 8, above))
    assert len(container._end(1, below, 50)) == 22
    assert container._end(1, above, 50).startswith(b"PK\6\6")


def test_pieces_are_the_member_whatever_was_let_go_of(tmp_path: Path) -> None:
    content = bytes(range(256)) * 12_000
    (tmp_path / "m").write_bytes(content)
    assemble(tmp_path / "b.zip", [Stored("m", tmp_path / "m", len(content), zlib.crc32(content))])
    with Archive(tmp_path / "b.zip") as archive:
        for _ in range(2):
            assert b"".join(archive.pieces("m")) == content
        assert archive.slice_of("m", 1_000_000, 1_000_300) == content[1_000_000:1_000_300]


# --- What is deflated ----------------------------------------------------------------------------------------------

EVENTS = "events/round/000001/000001.ndjson"
LINES = b"".join(b'{"position":%d,"stream":"round/RL01/%d"}\n' % (n, n // 20) for n in range(40_000))


def holding(tmp_path: Path, content: bytes, name: str = EVENTS) -> Path:
    (tmp_path / "m").write_bytes(content)
    assemble(tmp_path / "b.zip", [Stored(name, tmp_path / "m", len(content), zlib.crc32(content))])
    return tmp_path / "b.zip"


@pytest.mark.parametrize("content", [LINES, b"", b"x\n", b"ab" * 30 + b"\n"])
def test_events_are_deflated_where_that_is_shorter_and_read_as_they_were(tmp_path: Path, content: bytes) -> None:
    path = holding(tmp_path, content)
    with Archive(path) as archive:
        member = archive.members[EVENTS]
        assert b"".join(archive.pieces(EVENTS)) == archive.bytes_of(EVENTS, 1 << 24) == content
        assert b"".join(archive.pieces(EVENTS, 1_000)) == content
        assert max((len(piece) for piece in archive.pieces(EVENTS, 1_000)), default=0) <= 1_000
        assert list(archive.lines(EVENTS)) == content.splitlines()
        assert member.deflated is (len(content) > 20)
        assert content is not LINES or member.packed < len(content) / 5
    with zipfile.ZipFile(path) as packed:
        assert packed.read(EVENTS) == content


def test_what_is_no_event_is_stored(tmp_path: Path) -> None:
    with Archive(holding(tmp_path, LINES, "log/leaves/000001.bin")) as archive:
        assert not archive.members["log/leaves/000001.bin"].deflated


def test_what_can_be_packed_too_well_is_stored(tmp_path: Path) -> None:
    with Archive(holding(tmp_path, bytes(1 << 20))) as archive:
        assert not archive.members[EVENTS].deflated


def forged(tmp_path: Path, packed: bytes, size: int, name: str = EVENTS) -> Path:
    """A container whose one member holds these deflated bytes and says that they are ``size`` of them."""
    head = container._local(name, size, 7, len(packed))
    entry = container._entry(name, size, 7, 0, len(packed))
    body = head + packed
    (tmp_path / "b.zip").write_bytes(body + entry + container._end(1, len(body), len(entry)))
    return tmp_path / "b.zip"


def deflated(content: bytes) -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packing.compress(content) + packing.flush()


@pytest.mark.parametrize(
    ("name", "size", "ratio"),
    [
        ("log/leaves/000001.bin", 4_000, 4),
        ("manifest.json", 4_000, 4),
        (EVENTS, 4_000, container.MAX_RATIO + 1),
        (EVENTS, container.MAX_PACKED + 1, 50),
    ],
)
def test_what_may_not_be_deflated_or_not_so_much_is_refused_before_it_is_read(
    tmp_path: Path, name: str, size: int, ratio: int
) -> None:
    with pytest.raises(Unreadable):
        Archive(forged(tmp_path, bytes(size // ratio), size, name)).close()


@pytest.mark.parametrize("size", [len(LINES) - 1, len(LINES) + 1, len(LINES) * 2])
def test_a_member_holds_what_it_says_and_no_more_is_unpacked(tmp_path: Path, size: int) -> None:
    with Archive(forged(tmp_path, deflated(LINES), size)) as archive:
        got: list[int] = []
        with pytest.raises(Unreadable):
            got.extend(len(piece) for piece in archive.pieces(EVENTS))
        assert sum(got) <= size


@pytest.mark.parametrize("broken", [b"\xff" * 90_000, deflated(LINES)[:-9], deflated(LINES) + b"x" * 9])
def test_what_is_not_deflated_as_it_should_be_is_refused_in_words(tmp_path: Path, broken: bytes) -> None:
    with Archive(forged(tmp_path, broken, len(LINES))) as archive, pytest.raises(Unreadable):
        list(archive.pieces(EVENTS))
