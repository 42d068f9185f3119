"""A bundle is written whole, twice the same, and goes on where it was killed."""

from __future__ import annotations

import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from surveillance.bundle import layout
from surveillance.bundle.container import Archive
from surveillance.bundle.layout import Asked, Recorded
from surveillance.bundle.writing import Given, NotThese, Writer
from tests.surveillance.bundle.house import DAY, HOUSE, LOG, MADE, a_house, request, write_all


def test_the_same_events_give_the_same_bytes_and_any_reader_of_zips_reads_them(tmp_path: Path) -> None:
    house = a_house()
    note = house.note()
    house.note = lambda *_: note  # type: ignore[method-assign] # ML-DSA signs otherwise each time
    first = write_all(house, tmp_path / "a", tmp_path / "a.zip")
    second = write_all(house, tmp_path / "b", tmp_path / "b.zip")
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as packed:
        assert packed.testzip() is None
        assert packed.namelist()[0] == layout.MANIFEST
        manifest = layout.read_manifest(packed.read(layout.MANIFEST))
        for member in manifest.members:
            raw = packed.read(member.name)
            assert (sha256(raw).hexdigest(), len(raw)) == (member.sha256, member.size)
    assert manifest.events == house.size
    assert sum(unit.rounds for unit in manifest.units) == 12
    with Archive(first) as archive:
        assert list(archive.members) == [layout.MANIFEST, layout.SIGNATURE, *(m.name for m in manifest.members)]


def test_killed_between_steps_it_goes_on_without_the_events_it_has(tmp_path: Path) -> None:
    house = a_house()
    table = house.tables()[0]
    writer = Writer(tmp_path / "w", house=HOUSE, as_of=house.size)
    writer.streams("rules", ())
    writer.streams("table", house.kind("table"))
    writer.rounds(table, (Given(house.stream(name)) for name in house.rounds(table)))
    # The second is killed in the middle: nothing of it counts.
    other = house.tables()[1]

    def killed() -> object:
        yield Given(house.stream(house.rounds(other)[0]))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writer.rounds(other, killed())  # type: ignore[arg-type]
    again = Writer(tmp_path / "w", house=HOUSE, as_of=house.size)
    assert again.done(f"rounds-{table}")
    assert not again.done(f"rounds-{other}")
    assert again.rounds(table, ()).rounds == len(house.rounds(table))
    assert again.rounds(other, (Given(house.stream(name)) for name in house.rounds(other))).number == 2


def test_what_is_no_bundle_is_not_written(tmp_path: Path) -> None:
    house = a_house(5)
    writer = Writer(tmp_path / "w", house=HOUSE, as_of=house.size)
    with pytest.raises(NotThese):  # rounds before what they are judged by
        writer.rounds("RL01", [Given(house.stream(house.rounds("RL01")[0]))])
    writer.streams("rules", ())
    writer.streams("table", house.kind("table"))
    rounds = [house.stream(name) for name in house.rounds("RL01")]
    with pytest.raises(NotThese):  # a hole
        writer.rounds("RL01", [Given(rounds[0][:1] + rounds[0][2:])])
    with pytest.raises(NotThese):  # another table's
        writer.rounds("SB01", [Given(rounds[0])])
    with pytest.raises(NotThese):  # another body
        writer.rounds("RL01", [Given([Recorded(rounds[0][0].entry, b"{}")])])
    writer.log(house.note(), house.tree(), keys=[str(LOG.vkey)])
    writer.finish(
        tmp_path / "b.zip",
        operator="x",
        made=MADE,
        request=request(house, "player", player="P-1", from_day=DAY, to_day=DAY),
        asked=Asked(),
    )
