"""A crooked house with an honest witness: it signs whatever it writes, and leaves out what it does not want seen.

Each bundle here is made by the house's own keys, over a log that the witness has cosigned, and is refused because of
what it claims or leaves out; the honest one beside it is proved.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from casino.core.canonical import canonical_bytes
from casino.core.log_entry import Entry, general_entry_bytes
from casino.transparency import policy
from casino.transparency.notes import Note
from games.engine.server import STREAM, TYPE, ClockJumped
from games.engine.table import ShoeLoaded, TableClosed, TableOpened, TableRegistered
from surveillance.bundle import layout
from surveillance.bundle.command import as_text, main
from surveillance.bundle.layout import Asked, Former, Recorded
from surveillance.bundle.verifying import Report, Trust, verify
from surveillance.bundle.writing import Given, Writer
from tests.benchmarks.bulk import STARTS, typical_rounds
from tests.surveillance.bundle import tampering
from tests.surveillance.bundle.house import (
    DAY,
    HOUSE,
    LOG,
    MADE,
    OPERATOR,
    POLICY,
    REPORT,
    WITNESS,
    House,
    request,
    sign_report,
)

TRUST = Trust(policy=policy.parse(POLICY), report_keys=(REPORT.vkey,))
ROUNDS = 6
NOON = datetime(2026, 6, 13, 5, tzinfo=UTC)
"""Between the third and the fourth round of both tables."""
MIDNIGHT = datetime(2026, 6, 14, 17, tzinfo=UTC)
"""Behind everything."""


class Ledger:
    """Two tables on one day: three rounds each before noon, three behind it."""

    def __init__(self) -> None:
        self.house = House()
        for table, seed in (("RL01", 1), ("RL02", 2)):
            self.deal(table, seed, STARTS)
            self.house.record(f"table/{table}", "table.opened.v1", TableOpened())
        self.morning = self.house.size
        for table, seed in (("RL01", 3), ("RL02", 4)):
            self.deal(table, seed, NOON + timedelta(hours=1), "round/{}/20260613-1")

    def deal(self, table: str, seed: int, starts: datetime, named: str = "round/{}/20260613-0") -> list[str]:
        """Half of the rounds; the table itself is founded with its first."""
        found = []
        for events in typical_rounds(ROUNDS // 2, seed, table=table, starts=starts):
            rounds = [
                msgspec.structs.replace(
                    each, stream=each.stream.replace(f"round/{table}/20260613-0", named.format(table))
                )
                for each in events
                if each.stream.startswith("round/") or f"table/{table}" not in self.house.streams or starts == STARTS
            ]
            self.house.take(rounds)
            found.append(rounds[-1].stream)
        return found

    def rounds(self, table: str) -> list[str]:
        return self.house.rounds(table)


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return Ledger()


def bundle(
    ledger: Ledger,
    folder: Path,
    *,
    wanted: dict[str, Any],
    asked: Asked,
    rounds: Sequence[str],
    context: Sequence[str] = (),
    shown: tuple[int, int] | None = None,
    streams: Callable[[str], bool] = lambda name: True,
    of: Callable[[str], list[Recorded]] | None = None,
    former: Sequence[Former] = (),
) -> Path:
    """What the house hands out: these rounds, marked so, and of these positions the other entries."""
    house = ledger.house
    folder.mkdir(exist_ok=True)
    writer = Writer(folder / "w", house=HOUSE, as_of=house.size)
    stream = of or house.stream
    for kind in ("rules", "table", "device", "account", "case", "server"):
        names = [name for name in sorted(house.streams) if name.startswith(f"{kind}/") and streams(name)]
        writer.streams(kind, (event for name in names for event in stream(name)))
    for table in sorted({name.split("/")[1] for name in rounds}):
        own = [name for name in house.rounds(table) if name in rounds]
        unit = writer.rounds(table, [Given(stream(name), name not in context) for name in own])
        writer.origins(unit.number, house.origins_of(own))
    writer.origins(0, house.origins_of(name for name in house.streams if name.startswith("table/") and streams(name)))
    first, last = shown or (1, house.size)
    writer.log(
        house.note(),
        house.tree(),
        keys=[str(each.vkey) for each in (LOG, OPERATOR, WITNESS)],
        intervals=[(first, last)] if first <= last else [],
        entries=house.entries,
        former=former,
    )
    target = folder / "b.zip"
    writer.finish(target, operator="x", made=MADE, request=wanted, asked=asked, sign=sign_report)
    return target


def with_hashes(given: Path, stream: str, target: Path) -> Path:
    """The entries of a stream taken out again, so that its positions are hashes alone; signed by the house."""
    members = tampering.read(given)
    name = "log/entries/000001.ndjson"
    kept = [line for line in members[name].splitlines(keepends=True) if f'"stream":"{stream}"'.encode() not in line]
    return resigned(members | {name: b"".join(kept)}, target)


def resigned(members: dict[str, bytes], target: Path) -> Path:
    """With new digests, signed by the house's own report key."""
    covered = tampering.read(tampering.write(members, target))
    text = f"{layout.FORMAT}\n{HOUSE.code}\n{sha256(covered[layout.MANIFEST]).hexdigest()}\n"
    covered[layout.SIGNATURE] = Note(text, sign_report(text)).encode()
    return tampering.write(covered, target, cover=False)


