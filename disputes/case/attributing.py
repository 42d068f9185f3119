"""Saying whose a bet is, where the table's record does not tell: by itself, and on the way of other commands (8.2).

The table's own word is not gainsaid in a case: if it names the wrong player, the fact is corrected at the round, by a
post that may. Proved by ``tests/disputes/case/test_whose.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.bet_owner import STRANGER, Owners, owners
from disputes.case.context import Context, JudgedRound
from disputes.case.state import Case
from disputes.case.step import decides


@decides(c.AttributeBets)
def attribute_bets(case: Case, command: c.AttributeBets, ctx: Context) -> list[Fact]:
    """8.2."""
    facts = attributed(
        command.bets, owners(case), replayed(case.rounds, ctx), ctx, "bets", reason=command.reason, case=case
    )
    if not facts:
        raise Problem("case_changes_nothing", "bets")
    return facts


def replayed(rounds: Iterable[f.RoundRef], ctx: Context) -> dict[str, JudgedRound]:
    """Rounds as they stand, by stream; one that nothing is recorded of is left out."""
    found = ((ref.stream, ctx.judged(ref)) for ref in rounds)
    return {stream: judged for stream, judged in found if judged is not None}


def attributed(
    asked: Iterable[c.BetOf],
    known: Owners,
    rounds: Mapping[str, JudgedRound],
    ctx: Context,
    field: str,
    *,
    reason: str | None = None,
    case: Case | None = None,
) -> list[Fact]:
    """What is said of these bets as one fact; none where all of it is known already. Raises the first problem."""
    found = []
    for number, each in enumerate(asked):
        said = checked(each, known, rounds, f"{field}.{number}")
        if known.said.get((said.stream, said.bet)) != said and not known.by_table(said.player).known:
            found.append(said)
    if not found:
        return []
    sealed = None if reason is None or case is None else ctx.seal(reason, case.persons)
    return [f.BetsAttributed(bets=tuple(found), attributed_by=ctx.person, reason=sealed)]


def checked(asked: c.BetOf, known: Owners, rounds: Mapping[str, JudgedRound], field: str) -> f.BetOwner:
    """A bet of a round of the case, a player of the case, and nothing that the table says otherwise."""
    judged = rounds.get(f"round/{asked.table}/{asked.round}")
    if judged is None:
        raise Problem("case_bet_not_disputed", field, bet=asked.bet, round=asked.round)
    bet = judged.bets.get(asked.bet)
    if bet is None:
        raise Problem("case_bet_unknown", field, bet=asked.bet, round=asked.round)
    if asked.party is not None and asked.party not in known.codes:
        raise Problem("case_party_unknown", field, party=asked.party)
    table = known.by_table(bet.player)
    if table.known and table.party != asked.party:
        raise Problem("case_bet_known", field, bet=asked.bet, round=asked.round, player=bet.player or "–")
    return f.BetOwner(table=asked.table, round=asked.round, bet=asked.bet, party=asked.party, player=bet.player)


def said_of(facts: Iterable[Fact]) -> list[f.BetOwner]:
    """What facts say of bets."""
    return [each for fact in facts if isinstance(fact, f.BetsAttributed) for each in fact.bets]


def check_ticks(rounds: Iterable[f.RoundRef], known: Owners, ctx: Context) -> None:
    """A bet that is known to be a stranger's is nothing that a player of the case can dispute."""
    for number, ref in enumerate(rounds):
        judged = ctx.judged(ref)
        if judged is None or not known.codes:
            continue
        whose = known.in_round(judged)
        for bet in ref.bets:
            if whose.get(bet) == STRANGER:
                raise Problem("case_bet_of_other", f"rounds.{number}.bets", bet=bet, round=ref.round)


def line_said(asked: c.AskedRemedy, case: Case, ctx: Context, field: str) -> list[Fact]:
    """What the lines of a remedy say of bets whose player nobody knew. What is known they can only repeat."""
    known, rounds = owners(case), replayed(case.rounds, ctx)
    open_bets = []
    for line in asked.lines:
        if line.party is None or line.table is None or line.round is None or line.bet is None:
            continue
        judged = rounds.get(f"round/{line.table}/{line.round}")
        bet = None if judged is None else judged.bets.get(line.bet)
        if judged is None or bet is None:
            continue  # told where the lines are checked
        if not known.of(judged.ref.stream, line.bet, bet.player).known:
            open_bets.append(c.BetOf(table=line.table, round=line.round, bet=line.bet, party=line.party))
    return attributed(open_bets, known, rounds, ctx, f"{field}.lines")
