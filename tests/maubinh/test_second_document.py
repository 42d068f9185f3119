"""A later document of mậu binh, invented: its clauses under other numbers, other multiples, commission and seconds.

Deals before it are judged as ever, deals after it by it, and whatever people read follows. What pages show of it:
``tests/admin/test_second_documents.py``.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from games.catalogue import shipped
from games.engine.document import Library
from games.engine.judgement import Judgement
from games.engine.steps import as_cited
from games.maubinh.readings import read_out
from tests.engine.renumbered import opened, plain, renumbered
from tests.golden.reader import Golden, all_golden
from tests.replay.test_offline import as_lines, judged, stored

FIRST = shipped().by_id("maubinh.2020-01-01")
SINCE = date(2025, 1, 1)
BEFORE = "2024-12-01T12:00:00+07:00"
AFTER = "2025-03-01T12:00:00+07:00"
LATER = renumbered("maubinh", "2020-01-01", since=SINCE, exchanged={"G": "A", "A": "G", "B": "C", "C": "B"})
EDITS = (
    ("percent = 5", "percent = 10"),
    ("front = { three_of_a_kind = 3 }", "front = { three_of_a_kind = 4, pair = 2 }"),
    ("[tables.home_run]\nfactor = 2", "[tables.home_run]\nfactor = 3"),
    ('name = "dragon"\nmultiple = 36', 'name = "dragon"\nmultiple = 40'),
    ("arrange_seconds = 90", "arrange_seconds = 60"),
)
SECOND = LATER.book(*EDITS)
ROUNDS = {golden.path.stem: golden for golden in all_golden("maubinh")}


@pytest.mark.parametrize("golden", ROUNDS.values(), ids=ROUNDS)
def test_the_same_rules_under_other_numbers_owe_the_same_and_cite_the_others(golden: Golden) -> None:
    before, after = golden.judge(book=FIRST), LATER.round_of(golden).judge(book=LATER.book())
    assert plain(after) == LATER.told(plain(before))


def test_a_deal_goes_by_the_document_in_force_when_it_opened() -> None:
    library = Library([FIRST, SECOND])
    for golden in ROUNDS.values():
        assert library.in_force("maubinh", opened(golden, BEFORE).opened) is FIRST
        assert library.in_force("maubinh", opened(golden, AFTER).opened) is SECOND


def under_the_second(name: str) -> Judgement:
    return opened(LATER.round_of(ROUNDS[name]), AFTER).judge(book=SECOND)


def test_multiples_home_run_and_commission_are_the_second_documents() -> None:
    """Seat 2 shoots all three with a pair of queens in front, now two, and lanes of one: four, doubled and trebled."""
    judgement = under_the_second("C.4-home-run")
    assert judgement.summary["multiples"][1] == 3 * (2 + 1 + 1) * 2 * 3
    winner = next(r.settlement for r in judgement.results if r.bet == "b2")
    assert (winner.winnings_minor, winner.commission_minor) == (6_480_000, 720_000)
    assert winner.clauses == ("B.1", "B.2", "B.3", "B.4", "B.9", "B.10", "B.11")


def test_a_special_hand_takes_what_the_second_document_says() -> None:
    name = "C.5-a-dragon"
    first, second = ROUNDS[name].judge(book=FIRST).summary, under_the_second(name).summary
    holder = next(place for place, seat in enumerate(first["seats"]) if seat["special"] == "dragon")
    others = len(first["seats"]) - 1
    assert (first["multiples"][holder], second["multiples"][holder]) == (36 * others, 40 * others)


def test_the_seconds_for_arranging_are_the_second_documents() -> None:
    """What was in time at 70 seconds is late now."""
    name = "B.2-the-last-arrangement-in-time-counts"
    assert "arranged_late" not in {finding.code for finding in ROUNDS[name].judge(book=FIRST).findings}
    late = [finding for finding in under_the_second(name).findings if finding.code == "arranged_late"]
    assert late
    assert {finding.clauses for finding in late} == {("C.2", "C.4")}


def test_what_is_read_out_of_a_deal_under_the_second_document_tells_who_shot_whom() -> None:
    golden = ROUNDS["C.4-home-run"]
    before, after = golden.judge(book=FIRST), LATER.round_of(golden).judge(book=LATER.book())
    assert read_out(as_cited(after.summary, LATER.book()), LATER.book()) == read_out(before.summary, FIRST)


def test_the_offline_command_judges_each_deal_by_the_document_that_it_is_given(tmp_path: Path) -> None:
    file = tmp_path / "maubinh.toml"
    source = LATER.source
    for before, after in EDITS:
        source = source.replace(before, after)
    file.write_text(source, "utf-8")
    rows = [stored(row) for row in opened(LATER.round_of(ROUNDS["C.4-home-run"]), AFTER).rows()]
    _head, told = judged(as_lines(rows), file)
    assert told["document"]["id"] == SECOND.id
    winner = told["judgement"]["results"][1]["settlement"]
    assert list(winner["clauses"]) == ["B.1", "B.2", "B.3", "B.4", "B.9", "B.10", "B.11"]
    assert list(winner["priced"]["duels"][0]["clauses"]) == ["B.1", "B.2", "B.3", "B.4"]
    assert told["clauses"]["B.4"]["en"] == FIRST.clauses["C.4"].text.en
    _head, told = judged(as_lines([stored(row) for row in opened(ROUNDS["C.4-home-run"], BEFORE).rows()]), file)
    assert told["document"]["id"] == FIRST.id
