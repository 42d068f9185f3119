"""Disputed rounds as the domain of cases sees them: replayed now, bet by bet, with what section 7 reserves to a post.

A matter is reserved where a bet waits for a named post's decision, and where a finding about a disputed bet (or the
round) rests on one of the clauses that its document lists as ``reserved``: those that leave the matter to a post. It
counts as ruled on once such a post has decided at the round: by a ruling, or by an act that the document makes the
decision itself, as when the shift manager lets a player withdraw (baccarat 7.9). An act that is the very thing found
wrong settles nothing.

Proved by ``tests/disputes/test_judging.py`` on golden rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from casino.core.interest import Part, Tie
from casino.core.posts import Post
from casino.core.stored import recorded_event
from casino.ledger.rows import Row
from disputes.case.context import JudgedBet, JudgedRound, Reserved
from disputes.case.facts import RoundRef
from games.catalogue import judge
from games.engine import bet_owner, involved
from games.engine.document import RuleBook
from games.engine.facts import Person
from games.engine.judgement import Severity
from games.engine.replay import Replay
from games.engine.state import RoundState
from games.engine.weighing import CLAIM_OF_TIME
from games.rows.models import Round
from games.rows.replay import NoSuchRound, Replayer


def judged(replayer: Replayer, ref: RoundRef, *, currency: str, staff: str = "") -> JudgedRound | None:
    """A disputed round, replayed as it stands; None where no such round was recorded. ``staff`` is who acts: what rests
    on their own word is told apart."""
    row = Round.objects.filter(property__code=replayer.property_code, stream=ref.stream).first()
    overtaken_at = row.overtaken_at if row is not None else None
    try:
        replay = replayer.round(ref.stream, overtaken_at=overtaken_at)
    except NoSuchRound:
        return None
    found = judged_replay(replay, ref, currency=currency)
    without = without_word(replayer, replay, staff, overtaken_at)
    bets = {
        bet: msgspec.structs.replace(each, without_minor=without.get(bet, each.difference_minor))
        for bet, each in found.bets.items()
    }
    return msgspec.structs.replace(found, bets=bets)


CLAIMS: Final = frozenset(("claim_unsupported",))
"""Findings of claims that nothing supports."""


def without_word(
    replayer: Replayer, replay: Replay, staff: str, overtaken_at: datetime | None
) -> dict[str, int | None]:
    """The difference of the bets without what rests on a word alone: their own corrections and rulings, where somebody
    acts, as if they had said nothing, and claims that nothing supports, as they were received."""
    own = [row for row in replay.rows if _is_word_of(row, staff)] if staff else []
    claimed = any(finding.code in CLAIMS for finding in replay.judgement.findings)
    if not own and not claimed:
        return {}
    if own:
        rest = [row for row in replay.rows if row not in own]
        replay = replayer.replay(replay.stream, rest, replay.rows[-1][0], overtaken_at)
    judgement = replay.judgement
    if claimed and replay.book is not None:
        judgement = judge(replay.state, replay.book.read_as(CLAIM_OF_TIME, "as_received"), ended=replay.ended)
    return {result.bet: result.difference_minor for result in judgement.results}


def _is_word_of(row: Row, staff: str) -> bool:
    """Whether a fact is a correction that this person made or authorised, or a ruling of theirs."""
    if row[3].partition(".")[2] not in ("fact_corrected.v1", "ruling_made.v1"):
        return False
    fact = recorded_event(row).data
    said_by = (getattr(fact, name, None) for name in ("corrected_by", "authorised_by", "made_by"))
    return any(by is not None and by.staff == staff for by in said_by)


def judged_replay(replay: Replay, ref: RoundRef, *, currency: str) -> JudgedRound:
    """The same of a round that was replayed already. ``currency`` is the house's, for a table that names none."""
    players = bet_owner.players(replay.state)
    within = involved_in(replay, ref.bets, players)
    return JudgedRound(
        ref=ref,
        game=replay.state.game,
        version=replay.rows[-1][2],
        currency=replay.terms.currency or currency,
        document="" if replay.book is None else replay.book.id,
        ended=replay.ended,
        bets={
            result.bet: JudgedBet(
                stake_minor=result.settlement.stake_minor,
                recorded_net_minor=result.recorded.net_minor(result.settlement.stake_minor),
                difference_minor=result.difference_minor,
                player=players.get(result.bet),
            )
            for result in replay.judgement.results
        },
        reserved=tuple(_reserved(replay)) if replay.book is not None else (),
        staff=tuple(dict.fromkeys(part.staff for part in within if part.tie is not Tie.GAINS)),
        involved=within,
    )


