"""What people of the house say about a round: corrections of facts and rulings. One function a command.

Each appends one event with the person's name, or raises a :class:`~casino.core.errors.Problem` and appends nothing. The
caller says which version of the round the person was looking at: if something was recorded since, the command is
refused and the person is told, so that nobody decides on a round they have not seen. Afterwards the read model is
brought up and the round audited, so that the next page shows what was written. ``command_id`` is made by the form
or the client; the same one again is the same command (a double click does nothing twice). Proved by ``tests/service``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from casino.core import events
from casino.core import reasons as rule_of_reasons
from casino.core.errors import Problem, declare_errors
from casino.core.events import Fact, NewEvent, RecordedEvent, plain, says
from casino.core.posts import LADDER, POST_NAMES, Post, at_least
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.rows import Appended
from games import at_stake, matters
from games.engine.facts import FactCorrected, Person, RemedyMade
from games.tasks import follow_now

F = TypeVar("F", bound=Fact)

declare_errors(
    {
        "round_unknown": 404,
        "round_changed": 409,
        "fact_unknown": 404,
        "correction_of_correction": 422,
        "correction_changes_nothing": 422,
        "correction_does_not_fit": 422,
        "authoriser_same_person": 422,
        "post_too_low": 403,
        "reason_missing_text": 422,
        "command_does_not_fit": 422,
    }
)


def correct_fact(
    *,
    property_code: str,
    stream: str,
    target: UUID,
    after: dict[str, Any] | None,
    by: Person,
    authorised_by: Person,
    reason: str,
    seen_version: int,
    command_id: UUID,
    now: datetime,
) -> Appended:
    """Record a correction whose authorisation somebody typed, as an import of an older record has it: with its reason
    in clear, and marked so wherever it is shown. People ask and confirm (``games.second``).

    Pit supervisor or above corrects, another person, pit manager or above, authorises; a remedy, which a case decided,
    nobody below those who decided it. ``after`` None says that the fact did not happen.
    """
    require(by, Post.PIT_SUPERVISOR)
    why = reason.strip()
    if not why:
        raise Problem("reason_missing_text", "reason")
    if by.staff == authorised_by.staff:
        raise Problem("authoriser_same_person", "authorised_by")
    recorded = round_of(property_code, stream)
    original = correctable(recorded, target)
    require(authorised_by, authorising(original))
    repeated = _repeated(recorded, command_id)
    if repeated is not None:
        said = msgspec.structs.asdict(repeated.data) if isinstance(repeated.data, FactCorrected) else {}
        same = (said.get("target"), said.get("reason")) == (target, why)
        same = same and (said.get("corrected_by"), said.get("authorised_by")) == (by, authorised_by)
        return _first_answer(repeated, same=same and fitted(original, after) == said.get("after"))
    for person in (by, authorised_by):
        matters.check("service.correct_fact", person.staff, matters.of_fact(property_code, stream, target))
    before = held_data(original, recorded)
    after = fitted(original, after)
    if after == before:
        raise Problem("correction_changes_nothing", "after")
    said_so = FactCorrected(
        target=target, before=before, after=after, corrected_by=by, authorised_by=authorised_by, reason=why
    )
    fact = checked(said_so)
    reason_given("service.correct_fact", why, above=at_stake.above(property_code, stream, fact, now))
    appended = _append(property_code, stream, recorded, "fact_corrected", fact, by, seen_version, command_id, now)
    follow_now(property_code, streams=(stream,))
    return appended


def correctable(recorded: list[RecordedEvent], target: UUID) -> RecordedEvent:
    """The fact that a correction is about. Problems: fact_unknown, correction_of_correction."""
    original = next((e for e in recorded if e.id == target), None)
    if original is None:
        raise Problem("fact_unknown", "target", event=target)
    if isinstance(original.data, FactCorrected):
        raise Problem("correction_of_correction", "target")
    return original


def authorising(original: RecordedEvent) -> Post:
    """The post that whoever authorises a correction of this fact must hold, or one above: pit manager; of a remedy
    nobody below those who decided it.

    Nobody is above a post beside the ladder: what it decided is authorised by another person of that very post; what it
    decided together with one above a pit manager, or with the other beside the ladder, by the highest of the house.
    """
    decided = {Post.PIT_MANAGER}
    if isinstance(original.data, RemedyMade):
        people = (original.data.made_by, original.data.authorised_by)
        decided |= {Post(each.post) for each in people if each is not None}
    beside = decided - set(LADDER)
    highest = max(decided - beside, key=LADDER.index)
    if not beside:
        return highest
    if len(beside) == 1 and at_least(Post.PIT_MANAGER, highest):
        return beside.pop()
    return LADDER[-1]


def checked(fact: F) -> F:
    """The fact as its type allows it: what a person typed has been seen by no schema yet."""
    try:
        return msgspec.convert(msgspec.to_builtins(fact), type(fact))
    except msgspec.ValidationError as error:
        raise Problem("command_does_not_fit", why=error) from None


def require(person: Person, lowest: Post) -> None:
    """Problem ``post_too_low``."""
    if not at_least(Post(person.post), lowest):
        raise Problem("post_too_low", post=POST_NAMES[lowest])


def reason_given(command: str, text: str, *, above: bool = False, cause: rule_of_reasons.Cause | None = None) -> str:
    """A reason without what surrounds it, by the rule that this command of the room declared (``games.reasons``):
    ``above`` the property's amount a sentence, below it empty where a ``cause`` was chosen. Problems
    ``reason_missing_text``, ``reason_says_nothing``."""
    why = text.strip()
    if not why and not rule_of_reasons.suffices(cause, sentence=above):
        raise Problem("reason_missing_text", "reason")
    rule_of_reasons.require(f"games.{command}", why, "reason", above=above, cause=cause)
    return why


def round_of(property_code: str, stream: str) -> list[RecordedEvent]:
    """The facts of a round. Problem ``round_unknown``."""
    recorded = get_ledger(property_code).stream(stream)
    if not stream.startswith("round/") or not recorded:
        raise Problem("round_unknown", "round", round=stream.removeprefix("round/"))
    return recorded


def held_data(original: RecordedEvent, recorded: list[RecordedEvent]) -> dict[str, Any] | None:
    """The fact's data as held now, after the corrections so far; None where it is held not to have happened."""
    held: Fact | None = original.data
    for event in recorded:
        if isinstance(event.data, FactCorrected) and event.data.target == original.id and says(event.data.before, held):
            after = event.data.after
            try:
                held = None if after is None else msgspec.convert(after, type(original.data))
            except msgspec.ValidationError:  # from a file: it fits no fact of its type, and the fold leaves it out too
                continue
    return None if held is None else plain(held)


