"""What a finding about money rests on: the bet, what was done with it, and what showed the result.

Whoever looks a money finding up, in the record or on film, has to see the bet put down and changed, each payment,
collection and return, and the facts that show the result (``RoundState.result``: a game says which, and which of them
show that of a bet, where each bet is decided by cards of its own). What a case made good afterwards is nothing that was
done at the table: the finding stays the one that it was. One rule for all games, after their judgement. Pure. Proved by
``tests/engine/test_resting.py`` and ``tests/golden/findings.*.txt``.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.engine.facts import RemedyFollowed, RemedyMade
from games.engine.judgement import Finding, Judgement, Outcome, Severity
from games.engine.state import RoundState

MONEY = Severity.MONEY


def resting(judgement: Judgement, state: RoundState) -> Judgement:
    """The judgement, its money findings with every fact that they rest on. ``state`` is what was judged."""
    if not any(finding.severity is MONEY for finding in judgement.findings):
        return judgement
    known = {result.bet for result in judgement.results}
    shown = [item for item in state.folded if item[5].event_type.name.partition(".")[2] in state.result]
    void = {result.bet for result in judgement.results if result.settlement.outcome is Outcome.VOID}

    def of_its_bet(finding: Finding) -> Finding:
        bet = finding.subject
        shows = shown if bet in known else []
        if bet not in void:  # whatever was shown may be what voids
            shows = [item for item in shows if state.shows_the_result_of(bet, item[3])]
        return _with(finding, state, [item[2] for item in shows])

    findings = tuple(of_its_bet(f) if f.severity is MONEY else f for f in judgement.findings)
    return msgspec.structs.replace(judgement, findings=findings)


def _with(finding: Finding, state: RoundState, shown: Iterable[int]) -> Finding:
    """A finding with the facts of its bet and those that show the result (none where nothing was ever bet)."""
    own = (
        item[2]
        for item in state.folded
        if getattr(item[3], "bet", None) == finding.subject and not isinstance(item[3], RemedyMade | RemedyFollowed)
    )
    return msgspec.structs.replace(finding, versions=tuple(sorted({*finding.versions, *own, *shown})))
