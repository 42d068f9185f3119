"""A case as its events tell it: the stages of section 8 and everything collected on the way. Pure; events only assign.

Stages, in the order of the documents::

    at_table --> pit_manager --> answer --> disagreed --> complaint --> senior_management --> complaint_answer
      8.1        8.1 to 8.4      8.4         8.5         8.5, 8.6            8.5                   8.5

Above an amount a second person confirms a decision first (``confirmation``, ``senior_confirmation``). ``closed`` is
reached from each of them: settled, accepted, withdrawn, merged, no complaint filed, complaint decided; through
``closing`` where money or papers of it are still to be handed over (``disputes.case.closing``).

Every check stands in ``disputes.case.decide``; here nothing is refused, so that yesterday's cases load whatever the
procedure says today. Proved by ``tests/disputes/case/test_state.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

import msgspec

from casino.core.events import Fact, RecordedEvent
from casino.core.moments import with_countable
from casino.core.sealed import sealed_in
from casino.core.seams import Seam
from disputes.case import facts as f
from disputes.case.closing_facts import ClosingBegun, ClosingCompleted, RoundsResumed, StepSetAside
from disputes.case.codes import number_of, numbers_given
from disputes.case.kept import Footage as Footage
from disputes.case.kept import Kept as Kept
from disputes.case.kept import Made as Made
from disputes.case.kept import Stage as Stage
from disputes.case.moneys import OF_MONEY, Moneys
from disputes.case.paper_facts import PaperHandedOver, SignedCopyKept


class Case:
    """The state of a case. ``version`` 0: it does not exist yet."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.version = 0
        self.first_position = self.last_position = 0
        self.opened: f.CaseOpened | None = None
        self.opened_at: datetime | None = None
        self.changed_at: datetime | None = None
        self.stage = Stage.AT_TABLE
        self.stage_since: datetime | None = None
        self.next_by: datetime | None = None
        """Until when the present stage should be done with, or None."""
        self.table: str | None = None
        self.game: str | None = None
        self.currency = ""
        self.rounds: tuple[f.RoundRef, ...] = ()
        self.attributed: dict[tuple[str, str], f.BetOwner] = {}
        """(round, bet) -> whose it is, as was said last by a person at the case."""
        self.findings: list[f.FindingRef] = []
        self.amount_minor: int | None = None
        self.parties: dict[str, f.Party] = {}
        self.assigned_to: str | None = None
        self.assignment: Kept | None = None
        self.statements: list[Kept] = []
        self.notes: list[Kept] = []
        self.evidence: dict[str, Kept] = {}
        self.nothing: dict[str, Kept] = {}
        self.proposals: list[Kept] = []
        self.proposal_answers: dict[str, f.AnsweredAtTable] = {}
        self.passed_on: f.PassedOn | None = None
        self.notified: Kept | None = None
        self.acknowledged: Kept | None = None
        self.footage: dict[str, Footage] = {}
        self.promise: Kept | None = None
        """The latest word to the player about the time (8.3): promised, or why not."""
        self.decisions: list[Made] = []
        self.papers: list[Kept] = []
        self.handed_over: list[Kept] = []
        self.signed_copies: list[Kept] = []
        self.answers: list[Kept] = []
        self.informed: Kept | None = None
        self.help: list[Kept] = []
        self.complaint: Kept | None = None
        self.carried_out: list[Kept] = []
        self.money = Moneys()
        self.closing: ClosingBegun | None = None
        """How the case ends as soon as the steps that are left are done; None before and after."""
        self.set_aside: dict[str, Kept] = {}
        """Step before the end -> why it is not waited for."""
        self.closed: f.CaseClosed | None = None
        self.closed_at: datetime | None = None
        self.reopened: list[Kept] = []
        self.absorbed: list[str] = []
        self.erased: set[str] = set()
        self.own: str | None = None
        """The key that seals the texts of this case besides those of people, as it is now; None: every text was
        erased, and nothing more can be written."""
        self.texts: list[Any] = []
        self.erasures: dict[str, Kept] = {}
        """Person -> the erasure that a first person asked for last."""
        self.grounds: list[Any] = []
        """The sealed grounds of erasures: nobody of the case stands under their keys."""
        """Every sealed text, paper and attachment, in the order of their events."""
        self.numbered: dict[str, int] = {}
        """How many codes of each letter were given: the next piece of evidence is E<n+1>."""

    # What is asked of a case

    @property
    def number(self) -> str:
        return self.stream.partition("/")[2]

    @property
    def exists(self) -> bool:
        return self.version > 0

    @property
    def is_closed(self) -> bool:
        return self.stage is Stage.CLOSED

    @property
    def ending(self) -> f.Ending | None:
        """How the case ended, or ends once nothing is left to do; None while it is not known."""
        return getattr(self.closed or self.closing, "ending", None)

    @property
    def decision(self) -> Made | None:
        """The latest decision that was not refused by the second person."""
        return next((made for made in reversed(self.decisions) if made.refused is None), None)

    @property
    def proposal(self) -> f.RemedyProposed | None:
        """The latest offer at the table, where nobody has answered it. It takes the place of the offers before it."""
        latest: f.RemedyProposed | None = self.proposals[-1].fact if self.proposals else None
        return None if latest is None or latest.proposal in self.proposal_answers else latest

    @property
    def promised_until(self) -> datetime | None:
        """8.3: by when the player was told to have an answer; None where no time could be given, or none was yet."""
        fact = self.promise.fact if self.promise else None
        return fact.until if isinstance(fact, f.TimePromised) else None

    @property
    def persons(self) -> tuple[str, ...]:
        """The keys that seal a text of this case: its own, and those of everybody from outside, while they exist."""
        own = () if self.own is None else (self.own,)
        everybody = (*own, *(p.person for p in self.parties.values() if p.person is not None))
        return tuple(person for person in everybody if person not in self.erased)

    @property
    def players(self) -> list[f.Party]:
        """The players, each once: who stands in it twice after a merging is the party that was there first."""
        return [party for party in self.parties.values() if party.kind == "player" and party.same_as is None]

    def standing_evidence(self, item: str | None = None) -> list[f.EvidenceAdded]:
        """Evidence that was not withdrawn, of one basis or of all."""
        kept = (k.fact for k in self.evidence.values() if not k.withdrawn)
        return [fact for fact in kept if item is None or fact.item == item]

    def is_party(self, staff: str) -> bool:
        """Whether a person of the house is a party: named as one. Who only handles the case is not."""
        return any(party.staff == staff for party in self.parties.values())

    def next_code(self, letter: str) -> str:
        """The next code of a kind: E1, E2 … for evidence, S for statements, and so on."""
        return f"{letter}{self.numbered.get(letter, 0) + 1}"

    def paper(self, kind: str, decision: str | None = None) -> f.PaperIssued | None:
        """The latest paper of a kind (about a decision)."""
        for kept in reversed(self.papers):
            if kept.fact.kind == kind and (decision is None or kept.fact.decision == decision):
                found: f.PaperIssued = kept.fact
                return found
        return None

    # Folding

    def evolve(self, event: RecordedEvent) -> None:
        """Assign one more event."""
        self.version = event.version
        self.first_position = self.first_position or event.position
        self.last_position = event.position
        self.changed_at = event.recorded_at
        (self.grounds if isinstance(event.data, f.PersonErased | f.ErasureAsked) else self.texts).extend(
            sealed_in(event.data)
        )
        for letter, number in numbers_given(event.data):
            self.numbered[letter] = max(self.numbered.get(letter, 0), number)
        APPLY[type(event.data)](self, with_countable(event.data), event)

    def enter(self, stage: Stage, event: RecordedEvent, next_by: datetime | None) -> None:
        self.stage = stage
        self.stage_since = event.recorded_at
        self.next_by = next_by


