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

MEMBERS = {"a": b"first", "b/c": b"second" * 700, "b/d": b"", "e": b"last"}


@pytest.fixture
def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Members from ``b/d`` on, and the directory, begin behind what stands for 4 GiB here: at 4,000 bytes."""
    real = container.FULL
    whole_entry, whole_end = container._entry, container._end

    def entry(name: str, size: int, crc: int, offset: int) -> bytes:
        if offset < 4_000:
            return whole_entry(name, size, crc, offset)
        written = whole_entry(name, size, crc, real + offset)
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
        assert [each.extract_version for each in packed.infolist()] == [20, 20, 45, 45]


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
    assert len(container._entry("a", 1, 2, above)) == len(container._entry("a", 1, 2, below)) + 12
    assert container._entry("a", 1, 2, above).endswith(struct.pack("<HHQ", 1, 8, above))
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
