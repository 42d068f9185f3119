"""Everything a command may know besides its case, fetched from where it lives: the domain's context, filled.

Proved by ``tests/disputes/test_service.py``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Final

import msgspec
from django.contrib.auth import get_user_model
from django.db.models import Q

from casino.access.postings import duty_of, on_duty
from casino.access.roles import permissions_of, staff_code
from casino.core.errors import Problem
from casino.core.events import STREAM
from casino.core.sealed import Kind, Sealed
from casino.house.limits import limits_at
from casino.house.service import settings_of
from casino.house.state import HouseSettings
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.papers import known, signing
from casino.vault import attachments, names, sealing
from disputes.case.context import NOBODY, Actor, Context, Held, Identity, JudgedRound, Printed
from disputes.case.facts import FindingRef, RoundRef
from disputes.case.state import Case
from disputes.execution.judging import judged
from disputes.papers.compose import printed
from disputes.papers.words import languages
from disputes.papers.writer import MissingPart
from disputes.rows.house import pit_of, terms_of
from disputes.rows.models import Case as CaseRow
from games.engine.facts import Person
from games.facts import findings
from games.rows import at_the_top, rulebooks, sums
from games.rows.models import Table
from games.rows.replay import Replayer

SEES_CASES: Final = "disputes.view_case"
"""The permission of every post that a case can be handed to."""


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

    @cached_property
    def settings(self) -> HouseSettings:
        """What the property has set, read once a command."""
        return settings_of(self.owner.code)

    @property
    def person(self) -> Person:
        assert self.actor.person is not None
        return self.actor.person

    def context(self) -> Context:
        """What the domain is given."""
        return Context(
            actor=self.actor,
            now=self.now,
            terms=terms_of(self.settings, self.now),
            currency=self.owner.currency,
            seal=self.seal,
            new_person=lambda: sealing.new_person(self.owner.code),
            judged=self.judged,
            game_of=self.game_of,
            currency_of=self.currency_of,
            pit_of=lambda table: pit_of(self.owner.code, table),
            other_case=self.other_case,
            clause_known=self.clause_known,
            document=self.document,
            book_of=self.book_of,
            finding_known=self.finding_known,
            staff_known=self.staff_known,
            on_duty=self.on_duty,
            identities=self.identities,
            admitted=self.admitted,
            paper=self.paper,
            limits=limits_at(self.settings, self.now),
            known_as=self.known_as,
            done_before=lambda acts: sums.before(self.owner, acts),
            open_elsewhere=self.open_elsewhere,
            holders=lambda: at_the_top.holders(self.now),
            paper_languages=self.paper_languages,
        )

    def seal(
        self,
        content: str | bytes,
        persons: tuple[str, ...],
        *,
        kind: Kind = "text",
        name: str | None = None,
        media_type: str | None = None,
    ) -> Sealed:
        """Seal in the current transaction; name and telephone are entered into the blind index besides. Words without
        what surrounds them, as they are signed."""
        if kind == "identity" and name is not None:
            contact = str(msgspec.json.decode(content).get("contact") or "")
            names.index_name(self.owner.code, persons[0], name, contact)
            name = None
        said = content.strip() if isinstance(content, str) else content
        return sealing.seal(self.owner.code, said, persons, kind=kind, name=name, media_type=media_type)

    def judged(self, ref: RoundRef) -> JudgedRound | None:
        """Replayed once a command."""
        if ref not in self._judged:
            currency, staff = self.owner.currency, self.actor.staff
            self._judged[ref] = judged(self.replayer, ref, currency=currency, staff=staff)
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
        return get_ledger(self.owner.code).load(Case, f"case/{number}")

    def clause_known(self, document: str, clause: str) -> bool:
        book = rulebooks.by_id(self.owner.code, document)
        return self.document(document, None) is not None if book is None else clause in book.clauses

    def document(self, document: str, version: str | None) -> Held | None:
        """What of the library may be cited under this code."""
        from disputes.library.reading import citable

        held = citable(self.owner.code, document, version)
        return None if held is None else Held(kind=held.kind, game=held.game)

    def book_of(self, game: str, at: datetime) -> str:
        book = rulebooks.in_force(self.owner.code, game, at)
        return "" if book is None else book.id

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
        return any(duty is not None and SEES_CASES in permissions_of(duty.post) for duty in duties)

    def on_duty(self, table: str | None) -> frozenset[tuple[str, str]]:
        """Who acts at a table now, by staff code and post."""
        return frozenset(on_duty(self.owner.code, table, pit_of(self.owner.code, table), self.now))

    def identities(self, case: Case) -> dict[str, Identity]:
        """Whose identity cannot be read any more (erased, or the key is lost) is left out: nobody knows the name."""
        sealed = {party.party: party.identity for party in case.parties.values() if party.identity is not None}
        opened = sealing.open_many(self.owner.code, sealed.values())
        known: dict[str, Identity] = {}
        for code, identity in sealed.items():
            found = opened[identity.ref]
            if isinstance(found, sealing.Opened):
                said: dict[str, str] = msgspec.json.decode(found.content)
                known[code] = Identity(**said)
        return known

    def known_as(self, case: Case, party: str) -> frozenset[str]:
        """Everybody of this name or telephone number who was taken down in any case, and can still be found."""
        said = self.identities(case).get(party, NOBODY)
        found = {
            person
            for each in (said.name, said.contact)
            if each.strip()
            for person in names.persons_named(self.owner.code, each)
        }
        return frozenset(f"person:{person}" for person in found)

    def open_elsewhere(self, case: Case, party: str) -> list[str]:
        """By the telephone number alone: others bear the same name."""
        contact = self.identities(case).get(party, NOBODY).contact
        found = names.persons_named(self.owner.code, contact) if contact.strip() else set()
        rows = CaseRow.objects.filter(property=self.owner, persons__overlap=sorted(found)).exclude(number=case.number)
        return sorted(rows.filter(closed_at=None).values_list("number", flat=True))

    def paper_languages(self, case: Case, kind: str) -> tuple[str, ...]:
        games = {self.game_of(table) for table in {ref.table for ref in case.rounds}}
        return languages(kind, [game for game in games if game is not None])

    def paper(self, case: Case, kind: str, language: str, party: str | None) -> Printed:
        """Printed, and signed where the property signs its papers: once, here, to be kept as it is."""
        check = secrets.token_hex(8)
        code = case.next_code("L")
        address = known.address(self.owner.code, f"{case.number}/{code}", check)
        try:
            pdf = printed(self.owner, case, kind, language, party, now=self.now, by=self.person, check_address=address)
        except MissingPart:  # a receipt for whom no money was moved
            raise Problem("case_paper_stage", "kind") from None
        if not signing.signs():
            return Printed(pdf, check)
        signed = signing.sign(self.owner, pdf, number=f"{self.owner.code}/{case.number}/{code}", now=self.now)
        return Printed(signed.pdf, check, signed.certificate)