def fold(stream: str, events: Iterable[RecordedEvent]) -> Case:
    """The case of a stream's events."""
    case = Case(stream)
    for event in events:
        case.evolve(event)
    return case


Assign = Callable[["Case", Any, RecordedEvent], None]
APPLY: Final[Seam[type[Fact], Assign]] = Seam("What a fact means for the case.", beside="the function")


@APPLY.register(f.CaseOpened)
def _opened(case: Case, fact: f.CaseOpened, event: RecordedEvent) -> None:
    case.opened = fact
    case.opened_at = event.recorded_at
    case.own = fact.own
    case.table = fact.table
    case.game = fact.game
    case.currency = fact.currency
    case.rounds = fact.rounds
    case.findings = list(fact.findings)
    case.amount_minor = fact.amount_minor
    case.parties = {party.party: party for party in fact.parties}
    case.assigned_to = fact.opened_by.staff
    case.numbered["P"] = len(fact.parties)
    case.enter(Stage.AT_TABLE, event, fact.next_by)


@APPLY.register(f.PartyAdded)
def _party_added(case: Case, fact: f.PartyAdded, event: RecordedEvent) -> None:
    case.parties[fact.party.party] = fact.party
    case.numbered["P"] = max(case.numbered.get("P", 0), number_of(fact.party.party))


