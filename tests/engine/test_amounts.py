"""The largest amount that is taken in, on the highest odds: what is found of it can still be recorded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casino.core.events import MAX_INTEGER
from casino.core.money import MAX_AT_TABLE
from tests.golden.reader import parse

DRAGON_AND_OTHERS = [
    json.dumps(cards.split(), separators=(",", ":"))
    for cards in (
        "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
        "2H 3H 4D 5D 7C 8H 9D 10C QH QD KC AH AD",
        "2D 3C 4H 5C 6H 7D 9C 10H JD JC QC KH AC",
        "2C 3D 4C 5H 6D 6C 7H 8D 9H 10D JH KD 8C",
    )
]
ROUNDS = {
    "roulette": (
        f"5 bet_placed bet=b1 spot=straight:9 stake_minor={MAX_AT_TABLE}\n20 betting_closed\n45 ball_dropped pocket=9"
    ),
    "sicbo": (
        f"5 bet_placed bet=b1 spot=specific_triple:4 stake_minor={MAX_AT_TABLE}\n20 betting_closed\n"
        "45 dice_shown dice=[4,4,4]"
    ),
    "baccarat": (
        f"5 bet_placed bet=b1 kind=tie stake_minor={MAX_AT_TABLE}\n20 betting_closed\n"
        "30 cards player:4S banker:4D player:4H banker:4C"
    ),
    "maubinh": (
        "".join(f"5 bet_placed bet=b{seat} seat={seat} stake_minor={MAX_AT_TABLE}\n" for seat in (1, 2, 3, 4))
        + "".join(f"10 hand_dealt seat={seat} cards={hand}\n" for seat, hand in enumerate(DRAGON_AND_OTHERS, start=1))
        + "200 time_ran_out"
    ),
}


@pytest.mark.parametrize("game", ROUNDS)
def test_a_finding_on_the_highest_odds_for_the_largest_stake_has_an_identity(game: str) -> None:
    head = f"\ngame: {game}\nopened: 2026-03-01T12:00:00+07:00\nfacts\n0 round_opened\n"
    judgement = parse(f"{head}{ROUNDS[game]}\n300 round_closed", Path("written-in-a-test")).judge()
    (unpaid,) = [finding for finding in judgement.findings if finding.code == "not_paid"]
    assert MAX_AT_TABLE <= -unpaid.amount_minor <= MAX_INTEGER
    assert len(unpaid.identity) == 32
