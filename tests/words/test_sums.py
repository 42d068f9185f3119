"""Every sum printed is true, and every amount has its sum: simulated and golden rounds of all games, every printer.

Sums are read as a person reads them, in both languages' numbers, and worked out again by ``tests.words.arithmetic``,
which shares nothing with what printed them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
import pytest

from casino.core import text as texts
from casino.core.messages import Message
from casino.core.money import Direction, Rounding
from casino.core.text import Text
from games import words
from games.catalogue import judge, shipped
from games.engine import workings
from games.engine.document import RuleBook
from games.engine.judgement import BetResult, Judgement
from games.engine.replay import Replay
from games.engine.state import RoundState
from games.pages import bets, reading
from games.pages.bets import BetRow, Line, Place
from games.pages.replay_text import Teller
from games.pages.whatif_text import Comparison
from games.rows.whatif import BetChange, WhatIf
from games.simulate.baccarat.table import BaccaratTable
from games.simulate.kinds import simulated
from games.simulate.maubinh.table import MauBinhTable
from games.simulate.niuniu.table import NiuNiuTable
from games.simulate.play import Fault
from games.simulate.roulette.table import Table
from games.simulate.sicbo.table import SicBoTable
from games.telling import bet as telling
from games.words import sum_words
from games.words.judged import as_json
from games.words.sum_words import difference_sum
from tests.engine.choices import with_choices
from tests.golden.reader import HERE, all_golden, read
from tests.simulate.dealing import STARTS, folded, rows
from tests.words.arithmetic import FalseSum, Reader, money

TABLES: Final[dict[str, Any]] = {
    "roulette": Table,
    "sicbo": SicBoTable,
    "baccarat": BaccaratTable,
    "niuniu": NiuNiuTable,
    "maubinh": MauBinhTable,
}
LANGUAGES: Final = ("vi", "en")
ROUNDINGS: Final = [Rounding(unit, direction) for unit in (1, 7, 30_000) for direction in Direction]
READINGS: Final[dict[str, list[dict[str, Any]]]] = {
    "baccarat": [{"differential_reading": "each_area_pro_rata"}, {"insurance_main_bet": "placed"}],
    "niuniu": [{"commission_base": "stakes"}, {"irregular_box": "as_it_lies"}],
    "maubinh": [{"home_run": "adds_two_stakes"}, {"foul_hand": "loses_every_lane"}],
}
"""Other readings of the documents under which sums take another form."""
NOWHERE: Final = Place(Text("", ""), "", 0, "", "", "", 0)


# --- The rounds ----------------------------------------------------------------------------------------------------


def rounds(game: str, seed: int, count: int, fault: Fault | None = None, **how: Any) -> Iterator[Replay]:
    """Simulated rounds, each as it would be replayed."""
    book = shipped().in_force(game, STARTS)
    for sent, _planted, state, judgement in folded(
        TABLES[game], seed, count, fault, limits=simulated(game).limits, **how
    ):
        yield replay_of(list(rows(sent)), state, book, judgement)


def replay_of(
    stored: Sequence[Any], state: RoundState, book: RuleBook, judgement: Judgement, *, ended: bool = True
) -> Replay:
    return Replay(state.stream, stored, state, datetime(2026, 6, 13, tzinfo=UTC), ended, book, judgement)


def under(replay: Replay, book: RuleBook) -> Replay:
    """The round under another book."""
    judgement = judge(replay.state, book, ended=replay.ended)
    return replay_of(replay.rows, replay.state, book, judgement, ended=replay.ended)


@cache
def other_books(game: str) -> list[RuleBook]:
    """The game's book with every rounding, and with other readings rounded in an unhandy unit."""
    book = shipped().in_force(game, STARTS)
    found = [msgspec.structs.replace(book, rounding=rounding) for rounding in ROUNDINGS]
    for choices in READINGS.get(game, ()):
        found.append(msgspec.structs.replace(with_choices(book, **choices), rounding=Rounding(7, Direction.NEAREST)))
    return found


@cache
def golden_rounds(game: str) -> list[Replay]:
    found = []
    for golden in all_golden(game):
        ended = golden.header.get("ended", "yes") == "yes"
        found.append(replay_of(golden.rows(), golden.state(), golden.book(), golden.judge(), ended=ended))
    return found


# --- The printers --------------------------------------------------------------------------------------------------


