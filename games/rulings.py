"""What a post decides where the document leaves it to them: for one round, or at once for several of one table.

Each round gets a ruling of its own, with the bets of it that are decided. Who may not rule on one of them rules on none
in one act; what all of them move together says how much the reason has to say. A post to which the clause does not
leave it is refused (``post_not_for_clause``): what a device reports of such a post is recorded all the same, and
judged. All or none is recorded; the first ruling has the id of the command. Proved by
``tests/service/test_rulings.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

import msgspec
from django.db import transaction

from casino.core.errors import Problem, declare_errors
from casino.core.events import NewEvent, RecordedEvent
from casino.core.reasons import Cause, suffices
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.rows import Appended
from games import acting, at_stake, matters, reasons
from games.engine.facts import Person, RulingMade
from games.readmodel import overtaken_of
from games.replay import Replayer
from games.service import checked, reason_given, round_of, type_of
from games.tasks import follow_now

MOST: Final = 50
declare_errors({"ruling_batch": 422})


class Ruled(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is ruled on: for which bets (none: the round), and its last fact as the person saw it."""

    stream: str
    bets: tuple[str, ...] = ()
    seen_version: int


def record(
    *,
    property_code: str,
    rounds: Sequence[Ruled],
    clause: str,
    choice: str,
    by: Person,
    reason: str,
    cause: Cause | None = None,
    command_id: UUID,
    now: datetime,
) -> Appended:
    """Record the rulings, in an own session of who decided; the reason is sealed. The answer is that of the first
    round."""
    why = reason.strip()
    if not why and not suffices(cause, sentence=False):
        raise Problem("reason_missing_text", "reason")
    _check(rounds)
    facts = [
        checked(RulingMade(clause=clause, made_by=by, choice=choice, reason=why or None, cause=cause, bets=each.bets))
        for each in rounds
    ]
    ids = [command_id, *(uuid5(command_id, f"{len(rounds)} {each.stream}") for each in rounds[1:])]
    recorded = [round_of(property_code, each.stream) for each in rounds]
    repeated = _repeated(property_code, recorded, ids, facts)
    if repeated is not None:
        return repeated
    replayer = Replayer(property_code)
    for each in rounds:
        replay = replayer.round(each.stream, overtaken_at=overtaken_of(property_code, each.stream, None))
        acting.check_ruling(by, replay.book, clause)
        matters.check_ruling(property_code, replay, each.bets, by)
    tried = [at_stake.tried(property_code, each.stream, fact, now) for each, fact in zip(rounds, facts, strict=True)]
    reason_given("rulings.record", why, above=at_stake.is_above(property_code, tried, now), cause=cause)
    with transaction.atomic():
        sealed = reasons.sealed_if_any(property_code, why)
        events = [
            NewEvent(
                id=event_id,
                stream=each.stream,
                type=type_of(round_, "ruling_made"),
                data=msgspec.structs.replace(fact, reason=None, sealed_reason=sealed),
                actor=f"person:{by.staff}",
                occurred_at=now,
                correlation=str(command_id) if len(rounds) > 1 else None,
                expected_version=each.seen_version + 1,
            )
            for event_id, each, round_, fact in zip(ids, rounds, recorded, facts, strict=True)
        ]
        appended = _append(property_code, events)
    follow_now(property_code, streams=tuple(each.stream for each in rounds))
    return appended


def _check(rounds: Sequence[Ruled]) -> None:
    """Problem ``ruling_batch`` where these are not to be ruled on in one act."""
    streams = [each.stream for each in rounds]
    tables = {stream.rpartition("/")[0] for stream in streams}
    if not 1 <= len(rounds) <= MOST or len(set(streams)) != len(streams) or len(tables) != 1:
        raise Problem("ruling_batch", "also", most=MOST)


def _repeated(
    property_code: str, recorded: Sequence[list[RecordedEvent]], ids: Sequence[UUID], facts: Sequence[RulingMade]
) -> Appended | None:
    """The answer given to the first of two equal commands; another command under its id is refused."""
    made = [next((event for event in each if event.id == id_), None) for each, id_ in zip(recorded, ids, strict=True)]
    first = made[0]
    if first is None:
        return None
    found = [event for event in made if event is not None]
    if len(found) != len(made) or [e.data for e in reasons.opened(property_code, found, "vi")] != list(facts):
        raise Problem("command_conflict", "command_id")
    if len(facts) == 1 and first.correlation is not None:
        raise Problem("command_conflict", "command_id")
    return Appended(first.id, "duplicate", first.position, first.version, first.recorded_at)


def _append(property_code: str, events: Sequence[NewEvent]) -> Appended:
    ledger = get_ledger(property_code)
    try:
        return ledger.record(*events)[0]
    except ledger_errors.ConcurrencyConflict:
        for event in events:
            current = ledger.stream(event.stream)[-1].version
            if current + 1 != event.expected_version:
                seen = (event.expected_version or 1) - 1
                raise Problem("round_changed", seen=seen, now=current) from None
        raise
    except ledger_errors.IdConflict:
        raise Problem("command_conflict", "command_id") from None
