"""Files made to hurt: a clear answer in bounded memory and time, and nothing of them is executed or written."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from casino.core.canonical import canonical_bytes
from casino.core.log_entry import BadEntry
from surveillance.bundle import layout
from surveillance.bundle.events import read_entry
from surveillance.bundle.verifying import Trust, verify
from tests.fuzzing import mutated
from tests.surveillance.bundle import tampering
from tests.surveillance.bundle.house import a_house
from tests.surveillance.bundle.test_tampering import TRUST, made

REPOSITORY = Path(__file__).resolve().parents[3]
MEMORY = 1 << 30


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def members(bundle: Path) -> dict[str, bytes]:
    return tampering.read(bundle)


Zip = Callable[[zipfile.ZipFile, dict[str, bytes]], None]


def bomb(packed: zipfile.ZipFile, members: dict[str, bytes]) -> None:
    packed.writestr(layout.MANIFEST, bytes(200_000_000), zipfile.ZIP_DEFLATED)


def upwards(packed: zipfile.ZipFile, members: dict[str, bytes]) -> None:
    packed.writestr("../outside", b"x")


def absolute(packed: zipfile.ZipFile, members: dict[str, bytes]) -> None:
    packed.writestr("/etc/passwd", b"x")


def doubled(packed: zipfile.ZipFile, members: dict[str, bytes]) -> None:
    for _ in range(2):
        packed.writestr(layout.MANIFEST, members[layout.MANIFEST])


def encrypted_flag(packed: zipfile.ZipFile, members: dict[str, bytes]) -> None:
    info = zipfile.ZipInfo(layout.MANIFEST, (1980, 1, 1, 0, 0, 0))
    info.flag_bits = 1
    packed.writestr(info, members[layout.MANIFEST])


def not_ascii(packed: zipfile.ZipFile, members: dict[str, bytes]) -> None:
    packed.writestr("sự-kiện.json", b"x")


def commented(packed: zipfile.ZipFile, members: dict[str, bytes]) -> None:
    packed.writestr(layout.MANIFEST, members[layout.MANIFEST])
    packed.comment = b"hello"


@pytest.mark.parametrize(
    "make", [bomb, upwards, absolute, doubled, encrypted_flag, not_ascii, commented], ids=lambda make: make.__name__
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_what_other_readers_of_zips_take_is_refused_before_it_is_read(
    make: Zip, members: dict[str, bytes], tmp_path: Path
) -> None:
    target = tmp_path / "b.zip"
    with zipfile.ZipFile(target, "w") as packed:
        make(packed, members)
    report = verify(target, TRUST)
    assert (report.verdict, [each.code for each in report.found.reasons]) == ("unreadable", ["container"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.zip"]


MANIFESTS: dict[str, Callable[[bytes], bytes]] = {
    "deep": lambda raw: b'{"a":' * 100_000,
    "deep and closed": lambda raw: b"[" * 900 + b"]" * 900,
    "twice": lambda raw: b'{"format":"tableproof-bundle/2",' + raw[1:],
    "huge number": lambda raw: raw.replace(b'"as_of":', b'"as_of":1' + b"0" * 5_000, 1),
    "float": lambda raw: raw.replace(b'"events":', b'"events":1.5e', 1),
    "not UTF-8": lambda raw: raw.replace(b"tableproof", b"\xff\xfe\xfd", 1),
    "a surrogate": lambda raw: raw.replace(b'"by":"', b'"by":"\\ud800', 1),
    "spaces": lambda raw: raw.replace(b",", b", ", 1),
    "another format": lambda raw: raw.replace(b"bundle/2", b"bundle/9", 1),
    "nothing": lambda raw: b"",
    "a list": lambda raw: b"[]",
}


@pytest.mark.parametrize("kind", MANIFESTS)
def test_a_manifest_has_one_form(kind: str, members: dict[str, bytes], tmp_path: Path) -> None:
    changed = {**members, layout.MANIFEST: MANIFESTS[kind](members[layout.MANIFEST])}
    report = verify(tampering.write(changed, tmp_path / "b.zip", cover=False), TRUST)
    assert report.verdict == "unreadable"
    assert report.found.reasons[0].where == layout.MANIFEST


def test_numbers_of_a_manifest_ask_for_no_memory(members: dict[str, bytes], tmp_path: Path) -> None:
    """Beyond what any log holds: in a process that may have little."""
    manifest = json.loads(members[layout.MANIFEST])
    huge = 2**53 - 1
    manifest |= {"size": huge, "as_of": huge, "events": huge}
    manifest["asked"] |= {"first": 1, "last": huge}
    for unit in manifest["units"]:
        unit |= {"rounds": huge, "events": huge, "parts": huge}
    changed = {**members, layout.MANIFEST: canonical_bytes(manifest)}
    target = tampering.write(changed, tmp_path / "b.zip")
    done = command(target)
    assert done.returncode in (1, 4), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_tens_of_thousands_of_members_take_no_longer_each(members: dict[str, bytes], tmp_path: Path) -> None:
    """Names and units as many as there may be: looked at once each."""
    manifest = json.loads(members[layout.MANIFEST])
    unit = manifest["units"][0]
    manifest["units"] = [unit | {"number": number} for number in range(1, 20_001)]
    many = {f"log/proofs/{number}.tlog-proof": b"" for number in range(1, 2_001)}
    changed = {**members, **many, layout.MANIFEST: canonical_bytes(manifest)}
    done = command(tampering.write(changed, tmp_path / "b.zip"))
    assert done.returncode in (1, 4), done.stderr
    assert "Traceback" not in done.stderr


def command(target: Path) -> subprocess.CompletedProcess[str]:
    """As its user runs it, with a gibibyte of memory and a minute of processor time."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

    return subprocess.run(
        [sys.executable, "-m", "surveillance.bundle.command", str(target), "--language", "en"],
        capture_output=True,
        text=True,
        check=False,
        cwd=REPOSITORY,
        preexec_fn=limited,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )


