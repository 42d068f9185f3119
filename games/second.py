"""Commands on rounds and findings that have no effect until a second person confirms them in an own session.

A correction of a fact, "put right", and letting a finding rest whose amount lies above what the house has set
(``dismissal_alone``) are *asked* for here and *confirmed*, *refused* or *withdrawn* (``games.asking``). A
confirmation and what it comes to are one append. ``command_id`` is made by the form or the client: the same command
again gets the first answer. Who acts at the table was asked before (``games.acting``). Proved by
``tests/service/test_asking.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar
from uuid import UUID, uuid5

import msgspec
from django.db import transaction

from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.core.interest import Part
from casino.core.posts import Post
from casino.core.reasons import Cause
from casino.house.limits import limits_at
from casino.house.service import settings_of
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.rows import Appended
from games import asking, at_stake, at_the_top, findings, matters, reasons, rulebooks, service, sums
from games.ask_facts import NAMES, Asked, What
from games.asking import Ask
from games.engine import rules
from games.engine.facts import FactCorrected, Person
from games.models import Finding
from games.tasks import follow_now

ATTEMPTS: Final = 3
_ASKING: Final[dict[What, str]] = {
    "correct_fact": "second.ask_correction",
    "put_right": "second.ask_put_right",
    "dismiss": "second.ask_dismissal",
    "put_in_force": "second.ask_put_in_force",
}
_LONGEST: Final = 500

P = ParamSpec("P")
R = TypeVar("R")


def again(command: Callable[P, R]) -> Callable[P, R]:
    """Once more from the start, where somebody else wrote between reading and writing: the second of two confirmations,
    and the second click, are told what the first came to; a fact that came in meanwhile hinders nobody."""

    @wraps(command)
    def attempted(*args: P.args, **kwargs: P.kwargs) -> R:
        problem = Problem("ask_overtaken")
        for _attempt in range(ATTEMPTS):
            try:
                return command(*args, **kwargs)
            except ledger_errors.ConcurrencyConflict:
                continue
            except ledger_errors.IdConflict:
                problem = Problem("command_conflict", "command_id")
        raise problem

    return attempted


# --- Asking ----------------------------------------------------------------------------------------------------------


@again
def ask_correction(
    *,
    property_code: str,
    stream: str,
    target: UUID,
    after: dict[str, Any] | None,
    by: Person,
    reason: str,
    cause: Cause | None = None,
    seen_version: int,
    command_id: UUID,
    now: datetime,
) -> Appended:
    """Ask that a fact be corrected: pit supervisor or above asks; pit manager or above confirms; a remedy, which a case
    decided, nobody below those who decided it. ``after`` None says that the fact did not happen."""
    service.require(by, Post.PIT_SUPERVISOR)
    recorded = service.round_of(property_code, stream)
    original = service.correctable(recorded, target)
    after = service.fitted(original, after)
    said: dict[str, Any] = {"target": target, "after": after, "seen_version": seen_version, "cause": cause}
    repeated = _repeated(property_code, stream, command_id, "correct_fact", by, reason, said)
    if repeated is not None:
        return repeated
    matters.check("second.ask_correction", by.staff, matters.of_fact(property_code, stream, target))
    now_version = recorded[-1].version
    if now_version != seen_version:
        raise Problem("round_changed", seen=seen_version, now=now_version)
    before = service.held_data(original, recorded)
    if after == before:
        raise Problem("correction_changes_nothing", "after")
    lowest = service.authorising(original)
    fact = FactCorrected(
        target=target, before=before, after=after, corrected_by=by, authorised_by=by, reason=at_stake.NOT_YET
    )
    said["above"] = at_stake.above(property_code, stream, fact, now)
    return _ask(property_code, stream, "correct_fact", by, reason, lowest, command_id, now, before=before, **said)


@again
def ask_put_right(
    row: Finding,
    *,
    by: Person,
    reason: str,
    clause: str | None,
    seen_version: int | None,
    command_id: UUID,
    now: datetime,
    cause: Cause | None = None,
) -> Appended:
    """Ask that a finding count as put right: pit manager or above asks, shift manager or above confirms; where somebody
    at the top is in it, who answers for that (``games.at_the_top``)."""
    said = {"finding": row.identity, "clause": clause or None, "seen_version": seen_version, "cause": cause}
    repeated = _repeated(row.property.code, row.stream, command_id, "put_right", by, reason, said)
    if repeated is not None:
        return repeated
    if not findings.may_put_right(by.post):
        raise Problem("finding_needs_second_person")
    _check_of(row, by, "second.ask_put_right")
    _check_open(row, seen_version)
    said |= {"amount_minor": row.amount_minor, "above": sentence_needed(now, row)}
    lowest = at_the_top.confirms(row, by, now) or Post.SHIFT_MANAGER
    return _ask(row.property.code, row.stream, "put_right", by, reason, lowest, command_id, now, **said)


def dismissal_needs_two(at: datetime, by: Person, *rows: Finding, locked: bool = False) -> bool:
    """Whether these findings together carry more than this person alone may let rest at a moment, with everything else
    that they did alone (``games.sums``) or that was let rest of their cause: slices of one matter are one matter, and
    so is what is let rest at once. ``locked``: it is about to be recorded in this transaction."""
    if any(at_the_top.confirms(row, by, at) is not None for row in rows):
        return True
    weighing = [row for row in rows if row.amount_minor]
    if not weighing:
        return False
    owner = weighing[0].property
    acts = [
        sums.of_finding(
            owner, row.stream, row.subject, row.amount_minor, by, at, currency=row.detail.get("currency", "")
        )
        for row in weighing
    ]
    if sums.against_dismissal(owner, acts, at=at, locked=locked):
        return True
    alone = settings_of(owner.code).amounts("dismissal_alone", at)
    together: Counter[str] = Counter()
    for act in acts:
        together[act.currency] += act.counted_minor
    before = zip(acts, map(matters.dismissed_of_one_cause, weighing), strict=True)
    return any(together[act.currency] + of_cause > alone.get(act.currency, 0) for act, of_cause in before)


def sentence_needed(at: datetime, *rows: Finding) -> bool:
    """Whether letting these findings rest, or saying that one was put right, takes a sentence, whatever the cause."""
    above = limits_at(settings_of(rows[0].property.code), at).reason_sentence
    together: Counter[str] = Counter()
    for row in rows:
        together[row.currency] += abs(row.amount_minor)
    return any(amount > above.get(currency, 0) for currency, amount in together.items())


@again
def ask_dismissal(
    row: Finding, *, by: Person, reason: str, command_id: UUID, now: datetime, cause: Cause | None = None
) -> Appended:
    """Ask that a finding with an amount be let rest: who may dismiss asks, pit manager or above confirms, or who
    answers where somebody at the top is in it."""
    said: dict[str, Any] = {"finding": row.identity, "cause": cause}
    repeated = _repeated(row.property.code, row.stream, command_id, "dismiss", by, reason, said)
    if repeated is not None:
        return repeated
    if not findings.may_dismiss(by.post):
        raise Problem("finding_post_not_allowed", "by")
    _check_of(row, by, "second.ask_dismissal")
    _check_open(row, None)
    said |= {"amount_minor": row.amount_minor, "above": True}
    lowest = at_the_top.confirms(row, by, now) or Post.PIT_MANAGER
    return _ask(row.property.code, row.stream, "dismiss", by, reason, lowest, command_id, now, **said)


@again
def ask_dismissals(
    rows: Sequence[Finding], *, by: Person, reason: str, cause: Cause | None, command_id: UUID, now: datetime
) -> list[Appended]:
    """Ask that several findings be let rest, with one reason: a request each, that a second person looks at each."""
    property_code = rows[0].property.code
    why = _reason("dismiss", reason, above=True, cause=cause)
    ledger = get_ledger(property_code)
    with transaction.atomic():
        sealed = reasons.sealed_if_any(property_code, why)
        asks: list[NewEvent] = []
        for row in rows:
            own = asking.stream_of(row.stream)
            recorded = ledger.stream(own)
            fact = Asked(
                what="dismiss",
                asked_by=by,
                lowest=(at_the_top.confirms(row, by, now) or Post.PIT_MANAGER).value,
                sealed_reason=sealed,
                cause=cause,
                finding=row.identity,
                amount_minor=row.amount_minor,
                batch=command_id,
            )
            asking.check_free(asking.fold(recorded), asking.about(fact))
            before = len(recorded) + sum(ask.stream == own for ask in asks)
            key = in_batch(command_id, row) if asks else command_id  # one of them, so that there is one such batch
            event = _event(own, fact, by, key, now, expected_version=before + 1)
            asks.append(msgspec.structs.replace(event, correlation=str(command_id)))
        appended = ledger.append(asks)
    follow_now(property_code)
    return appended


def in_batch(command_id: UUID, row: Finding) -> UUID:
    """The id of the request about one finding of several."""
    return uuid5(command_id, f"{row.stream} {row.identity}")


@again
def ask_put_in_force(
    property_code: str,
    *,
    document: str,
    choices: Mapping[str, Any],
    approval: str | None,
    effective_from: datetime | None,
    by: Person,
    reason: str,
    command_id: UUID,
    now: datetime,
) -> Appended:
    """Ask that a rule document be in force from a moment on (None: at once), with each of its ``choices`` made, by
    place: a director of table games or above asks, another of that post or above confirms. ``approval`` is the number
    of the regulator's, where a choice goes beyond the letter."""
    service.require(by, rulebooks.LOWEST)
    stream = rules.stream_of(rules.read(rulebooks.text_of(document)).game)
    said: dict[str, Any] = {
        "document": document,
        "choices": dict(choices),
        "approval": approval or None,
        "effective_from": effective_from,
    }
    repeated = _repeated(property_code, stream, command_id, "put_in_force", by, reason, said)
    if repeated is not None:
        return repeated
    said["sha256"] = rulebooks.check(property_code, document, choices, approval, effective_from, now)
    return _ask(property_code, stream, "put_in_force", by, reason, rulebooks.LOWEST, command_id, now, **said)


