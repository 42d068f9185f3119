"""Parquet of a bundle that holds, read back by DuckDB and held against the bundle's own members."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import duckdb
import pytest

from surveillance.bundle import tables
from surveillance.bundle.command import main
from surveillance.bundle.opened import Bundle
from tests.surveillance.bundle import rich, tampering


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    return rich.write(rich.told(5), folder / "w", folder / "report.zip")


def rows(file: Path, columns: str = "*") -> list[tuple[object, ...]]:
    return duckdb.connect().execute(f"SELECT {columns} FROM read_parquet(?)", [str(file)]).fetchall()


def csv_rows(members: dict[str, bytes], name: str) -> list[list[str]]:
    found: list[list[str]] = []
    for member in sorted(each for each in members if each.endswith(name)):
        found += list(csv.reader(io.StringIO(members[member].decode(), newline="")))[1:]
    return found


def as_csv(found: list[tuple[object, ...]]) -> list[list[str]]:
    return [["" if each is None else str(each) for each in row] for row in found]


def test_the_rows_are_those_of_the_csv(bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH", 3)  # several batches
    assert main([str(bundle), "--language", "en", "--parquet", str(tmp_path / "new" / "folder")]) == 3
    found = rows(tmp_path / "new" / "folder" / "settlements.parquet")
    assert as_csv(found) == csv_rows(tampering.read(bundle), "settlements.csv")
    assert len(found) > 3


def test_findings_too_with_what_a_csv_puts_in_quotes(bundle: Path, tmp_path: Path) -> None:
    members = tampering.read(bundle)
    name = "judged/000001/findings.csv"
    more = [["round/a,b", "g", "d", 'c"o"de', "money", "", "-5", "4.6 4.7", "1 2", "i"], [*["x"] * 6, "0", *["é"] * 3]]
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(more)
    tampering.write({**members, name: members[name] + text.getvalue().encode()}, tmp_path / "b.zip")
    tables.write(tmp_path / "b.zip", tmp_path)  # what is written here was verified before, and so is not asked again
    assert as_csv(rows(tmp_path / "findings.parquet")) == more
    assert [row[0] for row in rows(tmp_path / "findings.parquet", "amount_minor")] == [-5, 0]


def test_amounts_are_numbers_and_can_be_added(bundle: Path, tmp_path: Path) -> None:
    tables.write(bundle, tmp_path)
    [(total,)] = rows(tmp_path / "settlements.parquet", "sum(stake_minor)")
    stakes = [int(row[7]) for row in csv_rows(tampering.read(bundle), "settlements.csv")]
    assert int(str(total)) == sum(stakes) > 0


def test_every_event_stands_there_once(bundle: Path, tmp_path: Path) -> None:
    tables.write(bundle, tmp_path)
    opened = Bundle(bundle)
    events = opened.manifest.events
    opened.close()
    [found] = rows(
        tmp_path / "events.parquet",
        "count(*), count(DISTINCT position), count(*) FILTER (json_valid(body)), typeof(any_value(recorded_at))",
    )
    assert found == (events, events, events, "TIMESTAMP WITH TIME ZONE")


def test_of_what_does_not_hold_nothing_is_written(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    members = tampering.read(bundle)
    name = "judged/000002/settlements.csv"
    wrong = tampering.write({**members, name: members[name].replace(b"0", b"1", 1)}, tmp_path / "b.zip")
    assert main([str(wrong), "--language", "en", "--parquet", str(tmp_path / "out")]) == 1
    assert not (tmp_path / "out").exists()
    assert "does not hold" in capsys.readouterr().err


def test_without_the_extra_it_says_what_to_install(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "arro3.io", None)
    with pytest.raises(SystemExit) as ended:
        main([str(bundle), "--language", "en", "--parquet", str(tmp_path / "out")])
    assert ended.value.code == 2
    assert "tableproof[parquet]" in capsys.readouterr().err
