"""Everything a command may know besides its case, fetched from where it lives: the domain's context, filled.

Proved by ``tests/disputes/test_desk.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Q

from casino.core.errors import Problem
from casino.core.events import STREAM
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.postings import duty_of
from casino.roles import ROLES, Account, role_of, staff_code
from disputes.case.context import Actor, Context, JudgedRound, Terms
from disputes.case.facts import FindingRef, RoundRef
from disputes.case.sealed import Sealed
from disputes.case.state import Case, fold
from disputes.judging import judged
from disputes.records import Case as CaseRow
from disputes.vault import attachments, names, sealing
from games import findings
from games.records import Table
from games.replay import Replayer
from games.rounds.facts import Person
from games.rules.book import NoRuleBook, shipped

SEES_CASES: Final = "disputes.view_case"
"""The permission of every post that a case can be handed to."""


def actor_of(user: Account, property_code: str, at: datetime) -> Actor:
    """Who an account is at a moment, and where they are on duty. Problem ``forbidden`` for an account without a
    role."""
    duty = duty_of(user, at, property_code=property_code)
    role = duty.post if duty is not None else role_of(user, at)
    if role is None or isinstance(user, AnonymousUser):
        raise Problem("forbidden")
    staff = staff_code(user)
    if duty is None:
        return Actor(staff=staff, role=role, person=None)
    post: str = duty.post
    return Actor(
        staff=staff,
        role=role,
        person=Person(post=post, staff=staff),  # type: ignore[arg-type]
        everywhere=duty.everywhere,
        tables=duty.tables,
        pits=duty.pits,
    )


def terms() -> Terms:
    """What the house has set for its disputes. ImproperlyConfigured names a setting that does not exist."""
    unknown = sorted(set(settings.DISPUTE_TERMS) - set(Terms.__struct_fields__))
    if unknown:
        names = ", ".join(f"DISPUTE_{name.upper()}" for name in unknown)
        raise ImproperlyConfigured(f"There is no setting {names}; the names stand in disputes/case/context.py.")
    return Terms(**settings.DISPUTE_TERMS)


class Outside:
    """The context of one command of one property."""

    def __init__(
        self,
        owner: Property,
        actor: Actor,
        now: datetime,
        *,
        admitted: Callable[[str, bytes], attachments.Admitted] = attachments.unscanned,
    ) -> None:
        self.owner = owner
        self.actor = actor
        self.now = now
        self.admitted = admitted
        self._judged: dict[RoundRef, JudgedRound | None] = {}

    @cached_property
    def replayer(self) -> Replayer:
        return Replayer(self.owner.code)

    @property
    def person(self) -> Person:
        assert self.actor.person is not None
        return self.actor.person

    def context(self) -> Context:
        """What the domain is given."""
        return Context(
            actor=self.actor,
            now=self.now,
            terms=terms(),
            currency=self.owner.currency,
            seal=self.seal,
            new_person=lambda: sealing.new_person(self.owner.code),
            judged=self.judged,
            game_of=self.game_of,
            currency_of=self.currency_of,
            pit_of=lambda table: pit_of(self.owner.code, table),
            other_case=self.other_case,
            clause_known=self.clause_known,
            document_known=self.document_known,
            finding_known=self.finding_known,
            staff_known=self.staff_known,
            also_in=self.also_in,
            admitted=self.admitted,
            paper=self.paper,
        )

    def seal(
        self,
        content: str | bytes,
        persons: tuple[str, ...],
        *,
        kind: sealing.Kind = "text",
        name: str | None = None,
        media_type: str | None = None,
    ) -> Sealed:
        """Seal in the current transaction; a name is entered into the search by name besides."""
        if kind == "identity" and name is not None:
            names.index_name(self.owner.code, persons[0], name)
            name = None
        return sealing.seal(self.owner.code, content, persons, kind=kind, name=name, media_type=media_type)

    def judged(self, ref: RoundRef) -> JudgedRound | None:
        """Replayed once a command."""
        if ref not in self._judged:
            self._judged[ref] = judged(self.replayer, ref, currency=self.owner.currency)
        return self._judged[ref]

    @property
    def seen(self) -> dict[str, JudgedRound]:
        """The rounds that were replayed for this command, by stream."""
        return {ref.stream: judged for ref, judged in self._judged.items() if judged is not None}

    def game_of(self, table: str) -> str | None:
        row = Table.objects.filter(property=self.owner, code=table).first()
        return None if row is None else row.game

    def currency_of(self, table: str) -> str:
        """The currency of a table; the house's, for a table that names none."""
        row = Table.objects.filter(property=self.owner, code=table).first()
        return (row.currency if row is not None else "") or self.owner.currency

    def other_case(self, number: str) -> Case:
        stream = f"case/{number}"
        return fold(stream, get_ledger(self.owner.code).stream(stream))

    def clause_known(self, document: str, clause: str) -> bool:
        try:
            return clause in shipped().by_id(document).clauses
        except NoRuleBook:
            return self.document_known(document, None)

    def document_known(self, document: str, version: str | None) -> bool:
        from disputes.library.reading import is_known

        return is_known(self.owner.code, document, version)

    def finding_known(self, finding: FindingRef) -> bool:
        if not STREAM.fullmatch(finding.stream):
            return False
        return finding.identity in findings.load(get_ledger(self.owner.code), finding.stream).findings

    def staff_known(self, staff: str) -> bool:
        """Whether an active account with this code has a post that sees cases."""
        accounts = get_user_model().objects.filter(is_active=True)
        found = [
            user for user in accounts.filter(Q(username=staff) | Q(staff_code__code=staff)) if staff_code(user) == staff
        ]
        duties = (duty_of(user, self.now) for user in found)
        return any(duty is not None and SEES_CASES in ROLES[duty.post][1] for duty in duties)

    def also_in(self, person: str, number: str) -> list[tuple[str, datetime | None]]:
        """The other cases that a person from outside stands in (a merged case shares its people)."""
        rows = CaseRow.objects.filter(property=self.owner, persons__contains=[person]).exclude(number=number)
        return [(row.number, row.retained_until) for row in rows.order_by("id")]

    def paper(self, case: Case, kind: str, language: str, party: str | None) -> bytes:
        from disputes.papers.compose import printed

        return printed(self.owner, case, kind, language, party, now=self.now, by=self.person)


def pit_of(property_code: str, table: str | None) -> str | None:
    """The pit of a table as it stands now."""
    if table is None:
        return None
    return Table.objects.filter(property__code=property_code, code=table).values_list("pit", flat=True).first() or None
