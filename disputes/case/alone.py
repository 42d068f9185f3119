"""What a remedy weighs among what one person does alone, and what speaks against it (``casino.house.sums``).

A player is known by the reference that the table uses, by the seat at which a bet lay, and by the person that was taken
down, in every case in which the same name or telephone stands. Pure. Proved by ``tests/disputes/test_sums.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

import msgspec

from casino.core.errors import Problem
from casino.core.text import Text
from casino.house.sums import Act, Against, Kind, against
from disputes.case import facts as f
from disputes.case.context import Context
from disputes.case.state import Case
from games.engine.facts import Person

NOBODY: Final = ("", "")


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
    if not remedy.lines:
        return ()
    names = ctx.identities(case)
    acts = []
    for act, line in zip(acts_of(case, remedy.lines, kind=kind, by=by, at=ctx.now), remedy.lines, strict=True):
        party = line.party or ""
        known = act.players | ctx.known_as(case, party)
        named = bool(names.get(party, NOBODY)[0].strip())
        acts.append(msgspec.structs.replace(act, players=known, named=named))
    return against(acts, ctx.done_before(acts), ctx.limits)


def require_alone(case: Case, remedy: f.Remedy, by: Person, ctx: Context) -> None:
    """At the table one person decides. Problem ``case_needs_second``: the case goes to the pit manager."""
    found = against_remedy(case, remedy, "settled", by, ctx)
    if found:
        raise Problem("case_needs_second", "remedy", why=joined(found))


def joined(found: Iterable[Against]) -> Text:
    """Everything that speaks against it, in one sentence."""
    texts = [each.text for each in found]
    return Text("; ".join(each.vi for each in texts), "; ".join(each.en for each in texts))


def weighed(case: Case, carried: f.RemedyCarriedOut, at: datetime) -> list[Act]:
    """What a remedy weighs that took effect: ``case`` as it stood with it. Who agreed at the table recorded an answer
    and confirmed nothing."""
    made = next((each for each in reversed(case.decisions) if each.fact.remedy.lines == carried.lines), None)
    if made is not None:
        second = made.confirmed.confirmed_by.staff if made.confirmed is not None else ""
        return acts_of(case, carried.lines, kind="decided", by=made.fact.decided_by, at=at, second=second)
    offered = [kept.fact for kept in case.proposals if kept.fact.remedy.lines == carried.lines]
    by = offered[-1].proposed_by if offered else carried.carried_out_by
    return acts_of(case, carried.lines, kind="settled", by=by, at=at)
