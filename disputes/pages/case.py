"""Everything a case's page shows, from the folded case, the vault and the replays of its rounds.

The page is a value; templates only lay it out. The events of the case are read once, all its rounds are replayed in one
pass, and everything sealed is opened at once, so that the queries do not grow with what was collected. Proved by
``tests/disputes/admin/test_cases.py``.
"""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
from django.urls import reverse

from casino.core.errors import Problem
from casino.core.messages import Catalogue
from casino.core.text import Text, shaped
from casino.ledger.application import get_ledger
from casino.ledger.mapper import recorded_event
from disputes.case import facts as f
from disputes.case import words
from disputes.case.allowed import STAGE_NAMES
from disputes.case.clocks import clocks
from disputes.case.context import Actor, Context
from disputes.case.permitted import offers
from disputes.case.stages import to_acknowledge
from disputes.case.state import Kept, Stage
from disputes.execution.context import Outside
from disputes.pages import bases, clock, decisions, history, money, stepper
from disputes.pages.actions import Actions, actions, ruling_address
from disputes.pages.history import Entry
from disputes.pages.rounds import DisputedRound, Rounds
from disputes.pages.sealed_words import Name, Said, Words
from disputes.rows.models import Case as CaseRow
from disputes.rows.stored import stream_of
from disputes.rows.visibility import Seeing
from games.engine.sentences import person
from games.pages.round import FindingRow, RecordRow, stored_events, stored_finding
from games.rows.models import Finding
from games.words import shared

_WORDS: Final = Catalogue(__file__)


class PartyView(msgspec.Struct, frozen=True, kw_only=True):
    """Who is part of the case: somebody from outside by name (where it can still be read), staff by code."""

    code: str
    kind: Text
    name: Name
    staff: str = ""
    reference: str = ""
    person: str = ""
    statements: int = 0
    same_as: str = ""


class PaperView(msgspec.Struct, frozen=True, kw_only=True):
    """A paper for the player; ``readable`` unless somebody it names was erased."""

    code: str
    kind: Text
    language: str
    at: datetime
    by: Text
    party: str
    digest: str
    address: str
    readable: bool
    handed: tuple[tuple[datetime, Text], ...] = ()
    """When and how it was handed over."""
    copies: int = 0
    """Signed copies that came back."""
    signed: bool = False


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """Something written down: a note, help in filing, an answer."""

    at: datetime
    by: Text
    said: Said | None
    head: Text | None = None


