"""Commands on the log of Surveillance, on reviews of findings and on spot checks. Nothing entered is ever edited.

Who somebody from outside is stands sealed under a key of their own, and so does whatever is said of an incident: under
the keys of everybody in it and one of the incident's. Erasing one of them (``erasing``) leaves codes; what is added
afterwards is sealed under the keys of those who are left. Proved by ``tests/surveillance/test_journal.py``.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from casino.core.commands import NOW, Command, asked
from casino.core.errors import Problem
from casino.core.interest import BARS, OPEN
from casino.core.messages import Catalogue
from casino.core.sealed import Sealed
from games.engine.facts import Code
from surveillance.record import facts as f
from surveillance.record.context import Context, Written
from surveillance.record.fields import (
    BEGINS,
    DISPOSITIONS,
    ENDS,
    INCIDENTS,
    NOTE,
    VERDICT,
    Contact,
    Moment,
    PersonName,
    Words,
    must_be_past,
    required,
    span_must_be,
    table_must_be,
)
from surveillance.record.fields import LONGEST_HOLD as LONGEST_SAMPLED
from surveillance.record.parts import Disposition, IncidentKind, Name, StreamId, Subject, Verdict
from surveillance.record.state import Incident, Link, Review, SpotCheck
from surveillance.record.step import DRAWN, WATCH, decides, step

_WORDS: Final = Catalogue(__file__)

MOST: Final = 50
ACCOUNT: Final = asked(_WORDS, "account", rows=6)
Subjects = Annotated[tuple[Subject, ...], msgspec.Meta(max_length=MOST)]
Links = Annotated[tuple[Code, ...], msgspec.Meta(max_length=MOST)]


class Somebody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody from outside in an incident: by name, or (``known``) by the reference that an entry gave them."""

    name: PersonName | None = None
    contact: Contact = ""
    known: Code | None = None


Persons = Annotated[tuple[Somebody, ...], msgspec.Meta(max_length=MOST)]


@step(
    on=None,
    posts=WATCH,
    interest=OPEN,
)
class EnterIncident(Command, frozen=True):
    """Something that Surveillance saw."""

    kind: Annotated[IncidentKind, asked(_WORDS, "enter_incident-kind", words=INCIDENTS)]
    happened_at: Annotated[Moment, asked(_WORDS, "enter_incident-happened_at", begins=NOW)]
    account: Annotated[Words, ACCOUNT]
    disposition: Annotated[Disposition, asked(_WORDS, "enter_incident-disposition", words=DISPOSITIONS, begins="open")]
    table: Annotated[Code | None, asked(_WORDS, "enter_incident-table")] = None
    place: Annotated[Name | None, asked(_WORDS, "enter_incident-place")] = None
    persons: Persons = ()
    subjects: Subjects = ()


@step(
    on="incident",
    posts=WATCH,
    interest=OPEN,
)
class AddToIncident(Command, frozen=True):
    """What was learnt later."""

    account: Annotated[Words | None, ACCOUNT] = None
    disposition: Annotated[Disposition | None, asked(_WORDS, "add_to_incident-disposition", words=DISPOSITIONS)] = None
    persons: Persons = ()
    subjects: Subjects = ()


@step(
    on=None,
    posts=WATCH,
    interest=BARS,
)
class ReviewFinding(Command, frozen=True):
    """An officer looked at the footage of a finding."""

    stream: StreamId
    identity: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    verdict: Annotated[Verdict, VERDICT]
    links: Links = ()
    note: Annotated[Words | None, NOTE] = None


@step(
    on=None,
    posts=WATCH,
    interest=DRAWN,
)
class DrawSpotCheck(Command, frozen=True):
    """A random sample of the rounds of a table or a dealer."""

    begins_at: Annotated[Moment, BEGINS]
    ends_at: Annotated[Moment, ENDS]
    size: Annotated[Annotated[int, msgspec.Meta(ge=1, le=200)], asked(_WORDS, "draw_spot_check-size")] = 10
    table: Annotated[Code | None, asked(_WORDS, "draw_spot_check-table")] = None
    dealer: Annotated[Code | None, asked(_WORDS, "draw_spot_check-dealer")] = None


@step(
    on="spotcheck",
    posts=WATCH,
    interest=BARS,
)
class LookAtRound(Command, frozen=True):
    """One round of the sample was looked at."""

    round: Annotated[StreamId, asked(_WORDS, "look_at_round-round")]
    verdict: Annotated[Verdict, VERDICT]
    links: Links = ()
    note: Annotated[Words | None, NOTE] = None


# --- What they come to ------------------------------------------------------------------------------------------------


