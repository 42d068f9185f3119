"""A second roulette document: voisins and trios are bet, six lines no longer, straights pay 36, clauses have moved.

Rounds before it are judged as ever, rounds after it by it; and everything that people are shown follows.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, Final

import pytest

from casino.core.gaming_days import always
from casino.core.text import Text
from games import offline, words
from games.engine.document import RuleBook, parse_book
from games.engine.judgement import BetResult
from games.pages import bets, timeline
from games.pages.game_parts import part_of
from games.roulette.drawing import felt, place
from games.roulette.layout import find_place, layout
from games.words.clauses import cited
from tests.engine.second import (
    FROM,
    dated,
    edited,
    exchanged,
    first,
    library,
    renumbered,
    rounds_in_new_numbers,
    with_more,
    without_bet,
)
from tests.engine.second import replayed as replayed_under
from tests.golden.reader import all_golden
from tests.roulette.rounds import BALL, BOOK, CLOSED, bet, no_spin, played, ruled

EXCHANGED: Final = (
    ("7.12", "7.11"),
    ("6.6", "6.4"),
    ("7.1", "7.3"),
    ("6.1.1", "6.1.2"),
    ("4.6", "4.3"),
    ("5.1.a", "5.1.k"),
)
VOISINS: Final = (0, 2, 3, 4, 7, 12, 15, 18, 19, 21, 22, 25, 26, 28, 29, 32, 35)
MORE: Final = f"""
[[bets]]
code = "voisins"
vi = "Voisins"
en = "Voisins"
area = {{ vi = "LÂN CẬN", en = "VOISINS" }}
covers = {list(VOISINS)}
odds = "voisins"
clause_won = "6.1.14.1"
clause_lost = "6.1.14.2"
clause_lost_to_zero = "6.2"
order = {{ usual = 2 }}

[[bets]]
code = "trio"
vi = "Cược bộ ba"
en = "Trio"
positions = [[0, 1, 2], [0, 2, 3]]
odds = "street"
clause_won = "6.1.3.1"
clause_lost = "6.1.3.2"
clause_won_on_zero = "6.2"
clause_lost_to_zero = "6.2"
order = {{ usual = 4, low = 5, low_with_zero = 7 }}

[[clauses]]
number = "6.1.14"
kind = "heading"
vi = "Cược Voisins được định đoạt theo hai mục sau."
en = "Voisins is decided as follows."

[[clauses]]
number = "6.1.14.1"
kind = "rule"
vi = "Cược Voisins thắng nếu bóng vào một trong mười bảy số của nó."
en = "Voisins wins if one of its seventeen numbers comes up."

