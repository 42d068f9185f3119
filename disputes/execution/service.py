"""The service of disputes: the one way in for every command, whoever gives it and from wherever.

:func:`execute` loads the case, lets the domain decide (``disputes.case``), and records everything in one transaction:
the sealed texts, the case's events, the remedy at the rounds, the steps of the findings, and a receipt. Then the read
models are brought up and the rounds audited, so that the next page shows what was written. A file is scanned before
the transaction begins, and only for somebody who may add it: a scanner may take a minute. Nothing is written by
halves: a Problem leaves nothing but, where it is about who may do what and when, the attempt itself (``refusal/…``).

``command_id`` is made by the form or the client: the same command again gets the first answer. ``seen_version`` is the
version of the case that the person was looking at. Proved by ``tests/disputes/test_service.py``.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import transaction

from casino.commands.execution import Carried, Done, Execution
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.vault import attachments
from disputes.case import facts as f
from disputes.case.commands import Command, ErasePerson, Merge, OpenCase
from disputes.case.context import Actor, Context, sealing_nothing
from disputes.case.decide import decide
from disputes.case.ending import absorb
from disputes.case.erasing import at_terms_end, erased_elsewhere
from disputes.case.errors import STALE
from disputes.case.moneys import BECAME
from disputes.case.state import Case
from disputes.execution.context import Outside
from disputes.execution.remedy import finding_events, money_event, remedy_events
from disputes.rows import readmodel
from disputes.rows.models import CaseSeries
from disputes.rows.stored import load, stream_of
from games.rows.following import follow_now

log = logging.getLogger(__name__)

TERMS: Final = "system:terms"
"""In whose name keys are destroyed at a term's end."""
_TERM_IDS: Final = UUID("5b1f0f0e-0c6b-5d0e-9a2b-6a7f5b0c4e11")
NEW: Final = "new"
"""The stream of refused attempts to open a case is ``refusal/new``."""


def open_case(property_code: str, command: OpenCase, *, actor: Actor, command_id: UUID, now: datetime) -> Done:
    """Open a case; its number is given here."""
    return execute(property_code, None, command, actor=actor, seen_version=0, command_id=command_id, now=now)


def execute(
    property_code: str,
    number: str | None,
    command: Command,
    *,
    actor: Actor,
    seen_version: int,
    command_id: UUID,
    now: datetime,
) -> Done:
    """Carry out a command on a case (``number`` None: open one), or raise Problem and change nothing."""
    return _OnCase(property_code, number, command, actor, seen_version, command_id, now).run()


def rehearse(
    property_code: str,
    number: str,
    command: Command,
    *,
    actor: Actor,
    seen_version: int,
    command_id: UUID,
    now: datetime,
    attempted: bool = True,
) -> list[Fact]:
    """What a command would come to, for whoever confirms it first: the same facts and the same Problems as
    :func:`execute`, but nothing is recorded except a refused attempt, and not even that where nobody has attempted
    anything but only looks. The texts in the facts are sealed by nobody."""
    work = _OnCase(property_code, number, command, actor, seen_version, command_id, now)
    try:
        work.admit()
        return work.rehearse()
    except Problem as problem:
        if attempted:
            work.note(problem)
        raise


def end_term(property_code: str, number: str, *, now: datetime) -> bool:
    """Destroy every key of a case whose term has ended; False where none was left. Nobody acts: it is the rule.

    Raises:
        Problem: case_unknown; case_retained, case_person_elsewhere while a record holds them.
    """
    case = load(property_code, number)
    if not case.persons:
        return False
    command = ErasePerson(person=case.own or case.persons[0])
    nobody = Actor(staff=TERMS, role="", person=None)
    command_id = uuid5(_TERM_IDS, f"{property_code} {number} {case.version}")
    _TermsEnd(property_code, number, command, nobody, case.version, command_id, now).run()
    return True


def refuse(
    property_code: str,
    number: str | None,
    code: str,
    problem: Problem,
    *,
    actor: Actor,
    command_id: UUID,
    stage: str | None,
    now: datetime,
) -> None:
    """Record an attempt at a command (its code) that was not allowed; one that came too late is none. A failure to do
    so must not hide the answer."""
    if problem.status not in (403, 409) or problem.code in STALE:
        return
    fact = f.CommandRefused(command=code, code=problem.code, staff=actor.staff, role=actor.role, stage=stage)
    event = NewEvent(
        id=uuid5(command_id, f"refused {now.isoformat()}"),
        stream=f"refusal/{number or NEW}",
        type=f.REFUSED,
        data=fact,
        actor=f"person:{actor.staff}",
        occurred_at=now,
        correlation=str(command_id),
    )
    try:
        with transaction.atomic():
            get_ledger(property_code).append([event])
    except ledger_errors.InvalidEvent as error:
        log.warning("refusal_not_recorded case=%s code=%s error=%s", number, problem.code, error)


