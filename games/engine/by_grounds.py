"""A round judged with its words weighed (``games.engine.grounds``), and without rulings that came when nothing waited.

A ruling that was made after the end of its round changes it only where a matter of it waits or is open, opened by
somebody else; any other is found without effect. Findings about a missing ground carry what it moves. Pure. Proved by
``tests/engine/test_grounds.py`` and ``tests/engine/test_late_rulings.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

import msgspec

from games.engine.grounds import Grounds, cause_not_recorded, moves_nothing, shown_both_ways, weigh
from games.engine.ineffective_records import ruling_without_effect
from games.engine.judgement import AWAITING, Finding, Judgement, Outcome, severity_of
from games.engine.refolding import Refolds
from games.engine.state import RoundState, Ruling

LEAVES: Final = frozenset(("withdrawal_without_ground",))
PRICED: Final = LEAVES | {"void_without_ground"}
"""Findings about a missing ground: their amount is what the facts that they rest on move, where they move it."""
SAID: Final = frozenset(("void_without_ground", "void_cause_not_recorded", "cause_not_recorded"))
"""Findings by which a game says itself that a cause is not on record."""


def judged(grounds: Grounds | None, refolds: Refolds, was_over: Callable[[int], bool]) -> Judgement:
    """The round as it counts."""
    if grounds is None or not refolds.state.speaks:
        judgement, _state = refolds.judged()
        return priced(judgement, refolds)
    first = _by_words(grounds, refolds)
    state = refolds.judged()[1] if refolds.state.rulings else refolds.state
    opened = _openers(state)
    own = [ruling for ruling in state.rulings if ruling.made_by.staff in opened]
    late = [ruling for ruling in state.rulings if ruling not in own and was_over(ruling.order)]
    if not own and not late:
        return priced(first, refolds)
    idle = {ruling.version: "opened_it" for ruling in own}
    idle |= dict.fromkeys(_deciding_nothing(late, {*idle}, grounds, refolds), "round_over")
    if not idle:
        return priced(first, refolds)
    left = msgspec.structs.replace(refolds, without=refolds.without.union(idle), folded=None)
    judgement = _by_words(grounds, left)
    if _same(judgement, first):
        return priced(first, refolds)
    known = {f.subject: f for f in first.findings if f.code == "ruling_without_effect"}
    found = tuple(
        known.get(f"ruling:{ruling.version}") or ruling_without_effect(ruling, idle[ruling.version], refolds.book)
        for ruling in state.rulings
        if ruling.version in idle
    )
    return priced(msgspec.structs.replace(judgement, findings=(*judgement.findings, *found)), left)


def _by_words(grounds: Grounds, refolds: Refolds) -> Judgement:
    """The round with its words weighed."""
    judgement, state = refolds.judged()
    book = refolds.book
    weighed = weigh(state, book, grounds)
    denied = [each for each in weighed.unheld if each.denied]
    unheld = [each for each in weighed.unheld if not each.denied]
    gone: set[int] = set().union(*(each.versions for each in denied))
    found = []
    if denied:
        judgement, void = refolds.judged(without=gone)[0], judgement
        found = [_denied(each.versions, void, judgement) for each in denied]
    if unheld:
        versions: set[int] = gone.union(*(each.versions for each in unheld))
        judgement = shown_both_ways(unheld, judgement, refolds.judged(without=versions)[0], state, book, grounds)
    for each in () if refolds.amounts else weighed.bare:
        counted = refolds.judged(without=gone | each.versions)[0]
        said = any(finding.code in SAID for finding in judgement.findings)
        if not said and not moves_nothing(each, judgement, counted, grounds):
            found.append(cause_not_recorded(each, judgement, counted, book))
    return msgspec.structs.replace(judgement, findings=(*judgement.findings, *found)) if found else judgement


def _denied(versions: Collection[int], void: Judgement, counted: Judgement) -> Finding:
    moved = void.due_net_minor - counted.due_net_minor
    return Finding(
        code="report_denied",
        severity=severity_of(moved),
        subject=f"fact:{max(versions)}",
        clauses=(),
        versions=tuple(sorted(versions)),
        amount_minor=moved,
        detail={"with_it": void.due_net_minor, "without": counted.due_net_minor},
    )


def _same(one: Judgement, other: Judgement) -> bool:
    """Does every bet come to the same?"""
    return [(r.bet, r.settlement.bare) for r in one.results] == [(r.bet, r.settlement.bare) for r in other.results]


def _openers(state: RoundState) -> frozenset[str]:
    """The staff codes of who opened a matter of the round that no clause names."""
    if not state.matters:
        return frozenset()
    facts = [item[3] for item in state.folded if item[2] in state.matters]
    return frozenset(fact.seen_by.staff for fact in facts if getattr(fact, "seen_by", None) is not None)


def _deciding_nothing(
    late: Iterable[Ruling], besides: Collection[int], grounds: Grounds, refolds: Refolds
) -> list[int]:
    """The versions of those rulings for which nothing waited, and no matter is open."""
    late = list(late)
    if not late or refolds.state.matters:
        return []
    without = {*besides, *(ruling.version for ruling in late)}
    base = _by_words(grounds, msgspec.structs.replace(refolds, without=refolds.without.union(without), folded=None))
    waits = {result.bet for result in base.results if result.settlement.outcome is AWAITING}
    return [ruling.version for ruling in late if not any(ruling.covers(bet) for bet in waits)]


def priced(judgement: Judgement, refolds: Refolds) -> Judgement:
    """The judgement, its findings about a missing ground with what that moves, in minor units."""
    if refolds.amounts or not any(f.code in PRICED and not f.amount_minor for f in judgement.findings):
        return judgement
    void = any(result.settlement.outcome is Outcome.VOID for result in judgement.results)
    if not void:
        return judgement

    def of(finding: Finding) -> Finding:
        if finding.code not in PRICED or finding.amount_minor or not finding.versions:
            return finding
        told = finding.versions if finding.code in LEAVES else ()
        left = () if finding.code in LEAVES else finding.versions
        other = refolds.judged(without=left, disowned=told)[0]
        moved = judgement.due_net_minor - other.due_net_minor
        return msgspec.structs.replace(finding, amount_minor=moved, severity=severity_of(moved))

    return msgspec.structs.replace(judgement, findings=tuple(map(of, judgement.findings)))