def _check_of(row: Finding, by: Person, command: str) -> None:
    """Problem interest_barred for whoever is in what a finding says."""
    matters.check(command, by.staff, matters.of_finding(row.property.code, row.stream, row.subject, row.versions))


def _check_open(row: Finding, seen_version: int | None) -> None:
    audit = findings.load(get_ledger(row.property.code), row.stream)
    audit.check_free(row.identity, seen_version)


def _ask(
    property_code: str,
    stream: str,
    what: What,
    by: Person,
    reason: str,
    lowest: Post,
    command_id: UUID,
    now: datetime,
    **said: Any,
) -> Appended:
    why = _reason(what, reason, above=said.pop("above", False), cause=said.get("cause"))
    own = asking.stream_of(stream)
    ledger = get_ledger(property_code)
    recorded = ledger.stream(own)
    with transaction.atomic():
        sealed = reasons.sealed_if_any(property_code, why)
        fact = Asked(what=what, asked_by=by, lowest=lowest, sealed_reason=sealed, **said)
        asking.check_free(asking.fold(recorded), asking.about(fact))
        event = _event(own, fact, by, command_id, now, expected_version=len(recorded) + 1)
        [appended] = ledger.append([event])
    follow_now(property_code)
    return appended


def _reason(what: What, text: str, *, above: bool, cause: Cause | None) -> str:
    why = service.reason_given(_ASKING[what], text, above=above, cause=cause)
    if len(why) > _LONGEST:
        raise Problem("finding_reason_missing", "reason")
    return why


