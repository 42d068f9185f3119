"""One shape of judgement for every game: accepted bets, round status, settlement, comparison, remarks.

A game fills in a :class:`Steps`; :func:`judge_all` takes them. A step is a function that returns what it was asked for
together with what it found: ``(answer, findings)``. Nothing is handed in to be written to, and a step that finds
nothing returns ``NOTHING``. A check is asked last, about the round as it was judged, and returns findings alone.

Inside, clauses are cited by the numbers of the game's first document. Where a later document has moved some of them,
what comes in (rulings, grounds) is turned into those numbers before the first step, and what goes out (clauses of
settlements, findings and the summary) into the numbers of the document in force after the last one. Proved by
``tests/engine/test_steps.py``, ``test_in_step.py`` and the golden rounds of every game.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from casino.core.posts import LADDER, Post
from games.engine.document import RuleBook
from games.engine.judgement import (
    NOTHING_RECORDED,
    PENDING,
    Alternative,
    BetResult,
    Finding,
    Judgement,
    Outcome,
    Recorded,
    Settlement,
)
from games.engine.priced import OfMultiples
from games.engine.settling import (
    PROCEDURE,
    handed_back_before,
    money_findings,
    movements_without_bet,
    record_findings,
    recorded_of,
)
from games.engine.settling import RoundStatus as RoundStatus
from games.engine.state import RoundState, Ruling

Findings = tuple[Finding, ...]
NOTHING: Final[Findings] = ()


class AcceptedBet(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A bet as it lay when betting ended: kind, place, stake in minor units, and the stream versions of the facts it
    rests on. ``refused`` are the clauses by which it was never accepted, if any; ``off_minor`` what its player had
    taken off by then of it, and of bets before it under its id. Games add what else they need."""

    bet: str
    kind: str
    spot: str
    stake_minor: int
    version: int
    refused: tuple[str, ...] = ()
    off_minor: int = 0


class Due(msgspec.Struct, frozen=True, gc=False):
    """What a bet is owed; while it waits for a post (``decided_by`` is the clause), what it is owed under each
    decision."""

    settlement: Settlement
    alternatives: tuple[Alternative, ...] = ()
    decided_by: str | None = None


class Decided(msgspec.Struct, frozen=True, gc=False):
    """A round as it was judged: what the checks and the summary are asked about. ``results`` stand in the order of
    ``bets``; ``status`` is a :class:`RoundStatus`, or the game's own kind of it."""

    status: Any
    bets: Sequence[Any]
    results: tuple[BetResult, ...]
    ended: bool


A = TypeVar("A")
Work = Generator[None, None, A]
"""A piece of work for one round; at each ``yield`` the same piece for the other rounds may go first."""
Taken = tuple[A, Findings] | Work[tuple[A, Findings]]
"""What a step returns: at once, or, where it is long, in pieces."""

V = TypeVar("V")
"""The game's own view of a round: its state and document, and what it read off the facts."""

Check = Callable[[V, Decided], Iterable[Finding]]


class Steps(msgspec.Struct, Generic[V], frozen=True, kw_only=True):
    """How a game judges.

    ``view(state, book, ended)`` reads the facts; ``accepted_bets(view)`` says how each bet lay when betting ended and
    whether it was accepted; ``round_status(view, bets)`` whether the round counts; ``settle(view, bets, status)`` what
    each bet is owed, in the order of the bets; ``checks`` look for what changes no amount; ``summary`` is the result in
    the game's own terms. ``moved`` puts what a game's own facts cite into the numbers of its first document, in a copy
    of the state made for it; ``last`` is the clause of the post that decides what no clause names; ``recorded`` reads
    what was moved for a bet where the game's documents read it otherwise; ``grounds`` declares how the grounds of its
    voids are held (:class:`games.engine.grounds.Grounds`).
    """

    game: str
    view: Callable[[Any, RuleBook, bool], Taken[V]]
    accepted_bets: Callable[[V], tuple[Sequence[Any], Findings]]
    round_status: Callable[[V, Sequence[Any]], Taken[Any]]
    settle: Callable[[V, Sequence[Any], Any], tuple[Sequence[Due], Findings]]
    checks: tuple[Check[V], ...]
    summary: Callable[[V, Decided], dict[str, Any]]
    last: str = ""
    moved: Callable[[Any, RuleBook], None] | None = None
    recorded: Callable[[Recorded, Settlement], Recorded] | None = None
    grounds: Any = None