def involved_in(replay: Replay, bets: Collection[str], players: Mapping[str, str | None]) -> tuple[Part, ...]:
    """Who is in a disputed round, as far as these bets (none: all) are concerned."""
    where = f"{replay.table}/{replay.code}"
    wanted = involved.naming()
    facts = [recorded_event(row) for row in replay.rows if row[3] in wanted]
    theirs = [player for bet, player in players.items() if not bets or bet in bets]
    return (*involved.involved(where, facts, bets=bets), *involved.gaining(where, theirs))


def _reserved(replay: Replay) -> Iterable[Reserved]:
    book = replay.book
    assert book is not None
    known = {result.bet for result in replay.judgement.results}
    waiting: dict[str, list[str]] = {}
    for result in replay.judgement.results:
        if result.decided_by is not None:
            waiting.setdefault(result.decided_by, []).append(result.bet)
    for clause, bets in waiting.items():
        yield Reserved(clause=clause, posts=posts_of(book, clause), bets=tuple(bets), ruled=False)
    for clause in book.clauses:
        if clause not in waiting and right_under(book, clause) == clause:
            yield _matter(replay, book, clause, known)


OF_DECISIONS: Final = frozenset(("ruling_without_effect", "rulings_disagree"))
"""What is found of decisions themselves. That one moves no money, or is not the only one, does not unmake it: whether
its post may make it is asked here."""


def _matter(replay: Replay, book: RuleBook, clause: str, known: set[str]) -> Reserved:
    """What of the round turns on a clause that leaves it to a post. The empty code stands for the round itself."""
    about: set[str] = set()
    wrong: set[int] = set()
    for finding in replay.judgement.findings:
        if finding.code in OF_DECISIONS:
            continue
        if finding.severity is not Severity.REMARK and any(right_under(book, c) == clause for c in finding.clauses):
            about.add(finding.subject if finding.subject in known else "")
            wrong.update(finding.versions)
    acts = [a for a in _acts(replay.state, book) if right_under(book, a.clause) == clause and a.version not in wrong]
    acts = [act for act in acts if book.may_act(act.by.post, book.cited_as(clause))]
    open_bets = {bet for bet in about if not any(not bet or not act.bets or bet in act.bets for act in acts)}
    ruled = not open_bets if about else bool(acts)
    return Reserved(
        clause=clause,
        posts=posts_of(book, clause),
        bets=() if "" in open_bets else tuple(sorted((open_bets or about) - {""})),
        ruled=ruled,
        only_if_cited=not about,
    )


def right_under(book: RuleBook, clause: str) -> str | None:
    """The clause that gives a post the right to decide what this clause is about: itself or one above it. None where
    section 7 does not reserve it, or no post is named there (baccarat 7.11)."""
    if not any(clause == each or clause.startswith(f"{each}.") for each in book.reserved):
        return None
    while clause:
        entry = book.clauses.get(clause)
        if entry is not None and entry.kind == "right" and entry.posts:
            return clause
        clause = clause.rpartition(".")[0]
    return None


class Act(NamedTuple):
    """Somebody decided something under a clause, for some bets (none: the round)."""

    clause: str
    by: Person
    bets: tuple[str, ...]
    version: int


def _acts(state: RoundState, book: RuleBook) -> Iterator[Act]:
    """The decisions of posts that the round holds: rulings, and what of baccarat is a decision by itself: an order
    decided (7.13), a withdrawal allowed (7.9 to 7.13), insurance allowed late (7.21)."""
    for ruling in state.rulings:
        yield Act(ruling.clause, ruling.made_by, ruling.bets, ruling.version)
    for noted in getattr(state, "ordered", ()):
        if noted.fact.ordered_by is not None:
            yield Act(noted.fact.clause, noted.fact.ordered_by, (), noted.version)
    for placed in getattr(state, "insurances", {}).values():
        if placed.fact.allowed_by is not None:
            yield Act(book.printed_as("7.21"), placed.fact.allowed_by, (), placed.version)
    for placed in getattr(state, "bets", {}).values():
        for change in placed.changes:
            allowed_by = getattr(change.fact, "allowed_by", None)
            if allowed_by is not None and change.fact.clause is not None:
                yield Act(change.fact.clause, allowed_by, (), change.version)


def posts_of(book: RuleBook, clause: str) -> tuple[str, ...]:
    """The posts that a clause names, "management" and "the house" as the book's choice says."""
    entry = book.clause(clause)
    named: tuple[Any, ...] = () if entry is None else entry.posts
    return tuple(Post(book.choices[n].value if n in ("management", "house") else n).value for n in named)
