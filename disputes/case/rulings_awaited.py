"""A round that waits for a ruling of section 7 holds up itself alone: the others are decided without it. Pure.

The decision names the rounds that it leaves open. When it has its end (the player agreed, no complaint came, or the
complaint was decided), the case goes on with them at the pit manager in the place of closing, on the bases that it has.
Where every round waits, so does the decision, as does an offer at the table. Proved by
``tests/disputes/case/test_waiting.py``.
"""

from __future__ import annotations

from disputes.case import facts as f
from disputes.case.state import Case, Made, Stage


def left_open(case: Case) -> tuple[f.RoundRef, ...]:
    """The rounds of the case that its last decision left open."""
    made = case.decision
    streams = () if made is None else {ref.stream for ref in made.fact.left}
    return tuple(ref for ref in case.rounds if ref.stream in streams)


def to_decide(case: Case) -> tuple[f.RoundRef, ...]:
    """The rounds that the next decision is about: those that the last one left open, else all. A decision on a
    complaint is about what was decided: what was left open is decided at the pit manager first."""
    rest = left_open(case)
    if case.stage is Stage.SENIOR_MANAGEMENT:
        return tuple(ref for ref in case.rounds if ref not in rest)
    return rest or case.rounds


def decided_in(case: Case, made: Made) -> tuple[f.RoundRef, ...]:
    """The rounds that a decision decided: of those that the one before it left open, or of all, what it did not leave
    open itself."""
    before = [each for each in case.decisions if each.refused is None and each.code != made.code]
    prior = next((each for each in reversed(before) if each.at <= made.at), None)
    begun = () if prior is None or made.on_complaint else prior.fact.left
    about = {ref.stream for ref in begun or case.rounds} - {ref.stream for ref in made.fact.left}
    return tuple(ref for ref in case.rounds if ref.stream in about)


def standing(case: Case) -> set[str]:
    """The decisions that none took the place of: the last, and those before it that left rounds open to the next."""
    found: set[str] = set()
    for made in reversed(case.decisions):
        if found and not made.fact.left:
            break
        if made.refused is None or not found:
            found.add(made.code)
    return found
