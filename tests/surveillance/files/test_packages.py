"""Packages of film as somebody is handed them: what the house packed is proved, and what was done to one is named.

The table of tampering is of real packages, made by an export: each part changed, taken out, exchanged with another, put
in besides, and two packages mixed; by somebody with an ordinary program for zips, and by somebody who writes the
container and every sum anew.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest

from casino.transparency.notes import Note, Signature, Vkey, parse_vkey
from surveillance.bundle import container, layout, package
from surveillance.bundle.command import main
from surveillance.bundle.container import Archive, Stored
from surveillance.files import exports, showing, storage
from surveillance.files import report_keys as keys
from surveillance.files.exports import Stretch
from surveillance.rows.models import Recording
from tests.surveillance.bundle.house import REPORT
from tests.surveillance.files.conftest import OFFICER, House

Parts = dict[str, bytes]
_MADE: list[tuple[bytes, bytes, str]] = []
"""Two packages and the house's report key: made once in each process, by exports whose rows are rolled back."""


def _exported(house: House, code: str, stretch: Stretch) -> bytes:
    job = exports.ask_export(
        owner=house.owner,
        code=code,
        stretch=stretch,
        why="Theo yêu cầu của công an.",
        by=OFFICER,
        now=house.now,
        command=str(uuid4()),
    )
    assert house.work() == []
    job.refresh_from_db()
    row = Recording.objects.get(code=code)
    with storage.as_file(storage.copies(), showing.copy_of(row, f"export/{job.result['export']}").path) as path:
        return path.read_bytes()


@pytest.fixture
def made(request: pytest.FixtureRequest) -> tuple[bytes, bytes, str]:
    if not _MADE:
        house: House = request.getfixturevalue("house")
        house.clock(1500)
        row = house.recording(request.getfixturevalue("film"))
        first = _exported(house, row.code, Stretch(from_ms=1200, to_ms=1800))
        second = _exported(house, row.code, Stretch(from_ms=0, to_ms=900))
        _MADE.append((first, second, str(keys.signer_of(house.owner).vkey)))
    return _MADE[0]