@APPLY.register(f.PartyNamed)
def _party_named(case: Case, fact: f.PartyNamed, event: RecordedEvent) -> None:
    party = case.parties[fact.party]
    case.parties[fact.party] = msgspec.structs.replace(party, identity=fact.identity)


@APPLY.register(f.RoundsChanged)
def _rounds_changed(case: Case, fact: f.RoundsChanged, event: RecordedEvent) -> None:
    case.rounds = fact.rounds
    case.table = fact.table
    case.game = fact.game


@APPLY.register(f.BetsAttributed)
def _bets_attributed(case: Case, fact: f.BetsAttributed, event: RecordedEvent) -> None:
    case.attributed.update({(said.stream, said.bet): said for said in fact.bets})


@APPLY.register(f.AmountChanged)
def _amount_changed(case: Case, fact: f.AmountChanged, event: RecordedEvent) -> None:
    case.amount_minor = fact.amount_minor


@APPLY.register(f.FindingTaken)
def _finding_taken(case: Case, fact: f.FindingTaken, event: RecordedEvent) -> None:
    if fact.finding not in case.findings:
        case.findings.append(fact.finding)


@APPLY.register(f.Assigned)
def _assigned(case: Case, fact: f.Assigned, event: RecordedEvent) -> None:
    case.assigned_to = fact.staff
    case.assignment = Kept(fact, event)


@APPLY.register(f.TakenOver)
def _taken_over(case: Case, fact: f.TakenOver, event: RecordedEvent) -> None:
    case.assigned_to, case.assignment = fact.taken_by.staff, None


@APPLY.register(f.StatementTaken)
def _statement(case: Case, fact: f.StatementTaken, event: RecordedEvent) -> None:
    case.statements.append(Kept(fact, event))
    case.nothing.pop("statements", None)


@APPLY.register(f.NoteAdded)
def _note(case: Case, fact: f.NoteAdded, event: RecordedEvent) -> None:
    case.notes.append(Kept(fact, event))


@APPLY.register(f.RemedyProposed)
def _proposed(case: Case, fact: f.RemedyProposed, event: RecordedEvent) -> None:
    case.proposals.append(Kept(fact, event))


@APPLY.register(f.AnsweredAtTable)
def _answered_at_table(case: Case, fact: f.AnsweredAtTable, event: RecordedEvent) -> None:
    case.proposal_answers[fact.proposal] = fact


@APPLY.register(f.PassedOn)
def _passed_on(case: Case, fact: f.PassedOn, event: RecordedEvent) -> None:
    case.passed_on = fact
    case.assigned_to = None
    case.enter(Stage.PIT_MANAGER, event, fact.next_by)


