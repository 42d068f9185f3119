"""What a person entered later, marked so by its sender (``entered_later``): a statement, and no equipment's word.

Numbers order what equipment senses; of what somebody enters afterwards they only say when it was entered. So a marked
fact that is dated before one received earlier waits where it moves anything: the bets are shown as it was received and
as it is stated, stakes untouched, until a second person confirms or denies it in an own session. That is a pit
supervisor or above, or Surveillance, whose word is what film shows; neither the dealer of the round nor anybody whom
the fact names, but the person of whom it reports a decision. Confirmed it counts as stated, denied it was never said.
The post of the game's last clause may decide it as well. What is not dated back needs no mark and gains none by it.

Pure. Source: the reading "claims of time" (docs/rulings.md, ADR 135). Proved by ``tests/engine/test_statements.py``,
and for every type of fact by ``tests/engine/test_claims.py``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import msgspec

from casino.core.posts import Post, at_least
from games.engine import grounds, reported
from games.engine.document import RuleBook
from games.engine.facts import Person
from games.engine.grounds import Grounds
from games.engine.judgement import AWAITING, PENDING, REFUSED, Alternative, BetResult, Judgement, Settlement, Severity
from games.engine.settling import back
from games.engine.state import Answer, RoundState

WAITS: Final = "claim_entered_later"
"""What is found of a statement that waits."""
AS_STATED: Final = "as_stated"
AS_RECEIVED: Final = "as_received"
LOWEST: Final = Post.PIT_SUPERVISOR
LOOKS_AT_FILM: Final = Post.SURVEILLANCE


def may_answer(by: Person, version: int, state: RoundState) -> bool:
    """May this person say of a statement (a version) that it was so, or was not?"""
    item = next((item for item in state.told if item[2] == version), None)
    if item is None:
        return False
    named = reported.decided_by(type(state), item[5].event_type.name.partition(".")[2], item[3])
    if named is not None and reported.may_answer(by, named):
        return True
    return post_may(by.post) and by.staff not in _involved(state, (version,))


def post_may(post: str) -> bool:
    """Whether a post's word confirms what was entered later."""
    return at_least(Post(post), LOWEST) or post == LOOKS_AT_FILM


def answers_to(version: int, state: RoundState) -> list[Answer]:
    """The answers to a statement that count: the latest decides."""
    if not state.answers:
        return []
    about = next(item[4].id for item in state.told if item[2] == version)
    return [
        answer
        for answer in state.answers
        if answer.report == about and answer.by is not None and may_answer(answer.by, version, state)
    ]


def _involved(state: RoundState, versions: Collection[int]) -> frozenset[str]:
    """The staff codes of who dealt the round, and of whom the statements name."""
    facts = [item[3] for item in state.told if item[2] in versions]
    named = (value for fact in facts for value in msgspec.structs.astuple(fact) if isinstance(value, Person))
    opened = state.opened
    dealt = {opened.dealer} if opened is not None and opened.dealer is not None else set()
    return frozenset(dealt | {person.staff for person in named})


# --- Both ways -----------------------------------------------------------------------------------------------------


def shown_both_ways(
    received: Judgement,
    stated: Judgement,
    versions: Collection[int],
    state: RoundState,
    book: RuleBook,
    declared: Grounds | None,
    clause: str,
) -> Judgement:
    """The round while statements (their versions) wait: ``received`` as their facts were received, ``stated`` as they
    say. Each bet that comes to something else waits, unless the post of the game's last clause decided it; ``clause``
    is named where a game has none."""
    last = clause if declared is None else book.printed_as(declared.last)
    staff = _involved(state, versions)
    ones, others = ({result.bet: result for result in each.results} for each in (received, stated))
    results: list[BetResult] = []
    waiting: set[str] = set()
    as_stated: set[str] = set()
    decided: set[str] = set()
    for bet in {**ones, **others}:
        one, other = ones.get(bet), others.get(bet)
        if _due(one) == _due(other):
            results += [one] if one is not None else []
            continue
        choice, version = None, 0
        if declared is not None:
            choice, version = grounds.ruled(bet, state, book, declared.last, (AS_RECEIVED, AS_STATED), staff)
        if choice is None:
            waiting.add(bet)
            results.append(_waits(one, other, last))
            continue
        decided.add(f"ruling:{version}")
        if choice == AS_STATED:
            as_stated.add(bet)
        result = other if choice == AS_STATED else one
        results += [grounds.as_decided(result, last)] if result is not None else []
    if not waiting and not decided:
        return received
    of_stated = [f for f in stated.findings if f.severity is Severity.MONEY and f.subject in as_stated]
    found = [f for f in received.findings if not grounds.said_otherwise(f, waiting | as_stated, decided)] + of_stated
    summary = dict(received.summary)
    if waiting:
        summary["standing"] = AWAITING.value
    return msgspec.structs.replace(received, results=tuple(results), findings=tuple(found), summary=summary)


def _due(result: BetResult | None) -> Any:
    """What a bet comes to, and what it waits for, whatever clauses say so. One that was never laid comes to nothing."""
    if result is None:
        return False, False, 0, []
    due = result.settlement
    options = sorted((each.decision, each.settlement.net_minor) for each in result.alternatives)
    return due.outcome is PENDING, due.outcome is AWAITING, due.net_minor, options


def _waits(one: BetResult | None, other: BetResult | None, clause: str) -> BetResult:
    shown = one or other
    assert shown is not None
    stake = shown.settlement.stake_minor
    never = back(REFUSED, stake, (clause,))
    options = _options(AS_RECEIVED, one, never)
    known = {option.decision for option in options}
    options += [option for option in _options(AS_STATED, other, never) if option.decision not in known]
    return msgspec.structs.replace(
        shown,
        settlement=back(AWAITING, stake, (clause,)),
        difference_minor=None,
        alternatives=tuple(options),
        decided_by=next((each.decided_by for each in (one, other) if each is not None and each.decided_by), clause),
    )


def _options(name: str, result: BetResult | None, never: Settlement) -> list[Alternative]:
    """What a bet may come to on one side: back where it was never laid there (said when the round was over, or taken
    back before)."""
    if result is None:
        return [Alternative(name, never)]
    return list(result.alternatives) or [Alternative(name, result.settlement)]
