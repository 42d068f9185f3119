"""What stands in the log of Surveillance, in reviews of findings and in spot checks, as events.

Handed on by ``surveillance.record.facts``, which says what holds for all facts of footage. Proved by
``tests/surveillance/test_journal.py`` and the frozen examples in ``tests/surveillance/frozen``.
"""

from __future__ import annotations

from datetime import datetime

from casino.core.events import Fact
from casino.core.sealed import Sealed
from games.engine.facts import Code, Person
from surveillance.record.parts import Digest, Disposition, IncidentKind, Name, StreamId, Subject, Verdict
from surveillance.record.recorded import recorded


@recorded("incident.entered")
class IncidentEntered(Fact, frozen=True):
    """Something that Surveillance saw. ``own`` is the key of its words besides the keys of the ``persons`` in it."""

    kind: IncidentKind
    happened_at: datetime
    own: Code
    account: Sealed
    disposition: Disposition
    entered_by: Person
    table: Code | None = None
    place: Name | None = None
    persons: tuple[Code, ...] = ()
    identities: tuple[Sealed, ...] = ()
    subjects: tuple[Subject, ...] = ()


@recorded("incident.added_to")
class IncidentAddedTo(Fact, frozen=True):
    """What was learnt later; nothing entered is ever edited."""

    added_by: Person
    account: Sealed | None = None
    disposition: Disposition | None = None
    persons: tuple[Code, ...] = ()
    identities: tuple[Sealed, ...] = ()
    subjects: tuple[Subject, ...] = ()


@recorded("incident.erasure_asked")
class IncidentErasureAsked(Fact, frozen=True):
    """The first of two persons asks that a key be destroyed; it stands until a second one confirms it."""

    person: Code
    asked_by: Person
    sealed_ground: Sealed


@recorded("incident.person_erased")
class IncidentPersonErased(Fact, frozen=True):
    """A person's key was destroyed; or the entry's own: then ``successor`` takes its place, or nothing can be added.
    ``asked_by`` is the first of the two persons; None where one could do it alone."""

    person: Code
    erased_by: Person
    sealed_ground: Sealed
    successor: Code | None = None
    asked_by: Person | None = None


@recorded("review.made")
class FindingReviewed(Fact, frozen=True):
    """An officer looked at the footage of a finding: what the audit says was seen, something else was, or it cannot be
    seen."""

    stream: StreamId
    identity: str
    verdict: Verdict
    reviewed_by: Person
    links: tuple[Code, ...] = ()
    sealed_note: Sealed | None = None


@recorded("spotcheck.asked")
class SpotCheckAsked(Fact, frozen=True):
    """Somebody asks for a random sample of ``size`` rounds of a table or a dealer in an interval. It is drawn by the
    next signed checkpoint, which nobody knows yet."""

    begins_at: datetime
    ends_at: datetime
    size: int
    asked_by: Person
    table: Code | None = None
    dealer: Code | None = None


@recorded("spotcheck.drawn")
class SpotCheckDrawn(Fact, frozen=True):
    """The sample: anybody draws the same from the same seed (``surveillance/record/sampling.py``). ``checkpoint`` is
    the size of the signed checkpoint that the seed comes from; None where the seed was chosen with the asking.
    ``drawn_by`` asked for it."""

    seed: Digest
    begins_at: datetime
    ends_at: datetime
    population: int
    rounds: tuple[StreamId, ...]
    drawn_by: Person
    table: Code | None = None
    dealer: Code | None = None
    checkpoint: int | None = None


@recorded("spotcheck.looked")
class RoundLookedAt(Fact, frozen=True):
    """One round of the sample was looked at."""

    round: StreamId
    verdict: Verdict
    looked_by: Person
    links: tuple[Code, ...] = ()
    sealed_note: Sealed | None = None