class _OnCase(Execution):
    """One command on its way."""

    NAMES = f.NAMES
    PURPOSE = b"tableproof command receipt"

    def __init__(
        self,
        property_code: str,
        number: str | None,
        command: Command,
        actor: Actor,
        seen_version: int,
        command_id: UUID,
        now: datetime,
    ) -> None:
        super().__init__(
            property_code, command, staff=actor.staff, seen_version=seen_version, command_id=command_id, now=now
        )
        self.number = number
        self.actor = actor
        self.streams: tuple[str, ...] = ()
        self.moves_findings = False
        self.stage: str | None = None
        self.admitted: attachments.Admitted | None = None

    def admit(self) -> None:
        """Check and scan the file that comes with the command, if any, once it is known that nothing else speaks
        against the command. What was carried out before is not scanned again."""
        file = getattr(self.command, "file", None)
        if file is not None and self.receipt() is None:
            self.rehearse()
            self.admitted = attachments.admit(file.name, file.data)

    def concerns(self, stream: str) -> bool:
        return self.number is None or stream == stream_of(self.number)

    def _outside(self) -> Outside:
        """What surrounds the command. It has one file at most: scanned, or not yet."""
        scanned = self.admitted
        admitted = attachments.unscanned if scanned is None else lambda _name, _data: scanned
        return Outside(self.owner, self.actor, self.now, admitted=admitted)

    def carry_out(self) -> Carried:
        """The case's events, and what the command writes beside it."""
        case = Case("case/-") if self.number is None else load(self.property_code, self.number)
        self.stage = case.stage.value if case.exists else None
        outside = self._outside()
        facts = self._decided(case, outside.context())
        if case.exists and case.version != self.seen_version:
            raise Problem("case_changed", seen=self.seen_version, now=case.version)
        if not case.exists:
            case = Case(stream_of(self._next_number()))
        events = self._events(case, facts, first=True)
        events += self._elsewhere(case, facts, outside)
        appended = self.ledger.record(*events)
        told = (event.data for event in events)
        erased = {fact.person for fact in told if isinstance(fact, f.PersonErased)}
        return Carried(case.stream, appended[len(facts) - 1], facts, erased)

    def rehearse(self) -> list[Fact]:
        """The facts alone. A command that was carried out before is not rehearsed again."""
        assert self.number is not None
        if self.receipt() is not None:
            raise Problem("command_conflict", "command_id")
        case = load(self.property_code, self.number)
        self.stage = case.stage.value
        context = self._outside().context()
        facts = decide(case, self.command, sealing_nothing(context))
        if case.version != self.seen_version:
            raise Problem("case_changed", seen=self.seen_version, now=case.version)
        return facts

    def _next_number(self) -> str:
        year = self.now.astimezone(self.owner.zone).year
        CaseSeries.objects.get_or_create(property=self.owner, year=year)
        series = CaseSeries.objects.select_for_update().get(property=self.owner, year=year)
        series.last += 1
        series.save(update_fields=["last"])
        return f"{year}-{series.last:05d}"

    def _decided(self, case: Case, context: Context) -> list[Fact]:
        return decide(case, self.command, context)

    def _events(self, case: Case, facts: list[Fact], *, first: bool = False) -> list[NewEvent]:
        """The facts as events of a case; ``first`` of the one that the command is about."""
        return [
            self.event(case.stream, fact, case.version + place, first=first and place == 1)
            for place, fact in enumerate(facts, 1)
        ]

    def _elsewhere(self, case: Case, facts: list[Fact], outside: Outside) -> list[NewEvent]:
        """What the command writes beside the case: at rounds, at findings, in the case that takes this one over, in the
        other cases of a person who is erased."""
        events: list[NewEvent] = []
        for fact in facts:
            if isinstance(fact, f.RemedyCarriedOut):
                made = remedy_events(fact, case, facts, judged=outside.seen, command_id=self.command_id, now=self.now)
                events += made
                self.streams = tuple(dict.fromkeys(event.stream for event in made))
            elif type(fact) in BECAME:
                about = money_event(
                    fact, case, judged=outside.seen, by=outside.person, command_id=self.command_id, now=self.now
                )
                events += [] if about is None else [about]
                self.streams = () if about is None else (about.stream,)
        if self.actor.person is not None:
            findings = finding_events(self.ledger, case, facts, by=self.actor.person, now=self.now)
            self.moves_findings = bool(findings)
            events += findings
        if isinstance(self.command, Merge):
            other = load(self.property_code, self.command.into)
            taken = absorb(other, case, outside.context())
            events += self._events(other, taken)
        if isinstance(self.command, ErasePerson):
            for number, gone in erased_elsewhere(case, facts, outside.context()).items():
                events += self._events(load(self.property_code, number), gone)
        return events

    def overtaken(self) -> None:
        """Somebody was quicker: another command on the same case, or a fact at a round that this one remedies. Where
        only something else moved that it writes to (the case that takes this one over, a finding that the audit looks
        at), it still stands as it was given."""
        if self.number is not None:
            now = load(self.property_code, self.number).version
            if now != self.seen_version:
                raise Problem("case_changed", seen=self.seen_version, now=now)
        if self.streams:
            raise Problem("case_round_changed", round=self.streams[0].partition("/")[2])

    def busy(self) -> Problem:
        return Problem("case_round_changed", round="–")

    # Afterwards

    def note(self, problem: Problem) -> None:
        """Record the attempt, where it was one at what is not allowed."""
        refuse(
            self.property_code,
            self.number,
            self.code,
            problem,
            actor=self.actor,
            command_id=self.command_id,
            stage=self.stage,
            now=self.now,
        )

    def follow(self) -> None:
        """Bring up the read models; rounds with a remedy are audited again."""
        readmodel.follow_to_head(self.property_code)
        if self.streams or self.moves_findings:
            follow_now(self.property_code, streams=self.streams)


def history(property_code: str, case: Case) -> list[Any]:
    """Every event of the case and every refused attempt at it, in the order of the log."""
    ledger = get_ledger(property_code)
    events = [*ledger.stream(case.stream), *ledger.stream(f"refusal/{case.number}")]
    return sorted(events, key=lambda event: event.position)


class _TermsEnd(_OnCase):
    """The end of a record's term: what is erased then, by rule."""

    @property
    def signed_by(self) -> str:
        return TERMS

    def _decided(self, case: Case, context: Context) -> list[Fact]:
        return at_terms_end(case, context)

    def note(self, problem: Problem) -> None:
        """Nobody attempted it."""
