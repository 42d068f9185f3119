"""A sic bo table that is held: from the failure of its device until the head of operations releases it (clause 7.1).

Proved by ``tests/sicbo/test_session.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import msgspec

from casino.core.posts import Post
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.ineffective_records import irregularity_without_effect
from games.engine.judgement import Finding, Judgement
from games.engine.session import SessionBefore
from games.engine.settling import PROCEDURE
from games.engine.state import Ruling
from games.engine.steps import NOTHING, Decided, Findings, competent_ruling, once, rulings_as_cited
from games.sicbo.facts import SicBoRound
from games.sicbo.view import Throw

RELEASE: Final = "release"


@implements("sicbo", "7.1")
def hold_kept(throw: Throw, decided: Decided) -> Iterable[Finding]:
    """A failed device is reported to the pit manager at once, and the table rests until it is released: a round opened
    while it is held, and a failure nobody reported, are findings."""
    state = throw.state
    before = state.before
    if before is not None and before.hold:
        opened_at = state.began_at
        if state.opened is not None and opened_at is not None and held(before, opened_at):
            since = before.hold_stream.removeprefix("round/")
            yield _about("played_while_held", (state.opened_version,), held_since=since)
    failed = failures(state)
    if failed:
        told = [order for person, order, _version in state.informed if person.post == Post.PIT_MANAGER.value]
        unreported = tuple(version for failed_at, version in failed if not any(order > failed_at for order in told))
        if unreported:
            yield _about("failure_not_reported", unreported)
    elif state.informed and before is not None and not before.hold:
        for _person, _order, version in state.informed:
            yield irregularity_without_effect("7.1", version, throw.book)
    if state.rulings:
        yield from release_of(state, throw.book)[1]


def _about(code: str, versions: tuple[int, ...], **detail: str) -> Finding:
    return Finding(code=code, severity=PROCEDURE, subject="", clauses=("7.1",), versions=versions, detail=detail)


@implements("sicbo", "7.1")
def failures(state: SicBoRound) -> Sequence[tuple[int, int]]:
    """(order, version) of each failure of the device, as it said so itself or as somebody saw it, in their order."""
    seen = [(cause.order, cause.version) for cause in state.causes if cause.ground == "7.1" and not cause.announced]
    return sorted([*state.failed, *seen]) if seen else state.failed


@implements("sicbo", "7.1")
def held(session: SessionBefore, moment: datetime) -> bool:
    """Was the table held at a moment? A release is of the moment at which it was decided: recorded with the round that
    failed, it does not cover those that were played before it."""
    return bool(session.hold) and (session.released_at is None or moment < session.released_at)


@implements("sicbo", "7.1")
def release_of(state: SicBoRound, book: RuleBook) -> tuple[Ruling | None, Findings]:
    """The last release of the table by the head of operations. What is released is the table: a ruling that names bets
    releases it all the same."""
    if not state.rulings:
        return None, NOTHING
    named = sorted({"", *(bet for ruling in state.rulings for bet in ruling.bets)})
    answers = [competent_ruling(state, book, "7.1", bet, (RELEASE,)) for bet in named]
    last = max((ruling for ruling, _found in answers if ruling is not None), key=lambda r: r.order, default=None)
    return last, once(finding for _ruling, found in answers for finding in found)


@implements("sicbo", "7.1")
def carry(before: SessionBefore | None, state: SicBoRound, judgement: Judgement, book: RuleBook) -> SessionBefore:
    """The table's session after this round: held since a failure until a ruling of the head of operations. A hold that
    ended is kept until a round is opened after its end."""
    state = rulings_as_cited(state, book)
    if book.moved:
        as_first_cited(state, book)
    session = before or SessionBefore()
    opened_at = state.began_at
    if session.released_at is not None and opened_at is not None and not held(session, opened_at):
        session = _as_held(session, "", "", 0)
    failed = failures(state)
    failed_at, version = failed[-1] if failed else (0, 0)
    release, _found = release_of(state, book)
    if failed_at:
        session = _as_held(session, "7.1", state.stream, version)
    if session.hold and release is not None and release.order > failed_at:
        ended = state.decided_at[release.version]
        session = msgspec.structs.replace(session, released_at=ended)
    return session


def _as_held(session: SessionBefore, hold: str, stream: str, version: int) -> SessionBefore:
    return msgspec.structs.replace(session, hold=hold, hold_stream=stream, hold_version=version, released_at=None)


def as_first_cited(state: SicBoRound, book: RuleBook) -> None:
    """The grounds of what was seen and announced in the numbers of the first document."""
    state.causes = [
        cause if cause.ground is None else msgspec.structs.replace(cause, ground=book.cited_as(cause.ground))
        for cause in state.causes
    ]