def parts_of(raw: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def by_hand(parts: Parts, path: Path) -> Path:
    """Packed by an ordinary program."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def as_the_house_does(parts: Parts, path: Path) -> Path:
    """Packed by somebody who knows the form; only names that it knows can be put in so."""
    members = []
    for name, content in parts.items():
        file = path.parent / f"part-{name}"
        file.write_bytes(content)
        members.append(Stored(name, file, len(content), zlib.crc32(content)))
    container.assemble(path, members, package.FORM)
    return path


def found(path: Path, key: str | None) -> set[tuple[str, str]]:
    checked = package.verify(path, (parse_vkey(key),) if key else ())
    assert checked.verdict == package.REFUSED
    return {(each.code, each.where) for each in checked.found.reasons}


def test_what_the_house_packed_is_proved_by_its_key(made: tuple[bytes, bytes, str], tmp_path: Path) -> None:
    for raw in made[:2]:
        (tmp_path / "package.zip").write_bytes(raw)
        checked = package.verify(tmp_path / "package.zip", (parse_vkey(made[2]),))
        assert (checked.verdict, checked.found.reasons, checked.found.remarks) == ("proved", [], [])
        assert checked.told is not None
        assert checked.told.export.startswith("X")


def test_without_a_key_the_one_that_signed_is_printed_to_compare(
    made: tuple[bytes, bytes, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "package.zip"
    path.write_bytes(made[0])
    assert main([str(path), "--language", "en"]) == 3
    said = capsys.readouterr().out
    digits = hashlib.sha256(parse_vkey(made[2]).public).hexdigest()
    assert said.startswith("CONSISTENT")
    assert " ".join(digits[n : n + 4] for n in range(0, 64, 4)) in said
    assert main([str(path), "--report-key", made[2], "--language", "vi"]) == 0
    assert capsys.readouterr().out.startswith("ĐÃ CHỨNG MINH")
    assert main([str(path), "--report-key", str(REPORT.vkey), "--json"]) == 1
    assert [each["code"] for each in json.loads(capsys.readouterr().out)["reasons"]] == ["note_unknown"]


PACKERS: list[Callable[[Parts, Path], Path]] = [by_hand, as_the_house_does]


@pytest.mark.parametrize("packed", PACKERS)
@pytest.mark.parametrize("name", package.NAMES)
def test_a_part_that_was_changed_is_named(
    made: tuple[bytes, bytes, str], tmp_path: Path, name: str, packed: Callable[[Parts, Path], Path]
) -> None:
    """One byte in its middle, with everything that a zip counts put right."""
    parts = parts_of(made[0])
    content = bytearray(parts[name])
    content[len(content) // 2] ^= 1
    reasons = found(packed({**parts, name: bytes(content)}, tmp_path / "package.zip"), made[2])
    assert name in {where for _code, where in reasons}
    if name in package.PARTS:
        assert ("package_changed", name) in reasons
    assert {where for code, where in reasons if code == "package_changed"} <= {name}, "and no other"
    assert (("package_container", "") in reasons) == (packed is by_hand)


@pytest.mark.parametrize("packed", PACKERS)
@pytest.mark.parametrize("name", package.NAMES)
def test_a_part_that_was_taken_out_is_named(
    made: tuple[bytes, bytes, str], tmp_path: Path, name: str, packed: Callable[[Parts, Path], Path]
) -> None:
    parts = parts_of(made[0])
    del parts[name]
    for key in (made[2], None):
        assert ("package_removed", name) in found(packed(parts, tmp_path / "package.zip"), key)


def test_a_part_that_was_put_in_is_named(made: tuple[bytes, bytes, str], tmp_path: Path) -> None:
    parts = {**parts_of(made[0]), "clip-2.mp4": b"another film"}
    assert ("package_added", "clip-2.mp4") in found(by_hand(parts, tmp_path / "package.zip"), made[2])
    path = by_hand(parts_of(made[0]), tmp_path / "package.zip")
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("custody.json", b"[]")
    assert ("package_twice", "custody.json") in found(path, made[2])


@pytest.mark.parametrize(
    ("one", "other"), [("cover-vi.pdf", "cover-en.pdf"), ("package.json", "custody.json"), ("clip.mp4", "SHA256SUMS")]
)
def test_parts_that_were_exchanged_are_named(
    made: tuple[bytes, bytes, str], tmp_path: Path, one: str, other: str
) -> None:
    parts = parts_of(made[0])
    parts[one], parts[other] = parts[other], parts[one]
    reasons = found(as_the_house_does(parts, tmp_path / "package.zip"), made[2])
    assert {("package_swapped", one), ("package_swapped", other)} <= reasons


@pytest.mark.parametrize("packed", PACKERS)
@pytest.mark.parametrize("name", package.NAMES)
def test_a_part_of_another_package_of_the_same_house_is_named(
    made: tuple[bytes, bytes, str], tmp_path: Path, name: str, packed: Callable[[Parts, Path], Path]
) -> None:
    parts, others = parts_of(made[0]), parts_of(made[1])
    if parts[name] == others[name]:
        assert name == package.CERTIFICATE, "one key seals both"
        return
    reasons = found(packed({**parts, name: others[name]}, tmp_path / "package.zip"), made[2])
    where = {where for _code, where in reasons}
    assert name in where or package.SIGNATURE in where


def test_manifest_and_signature_of_another_package_hold_for_none_of_the_parts(
    made: tuple[bytes, bytes, str], tmp_path: Path
) -> None:
    parts, others = parts_of(made[0]), parts_of(made[1])
    mixed = {**parts, package.LIST: others[package.LIST], package.SIGNATURE: others[package.SIGNATURE]}
    reasons = found(as_the_house_does(mixed, tmp_path / "package.zip"), made[2])
    changed = {where for code, where in reasons if code == "package_changed"}
    assert changed == set(package.PARTS) - {package.CERTIFICATE}
    assert ("package_other", package.SAID) in reasons


def resigned(parts: Parts, key: Vkey, sign: Callable[[bytes], bytes]) -> Parts:
    """Sums, manifest and signature made anew over what is there, by a key."""
    sums = {name: hashlib.sha256(parts[name]).hexdigest() for name in package.PARTS if name != package.SUMS}
    parts[package.SUMS] = "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items())).encode()
    told = layout.decode(parts[package.LIST], package.LIST)
    told["key"] = str(key)
    told["members"] = [
        {"name": name, "sha256": hashlib.sha256(parts[name]).hexdigest(), "size": len(parts[name])}
        for name in package.PARTS
    ]
    raw = layout.encode(told)
    text = package.signed_text(told["property"]["code"], raw)
    note = Note(text, (Signature(key.name, key.key_id, sign(text.encode())),))
    return {**parts, package.LIST: raw, package.SIGNATURE: note.encode()}


def test_whoever_signs_it_anew_is_not_the_house(made: tuple[bytes, bytes, str], tmp_path: Path) -> None:
    """A line of the chain told otherwise, and everything behind it made right, by a key of their own."""
    parts = parts_of(made[0])
    chain = json.loads(parts[package.CUSTODY])
    chain[0]["actor"] = "person:somebody"
    parts[package.CUSTODY] = json.dumps(chain).encode()
    path = as_the_house_does(resigned(parts, REPORT.vkey, REPORT.key.sign), tmp_path / "package.zip")
    assert found(path, made[2]) == {("note_unknown", package.SIGNATURE)}
    alone = package.verify(path)
    assert alone.verdict == "consistent", "without the house's key nobody can tell, and the report says so"
    assert [each.code for each in alone.found.remarks] == ["package_key"]


@pytest.mark.parametrize("fault", ["hole", "order", "other export", "other film"])
def test_a_chain_that_is_not_of_this_clip_is_refused_whoever_signed(
    made: tuple[bytes, bytes, str], tmp_path: Path, fault: str
) -> None:
    parts = parts_of(made[0])
    chain = json.loads(parts[package.CUSTODY])
    if fault == "hole":
        del chain[1]
    elif fault == "order":
        chain[0]["position"] = chain[-1]["position"] + 1
    elif fault == "other export":
        chain = [each for each in chain if each["data"].get("export") is None]
    else:
        chain[0]["data"]["sha256"] = "0" * 64
    parts[package.CUSTODY] = json.dumps(chain).encode()
    path = as_the_house_does(resigned(parts, REPORT.vkey, REPORT.key.sign), tmp_path / "package.zip")
    wanted = "package_chain" if fault in ("hole", "order") else "package_chain_other"
    assert found(path, str(REPORT.vkey)) == {(wanted, package.CUSTODY)}


def test_a_clip_whose_seal_is_broken_is_refused_whoever_signed(made: tuple[bytes, bytes, str], tmp_path: Path) -> None:
    parts = parts_of(made[0])
    said, other = b"ahead of the server by 1500 ms", b"ahead of the server by 2500 ms"
    assert parts[package.CLIP].count(said) == 1
    parts[package.CLIP] = parts[package.CLIP].replace(said, other)
    path = as_the_house_does(resigned(parts, REPORT.vkey, REPORT.key.sign), tmp_path / "package.zip")
    assert ("package_seal", package.CLIP) in found(path, str(REPORT.vkey))


def test_packed_anew_it_is_refused_and_all_parts_hold(made: tuple[bytes, bytes, str], tmp_path: Path) -> None:
    """Two readers of zips may find two films in a container of another form."""
    assert found(by_hand(parts_of(made[0]), tmp_path / "p.zip"), made[2]) == {("package_container", "")}
    for raw in (made[0] + b"x", made[0][:-2] + b"\1\0x"):
        (tmp_path / "p.zip").write_bytes(raw)
        assert ("package_container", "") in {
            (each.code, each.where) for each in package.verify(tmp_path / "p.zip").found.reasons
        }


def test_what_is_no_package_is_unreadable_and_never_an_error(
    made: tuple[bytes, bytes, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "package.zip"
    for raw in (b"PK\3\4", b"PK\3\4" + bytes(80), made[0][: len(made[0]) // 2], made[0][:40] + b"PK\5\6" + bytes(18)):
        path.write_bytes(raw)
        assert main([str(path), "--language", "en"]) == 4
        assert capsys.readouterr().out.startswith("UNREADABLE")


def test_every_broken_byte_of_its_heads_is_refused(made: tuple[bytes, bytes, str], tmp_path: Path) -> None:
    """Over the heads of all parts, the directory and the end, a bit at each third byte."""
    raw = made[0]
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        places = [each.header_offset + n for each in archive.infolist() for n in range(0, 30, 3)]
    begins = raw.index(b"PK\1\2")
    for at in [*places, *range(begins, len(raw), 3)]:
        (tmp_path / "p.zip").write_bytes(raw[:at] + bytes([raw[at] ^ 0x10]) + raw[at + 1 :])
        assert package.verify(tmp_path / "p.zip", (parse_vkey(made[2]),)).exit_code in (1, 4), at


def test_a_clip_of_more_than_four_gibibytes_has_its_place(tmp_path: Path) -> None:
    """The container's heads around a hole of 5 GiB: another reader of zips finds the same members in it."""
    size, path = 5 << 30, tmp_path / "large.zip"
    heads = [(package.CLIP, size, 0), (package.SUMS, 3, zlib.crc32(b"abc"))]
    entries = []
    with path.open("wb") as file:
        for name, length, crc in heads:
            begins = file.tell()
            file.write(container._local(name, length, crc, length))
            entries.append(container._entry(name, length, crc, begins, length))
            if length == 3:
                file.write(b"abc")
            else:
                file.seek(length, io.SEEK_CUR)
        start = file.tell()
        file.write(b"".join(entries))
        file.write(container._end(len(heads), start, file.tell() - start))
    with Archive(path, package.FORM) as archive, zipfile.ZipFile(path) as other:
        assert {each.name: each.size for each in archive.members.values()} == {
            each.filename: each.file_size for each in other.infolist()
        }
        assert archive.bytes_of(package.SUMS, 3) == other.read(package.SUMS) == b"abc"
    with pytest.raises(layout.Unreadable):
        Archive(path)