def test_what_steers_a_terminal_is_not_shown(members: dict[str, bytes], tmp_path: Path) -> None:
    manifest = json.loads(members[layout.MANIFEST])
    manifest["operator"] = "\x1b[2J\x1b]0;owned\x07"
    manifest["request"]["by"] = "\x1b[31m"
    changed = {**members, layout.MANIFEST: canonical_bytes(manifest)}
    done = command(tampering.write(changed, tmp_path / "b.zip"))
    assert done.returncode == 3, done.stdout
    assert "\x1b" not in done.stdout


def test_a_document_that_is_none_is_said_and_nothing_is_judged(members: dict[str, bytes], tmp_path: Path) -> None:
    [name] = [each for each in members if each.startswith("rules/")]
    for text in (b"\xff", b"a = " + b"[" * 5_000, b"game = 1"):
        report = verify(tampering.write({**members, name: text}, tmp_path / "b.zip"), TRUST)
        assert "document_text" in {each.code for each in report.found.reasons}


def test_an_entry_is_read_one_way_alone() -> None:
    """The fast way and the general parser agree, also on times of a full second."""
    entry = a_house(1).rows[-1][1].entry
    read_entry(entry)
    full = entry.replace(entry[entry.index(b'"recorded_at":"') + 35 : entry.index(b'"recorded_at":"') + 41], b"000000")
    assert read_entry(full).recorded_at.microsecond == 0
    for wrong in (
        entry.replace(b"Z", b"+00:00", 1),
        entry.replace(b'"actor"', b' "actor"', 1),
        entry[:-1] + b',"zz":1}',
        entry.replace(b'"version":', b'"version":0', 1),
        entry.replace(b'"type_version":1', b'"type_version":0', 1),
        entry.replace(b'"actor":"', b'"actor":"robot:', 1),
        b"",
        b"[]",
        b"\xff",
    ):
        with pytest.raises(BadEntry):
            read_entry(wrong)


def fuzz(bundle: Path, members: dict[str, bytes], tmp_path: Path, tried: range) -> None:
    """Half of them as they lie, half covered up member by member. Never more than a verdict, never ``proved`` of a file
    that is another, unless what was changed only goes along."""
    whole, target = bundle.read_bytes(), tmp_path / "b.zip"
    for seed in tried:
        rng = random.Random(seed)
        if seed % 2:
            target.write_bytes(mutated(rng, whole))
            assert target.read_bytes() == whole or verify(target, TRUST).verdict != "proved", seed
            continue
        name = rng.choice([each for each in members if members[each] and each != layout.SIGNATURE])
        changed = mutated(rng, members[name])
        try:
            tampering.write({**members, name: changed}, target)
        except (ValueError, KeyError, TypeError):
            tampering.write({**members, name: changed}, target, cover=False)
        report = verify(target, Trust())
        assert report.verdict in ("consistent", "refused", "unreadable")


def test_a_hundred_and_fifty_broken_files_get_a_verdict(
    bundle: Path, members: dict[str, bytes], tmp_path: Path
) -> None:
    fuzz(bundle, members, tmp_path, range(150))


@pytest.mark.parametrize(
    "count", [pytest.param(800, marks=pytest.mark.slow), pytest.param(5_000, marks=pytest.mark.long)]
)
def test_more_broken_files_get_a_verdict(bundle: Path, members: dict[str, bytes], tmp_path: Path, count: int) -> None:
    fuzz(bundle, members, tmp_path, range(1_000, 1_000 + count))
