"""How fast a bundle is verified: everything, beside a bare decode-and-SHA-256 of the same events in the same run.

One process, processor time, an interval that is shown whole. An event in a bundle is two lines, its log entry and its
body. They take turns, so that a busy machine slows all alike:

bare               the lines parted, the SHA-256 of both, both decoded into their types, and dropped
verified           all that ``tableproof-verify`` does: digests of members, entries and their leaves, the tree, streams,
                   judgement of every round, and the comparison of what was written of it

Of three materials, each compared with its own bare reading:

simulated day      a gaming day of the five games as the demonstration has it: sent by sender, late and by clocks that
                   differ, so that claims of time are weighed in every round, with every fault that the simulator knows
by the book        as many rounds of each game, told in their order, without a fault
simulated, signed  the simulated day with every event signed by its device: a signature a delivery besides

The bars, per core: of the simulated day verifying comes to at least 15 % of bare; an event of rounds by the book takes
fewer than 500 bytes, signed or not.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Final
from zoneinfo import ZoneInfo

import msgspec
import pytest

from casino.core.events import registered
from casino.core.log_entry import Entry
from games.simulate.day import simulated_day
from surveillance.bundle.container import Archive
from surveillance.bundle.layout import names_in
from surveillance.bundle.verifying import Trust, verify
from tests.benchmarks.mix import mixed_rounds
from tests.surveillance.bundle.house import DAY, HOUSE, House, write_all

ROUNDS: Final = 150
"""Of each game, by the book."""
SEED: Final = 1
BAR: Final = 0.15
BYTES: Final = 500
"""Of the file, for each event."""
TURNS: Final = 5


def made(folder: Path, house: House) -> tuple[Path, int]:
    folder.mkdir()
    return write_all(house, folder / "w", folder / "b.zip"), house.size


def by_the_book(*, signing: bool) -> House:
    house = House(signing=signing)
    for events in mixed_rounds(ROUNDS, 20200613):
        house.take(events)
    return house


def simulated(*, signing: bool) -> House:
    house = House(signing=signing)
    house.take_day(simulated_day(SEED, DAY, zone=ZoneInfo(HOUSE.time_zone)))
    return house


def bare(path: Path) -> int:
    """Everything is split, hashed and decoded once."""
    decoders = {event_type.full_name: event_type.decode for event_type in registered()}
    decode_entry = msgspec.json.Decoder(Entry).decode
    names: dict[bytes, Callable[[bytes], object]] = {}
    count = 0
    with Archive(path) as archive:
        for name in names_in(archive.members, "events"):
            lines = b"".join(archive.pieces(name)).split(b"\n")
            for entry, body in zip(lines[::2], lines[1::2], strict=False):
                sha256(entry).digest()
                decode_entry(entry)
                at = entry.index(b'"type":"')
                kind = entry[at:]
                if kind not in names:
                    of = msgspec.json.decode(entry)
                    names[kind] = decoders[f"{of['type']}.v{of['type_version']}"]
                sha256(body).digest()
                names[kind](body)
                count += 1
    return count


@pytest.mark.bench
def test_verifying_a_simulated_day_is_at_least_a_seventh_of_decoding_and_hashing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    materials = {
        "simulated day": made(tmp_path / "day", simulated(signing=False)),
        "by the book": made(tmp_path / "book", by_the_book(signing=False)),
        "simulated, signed": made(tmp_path / "signed", simulated(signing=True)),
    }
    signed, of = made(tmp_path / "small", by_the_book(signing=True))
    ratio = {}
    for name, (path, events) in materials.items():
        assert verify(path, Trust()).found.reasons == []
        spent = {"bare": 0.0, "verified": 0.0}
        gc.collect()
        gc.freeze()
        for _ in range(TURNS):
            for kind, run in (("bare", lambda: bare(path)), ("verified", lambda: verify(path, Trust()))):  # noqa: B023 - called at once
                begin = process_time()
                run()
                spent[kind] += process_time() - begin
        gc.unfreeze()
        ratio[name] = spent["bare"] / spent["verified"]
        with capsys.disabled():
            each = {kind: seconds / TURNS / events * 1e6 for kind, seconds in spent.items()}
            sys.stdout.write(
                f"\n{name:18} {events} events, {path.stat().st_size / events:,.0f} bytes an event: "
                f"bare {each['bare']:.1f} µs, verified {each['verified']:.1f} µs, {ratio[name]:.1%} of bare\n"
            )
    assert ratio["simulated day"] >= BAR
    path, events = materials["by the book"]
    assert path.stat().st_size < BYTES * events
    assert signed.stat().st_size < BYTES * of
