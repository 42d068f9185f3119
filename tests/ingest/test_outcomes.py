"""All the spins that are shipped go in, come out in their order, and go in only once."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from casino.core.errors import Problem
from casino.ledger.models import Property
from games.ingest.outcomes import SHIPPED_OUTCOMES, Outcome, import_outcomes, read_outcomes
from games.roulette.facts import BallDropped
from tests.given import somebody, types_words_of
from tests.ingest.conftest import House
from tests.posting import posting

DOCUMENT = "roulette.2020-06-13"


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("import_outcomes", *arguments, "--property", "TST", stdout=out, no_color=True)
    return out.getvalue()


def test_all_shipped_spins_go_in_and_come_out_in_order(house: House) -> None:
    house.table("RL90")
    arguments = (str(SHIPPED_OUTCOMES), "--table", "RL90", "--document", DOCUMENT)
    run(*arguments)
    with SHIPPED_OUTCOMES.open(newline="") as lines:
        expected = [int(row["pocket"]) for row in csv.DictReader(lines)]
    assert len(expected) == 4_798
    drops = house.ledger.scan(types=["roulette.ball_dropped.v1"])
    events = [house.ledger.decode(row) for row in drops]
    assert [e.data.pocket for e in events if isinstance(e.data, BallDropped)] == expected
    assert (events[0].stream, events[0].occurred_at, events[0].actor) == (
        "round/RL90/run01-00001",
        None,
        "system:import",
    )
    (opened,) = [e for e in house.ledger.stream(events[-1].stream) if e.type == "roulette.round_opened.v1"]
    assert (opened.data.source, opened.data.document) == ("imported", DOCUMENT)
    count = house.count()
    run(*arguments)
    assert house.count() == count, "importing again adds nothing"


def test_a_single_column_is_a_run_of_its_own(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house.table("RL90")
    owner = Property.objects.get(code="TST")
    posting(somebody("P7", "pit_manager"), "pit_manager", tables=("RL90",), owner=owner)
    types_words_of(monkeypatch, "P7")
    file = tmp_path / "board.csv"
    file.write_text("pocket\n17\n0\n\n36\n")
    run(str(file), "--table", "RL90", "--document", DOCUMENT, "--run", "3", "--by", "P7")
    assert house.streams() == [f"round/RL90/run03-0000{n}" for n in (1, 2, 3)]
    assert {row[6] for row in house.ledger.scan(prefix="round/")} == {"person:P7"}


def test_one_run_of_a_file_can_be_chosen() -> None:
    lines = ["run,spin,pocket", "1,1,5", "2,1,6", "2,2,7"]
    assert [o.pocket for o in read_outcomes(lines, run=2)] == [6, 7]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("run,spin,pocket\n1,1,37", 2),
        ("5\n-1", 2),
        ("5\nred", 2),
        ("red\n5", 1),
        ("17 red\n5", 1),
        ("zero", 1),
        ("00\n5", 1),
        ("pocket\n5\n00", 3),
        ("1,1,5\n1,2,000", 2),
        ("1,1,5\n1,3,6", 2),
        ("1,1,5\n1,1,5", 2),
        ("1,2,5\n2,1,7\n1,1,6", 3),
        ("5\n1,2", 2),
        ("a,b,c\n1,1,1", 1),
        ("1\n2\n999999999999", 3),
        ("100,1,5", 1),
        ("٥", 1),
    ],
)
def test_what_is_no_result_is_named_by_its_line(text: str, line: int) -> None:
    with pytest.raises(Problem) as caught:
        list(read_outcomes(text.splitlines()))
    assert (caught.value.code, caught.value.field) == ("outcomes_unreadable", f"line {line}")


def test_a_list_may_begin_anywhere_and_have_gaps_where_that_is_said() -> None:
    lines = ["1,7,5", "2,1,0", "1,8,6", "1,11,7"]
    assert [(o.run, o.spin) for o in read_outcomes(lines[:3])] == [(1, 7), (2, 1), (1, 8)]
    with pytest.raises(Problem, match="9–10"):
        list(read_outcomes(lines))
    assert [o.spin for o in read_outcomes(lines, gaps=True)] == [7, 1, 8, 11]
    with pytest.raises(Problem):
        list(read_outcomes(["1,7,5", "1,7,5"], gaps=True))


def test_the_first_line_is_a_result_unless_it_says_pocket() -> None:
    assert [o.pocket for o in read_outcomes(["17", "5"])] == [17, 5]
    assert [o.pocket for o in read_outcomes(["", "Pocket", "17", "05"])] == [17, 5]


def test_another_result_in_the_same_place_is_a_conflict(house: House) -> None:
    house.table("RL90")
    known = {"property_code": "TST", "table": "RL90", "document": DOCUMENT}
    import_outcomes(**known, rows=[Outcome(1, 1, 5)])  # type: ignore[arg-type]
    with pytest.raises(Problem) as caught:
        import_outcomes(**known, rows=[Outcome(1, 1, 6), Outcome(1, 2, 6)])  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.field) == ("id_conflict", "round/RL90/run01-00001")
    assert house.streams() == ["round/RL90/run01-00001"]


@pytest.mark.parametrize(
    ("table", "document", "code"),
    [
        ("RL99", DOCUMENT, "unknown_table"),
        ("BC01", DOCUMENT, "wrong_game"),
        ("RL01", "roulette.1999-01-01", "unknown_document"),
        ("RL01", "baccarat.2024-10-01", "unknown_document"),
    ],
)
def test_table_and_document_must_be_of_the_game(house: House, table: str, document: str, code: str) -> None:
    house.table("BC01", game="baccarat")
    with pytest.raises(Problem) as caught:
        import_outcomes(property_code="TST", table=table, document=document, rows=[Outcome(1, 1, 5)])
    assert caught.value.code == code


def test_the_command_says_what_is_wrong(house: House, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        run(str(tmp_path / "none.csv"), "--table", "RL01", "--document", DOCUMENT)
    (tmp_path / "latin.csv").write_bytes(b"\xe9")
    with pytest.raises(CommandError, match="byte 0"):
        run(str(tmp_path / "latin.csv"), "--table", "RL01", "--document", DOCUMENT)
