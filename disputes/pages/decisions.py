"""Offers and decisions as a case's page shows them: the remedy line by line, and every clause readable on the spot.

Proved by ``tests/disputes/admin/test_cases.py``.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from casino.core.text import Text
from disputes.case import facts as f
from disputes.case import words
from disputes.case.event_words import remedy as remedy_words
from disputes.case.state import Case, Made
from disputes.library.reading import find
from disputes.pages.sealed_words import Said, Words
from games.engine.sentences import person
from games.words.clauses import ClauseView, book_of, views


class LineView(msgspec.Struct, frozen=True, kw_only=True):
    """One movement of a remedy: where, whose bet, what the replay said, and what changes hands."""

    place: str
    party: str
    difference_minor: int | None
    to_player_minor: int
    beyond_rules_minor: int


class MeasureView(msgspec.Struct, frozen=True, kw_only=True):
    """What the house does besides money."""

    kind: Text
    what: Said | None


class RemedyView(msgspec.Struct, frozen=True, kw_only=True):
    """A remedy: in one sentence, in lines, under which clauses, why where it is not what the replay says, and what the
    house does besides."""

    said: Text
    lines: tuple[LineView, ...]
    clauses: tuple[ClauseView, ...]
    deviation: Said | None
    measures: tuple[MeasureView, ...]


class OfferView(msgspec.Struct, frozen=True, kw_only=True):
    """What the supervisor offered at the table (8.1), and the player's answer."""

    code: str
    at: datetime
    by: Text
    remedy: RemedyView
    note: Said | None
    answered: bool
    agreed: bool
    answer: Said | None


class DecisionView(msgspec.Struct, frozen=True, kw_only=True):
    """A decision (8.4), or the one on the complaint (8.5). ``state`` is ``in_force``, ``waiting`` for the second
    person, or ``refused`` by them; ``left`` are the rounds that it leaves open."""

    code: str
    at: datetime
    by: Text
    on_complaint: bool
    result: Text | None
    remedy: RemedyView
    reasons: Said
    reasons_en: Said | None
    evidence: tuple[str, ...]
    left: tuple[str, ...]
    state: str
    confirmed_by: Text | None
    refused_by: Text | None
    refused_why: Said | None


def remedy_view(fact: f.Remedy, said: Words, currency: str, property_code: str) -> RemedyView:
    """A remedy laid out."""
    return RemedyView(
        said=remedy_words(fact, currency),
        lines=tuple(
            LineView(
                place=f"{line.table} · {line.round} · {line.bet}" if line.round else "",
                party=line.party or "",
                difference_minor=line.difference_minor,
                to_player_minor=line.to_player_minor,
                beyond_rules_minor=line.beyond_rules_minor,
            )
            for line in fact.lines
        ),
        clauses=tuple(clause for citation in fact.citations for clause in cited(citation, property_code)),
        deviation=said.of(fact.deviation),
        measures=tuple(
            MeasureView(kind=words.MEASURES[measure.kind], what=said.of(measure.what)) for measure in fact.measures
        ),
    )


def cited(citation: f.Citation, property_code: str) -> tuple[ClauseView, ...]:
    """A clause with its text where the document is a rule book; else with the title of the library's document."""
    book = book_of(citation.document)
    if book is not None:
        return views([citation.clause], book)
    held = find(property_code, citation.document)
    title = held.title if held else Text(citation.document, citation.document)
    return (ClauseView(citation.clause, Text("", ""), title),)


def offers(case: Case, said: Words, property_code: str) -> list[OfferView]:
    """Every offer at the table, in order."""
    found = []
    for kept in case.proposals:
        fact: f.RemedyProposed = kept.fact
        answer = case.proposal_answers.get(fact.proposal)
        found.append(
            OfferView(
                code=fact.proposal,
                at=kept.at,
                by=person(fact.proposed_by),
                remedy=remedy_view(fact.remedy, said, case.currency, property_code),
                note=said.of(fact.note),
                answered=answer is not None,
                agreed=answer is not None and answer.agreed,
                answer=said.of(answer.said) if answer else None,
            )
        )
    return found


def decisions(case: Case, said: Words, property_code: str) -> list[DecisionView]:
    """Every decision, in order."""
    return [_decision(made, case, said, property_code) for made in case.decisions]


def _decision(made: Made, case: Case, said: Words, property_code: str) -> DecisionView:
    fact = made.fact
    reasons = said.of(fact.reasons)
    assert reasons is not None
    return DecisionView(
        code=made.code,
        at=made.at,
        by=person(fact.decided_by),
        on_complaint=made.on_complaint,
        result=words.RESULTS[fact.result] if isinstance(fact, f.ComplaintDecided) else None,
        remedy=remedy_view(fact.remedy, said, case.currency, property_code),
        reasons=reasons,
        reasons_en=said.of(fact.reasons_en),
        evidence=fact.evidence,
        left=tuple(f"{ref.table} · {ref.round}" for ref in fact.left),
        state="refused" if made.refused else "in_force" if made.in_force else "waiting",
        confirmed_by=person(made.confirmed.confirmed_by) if made.confirmed else None,
        refused_by=person(made.refused.refused_by) if made.refused else None,
        refused_why=said.of(made.refused.reason) if made.refused else None,
    )
