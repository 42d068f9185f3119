"""What a command on a case writes elsewhere: the remedy at the rounds, and the steps in the life of the findings.

All of it is appended with the case's own events, in one transaction. No finding stays in a case once its end is known:
what a remedy puts right is corrected, what a decision left as it is rests with that decision where whoever decided may
let it rest (:mod:`disputes.execution.resting`), and everything else is released. Proved by
``tests/disputes/test_remedy.py`` and ``test_findings.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from casino.core.events import Fact, NewEvent
from casino.ledger.application import Ledger
from disputes.case import facts as f
from disputes.case.closing_facts import ClosingBegun
from disputes.case.context import JudgedRound
from disputes.case.moneys import BECAME
from disputes.case.rulings_awaited import left_open
from disputes.case.state import Case
from disputes.execution.resting import resting
from games.engine.facts import Person, RemedyFollowed, RemedyMade
from games.facts import findings

UNDECIDED: Final = "withdrawn"
"""The one ending (besides a merger) that may come before anything was decided or agreed."""


def remedy_events(
    carried: f.RemedyCarriedOut,
    case: Case,
    facts: Iterable[Fact],
    *,
    judged: Mapping[str, JudgedRound],
    command_id: UUID,
    now: datetime,
) -> list[NewEvent]:
    """One event a line at its round, in the version after the one that the amounts were worked out from (``judged``, by
    stream): a fact that came in meanwhile refuses the command."""
    made_by, authorised_by, remedy = _decision(case, facts)
    versions: dict[str, int] = {}
    events = []
    codes = carried.codes or (None,) * len(carried.lines)
    for code, line in zip(codes, carried.lines, strict=True):
        stream = line.stream
        if stream is None or line.bet is None:
            continue
        seen = judged[stream]
        versions[stream] = versions.get(stream, seen.version) + 1
        cited = (c.clause for c in remedy.citations if seen.document in ("", c.document))
        kind: Any = carried.kind
        fact = RemedyMade(
            bet=line.bet,
            to_player_minor=line.to_player_minor,
            beyond_rules_minor=line.beyond_rules_minor,
            kind=kind,
            case=case.number,
            clauses=tuple(dict.fromkeys(cited)),
            made_by=made_by,
            authorised_by=authorised_by,
            own_word_minor=line.own_word_minor,
            line=code,
        )
        events.append(
            NewEvent(
                id=uuid5(command_id, f"{stream}/{versions[stream]}"),
                stream=stream,
                type=f"{seen.game}.remedy_made.v1",
                data=fact,
                actor=f"person:{carried.carried_out_by.staff}",
                occurred_at=now,
                correlation=str(command_id),
                expected_version=versions[stream],
            )
        )
    return events


def money_event(
    fact: Any, case: Case, *, judged: Mapping[str, JudgedRound], by: Person, command_id: UUID, now: datetime
) -> NewEvent | None:
    """What became of a line's money, at its round; None where no round is known."""
    line = case.money[fact.line].line
    if line.stream is None or line.bet is None:
        return None
    seen = judged[line.stream]
    became: Any = BECAME[type(fact)]
    return NewEvent(
        id=uuid5(command_id, f"{line.stream}/{seen.version + 1}"),
        stream=line.stream,
        type=f"{seen.game}.remedy_followed.v1",
        data=RemedyFollowed(
            bet=line.bet,
            case=case.number,
            line=fact.line,
            became=became,
            amount_minor=fact.amount_minor,
            said_by=by,
        ),
        actor=f"person:{by.staff}",
        occurred_at=now,
        correlation=str(command_id),
        expected_version=seen.version + 1,
    )


def _decision(case: Case, facts: Iterable[Fact]) -> tuple[Person, Person | None, f.Remedy]:
    """Who made the remedy, who authorised it, and the remedy: of this command's decision, or of the one it confirms or
    agrees to."""
    for fact in facts:
        if isinstance(fact, f.Decided | f.ComplaintDecided):
            return fact.decided_by, None, fact.remedy
        if isinstance(fact, f.DecisionConfirmed):
            made = case.decision
            assert made is not None
            return made.fact.decided_by, fact.confirmed_by, made.fact.remedy
    offer = case.proposal
    assert offer is not None
    return offer.proposed_by, None, offer.remedy


