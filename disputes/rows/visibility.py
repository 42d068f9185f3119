"""Which cases a person sees, and which of them wait for that person: for lists, counts, panels and the API.

Supervisors see the cases of the tables and pits they are posted to and those they took part in, everybody else with the
right to see cases sees all of them (``case.allowed.may_see``, here as a condition on rows). A case waits for a person
where its next move belongs to their post, its table is theirs, they themselves may take the step, and nobody else's
word is waited for before it (``case.owed``). Proved by ``tests/disputes/test_visibility.py``, which holds every row
against the domain's own answer.
"""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from casino.access import inspectors
from casino.access.roles import Account, staff_code
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.models import Property, houses
from casino.site.requests import WithRequest
from disputes.case.context import Actor
from disputes.case.kept import Stage
from disputes.case.stages import BOUND_TO_TABLES, TABLE, WATCH
from disputes.rows.actor import actor_of
from disputes.rows.models import Case as CaseRow
from games.rows.tables_known import at_tables, tables_known

OF_REQUEST: Final[WithRequest[Seeing]] = WithRequest("cases_seen")
NOTHING: Final = Q(pk__in=())
OPEN: Final = ~Q(stage=Stage.CLOSED)


class Seeing:
    """One account at one moment. Who the account is at each property is asked once."""

    def __init__(self, user: Account, now: datetime) -> None:
        self.user = user
        self.now = now
        self._actors: dict[str, Actor | None] = {}
        self._pits: dict[tuple[str, str], str] = {}

    @classmethod
    def of(cls, request: HttpRequest) -> Seeing:
        """The one of this request, made when it is first asked for."""
        return OF_REQUEST.once(request, lambda: cls(request.user, clock()))

    @cached_property
    def staff(self) -> str:
        return staff_code(self.user)

    @cached_property
    def properties(self) -> list[Property]:
        return houses()

    def actor(self, property_code: str) -> Actor | None:
        """Who the account is at a property; None for one without a role."""
        if property_code not in self._actors:
            try:
                staff = self.staff if self.user.is_authenticated else None
                found = actor_of(self.user, property_code, self.now, staff=staff)
            except Problem:
                found = None
            self._actors[property_code] = found
        return self._actors[property_code]

    def pit_of(self, property_code: str, table: str | None) -> str | None:
        """The pit of a table; all tables are looked up at once."""
        if not self._pits:
            owners = {owner.pk: owner.code for owner in houses()}
            self._pits = {
                (owners[table.property_id], table.code): table.pit
                for table in tables_known()
                if table.property_id in owners
            }
        return self._pits.get((property_code, table or "")) or None

    def acts_at(self, property_code: str, table: str) -> bool:
        """Whether this person's post acts at a table; one without a table is everybody's."""
        actor = self.actor(property_code)
        if actor is None or actor.person is None:
            return False
        if actor.everywhere or actor.role not in BOUND_TO_TABLES or not table:
            return True
        return table in actor.tables or self.pit_of(property_code, table) in actor.pits

    # Conditions on rows of the read model

    def visible(self) -> Q:
        """Rows that this person may read."""
        found = NOTHING
        for owner in self.properties:
            actor = self.actor(owner.code)
            theirs = Q(property=owner)
            if actor is not None and actor.role in TABLE:
                theirs &= self._at_their_tables(owner, actor) | self._took_part()
            found |= theirs
        return found & inspectors.rows(self.user, "case")

    def mine(self) -> Q:
        """Open cases that this person has in hand."""
        return OPEN & Q(assigned_to=self.staff)

    def waiting(self) -> Q:
        """Open cases whose next move is this person's, by post, table and what they did in it, and can be made now."""
        found = NOTHING
        for owner in self.properties:
            actor = self.actor(owner.code)
            if actor is None or actor.person is None:
                continue
            theirs = Q(property=owner, waiting__contains=[actor.role])
            if actor.role not in WATCH:  # whose own move at a case waits for nobody
                theirs &= ~Q(barred__contains=[self.staff])
                theirs &= Q(rests_until=None) | Q(rests_until__lte=self.now)
            if actor.role in BOUND_TO_TABLES:
                theirs &= self._at_their_tables(owner, actor)
            found |= theirs
        return OPEN & found

    def overdue(self) -> Q:
        """Cases of which a clock has run out."""
        return Q(due_at__lt=self.now)

    def _took_part(self) -> Q:
        return Q(people__contains=[self.staff]) | Q(assigned_to=self.staff)

    def _at_their_tables(self, owner: Property, actor: Actor) -> Q:
        """A case without a table belongs to everybody, as the domain has it."""
        if actor.everywhere:
            return Q()
        return Q(table="") | Q(table__in=at_tables(owner.pk, actor.tables, actor.pits))

    # One row

    def may_see(self, row: CaseRow) -> bool:
        """Whether this person may read the case of a row."""
        return CaseRow.objects.filter(self.visible(), pk=row.pk).exists()


def waiting_count(request: HttpRequest) -> int:
    """How many cases wait for the person who asks."""
    return waiting_rows(request).count()


def waiting_rows(request: HttpRequest) -> QuerySet[CaseRow]:
    """The cases that wait for the person who asks."""
    seeing = Seeing.of(request)
    return CaseRow.objects.filter(seeing.visible(), seeing.waiting())