def row_of(result: BetResult, replay: Replay, currency: str = "VND") -> BetRow:
    """What the round page, the case page, the finding page, the remedy form and the what-if lay out."""
    return bets.row(result, NOWHERE, replay.judgement, replay.book, currency)


def shown(amount_minor: int, currency: str, language: str) -> Fraction:
    return money(words.money(amount_minor, currency).in_language(language), language)


def lines_hold(lines: Sequence[Line], stake_minor: int, currency: str) -> int:
    """Each amount has sums, every one of them is true, and the last ends in the amount; how many were worked out."""
    count = 0
    for line in lines:
        assert line.sums, f"{line.name.en} {line.amount_minor} has no sum"
        for language in LANGUAGES:
            reader = Reader(language, shown(stake_minor, currency, language))
            found = [reader.works_out(each.in_language(language)) for each in line.sums]
            if found[-1] != shown(line.amount_minor, currency, language):
                raise FalseSum(f"{line.name.en} {line.amount_minor}: {line.sums[-1].in_language(language)}")
            count += len(found)
    return count


def page_holds(replay: Replay, currency: str = "VND") -> int:
    """Every amount that a page shows of a round, decided or not; how many sums were worked out."""
    count = 0
    for result in replay.judgement.results:
        row = row_of(result, replay, currency)
        for lines in (row.due, *(option.lines for option in row.options)):
            count += lines_hold(lines, row.stake_minor, currency)
        total = sum(line.amount_minor for line in row.due if line.name.en in ("stake taken", "stake back"))
        assert total == (row.stake_minor if row.due else 0)
        assert bool(row.difference_sum.en) == bool(row.difference_minor or (row.remedies and row.difference_minor == 0))
        for language in LANGUAGES if row.difference_minor else ():
            left = Reader(language, Fraction(0)).works_out(row.difference_sum.in_language(language))
            assert left == shown(row.difference_minor or 0, currency, language)
    return count


def paper_holds(replay: Replay) -> None:
    """What a guest is told: the odds are those by which the stake comes to what was won; where more was worked out,
    each sum is true, and the last ends in the amount."""
    for result in replay.judgement.results:
        settlement = result.settlement
        amount = settlement.winnings_minor + settlement.collected_minor
        for sentence in telling.told(result, replay.judgement, book=replay.book, currency="VND"):
            steps = sentence.args.get("steps", ())
            for language in LANGUAGES:
                reader = Reader(language, Fraction(settlement.stake_minor))
                written = [bare for each in steps if (bare := written_sum(each, language))]
                worked = [reader.works_out(each) for each in written]
                if worked and written[-1] == written_sum(steps[-1], language) and "counts" not in str(steps[-1]):
                    assert worked[-1] == amount
                won = sentence.args.get("won")
                if won is not None and "odds" in won.args and not steps:
                    profit, stake = (won.args["odds"].args[each] for each in ("profit", "stake"))
                    assert settlement.stake_minor * Fraction(str(getattr(profit, "en", profit))) / int(stake) == amount


def written_sum(step: Text | Message, language: str) -> str:
    """The sum in a step, without the words before it; empty where it has none."""
    text = (step.args.get("sum", Text("", "")) if isinstance(step, Message) else step).in_language(language)
    return text.rpartition(": ")[2] if "=" in text or "≈" in text else ""


def console_holds(replay: Replay, language: str) -> int:
    """``manage.py replay``: every bet's amounts against the sums under them, as the terminal shows them."""
    text = Teller(replay, language=language, zone=ZoneInfo("Asia/Ho_Chi_Minh"), currency="VND").text()
    heads = {
        "vi": ("Cược:", "cược", "phải trả", "Phát hiện:", "chênh lệch"),
        "en": ("Bets:", "stake", "due", "Findings:", "difference"),
    }[language]
    body = text.partition(f"\n{heads[0]}\n")[2].partition(f"\n\n{heads[3]}")[0]
    stake, left, count = Fraction(0), Fraction(0), 0
    open_amounts: dict[str, Fraction] = {}
    for line in body.splitlines():
        staked = re.match(rf"  \S+  .*\b{heads[1]} (\S+\xa0VND): ", line)
        if staked is not None:
            assert not open_amounts
            stake = money(staked[1], language)
        name, _, told = line.strip().partition(": ")
        if name == heads[2]:
            found = re.findall(r"([^\d,][^\d]*?) (\S+\xa0VND)", told)
            open_amounts = {each.strip(" ,"): money(amount, language) for each, amount in found}
        elif name in open_amounts:
            reader = Reader(language, stake)
            values = [reader.works_out(each) for each in told.split("; ")]
            assert values[-1] == open_amounts.pop(name), line
            count += len(values)
        elif left:
            assert Reader(language, Fraction(0)).works_out(line.strip()) == left
            left = Fraction(0)
        elif name == heads[4] and (found := re.findall(r"\S+\xa0VND", told)):
            left = money(found[0], language)
    assert not open_amounts
    return count


