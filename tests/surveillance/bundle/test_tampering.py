"""Each field of each part of a bundle changed: it is found, and the reason names the part."""

from __future__ import annotations

import json
import random
import re
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from casino.transparency import policy
from surveillance.bundle import layout
from surveillance.bundle.found import Reason
from surveillance.bundle.layout import Asked
from surveillance.bundle.verifying import Report, Trust, verify
from tests.benchmarks.bulk import STARTS, typical_rounds
from tests.surveillance.bundle import rich, tampering
from tests.surveillance.bundle.house import POLICY, REPORT
from tests.surveillance.bundle.tampering import Change

pytestmark = pytest.mark.slow

TRUST = Trust(policy=policy.parse(POLICY))
WITH_REPORT_KEY = Trust(policy=TRUST.policy, report_keys=(REPORT.vkey,))
WORD_OF_THE_HOUSE = re.compile(
    r"/(?:operator|request|made|notes|property/(?:name_vi|name_en|currency|gaming_day_starts|gaming_days|time_zone|code)|asked)\b"
)
"""What stands in no event: the house's report key signs it, and nothing else shows that it was changed."""
GOES_ALONG: Final = re.compile(r"index/|disclosures|clips\.ndjson")
"""Lines that may be fewer: the signature on the manifest alone shows that there were more."""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tampering")
    return made(folder)


def made(folder: Path) -> Path:
    """An interval that ends before the log does, so that there are edges."""
    house = rich.told(7)
    last = house.size
    house.wait(timedelta(days=1))
    for events in typical_rounds(1, 9, game="sicbo", table="SB02", starts=STARTS + timedelta(days=1)):
        house.take(events)
    asked = Asked(first=1, last=last, tables=rich.TABLES)
    return rich.write(house, folder / "w", folder / "rich.zip", intervals=[(1, last + 1)], asked=asked)


@pytest.fixture(scope="module")
def members(bundle: Path) -> dict[str, bytes]:
    return tampering.read(bundle)


def one_of_each(members: dict[str, bytes]) -> list[Change]:
    """Of each field of each part one change by chance, the same every time."""
    rng = random.Random(20261122)
    found: dict[str, Change] = {}
    met: dict[str, int] = {}
    for change in tampering.changes(members):
        met[change.shape] = met.get(change.shape, 0) + 1
        if rng.randrange(met[change.shape]) == 0:
            found[change.shape] = change
    return [found[shape] for shape in sorted(found)]


def names_of(members: dict[str, bytes], change: Change) -> set[str]:
    """By what a reason may name the part: the member or its folder, or an event that it holds or speaks of."""
    found = {change.member, change.member.rpartition("/")[0]}
    unit = re.match(r"(?:events/round|judged|origins)/([0-9]{6})", change.member)
    if unit:
        found |= {f"events/round/{unit[1]}", f"judged/{unit[1]}"}
    for raw in (members[change.member], change.content):
        for line in raw.split(b"\n"):
            if line.startswith(b'{"actor":'):
                entry = json.loads(line)
                found |= {f"position {entry['position']}", entry["stream"]}
    found |= {
        "files": {layout.DISCLOSURES},
        "clips.ndjson": {"clips"},
        "clips": {layout.CLIPS},
        "manifest.json": {"events"} if "/units" in change.path or "/kinds" in change.path else set(),
    }.get(change.member.partition("/")[0], set())
    if change.member.startswith("origins/") or change.path.startswith("/units/"):
        found |= {f"position {position}" for position in range(1, 10_000)}
    if change.member.startswith(("log/leaves", "log/edges", "log/ranges", "log/checkpoint")):
        found |= {"log/leaves", "log/edges.bin", "log/ranges.ndjson", layout.CHECKPOINT, layout.MANIFEST}
    return found


def named(reason: Reason, names: set[str]) -> bool:
    return any(name and (reason.where == name or reason.where.startswith((f"{name}:", f"{name}/"))) for name in names)


