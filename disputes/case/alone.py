"""What a remedy weighs among what one person does alone, and what speaks against it (``casino.house.sums``).

A player is known by the reference that the table uses, by the seat at which a bet lay, and by the person that was taken
down, in every case in which the same name or telephone stands. Pure. Proved by ``tests/disputes/test_sums.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec

from casino.core import text
from casino.core.errors import Problem
from casino.core.text import Text
from casino.house.sums import MONEY, Act, Against, Kind, against
from disputes.case import facts as f
from disputes.case.context import NOBODY, Context
from disputes.case.money_facts import MoneyUncollectable, MoneyWaived
from disputes.case.state import Case, Made
from games.engine.facts import Person


def acts_of(
    case: Case,
    lines: Iterable[f.RemedyLine],
    *,
    kind: Kind,
    by: Person,
    at: datetime,
    second: str = "",
) -> list[Act]:
    """Each line of a remedy as it weighs, from the case alone."""
    return [
        Act(
            kind=kind,
            at=at,
            staff=by.staff,
            post=by.post,
            currency=case.currency,
            counted_minor=line.counted_minor,
            moved_minor=abs(line.to_player_minor),
            round=line.stream or "",
            bet=line.bet or "",
            players=players_of(case, line),
            second=second,
            table=line.table or case.table or "",
            case=case.number,
        )
        for line in lines
    ]


def players_of(case: Case, line: f.RemedyLine) -> frozenset[str]:
    """The names under which the player of a line is known in this case; none where nobody is."""
    names = set()
    party = case.parties.get(line.party) if line.party is not None else None
    if party is not None and party.reference is not None:
        names.add(f"reference:{party.reference}")
    if party is not None and party.person is not None:
        names.add(f"person:{party.person}")
    if line.seat is not None:
        names |= {f"reference:{line.seat}", f"seat:{line.table}/{line.seat}"}
    return frozenset(names)


def against_remedy(case: Case, remedy: f.Remedy, kind: Kind, by: Person, ctx: Context) -> tuple[Against, ...]:
    """What speaks against this person giving the remedy alone. What moves no money speaks for itself."""
    return against_lines(case, remedy.lines, kind, by, ctx)


def against_lines(
    case: Case, lines: tuple[f.RemedyLine, ...], kind: Kind, by: Person, ctx: Context
) -> tuple[Against, ...]:
    """The same of lines by themselves."""
    if not lines:
        return ()
    acts = _known(case, lines, kind, by, ctx)
    return against(acts, ctx.done_before(acts), ctx.limits)


def _known(case: Case, lines: tuple[f.RemedyLine, ...], kind: Kind, by: Person, ctx: Context) -> list[Act]:
    """Each line as it weighs, with every name under which its player is known in any case."""
    names = ctx.identities(case)
    acts = []
    for act, line in zip(acts_of(case, lines, kind=kind, by=by, at=ctx.now), lines, strict=True):
        party = line.party or ""
        known = act.players | ctx.known_as(case, party)
        named = bool(names.get(party, NOBODY).name.strip())
        acts.append(msgspec.structs.replace(act, players=known, named=named))
    return acts


def moved_by(case: Case, carried: f.RemedyCarriedOut, by: Person, ctx: Context) -> int:
    """What this person's decisions move for the players of a remedy of theirs, over the span in which sums add up, in
    minor units: by this remedy and every other one."""
    acts = _known(case, carried.lines, "decided", by, ctx)
    players = frozenset().union(*(act.players for act in acts))
    others = (
        act.moved_minor
        for act in ctx.done_before(acts)
        if (act.staff, act.currency) == (by.staff, case.currency)
        and act.kind in MONEY
        and act.players & players
        and act.at > ctx.now - ctx.limits.span
    )
    return max(sum(others), sum(act.moved_minor for act in acts))


def require_alone(case: Case, remedy: f.Remedy, by: Person, ctx: Context) -> None:
    """At the table one person decides. Problem ``case_needs_second``: the case goes to the pit manager."""
    found = against_remedy(case, remedy, "settled", by, ctx)
    if found:
        raise Problem("case_needs_second", "remedy", why=joined(found))


def joined(found: Iterable[Against]) -> Text:
    """Everything that speaks against it, in one sentence."""
    return text.joined((each.text for each in found), "; ")


def decider(case: Case, carried: f.RemedyCarriedOut) -> Person:
    """Who decided a remedy that took effect; at the table, who offered it."""
    made = _decision(case, carried)
    if made is not None:
        decided_by: Person = made.fact.decided_by
        return decided_by
    offered = [kept.fact for kept in case.proposals if kept.fact.remedy.lines == carried.lines]
    return offered[-1].proposed_by if offered else carried.carried_out_by


def weighed(case: Case, carried: f.RemedyCarriedOut, at: datetime) -> list[Act]:
    """What a remedy weighs that took effect: ``case`` as it stood with it. Who agreed at the table recorded an answer
    and confirmed nothing."""
    made, by = _decision(case, carried), decider(case, carried)
    if made is None:
        return acts_of(case, carried.lines, kind="settled", by=by, at=at)
    second = made.confirmed.confirmed_by.staff if made.confirmed is not None else ""
    return acts_of(case, carried.lines, kind="decided", by=by, at=at, second=second)


def _decision(case: Case, carried: f.RemedyCarriedOut) -> Made | None:
    return next((each for each in reversed(case.decisions) if each.fact.remedy.lines == carried.lines), None)


def given_up_line(line: f.RemedyLine, amount_minor: int) -> f.RemedyLine:
    """What giving money up weighs: nothing moves, and all of it is beyond the rules."""
    return msgspec.structs.replace(line, to_player_minor=0, beyond_rules_minor=amount_minor, own_word_minor=None)


def weighed_given_up(case: Case, fact: MoneyWaived | MoneyUncollectable, at: datetime) -> list[Act]:
    """What it weighs that money was given up."""
    line = given_up_line(case.money[fact.line].line, fact.amount_minor)
    second = "" if fact.confirmed_by is None else fact.confirmed_by.staff
    return acts_of(case, (line,), kind="decided", by=fact.given_up_by, at=at, second=second)
