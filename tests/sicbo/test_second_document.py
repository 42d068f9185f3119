"""A second sic bo document: odd sums are bet, pairs no longer, small pays otherwise, clauses have moved.

Rounds before it are judged as ever, rounds after it by it; and everything that people are shown follows.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Final

import pytest

from casino.core.text import Text
from games import words
from games.engine.document import RuleBook, parse_book
from games.engine.judgement import Judgement
from games.engine.session import SessionBefore
from games.pages import bets, timeline
from games.pages.game_parts import part_of
from games.sicbo.hold import carry
from games.sicbo.layout import layout, winning_areas
from games.words.clauses import cited
from tests.engine.second import (
    FROM,
    dated,
    edited,
    exchanged,
    first,
    library,
    renumbered,
    replayed,
    rounds_in_new_numbers,
    with_more,
    without_bet,
)
from tests.golden.reader import Golden, all_golden, parse
from tests.sicbo.rounds import BOOK

EXCHANGED: Final = (("7.8", "7.1"), ("7.2", "7.3"), ("6.1", "6.2"), ("4.4", "4.2"), ("6.8", "6.6"))
ODD: Final = [list(dice) for dice in combinations_with_replacement(range(1, 7), 3) if sum(dice) % 2]
MORE: Final = f"""
[[bets]]
code = "odd_sum"
vi = "Tổng lẻ"
en = "Odd sum"
area = {{ vi = "LẺ", en = "ODD" }}
covers = {ODD}
odds = "odd_sum"
clause_won = "6.9.1"
clause_lost = "6.9.2"

[[clauses]]
number = "6.9"
kind = "heading"
vi = "Cược tổng lẻ được định đoạt theo hai mục sau."
en = "Odd sum is decided as follows."

[[clauses]]
number = "6.9.1"
kind = "rule"
vi = "Cược tổng lẻ thắng nếu tổng ba xúc xắc là số lẻ."
en = "Odd sum wins if the three dice add up to an odd number."