class Asked(NamedTuple):
    """A round to be judged by a document. ``ended`` says that no more chips will move (closed, or overtaken by a later
    round)."""

    state: Any
    book: RuleBook
    ended: bool


def judge(steps: Steps[Any], state: RoundState, book: RuleBook, *, ended: bool, amounts: bool = False) -> Judgement:
    """Judge one round. ``amounts``: only for what bets come to, without the checks and the summary."""
    if amounts:
        steps = msgspec.structs.replace(steps, checks=(), summary=lambda _view, _decided: {})
    return judge_all(steps, [Asked(state, book, ended)])[0]


def judge_all(steps: Steps[Any], rounds: Sequence[Asked]) -> list[Judgement]:
    """Judge rounds, each by itself, but all of them in step: through the whole judgement of one round after the other
    the processor would meet every piece of it cold (measured: 2.9 µs an event alone, 2.1 in companies of 25)."""
    judged = in_step([_settled(steps, state, book, ended) for state, book, ended in rounds])
    for check in steps.checks:
        for view, decided, findings in judged:
            findings += check(view, decided)
    return [
        _judgement(steps, view, decided, findings, book)
        for (view, decided, findings), (_state, book, _ended) in zip(judged, rounds, strict=True)
    ]


def in_step(works: Iterable[Work[A]]) -> list[A]:
    """What each work comes to; all of them go on to their next ``yield`` before any goes further."""
    going = {place: work.__next__ for place, work in enumerate(works)}
    answers: dict[int, A] = {}
    while going:
        for place, go_on in going.items():
            try:
                go_on()
            except StopIteration as done:
                answers[place] = done.value
        if answers:
            going = {place: go_on for place, go_on in going.items() if place not in answers}
    return [answers[place] for place in range(len(answers))]


def _settled(
    steps: Steps[Any], state: RoundState, book: RuleBook, ended: bool
) -> Work[tuple[Any, Decided, list[Finding]]]:
    """The round up to its checks: the game's view of it, what was decided, and what was found so far."""
    if book.moved:
        state = _in_numbers_of_the_first(steps, state, book)
    findings = record_findings(state, ended=ended)
    findings += [matter_without_clause(version, steps.last) for version in state.matters]
    yield
    seen = steps.view(state, book, ended)
    view, found = seen if isinstance(seen, tuple) else (yield from seen)
    findings += found
    yield
    bets, found = steps.accepted_bets(view)
    findings += found
    yield
    stands = steps.round_status(view, bets)
    status, found = stands if isinstance(stands, tuple) else (yield from stands)
    findings += found
    yield
    dues, found = steps.settle(view, bets, status)
    findings += found
    yield
    recorded = recorded_of(state)
    yield
    read = steps.recorded
    results = []
    for bet, due in zip(bets, dues, strict=True):
        moved = recorded.get(bet.bet, NOTHING_RECORDED)
        if read is not None:
            moved = read(moved, due.settlement)
        early = handed_back_before(state, bet.bet, bet.off_minor) if moved.returned_minor and bet.off_minor else 0
        result, found = compare(bet, due, moved, ended, early)
        results.append(result)
        if found:
            findings += found
    if ended:
        known = {bet.bet for bet in bets}
        if state.remedies or not recorded.keys() <= known:
            findings += movements_without_bet(state, known)
    return view, Decided(status, bets, tuple(results), ended), findings


def _judgement(
    steps: Steps[Any], view: Any, decided: Decided, findings: Sequence[Finding], book: RuleBook
) -> Judgement:
    judgement = Judgement(
        game=steps.game,
        document=book.id,
        results=decided.results,
        findings=tuple(findings),
        summary=steps.summary(view, decided),
    )
    return _in_numbers_of(judgement, book) if book.moved else judgement


