"""Which footage a person may watch, and which of its data they may read: for pages, panels, the API and signed links.

Surveillance and senior management watch all of it. Everybody else who sees cases watches what belongs to the cases that
they may see (``disputes.rows.visibility``): what is linked to one or to a round of one, and what covers the rounds of
one, which is what it holds. Auditors and regulators read lists, links and hashes, and watch film that a report names
which they asked for (:data:`NAMED`). Of a film that somebody sees by a case they see the stretches of that case
alone (:meth:`Seeing.stretches`, ADR 146). Proved by ``tests/surveillance/test_visibility.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from casino.access.roles import ONLOOKERS, Account, permissions_of
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.seams import Seam
from casino.database import together
from casino.ledger.models import Property
from casino.site.requests import WithRequest
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import NOTHING
from disputes.rows.visibility import Seeing as CasesSeen
from surveillance.rows.house import MARGIN
from surveillance.rows.keeping import Keeping
from surveillance.rows.models import Hold, Link, Recording, Request

OF_REQUEST: Final[WithRequest[Seeing]] = WithRequest("footage_seen")
PERMISSION: Final = "surveillance.view_recording"
ALL: Final = ("surveillance", "senior_management")
"""Who watches all footage."""


EDGE_MS: Final = 10_000
"""Stretches begin and end at whole steps of this, outwards, so that a reading of a clock seldom makes them others."""

Named = Callable[[Account, Property, datetime], Collection[str]]
"""Codes of the recordings that reports name for an account at a moment."""
NAMED: Final[Seam[str, Named]] = Seam("Which recordings reports name for whom: those onlookers may watch.")


class Seeing:
    """One account at one moment."""

    def __init__(self, user: Account, now: datetime, cases: CasesSeen | None = None) -> None:
        self.user = user
        self.cases = cases or CasesSeen(user, now)
        self._seen: dict[int, tuple[tuple[int, int], ...] | None] = {}

    @classmethod
    def of(cls, request: HttpRequest) -> Seeing:
        """The one of this request, made when it is first asked for."""
        cases = CasesSeen.of(request)
        return OF_REQUEST.once(request, lambda: cls(request.user, cases.now, cases))

    def role(self, owner: Property) -> str | None:
        """The role of this account at a property; None for one that sees no footage at all."""
        actor = self.cases.actor(owner.code)
        return None if actor is None or PERMISSION not in permissions_of(actor.role) else actor.role

    @cached_property
    def _rounds(self) -> dict[int, dict[str, list[str]]]:
        """Property -> number of each case that this person may see there -> streams of its rounds."""
        found: dict[int, dict[str, list[str]]] = {}
        rows = CaseRow.objects.filter(self.cases.visible())
        for owner, number, streams in rows.values_list("property_id", "number", "rounds"):
            found.setdefault(owner, {})[number] = streams
        return found

    @cached_property
    def numbers(self) -> dict[int, set[str]]:
        """Property -> numbers of the cases that this person may see there."""
        return {owner: set(cases) for owner, cases in self._rounds.items()}

    def rounds(self, owner: Property) -> set[str]:
        """The streams of the rounds of these cases."""
        return {stream for streams in self._rounds.get(owner.pk, {}).values() for stream in streams}

    # Film

    def watchable(self) -> Q:
        """Recordings that this person may watch, download a copy of where they may, and mark."""
        found = NOTHING
        for owner in self.cases.properties:
            role = self.role(owner)
            if role in ALL:
                found |= Q(property=owner)
            elif role in ONLOOKERS:
                codes = {code for reports in NAMED.values() for code in reports(self.user, owner, self.cases.now)}
                found |= Q(property=owner, code__in=codes) if codes else NOTHING
            elif role is not None and self.numbers.get(owner.pk):
                found |= Q(pk__in=self._of_cases(owner))
        return found

    def _of_cases(self, owner: Property) -> set[int]:
        """What belongs to the cases that this person may see."""
        about = Q(case__in=self.numbers[owner.pk]) | Q(subject_stream__in=self._streams(owner))
        links = Link.objects.filter(about, property=owner, withdrawn=False, recording__isnull=False)
        linked = links.values_list("recording_id", flat=True)
        cases = [f"case/{number}" for number in self.numbers[owner.pk]]
        keeping = Keeping(owner)
        holds = Hold.objects.filter(property=owner, subject__in=cases, released_at=None)
        together.fetch(linked, holds)
        found = set(linked)
        if holds:
            held = Recording.objects.filter(property=owner, held=True, camera__isnull=False).select_related("camera")
            found |= {row.pk for row in held if any(keeping.covers(hold, row) for hold in holds)}
        return found

    def stretches(self, row: Recording) -> tuple[tuple[int, int], ...] | None:
        """What this person may see of a recording that they may watch, in milliseconds of it and in order; None: all of
        it. Who watches by cases sees what these hold, and what is linked for them with the house's margin."""
        owner = row.property
        if self.role(owner) in (*ALL, *ONLOOKERS):
            return None
        if row.pk not in self._seen:
            found = self._stretches(owner, row)
            self._seen[row.pk] = None if found == ((0, row.duration_ms),) else found
        return self._seen[row.pk]

    def _stretches(self, owner: Property, row: Recording) -> tuple[tuple[int, int], ...]:
        about = Q(case__in=self.numbers.get(owner.pk, ())) | Q(subject_stream__in=self._streams(owner))
        margin_ms = MARGIN // timedelta(milliseconds=1)
        found = [
            (0, row.duration_ms)
            if link.from_ms is None or link.to_ms is None
            else (link.from_ms - margin_ms, link.to_ms + margin_ms)
            for link in Link.objects.filter(about, property=owner, recording=row, withdrawn=False)
        ]
        keeping = Keeping(owner)
        cases = [f"case/{number}" for number in self.numbers.get(owner.pk, ())]
        for hold in Hold.objects.filter(property=owner, subject__in=cases, released_at=None):
            found += keeping.shown(hold, row)
        joined: list[tuple[int, int]] = []
        for begins, ends in sorted((f // EDGE_MS * EDGE_MS, -(-t // EDGE_MS) * EDGE_MS) for f, t in found):
            begins, ends = max(0, begins), min(row.duration_ms, ends)
            if joined and begins <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(joined[-1][1], ends))
            elif begins < ends:
                joined.append((begins, ends))
        return tuple(joined)

    def _streams(self, owner: Property) -> set[str]:
        """Rounds of these cases, and the audits of them."""
        rounds = self.rounds(owner)
        return rounds | {f"audit/{stream.partition('/')[2]}" for stream in rounds}

    def may_watch(self, recording: Recording) -> bool:
        """Whether this person may watch this one."""
        return recording.deleted_at is None and Recording.objects.filter(self.watchable(), pk=recording.pk).exists()

    # Data about it

    def listed(self) -> Q:
        """Recordings whose data this person may read: what they may watch; for who looks on, all."""
        found = self.watchable()
        for owner in self.cases.properties:
            if self.role(owner) in ONLOOKERS:
                found |= Q(property=owner)
        return found

    def whole(self) -> Q:
        """Everything of the properties of which this person reads all that is recorded about footage."""
        return Q(property__in=[owner for owner in self.cases.properties if self._reads_all(owner)])

    def links(self) -> Q:
        """Links that this person may read."""
        found = NOTHING
        for owner in self.cases.properties:
            if self._reads_all(owner):
                found |= Q(property=owner)
            elif self.numbers.get(owner.pk):
                about = Q(case__in=self.numbers[owner.pk]) | Q(subject_stream__in=self._streams(owner))
                found |= Q(property=owner) & about
        return found

    def requests(self) -> Q:
        """Requests that this person may read: of cases that they may see, and those without a case that they made."""
        found = NOTHING
        for owner in self.cases.properties:
            if self._reads_all(owner):
                found |= Q(property=owner)
            elif self.role(owner) is not None:
                theirs = Q(case__in=self.numbers.get(owner.pk, ())) | Q(case="", asked_by=self.cases.staff)
                found |= Q(property=owner) & theirs
        return found

    def holds(self) -> Q:
        """Holds that this person may read: of cases that they may see; of people, for those who may place one."""
        found = NOTHING
        for owner in self.cases.properties:
            role = self.role(owner)
            if self._reads_all(owner):
                found |= Q(property=owner)
            elif role is not None:
                cases = [f"case/{number}" for number in self.numbers.get(owner.pk, ())]
                found |= Q(property=owner) & (Q(subject__in=cases) | Q(placed_by=self.cases.staff))
        return found

    def _reads_all(self, owner: Property) -> bool:
        role = self.role(owner)
        return role in ALL or role in ONLOOKERS


def may_watch(user: Account, recording: Recording, now: datetime | None = None) -> bool:
    """Whether an account may watch a recording at a moment (None: now)."""
    return Seeing(user, now or clock()).may_watch(recording)


def visible(user: Account, now: datetime | None = None) -> Q:
    """Recordings whose film an account may watch, as a condition on rows."""
    return Seeing(user, now or clock()).watchable()


def must_watch(user: Account, recording: Recording, now: datetime | None = None) -> None:
    """Refuse who may not. Problem ``footage_not_yours``."""
    if not may_watch(user, recording, now):
        raise Problem("footage_not_yours")


def waiting_count(request: HttpRequest) -> int:
    """How many requests wait for the person who asks: those of Surveillance."""
    rows = waiting_rows(request)
    return 0 if rows is None else rows.count()


def waiting_rows(request: HttpRequest) -> QuerySet[Request] | None:
    """The requests that wait for the person who asks; None where none ever does."""
    seeing = Seeing.of(request)
    ours = [owner.pk for owner in seeing.cases.properties if seeing.role(owner) == "surveillance"]
    return Request.objects.filter(property__in=ours, status__in=("open", "acknowledged")) if ours else None
