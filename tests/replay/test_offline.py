"""``tableproof-judge``: events from a file are judged as the server judges them, without it; bad input is named."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
import pytest

from casino.core.gaming_days import always
from casino.core.stored import Row
from games import catalogue, offline
from games.simulate.kinds import simulated
from tests.golden.reader import HERE, Golden, all_golden, read

REPOSITORY = Path(__file__).resolve().parents[2]
STARTS = datetime(2026, 6, 13, 3, tzinfo=UTC)
ZONE = ZoneInfo("Asia/Ho_Chi_Minh")


def stored(row: Row) -> dict[str, Any]:
    names = ("position", "stream", "version", "type", "occurred_at", "recorded_at", "actor", "body")
    said = dict(zip(names, row, strict=True))
    return said | {"body": row[7].decode()}


def as_lines(said: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> bytes:
    return b"".join(msgspec.json.encode(each) + b"\n" for each in said)


def judged(lines: bytes, *books: Path, at: int | None = None) -> list[dict[str, Any]]:
    house = offline.House(always(ZONE.key, 6))
    library = offline.library_with(books)
    return list(offline.answers(io.BytesIO(lines), house=house, library=library, at=at))


def sent_lines(game: str, rounds: int) -> bytes:
    """Simulated rounds as the table's devices send them."""
    kind = simulated(game)
    table = kind.make(kind.table, random.Random(11))
    lines: list[str] = [event.line() for event in table.settings(STARTS)]
    moment = STARTS + timedelta(minutes=5)
    for number in range(1, rounds + 1):
        lines += [event.line() for event in table.players_come_and_go(moment)]
        sent, _planted, over_at = table.deal(moment, f"20260613-{number:04d}", number)
        lines += [event.line() for event in sent]
        moment = over_at + timedelta(seconds=5)
    return "\n".join(lines).encode()


GOLDEN = all_golden()


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_rounds_as_devices_send_them_are_judged_and_said_to_be_unweighed(game: str) -> None:
    head, *rounds = judged(sent_lines(game, 4))
    assert head["format"] == offline.FORMAT
    assert head["weighed"] is False
    assert head["unweighed_because"]
    assert len(rounds) == 4
    assert {each["game"] for each in rounds} == {game}
    assert all(each["ended"] and each["judgement"]["results"] for each in rounds)
    assert {each["judgement"]["difference_minor"] for each in rounds} == {0}