@APPLY.register(f.EvidenceAdded)
def _evidence(case: Case, fact: f.EvidenceAdded, event: RecordedEvent) -> None:
    case.evidence[fact.evidence] = Kept(fact, event)
    case.nothing.pop(fact.item, None)


@APPLY.register(f.EvidenceWithdrawn)
def _evidence_withdrawn(case: Case, fact: f.EvidenceWithdrawn, event: RecordedEvent) -> None:
    if fact.evidence in case.evidence:
        case.evidence[fact.evidence].withdrawn = True


@APPLY.register(f.NothingFound)
def _nothing(case: Case, fact: f.NothingFound, event: RecordedEvent) -> None:
    case.nothing[fact.item] = Kept(fact, event)


@APPLY.register(f.SurveillanceNotified)
def _notified(case: Case, fact: f.SurveillanceNotified, event: RecordedEvent) -> None:
    case.notified = Kept(fact, event)


@APPLY.register(f.SurveillanceAcknowledged)
def _acknowledged(case: Case, fact: f.SurveillanceAcknowledged, event: RecordedEvent) -> None:
    case.acknowledged = Kept(fact, event)


@APPLY.register(f.FootageAsked)
def _footage_asked(case: Case, fact: f.FootageAsked, event: RecordedEvent) -> None:
    case.footage[fact.request] = Footage(fact, event.recorded_at)
    case.nothing.pop("footage", None)


@APPLY.register(f.FootageAnswered)
def _footage_answered(case: Case, fact: f.FootageAnswered, event: RecordedEvent) -> None:
    if fact.request in case.footage:
        footage = case.footage[fact.request]
        footage.answer, footage.answered_version = fact, event.version
        footage.unanswered = None


@APPLY.register(f.FootageUnanswered)
def _footage_unanswered(case: Case, fact: f.FootageUnanswered, event: RecordedEvent) -> None:
    if fact.request in case.footage:
        case.footage[fact.request].unanswered = Kept(fact, event)


@APPLY.register(f.TimePromised)
@APPLY.register(f.TimeNotPossible)
def _promise(case: Case, fact: f.TimePromised | f.TimeNotPossible, event: RecordedEvent) -> None:
    case.promise = Kept(fact, event)
    next_by = fact.until if isinstance(fact, f.TimePromised) else fact.next_by
    if next_by is not None and case.stage in (Stage.PIT_MANAGER, Stage.SENIOR_MANAGEMENT):
        case.next_by = next_by


@APPLY.register(f.Decided)
def _decided(case: Case, fact: f.Decided, event: RecordedEvent) -> None:
    case.decisions.append(Made(fact, event))
    case.enter(Stage.CONFIRMATION if fact.needs_confirmation else Stage.ANSWER, event, fact.next_by)


@APPLY.register(f.ComplaintDecided)
def _complaint_decided(case: Case, fact: f.ComplaintDecided, event: RecordedEvent) -> None:
    case.decisions.append(Made(fact, event))
    confirm = fact.needs_confirmation
    case.enter(Stage.SENIOR_CONFIRMATION if confirm else Stage.COMPLAINT_ANSWER, event, fact.next_by)


@APPLY.register(f.DecisionConfirmed)
def _confirmed(case: Case, fact: f.DecisionConfirmed, event: RecordedEvent) -> None:
    made = _made(case, fact.decision)
    made.confirmed = fact
    made.in_force = True
    case.enter(Stage.COMPLAINT_ANSWER if made.on_complaint else Stage.ANSWER, event, fact.next_by)


@APPLY.register(f.ConfirmationRefused)
def _confirmation_refused(case: Case, fact: f.ConfirmationRefused, event: RecordedEvent) -> None:
    made = _made(case, fact.decision)
    made.refused = fact
    case.enter(Stage.SENIOR_MANAGEMENT if made.on_complaint else Stage.PIT_MANAGER, event, fact.next_by)


def _made(case: Case, code: str) -> Made:
    return next(made for made in case.decisions if made.code == code)


