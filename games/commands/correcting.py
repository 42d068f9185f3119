"""What commands on rounds ask of the record: which fact they are about, how it is held now, and who authorises it.

Corrections are asked for and confirmed (``games.commands.approvals``), rulings recorded (``games.commands.rulings``).
Proved by ``tests/service``.
"""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID

import msgspec

from casino.core.errors import ERRORS, Problem
from casino.core.events import Fact, RecordedEvent, plain, says
from casino.core.posts import LADDER, Post, at_least
from casino.ledger.application import get_ledger
from games.engine.facts import FactCorrected, RemedyMade

F = TypeVar("F", bound=Fact)

ERRORS.register_all(
    {
        "round_unknown": 404,
        "round_changed": 409,
        "fact_unknown": 404,
        "correction_of_correction": 422,
        "correction_changes_nothing": 422,
        "correction_does_not_fit": 422,
        "post_too_low": 403,
        "reason_missing_text": 422,
        "command_does_not_fit": 422,
    }
)


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
