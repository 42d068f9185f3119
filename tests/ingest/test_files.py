"""The command that takes files in: plain, gzipped, damaged, and again."""

from __future__ import annotations

import gzip
import io
import sys
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from casino.ledger.models import Property
from games.ingest.files import read_lines
from games.ingest.models import Quarantine
from tests.given import somebody, types_words_of
from tests.ingest.conftest import House
from tests.posting import posting


def ingest(*arguments: str) -> tuple[str, str, int]:
    out, err = StringIO(), StringIO()
    code = 0
    try:
        call_command("ingest", *arguments, "--property", "TST", stdout=out, stderr=err, no_color=True)
    except SystemExit as stop:
        code = int(str(stop.code))
    return out.getvalue(), err.getvalue(), code


def lines(house: House, count: int) -> list[bytes]:
    return [house.raw(device="S1") for _n in range(count)]


def test_a_file_goes_in_once_however_often_it_is_given(house: House, tmp_path: Path) -> None:
    file = tmp_path / "day.ndjson"
    file.write_bytes(b"\n".join(lines(house, 1_203)))
    before = house.count()
    assert ingest(str(file))[2] == 0
    assert house.count() == before + 1_203
    out, err, code = ingest(str(file))
    assert (house.count(), code, err) == (before + 1_203, 0, "")
    assert "1203" in out


def test_gzip_is_seen_by_its_first_bytes(house: House, tmp_path: Path) -> None:
    file = tmp_path / "day.anything"
    file.write_bytes(gzip.compress(b"\n".join(lines(house, 3))))
    assert ingest(str(file))[2] == 0
    assert len(house.ledger.stream("round/RL01/20260613-0001")) == 3


def test_standard_input_and_one_device_for_all(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    body = io.BytesIO(b"\n".join(house.raw() for _n in range(2)))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=body))
    assert ingest("-", "--device", "S1")[2] == 0
    assert len(house.ledger.stream("round/RL01/20260613-0001")) == 2


def test_refused_lines_are_named_and_kept_and_the_others_stand(house: House, tmp_path: Path) -> None:
    file = tmp_path / "day.ndjson"
    good = lines(house, 2)
    bad = [house.raw(table="RL99", device="S1"), b"hello", house.raw(device="S9"), house.raw(), b"x" * 70_000]
    file.write_bytes(b"\n".join([good[0], b"", *bad, good[1]]))
    _out, err, code = ingest(str(file))
    assert code == 1
    said = [line.split(": ")[:2] for line in sorted(err.splitlines())]
    assert [(place.rpartition(":")[2], what.split()[0]) for place, what in said] == [
        ("3", "unknown_table"),
        ("4", "not_json"),
        ("5", "unknown_device"),
        ("6", "missing_field"),
        ("7", "event_too_large"),
    ]
    assert Quarantine.objects.count() == 5
    assert set(Quarantine.objects.values_list("source", "line")) == {("day.ndjson", n) for n in range(3, 8)}
    assert len(house.ledger.stream("round/RL01/20260613-0001")) == 2


def test_a_person_says_the_lines_that_name_no_device(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    posting(somebody("P1", "pit_manager"), "pit_manager", owner=Property.objects.get(code="TST"))
    types_words_of(monkeypatch, "P1")
    file = tmp_path / "house.ndjson"
    note = house.raw("table.noted.v1", round=None, sequence=None, data={"note": "Quiet."})
    file.write_bytes(note + b"\n" + house.raw(device="S1"))
    assert ingest(str(file), "--by", "P1")[2] == 0
    assert house.ledger.stream("table/RL01")[-1].actor == "person:P1"


@pytest.mark.parametrize("kept", [0.5, 0.9])
def test_a_gzip_cut_off_keeps_what_stood_before_the_cut(house: House, tmp_path: Path, kept: float) -> None:
    whole = b"\n".join(lines(house, 400)) + b"\n"
    packed = gzip.compress(whole)
    file = tmp_path / "cut.gz"
    file.write_bytes(packed[: int(len(packed) * kept)])
    _out, err, code = ingest(str(file))
    assert code == 1
    assert "gzip_truncated" in err
    assert "not_json" not in err, "the line that the cut went through is not taken for one"
    assert 0 < len(house.ledger.stream("round/RL01/20260613-0001")) < 400


def test_a_damaged_gzip_is_one_error(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(b"one\ntwo\n" * 50))
    packed[-6] ^= 0xFF  # its check sum
    file = tmp_path / "bad.gz"
    file.write_bytes(packed)
    found = list(read_lines(str(file), max_bytes=100))
    assert [line.problem.code for line in found if line.problem] == ["gzip_damaged"]


def test_a_last_line_cut_off_is_named(house: House, tmp_path: Path) -> None:
    file = tmp_path / "cut.ndjson"
    file.write_bytes(b"\n".join(lines(house, 2))[:-10])
    _out, err, code = ingest(str(file), "--device", "S1")
    assert (code, "cut.ndjson:2: not_json" in err) == (1, True)


def test_what_cannot_be_begun_is_one_sentence(house: House, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        ingest(str(tmp_path / "none"))
    with pytest.raises(CommandError, match="nobody"):
        ingest("-", "--device", "nobody")
    with pytest.raises(CommandError):
        call_command("ingest", "-", "--property", "NONE")


def test_reading_takes_no_more_memory_than_a_line(tmp_path: Path) -> None:
    file = tmp_path / "one.gz"
    file.write_bytes(gzip.compress(b"0" * (64 << 20) + b"\nend\n"))
    found = list(read_lines(str(file), max_bytes=1_000))
    assert [(line.number, line.raw[:3]) for line in found] == [(1, b""), (2, b"end")]
