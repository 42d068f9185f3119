"""What a waiting bet offers for decision is decided by a ruling that says so: in every golden round of every game.

The ruling page offers the decisions of ``BetResult.alternatives`` under the clause that the bet waits for. A ruling by
the highest post with that choice must leave nothing of it waiting for the same clause, owe what the offer said, and
not be found to have had no effect.
"""

from __future__ import annotations

from uuid import uuid4

import pytest

from games.catalogue import GAMES
from games.engine.judgement import Outcome
from tests.golden.reader import Golden, Line, all_golden

BY = {"post": "director_of_table_games", "staff": "S-900"}


def ruled(clause: str, choice: str, bets: list[str]) -> Line:
    fields = {"clause": clause, "choice": choice, "made_by": BY, "reason": "Decided.", "bets": bets}
    return Line(None, "ruling_made", fields, uuid4(), sender="desk")


def waiting() -> list[tuple[Golden, str]]:
    found = []
    for game in sorted(GAMES):
        for golden in all_golden(game):
            results = golden.judge().results
            found += [(golden, each.bet) for each in results if each.settlement.outcome is Outcome.AWAITING]
    return found


WAITING = waiting()


def test_there_are_waiting_bets_in_every_game_that_leaves_something_to_a_post() -> None:
    assert {golden.game for golden, _bet in WAITING} == set(GAMES)


@pytest.mark.parametrize(("golden", "bet"), WAITING, ids=lambda each: each if isinstance(each, str) else each.path.stem)
def test_each_offered_decision_decides(golden: Golden, bet: str) -> None:
    results = golden.judge().results
    before = next(each for each in results if each.bet == bet)
    assert before.decided_by is not None
    together = [each.bet for each in results if each.decided_by == before.decided_by]
    subject = f"ruling:{len(golden.facts) + 1}"
    for offer in before.alternatives:
        judgement = golden.judge([*golden.facts, ruled(before.decided_by, offer.decision, together)])
        after = next(each for each in judgement.results if each.bet == bet)
        without = [each for each in judgement.findings if each.subject == subject]
        assert without == [], (offer.decision, without)
        assert after.decided_by != before.decided_by, offer.decision
        assert after.settlement.net_minor == offer.settlement.net_minor, offer.decision