def codes(report: Report) -> set[str]:
    return {each.code for each in report.found.reasons}


def remarks(report: Report) -> set[str]:
    return {each.code for each in report.found.remarks}


def day(ledger: Ledger, **narrower: Any) -> dict[str, Any]:
    return request(ledger.house, "gaming_day", from_day=DAY, to_day=DAY, **narrower)


def morning(ledger: Ledger, table: str = "RL01") -> dict[str, Any]:
    begins = datetime(2026, 6, 12, 23, tzinfo=UTC)
    return request(ledger.house, "table", table=table, begins_at=begins, ends_at=NOON)


# --- The interval -----------------------------------------------------------------------------------------------------


def test_a_day_held_whole_is_proved_and_said_in_words(ledger: Ledger, tmp_path: Path) -> None:
    every = ledger.rounds("RL01") + ledger.rounds("RL02")
    asked = Asked(first=1, last=ledger.house.size, tables=("RL01", "RL02"))
    report = verify(bundle(ledger, tmp_path, wanted=day(ledger), asked=asked, rounds=every), TRUST)
    assert (report.verdict, report.found.reasons) == ("proved", [])
    assert remarks(report) <= {
        "program_differs",
        "document_own",
        "numbers_left_out",
        "device_key",
    }  # the evening's begin anew
    shown = as_text(report, Path("b.zip"), "en", TRUST)
    assert "Asked for (signed): A gaming day: 13/06/2026 (REG-001, 2026-06-14T01:00:00.000000Z)" in shown
    whole = f"13/06/2026 06:00 – 14/06/2026 06:00, positions 1 to {ledger.house.size}; nothing is left out"
    assert f"Holds whole: tables RL01, RL02, {whole}" in shown


