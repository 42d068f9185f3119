"""Baccarat: rounds void by what happened (7.1 to 7.3), called void, or before the post of 7.22 as an open matter.

Proved by the golden rounds of these clauses and by ``tests/baccarat/test_voids.py``.
"""

from __future__ import annotations

from typing import Final

from games.baccarat.ending import VOIDING
from games.baccarat.view import View
from games.engine.clauses import implements
from games.engine.ending import during
from games.engine.judgement import Finding
from games.engine.settling import PROCEDURE
from games.engine.steps import Findings, RoundStatus

VOID: Final = "void"
GROUNDS: Final = frozenset(("7.1", "7.1.1", "7.2", "7.3"))
"""Clauses that an announcement of a void round can rest on. 7.10.2 is one more, where all players withdrew."""


def _finding(code: str, clauses: tuple[str, ...], versions: tuple[int, ...], subject: str = "") -> Finding:
    return Finding(code=code, severity=PROCEDURE, subject=subject, clauses=clauses, versions=versions)


@implements("baccarat", "2.2.12", "2.2.17", "7.1", "7.1.1", "7.1.2", "7.2", "7.3")
def voided_by_fact(view: View, over: int | None) -> tuple[RoundStatus | None, str, Findings]:
    """Cards too many, missing, foreign or unshuffled, too few in the shoe, an order lost: the round is void by that.
    One that was over when it was found keeps its result (7.1.2). Nobody having said so is a finding, and so is a call
    of which nobody recorded the cause.

    What the cards contradict voids nothing: too few in the shoe (7.2), or an order that was only called lost (7.3),
    where the hands are complete in certain order. It waits: the second answer is the clause whose post must decide."""
    state = view.state
    clauses: tuple[str, ...] = ()
    versions: list[int] = []
    against: list[int] = []
    certain = in_certain_order(view)
    for noted in state.troubles:
        by_fact = VOIDING.get(noted.fact.kind)
        if by_fact is None or not during(noted.order, over):
            continue
        if certain and by_fact == ("7.2",):
            against.append(noted.version)
            continue
        clauses = clauses or by_fact
        versions.append(noted.version)
    called = [n for n in state.voided if n.fact.ground in GROUNDS and during(n.order, over)]
    found: list[Finding] = []
    if clauses and not called:
        found.append(_finding("void_not_announced", clauses, tuple(versions)))
    if called and not clauses:
        ground = called[0].fact.ground
        if certain and ground in ("7.2", "7.3"):
            against += [noted.version for noted in called]
        else:
            clauses = ("7.1", "7.1.1") if ground.startswith("7.1") else (ground,)
            cause = ground == "7.2" and not view.dealing.hands.complete
            if not cause:
                found.append(_finding("void_cause_not_recorded", clauses, tuple(n.version for n in called)))
    found += unknown_causes(view, over)
    awaiting = ""
    if against and not clauses:
        found.append(_finding("void_against_cards", ("7.2", "7.3", "7.22"), tuple(against)))
        awaiting = VOID if view.book.choice("void_against_cards") == VOID else "7.22"
    return (RoundStatus(VOID, clauses) if clauses else None), awaiting, tuple(found)


def in_certain_order(view: View) -> bool:
    """Are the hands complete, and their order in no doubt?"""
    dealing = view.dealing
    return dealing.hands.complete and not dealing.awaiting and not dealing.out_of_order


@implements("baccarat", "7.1")
def unknown_causes(view: View, over: int | None) -> list[Finding]:
    """Foreign or unshuffled cards void the round; which card or shoe it was has to be on record."""
    shoe = view.state.terms.shoe if view.state.terms else None
    return [
        _finding("void_cause_not_recorded", ("7.1",), (noted.version,), noted.fact.kind)
        for noted in view.state.troubles
        if during(noted.order, over)
        and (
            (noted.fact.kind == "foreign_cards" and noted.fact.card is None)
            or (noted.fact.kind == "unshuffled" and shoe is None)
        )
    ]


@implements("baccarat", "7.22")
def open_matters(view: View, over: int | None) -> tuple[str, Findings]:
    """Something that no clause names: it is for the assistant director or above. The round waits where it was recorded
    as open."""
    others = [n for n in view.state.troubles if n.fact.kind == "other" and during(n.order, over)]
    found = tuple(_finding("matter_without_clause", ("7.22",), (noted.version,)) for noted in others)
    waits = bool(view.state.matters) or any(noted.fact.open for noted in others)
    return ("7.22" if waits else ""), found


@implements("baccarat", "7.4", "7.10", "7.11.3", "7.15")
def voided_by_call(view: View, over: int | None) -> tuple[str, Findings]:
    """A round called void although play goes on: a face-up card after the first (7.4), cards passed wrongly or not at
    all (7.10, 7.15), a burn missed and found late (7.11.3), or no ground. The clause whose post must decide.

    A call on one of ``GROUNDS`` comes here only after the round: during it ``voided_by_fact`` has voided the round."""
    state, book = view.state, view.book
    awaiting = ""
    found = []
    for noted in state.voided:
        ground = noted.fact.ground
        if ground in ("7.2", "7.3") and during(noted.order, over):
            continue  # against the cards: said before
        found.append(
            Finding(
                code="void_without_ground",
                severity=PROCEDURE,
                subject=f"call:{noted.version}",
                clauses=(ground, "7.22") if ground and book.has(ground) else ("7.22",),
                versions=(noted.version,),
                detail={"ground": ground or "", "post": noted.fact.called_by.post},
            )
        )
        if during(noted.order, over):
            awaiting = "7.22"
    if awaiting and book.choice("unsettled_call") == VOID:
        awaiting = VOID
    return awaiting, tuple(found)