def compare(
    bet: AcceptedBet, due: Due, recorded: Recorded, ended: bool, handed_back_before: int = 0
) -> tuple[BetResult, Findings]:
    """Hold a bet against what was recorded. Nothing is called wrong until the round has ended, for chips may still be
    on their way; nothing is held against a bet that waits. ``handed_back_before`` is what went back of it in minor
    units because its player lowered it in time: no part of what still lay."""
    owed, decided_by = due.settlement, due.decided_by
    if not ended or decided_by is not None or owed.outcome is PENDING:
        alternatives = due.alternatives
        return BetResult(bet.bet, bet.kind, owed, recorded, None, alternatives, decided_by, bet.spot), NOTHING
    counted = recorded
    if handed_back_before:
        counted = msgspec.structs.replace(recorded, returned_minor=recorded.returned_minor - handed_back_before)
    winnings, paid = owed.winnings_minor, recorded.paid_minor
    moved = counted.net_minor(owed.stake_minor) if counted.returned_minor else paid - recorded.collected_minor
    difference = moved - winnings + owed.collected_minor
    if recorded.remedies:
        difference += recorded.counted_minor
    result = BetResult(bet.bet, bet.kind, owed, recorded, difference, (), None, bet.spot)
    if difference or paid != winnings:  # if both are right, what was collected is right too
        return result, tuple(money_findings(bet.bet, owed, counted, (bet.version,)))
    return result, NOTHING


def competent_ruling(
    state: RoundState,
    book: RuleBook,
    clause: str,
    bet: str = "",
    choices: tuple[str, ...] | None = None,
    *,
    named: bool = False,
    whole: Collection[str] = (),
) -> tuple[Ruling | None, Findings]:
    """The ruling under a clause that decides this bet (or the round: ``bet`` empty), and what was wrong with others.

    Of posts that may make it the highest decides, among equals the latest; that they disagree is a finding. A ruling by
    a lower post is a finding and decides nothing (choice ``ruling_by_lower_post``: it counts where no competent post
    has ruled); one whose choice the clause does not offer likewise. ``choices`` None: any. ``named``: only rulings that
    name the bet. ``whole``: the bets of the round, where a ruling that names all of them decides the round.
    """
    if not state.rulings:
        return None, NOTHING
    competent: list[Ruling] = []
    lower: list[Ruling] = []
    found: list[Finding] = []
    for ruling in state.rulings:
        covers = ruling.covers(bet) or ruling.covers_all(whole)
        if ruling.clause != clause or not covers or (named and not ruling.bets):
            continue
        if choices is not None and ruling.choice not in choices:
            found.append(_about(ruling, "ruling_not_offered"))
        elif book.may_act(ruling.made_by.post, clause):
            competent.append(ruling)
        else:
            found.append(_about(ruling, "post_not_competent", post=ruling.made_by.post))
            lower.append(ruling)
    if not competent and book.choice("ruling_by_lower_post") == "stands":
        competent = lower
    if not competent:
        return None, tuple(found)
    decided = max(competent, key=weight)
    if any(ruling.choice != decided.choice for ruling in competent):
        versions = tuple(ruling.version for ruling in competent)
        found.append(
            Finding(
                code="rulings_disagree",
                severity=PROCEDURE,
                subject=f"ruling:{decided.version}",
                clauses=(clause,),
                versions=versions,
                detail={"decided": decided.choice, "post": decided.made_by.post},
            )
        )
    return decided, tuple(found)


def weight(ruling: Ruling) -> tuple[int, int]:
    """Higher posts before lower ones, then later rulings before earlier ones; a post beside the ladder is only itself,
    and nobody is above it."""
    post = Post(ruling.made_by.post)
    return LADDER.index(post) if post in LADDER else len(LADDER), ruling.order


def once(findings: Iterable[Finding]) -> Findings:
    """Each finding once: a ruling that covers several bets is asked about for each of them."""
    kept: list[Finding] = []
    for finding in findings:
        if finding not in kept:
            kept.append(finding)
    return tuple(kept)