def test_half_a_day_of_one_table_is_proved_by_the_entries_at_its_ends(ledger: Ledger, tmp_path: Path) -> None:
    own = ledger.rounds("RL01")
    asked = Asked(first=1, last=ledger.morning, tables=("RL01",))
    given = bundle(
        ledger,
        tmp_path,
        wanted=morning(ledger),
        asked=asked,
        rounds=own[: ROUNDS // 2 + 1],
        context=own[ROUNDS // 2 : ROUNDS // 2 + 1],
        shown=(1, ledger.morning + 1),
    )
    report = verify(given, TRUST)
    assert (report.verdict, report.found.reasons) == ("proved", [])
    assert "ends_trusted" not in remarks(report)


NARROWED: dict[str, dict[str, Any]] = {
    "no interval": {"first": 0, "last": 0, "tables": ()},
    "an interval that begins later": {"first": 40},
    "an interval that ends earlier": {"last": 90},
    "another table": {"tables": ("RL02",)},
    "one table of two": {"tables": ("RL01",)},
    "no table": {"tables": ()},
    "single rounds": {"first": 0, "last": 0, "tables": (), "rounds": ("round/RL01/20260613-000001",)},
    "rounds besides": {"rounds": ("round/RL01/20260613-000001",)},
}


@pytest.mark.parametrize("how", NARROWED)
def test_a_claim_that_is_narrower_empty_or_other_than_the_request_is_refused(
    how: str, ledger: Ledger, tmp_path: Path
) -> None:
    every = ledger.rounds("RL01") + ledger.rounds("RL02")
    whole: dict[str, Any] = {"first": 1, "last": ledger.house.size, "tables": ("RL01", "RL02"), "rounds": ()}
    asked = Asked(**(whole | NARROWED[how]))
    report = verify(bundle(ledger, tmp_path, wanted=day(ledger), asked=asked, rounds=every), TRUST)
    assert report.verdict == "refused"
    assert codes(report) & {"claim", "claim_empty", "claim_ends"}, report.found.reasons


def test_a_round_left_out_of_the_claim_and_the_events_is_named(ledger: Ledger, tmp_path: Path) -> None:
    """What a crooked house got proved: round 4 of 6, its entries shown, its table not asked for."""
    every = ledger.rounds("RL01") + ledger.rounds("RL02")
    without = [name for name in every if name != ledger.rounds("RL01")[3]]
    for tables in ((), ("RL02",), ("RL01", "RL02")):
        asked = Asked(first=1, last=ledger.house.size, tables=tables)
        report = verify(bundle(ledger, tmp_path / str(tables), wanted=day(ledger), asked=asked, rounds=without), TRUST)
        assert report.verdict == "refused", tables


def test_a_day_without_a_whole_table_is_refused(ledger: Ledger, tmp_path: Path) -> None:
    """What a crooked house got proved: the stream of the table is not in the bundle, so that "all tables" are fewer."""
    asked = Asked(first=1, last=ledger.house.size, tables=("RL01",))
    for number, wanted in enumerate(
        (day(ledger), day(ledger, games=("roulette",)), day(ledger, tables=("RL01", "RL02")))
    ):
        given = bundle(
            ledger,
            tmp_path / str(number),
            wanted=wanted,
            asked=asked,
            rounds=ledger.rounds("RL01"),
            streams=lambda name: name != "table/RL02",
        )
        found = {(each.code, each.values.get("stream")) for each in verify(given, TRUST).found.reasons}
        assert {("left_out", "table/RL02"), ("table_left_out", "table/RL02")} <= found, number


def next_day(ledger: Ledger, folder: Path, table: str, kept: int | None, *claimed: str, **narrower: Any) -> Path:
    """The day after, of the first table's rounds alone, though another dealt as well; of that one's stream no event
    behind ``kept``, and of what was recorded of tables on the day before, nothing is shown."""
    house, starts = ledger.house, STARTS + timedelta(days=1)
    for each, seed in (("RL01", 31), (table, 32)):
        ledger.deal(each, seed, starts, "round/{}/20260614-0")
    first = house.streams["round/RL01/20260614-000001"][0]
    own = [name for name in ledger.rounds("RL01") if house.streams[name][0] >= first]
    later = DAY + timedelta(days=1)
    return bundle(
        ledger,
        folder,
        wanted=request(house, "gaming_day", from_day=later, to_day=later, **narrower),
        asked=Asked(first=first, last=house.size, tables=claimed),
        rounds=own,
        shown=(first - 1, house.size),
        of=lambda stream: house.stream(stream)[: kept if stream == f"table/{table}" else None],
    )


def of_two_games(folder: Path) -> Path:
    """A table that was of another game before: its stream is cut short there."""
    ledger = Ledger()
    for game in ("sicbo", "roulette"):
        ledger.house.record("table/RL05", "table.registered.v1", TableRegistered(game=game, currency="VND"))
    ledger.house.record("table/RL01", "table.opened.v1", TableOpened())
    return next_day(ledger, folder, "RL05", 1, "RL01", "RL02", games=("roulette",))


def test_a_table_of_which_rounds_alone_are_recorded_that_day_is_missed_by_them(tmp_path: Path) -> None:
    assert codes(verify(next_day(Ledger(), tmp_path, "RL02", 0, "RL01"), TRUST)) == {"table_left_out"}


def test_a_table_cut_short_before_it_was_registered_for_the_game_is_missed_by_its_rounds(tmp_path: Path) -> None:
    """By the stream as it stands there it was not asked for."""
    report = verify(of_two_games(tmp_path), TRUST)
    assert {(each.code, each.values["stream"][:11]) for each in report.found.reasons} == {("left_out", "round/RL05/")}


def test_a_case_or_table_whose_own_stream_is_not_there_is_refused(ledger: Ledger, tmp_path: Path) -> None:
    """What a case has is known by its events alone: without them, it seemed to have no round."""
    empty = bundle(
        ledger, tmp_path / "a", wanted=request(ledger.house, "case", case="2026-00001"), asked=Asked(), rounds=()
    )
    assert codes(verify(empty, TRUST)) == {"case_left_out"}
    quiet = request(ledger.house, "table", table="RL02", begins_at=MIDNIGHT, ends_at=MIDNIGHT + timedelta(hours=1))
    size = ledger.house.size
    given = bundle(
        ledger,
        tmp_path / "b",
        wanted=quiet,
        asked=Asked(first=size + 1, last=size, tables=("RL02",)),
        rounds=(),
        shown=(size, size),
        streams=lambda name: name != "table/RL02",
    )
    assert codes(verify(given, TRUST)) == {"table_left_out"}


def test_a_round_hidden_as_hashes_is_not_proved_to_be_all_there_is(
    ledger: Ledger, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A crooked house shows hashes in the place of what it leaves out: whoever takes the exit code is told."""
    gone = ledger.rounds("RL01")[3]
    rounds = [name for name in ledger.rounds("RL01") + ledger.rounds("RL02") if name != gone]
    asked = Asked(first=1, last=ledger.house.size, tables=("RL01", "RL02"))
    shown = bundle(ledger, tmp_path / "shown", wanted=day(ledger), asked=asked, rounds=rounds)
    assert "left_out" in codes(verify(shown, TRUST))
    given = with_hashes(shown, gone, tmp_path / "hidden.zip")
    report = verify(given, TRUST)
    assert (report.verdict, report.exit_code, report.found.reasons) == ("in_part", 7, [])
    (tmp_path / "policy").write_bytes(POLICY)
    for language, words in (("en", ("PROVED IN PART", "Claims to hold whole")), ("vi", ("MỘT PHẦN", "Tự nói là có"))):
        assert main([str(given), "--policy", str(tmp_path / "policy"), "--language", language]) == 7
        said = capsys.readouterr().out
        assert all(each in said for each in words), said
        assert str(len(ledger.house.streams[gone])) in said
    assert verify(given, Trust()).verdict == "consistent"


@pytest.mark.parametrize("about", ["player", "finding", "clause"])
def test_that_nothing_was_found_is_the_house_s_word(about: str, ledger: Ledger, tmp_path: Path) -> None:
    named = {"player": "P-1", "finding": "wrong_payout", "clause": "7.1"}[about]
    wanted = request(ledger.house, about, **{about: named}, from_day=DAY, to_day=DAY)
    report = verify(bundle(ledger, tmp_path, wanted=wanted, asked=Asked(), rounds=()), TRUST)
    assert (report.verdict, report.exit_code, report.found.reasons) == ("in_part", 7, [])
    assert "selection_empty" in remarks(report)


def test_a_request_that_is_none_or_of_another_position_is_refused(ledger: Ledger, tmp_path: Path) -> None:
    every = ledger.rounds("RL01") + ledger.rounds("RL02")
    asked = Asked(first=1, last=ledger.house.size, tables=("RL01", "RL02"))
    good = day(ledger)
    for number, wanted in enumerate(
        ({}, {"what": "the day"}, good | {"position": 3}, good | {"what": {"about": "gaming_day"}})
    ):
        report = verify(bundle(ledger, tmp_path / str(number), wanted=wanted, asked=asked, rounds=every), TRUST)
        assert "request" in codes(report), wanted


def test_an_interval_that_ends_elsewhere_is_refused_by_the_time_of_its_neighbours(
    ledger: Ledger, tmp_path: Path
) -> None:
    own = ledger.rounds("RL01")
    for number, last in enumerate((ledger.morning - 30, ledger.morning + 30)):
        asked = Asked(first=1, last=last, tables=("RL01",))
        given = bundle(ledger, tmp_path / str(number), wanted=morning(ledger), asked=asked, rounds=own)
        assert "claim_ends" in codes(verify(given, TRUST)), last


def test_hashes_at_the_ends_leave_the_moments_to_trust(ledger: Ledger, tmp_path: Path) -> None:
    own = ledger.rounds("RL01")
    asked = Asked(first=1, last=ledger.morning, tables=("RL01",))
    given = bundle(
        ledger,
        tmp_path,
        wanted=morning(ledger),
        asked=asked,
        rounds=own[: ROUNDS // 2],
        shown=(1, ledger.morning),
    )
    report = verify(given, TRUST)
    assert (report.verdict, report.found.reasons) == ("proved", [])
    assert "ends_trusted" in remarks(report)


# --- Marked as standing beside ----------------------------------------------------------------------------------------


def test_a_round_that_was_asked_for_may_not_stand_beside(ledger: Ledger, tmp_path: Path) -> None:
    """Six rounds so marked left settlements.csv empty."""
    every = ledger.rounds("RL01") + ledger.rounds("RL02")
    asked = Asked(first=1, last=ledger.house.size, tables=("RL01", "RL02"))
    for context in (every, every[:1]):
        given = bundle(
            ledger, tmp_path / str(len(context)), wanted=day(ledger), asked=asked, rounds=every, context=context
        )
        report = verify(given, TRUST)
        assert codes(report) == {"context"}
        assert {each.where for each in report.found.reasons} == set(context)


def test_a_round_of_another_day_may_not_be_counted_with_this_one(ledger: Ledger, tmp_path: Path) -> None:
    own = ledger.rounds("RL01")
    asked = Asked(first=1, last=ledger.morning, tables=("RL01",))
    given = bundle(ledger, tmp_path, wanted=morning(ledger), asked=asked, rounds=own, shown=(1, ledger.morning + 1))
    report = verify(given, TRUST)
    assert codes(report) == {"context"}
    assert {each.where for each in report.found.reasons} == set(own[ROUNDS // 2 :])


# --- What goes on -----------------------------------------------------------------------------------------------------


class Forked(Ledger):
    """The honest day, and behind it an event of a round that its own history does not lead to."""

    def __init__(self, version: int, previous: int | None, stream: str = "round/RL01/20260613-000001") -> None:
        super().__init__()
        house = self.house
        entry, recorded = house.rows[house.streams[stream][-1] - 1]
        later = Entry(
            **{name: getattr(entry, name) for name in Entry.__struct_fields__}
            | {
                "position": house.size + 1,
                "version": version,
                "previous": previous,
                "recorded_at": house.rows[-1][0].recorded_at,
            }
        )
        added = Recorded(general_entry_bytes(later), recorded.body)
        house.rows.append((later, added))
        house._builder.add_leaf(sha256(b"\0" + added.entry).digest())
        self.added = house.size
        self.stream = stream


@pytest.mark.parametrize(
    ("version", "previous", "code"),
    [(99, 7, "continued"), (1, None, "two_histories"), (2, 7, "two_histories")],
)
def test_a_later_event_or_a_second_history_of_a_round_is_refused_whatever_it_says_it_follows(
    version: int, previous: int | None, code: str, tmp_path: Path
) -> None:
    """Its stream is named in its own entry: what it says of its predecessor is the house's word."""
    forked = Forked(version, previous)
    wanted = request(forked.house, "player", player="P-1", from_day=DAY, to_day=DAY)
    given = bundle(forked, tmp_path, wanted=wanted, asked=Asked(rounds=(forked.stream,)), rounds=[forked.stream])
    report = verify(given, TRUST)
    assert code in codes(report), report.found.reasons
    assert f"position {forked.added}" in {each.where for each in report.found.reasons}


def test_two_histories_of_a_stream_that_is_not_in_the_bundle_are_refused_too(tmp_path: Path) -> None:
    forked = Forked(1, None, "round/RL02/20260613-000002")
    own = forked.rounds("RL01")
    wanted = request(forked.house, "player", player="P-1", from_day=DAY, to_day=DAY)
    given = bundle(forked, tmp_path, wanted=wanted, asked=Asked(rounds=tuple(own)), rounds=own)
    report = verify(given, TRUST)
    assert [(each.code, each.where) for each in report.found.reasons] == [("two_histories", f"position {forked.added}")]


def test_streams_by_which_rounds_are_judged_may_not_be_left_out_where_entries_are_shown(
    ledger: Ledger, tmp_path: Path
) -> None:
    own = ledger.rounds("RL01")
    device = next(name for name in ledger.house.streams if name.startswith("device/") and "RL01" in name)
    wanted = request(ledger.house, "player", player="P-1", from_day=DAY, to_day=DAY)
    for number, left in enumerate((device, "table/RL01")):
        shown = [name for name in ledger.house.streams if name != left]
        given = bundle(
            ledger,
            tmp_path / str(number),
            wanted=wanted,
            asked=Asked(rounds=tuple(own)),
            rounds=own,
            streams=shown.__contains__,
        )
        report = verify(given, TRUST)
        assert ("left_out", left) in {(each.code, each.values.get("stream")) for each in report.found.reasons}


# --- No activity ------------------------------------------------------------------------------------------------------


def test_a_day_without_anything_is_proved_by_the_entries_on_both_sides(ledger: Ledger, tmp_path: Path) -> None:
    before = DAY - timedelta(days=1)
    wanted = request(ledger.house, "gaming_day", from_day=before, to_day=before)
    tables = ("RL01", "RL02")
    given = bundle(
        ledger, tmp_path / "a", wanted=wanted, asked=Asked(first=1, last=0, tables=tables), rounds=(), shown=(1, 1)
    )
    report = verify(given, TRUST)
    assert (report.verdict, report.found.reasons) == ("proved", [])
    assert "log_silent" in remarks(report)
    after = DAY + timedelta(days=1)
    wanted = request(ledger.house, "gaming_day", from_day=after, to_day=after)
    size = ledger.house.size
    claim = Asked(first=size + 1, last=size, tables=tables)
    given = bundle(ledger, tmp_path / "b", wanted=wanted, asked=claim, rounds=(), shown=(size, size))
    report = verify(given, TRUST)
    assert (report.verdict, report.found.reasons) == ("proved", [])
    for number, first in enumerate((1, 50)):
        claim = Asked(first=first, last=first - 1, tables=tables)
        given = bundle(ledger, tmp_path / f"c{number}", wanted=wanted, asked=claim, rounds=(), shown=(1, size))
        assert "claim_ends" in codes(verify(given, TRUST)), first


def test_a_closed_table_and_one_that_fell_silent_look_different(tmp_path: Path) -> None:
    ledger = Ledger()
    house = ledger.house
    begins = house.size
    house.record("table/RL02", "table.closed.v1", TableClosed())
    house.wait(timedelta(days=1))
    for events in typical_rounds(1, 9, table="RL03", starts=STARTS + timedelta(days=1)):
        house.take(events)
    later = DAY + timedelta(days=1)
    wanted = request(house, "gaming_day", from_day=later, to_day=later, tables=("RL01", "RL02"))
    asked = Asked(first=begins + 2, last=house.size, tables=("RL01", "RL02"))
    report = verify(bundle(ledger, tmp_path, wanted=wanted, asked=asked, rounds=()), TRUST)
    assert (report.verdict, report.found.reasons) == ("proved", [])
    found = {each.where: each.code for each in report.found.remarks if each.code.startswith("idle")}
    assert found == {"table/RL01": "idle_open", "table/RL02": "idle_closed"}


# --- A round, a shoe, a case ------------------------------------------------------------------------------------------


def test_a_round_is_answered_with_that_round(ledger: Ledger, tmp_path: Path) -> None:
    first, second, *_ = ledger.rounds("RL01")
    wanted = request(ledger.house, "round", round=first)
    good = bundle(ledger, tmp_path / "a", wanted=wanted, asked=Asked(rounds=(first,)), rounds=[first])
    assert verify(good, TRUST).verdict == "proved"
    other = bundle(ledger, tmp_path / "b", wanted=wanted, asked=Asked(rounds=(second,)), rounds=[second])
    assert codes(verify(other, TRUST)) == {"claim", "context"}
    none = bundle(ledger, tmp_path / "c", wanted=wanted, asked=Asked(), rounds=[])
    assert codes(verify(none, TRUST)) == {"claim"}


def test_a_shoe_is_held_from_its_loading_to_the_next(tmp_path: Path) -> None:
    ledger = Ledger()
    house = ledger.house
    loaded = [len(house.rows) + 1]
    house.record("table/RL01", "table.shoe_loaded.v1", ShoeLoaded(shoe="S-9"))
    rounds = ledger.deal("RL01", 11, NOON + timedelta(hours=5), "round/{}/20260613-2")
    loaded.append(len(house.rows) + 1)
    house.record("table/RL01", "table.shoe_loaded.v1", ShoeLoaded(shoe="S-10"))
    wanted = request(house, "shoe", table="RL01", shoe="S-9")
    asked = Asked(first=loaded[0], last=loaded[1], tables=("RL01",))
    report = verify(bundle(ledger, tmp_path / "a", wanted=wanted, asked=asked, rounds=rounds), TRUST)
    assert report.found.reasons == []
    shorter = msgspec.structs.replace(asked, last=loaded[1] - 5)
    report = verify(bundle(ledger, tmp_path / "b", wanted=wanted, asked=shorter, rounds=rounds), TRUST)
    assert "claim" in codes(report)


# --- Members that nothing names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [f"rules/{'ab' * 32}.toml", f"files/{'cd' * 32}.bin", "index/more.ndjson", "index/cases.ndjson"]
)
def test_members_that_no_event_or_line_names_are_refused(name: str, ledger: Ledger, tmp_path: Path) -> None:
    first = ledger.rounds("RL01")[0]
    given = bundle(
        ledger,
        tmp_path,
        wanted=request(ledger.house, "round", round=first),
        asked=Asked(rounds=(first,)),
        rounds=[first],
    )
    members = tampering.read(given) | {name: b'{"says":{"a":1},"stream":"case/9","version":1}\n'}
    report = verify(tampering.write(members, tmp_path / "more.zip"), Trust(policy=TRUST.policy))
    assert report.verdict in ("refused", "unreadable")
    assert any(each.where.startswith(name) for each in report.found.reasons), report.found.reasons


def test_time_goes_back_only_where_a_jump_of_the_clock_is_on_record(tmp_path: Path) -> None:
    """Some twenty events 300 days back, at the end of the log. With a jump recorded it is said, and loudly."""
    for told in (False, True):
        ledger = Ledger()
        house = ledger.house
        house.wait(timedelta(days=-300))
        begins = house.size + 1
        ledger.deal("RL02", 5, STARTS - timedelta(days=300), "round/{}/20260613-9")
        if told:
            step = -int(timedelta(days=300) / timedelta(milliseconds=1))
            house.record(STREAM, TYPE, ClockJumped(kind="back", position=begins, step_ms=step))
        own = ledger.rounds("RL01")
        wanted = request(house, "player", player="P-1", from_day=DAY, to_day=DAY)
        given = bundle(ledger, tmp_path / str(told), wanted=wanted, asked=Asked(rounds=tuple(own)), rounds=own)
        report = verify(given, TRUST)
        assert codes(report) == (set() if told else {"time_back"})
        assert ("clock_jumped" in remarks(report)) is told


def test_what_is_asked_for_is_signed_so_that_it_cannot_be_narrowed_afterwards(ledger: Ledger, tmp_path: Path) -> None:
    every = ledger.rounds("RL01") + ledger.rounds("RL02")
    asked = Asked(first=1, last=ledger.house.size, tables=("RL01", "RL02"))
    given = bundle(ledger, tmp_path, wanted=day(ledger), asked=asked, rounds=every)
    members = tampering.read(given)
    manifest = json.loads(members[layout.MANIFEST])
    manifest["request"] = request(ledger.house, "gaming_day", from_day=DAY, to_day=DAY, tables=("RL01",))
    members[layout.MANIFEST] = canonical_bytes(manifest)
    report = verify(tampering.write(members, tmp_path / "b2.zip", cover=False), TRUST)
    assert {"note_text", "claim"} <= codes(report)
