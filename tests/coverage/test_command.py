"""``manage.py clauses`` prints the table, for people and for machines."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.catalogue import shipped
from games.judgement import coverage


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("clauses", *arguments, stdout=out)
    return out.getvalue()


def test_each_clause_says_what_becomes_of_it() -> None:
    text = printed("--game", "roulette")
    lines = text.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("  6.6 "))
    assert "Implemented" in lines[place]
    of_it = "".join(lines[place + 1 : next(n for n in range(place + 1, len(lines)) if lines[n].startswith("  7"))])
    for function in ("ineffective_records.rulings_have_an_effect", "judge.where_it_lay", "judge.unclear_options"):
        assert f"games.roulette.{function}" in of_it
    assert "6.6-pit-supervisor-decides" in of_it
    assert any(line.startswith("  4.4 ") and "Chỉ ghi nhận / Recorded only" in line for line in lines)
    assert any(line.startswith("  6.5.1 ") and "Ngoài chương trình / Outside the program" in line for line in lines)
    assert "Sic Bo" not in text


def test_what_is_missing_is_marked() -> None:
    book = shipped().by_id("roulette.2020-06-13")
    missing = {row.number for row in coverage.rows(book) if row.status is coverage.Status.MISSING}
    marked = {line[2:].split()[0] for line in printed("--game", "roulette").splitlines() if line.startswith("!!")}
    assert marked == missing


def test_json_has_every_document_and_test() -> None:
    tables = json.loads(printed("--json"))
    assert [table["document"] for table in tables] == [book.id for book in shipped().books]
    for table in tables:
        by_number = {clause["number"]: clause for clause in table["clauses"]}
        assert sum(table["counts"].values()) == len(by_number)
        assert all(clause["functions"] or clause["reason"] for clause in by_number.values())
    roulette = next(table for table in tables if table["game"] == "roulette")
    clause = next(c for c in roulette["clauses"] if c["number"] == "7.12")
    assert "7.12-director-decides-as-spun" in clause["cited"]
    assert set(clause["text"]) == {"vi", "en"}


def test_an_unknown_game_is_an_error() -> None:
    with pytest.raises(CommandError, match="poker"):
        printed("--game", "poker")