def fitted(original: RecordedEvent, after: dict[str, Any] | None) -> dict[str, Any] | None:
    """The corrected data as the fact's type writes it. Raises Problem where it does not fit."""
    if after is None:
        return None
    try:
        return plain(msgspec.convert(after, type(original.data)))
    except msgspec.ValidationError as error:
        raise Problem("correction_does_not_fit", "after", why=error) from None


def _repeated(recorded: list[RecordedEvent], command_id: UUID) -> RecordedEvent | None:
    """What this command wrote when it came the first time."""
    return next((event for event in recorded if event.id == command_id), None)


def _first_answer(first: RecordedEvent, *, same: bool) -> Appended:
    """The answer given to the first of two equal commands; another command under its id is refused."""
    if not same:
        raise Problem("command_conflict", "command_id")
    return Appended(first.id, "duplicate", first.position, first.version, first.recorded_at)


def type_of(recorded: list[RecordedEvent], name: str) -> str:
    """The full name of a shared fact in the game of a round."""
    game = recorded[0].type.partition(".")[0]
    event_type = events.find(f"{game}.{name}.v1")
    if event_type is None:
        raise ValueError(f"{game} has no {name}")
    return event_type.full_name


def _append(
    property_code: str,
    stream: str,
    recorded: list[RecordedEvent],
    name: str,
    fact: Fact,
    by: Person,
    seen_version: int,
    command_id: UUID,
    now: datetime,
) -> Appended:
    ledger = get_ledger(property_code)
    command = NewEvent(
        id=command_id,
        stream=stream,
        type=type_of(recorded, name),
        data=fact,
        actor=f"person:{by.staff}",
        occurred_at=now,
        expected_version=seen_version + 1,
    )
    try:
        [appended] = ledger.record(command)
    except ledger_errors.ConcurrencyConflict:
        current = ledger.stream(stream)[-1].version
        raise Problem("round_changed", seen=seen_version, now=current) from None
    except ledger_errors.IdConflict:
        raise Problem("command_conflict", "command_id") from None
    return appended
