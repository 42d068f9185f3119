"""Rows come out again: by position, by stream, many streams together, as they stood at a position."""

from __future__ import annotations

import tracemalloc

import pytest

from casino.core.stored import first_position, says_when
from casino.ledger import reading
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.errors import LedgerCorrupt
from games.roulette.facts import BallDropped
from tests.ledger.conftest import CODE, dropped, ids, opened


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    """Twenty rounds of three events, their events interleaved, and one event of a table stream between."""
    for version in range(3):
        make = opened if version == 0 else (lambda stream, **changes: dropped(5, stream, **changes))
        ledger.append([make(f"round/RL01/{number:02d}", sequence=version * 20 + number) for number in range(20)])
    return ledger


def test_read_goes_by_position_between_bounds(filled: Ledger) -> None:
    assert [each.position for each in filled.read(limit=5)] == [1, 2, 3, 4, 5]
    assert [each.position for each in filled.read(after=57)] == [58, 59, 60]
    assert [each.position for each in filled.read(after=3, stop=5)] == [4, 5]
    assert filled.read(after=60) == []


def test_read_can_be_narrowed_to_types(filled: Ledger) -> None:
    only = filled.read(types=["roulette.round_opened.v1"], limit=100)
    assert [each.position for each in only] == list(range(1, 21))
    assert filled.read(types=["roulette.ball_spun.v1"]) == []
    assert filled.read(types=[]) == []


def test_a_stream_comes_in_the_order_of_versions_as_it_stood(filled: Ledger) -> None:
    stream = "round/RL01/07"
    assert [(each.version, each.position) for each in filled.stream(stream)] == [(1, 8), (2, 28), (3, 48)]
    assert [each.version for each in filled.stream(stream, upto_position=28)] == [1, 2]
    assert filled.stream(stream, upto_position=7) == []
    assert filled.stream("round/RL01/99") == []


def test_one_event_by_position_or_id(filled: Ledger) -> None:
    event = filled.get(28)
    assert event is not None
    assert (event.stream, event.data) == ("round/RL01/07", BallDropped(pocket=5))
    assert filled.find(event.id) == event
    assert filled.get(61) is None
    assert filled.find(opened().id) is None


@pytest.mark.parametrize("page", [1, 7, 20, 100])
def test_scans_lose_nothing_at_the_edges_of_pages(filled: Ledger, page: int) -> None:
    assert [row[0] for row in filled.scan(page=page)] == list(range(1, 61))
    assert [row[0] for row in filled.scan(page=page, after=10, stop=30)] == list(range(11, 31))
    assert [row[0] for row in filled.scan(page=page, prefix="round/RL01/07")] == [8, 28, 48]
    grouped = list(filled.scan_streams(filled.stream_ids("round/"), page=page))
    assert [stream for stream, _ in grouped] == [f"round/RL01/{number:02d}" for number in range(20)]
    assert all([row[2] for row in rows] == [1, 2, 3] for _, rows in grouped)


def test_many_streams_come_in_the_order_asked_without_the_unknown(filled: Ledger) -> None:
    asked = ["round/RL01/19", "round/none/1", "round/RL01/03"]
    found = list(filled.scan_streams(asked, upto_position=30))
    assert [(stream, [row[0] for row in rows]) for stream, rows in found] == [
        ("round/RL01/19", [20]),
        ("round/RL01/03", [4, 24]),
    ]


def test_a_stream_in_columns_is_its_rows(filled: Ledger) -> None:
    """One by one, from either end and in parts; one event says no moment, which is then nowhere."""
    filled.append([opened("round/RL01/00", occurred_at=None)])
    stream = "round/RL01/00"
    [(_stream, columns)] = filled.scan_streams([stream])
    rows = filled.stream_rows(stream)
    assert list(columns) == rows
    assert len(columns) == len(rows) == 4
    assert [columns[place] for place in range(4)] == rows
    assert (columns[-1], columns[1:], columns[:-2]) == (rows[-1], rows[1:], rows[:-2])
    assert (rows[3][4], columns[3][4], says_when(columns, 3), says_when(rows, 3)) == (None, None, False, False)
    assert first_position(columns) == first_position(rows) == rows[0][0]
    with pytest.raises(IndexError):
        columns[4]


def test_stream_ids_by_prefix_start_and_moment(filled: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "STREAM_PAGE", 3)
    every = [f"round/RL01/{number:02d}" for number in range(20)]
    assert list(filled.stream_ids()) == every
    assert list(filled.stream_ids("round/RL01/1")) == every[10:]
    assert list(filled.stream_ids("round/", after="round/RL01/17")) == every[18:]
    assert list(filled.stream_ids("round/", upto_position=5)) == every[:5]
    assert list(filled.stream_ids("table/")) == []


def test_memory_stays_flat_while_scanning(ledger: Ledger) -> None:
    for start in range(0, 12_000, 4_000):
        ledger.append([dropped(1, f"round/RL01/{number:06d}") for number in range(start, start + 4_000)])
    peaks = []
    for stop in (3_000, 12_000):
        tracemalloc.start()
        assert sum(1 for _ in ledger.scan(stop=stop, page=500)) == stop
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


def test_a_type_that_the_program_does_not_know_stops_the_reader(
    filled: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino.core.stored.find", lambda name: None)
    with pytest.raises(LedgerCorrupt, match=r"roulette\.round_opened\.v1"):
        filled.read(limit=1)


def test_get_ledger_is_one_per_property() -> None:
    assert get_ledger(CODE) is get_ledger(CODE)


def test_rows_carry_the_stored_body(filled: Ledger) -> None:
    row = filled.rows(limit=1)[0]
    assert ids([filled.decode(row)]) == ids(filled.read(limit=1))
    assert type(row[7]) is bytes