@decides(EnterIncident)
def enter_incident(_none: None, command: EnterIncident, ctx: Context) -> list[Written]:
    must_be_past(command.happened_at, ctx.now, "happened_at")
    if command.table is not None:
        table_must_be(ctx, command.table)
    _known(ctx, command.subjects)
    own = ctx.new_person()
    persons, identities = _persons(ctx, command.persons, ())
    entered = f.IncidentEntered(
        kind=command.kind,
        happened_at=command.happened_at,
        own=own,
        account=ctx.seal(command.account, (own, *persons)),
        disposition=command.disposition,
        entered_by=ctx.person,
        table=command.table,
        place=command.place,
        persons=persons,
        identities=identities,
        subjects=command.subjects,
    )
    return [Written(f"incident/{ctx.number()}", entered)]


@decides(AddToIncident)
def add_to_incident(incident: Incident, command: AddToIncident, ctx: Context) -> list[Written]:
    assert incident.entered is not None
    said = (command.account, command.persons, command.subjects)
    if not any(said) and command.disposition in (None, incident.disposition):
        raise Problem("incident_adds_nothing", "account")
    _known(ctx, command.subjects)
    persons, identities = _persons(ctx, command.persons, incident.persons)
    if incident.own is None:
        raise Problem("incident_erased", incident=incident.code)
    everybody = ctx.living(tuple(dict.fromkeys((incident.own, *incident.persons, *persons))))
    added = f.IncidentAddedTo(
        added_by=ctx.person,
        account=None if command.account is None else ctx.seal(command.account, everybody),
        disposition=command.disposition,
        persons=persons,
        identities=identities,
        subjects=command.subjects,
    )
    return [Written(incident.stream, added)]


@decides(ReviewFinding)
def review_finding(_none: None, command: ReviewFinding, ctx: Context) -> list[Written]:
    ctx.known(Subject(kind="finding", stream=command.stream, identity=command.identity))
    _seen(ctx, command.verdict, f"round/{command.stream.partition('/')[2]}")
    _standing(ctx, command.links)
    reviewed = f.FindingReviewed(
        stream=command.stream,
        identity=command.identity,
        verdict=command.verdict,
        reviewed_by=ctx.person,
        links=command.links,
        sealed_note=None if command.note is None else ctx.seal(command.note),
    )
    return [Written(f"{Review.kind}/{ctx.code('W')}", reviewed)]


@decides(DrawSpotCheck)
def draw_spot_check(_none: None, command: DrawSpotCheck, ctx: Context) -> list[Written]:
    if (command.table is None) == (command.dealer is None):
        raise Problem("spotcheck_of", "table")
    if command.table is not None:
        table_must_be(ctx, command.table)
    span_must_be(command.begins_at, command.ends_at, LONGEST_SAMPLED)
    rounds = ctx.rounds(command.table, command.dealer, command.begins_at, command.ends_at)
    if not rounds:
        raise Problem("spotcheck_none", "begins_at")
    asked_for = f.SpotCheckAsked(
        begins_at=command.begins_at,
        ends_at=command.ends_at,
        size=command.size,
        asked_by=ctx.person,
        table=command.table,
        dealer=command.dealer,
    )
    return [Written(f"{SpotCheck.kind}/{ctx.code('S')}", asked_for)]


@decides(LookAtRound)
def look_at_round(check: SpotCheck, command: LookAtRound, ctx: Context) -> list[Written]:
    if check.drawn is None or command.round not in check.drawn.rounds or command.round in check.looked:
        raise Problem("spotcheck_round", "round", round=command.round)
    _seen(ctx, command.verdict, command.round)
    _standing(ctx, command.links)
    looked = f.RoundLookedAt(
        round=command.round,
        verdict=command.verdict,
        looked_by=ctx.person,
        links=command.links,
        sealed_note=None if command.note is None else ctx.seal(command.note),
    )
    return [Written(check.stream, looked)]


def _known(ctx: Context, subjects: Subjects) -> None:
    for subject in subjects:
        ctx.known(subject)


def _seen(ctx: Context, verdict: Verdict, round_stream: str) -> None:
    """Whoever says what film shows has looked at it: at some of the round's own stretch."""
    if verdict != "not_visible" and not ctx.looked_at(round_stream):
        raise Problem("footage_not_looked_at", "verdict")


def _standing(ctx: Context, links: Links) -> None:
    for code in links:
        if required(ctx, Link, code).withdrawn is not None:
            raise Problem("link_withdrawn", "links", link=code)


def _persons(ctx: Context, given: Persons, known: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[Sealed, ...]]:
    """The references of the people named, and who those are who get a new one."""
    persons: list[str] = []
    identities: list[Sealed] = []
    for somebody in given:
        if (somebody.name is None) == (somebody.known is None):
            raise Problem("incident_person", "persons")
        if somebody.known is not None:
            if not ctx.incidents_of(somebody.known):
                raise Problem("incident_person", "persons")  # of a case, say: erased there, and by its rules
            persons.append(somebody.known)
        else:
            person, identity = ctx.identity(somebody.name or "", somebody.contact)
            persons.append(person)
            identities.append(identity)
    return tuple(dict.fromkeys(each for each in persons if each not in known)), tuple(identities)