[[clauses]]
number = "6.9.2"
kind = "rule"
vi = "Cược tổng lẻ thua nếu tổng ba xúc xắc là số chẵn."
en = "Odd sum loses if the three dice add up to an even number."
"""
AFTER: Final = f"{FROM}T12:00:00+07:00"
BEFORE: Final = "2026-03-01T12:00:00+07:00"
STAKED: Final = tuple(
    f"5 bet_placed bet=b{n} spot={spot} stake_minor=1000"
    for n, spot in enumerate(("small", "odd_sum", "pair:2-5", "total:9", "single:2", "specific_double:2"), start=1)
)
THROWN: Final = (*STAKED, "20 betting_closed", "30 dice_shown dice=[2,2,5]")


def second() -> str:
    """The text of the second document."""
    source = first("sicbo")
    text = edited(
        without_bet(source, "pair"),
        ('small = "1:1"', 'small = "20:19"'),
        ('pair = "1:5"', 'odd_sum = "1:1"'),
        ('pair = "5.1"', 'odd_sum = "5.1"'),
        ('vi = "Cược số"\nen = "Single"', 'vi = "Số đơn"\nen = "One number"'),
    )
    return dated(renumbered(with_more(text, MORE), exchanged(source, *EXCHANGED)))


@pytest.fixture(scope="module")
def later() -> RuleBook:
    return parse_book(second())


def played(*told: str, opened: str = AFTER, limits: str = "") -> Golden:
    head = ["", "game: sicbo", f"opened: {opened}", *([f"limits: {limits}"] if limits else [])]
    return parse("\n".join([*head, "facts", "0 round_opened", *told, "300 round_closed"]), Path("written-in-a-test"))


def due(judgement: Judgement) -> dict[str, tuple[str, int, tuple[str, ...]]]:
    settled = {result.bet: result.settlement for result in judgement.results}
    return {bet: (str(s.outcome), s.winnings_minor, s.clauses) for bet, s in settled.items()}


def test_every_golden_round_comes_to_the_same_in_the_new_numbers() -> None:
    compared = 0
    for name, expected, got in rounds_in_new_numbers("sicbo", *EXCHANGED):
        assert got == expected, name
        compared += 1
    assert compared > 40


def test_rounds_before_it_are_judged_as_ever(later: RuleBook) -> None:
    both = library(later)
    for golden in all_golden("sicbo"):
        assert both.in_force("sicbo", golden.opened) is BOOK
        replay = replayed(golden, later)
        assert replay.book is BOOK
        assert [r.settlement for r in replay.judgement.results] == [r.settlement for r in golden.judge().results]


def test_rounds_after_it_are_judged_by_it(later: RuleBook) -> None:
    replay = replayed(played(*THROWN), later)
    assert replay.book is later
    assert due(replay.judgement) == {
        "b1": ("won", 950, ("6.2.1", "5.1")),
        "b2": ("won", 1_000, ("6.9.1", "5.1")),
        "b3": ("refused", 0, ("4.1", "4.3.1")),
        "b4": ("won", 6_000, ("6.8.1", "5.1")),
        "b5": ("won", 2_000, ("6.6.2", "5.1")),
        "b6": ("won", 8_000, ("6.4.1", "5.1")),
    }
    even = played(*STAKED, "20 betting_closed", "30 dice_shown dice=[1,1,2]").judge(book=later)
    assert due(even)["b2"] == ("lost", 0, ("6.9.2",))


def test_what_it_no_longer_has_goes_back_and_lights_no_area(later: RuleBook) -> None:
    judgement = played(*THROWN, "31 areas_lit spots=[]").judge(book=later)
    assert [f.subject for f in judgement.findings if f.code == "impossible_spot"] == ["b3"]
    assert "odd_sum" in winning_areas((5, 2, 2), later)
    assert not any(spot.startswith("pair:") for spot in winning_areas((5, 2, 2), later))
    assert "odd_sum" not in winning_areas((5, 2, 2), BOOK)


@pytest.mark.parametrize(("clause", "outcome"), [("7.1", "void"), ("7.8", "awaiting")])
def test_rulings_are_in_the_numbers_of_the_document_in_force(clause: str, outcome: str, later: RuleBook) -> None:
    """7.8 of the first document is 7.1 of the second, whose 7.8 is about a failed device."""
    told = (
        *THROWN,
        "40 void_announced announced_by=dealer/D01",
        f"50 ruling_made clause={clause} choice=void made_by=director_of_table_games/D02 reason=Seen.",
    )
    judgement = played(*told).judge(book=later)
    assert due(judgement)["b4"][0] == outcome
    assert "7.1" in due(judgement)["b4"][2]
    assert [f.clauses for f in judgement.findings if f.code == "void_without_ground"] == [("7.1",)]


def test_a_ground_is_one_of_its_own(later: RuleBook) -> None:
    """Too few shakes are 7.3 there, dice exposed 7.2."""
    judgement = played(*STAKED, "20 betting_closed", "25 dice_shaken times=2", "30 dice_shown dice=[2,2,5]").judge(
        book=later
    )
    assert due(judgement)["b1"] == ("void", 0, ("7.3",))
    seen = played(*STAKED, "10 irregularity_seen ground=7.2", *THROWN[-2:]).judge(book=later)
    assert due(seen)["b1"] == ("void", 0, ("7.2",))


def test_the_table_is_held_and_released_under_its_numbers(later: RuleBook) -> None:
    def left_by(*told: str) -> SessionBefore:
        golden = played(*THROWN, "35 device_failed", *told)
        state: Any = golden.state()
        return carry(None, state, golden.judge(book=later), later)

    release = "50 ruling_made clause={} choice=release made_by=head_of_operations/H01 reason=Mended."
    assert left_by(release.format("7.8")).released_at is not None
    assert left_by(release.format("7.1")).released_at is None


def test_limits_go_by_its_kinds(later: RuleBook) -> None:
    judgement = played(*THROWN, limits="odd_sum 5000 9000; * 1 900000").judge(book=later)
    below = [(f.subject, f.clauses) for f in judgement.findings if f.code == "below_minimum"]
    assert below == [("b2", ("7.1",))]


# --- What people are shown -------------------------------------------------------------------------------------------


def shown(later: RuleBook, opened: str = AFTER) -> tuple[Any, list[bets.BetRow]]:
    replay = replayed(played(*THROWN, opened=opened), later)
    places = part_of("sicbo").places(replay)
    return replay, [bets.row(r, places[r.bet], replay.judgement, replay.book, "VND") for r in replay.judgement.results]


def test_the_page_says_its_names_numbers_and_sums(later: RuleBook) -> None:
    replay, rows = shown(later)
    assert [row.place.spot.en for row in rows] == [
        "Small",
        "Odd sum",
        "pair:2-5",
        "Total 9",
        "One number 2",
        "Double 2",
    ]
    assert rows[0].due[0].sums[-1] == Text("1.000 × 19/20 = 950", "1,000 × 19/20 = 950")
    assert (rows[4].clauses[0].number, rows[4].clauses[0].text) == ("6.6.2", BOOK.clauses["6.8.2"].text)
    told = [row.sentence.en for row in timeline.rows(replay.events(), replay.state, "sicbo", "VND", replay.book)]
    assert any(sentence.startswith("One number 2: ") for sentence in told)
    _replay, before = shown(later, BEFORE)
    assert [row.place.spot.en for row in before][1:5] == ["odd_sum", "Pair 2 and 5", "Total 9", "Single 2"]


def test_the_throw_is_read_out_in_its_numbers(later: RuleBook) -> None:
    from games.pages.reading import read_out

    lines = {line.text.en: [clause.number for clause in line.clauses] for line in read_out(shown(later)[0])}
    assert lines == {"2 + 2 + 5 = 9 points.": ["6.8.1"], "Small wins.": ["6.2.1"], "Two dice show 2.": ["6.4.1"]}
    first_ = {line.text.en: [clause.number for clause in line.clauses] for line in read_out(shown(later, BEFORE)[0])}
    assert first_ == {"2 + 2 + 5 = 9 points.": ["6.6.1"], "Small wins.": ["6.1.1"], "Two dice show 2.": ["6.4.1"]}


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_drawing_has_its_areas(language: str, later: RuleBook) -> None:
    replay, rows = shown(later)
    picture = part_of("sicbo").picture(replay, rows, language, "VND")
    assert picture is not None
    for drawing in (picture.lying, picture.standing):
        assert drawing.count('class="tp-area') == len(layout(later))
        assert f">{ {'vi': 'LẺ', 'en': 'ODD'}[language] }<" in drawing
        assert "2·5" not in drawing
        assert {"vi": "Ô không có trên mặt bàn", "en": "No such area on the layout"}[language] in drawing


def test_every_clause_that_a_judgement_names_is_one_of_its_document(later: RuleBook) -> None:
    for golden in all_golden("sicbo"):
        assert cited(golden.judge(book=later)) <= later.clauses.keys(), golden.path.stem
    assert words.bet_kind("sicbo", "pair", later).en == "Pair"
