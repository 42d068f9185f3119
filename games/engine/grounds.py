"""Grounds of what voids a round or gives a bet back: whether they are on record, by a second word.

Once something of the outcome was shown, whoever says "void" knows what it is worth. So a void that rests on a word
needs what its clause asks for recorded by another sender (a count, a sensor, a second tablet), or confirmed in an own
session by a post that the clause admits and that is not involved: nobody who said it, and not the dealer of the round.
Until then the round is shown both ways, stakes untouched, and play goes on; the post of the game's last clause may
decide it as well. A void before anything of the outcome was shown stands, with a finding where nobody recorded its
cause.

Each game declares its clauses (:class:`VoidClause`) and reads its words off the state (:class:`Word`); how a word is
weighed stands here alone. Leaves by which stakes go back are weighed with the other reported decisions
(``games.engine.reported``). Pure. Source: the reading "grounds" (docs/rulings.md, ADR 118). Proved by
``tests/engine/test_grounds.py``, a table of all clauses of all games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

import msgspec

from games.engine.document import RuleBook
from games.engine.facts import Person
from games.engine.judgement import (
    AWAITING,
    PENDING,
    Alternative,
    BetResult,
    Finding,
    Judgement,
    Outcome,
    Severity,
    severity_of,
)
from games.engine.settling import back
from games.engine.state import RoundState
from games.engine.steps import competent_ruling, rulings_as_cited

VOID: Final = "void"
ON_A_WORD: Final = "void_on_a_word"
"""What is found of the words by which bets wait, or waited for the decision that was made."""


class Held(StrEnum):
    """How the ground of a clause that voids or gives back is held."""

    SECOND_WORD = "second_word"
    """A word voids: after something of the outcome was shown it needs a second one."""
    BY_ITSELF = "by_itself"
    """The call stands whatever it rests on: its right is to stop the round before there is a result, or on suspicion.
    A cause that nobody recorded is found, with the amount."""
    SUSPICION = "suspicion"
    """The call stands, and no cause is asked for."""
    RECORD = "record"
    """What the equipment recorded voids or gives back; no word does."""
    LEAVE = "leave"
    """A post gives leave, and the player takes the stake back: a reported decision (``games.engine.reported``)."""
    DECISION = "decision"
    """A post that the clause names decides."""
    FOUND = "found"
    """Play goes on without bets, or cards are dealt again: where the ground is not on record a finding, nothing
    waits."""


class VoidClause(msgspec.Struct, frozen=True):
    """A clause, by its number in the game's first document, that voids a round or gives stakes back."""

    clause: str
    held: Held


class Word(msgspec.Struct, frozen=True, gc=False):
    """A fact that says that a clause's ground was there. ``voids``: the round is void by this word; ``seen``: it
    records what happened, and does not only call the round void."""

    clause: str
    version: int
    order: int
    by: Person | None
    voids: bool = True
    seen: bool = True


class Grounds(msgspec.Struct, frozen=True, kw_only=True):
    """What a game declares. ``words`` reads them off a state; ``last`` is the clause of the post that decides what
    waits, ``counts`` the choice by which the round counts then. ``persons``: the facts by which words are said, with
    the field that names who said it."""

    clauses: tuple[VoidClause, ...]
    words: Callable[[Any, RuleBook], Sequence[Word]]
    last: str
    counts: str
    persons: Mapping[str, str]

    def held(self, clause: str) -> Held | None:
        """How a clause is held: its own declaration, or that of the clause that it is part of."""
        declared = {each.clause: each.held for each in self.clauses}
        while clause and clause not in declared:
            clause = clause.rpartition(".")[0]
        return declared.get(clause)


class Unheld(msgspec.Struct, frozen=True):
    """The words of one clause that nothing supports. ``denied``: somebody who may answer for it says that it was not
    so."""

    clause: str
    words: tuple[Word, ...]
    denied: bool = False

    @property
    def versions(self) -> frozenset[int]:
        return frozenset(word.version for word in self.words)


class Weighed(msgspec.Struct, frozen=True):
    """``unheld`` are words that void nothing by themselves, ``bare`` those that void although nobody recorded a
    cause."""

    unheld: tuple[Unheld, ...] = ()
    bare: tuple[Unheld, ...] = ()