@pytest.mark.parametrize("golden", GOLDEN[:: len(GOLDEN) // 40], ids=lambda golden: golden.path.stem)
def test_a_round_as_it_is_stored_is_read_whole(golden: Golden) -> None:
    head, replayed = judged(as_lines([stored(row) for row in golden.rows()]))
    assert head["weighed"] is True
    assert replayed["stream"] == golden.stream
    assert len(replayed["facts"]) == len(golden.rows())
    assert replayed["document"]["id"] == golden.book().id


def test_claims_of_time_are_weighed_only_by_a_record_that_says_when_they_were_received() -> None:
    """The lines stand in the order of receipt. As devices send them, that order says nothing."""
    golden = read(HERE / "roulette" / "4.6-past-posted-under-the-next-number.txt")
    rows = [stored(row) for row in golden.rows()]
    sent = [
        {
            "id": json.loads(row["body"])["id"],
            "table": row["stream"].split("/")[1],
            "round": row["stream"].split("/")[2],
            "type": row["type"],
            "occurred_at": row["occurred_at"],
            "sequence": line.number,
            "device": line.sender,
            "data": json.loads(row["body"])["data"],
        }
        for row, line in zip(rows, golden.facts, strict=True)
    ]

    def claims(lines: list[dict[str, Any]]) -> list[str]:
        [_head, replayed] = judged(as_lines(lines))
        return [f["subject"] for f in replayed["judgement"]["findings"] if f["code"] == "claim_numbered_late"]

    assert claims(rows) == ["b2"]
    assert claims([{k: v for k, v in line.items() if v is not None} for line in sent]) == []


def test_a_body_may_stand_as_the_object_it_is() -> None:
    golden = read(sorted((HERE / "sicbo").glob("*.txt"))[0])
    rows = [stored(row) for row in golden.rows()]
    objects = [row | {"body": json.loads(row["body"])} for row in rows]
    assert judged(as_lines(rows)) == judged(as_lines(objects))


def test_streams_that_are_not_judged_are_passed_over_whatever_their_types() -> None:
    """The record of a property holds findings, cases and devices as well, of rooms that this program does not have."""
    golden = read(sorted((HERE / "sicbo").glob("*.txt"))[0])
    rows = [stored(row) for row in golden.rows()]
    last = rows[-1]["position"]
    others = [
        ("audit/SB01/x", "audit.finding_opened.v1"),
        ("case/2026-00001", "case.opened.v1"),
        ("device/S1", "new.fact.v9"),
    ]
    between = [
        rows[0] | {"position": last + number, "stream": stream, "type": type_name, "body": '{"any": "thing"}'}
        for number, (stream, type_name) in enumerate(others, start=1)
    ]
    [head, *rounds] = judged(as_lines([*rows, *between]))
    [alone] = judged(as_lines(rows))[1:]
    assert rounds == [alone | {"as_of": head["as_of"]}]
    assert head["as_of"] == last + len(others)


def test_as_it_stood_at_a_position() -> None:
    golden = read(sorted((HERE / "roulette").glob("*.txt"))[0])
    rows = golden.rows()
    position = rows[1][0]
    head, replayed = judged(as_lines([stored(row) for row in rows]), at=position)
    assert head["as_of"] == replayed["position"] == position
    assert len(replayed["facts"]) == 2


def test_another_document_is_taken_instead(tmp_path: Path) -> None:
    text = (REPOSITORY / "games/roulette/documents/2020-06-13.toml").read_text("utf-8")
    other = tmp_path / "invented.toml"
    other.write_text(text.replace('number = "', 'number = "INVENTED ', 1), "utf-8")
    head, *_rounds = judged(sent_lines("roulette", 1), other)
    numbers = {each["id"]: each["number"] for each in head["documents"]}
    assert numbers["roulette.2020-06-13"].startswith("INVENTED")


def test_a_mistyped_document_is_refused_with_file_bet_and_column(tmp_path: Path) -> None:
    text = (REPOSITORY / "games/roulette/documents/2020-06-13.toml").read_text("utf-8")
    other = tmp_path / "mistyped.toml"
    other.write_text(text.replace('odds = "straight"', 'odds = "strait"', 1), "utf-8")
    with pytest.raises(offline.Unreadable, match=r"mistyped\.toml .*01/13\.06\.2020, bets\[straight\]\.odds: "):
        offline.library_with([other])


GOOD = as_lines([stored(row) for row in read(sorted((HERE / "roulette").glob("*.txt"))[0]).rows()]).splitlines()
FIRST = json.loads(GOOD[0])


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([b"{"], "line 1"),
        ([b"[]"], "line 1"),
        ([GOOD[0], b'{"position": 2}'], "line 2"),
        ([GOOD[0], GOOD[0]], "line 2: position 1 does not come after 1"),
        ([json.dumps(FIRST | {"type": "roulette.nothing.v1"}).encode()], "line 1: there is no event type"),
        ([json.dumps(FIRST | {"body": "{}"}).encode()], "line 1: the body does not fit"),
        ([json.dumps(FIRST | {"stream": "round/../x"}).encode()], "line 1: 'round/../x' is no stream"),
        ([json.dumps(FIRST | {"body": {"id": 1.5}}).encode()], "line 1: the body does not fit"),
        ([b'{"id": "x"}'], "line 1"),
        ([b"\xff\xfe"], "line 1"),
        ([b"[" * 100_000], "line 1"),
        ([b"1" * (offline.MAX_LINE + 2)], "line 1 has more than"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(lines: list[bytes], said: str) -> None:
    with pytest.raises(offline.Unreadable, match=f"^{said}"):
        judged(b"\n".join(lines))


def test_the_command_answers_ndjson_and_refuses_in_a_sentence(tmp_path: Path) -> None:
    """As its user runs it, in a process that has neither settings nor a database."""
    command = [sys.executable, "-m", "games.offline"]
    done = subprocess.run(
        [*command, "-"], input=sent_lines("baccarat", 2), capture_output=True, check=True, cwd=REPOSITORY
    )
    assert [json.loads(line).get("game") for line in done.stdout.splitlines()] == [None, "baccarat", "baccarat"]
    missing = subprocess.run(
        [*command, str(tmp_path / "no")], capture_output=True, check=False, text=True, cwd=REPOSITORY
    )
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr.startswith("tableproof-judge: ")
    assert "Traceback" not in missing.stderr


def test_a_table_sent_in_a_currency_that_is_none_is_named_and_one_that_is_stored_is_read() -> None:
    """As a server takes it in; what stands in the record is judged, in the smallest unit as everything here."""
    sent = sent_lines("roulette", 1).replace(b'"VND"', b'"ABC"')
    if b"table.registered" not in sent:
        said = {"id": str(UUID(int=1)), "type": "table.registered.v1", "table": "RL01", "occurred_at": None}
        sent = msgspec.json.encode({**said, "data": {"game": "roulette", "currency": "ABC"}}) + b"\n" + sent
    with pytest.raises(offline.Unreadable, match=r"line 1: .*ABC.*unknown_currency"):
        judged(sent)
    registered = {
        "position": 1,
        "stream": "table/RL01",
        "version": 1,
        "type": "table.registered.v1",
        "occurred_at": None,
        "recorded_at": STARTS.isoformat(),
        "actor": "system:test",
        "body": {"id": str(UUID(int=1)), "data": {"game": "roulette", "currency": "ABC"}},
    }
    head, *_rounds = judged(as_lines([registered]))
    assert head["as_of"] == 1