def what_if_holds(before: Replay, after: Replay, language: str) -> None:
    """``manage.py replay --what-if``: under every amount its sum."""
    olds, news = ({r.bet: r for r in replay.judgement.results} for replay in (before, after))
    changes = tuple(BetChange(bet, olds[bet], news[bet]) for bet in olds)
    text = Comparison(WhatIf(before, after, changes), language=language, currency="VND").text()
    stakes = {bet: Fraction(result.settlement.stake_minor) for bet, result in olds.items()}
    bet = ""
    for line in text.splitlines():
        bet = next((each for each in olds if re.match(rf"{re.escape(each)}(:|  |$)", line)), bet)
        summed = re.match(r"      \D*? (\S+\xa0VND): (.+)", line)
        if summed is not None:
            reader = Reader(language, stakes[bet])
            values = [reader.works_out(each) for each in summed[2].split("; ")]
            assert values[-1] == money(summed[1], language), line


def json_holds(replay: Replay) -> None:
    """What machines get: the same sums, in the smallest unit."""
    for result in as_json(replay)["judgement"]["results"]:
        for due in (
            {**result["settlement"], "sums": result["sums"]},
            *[{**option["settlement"], "sums": option["sums"]} for option in result["alternatives"]],
        ):
            if due["outcome"] in ("awaiting", "pending"):
                continue
            for name in ("winnings", "commission", "collected", "returned"):
                amount, told = due[f"{name}_minor"], due["sums"][name]
                for language in LANGUAGES if amount else ():
                    reader = Reader(language, Fraction(due["stake_minor"]))
                    assert [reader.works_out(each[language]) for each in told][-1] == amount


def reading_holds(replay: Replay) -> None:
    """What the page says of dice and cards adds up too."""
    for line in reading.read_out(replay):
        for language in LANGUAGES:
            text = line.text.in_language(language)
            if " = " in text:
                Reader(language, Fraction(0)).works_out(re.sub(r" (điểm|points)\.$", "", text))


def everything_holds(replay: Replay) -> int:
    count = page_holds(replay)
    json_holds(replay)
    paper_holds(replay)
    reading_holds(replay)
    assert sum(console_holds(replay, language) for language in LANGUAGES) == count
    return count


# --- Every sum of every round --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", TABLES)
def test_every_sum_of_simulated_rounds_is_true(game: str) -> None:
    assert sum(everything_holds(replay) for replay in rounds(game, 1, 25)) > 300


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_every_sum_is_true_whatever_went_wrong_at_the_table(game: str) -> None:
    faults = simulated(game).faults.values()
    assert sum(everything_holds(replay) for fault in faults for replay in rounds(game, 3, 3, fault)) > 300


@pytest.mark.parametrize("game", TABLES)
def test_every_sum_of_the_golden_rounds_is_true(game: str) -> None:
    assert sum(everything_holds(replay) for replay in golden_rounds(game)) > 300


def test_tables_without_commission_or_insurance() -> None:
    assert sum(everything_holds(replay) for replay in rounds("baccarat", 5, 40, commission=False)) > 300
    assert sum(everything_holds(replay) for replay in rounds("baccarat", 5, 40, insurance=False)) > 300


@pytest.mark.parametrize("game", TABLES)
def test_sums_are_true_under_every_rounding_and_reading(game: str) -> None:
    """No document rounds, but its book does. Each book in turn, over some hundred rounds."""
    books = other_books(game)
    for number, replay in enumerate([*golden_rounds(game), *rounds(game, 9, 2 * len(books))]):
        page_holds(under(replay, books[number % len(books)]))
        page_holds(under(replay, books[(3 * number + 1) % len(books)]))


@pytest.mark.parametrize("game", TABLES)
def test_a_what_if_shows_the_sums_of_both_versions(game: str) -> None:
    for replay in rounds(game, 11, 6):
        assert replay.book is not None
        for language in LANGUAGES:
            after = under(replay, msgspec.structs.replace(replay.book, rounding=Rounding(7, Direction.UP)))
            what_if_holds(replay, after, language)