def matter_without_clause(version: int, clause: str) -> Finding:
    """A matter is on record that no clause names: it is for the post of this clause, the game's last."""
    return Finding(code="matter_without_clause", severity=PROCEDURE, subject="", clauses=(clause,), versions=(version,))


def _about(ruling: Ruling, code: str, **detail: Any) -> Finding:
    return Finding(
        code=code,
        severity=PROCEDURE,
        subject=f"ruling:{ruling.version}",
        clauses=(ruling.clause,),
        versions=(ruling.version,),
        detail=detail,
    )


# --- A document that has moved clauses -----------------------------------------------------------------------------


S = TypeVar("S", bound=RoundState)


def rulings_as_cited(state: S, book: RuleBook) -> S:
    """The state with its rulings in the numbers of the first document, in a copy where the document has moved clauses:
    for code of the game that is handed the state outside the steps (what a round leaves to the next)."""
    if not book.moved:
        return state
    state = copy.copy(state)
    state.rulings = [msgspec.structs.replace(r, clause=book.cited_as(r.clause)) for r in state.rulings]
    return state


def _in_numbers_of_the_first(steps: Steps[Any], state: RoundState, book: RuleBook) -> RoundState:
    """A copy of the state in which rulings and grounds are cited as the code cites them. The fold's own stays."""
    state = rulings_as_cited(state, book)
    if steps.moved is not None:
        steps.moved(state, book)
    return state


def _in_numbers_of(judgement: Judgement, book: RuleBook) -> Judgement:
    """The judgement as the document in force numbers its clauses."""

    def numbers(clauses: Iterable[str]) -> tuple[str, ...]:
        return tuple(book.printed_as(clause) for clause in clauses)

    def settlement(of: Settlement) -> Settlement:
        priced = of.priced
        if isinstance(priced, OfMultiples):
            duels = tuple(msgspec.structs.replace(duel, clauses=numbers(duel.clauses)) for duel in priced.duels)
            priced = msgspec.structs.replace(priced, duels=duels)
        return msgspec.structs.replace(of, clauses=numbers(of.clauses), priced=priced)

    def result(of: BetResult) -> BetResult:
        return msgspec.structs.replace(
            of,
            settlement=settlement(of.settlement),
            alternatives=tuple(Alternative(a.decision, settlement(a.settlement)) for a in of.alternatives),
            decided_by=None if of.decided_by is None else book.printed_as(of.decided_by),
        )

    return msgspec.structs.replace(
        judgement,
        results=tuple(map(result, judgement.results)),
        findings=tuple(
            msgspec.structs.replace(f, clauses=numbers(f.clauses), detail=_renumbered(f.detail, book.printed_as))
            for f in judgement.findings
        ),
        summary=_renumbered(judgement.summary, book.printed_as),
    )


CITING: Final = frozenset(("ground", "clause", "clauses", "next_no_bet", "new_pack"))
"""Members of a summary or of a finding's detail, at any depth, that are clause numbers."""


def as_cited(summary: dict[str, Any], book: RuleBook) -> dict[str, Any]:
    """A judgement's summary in the numbers of the first document: for code of the game that reads it again."""
    cited: dict[str, Any] = _renumbered(summary, book.cited_as) if book.moved else summary
    return cited


def _renumbered(value: Any, number: Callable[[str], str], *, cites: bool = False) -> Any:
    if isinstance(value, Mapping):
        return {name: _renumbered(each, number, cites=name in CITING) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_renumbered(each, number, cites=cites) for each in value]
    return number(value) if cites and isinstance(value, str) and value else value


def waits(bet: AcceptedBet, clause: str, alternatives: tuple[Alternative, ...]) -> Due:
    """A bet that waits for the post of a clause: its stake is still to go back or to be settled."""
    stake = bet.stake_minor
    return Due(Settlement(Outcome.AWAITING, stake, 0, stake, 0, 0, 0, 0, 1, (clause,)), alternatives, clause)