def _repeated(
    property_code: str, stream: str, command_id: UUID, what: What, by: Person, reason: str, said: dict[str, Any]
) -> Appended | None:
    """The first answer, where this very command was given before; problem ``command_conflict`` for another."""
    recorded = get_ledger(property_code).stream(asking.stream_of(stream))
    first = next((event for event in recorded if event.id == command_id), None)
    if first is None:
        return None
    fact = first.data
    same = isinstance(fact, Asked) and (fact.what, fact.asked_by) == (what, by)
    same = same and all(getattr(fact, name) == value for name, value in said.items())
    if not same or not reasons.same_words(property_code, fact.sealed_reason, reason):
        raise Problem("command_conflict", "command_id")
    return Appended(first.id, "duplicate", first.position, first.version, first.recorded_at)


# --- A second person -------------------------------------------------------------------------------------------------


def find(property_code: str, stream: str, ask: UUID) -> Ask:
    """A request of a stream (``ask/…``, or that of its round). Problem ``ask_unknown``."""
    return _found(property_code, stream, ask)[0]


def _found(property_code: str, stream: str, ask: UUID) -> tuple[Ask, int]:
    """And the version of the stream in which it stands so."""
    recorded = get_ledger(property_code).stream(asking.stream_of(stream))
    found = asking.fold(recorded).get(ask)
    if found is None:
        raise Problem("ask_unknown")
    return found, recorded[-1].version


@again
def confirm(property_code: str, stream: str, ask: UUID, *, by: Person, command_id: UUID, now: datetime) -> Appended:
    """Carry out what another person asked for, with both names. Problems as of the command, and of ``asking``."""
    found, version = _found(property_code, stream, ask)
    repeated = _decided_by(found, command_id)
    if repeated is not None:
        return repeated
    fact = asking.confirmed(found, by)
    matters.check("second.confirm", by.staff, parts(property_code, found))
    try:
        effect = EFFECTS[found.asked.what](property_code, found, by, now)
    except Problem:
        asking.confirmed(find(property_code, stream, ask), by)  # whoever was quicker since it was read is why
        raise
    streams = tuple(event.stream for event in effect if event.stream.startswith("round/"))
    return _decide(property_code, found, version, fact, effect, by, command_id, now, streams)


@again
def refuse(property_code: str, stream: str, ask: UUID, *, by: Person, command_id: UUID, now: datetime) -> Appended:
    """Do not confirm it: it never has an effect."""
    found, version = _found(property_code, stream, ask)
    repeated = _decided_by(found, command_id)
    if repeated is not None:
        return repeated
    fact = asking.refused(found, by)
    matters.check("second.refuse", by.staff, parts(property_code, found))
    return _decide(property_code, found, version, fact, [], by, command_id, now)


