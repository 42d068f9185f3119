"""Erasing somebody from the log of Surveillance: who goes, which words go with them, and in which entries.

As in a case (``disputes/case/erasing.py``): a text is sealed under the entry's own key and those of everybody who was
in it when it was written. Destroying a person's key closes the texts that need it; where a text can be read without it
(written before they were named), the entry's own key goes as well and gets a successor. Whoever names the entry's own
key erases everybody in it and every word; then nothing can be added. The event stands in each entry in which the person
stands; codes, moments, links, positions and proofs stay as they are. Nobody is erased while an entry in which they
stand is open. An entry has no term of its own, so a ground is always given. Pure. Proved by
``tests/surveillance/test_erasing.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Final

import msgspec

from casino.core import reasons
from casino.core.commands import Command, asked
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.core.interest import BARS
from casino.core.messages import Catalogue
from casino.core.naming import names_somebody
from casino.core.posts import POST_NAMES, Post
from disputes.case.erasing import ASK_LASTS
from games.engine.facts import Code
from surveillance.record import facts as f
from surveillance.record.context import Context, Written
from surveillance.record.fields import Ground
from surveillance.record.state import Incident
from surveillance.record.step import ERASES, decides, step

_WORDS: Final = Catalogue(__file__)

ASKS: Final = Post.SENIOR_MANAGEMENT


@step(
    on="incident",
    posts=ERASES,
    weighty=True,
    interest=BARS,
)
class EraseFromIncident(Command, frozen=True):
    """Destroy the key of a person in the log; of the entry's own: of everybody in it, with every word."""

    person: Annotated[Code, asked(_WORDS, "erase_from_incident-person")]
    ground: Annotated[
        Ground | None,
        asked(
            _WORDS,
            "erase_from_incident-ground",
            rows=3,
        ),
    ] = None


@decides(EraseFromIncident)
def erase_from_incident(incident: Incident, command: EraseFromIncident, ctx: Context) -> list[Written]:
    if command.person not in (*incident.persons, incident.own):
        raise Problem("incident_person_unknown", "person", person=command.person)
    if command.person in incident.erased:
        raise Problem("footage_changes_nothing", "person")
    everything = command.person == incident.own
    living = (person for person in incident.persons if person not in incident.erased)
    gone = {command.person, *living} if everything else {command.person}
    about = {incident.stream: incident}
    for person in sorted(gone):
        for stream in ctx.incidents_of(person):
            found = ctx.load(stream)
            assert isinstance(found, Incident)
            about[stream] = found
    waiting = next((found for found in about.values() if found.disposition == "open"), None)
    if waiting is not None:
        raise Problem("incident_person_open", "person", incident=waiting.code)
    first = incident.asked.get(command.person)
    if first is None or first.at + ASK_LASTS <= ctx.now:
        return [Written(incident.stream, _asked(command, about, ctx))]
    if first.fact.asked_by.staff == ctx.person.staff:
        raise Problem("case_erasure_second", "person")
    fact = f.IncidentPersonErased(
        person=command.person,
        erased_by=ctx.person,
        asked_by=first.fact.asked_by,
        sealed_ground=first.fact.sealed_ground,
    )
    return [Written(stream, each) for stream, found in about.items() for each in _erased(found, gone, fact, ctx)]


def _asked(command: EraseFromIncident, about: Mapping[str, Incident], ctx: Context) -> f.IncidentErasureAsked:
    """The first of two: senior management, who answers for it."""
    if Post(ctx.person.post) is not ASKS:
        raise Problem("case_erasure_asks", "person", posts=POST_NAMES[ASKS])
    ground = command.ground or ""
    identities = tuple(identity for each in about.values() for identity in each.identities)
    if any(names_somebody(ground, name, contact) for name, contact in ctx.called(identities)):
        raise Problem("incident_ground_names", "ground")
    reasons.check(ground, "ground", sentence=True)
    # A key of its own: none of those that are destroyed here, so that it can be read.
    return f.IncidentErasureAsked(person=command.person, asked_by=ctx.person, sealed_ground=ctx.seal(ground))


def _erased(incident: Incident, gone: Collection[str], fact: f.IncidentPersonErased, ctx: Context) -> list[Fact]:
    """The erasure in one entry: a fact for each who stands in it, its own key last."""
    people = [person for person in incident.persons if person in gone and person not in incident.erased]
    facts: list[Fact] = [msgspec.structs.replace(fact, person=person) for person in people]
    if incident.own is None:
        return facts
    shut = {*incident.erased, *gone}
    if incident.own in gone:
        facts.append(msgspec.structs.replace(fact, person=incident.own))
    elif any(incident.own in text.persons and not shut.intersection(text.persons) for text in incident.texts):
        facts.append(msgspec.structs.replace(fact, person=incident.own, successor=ctx.new_person()))
    return facts
