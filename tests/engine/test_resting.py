"""What a money finding rests on: its bet, what was done with it, and what showed the result, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine.judgement import Finding, Severity
from tests.golden.reader import Golden, all_golden, parse

ROUNDS = [golden for golden in all_golden() if any(line.startswith("finding ") for line in golden.expect)]


def _of_a_bet(golden: Golden) -> list[Finding]:
    judgement = golden.judge()
    bets = {result.bet for result in judgement.results}
    return [f for f in judgement.findings if f.severity is Severity.MONEY and f.subject in bets]


@pytest.mark.parametrize("game", ["baccarat", "maubinh", "niuniu", "roulette", "sicbo"])
def test_a_money_finding_names_its_bet_every_movement_and_the_result(game: str) -> None:
    seen = 0
    for golden in (golden for golden in ROUNDS if golden.game == game):
        state = golden.state()
        for finding in _of_a_bet(golden):
            seen += 1
            moved = {m.version for m in state.movements if m.bet == finding.subject}
            assert moved <= set(finding.versions), golden.path.stem
            assert list(finding.versions) == sorted(set(finding.versions))
            shown = {line.name for line in golden.facts} & state.result
            named = {golden.facts[version - 1].name for version in finding.versions}
            assert shown <= named, golden.path.stem
            others = {golden.facts[version - 1].fields.get("bet", finding.subject) for version in finding.versions}
            assert others == {finding.subject}, golden.path.stem
    assert seen > 2


def test_a_baccarat_finding_names_the_cards() -> None:
    golden = next(g for g in ROUNDS if g.path.stem == "5.1.2-commission-not-taken")
    (finding,) = _of_a_bet(golden)
    named = [golden.facts[version - 1].name for version in finding.versions]
    assert named.count("card_dealt") >= 4
    assert {"bet_placed", "payout_made"} <= set(named)


TWO_BOXES = """
game: niuniu
opened: 2026-03-01T12:00:00+07:00

facts
  0  round_opened
  1  bet_placed bet=a box=box1 kind=ante stake_minor=100 player=P-1
  2  bet_placed bet=b box=box2 kind=ante stake_minor=100 player=P-2
  5  betting_closed
  10 cards_dealt to=box1 cards=["KS","QH","JC","4D","5H"]
  11 cards_dealt to=box2 cards=["KH","QS","JD","3D","2H"]
  12 cards_dealt to=dealer cards={dealer}
  20 hands_compared box=box1 winner=player
  21 hands_compared box=box2 winner=player
  30 payout_made bet=b amount_minor=7
  90 round_closed
"""


def test_a_niu_niu_finding_names_the_cards_of_its_box_and_the_dealers_alone() -> None:
    """And what was announced of it; of a round void by a wrong count, whose hand that was, all cards."""
    played = parse(TWO_BOXES.format(dealer='["KC","QD","JS","AD","AH"]'), Path("written-in-a-test"))
    findings = {finding.subject: finding.versions for finding in _of_a_bet(played)}
    assert findings == {"a": (2, 5, 7, 8), "b": (3, 6, 7, 9, 10)}
    void = parse(TWO_BOXES.format(dealer='["KC","QD","JS","AD"]'), Path("written-in-a-test"))
    assert {finding.subject: finding.versions for finding in _of_a_bet(void)} == {"b": (3, 5, 6, 7, 8, 9, 10)}