def check(members: dict[str, bytes], change: Change, target: Path) -> Report:
    """Changed and covered up, it is refused by a reason that names it; what only the report key shows, by that."""
    changed = {**members, change.member: change.content}
    report = verify(tampering.write(changed, target), TRUST)
    if change.member == layout.SIGNATURE or change.member == layout.KEYS:
        return report
    if change.member == layout.MANIFEST and WORD_OF_THE_HOUSE.match(change.path):
        if report.verdict == "proved":
            signed = {**changed, layout.SIGNATURE: members[layout.SIGNATURE]}
            report = verify(tampering.write(signed, target, cover=False), WITH_REPORT_KEY)
            assert {"note_text"} == {each.code for each in report.found.reasons}, change
        return report
    if change.member.startswith("log/entries/") and change.path.startswith("/left out"):
        assert any(each.code == "hashes" for each in report.found.remarks)  # it stands as a hash now
        return report
    if GOES_ALONG.match(change.member) and (change.path.startswith("/left out") or change.path.endswith("/says/-")):
        return report
    assert report.verdict in ("refused", "unreadable"), (change.member, change.path)
    names = names_of(members, change)
    assert any(named(each, names) for each in report.found.reasons), (
        change.member,
        change.path,
        report.found.reasons,
    )
    return report


def test_fields_of_every_part_changed_and_covered_up_are_found_and_named(
    members: dict[str, bytes], tmp_path: Path
) -> None:
    """Forty of them here; all below."""
    for change in random.Random(7).sample(one_of_each(members), 40):
        check(members, change, tmp_path / "b.zip")


@pytest.mark.slow
def test_each_field_of_each_part_changed_and_covered_up_is_found_and_named(
    members: dict[str, bytes], tmp_path: Path
) -> None:
    for change in one_of_each(members):
        check(members, change, tmp_path / "b.zip")


def test_each_member_changed_and_not_covered_up_is_named(members: dict[str, bytes], tmp_path: Path) -> None:
    for name, raw in members.items():
        changed = {**members, name: tampering.flipped(raw, len(raw) // 2)}
        report = verify(tampering.write(changed, tmp_path / "b.zip", cover=False), WITH_REPORT_KEY)
        assert report.verdict in ("refused", "unreadable"), name
        by = layout.SIGNATURE if name == layout.MANIFEST else name
        by = "log/leaves" if name == layout.RANGES else by  # which of the two is short, nobody can tell
        assert any(each.where.startswith((name, by)) for each in report.found.reasons), (name, report.found.reasons)


def test_each_member_left_out_is_named(members: dict[str, bytes], tmp_path: Path) -> None:
    """Also by somebody who takes it out of the manifest."""
    for name in members:
        if name in (layout.MANIFEST, layout.SIGNATURE):
            continue
        without = {each: raw for each, raw in members.items() if each != name}
        report = verify(tampering.write(without, tmp_path / "b.zip", cover=False), TRUST)
        assert [each.where for each in report.found.reasons] == [name]
        covered = verify(tampering.write(without, tmp_path / "b.zip"), TRUST)
        if name.startswith(("index/", "disclosures", "log/proofs")) or name == layout.CLIPS:
            continue  # what only goes along may be missing: the report key shows that it was there
        if name.startswith("log/entries/"):
            assert any(each.code == "hashes" for each in covered.found.remarks)  # they stand as hashes now
            continue
        assert covered.verdict in ("refused", "unreadable"), name


def test_a_member_more_is_named(members: dict[str, bytes], tmp_path: Path) -> None:
    for name in ("x", "events/round/000009/000001.ndjson", "judged/000001/more.csv", f"clips/{'0' * 64}.mp4"):
        report = verify(tampering.write({**members, name: b"more"}, tmp_path / "b.zip"), TRUST)
        assert report.verdict in ("refused", "unreadable"), name
        assert any(name.startswith(each.where) for each in report.found.reasons if each.where), name


def test_every_byte_of_the_container_itself_has_one_value(bundle: Path, tmp_path: Path) -> None:
    raw = bundle.read_bytes()
    with zipfile.ZipFile(bundle) as packed:
        heads = [(each.header_offset, 30 + len(each.filename)) for each in packed.infolist()]
        directory = packed.start_dir
    rng = random.Random(5)
    places = [start + rng.randrange(length) for start, length in rng.sample(heads, 30)]
    places += rng.sample(range(directory, len(raw)), 120)
    target = tmp_path / "b.zip"
    for at in places:
        target.write_bytes(raw[:at] + bytes([raw[at] ^ (1 << rng.randrange(8))]) + raw[at + 1 :])
        assert verify(target, TRUST).verdict in ("unreadable", "refused"), at
    for changed in (b"x" + raw, raw + b"x", raw[:-1], raw[:directory], raw[: len(raw) // 2], b""):
        target.write_bytes(changed)
        report = verify(target, TRUST)
        assert (report.verdict, [each.code for each in report.found.reasons]) == ("unreadable", ["container"])
