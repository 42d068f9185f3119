"""A good bundle is proved; what it does not prove is said; the same bundle gives the same report, however read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casino.transparency import policy
from games.engine.session import SessionBefore
from surveillance.bundle.layout import Asked
from surveillance.bundle.rounds import handed
from surveillance.bundle.verifying import Report, Trust, verify
from surveillance.bundle.writing import Given, Writer
from tests.benchmarks.bulk import STARTS
from tests.surveillance.bundle import rich
from tests.surveillance.bundle.house import (
    DAY,
    HOUSE,
    LOG,
    MADE,
    POLICY,
    REPORT,
    STRANGER,
    House,
    a_house,
    request,
    sign_report,
    write_all,
)

TRUST = Trust(policy=policy.parse(POLICY), report_keys=(REPORT.vkey,))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    return write_all(a_house(), folder / "w", folder / "whole.zip")


@pytest.fixture(scope="module")
def house() -> House:
    return rich.told()


@pytest.fixture(scope="module")
def rich_one(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    return rich.write(house, folder / "w", folder / "rich.zip")


def remarks(report: Report) -> set[str]:
    return {each.code for each in report.found.remarks}


def test_a_whole_bundle_is_proved_and_nothing_of_it_is_left_to_trust(whole: Path) -> None:
    report = verify(whole, TRUST)
    assert report.found.reasons == []
    assert (report.verdict, report.exit_code) == ("proved", 0)
    assert remarks(report) == {"program_differs", "document_own", "device_key"}
    assert report.found.figures["rounds"] == 12
    assert report.found.figures["signed_device"] > 100
    assert {each.kind for each in report.signed} == {0x01, 0x04, 0x06}


def test_every_part_of_a_rich_bundle_is_checked(rich_one: Path, house: House) -> None:
    report = verify(rich_one, TRUST)
    assert report.found.reasons == []
    assert report.verdict == "proved"
    figures = report.found.figures
    assert figures["events"] + figures["entries"] == house.size
    assert figures["signed_person"] == 4
    assert [figures[f"disclosed_{state}"] for state in ("open", "sealed", "erased")] == [2, 1, 1]
    assert figures["clips"] == 2
    gaps = [each for each in report.found.remarks if each.code == "gap"]
    assert [(each.where, each.values) for each in gaps] == [("device/K9", {"first": "4", "last": "6"})]
    assert "hashes" not in remarks(report)


def test_without_a_policy_it_is_only_consistent_in_itself(rich_one: Path) -> None:
    report = verify(rich_one, Trust())
    assert report.found.reasons == []
    assert (report.verdict, report.exit_code) == ("consistent", 3)
    assert "request_on_trust" in remarks(report)


def test_keys_that_are_not_the_reader_s_are_refused(rich_one: Path) -> None:
    stranger = policy.parse(f"log {STRANGER.vkey}\nquorum none\n".encode())
    assert [each.code for each in verify(rich_one, Trust(policy=stranger)).found.reasons] == ["signature"]
    report = verify(rich_one, Trust(policy=TRUST.policy, report_keys=(STRANGER.vkey,)))
    assert [each.code for each in report.found.reasons] == ["note_unknown"]


def test_several_processes_tell_the_same(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = verify(whole, TRUST)
    monkeypatch.setattr("surveillance.bundle.verifying.ALONE", 0)
    told: list[tuple[int, int]] = []
    report = verify(whole, TRUST, jobs=2, progress=lambda done, of: told.append((done, of)))
    assert report.found.reasons == alone.found.reasons
    assert report.found.remarks == alone.found.remarks
    assert report.found.figures == alone.found.figures
    assert report.sha256 == alone.sha256
    assert all(done <= of for done, of in told)


def test_hashes_alone_prove_no_more_than_how_many_there_are(house: House, tmp_path: Path) -> None:
    target = rich.write(house, tmp_path / "w", tmp_path / "b.zip", entries=None)
    report = verify(target, TRUST)
    assert report.found.reasons == []
    [hashes] = [each for each in report.found.remarks if each.code == "hashes"]
    assert int(hashes.values["count"]) == house.size - report.found.figures["events"]
    whole = {name for name in house.streams if not name.startswith("round/")}
    whole |= {each for table in rich.TABLES for each in house.rounds(table)}
    unseen = max(at for name, positions in house.streams.items() if name not in whole for at in positions)
    open_ended = {(name, house.streams[name][-1]) for name in whole if house.streams[name][-1] < unseen}
    assert {(each.stream, each.position) for each in report.open_ended} == open_ended
    assert [each.version for each in report.open_ended] == [len(house.streams[e.stream]) for e in report.open_ended]
    [heads] = [each for each in report.found.remarks if each.code == "heads"]
    assert heads.where == f"position {unseen + 1}"
    assert int(heads.values["count"]) == len(open_ended) > 5
    assert heads.values["named"] == ", ".join(each.stream for each in report.open_ended[:5]) + " …"
    assert report.open_ended[0].stream.startswith("round/")
    assert "session_trusted" in remarks(report)


def test_without_an_interval_each_event_is_proved_and_completeness_is_not_claimed(house: House, tmp_path: Path) -> None:
    first = house.rounds("RL01")[0]
    target = rich.write(
        house,
        tmp_path / "w",
        tmp_path / "b.zip",
        intervals=(),
        entries=None,
        asked=Asked(rounds=(first,)),
        request=request(house, "player", player="P-1", from_day=DAY, to_day=DAY),
    )
    report = verify(target, TRUST)
    assert report.found.reasons == []
    assert {"no_interval", "selection_trusted", "heads"} <= remarks(report)


def part(house: House, tmp_path: Path, rounds: list[str], **said: Any) -> Report:
    """Some rounds of the baccarat table, in the interval of the whole log."""
    writer = Writer(tmp_path / "w", house=HOUSE, as_of=house.size)
    for kind in ("rules", "device", "account"):
        writer.streams(kind, house.kind(kind))
    writer.streams("table", house.kind("table"))
    asked = said.pop("asked", Asked(rounds=tuple(rounds)))
    wanted = said.pop("request", None) or request(house, "player", player="P-1", from_day=DAY, to_day=DAY)
    given = [Given(house.stream(name), asked=name in asked.rounds or not asked.rounds) for name in rounds]
    writer.rounds("BA01", given, **said)
    writer.origins(1, house.origins_of(rounds))
    writer.origins(0, house.origins_of(f"table/{table}" for table in house.tables()))
    writer.log(house.note(), house.tree(), keys=[str(LOG.vkey)], intervals=[(1, house.size)], entries=house.entries)
    target = tmp_path / "part.zip"
    writer.finish(target, operator="x", made=MADE, request=wanted, asked=asked)
    return verify(target, Trust())


def test_a_round_of_a_table_that_was_left_out_is_named(house: House, tmp_path: Path) -> None:
    first, *rest = house.rounds("BA01")
    whole = request(house, from_day=DAY, to_day=DAY, tables=("BA01",))
    report = part(house, tmp_path, rest, asked=Asked(first=1, last=house.size, tables=("BA01",)), request=whole)
    left = [each for each in report.found.reasons if each.code == "left_out"]
    assert {each.values["stream"] for each in left} == {first}


def test_the_last_event_of_a_round_cannot_be_left_out_where_entries_are_shown(house: House, tmp_path: Path) -> None:
    rounds = house.rounds("BA01")
    whole = house.stream

    class Cut:
        def __getattr__(self, name: str) -> Any:
            return getattr(house, name)

        def stream(self, name: str) -> Any:
            return whole(name)[:-1] if name == rounds[0] else whole(name)

    report = part(Cut(), tmp_path, rounds[:1])  # type: ignore[arg-type]
    [continued] = [each for each in report.found.reasons if each.code == "continued"]
    assert continued.where == f"position {house.streams[rounds[0]][-1]}"


def test_what_a_table_handed_on_is_said_to_be_the_house_s_word(house: House, tmp_path: Path) -> None:
    rounds = house.rounds("BA01")
    report = part(house, tmp_path, rounds[1:], handed=[handed("baccarat", SessionBefore(), STARTS)])
    assert {"handed", "selection_trusted"} <= remarks(report)
    assert not [each for each in report.found.reasons if each.code != "continued"]


def test_rounds_beside_those_asked_for_stand_there_without_rows_of_their_own(house: House, tmp_path: Path) -> None:
    rounds = house.rounds("BA01")
    report = part(house, tmp_path, rounds[:2], asked=Asked(rounds=(rounds[0],)))
    assert report.found.reasons == []
    assert report.told is not None
    assert report.told.units[0].context == (rounds[1],)


def test_the_smallest_bundle_is_a_round_with_a_proof_of_each_event(house: House, tmp_path: Path) -> None:
    [stream] = house.rounds("RL01")[:1]
    writer = Writer(tmp_path / "w", house=HOUSE, as_of=house.size)
    for kind in ("rules", "device", "account"):
        writer.streams(kind, house.kind(kind))
    writer.streams("table", house.kind("table"))
    writer.rounds("RL01", [Given(house.stream(stream))])
    writer.origins(1, house.origins_of([stream]))
    writer.origins(0, house.origins_of(f"table/{table}" for table in house.tables()))
    note = house.note()
    for position in house.streams[stream]:
        writer.proof(position, rich.proof_of(house, position, note))
    writer.log(note, house.tree(), keys=[str(LOG.vkey)])
    writer.finish(
        tmp_path / "b.zip",
        operator="x",
        made=MADE,
        request=request(house, "round", round=stream),
        asked=Asked(rounds=(stream,)),
        sign=sign_report,
    )
    report = verify(tmp_path / "b.zip", TRUST)
    assert report.found.reasons == []
    assert report.verdict == "proved"
    assert report.found.figures["proofs"] == len(house.streams[stream])
