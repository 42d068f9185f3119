"""Readings that a guest may hold the letter of the document against: a round for each, in which they come to different
amounts, and which is told with both."""

from __future__ import annotations

from typing import Final

import pytest

from games.catalogue import judge, shipped
from games.engine.replay import Replay
from games.engine.session import next_gaming_day
from games.judgement.read_otherwise import moved_bets
from games.words.clauses import readings_of
from tests.engine.choices import with_choices
from tests.golden.reader import HERE, Golden, parse, read

CLOSED: Final = "90 round_closed"


def _baccarat(*facts: str, **header: str) -> Golden:
    head = ["a round", "game: baccarat", "opened: 2026-03-01T12:00:00+07:00"]
    head += [f"{name}: {value}" for name, value in header.items()]
    return parse("\n".join([*head, "facts", "0 round_opened", *facts, CLOSED]), HERE / "readings.txt")


def _lucky(cards: str) -> Golden:
    return _baccarat("5 bet_placed bet=b kind=lucky6 stake_minor=1000 player=P", "30 cards " + cards)


def _insured(after: str, **header: str) -> Golden:
    """Banker, 4 against 0, wins after a third card: insurance at 1:1.5 of 600 on a bet of 1000 is lost."""
    facts = (
        "5 bet_placed bet=m kind=banker stake_minor=1000 player=P",
        "30 cards player:KS banker:4H player:QC banker:KD",
    )
    later = (
        "42 insurance_placed bet=i side=banker stage=first_deal stake_minor=600 player=P",
        "45 cards player:2S banker:5S",
    )
    return _baccarat(*facts, after, *later, terms="insurance_set offered=true", **header)


def _let_go(said: str) -> Golden:
    """Seat 1 wins all three lanes from seat 3, one Ante each, and lets it go."""
    text = (HERE / "maubinh" / "C.3-shot.txt").read_text("utf-8").partition("\nexpect")[0]
    facts = [line for line in text.splitlines() if "payout" not in line and "collected" not in line]
    closed = next(place for place, line in enumerate(facts) if "round_closed" in line)
    return parse("\n".join([*facts[:closed], said, *facts[closed:]]), HERE / "readings.txt")


OFFERED: Final = "41 insurance_offered side=banker stage=first_deal odds=1:1.5"
SIDES: Final = (
    "5 bet_placed bet=a kind=player stake_minor=3000 player=P",
    "6 bet_placed bet=b kind=banker stake_minor=3000 player=Q",
    "30 cards player:9S banker:2H player:KS banker:3D",
)
WAIVED: Final = "41 insurance_waived player=P agreed_by=dealer/D01"
ROUNDS: Final[dict[tuple[str, str], tuple[Golden, dict[str, tuple[int, int]]]]] = {
    ("baccarat", "lucky6_on"): (_lucky("player:6S banker:6H player:KS banker:KH"), {"b": (-1_000, 12_000)}),
    ("baccarat", "insurance_main_bet"): (_insured(OFFERED, limits="banker 10 600"), {"i": (-400, -600)}),
    ("baccarat", "waived_insurance"): (_insured(WAIVED), {"i": (0, -600)}),
    ("baccarat", "differential_reading"): (
        _baccarat(*SIDES, terms="differential_set differential_minor=1000"),
        {"a": (3_000, 1_000), "b": (-3_000, -1_000)},
    ),
    ("maubinh", "home_run"): (
        read(HERE / "maubinh" / "C.4-home-run.txt"),
        {
            "b1": (-1_000_000, -600_000),
            "b2": (3_420_000, 2_280_000),
            "b3": (-700_000, -300_000),
            "b4": (-1_900_000, -1_500_000),
        },
    ),
    ("maubinh", "shooting"): (
        _let_go("250 shot_waived seat=1 against=3"),
        {"b1": (570_000, 285_000), "b3": (-600_000, -300_000)},
    ),
    ("niuniu", "commission_base"): (
        read(HERE / "niuniu" / "5.3-commission-on-both-rounded-once.txt"),
        {"d": (85, 88)},
    ),
}
"""By game and choice: the round, and what its bets are owed net as the demonstration's document reads it, and by the
letter. 7.17 is about the rounds before: its test is below."""


def replayed(golden: Golden) -> Replay:
    state = golden.state()
    return Replay(golden.stream, (), state, golden.opened, True, golden.book(), golden.judge(), 0)


def declared() -> list[tuple[str, str]]:
    return [(book.game, name) for book in shipped().books for name, each in book.choices.items() if each.letter]


def test_every_reading_with_a_letter_has_a_round() -> None:
    assert set(declared()) == ROUNDS.keys() | {("baccarat", "below_minimum_counted_for")}


@pytest.mark.parametrize(("game", "choice"), ROUNDS, ids="-".join)
def test_both_amounts_and_the_reading_is_printed(game: str, choice: str) -> None:
    golden, amounts = ROUNDS[game, choice]
    book = golden.book()
    judged = golden.judge()
    by_letter = golden.judge(book=with_choices(book, **{choice: book.choices[choice].letter}))
    assert {each.bet: (each.chosen_minor, each.other_minor) for each in moved_bets(judged, by_letter)} == amounts
    told = {each.name: each.otherwise for each in readings_of(replayed(golden))}
    assert [(each.value, each.moved) for each in told[choice]] == [
        (book.choices[choice].letter, moved_bets(judged, by_letter))
    ]
    assert next(iter(told)) == choice


def test_the_one_time_of_7_17_is_by_the_day_or_for_good() -> None:
    """A player whose bet below the minimum was settled yesterday."""
    golden = read(HERE / "baccarat" / "7.17-later-bet-below-the-minimum.txt")
    book = golden.book()
    dues = {}
    for counted_for in ("gaming_day", "for_good"):
        state = golden.state()
        assert state.before is not None
        state.before = next_gaming_day(state.before, counted_for)
        judged = judge(state, book, ended=True)
        dues[counted_for] = judged.results[0].settlement.net_minor
    assert dues == {"gaming_day": 60_000, "for_good": 0}
