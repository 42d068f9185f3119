"""How fast a bundle is verified: everything, beside a bare decode-and-SHA-256 of the same events in the same run.

One process, processor time, as many rounds of each of the five games, an interval that is shown whole. An event in a
bundle is two lines, its log entry and its body. They take turns, so that a busy machine slows all alike:

bare               the lines parted, the SHA-256 of both, both decoded into their types, and dropped
bodies             the same of the bodies alone, as if an event had no entry
verified           all that ``tableproof-verify`` does: digests of members, entries and their leaves, the tree, streams,
                   judgement of every round, and the comparison of what was written of it
verified, signed   the same bundle with every event signed by its device

The bars: per core, verifying comes to at least 15 % of bare; an event takes fewer than 500 bytes, signed or not.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Final

import msgspec
import pytest

from casino.core.events import registered
from casino.core.log_entry import Entry
from surveillance.bundle.container import Archive
from surveillance.bundle.layout import names_in
from surveillance.bundle.verifying import Trust, verify
from tests.benchmarks.mix import mixed_rounds
from tests.surveillance.bundle.house import House, write_all

ROUNDS: Final = 150
"""Of each game."""
BAR: Final = 0.15
BYTES: Final = 500
"""Of the file, for each event."""
TURNS: Final = 5


def made(folder: Path, *, signing: bool) -> tuple[Path, int]:
    house = House(signing=signing)
    for events in mixed_rounds(ROUNDS, 20200613):
        house.take(events)
    return write_all(house, folder / "w", folder / "b.zip"), house.size


def bodies(path: Path) -> int:
    return bare(path, entries=False)


def bare(path: Path, *, entries: bool = True) -> int:
    """Everything is split, hashed and decoded once."""
    decoders = {event_type.full_name: event_type.decode for event_type in registered()}
    decode_entry = msgspec.json.Decoder(Entry).decode
    names: dict[bytes, Callable[[bytes], object]] = {}
    count = 0
    with Archive(path) as archive:
        for name in names_in(archive.members, "events"):
            lines = b"".join(archive.pieces(name)).split(b"\n")
            for entry, body in zip(lines[::2], lines[1::2], strict=False):
                if entries:
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
def test_verifying_is_at_least_a_seventh_of_decoding_and_hashing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    path, events = made(tmp_path / "a", signing=False)
    signed, _events = made(tmp_path / "b", signing=True)
    verify(path, Trust())
    spent = {"bare": 0.0, "bodies": 0.0, "verified": 0.0, "verified, signed": 0.0}
    gc.collect()
    gc.freeze()
    for _ in range(TURNS):
        for name, run in (
            ("bare", lambda: bare(path)),
            ("bodies", lambda: bodies(path)),
            ("verified", lambda: verify(path, Trust())),
            ("verified, signed", lambda: verify(signed, Trust())),
        ):
            begin = process_time()
            result = run()
            spent[name] += process_time() - begin
            assert isinstance(result, int) or result.found.reasons == []
    gc.unfreeze()
    rate = {name: events * TURNS / seconds for name, seconds in spent.items()}
    with capsys.disabled():
        sys.stdout.write(f"\n{events} events, {5 * ROUNDS} rounds of five games, per core\n")
        for name, each in rate.items():
            sys.stdout.write(f"{name:18} {each:>10,.0f} events/s  {each / rate['bare']:6.1%} of bare\n")
        for name, file in (("unsigned", path), ("signed", signed)):
            sys.stdout.write(f"{name:18} {file.stat().st_size / events:>10,.0f} bytes an event\n")
    assert rate["verified"] >= BAR * rate["bare"]
    assert max(path.stat().st_size, signed.stat().st_size) < BYTES * events
