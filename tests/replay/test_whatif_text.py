"""A what-if told: both settlements side by side, in both languages, for machines, and by the command."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.ledger.application import get_ledger
from games.pages.whatif_text import Comparison, as_json
from games.rows.replay import Replayer
from games.rows.whatif import read_changes, what_if
from tests.golden.reader import all_golden
from tests.replay.golden import in_ledger


@pytest.fixture
def stream(db: None) -> str:
    """A red bet of 10,000 and an odd one won on nine; the red one was paid, then no spin was called under 7.8."""
    return in_ledger("roulette/7.8-called-before-winners-are-paid.txt")


def run(stream: str, file: Path | str, **options: Any) -> str:
    out = io.StringIO()
    call_command("replay", stream, what_if=str(file), property="TST", stdout=out, **options)
    return out.getvalue()


def test_both_settlements_with_money_and_clauses(stream: str) -> None:
    seen = what_if(Replayer("TST"), stream, read_changes({"remove": [8]}))
    english = Comparison(seen, language="en", currency="VND").text()
    lines = [" ".join(line.split()) for line in english.splitlines()]
    assert "as recorded as supposed" in lines
    assert "outcome: Void Won" in lines
    assert lines.count("difference in what is due: +10,000 VND") == 2
    assert "difference in what is due: +20,000 VND" in lines
    gone = lines.index("clauses that no longer apply:")
    assert lines[gone + 1].startswith("7.8 ")
    assert any(line.startswith("Total due to players: 0 VND +20,000 VND") for line in lines)
    assert lines[lines.index("Findings that would go:") + 1] != "none"
    vietnamese = Comparison(seen, language="vi", currency="VND").text()
    assert "GIẢ ĐỊNH" in vietnamese
    assert "chênh lệch phải trả: +10.000" in vietnamese


def test_what_is_the_same_is_said_in_one_line(stream: str) -> None:
    seen = what_if(Replayer("TST"), stream, read_changes({}))
    told = Comparison(seen, language="en", currency="VND").text()
    assert told.count(": the same, ") == 2
    assert "clauses" not in told
    assert (seen.findings_gone, seen.findings_new, seen.due_change_minor) == ([], [], 0)


def test_for_machines(stream: str) -> None:
    told = as_json(what_if(Replayer("TST"), stream, read_changes({"remove": [8]})))
    told = json.loads(json.dumps(told))
    assert told["due_change_minor"] == told["after"]["due_net_minor"] - told["before"]["due_net_minor"] == 20_000
    first = told["bets"][0]
    assert (first["before"]["settlement"]["outcome"], first["after"]["settlement"]["outcome"]) == ("void", "won")
    named = {number for bet in told["bets"] for number in bet["clauses_gone"] + bet["clauses_new"]}
    assert named
    assert named == set(told["clauses"]["roulette.2020-06-13"])


@pytest.mark.parametrize("game", ["roulette", "sicbo", "baccarat"])
def test_rounds_of_every_game_can_be_compared(db: None, game: str) -> None:
    names = [golden.path.name for golden in all_golden(game)]
    name = next(name for name in names if name.startswith("7."))
    stream = in_ledger(f"{game}/{name}")
    last = len(get_ledger("TST").stream_rows(stream))
    for version in range(2, last):
        seen = what_if(Replayer("TST"), stream, read_changes({"remove": [version]}))
        texts = {Comparison(seen, language=language, currency="VND").text() for language in ("vi", "en")}
        assert len(texts) == 2
        assert json.loads(json.dumps(as_json(seen)))["due_change_minor"] == seen.due_change_minor


def test_the_command_prints_and_stores_nothing(stream: str, tmp_path: Path) -> None:
    file = tmp_path / "story.json"
    file.write_text('{"remove": [8]}')
    head = get_ledger("TST").head()
    assert "+20,000\N{NO-BREAK SPACE}VND" in run(stream, file, language="en")
    assert json.loads(run(stream, file, json=True))["due_change_minor"] == 20_000
    assert get_ledger("TST").head() == head


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "cannot be read"),
        ('{"remove": [99]}', "no fact of version 99"),
        ('{"document": "sicbo.2020-06-13"}', "no rule document"),
        (None, "No such file"),
    ],
)
def test_a_file_that_does_not_fit_is_a_sentence(
    stream: str, tmp_path: Path, content: str | None, sentence: str
) -> None:
    file = tmp_path / "story.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(CommandError, match=sentence):
        run(stream, file, language="en")


def test_what_is_not_decided_shows_what_each_decision_comes_to(stream: str) -> None:
    called = {"called_by": {"post": "dealer", "staff": "D01"}, "ground": "7.3"}
    call = {"type": "roulette.no_spin_called.v1", "data": called, "occurred_at": "2026-03-01T12:00:50+07:00"}
    seen = what_if(Replayer("TST"), stream, read_changes({"remove": [8], "add": [call]}))
    lines = [" ".join(line.split()) for line in Comparison(seen, language="en", currency="VND").text().splitlines()]
    assert lines.count("difference in what is due: not decided yet") == 2
    assert "difference in what is due: 0 VND (besides 2 bets not decided yet)" in lines
    decisions = [line for line in lines if line.startswith("as supposed, if ")]
    assert len(decisions) == 4
    assert sum(line.endswith("+10,000 VND") for line in decisions) == 2
    told = as_json(seen)
    assert (told["undecided"], told["due_change_minor"]) == (2, 0)
    assert [bet["due_change_minor"] for bet in told["bets"]] == [None, None]


def test_what_was_recorded_otherwise_is_told(stream: str) -> None:
    rows = get_ledger("TST").stream_rows(stream)
    paid = next(row[2] for row in rows if row[3] == "roulette.payout_made.v1")
    seen = what_if(Replayer("TST"), stream, read_changes({"remove": [paid]}))
    lines = [" ".join(line.split()) for line in Comparison(seen, language="en", currency="VND").text().splitlines()]
    assert "moved, on record: +10,000 VND 0 VND" in lines
    assert any(line.startswith("Recorded less due: +10,000 VND") for line in lines)


def test_a_file_that_is_no_text_is_refused_in_a_sentence(stream: str, tmp_path: Path) -> None:
    file = tmp_path / "story.json"
    file.write_bytes(b'{"document": "\xff"}')
    with pytest.raises(CommandError, match="cannot be read"):
        run(stream, file, language="en")