@APPLY.register(f.RemedyCarriedOut)
def _carried_out(case: Case, fact: f.RemedyCarriedOut, event: RecordedEvent) -> None:
    case.carried_out.append(Kept(fact, event))
    case.money.carried_out(fact, event)


for _of_money in OF_MONEY:
    APPLY.register(_of_money, lambda case, fact, event: case.money.take(fact, event))


def _kept_in(name: str) -> Assign:
    """The fact is one more of a list of the case."""
    return lambda case, fact, event: getattr(case, name).append(Kept(fact, event))


APPLY.register(f.PaperIssued, _kept_in("papers"))
APPLY.register(PaperHandedOver, _kept_in("handed_over"))
APPLY.register(SignedCopyKept, _kept_in("signed_copies"))
APPLY.register(f.HelpGiven, _kept_in("help"))


@APPLY.register(f.PlayerAnswered)
def _player_answered(case: Case, fact: f.PlayerAnswered, event: RecordedEvent) -> None:
    case.answers.append(Kept(fact, event))
    if not fact.agreed:
        case.enter(Stage.DISAGREED, event, fact.next_by)


@APPLY.register(f.InformedOfRight)
def _informed(case: Case, fact: f.InformedOfRight, event: RecordedEvent) -> None:
    case.informed = Kept(fact, event)
    case.enter(Stage.COMPLAINT, event, fact.next_by)


@APPLY.register(f.ComplaintFiled)
def _complaint(case: Case, fact: f.ComplaintFiled, event: RecordedEvent) -> None:
    case.complaint = Kept(fact, event)
    case.assigned_to = None
    case.enter(Stage.SENIOR_MANAGEMENT, event, fact.next_by)


@APPLY.register(ClosingBegun)
def _closing(case: Case, fact: ClosingBegun, event: RecordedEvent) -> None:
    case.closing = fact
    case.enter(Stage.CLOSING, event, fact.next_by)


@APPLY.register(RoundsResumed)
def _resumed(case: Case, fact: RoundsResumed, event: RecordedEvent) -> None:
    case.enter(Stage.PIT_MANAGER, event, fact.next_by)


@APPLY.register(StepSetAside)
def _set_aside(case: Case, fact: StepSetAside, event: RecordedEvent) -> None:
    case.set_aside[fact.step] = Kept(fact, event)


@APPLY.register(ClosingCompleted)
def _completed(case: Case, fact: ClosingCompleted, event: RecordedEvent) -> None:
    begun = case.closing
    assert begun is not None
    retained, said = fact.retained_until, begun.said
    _closed(
        case, f.CaseClosed(ending=begun.ending, closed_by=fact.closed_by, retained_until=retained, said=said), event
    )


@APPLY.register(f.CaseClosed)
def _closed(case: Case, fact: f.CaseClosed, event: RecordedEvent) -> None:
    case.closed, case.closing = fact, None
    case.closed_at = event.recorded_at
    case.enter(Stage.CLOSED, event, None)


@APPLY.register(f.CaseReopened)
def _reopened(case: Case, fact: f.CaseReopened, event: RecordedEvent) -> None:
    case.reopened.append(Kept(fact, event))
    case.closed = case.closed_at = None
    case.set_aside = {}
    case.assigned_to = None
    stage = Stage.SENIOR_MANAGEMENT if case.complaint is not None else Stage.PIT_MANAGER
    case.enter(stage, event, fact.next_by)


@APPLY.register(f.CaseAbsorbed)
def _absorbed(case: Case, fact: f.CaseAbsorbed, event: RecordedEvent) -> None:
    case.absorbed.append(fact.case)


@APPLY.register(f.ErasureAsked)
def _erasure_asked(case: Case, fact: f.ErasureAsked, event: RecordedEvent) -> None:
    case.erasures[fact.person] = Kept(fact, event)


@APPLY.register(f.PersonErased)
def _erased(case: Case, fact: f.PersonErased, event: RecordedEvent) -> None:
    case.erased.add(fact.person)
    case.erasures.pop(fact.person, None)
    if fact.person == case.own:
        case.own = fact.successor