def weigh(state: RoundState, book: RuleBook, grounds: Grounds) -> Weighed:
    """The words of a round, weighed clause by clause."""
    words = grounds.words(state, book)
    if not words:
        return Weighed()
    shown = next((place for place, item in enumerate(state.folded, start=1) if item[5].shows), None)
    actors = {row[2]: row[6] for row in state.rows}
    unheld, bare = [], []
    for clause in dict.fromkeys(word.clause for word in words):
        said = tuple(word for word in words if word.clause == clause)
        voids = [word.order for word in said if word.voids]
        held = grounds.held(clause)
        if not voids or held not in (Held.SECOND_WORD, Held.BY_ITSELF):
            continue
        if held is Held.BY_ITSELF or shown is None or min(voids) < shown:
            if not any(word.seen for word in said):
                bare.append(Unheld(clause, said))
            continue
        answer = answered(state, book, said, clause)
        senders = {actors[word.version] for word in said if not actors[word.version].startswith("person:")}
        own = any(
            actors[word.version].startswith("person:")
            and word.by is not None
            and _may(word.by, state, book, clause, ())
            for word in said
        )
        if answer == "denied" or (answer is None and not own and len(senders) < 2):
            unheld.append(Unheld(clause, said, denied=answer == "denied"))
    return Weighed(tuple(unheld), tuple(bare))


def answered(state: RoundState, book: RuleBook, said: Iterable[Word], clause: str) -> str | None:
    """The latest answer that counts to any of these words: ``confirmed``, ``denied``, or None."""
    if not state.answers:
        return None
    said = tuple(said)
    ids = {item[4].id for item in state.told if item[2] in {word.version for word in said}}
    counts = [
        answer.kind
        for answer in state.answers
        if answer.report in ids and answer.by is not None and _may(answer.by, state, book, clause, said)
    ]
    return counts[-1] if counts else None


def by_another(state: RoundState, leave: int, orders: Iterable[int]) -> bool:
    """Is the ground of a leave on record by a second word: one of the facts at these places in the order by another
    sender, or one at all and the leave (a version) given or confirmed in an own session?"""
    actors = {row[2]: row[6] for row in state.rows}
    senders = {actors[state.folded[order - 1][2]] for order in orders}
    own = actors[leave].startswith("person:") or bool(state.confirmed_by(leave))
    return bool(senders) and (own or senders != {actors[leave]})


def involved(state: RoundState, said: Iterable[Word]) -> frozenset[str]:
    """The staff codes of who said it, and of the dealer of the round."""
    opened = state.opened
    dealt = {opened.dealer} if opened is not None and opened.dealer is not None else set()
    return frozenset(dealt | {word.by.staff for word in said if word.by is not None})


def admits(book: RuleBook, clause: str, post: str) -> bool:
    """Does a clause admit a post: one of those that it names, or, where it names none, that its parent names; any post
    where none is named."""
    while clause:
        entry = book.clause(book.printed_as(clause))
        if entry is not None and entry.posts:
            return book.may_act(post, clause)
        clause = clause.rpartition(".")[0]
    return True


def may_answer(by: Person, word: int, state: RoundState, book: RuleBook, grounds: Grounds) -> bool:
    """May this person say of a word (a version) that its ground was there, or was not?"""
    words = grounds.words(state, book)
    clause = next((each.clause for each in words if each.version == word), None)
    if clause is None:
        return False
    return _may(by, state, book, clause, [each for each in words if each.clause == clause])


def _may(by: Person, state: RoundState, book: RuleBook, clause: str, said: Iterable[Word]) -> bool:
    return by.staff not in involved(state, said) and admits(book, clause, by.post)


# --- What becomes of the round -------------------------------------------------------------------------------------


def shown_both_ways(
    unheld: Sequence[Unheld], void: Judgement, counted: Judgement, state: RoundState, book: RuleBook, grounds: Grounds
) -> Judgement:
    """The round, where nothing supports the words by which it is void: ``void`` as they have it, ``counted`` without
    them. Each bet that comes to something else waits, unless the post of the last clause decided it."""
    others = {result.bet: result for result in counted.results}
    staff = frozenset().union(*(involved(state, each.words) for each in unheld))
    last = book.printed_as(grounds.last)
    results: list[BetResult] = []
    waiting: set[str] = set()
    as_counted: set[str] = set()
    decided: set[str] = set()
    for result in void.results:
        other = others.get(result.bet)
        if result.settlement.outcome is not Outcome.VOID or other is None or other.settlement == result.settlement:
            results.append(result)
            continue
        choice, ruling = ruled(result.bet, state, book, grounds.last, (grounds.counts, VOID), staff)
        if choice is None:
            waiting.add(result.bet)
            results.append(_waits(result, other, last, grounds.counts))
            continue
        decided.add(f"ruling:{ruling}")
        if choice != VOID:
            as_counted.add(result.bet)
        results.append(as_decided(result if choice == VOID else other, last))
    if not waiting and not decided:
        return void
    of_counted = [f for f in counted.findings if f.severity is Severity.MONEY and f.subject in as_counted]
    found = [f for f in void.findings if not said_otherwise(f, waiting | as_counted, decided)] + of_counted
    found += [_on_a_word(each, void, counted, book) for each in unheld]
    summary = dict(counted.summary if waiting or as_counted else void.summary)
    if waiting:
        summary["standing"] = AWAITING.value
    return msgspec.structs.replace(void, results=tuple(results), findings=tuple(found), summary=summary)