class CasePage:
    """A case for its page, as one person sees it."""

    def __init__(self, row: CaseRow, seeing: Seeing, *, language: str) -> None:
        self.row = row
        self.seeing = seeing
        self.language = language
        self.now = seeing.now
        self.owner = row.property
        self.zone = row.property.zone
        self.currency = row.currency or row.property.currency
        ledger = get_ledger(self.owner.code)
        stream = stream_of(row.number)
        self._rows = ledger.stream_rows(stream)
        self._refused = ledger.stream_rows(f"refusal/{row.number}")
        if not self._rows:
            raise Problem("case_unknown", "case", case=row.number)
        self._events = [recorded_event(each) for each in self._rows]
        self.case, self._course = stepper.passages(stream, self._events)
        self.said = Words(self.owner.code, self.case)
        self._rounds = Rounds(self.owner, self.case, language=language)

    # Where it stands

    @property
    def stage(self) -> Text:
        return STAGE_NAMES[self.case.stage]

    @property
    def steps(self) -> list[stepper.StepView]:
        return stepper.steps(self.case, self._course)

    @cached_property
    def clocks(self) -> list[clock.ClockView]:
        """Every clock that runs, the earliest first."""
        return [clock.view(c.code, c.due_at, self.now, c.subject, game=c.game) for c in clocks(self.case)]

    @cached_property
    def to_acknowledge(self) -> Noted | None:
        """The hand-over with its note, until whoever has the case in hand has taken it over."""
        given = to_acknowledge(self.case)
        if given is None:
            return None
        return Noted(at=given.at, by=person(given.fact.assigned_by), said=self.said.of(given.fact.note))

    @property
    def may_take_over(self) -> bool:
        """Whether it was handed over to the person who reads."""
        return self.to_acknowledge is not None and any(each.command == "take_over" for each in self.actions.buttons)

    @cached_property
    def command_id(self) -> UUID:
        """By which a second click on what this page sends is known."""
        return uuid4()

    @property
    def ending(self) -> Text | None:
        ending = self.case.ending
        return None if ending is None else words.ENDINGS[ending]

    @cached_property
    def actor(self) -> Actor | None:
        return self.seeing.actor(self.owner.code)

    @cached_property
    def actions(self) -> Actions:
        """What comes next, and what of it the person who reads may do."""
        return actions(self.case, self.actor, self.context, self.row.pk, self._ruling_address)

    @cached_property
    def context(self) -> Context:
        """The domain's context for this person, with the rounds that were replayed already."""
        nobody = Actor(staff=self.seeing.staff, role="", person=None)
        context = Outside(self.owner, self.actor or nobody, self.now).context()
        return msgspec.structs.replace(
            context, judged=self._rounds.judged, pit_of=lambda table: self.seeing.pit_of(self.owner.code, table)
        )

    @property
    def naming(self) -> str:
        """Where the person who reads may say who somebody is; empty where they may not."""
        buttons = (*self.actions.buttons, *self.actions.more)
        return next((button.address for button in buttons if button.command == "name_party"), "")

    def _ruling_address(self, stream: str) -> str:
        row = self._rounds.rows.get(stream)
        return "" if row is None else ruling_address(row.pk, self.row.pk)

    # What it is about

    @property
    def game(self) -> Text | None:
        return shared.GAMES.get(self.case.game or "")

    @property
    def source(self) -> Text:
        assert self.case.opened is not None
        return words.SOURCES[self.case.opened.source]

    @property
    def opened_by(self) -> Text:
        assert self.case.opened is not None
        return person(self.case.opened.opened_by)

    @property
    def claim(self) -> Said | None:
        """The player's words, or of a finding taken up what somebody wrote of it."""
        return None if self.case.opened is None else self.said.of(self.case.opened.claim)

    @cached_property
    def parties(self) -> list[PartyView]:
        return [self._party(party) for party in self.case.parties.values()]

    def _party(self, party: f.Party) -> PartyView:
        return PartyView(
            code=party.party,
            kind=words.PARTIES[party.kind],
            name=self.said.name(party),
            staff=party.staff or "",
            reference=party.reference or "",
            person=party.person or "",
            same_as=party.same_as or "",
            statements=sum(kept.fact.party == party.party for kept in self.case.statements),
        )

    @cached_property
    def rounds(self) -> list[DisputedRound]:
        return self._rounds.all()

    @property
    def rounds_left_out(self) -> int:
        """Rounds whose facts the history leaves to their own pages."""
        return sum(not each.laid_out for each in self.rounds)

    @cached_property
    def findings(self) -> list[FindingRow]:
        """The findings that the case has taken up."""
        identities = [finding.identity for finding in self.case.findings]
        if not identities:
            return []
        rows = Finding.objects.filter(property=self.owner, identity__in=identities).order_by("pk")
        return [stored_finding(row) for row in rows]

    # What was done

    @cached_property
    def offers(self) -> list[decisions.OfferView]:
        return decisions.offers(self.case, self.said, self.owner.code)

    @cached_property
    def decisions(self) -> list[decisions.DecisionView]:
        return decisions.decisions(self.case, self.said, self.owner.code)

    @cached_property
    def moneys(self) -> list[money.MoneyView]:
        return money.moneys(self.case, self.said)

    @cached_property
    def check_list(self) -> list[bases.ItemView]:
        return bases.check_list(self.case, self.context, self.said, self.owner.code, self.row.pk)

    @property
    def collecting(self) -> bool:
        """Whether a decision waits for the check-list now."""
        return self.case.stage in (Stage.PIT_MANAGER, Stage.SENIOR_MANAGEMENT)

    @property
    def collects_here(self) -> bool:
        """Whether this person can do something on the page on which everything is collected."""
        return (
            self.collecting
            and self.actor is not None
            and self.actor.person is not None
            and any(offers(code, self.case, self.context) for code in ("add_evidence", "answer_footage"))
        )

    @property
    def shows_bases(self) -> bool:
        """A case that is settled at the table needs no check-list, unless somebody has begun one."""
        return self.case.passed_on is not None or any(not item.empty for item in self.check_list)

    @property
    def promise(self) -> Noted | None:
        """The latest word to the player about the time (8.3)."""
        kept = self.case.promise
        if kept is None:
            return None
        fact = kept.fact
        if isinstance(fact, f.TimePromised):
            return Noted(at=kept.at, by=person(fact.told_by), said=None, head=words.MANNERS[fact.manner])
        return Noted(at=kept.at, by=person(fact.said_by), said=self.said.of(fact.reason))

    @property
    def notes(self) -> list[Noted]:
        return [self._noted(kept, kept.fact.note, kept.fact.added_by) for kept in self.case.notes]

    @property
    def help(self) -> list[Noted]:
        return [self._noted(kept, kept.fact.what, kept.fact.helped_by) for kept in self.case.help]

    @property
    def answers(self) -> list[Noted]:
        """The player's answers to decisions."""
        agreed = _WORDS.text("agrees-to-d"), _WORDS.text("does-not-agree-to-d")
        return [
            self._noted(
                kept,
                kept.fact.said,
                kept.fact.recorded_by,
                agreed[0 if kept.fact.agreed else 1].format(d=kept.fact.decision),
            )
            for kept in self.case.answers
        ]

    @property
    def complaint(self) -> Noted | None:
        kept = self.case.complaint
        return None if kept is None else self._noted(kept, kept.fact.said, kept.fact.taken_by)

    @property
    def told_of_right(self) -> Noted | None:
        kept = self.case.informed
        if kept is None:
            return None
        head = words.MANNERS[kept.fact.manner], words.LANGUAGES[kept.fact.language]
        joined = shaped("{head}, {head_2}", head=head[0], head_2=head[1])
        return Noted(at=kept.fact.told_at, by=person(kept.fact.told_by), said=None, head=joined)

    def _noted(self, kept: Kept, sealed: Any, by: Any, head: Text | None = None) -> Noted:
        return Noted(at=kept.at, by=person(by), said=self.said.of(sealed), head=head)

    @property
    def papers(self) -> list[PaperView]:
        return [self._paper(kept) for kept in self.case.papers]

    def _paper(self, kept: Kept) -> PaperView:
        fact: f.PaperIssued = kept.fact
        return PaperView(
            code=fact.paper,
            kind=words.PAPERS[fact.kind],
            language=fact.language,
            at=kept.at,
            by=person(fact.issued_by),
            party=fact.party or "",
            digest=fact.content.digest,
            address=reverse("admin:disputes_case_paper", args=[self.row.pk, fact.paper]),
            readable=not self.case.erased.intersection(fact.content.persons),
            handed=tuple(
                (each.fact.handed_at, words.MANNERS[each.fact.manner])
                for each in self.case.handed_over
                if each.fact.paper == fact.paper
            ),
            copies=sum(each.fact.paper == fact.paper for each in self.case.signed_copies),
            signed=fact.certificate is not None,
        )

    # The record

    @cached_property
    def history(self) -> list[Entry]:
        refused = [recorded_event(each) for each in self._refused]
        return history.entries(self.case, self._events, refused, self.rounds, self.said, self.zone)

    @property
    def has_refusals(self) -> bool:
        return bool(self._refused)

    @property
    def has_asides(self) -> bool:
        return any(entry.aside for entry in self.history)

    @property
    def late_facts(self) -> list[Entry]:
        return history.late_facts(self.history)

    def record(self) -> list[RecordRow]:
        """The stored events of the case and of refused attempts, with their hashes."""
        return stored_events(self.row.property_id, [*self._rows, *self._refused])