[[clauses]]
number = "6.1.14.2"
kind = "rule"
vi = "Cược Voisins thua nếu bóng vào số khác."
en = "Voisins loses if another number comes up."
"""


def second() -> str:
    """The text of the second document."""
    source = first("roulette")
    text = edited(
        without_bet(source, "six_line"),
        ('straight = "1:35"', 'straight = "1:36"'),
        ('six_line = "1:5"', 'voisins = "1:1"'),
        ('six_line = "5.1.e"', 'voisins = "5.1.e"'),
        ('en = "Straight"\npositions', 'en = "Single number"\npositions'),
    )
    text = with_more(text, MORE)
    return dated(renumbered(text, exchanged(source, *EXCHANGED)))


@pytest.fixture(scope="module")
def later() -> RuleBook:
    return parse_book(second())


AFTER: Final[dict[str, Any]] = {"opened": f"{FROM}T12:00:00+07:00"}
BETS: Final = (
    *(bet("b1", "straight:9"), bet("b2", "voisins"), bet("b3", "trio:0-2-1"), bet("b4", "six_line:7-8-9-10-11-12")),
    *(bet("b5", "split:8-9"), bet("b6", "column:3")),
)


def results(*more: str, pocket: int = 9, book: RuleBook) -> dict[str, BetResult]:
    judgement = played(*BETS, CLOSED, f"45 ball_dropped pocket={pocket}", *more, **AFTER).judge(book=book)
    return {result.bet: result for result in judgement.results}


def test_every_golden_round_comes_to_the_same_in_the_new_numbers() -> None:
    compared = 0
    for name, expected, got in rounds_in_new_numbers("roulette", *EXCHANGED):
        assert got == expected, name
        compared += 1
    assert compared > 80


def test_rounds_before_it_are_judged_as_ever(later: RuleBook) -> None:
    both = library(later)
    for golden in all_golden("roulette"):
        assert both.in_force("roulette", golden.opened) is BOOK
        replay = replayed_under(golden, later)
        assert replay.book is BOOK
        assert [r.settlement for r in replay.judgement.results] == [r.settlement for r in golden.judge().results]


def test_rounds_after_it_are_judged_by_it(later: RuleBook) -> None:
    assert replayed_under(played(*BETS, CLOSED, BALL, **AFTER), later).book is later
    found = results(book=later)
    said = {
        bet: (str(r.settlement.outcome), r.settlement.winnings_minor, r.settlement.clauses) for bet, r in found.items()
    }
    assert said == {
        "b1": ("won", 36_000, ("6.1.2.1", "5.1.k")),
        "b2": ("lost", 0, ("6.1.14.2",)),
        "b3": ("lost", 0, ("6.1.3.2",)),
        "b4": ("refused", 0, ("4.2", "4.8")),
        "b5": ("won", 17_000, ("6.1.1.1", "5.1.b")),
        "b6": ("won", 2_000, ("6.1.6.1", "5.1.f")),
    }
    on_two = results(pocket=2, book=later)
    assert on_two["b2"].settlement.winnings_minor == 1_000
    assert on_two["b2"].settlement.clauses == ("6.1.14.1", "5.1.e")
    assert on_two["b3"].settlement.winnings_minor == 11_000
    assert results(pocket=0, book=later)["b3"].settlement.clauses == ("6.1.3.1", "5.1.c", "6.2")


def test_a_bet_that_it_no_longer_has_goes_back_and_is_found(later: RuleBook) -> None:
    judgement = played(*BETS, CLOSED, BALL, **AFTER).judge(book=later)
    impossible = [(f.subject, f.clauses) for f in judgement.findings if f.code == "impossible_spot"]
    assert impossible == [("b4", ("4.2", "4.8"))]
    before = played(*BETS, CLOSED, BALL).judge()
    assert [f.subject for f in before.findings if f.code == "impossible_spot"] == ["b2", "b3"]


@pytest.mark.parametrize(("clause", "choice", "outcome"), [("7.11", "void", "void"), ("7.12", "void", "awaiting")])
def test_rulings_are_in_the_numbers_of_the_document_in_force(
    clause: str, choice: str, outcome: str, later: RuleBook
) -> None:
    """7.12 of the first document is 7.11 of the second; under 7.12 it has what was 7.11."""
    late = no_spin(50, ground="7.3")
    round_ = played(bet("b1", "red"), CLOSED, BALL, late, ruled(choice, clause=clause), **AFTER)
    judgement = round_.judge(book=later)
    result = judgement.results[0]
    assert str(result.settlement.outcome) == outcome
    assert result.decided_by == (None if outcome == "void" else "7.11")
    assert "7.11" in result.settlement.clauses
    call = next(f for f in judgement.findings if f.code == "call_after_drop")
    assert call.clauses == ("7.9", "7.11")
    assert call.detail["ground"] == "7.3"


def test_remarks_follow_its_order_of_payment(later: RuleBook) -> None:
    """Voisins is paid with the bets of 6.3.1, before straights."""
    paid = ("60 payout_made bet=b1 amount_minor=36000", "61 payout_made bet=b2 amount_minor=1000")
    facts_ = (bet("b1", "straight:7"), bet("b2", "voisins"), CLOSED, "45 ball_dropped pocket=7")
    judgement = played(*facts_, *paid, **AFTER).judge(book=later)
    assert [(f.code, f.clauses) for f in judgement.findings] == [("payment_order", ("6.3",))]
    other = played(*facts_, *(f"{62 - n} {paid[n].partition(' ')[2]}" for n in (0, 1)), **AFTER).judge(book=later)
    assert other.findings == ()


def test_limits_go_by_its_kinds(later: RuleBook) -> None:
    judgement = played(bet("b2", "voisins", 700), CLOSED, BALL, limits="voisins 1000 5000; * 1 900000", **AFTER).judge(
        book=later
    )
    assert [(f.code, f.clauses) for f in judgement.findings if f.code == "below_minimum"] == [
        ("below_minimum", ("7.11",))
    ]


# --- What people are shown -------------------------------------------------------------------------------------------


def shown(later: RuleBook, *more: str, **header: str) -> tuple[Any, list[bets.BetRow]]:
    replay = replayed_under(played(*BETS, CLOSED, BALL, *more, **(header or AFTER)), later)
    places = part_of("roulette").places(replay)
    return replay, [bets.row(r, places[r.bet], replay.judgement, replay.book, "VND") for r in replay.judgement.results]


def test_the_page_says_its_names_numbers_and_sums(later: RuleBook) -> None:
    _replay, rows = shown(later)
    named = {row.bet: (row.kind.en, row.place.spot.en) for row in rows}
    assert named["b1"] == ("Single number", "Single number 9")
    assert named["b2"] == ("Voisins", "Voisins")
    assert named["b3"] == ("Trio", "Trio 0-2-1")
    assert named["b4"] == ("Six line", "six_line:7-8-9-10-11-12")
    straight = rows[0]
    assert [clause.number for clause in straight.clauses] == ["6.1.2.1", "5.1.k"]
    assert straight.clauses[0].text == BOOK.clauses["6.1.1.1"].text
    assert straight.due[0].sums[-1] == Text("1.000 × 36 = 36.000", "1,000 × 36 = 36,000")
    _replay, rows = shown(later, opened="2026-03-01T12:00:00+07:00")
    assert rows[0].place.spot.en == "Straight 9"
    assert rows[0].due[0].sums[-1].en == "1,000 × 35 = 35,000"


def test_the_facts_are_told_in_its_names(later: RuleBook) -> None:
    replay, _rows = shown(later)
    told = [row.sentence.en for row in timeline.rows(replay.events(), replay.state, "roulette", "VND", replay.book)]
    assert any(sentence.startswith("Single number 9: ") for sentence in told)
    assert any(sentence.startswith("Trio 0-2-1: ") for sentence in told)
    assert words.bet_kind("roulette", "voisins", later).vi == "Voisins"
    assert words.bet_kind("roulette", "six_line", later).en == "Six line"


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_drawing_has_its_areas(language: str, later: RuleBook) -> None:
    replay, rows = shown(later)
    picture = part_of("roulette").picture(replay, rows, language, "VND")
    assert picture is not None
    for drawing in (picture.lying, picture.standing):
        assert {"vi": "LÂN CẬN", "en": "VOISINS"}[language] in drawing
        not_there = {"vi": "vị trí không có trên mặt bàn", "en": "no such position on the layout"}[language]
        assert drawing.count(not_there) == 2  # one chip, said to the eye and to the ear
    first_, _rows = shown(later, opened="2026-03-01T12:00:00+07:00")
    before = part_of("roulette").picture(first_, _rows, language, "VND")
    assert before is not None
    assert "VOISINS" not in before.lying.replace("Voisins", "")


def test_every_spot_of_it_has_a_place_of_its_own(later: RuleBook) -> None:
    spots = [spot for spot in layout(later) if not spot.startswith("trio:")]
    points = {spot: place(spot, felt(later)) for spot in spots}
    assert all(point.exists for point in points.values())
    assert len({(p.x, p.y) for p in points.values()}) == len(points)
    assert not place("six_line:1-2-3-4-5-6", felt(later)).exists
    assert find_place("six_line:1-2-3-4-5-6", layout(later)) is None


def test_every_clause_that_a_judgement_names_is_one_of_its_document(later: RuleBook) -> None:
    for golden in all_golden("roulette"):
        judgement = golden.judge(book=later)
        assert cited(judgement) <= later.clauses.keys(), golden.path.stem


def test_the_command_judges_by_it(later: RuleBook, tmp_path: Path) -> None:
    file = tmp_path / "second.toml"
    file.write_text(second(), "utf-8")
    names = ("position", "stream", "version", "type", "occurred_at", "recorded_at", "actor", "body")
    rows = played(*BETS, CLOSED, BALL, **AFTER).rows()
    lines = "\n".join(
        json.dumps({**dict(zip(names, row, strict=False)), "body": row[7].decode()}, default=lambda at: at.isoformat())
        for row in rows
    )
    house = offline.House(always("Asia/Ho_Chi_Minh", 6))
    _head, judged = offline.answers(
        io.BytesIO(lines.encode()), house=house, library=offline.library_with([file]), at=None
    )
    assert judged["document"]["number"] == "02/01.09.2026"
    won = {result["bet"]: result["settlement"]["winnings_minor"] for result in judged["judgement"]["results"]}
    assert won == {"b1": 36_000, "b2": 0, "b3": 0, "b4": 0, "b5": 17_000, "b6": 2_000}
    assert judged["clauses"]["6.1.2.1"]["en"] == BOOK.clauses["6.1.1.1"].text.en