def said_otherwise(finding: Finding, otherwise: Collection[str], decided: Collection[str]) -> bool:
    """Nothing is held against a bet that waits, or that counts otherwise; a ruling that decides what waits is not
    idle."""
    if finding.severity is Severity.MONEY:
        return finding.subject in otherwise
    return finding.code in ("ruling_without_effect", "ruling_not_offered") and finding.subject in decided


def ruled(
    bet: str, state: RoundState, book: RuleBook, last: str, choices: tuple[str, ...], staff: Collection[str]
) -> tuple[str | None, int]:
    """What the post of the clause ``last`` decided of a bet, and the version of its ruling; None where nobody did who
    may, or only somebody of ``staff``, who is in the matter."""
    ruling, _found = competent_ruling(rulings_as_cited(state, book), book, last, bet, choices)
    if ruling is None or ruling.made_by.staff in staff:
        return None, 0
    return ruling.choice, ruling.version


def as_decided(result: BetResult, clause: str) -> BetResult:
    """The result with the clause by which it was decided."""
    due = result.settlement
    clauses = tuple(dict.fromkeys((*due.clauses, clause)))
    return msgspec.structs.replace(result, settlement=msgspec.structs.replace(due, clauses=clauses))


def _waits(void: BetResult, counted: BetResult, clause: str, counts: str) -> BetResult:
    stake = void.settlement.stake_minor
    options = counted.alternatives
    if not options and counted.settlement.outcome is not PENDING:
        options = (Alternative(counts, counted.settlement),)
    if all(option.decision != VOID for option in options):
        options = (*options, Alternative(VOID, void.settlement))
    return msgspec.structs.replace(
        void,
        settlement=back(AWAITING, stake, (clause,)),
        difference_minor=None,
        alternatives=options,
        decided_by=counted.decided_by or clause,
    )


def _on_a_word(each: Unheld, void: Judgement, counted: Judgement, book: RuleBook) -> Finding:
    """What the word would move: due as void less due without it."""
    moved = void.due_net_minor - counted.due_net_minor
    return Finding(
        code=ON_A_WORD,
        severity=severity_of(moved),
        subject="",
        clauses=(book.printed_as(each.clause),),
        versions=tuple(word.version for word in each.words),
        amount_minor=moved,
        detail={"as_void": void.due_net_minor, "as_counted": counted.due_net_minor},
    )


def moves_nothing(each: Unheld, judged: Judgement, counted: Judgement, grounds: Grounds) -> bool:
    """Is there nothing to say of a void that stands: no bet is void by it, or, of a call that needs no more than
    itself, nothing came of the round that it could have been meant to stop?"""
    others = {result.bet: result.settlement for result in counted.results}
    due = [others.get(r.bet) for r in judged.results if r.settlement.outcome is Outcome.VOID]
    by_it = [other for other in due if other is None or other.outcome is not Outcome.VOID]
    if grounds.held(each.clause) is Held.BY_ITSELF:
        by_it = [other for other in by_it if other is not None and other.outcome is not PENDING]
    return not by_it


def cause_not_recorded(each: Unheld, judged: Judgement, counted: Judgement, book: RuleBook) -> Finding:
    """A void that stands although nobody recorded what it rests on, with what it moves."""
    moved = judged.due_net_minor - counted.due_net_minor
    return Finding(
        code="cause_not_recorded",
        severity=severity_of(moved),
        subject="",
        clauses=(book.printed_as(each.clause),),
        versions=(next(word.version for word in each.words if word.voids),),
        amount_minor=moved,
        detail={},
    )
