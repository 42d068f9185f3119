"""Who is in a round: by each fact that names a person of the house, and by dealing it. Pure.

What each field says of its person stands in :data:`FIELDS`; a field of a new fact that is not there fails
``tests/engine/test_involved.py``. Who was only on duty (``supervisor`` of the opening), saw something or was told of it
is in nothing. What a device reported and the person named has denied ties nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final
from uuid import UUID

from casino.core import events as types
from casino.core.events import Fact, RecordedEvent
from casino.core.interest import Part, Tie
from games.engine.facts import (
    FactCorrected,
    Person,
    RemedyFollowed,
    RemedyMade,
    ReportConfirmed,
    ReportDenied,
    RoundOpened,
)

FIELDS: Final[dict[str, Tie | None]] = {
    "allowed_by": Tie.ALLOWED,
    "agreed_by": Tie.ALLOWED,
    "announced_by": Tie.MADE,
    "authorised_by": Tie.CONFIRMED,
    "barred_by": Tie.RULED,
    "by": Tie.MADE,
    "called_by": Tie.MADE,
    "confirmed_by": Tie.CONFIRMED,
    "corrected_by": Tie.MADE,
    "denied_by": None,
    "examined_by": Tie.MADE,
    "made_by": Tie.RULED,
    "ordered_by": Tie.RULED,
    "person": None,
    "restricted_by": Tie.RULED,
    "said_by": None,
    "seen_by": None,
    "taken_by": Tie.MADE,
    "voided_by": Tie.RULED,
}
"""Field -> what it makes of its person. ``denied_by`` says that it was not so, ``said_by`` and ``seen_by`` saw
something and ``person`` was told of something: they did nothing that could be in dispute."""


@cache
def naming() -> frozenset[str]:
    """The types of the facts of rounds that name a person of the house: only these need be read."""
    fields = {*FIELDS, "dealer"}
    found = (each for each in types.registered() if each.stream_kind == "round")
    return frozenset(each.full_name for each in found if fields & set(each.fact.__struct_fields__))


def involved(where: str, events: Sequence[RecordedEvent], *, bets: Collection[str] = ()) -> tuple[Part, ...]:
    """Who is in a round (``where`` is its name), as far as it is about these bets (none: all), by its facts
    (:func:`naming` suffice). What a fact says of no bet concerns each."""
    by_id = {event.id: event for event in events}
    denied = {event.data.report for event in events if isinstance(event.data, ReportDenied)}
    found: dict[Part, None] = {}
    for event in events:
        fact = event.data
        if isinstance(fact, RoundOpened) and fact.dealer is not None:
            found[Part(fact.dealer, Tie.DEALT, where)] = None
        # What a case decides and follows up, its own procedure weighs.
        if event.id in denied or isinstance(fact, RemedyMade | RemedyFollowed):
            continue
        about = bets_of(fact, by_id)
        if bets and about and about.isdisjoint(bets):
            continue
        for person, tie in people_of(fact):
            found[Part(person.staff, tie, where)] = None
    return tuple(found)


def gaining(where: str, players: Iterable[str | None]) -> tuple[Part, ...]:
    """Those whose bets are in dispute: where a person of the house is one of them, they gain."""
    return tuple(Part(player, Tie.GAINS, where) for player in dict.fromkeys(players) if player is not None)


def of_fact(where: str, events: Sequence[RecordedEvent], target: UUID) -> tuple[Part, ...]:
    """Who is in one fact of a round: who is named by it, confirmed or corrected it, and who dealt the round."""
    about = [event for event in events if event.id == target]
    about += [event for event in events if isinstance(event.data, ReportConfirmed) and event.data.report == target]
    dealt = [event for event in events if isinstance(event.data, RoundOpened) and event.data.dealer is not None]
    parts = [Part(event.data.dealer, Tie.DEALT, where) for event in dealt]
    parts += [Part(person.staff, tie, where) for event in about for person, tie in people_of(event.data)]
    return tuple(dict.fromkeys(parts))


def people_of(fact: Fact) -> Iterator[tuple[Person, Tie]]:
    """The persons of the house whom a fact ties to what it says."""
    for name in fact.__struct_fields__:
        person = getattr(fact, name)
        tie = FIELDS.get(name) if isinstance(person, Person) else None
        if tie is not None:
            yield person, tie


def bets_of(fact: Fact, by_id: dict[UUID, RecordedEvent]) -> frozenset[str]:
    """The bets that a fact is about; empty: the round. Of a correction or an answer those of what it is about."""
    if isinstance(fact, FactCorrected):
        return frozenset(_named(fact.before)) | frozenset(_named(fact.after))
    if isinstance(fact, ReportConfirmed):
        reported = by_id.get(fact.report)
        return frozenset() if reported is None else bets_of(reported.data, by_id)
    said: dict[str, Any] = {name: getattr(fact, name) for name in ("bet", "bets") if hasattr(fact, name)}
    return frozenset(_named(said))


def _named(data: dict[str, Any] | None) -> Iterable[str]:
    if data is None:
        return
    if isinstance(data.get("bet"), str):
        yield data["bet"]
    yield from data.get("bets") or ()