def finding_events(ledger: Ledger, case: Case, facts: Sequence[Fact], *, by: Person, now: datetime) -> list[NewEvent]:
    """What the command's facts mean for findings. ``case`` is as it was before them."""
    return _Findings(ledger, case, facts, by, now).after()


class _Findings:
    """The audits that a command touches, each loaded once."""

    def __init__(self, ledger: Ledger, case: Case, facts: Sequence[Fact], by: Person, now: datetime) -> None:
        self.ledger = ledger
        self.case = case
        self.facts = facts
        self.by = by
        self.now = now
        self.audits: dict[str, findings.RoundAudit] = {}
        self.settled: set[tuple[str, str]] = set()

    def after(self) -> list[NewEvent]:
        for fact in self.facts:
            if isinstance(fact, f.CaseOpened):
                for finding in fact.findings:
                    self._link(finding)
            elif isinstance(fact, f.FindingTaken):
                self._link(fact.finding)
            elif isinstance(fact, f.RemedyCarriedOut):
                for line in fact.lines:
                    self._settle(line)
            elif isinstance(fact, f.CaseClosed | ClosingBegun):
                self._let_go(fact.ending, fact.into if isinstance(fact, f.CaseClosed) else None)
            elif isinstance(fact, f.CaseReopened):
                for finding in self.case.findings:
                    self._audit(finding.stream).take_up_again(finding.identity, case=self.case.number, by=self.by)
        return [event for audit in self.audits.values() for event in audit.collect_events()]

    def _audit(self, stream: str) -> findings.RoundAudit:
        if stream not in self.audits:
            self.audits[stream] = findings.load(self.ledger, stream)
        return self.audits[stream]

    def _link(self, finding: f.FindingRef) -> None:
        self._audit(finding.stream).link(finding.identity, case=self.case.number, by=self.by)

    def _settle(self, line: f.RemedyLine) -> None:
        """Findings about money of a bet whose books the remedy makes balance, also those that nobody had put into the
        case. One in another case is left to that case: the audit no longer finds it."""
        if line.stream is None or line.bet is None or not balances(line):
            return
        audit = self._audit(findings.audit_stream(line.stream))
        for identity in audit.standing_about(line.bet):
            standing = audit.findings[identity]
            if standing.status == "open":
                audit.link(identity, case=self.case.number, by=self.by)
            elif standing.case != self.case.number:
                continue
            audit.settle_by_case(identity, case=self.case.number, by=self.by)
            self.settled.add((audit.stream, identity))

    def _let_go(self, ending: f.Ending, into: str | None) -> None:
        """The end is known, and what the case still has of findings goes to the case that goes on, rests or is open."""
        number = self.case.number
        left = [finding for finding in self.case.findings if self._is_left(finding)]
        undecided = ending == UNDECIDED and not any(made.in_force for made in self.case.decisions)
        if into is not None:
            for finding in left:
                self._audit(finding.stream).relink(finding.identity, from_case=number, to_case=into, by=self.by)
            return
        open_still = {findings.audit_stream(ref.stream) for ref in left_open(self.case)}
        decided = [] if undecided else [finding for finding in left if finding.stream not in open_still]
        rest = resting(self.ledger.property_code, self.case, self.facts, decided, by=self.by, now=self.now)
        for finding in left:
            audit, by = self._audit(finding.stream), rest.get((finding.stream, finding.identity))
            if by is not None:
                audit.dismiss_by_case(finding.identity, case=number, by=by[0], authorised_by=by[1])
            else:
                audit.release(finding.identity, case=number, by=self.by, decided=finding in decided)

    def _is_left(self, finding: f.FindingRef) -> bool:
        """Whether the case still has it, and its remedy did not put it right."""
        standing = self._audit(finding.stream).findings.get(finding.identity)
        in_case = standing is not None and (standing.status, standing.case) == ("in_case", self.case.number)
        return in_case and (finding.stream, finding.identity) not in self.settled


def balances(line: f.RemedyLine) -> bool:
    """Whether recorded, remedied and due come to the same: recorded less due, and what was moved, leave exactly what
    was granted beyond the rules."""
    if line.difference_minor is None:
        return False
    return line.difference_minor + line.to_player_minor == line.beyond_rules_minor
