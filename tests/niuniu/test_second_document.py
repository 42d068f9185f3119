"""A later document of niu niu, invented: its clauses under other numbers, other prices, another commission and maximum.

Rounds before it are judged as ever, rounds after it by it, and whatever people read follows. What pages show of it:
``tests/admin/test_second_documents.py``.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from games.catalogue import shipped
from games.engine.document import Library
from games.engine.judgement import Judgement
from games.niuniu.readings import read_out
from tests.engine.renumbered import opened, plain, renumbered
from tests.golden.reader import Golden, all_golden
from tests.replay.test_offline import as_lines, judged, stored

FIRST = shipped().by_id("niuniu.2024-07-09")
SINCE = date(2025, 1, 1)
BEFORE = "2024-12-01T12:00:00+07:00"
AFTER = "2025-03-01T12:00:00+07:00"
LATER = renumbered(
    "niuniu",
    "2024-07-09",
    since=SINCE,
    exchanged={"2": "3", "3": "2", "4": "7", "7": "4", "5": "6", "6": "5", "8": "9"},
)
EDITS = (
    ("percent = 5", "percent = 10"),
    (
        'hoiana = { ante = "1:1", double = "1:3", commission = true }',
        'hoiana = { ante = "1:2", double = "1:4", commission = false }',
    ),
    ('ngau_7_to_9 = { part = "1/2",', 'ngau_7_to_9 = { part = "1/4",'),
    ("value = { double = 2, additional = 4 }", "value = { double = 1, additional = 4 }"),
)
SECOND = LATER.book(*EDITS)
ROUNDS = {golden.path.stem: golden for golden in all_golden("niuniu")}


@pytest.mark.parametrize("golden", ROUNDS.values(), ids=ROUNDS)
def test_the_same_rules_under_other_numbers_owe_the_same_and_cite_the_others(golden: Golden) -> None:
    before, after = golden.judge(book=FIRST), LATER.round_of(golden).judge(book=LATER.book())
    assert plain(after) == LATER.told(plain(before))


def test_a_round_goes_by_the_document_in_force_when_it_opened() -> None:
    library = Library([FIRST, SECOND])
    for golden in ROUNDS.values():
        assert library.in_force("niuniu", opened(golden, BEFORE).opened) is FIRST
        assert library.in_force("niuniu", opened(golden, AFTER).opened) is SECOND


def under_the_second(name: str) -> Judgement:
    return opened(LATER.round_of(ROUNDS[name]), AFTER).judge(book=SECOND)


def owed(judgement: Judgement) -> dict[str, tuple[int, int, int, tuple[str, ...]]]:
    return {
        r.bet: (
            r.settlement.winnings_minor,
            r.settlement.commission_minor,
            r.settlement.collected_minor,
            r.settlement.clauses,
        )
        for r in judgement.results
    }


def test_commission_is_the_second_documents() -> None:
    """Ten per cent of 15 + 90, rounded down once: 10, of which the Ante bears 1."""
    assert owed(under_the_second("5.3-commission-on-both-rounded-once")) == {
        "a": (14, 1, 0, ("5.2.3", "5.3.1", "6.1", "6.3")),
        "d": (81, 9, 0, ("5.2.3", "5.3.1", "6.1", "6.3")),
        "x": (0, 0, 0, ("5.2.3", "5.3.1", "5.4")),
    }


def test_prices_and_what_additional_loses_are_the_second_documents() -> None:
    judgement = under_the_second("6.4.4-dealer-wins-with-ngau-9")
    lost = {r.bet: (r.settlement.collected_minor, r.settlement.stake_minor) for r in judgement.results}
    assert all(taken == stake // 4 for bet, (taken, stake) in lost.items() if bet.startswith("x"))
    assert any(bet.startswith("x") for bet in lost)
    best = under_the_second("6.2.1-two-fours-of-a-kind")
    for result in best.results:
        due = result.settlement
        profit = {"ante": 2, "double": 4}.get(result.kind, 0)
        if due.outcome == "won":
            assert (due.winnings_minor, due.commission_minor) == (profit * due.stake_minor, 0)


def test_the_maximum_that_follows_from_the_ante_is_the_second_documents() -> None:
    name = "7.6-above-the-maximum-wins"
    first = {r.bet: r.settlement.in_play_minor for r in ROUNDS[name].judge(book=FIRST).results if r.kind == "double"}
    second = {r.bet: r.settlement.in_play_minor for r in under_the_second(name).results if r.kind == "double"}
    assert {bet: 2 * most for bet, most in second.items()} == first


def test_what_is_read_out_cites_the_clauses_it_goes_by_in_the_first_documents_numbers() -> None:
    """The page turns them (``games.pages.reading``)."""
    for golden in ROUNDS.values():
        before = golden.judge(book=FIRST)
        lines = read_out(before.summary, FIRST)
        assert lines == read_out(before.summary, LATER.book())


def test_the_offline_command_judges_each_round_by_the_document_that_it_is_given(tmp_path: Path) -> None:
    file = tmp_path / "niuniu.toml"
    source = LATER.source
    for before, after in EDITS:
        source = source.replace(before, after)
    file.write_text(source, "utf-8")
    name = "7.1.1-foreign-card"
    rows = [stored(row) for row in opened(LATER.round_of(ROUNDS[name]), AFTER).rows()]
    _head, told = judged(as_lines(rows), file)
    assert told["document"]["id"] == SECOND.id
    assert list(told["judgement"]["results"][0]["settlement"]["clauses"]) == ["4.1", "4.1.1", "4.11"]
    assert list(told["judgement"]["summary"]["clauses"]) == ["4.1", "4.1.1", "4.11"]
    assert set(told["clauses"]) >= {"4.1", "4.1.1", "4.11"}
    assert told["clauses"]["4.11"] == {"vi": FIRST.clauses["7.11"].text.vi, "en": FIRST.clauses["7.11"].text.en}
    _head, told = judged(as_lines([stored(row) for row in opened(ROUNDS[name], BEFORE).rows()]), file)
    assert told["document"]["id"] == FIRST.id
    assert list(told["judgement"]["results"][0]["settlement"]["clauses"]) == ["7.1", "7.1.1", "7.11"]