def parts(property_code: str, ask: Ask) -> tuple[Part, ...]:
    """Who is in what was asked for."""
    asked, rest = ask.asked, ask.event.stream.partition("/")[2]
    if asked.target is not None:
        return matters.of_fact(property_code, f"round/{rest}", asked.target)
    if asked.finding is None:
        return ()
    stream = f"audit/{rest}"
    standing = findings.load(get_ledger(property_code), stream).findings[asked.finding].opened
    return matters.of_finding(property_code, stream, standing.subject, standing.versions)


@again
def withdraw(property_code: str, stream: str, ask: UUID, *, by: Person, command_id: UUID, now: datetime) -> Appended:
    """Who asked takes it back."""
    found, version = _found(property_code, stream, ask)
    repeated = _decided_by(found, command_id)
    if repeated is not None:
        return repeated
    return _decide(property_code, found, version, asking.withdrawn(found, by), [], by, command_id, now)


def _decided_by(ask: Ask, command_id: UUID) -> Appended | None:
    done = ask.decided
    if done is None or done.id != command_id:
        return None
    return Appended(done.id, "duplicate", done.position, done.version, done.recorded_at)


def _decide(
    property_code: str,
    ask: Ask,
    version: int,
    fact: Fact,
    effect: list[NewEvent],
    by: Person,
    command_id: UUID,
    now: datetime,
    streams: tuple[str, ...] = (),
) -> Appended:
    event = _event(ask.event.stream, fact, by, command_id, now, expected_version=version + 1)
    with transaction.atomic():
        [appended, *_rest] = get_ledger(property_code).append([event, *effect])
    follow_now(property_code, streams=streams)
    return appended


def _event(stream: str, fact: Fact, by: Person, command_id: UUID, now: datetime, *, expected_version: int) -> NewEvent:
    return NewEvent(
        id=command_id,
        stream=stream,
        type=NAMES[type(fact)],
        data=fact,
        actor=f"person:{by.staff}",
        occurred_at=now,
        expected_version=expected_version,
    )


def _correction(property_code: str, ask: Ask, by: Person, now: datetime) -> list[NewEvent]:
    """The correction that was asked for. Problem ``ask_overtaken`` where the fact is held otherwise by now."""
    asked = ask.asked
    stream = f"round/{ask.event.stream.partition('/')[2]}"
    recorded = service.round_of(property_code, stream)
    assert asked.target is not None
    original = service.correctable(recorded, asked.target)
    if service.held_data(original, recorded) != asked.before:
        raise Problem("ask_overtaken")
    fact = FactCorrected(
        target=asked.target,
        before=asked.before,
        after=asked.after,
        corrected_by=asked.asked_by,
        authorised_by=by,
        sealed_reason=asked.sealed_reason,
        cause=asked.cause,
        ask=ask.id,
    )
    return [
        NewEvent(
            id=_effect_id(ask),
            stream=stream,
            type=service.type_of(recorded, "fact_corrected"),
            data=fact,
            actor=f"person:{by.staff}",
            occurred_at=now,
            correlation=str(ask.id),
            expected_version=recorded[-1].version + 1,
        )
    ]


def _on_finding(property_code: str, ask: Ask, by: Person, _now: datetime) -> list[NewEvent]:
    asked = ask.asked
    assert asked.finding is not None
    audit = findings.load(get_ledger(property_code), f"audit/{ask.event.stream.partition('/')[2]}")
    if at_the_top.stays_open(asked.lowest):
        audit.check_free(asked.finding, asked.seen_version)
        return []  # the confirmation itself is the record
    given: dict[str, Any] = {"by": asked.asked_by, "authorised_by": by, "sealed": asked.sealed_reason, "ask": ask.id}
    given["cause"] = asked.cause
    if asked.what == "put_right":
        audit.correct(asked.finding, clause=asked.clause, seen_version=asked.seen_version, **given)
    else:
        audit.dismiss(asked.finding, **given)
    return audit.collect_events()


EFFECTS: Final[dict[What, Callable[[str, Ask, Person, datetime], list[NewEvent]]]] = {
    "correct_fact": _correction,
    "put_right": _on_finding,
    "dismiss": _on_finding,
    "put_in_force": rulebooks.effect,
}
"""What a confirmation comes to, recorded in the same step."""


def _effect_id(ask: Ask) -> UUID:
    return uuid5(ask.id, "effect")


def waiting(property_code: str, stream: str) -> list[Ask]:
    """The requests about a round or finding that wait, the oldest first."""
    asks = asking.fold(get_ledger(property_code).stream(asking.stream_of(stream)))
    return [ask for ask in asks.values() if ask.state == asking.WAITING]
