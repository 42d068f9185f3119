"""What a money finding rests on: its bet, what was done with it, and what showed the result, in every game."""

from __future__ import annotations

import pytest

from games.engine.judgement import Finding, Severity
from tests.golden.reader import Golden, all_golden

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
