"""What cases put right afterwards, in the books of a round: which part of it counts against what was due.

A remedy pays or takes back; the part of it that a decision grants apart from the rules does not count against what the
rules owe. So a bet's difference is: recorded at the table, plus remedied, less what is beyond the rules, less due.
Where that comes to nothing, nothing is wrong with the bet's money any more; where not, its findings say what remains. A
remedy is taken as it is recorded, even twice, by two cases or for a bet that nobody knows: findings say so. What is
given beyond the rules is found with its amount, remedy by remedy, and so is what a second case gave for a bet.

It counts from when it was decided. What has not been handed over or received yet is *still out*, a sum of its own; what
is given up never moves and is beyond the rules, found like that; so nothing else about the bet changes. Pure.
Proved by ``tests/engine/test_remedies.py`` and the golden rounds of remedies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from games.engine.judgement import Finding, Recorded, Remedied, Settlement, Severity
from games.engine.state import Followed, Remedy, RoundState

GIVEN_UP: Final = ("waived", "uncollectable")


def with_remedies(
    recorded: dict[str, Recorded], remedies: Sequence[Remedy], followed: Sequence[Followed] = ()
) -> dict[str, Recorded]:
    """What was recorded of each bet, with what cases made good for it and what became of that money."""
    by_bet: dict[str, list[Remedied]] = {}
    for remedy in remedies:
        by_bet.setdefault(remedy.fact.bet, []).append(_made(remedy, followed))
    return recorded | {bet: _joined(recorded.get(bet) or Recorded(), made) for bet, made in by_bet.items()}


def _made(remedy: Remedy, followed: Sequence[Followed]) -> Remedied:
    """A remedy as it stands: without what was given up of it, and what of the rest has not moved yet."""
    fact = remedy.fact
    if fact.line is None or not fact.to_player_minor:
        return Remedied(fact.case, fact.kind, fact.to_player_minor, fact.beyond_rules_minor)
    sign = 1 if fact.to_player_minor > 0 else -1
    of_it = [each.fact for each in followed if _is_of(each, remedy)]
    moves = abs(fact.to_player_minor)
    given_up = min(sum(each.amount_minor for each in of_it if each.became in GIVEN_UP), moves)
    moved = sum(each.amount_minor for each in of_it if each.became not in GIVEN_UP)
    return Remedied(
        fact.case,
        fact.kind,
        fact.to_player_minor - sign * given_up,
        fact.beyond_rules_minor - sign * given_up,
        sign * max(moves - given_up - moved, 0),
    )


def _is_of(each: Followed, remedy: Remedy) -> bool:
    followed, made = each.fact, remedy.fact
    return made.line is not None and (followed.case, followed.line, followed.bet) == (made.case, made.line, made.bet)


def _joined(recorded: Recorded, made: Sequence[Remedied]) -> Recorded:
    return msgspec.structs.replace(
        recorded,
        remedied_minor=sum(r.to_player_minor for r in made),
        beyond_rules_minor=sum(r.beyond_rules_minor for r in made),
        out_minor=sum(r.out_minor for r in made),
        remedies=tuple(made),
    )


def after_remedies(paid: int, taken: int, due: Settlement, counted: int) -> tuple[int, int]:
    """(winnings handed over, stake taken) with the part of the remedies that counts: money to the player first undoes
    what was taken too much and is paid after that; money from the player first undoes what was paid too much."""
    if counted > 0:
        undone = min(counted, max(taken - due.collected_minor, 0))
        return paid + counted - undone, taken - undone
    undone = min(-counted, max(paid - due.winnings_minor, 0))
    return paid - undone, taken - counted - undone


def remedy_findings(remedies: Sequence[Remedy]) -> Iterator[Finding]:
    """Money beyond the rules, and remedies that do not go together: of two cases for one bet, or the very same one
    again in its case."""
    by_bet: dict[str, list[Remedy]] = {}
    for remedy in remedies:
        by_bet.setdefault(remedy.fact.bet, []).append(remedy)
        if remedy.fact.beyond_rules_minor or remedy.fact.own_word_minor:
            yield _given_beyond(remedy)
    for bet, made in by_bet.items():
        cases = list(dict.fromkeys(remedy.fact.case for remedy in made))
        if len(cases) > 1:
            yield Finding(
                code="remedied_by_two_cases",
                severity=Severity.MONEY,
                subject=bet,
                clauses=(),
                versions=tuple(remedy.version for remedy in made),
                amount_minor=sum(r.fact.to_player_minor for r in made if r.fact.case != cases[0]),
                detail={"cases": cases},
            )
        alike: dict[tuple[str, str, int, int], list[int]] = {}
        for remedy in made:
            fact = remedy.fact
            said = (fact.case, fact.kind, fact.to_player_minor, fact.beyond_rules_minor)
            alike.setdefault(said, []).append(remedy.version)
        for (case, _kind, to_player, _beyond), where in alike.items():
            if len(where) > 1:
                again = {"case": case, "to_player": to_player, "times": len(where)}
                yield _made_twice("remedy_made_again", bet, where, **again)


def _given_beyond(remedy: Remedy) -> Finding:
    """What a remedy gives (minus: withholds) that the rules do not owe, or owe by the word of who decided it alone."""
    fact = remedy.fact
    own = fact.own_word_minor or 0
    post = (fact.authorised_by or fact.made_by).post
    detail = {"case": fact.case, "to_player": fact.to_player_minor, "post": post}
    return Finding(
        code="remedied_beyond_rules",
        severity=Severity.MONEY,
        subject=fact.bet,
        clauses=(),
        versions=(remedy.version,),
        amount_minor=fact.beyond_rules_minor + own,
        detail={**detail, "own_word": own} if own else detail,
    )


def _given_up(followed: Followed) -> Finding:
    """What the house was to get back and gave up: as what a remedy gives beyond the rules."""
    fact = followed.fact
    return Finding(
        code="remedied_beyond_rules",
        severity=Severity.MONEY,
        subject=fact.bet,
        clauses=(),
        versions=(followed.version,),
        amount_minor=fact.amount_minor,
        detail={"case": fact.case, "to_player": 0, "post": fact.said_by.post},
    )


def followed_findings(state: RoundState) -> Iterator[Finding]:
    """Money given up, with its amount; and money said to have moved, or given up, that no remedy moves, or more of it
    than one does."""
    for followed in state.followed:
        remedy = next((each for each in state.remedies if _is_of(followed, each)), None)
        if remedy is not None and followed.fact.became in GIVEN_UP:
            yield _given_up(followed)
        moves = 0 if remedy is None else abs(remedy.fact.to_player_minor)
        told = [each for each in state.followed if remedy is not None and _is_of(each, remedy)] or [followed]
        total = sum(each.fact.amount_minor for each in told)
        if total > moves and followed is told[-1]:
            fact = followed.fact
            yield Finding(
                code="remedy_money_unmatched",
                severity=Severity.PROCEDURE,
                subject=fact.bet,
                clauses=(),
                versions=tuple(each.version for each in told),
                detail={"case": fact.case, "line": fact.line, "moves": moves, "told": total},
            )


def _made_twice(code: str, bet: str, versions: Sequence[int], /, **detail: Any) -> Finding:
    return Finding(
        code=code, severity=Severity.PROCEDURE, subject=bet, clauses=(), versions=tuple(versions), detail=detail
    )


def remedies_without_bet(state: RoundState, known: Iterable[str]) -> Iterator[Finding]:
    """What a case did for a bet which nobody recorded, and for which nothing was moved at the table either; in a
    finding even where all of it was granted beyond the rules."""
    told = {movement.bet for movement in state.movements}.union(known)
    astray = [remedy for remedy in state.remedies if remedy.fact.bet not in told]
    for bet, recorded in sorted(with_remedies({}, astray).items()):
        versions = tuple(remedy.version for remedy in astray if remedy.fact.bet == bet)
        cases = list(dict.fromkeys(made.case for made in recorded.remedies))
        detail = {"cases": cases, "to_player": recorded.remedied_minor, "beyond_rules": recorded.beyond_rules_minor}
        yield Finding(
            code="remedy_without_bet",
            severity=Severity.MONEY,
            subject=bet,
            clauses=(),
            versions=versions,
            amount_minor=recorded.counted_minor,
            detail=detail,
        )