@pytest.mark.parametrize("currency", ["USD", "PHP", "KWD", "JPY", "ABC"])
def test_a_currency_with_small_units_is_summed_in_the_unit_that_is_shown(currency: str) -> None:
    """ "0.50 × 19/20 = 0.475", not 47.5; of a currency that nobody knows, in its smallest unit, as its amounts say."""
    for replay in (*golden_rounds("baccarat"), *golden_rounds("niuniu"), *golden_rounds("maubinh")):
        assert replay.book is not None
        page_holds(replay, currency)
        nearest = Rounding(5, Direction.NEAREST)
        page_holds(under(replay, msgspec.structs.replace(replay.book, rounding=nearest)), currency)


# --- As they are printed -------------------------------------------------------------------------------------------


def due_of(path: str, bet: str, book: RuleBook | None = None) -> dict[str, list[str]]:
    """The sums of a golden round's bet, by the name of their amount, in English."""
    golden = read(HERE / f"{path}.txt")
    judgement = golden.judge(book=book)
    [result] = [each for each in judgement.results if each.bet == bet]
    row = bets.row(result, NOWHERE, judgement, book or golden.book(), "VND")
    return {line.name.en: [each.en for each in line.sums] for line in row.due}


def test_5_2_banker_wins_less_commission() -> None:
    due = due_of("baccarat/2.2.4-too-much-commission", "b1")
    assert due == {
        "winnings": ["1,000,000 × 19/20 = 950,000"],
        "commission": ["1,000,000 − 950,000 = 50,000"],
        "stake back": ["the whole stake = 1,000,000"],
    }


def test_5_2_1_banker_six_without_commission_pays_half() -> None:
    due = due_of("baccarat/5.2.1-banker-six-pays-half", "b1")
    assert due["winnings"] == ["1,000,001 × 1/2 = 500,000.5 ≈ 500,000 (rounded down to a multiple of 1)"]


def test_5_1_7_lucky_six() -> None:
    assert due_of("baccarat/5.1.7-lucky-six-with-three-cards", "b1")["winnings"] == ["100,000 × 20 = 2,000,000"]


def test_7_19_the_part_that_plays_is_taken_and_the_rest_goes_back() -> None:
    taken = "3,000,001 × (1,000,000 + 1,000,000)/4,000,000 = 1,500,000.5"
    assert due_of("baccarat/7.19-larger-side-plays-in-proportion", "b1") == {
        "stake taken": [f"{taken} ≈ 1,500,000 (rounded down to a multiple of 1)"],
        "stake back": ["the whole stake − 1,500,000 = 1,500,001"],
    }


def test_6_4_3_insurance_counts_as_far_as_the_main_bet_covers_it() -> None:
    assert due_of("baccarat/6.4.3-two-insurances-share-the-main-bet", "i2")["winnings"] == [
        "what the main bet leaves to insure: (900,000 − 600,000) × 2/3 = 200,000",
        "the part that counts: the lesser of 400,000 and 200,000 = 200,000",
        "200,000 × 3/2 = 300,000",
    ]


def test_niu_niu_5_3_one_commission_for_the_box() -> None:
    due = due_of("niuniu/5.3-commission-on-both-rounded-once", "d")
    assert due["winnings"] == ["before commission: 30 × 3 = 90", "90 − 5 = 85"]
    assert due["commission"] == [
        "commission of the whole box: (15 + 90) × 5% = 5.25 ≈ 5 (rounded down to a multiple of 1)",
        "5 − 0 = 5",
    ]


def test_niu_niu_6_4_4_half_of_additional_is_lost() -> None:
    assert due_of("niuniu/6.4.4-dealer-wins-with-ngau-9", "x") == {
        "stake taken": ["400,000 × 1/2 = 200,000"],
        "stake back": ["the whole stake − 200,000 = 200,000"],
    }


def test_mau_binh_c_9_the_sum_over_all_opponents_times_the_ante() -> None:
    due = due_of("maubinh/C.9-a-whole-table", "b1")
    assert due["winnings"] == [
        "against seat 2: 1 − 1 − 1 = −1",
        "against seat 3: (1 + 1 + 1) × 2 = 6",
        "against seat 4: (1 + 1 + 1) × 2 = 6",
        "all multiples: −1 + 6 + 6 = 11",
        "before commission: 11 × 100,000 = 1,100,000",
        "1,100,000 − 55,000 = 1,045,000",
    ]
    assert due["commission"] == ["1,100,000 × 5% = 55,000"]


