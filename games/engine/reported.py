"""Decisions that a device reports of a post: what they are worth until that person has spoken, and afterwards.

A ruling or leave that is kept for a pit supervisor or above has its effect at once when a device reports it. The person
named, or one above, confirms or denies it in an own session. What is *denied* has no effect, and is a finding with the
amount that it would move; what nobody answered until the gaming day ended keeps its effect, and is a finding with the
amount that it moves, until somebody answers. A leave by which a player took a stake back has none then: nobody gave it,
and the bet is settled as it lay. Answers count in the order of the log, the latest first. An answer to
nothing, or by somebody who may not give it, changes nothing and is found.

Pure: that a gaming day has ended is said by an event (``report_unanswered``), not by a clock. Source: the reading
"reported decisions" (docs/rulings.md). Proved by ``tests/engine/test_reported.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec

from casino.core.posts import LADDER, Post, at_least
from games.engine.document import RuleBook
from games.engine.facts import Person, RulingMade
from games.engine.judgement import Finding, Judgement, Severity, severity_of
from games.engine.state import Answer, RoundState

LOWEST = Post.PIT_SUPERVISOR
"""The lowest post whose decisions, reported by a device, that person confirms."""


class Weighed(msgspec.Struct, frozen=True, gc=False):
    """The answers of a round, held against what they are about: for each version the latest that counts, and those that
    count for nothing."""

    by_version: dict[int, Answer]
    idle: tuple[Answer, ...]
    leaves: frozenset[int] = frozenset()
    """Versions of the leaves by which a stake went back."""

    @property
    def denied(self) -> frozenset[int]:
        """The versions of what has no effect: what was denied, and leaves that nobody answered for."""
        by_version = self.by_version.items()
        denied = frozenset(version for version, answer in by_version if answer.kind == "denied")
        return denied | self.leaves.intersection(v for v, answer in by_version if answer.kind == "unanswered")

    @property
    def found(self) -> Iterable[tuple[int, Answer]]:
        """What is a finding: denied, or unanswered."""
        return [(version, answer) for version, answer in self.by_version.items() if answer.kind != "confirmed"]


def decided_by(state_class: type[RoundState], name: str, fact: Any) -> Person | None:
    """The person of whom this fact (``name`` is that of its type without the game) says that they decided or gave
    leave; None where it is no such fact, or names nobody."""
    field = state_class.decisions.get(name)
    return None if field is None else getattr(fact, field, None)


def is_reserved(person: Person, fact: Any, book: RuleBook | None) -> bool:
    """Whether the decision is kept for a pit supervisor or above: by the clause of a ruling, where the document names
    posts there, else by the post of the person named."""
    if isinstance(fact, RulingMade) and book is not None:
        entry = book.clause(fact.clause)
        if entry is not None and entry.posts:
            lower = [post.value for post in LADDER[: LADDER.index(LOWEST)]]
            return not any(book.may_act(post, book.cited_as(fact.clause)) for post in lower)
    return Post(person.post) not in LADDER or at_least(Post(person.post), LOWEST)


def may_answer(by: Person, named: Person) -> bool:
    """The person named, or one above. A post beside the ladder has nobody above it."""
    if by.staff == named.staff:
        return True
    return by.post != named.post and at_least(Post(by.post), Post(named.post))


def weigh(state: RoundState, words: Collection[int] = (), stated: Collection[int] = ()) -> Weighed:
    """Each answer beside what it is about. A confirmation by a second person, whoever it is, is nobody's fault: who may
    be a second person for a matter is that matter's to say, and so are answers to ``words`` (versions) that void, and
    to what was ``stated`` later, unless it is a decision and they are of the person named or one above."""
    told = {item[4].id: item for item in state.told}
    by_version: dict[int, Answer] = {}
    idle = []
    for answer in state.answers:
        item = told.get(answer.report)
        if item is not None and item[2] in words:
            continue
        named = None if item is None else decided_by(type(state), item[5].event_type.name.partition(".")[2], item[3])
        by = answer.by
        if item is not None and item[2] in stated and (named is None or (by and not may_answer(by, named))):
            continue
        if item is None or named is None:
            idle.append(answer)
        elif answer.by is None:
            by_version.setdefault(item[2], answer)
        elif may_answer(answer.by, named):
            by_version[item[2]] = answer
        elif answer.kind == "denied":
            idle.append(answer)
    leaves = (item[2] for item in state.told if item[5].event_type.name.partition(".")[2] in state.leaves)
    return Weighed(by_version, tuple(idle), frozenset(leaves))


def findings(
    weighed: Weighed, judged: Judgement, otherwise: Callable[[int], Judgement], state: RoundState
) -> Iterable[Finding]:
    """``judged`` is the round as it counts, ``otherwise(version)`` the round with that one fact the other way round."""
    people = {item[2]: (item[5].event_type.name.partition(".")[2], item[3]) for item in state.told}
    for version, answer in weighed.found:
        other = otherwise(version)
        with_it, without = (other, judged) if version in weighed.denied else (judged, other)
        person = decided_by(type(state), *people[version])
        clause = getattr(people[version][1], "clause", None)
        moved = with_it.due_net_minor - without.due_net_minor
        yield Finding(
            code="report_denied" if answer.kind == "denied" else "report_unconfirmed",
            severity=severity_of(moved),
            subject=f"fact:{version}",
            clauses=(clause,) if clause else (),
            versions=(version, answer.version),
            amount_minor=moved,
            detail={
                "post": None if person is None else person.post,
                "staff": None if person is None else person.staff,
                "with_it": with_it.due_net_minor,
                "without": without.due_net_minor,
            },
        )
    for answer in weighed.idle:
        yield Finding(
            code="report_answer_idle",
            severity=Severity.PROCEDURE,
            subject=f"fact:{answer.version}",
            clauses=(),
            versions=(answer.version,),
            detail={"kind": answer.kind},
        )