def test_mau_binh_c_6_a_special_hand() -> None:
    assert due_of("maubinh/C.6-the-higher-special-wins", "b2")["stake taken"] == [
        "against seat 1, special hand: −36",
        "36 × 100,000 = 3,600,000",
    ]


def test_8_4_recorded_with_remedies_less_due() -> None:
    """What was granted beyond the rules does not count against what they owe."""
    golden = read(HERE / "roulette" / "8.4-remedy-beyond-the-rules.txt")
    told = [difference_sum(result, "VND").vi for result in golden.judge().results]
    assert told[0] == "−50.000 + 50.000 − 50.000 − (−50.000) = 0"
    assert told[2] == "40.000 + 10.000 − 50.000 = 0"


# --- A false sum is found ------------------------------------------------------------------------------------------


def test_the_reader_reads_as_people_do() -> None:
    vi, en = Reader("vi", Fraction(100_000)), Reader("en", Fraction(100_000))
    assert vi.works_out("2.000.000 × 19/20 = 1.900.000") == 1_900_000
    assert en.works_out("before commission: 3 × (2 − 5)/9 = −1") == -1
    assert vi.works_out("cả tiền cược = 100.000") == 100_000
    assert en.works_out("1,000\xa01/3 × 3 = 3,001") == 3001
    assert vi.works_out("50 × 19/20 = 47,5 ≈ 47 (làm tròn xuống bội số của 1)") == 47
    assert en.works_out("the lesser of 5 + 1 and 2 × 4 = 6") == 6
    assert vi.works_out("200.000 × 5% = 10.000") == 10_000


@pytest.mark.parametrize(
    ("language", "false"),
    [
        ("vi", "2.000.000 × 19/20 = 2.000.000"),
        ("en", "2.000.000 × 19/20 = 1.900.000"),
        ("vi", "50 × 19/20 = 47,5 ≈ 48 (làm tròn xuống bội số của 1)"),
        ("vi", "50 × 19/20 = 47,5 ≈ 47"),
        ("en", "50 × 19/20 = 47.5 → 47"),
        ("en", "45 ≈ 47 (rounded up to a multiple of 2)"),
        ("en", "50 ≈ 50 (rounded up to a multiple of 2)"),
        ("en", "the whole stake = 99,999"),
        ("en", "the lesser of 5 and 6 = 6"),
        ("en", "1000 × 2 = 2,000"),
        ("en", "3 − (−2) = 1"),
        ("en", "3 × = 3"),
        ("en", "(3 = 3"),
    ],
)
def test_a_false_sum_is_found(language: str, false: str) -> None:
    with pytest.raises(FalseSum):
        Reader(language, Fraction(100_000)).works_out(false)


def _gross_as_winnings(due: Any, priced: Any, rounding: Any) -> workings.Workings:
    """The fault that was: stake × odds is said to be winnings and commission together."""
    steps = workings.Step(workings.Product((workings.Amount(due.in_play_minor), workings.Count(1))))
    return workings.Workings(winnings=(steps,), commission=(steps,))


@pytest.mark.parametrize(
    ("where", "name", "broken"),
    [
        (workings, "_at_odds", _gross_as_winnings),
        (workings, "_taken", lambda *_: ()),
        (workings, "_less", lambda whole, *_: workings.Total((whole,))),
        (workings, "_multiples", lambda priced: ((), 1)),
        (workings, "_commission_of_the_box", lambda priced, _: (workings.Step(workings.Amount(priced.base[0])),)),
        (texts, "_MARKS", str.maketrans("", "")),
        (sum_words, "STAKE", Text("tiền cược", "the stake")),
        (sum_words, "ROUNDED", dict.fromkeys(Direction, sum_words.ROUNDED[Direction.DOWN])),
        (sum_words._Writer, "_inside", lambda self, expression: self.write(expression)),
    ],
)
def test_a_printer_that_lies_is_found(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, broken: Any) -> None:
    monkeypatch.setattr(where, name, broken)
    with pytest.raises(AssertionError):
        golden_rounds_hold()


def golden_rounds_hold() -> None:
    """As they are, and rounded up in an unhandy unit."""
    for game in TABLES:
        for replay in golden_rounds(game):
            page_holds(replay)
            page_holds(under(replay, other_books(game)[5]))


def test_every_step_that_is_not_an_amount_has_a_name() -> None:
    assert set(sum_words.NAMES) == set(workings.NAMES)
    assert set(sum_words.ROUNDED) == set(Direction)
