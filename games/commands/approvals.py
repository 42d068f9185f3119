"""Commands on rounds and findings that have no effect until a second person confirms them in an own session.

A correction of a fact, "put right", and letting a finding rest whose amount lies above what the house has set
(``dismissal_alone``) are *asked* for here and *confirmed*, *refused* or *withdrawn*
(``games.facts.approval_requests``). A confirmation and what it comes to are one append. Who acts at the table was asked
before (``games.rows.on_duty``). Proved by ``tests/service/test_asking.py``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final
from uuid import UUID, uuid5

import msgspec

from casino.commands.execution import Carried
from casino.core.commands import Command, following
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent, RecordedEvent
from casino.core.interest import BARS, Part, no_matter
from casino.core.messages import Catalogue
from casino.core.posts import Post, posts_from
from casino.core.reasons import OF_CORRECTIONS, OF_FINDINGS, Cause, Rule
from casino.ledger.application import get_ledger
from games.commands import correcting, reasons, resting
from games.commands.execution import LONGEST, OnTable, Place, carries, check_post, reason_given, type_of
from games.commands.signature_rules import CORRECTIONS, PUT_RIGHT, RULES
from games.commands.step import MANAGERS, TABLES, WHY, Open, Reason, SeenVersion, answers, cause_of, step
from games.engine import rules
from games.engine.facts import FactCorrected, Person
from games.facts import approval_requests, findings
from games.facts.approval_facts import Asked, Confirmed, Refused, What, Withdrawn
from games.facts.approval_requests import Ask
from games.rows import at_stake, at_the_top, matters, rulebooks
from games.rows.models import Finding

_WORDS: Final = Catalogue(__file__)

_WAITS: Final = _WORDS.text("waits")


# --- Asking ----------------------------------------------------------------------------------------------------------


@step(
    on="round",
    posts=posts_from(Post.PIT_SUPERVISOR),
    interest=BARS,
    consequence=_WAITS,
    weighty=True,
    rehearsed=True,
    addresses=CORRECTIONS,
)
class AskCorrection(Command, frozen=True):
    """Ask that a fact be held otherwise: ``after`` as its type writes it, or not to have happened."""

    target: UUID
    after: dict[str, Any] | None
    seen_version: SeenVersion
    cause: Annotated[Cause | None, cause_of(OF_CORRECTIONS)] = None
    reason: Annotated[Reason, WHY, following(Rule.BY_AMOUNT)] = ""


@step(
    on="finding",
    posts=MANAGERS,
    interest=BARS,
    consequence=_WAITS,
    weighty=True,
    addresses=PUT_RIGHT,
)
class AskPutRight(Command, frozen=True):
    """Ask that a finding count as put right."""

    clause: Open | None = None
    cause: Annotated[Cause | None, cause_of(OF_FINDINGS)] = None
    reason: Annotated[Reason, WHY, following(Rule.BY_AMOUNT)] = ""
    seen_version: SeenVersion | None = None
    finding: Open = ""


@step(
    on="rules",
    posts=posts_from(rulebooks.LOWEST),
    interest=no_matter(_WORDS.text("ask_put_in_force-interest")),
    consequence=_WAITS,
    weighty=True,
    addresses=RULES,
)
class AskPutInForce(Command, frozen=True):
    """Ask that a rule document be in force from a moment on (None: at once), with each of its ``choices`` made, by
    place. ``approval`` is the number of the regulator's, where a choice goes beyond the letter."""

    document: Open
    choices: dict[str, Any]
    approval: Open | None = None
    effective_from: datetime | None = None
    reason: Annotated[Reason, WHY, following(Rule.SENTENCE)] = ""


class Asking(OnTable):
    """A request on its way."""

    WHAT: ClassVar[What]

    @abstractmethod
    def asked(self) -> tuple[Asked, bool]:
        """The request without its words, and whether they must be a sentence. Raises Problem."""

    def carry_out(self) -> Carried:
        return self.ask(*self.asked())

    def request(self, lowest: Post, **besides: Any) -> Asked:
        """What the command says, as a request that this post or one above confirms."""
        return Asked(what=self.WHAT, asked_by=self.by, lowest=lowest.value, **self._said(), **besides)

    def ask(self, fact: Asked, above: bool) -> Carried:
        """Record the request with its words, where none about the same waits."""
        said: Any = self.command
        why = reason_given(type(said), said.reason, above=above, cause=fact.cause)
        if len(why) > LONGEST:
            raise Problem("finding_reason_missing", "reason")
        stream = approval_requests.stream_of(self.stream)
        recorded = self.ledger.stream(stream)
        approval_requests.check_free(approval_requests.fold(recorded), approval_requests.about(fact))
        fact = msgspec.structs.replace(fact, sealed_reason=reasons.sealed_if_any(self.property_code, why))
        return Carried(stream, self.record(stream, [fact], len(recorded)), [fact])

    def came_to(self, first: RecordedEvent) -> bool:
        fact, words = first.data, getattr(self.command, "reason", "")
        return (
            isinstance(fact, Asked)
            and (fact.what, fact.asked_by) == (self.WHAT, self.by)
            and all(getattr(fact, name) == value for name, value in self._said().items())
            and reasons.same_words(self.property_code, fact.sealed_reason, words)
        )

    def _said(self) -> dict[str, Any]:
        said = msgspec.structs.asdict(self.command)
        del said["reason"]
        return said


@carries(AskCorrection)
class _AskingCorrection(Asking):
    """Pit supervisor or above asks; pit manager or above confirms; a remedy, which a case decided, nobody below those
    who decided it."""

    WHAT = "correct_fact"
    command: AskCorrection

    def asked(self) -> tuple[Asked, bool]:
        code, said = self.property_code, self.command
        check_post(self.by, self.step)
        recorded = correcting.round_of(code, self.stream)
        original = correcting.correctable(recorded, said.target)
        after = correcting.fitted(original, said.after)
        self.check_interest(matters.of_fact(code, self.stream, said.target))
        now_version = recorded[-1].version
        if now_version != said.seen_version:
            raise Problem("round_changed", seen=said.seen_version, now=now_version)
        before = correcting.held_data(original, recorded)
        if after == before:
            raise Problem("correction_changes_nothing", "after")
        fact = FactCorrected(
            target=said.target,
            before=before,
            after=after,
            corrected_by=self.by,
            authorised_by=self.by,
            reason=at_stake.NOT_YET,
        )
        above = at_stake.above(code, self.stream, fact, self.now)
        return self.request(correcting.authorising(original), before=before, after=after), above

    def _said(self) -> dict[str, Any]:
        """Without what should be, which the request has as the fact's type writes it."""
        said = super()._said()
        del said["after"]
        return said

    def came_to(self, first: RecordedEvent) -> bool:
        recorded = correcting.round_of(self.property_code, self.stream)
        after = correcting.fitted(correcting.correctable(recorded, self.command.target), self.command.after)
        return super().came_to(first) and first.data.after == after


class AskingOfFinding(Asking):
    """What is asked about a finding, by its row."""

    def __init__(self, row: Finding, command: Any, **given: Any) -> None:
        about = msgspec.structs.replace(command, finding=row.identity)
        super().__init__(Place(row.property.code, row.stream), about, **given)
        self.row = row

    def about_finding(self, lowest: Post, *, seen_version: int | None = None) -> Asked:
        """The request, of a finding that is free and in which whoever asks is not. Problem interest_barred."""
        row = self.row
        self.check_interest(matters.of_finding(self.property_code, row.stream, row.subject, row.versions))
        findings.load(self.ledger, row.stream).check_free(row.identity, seen_version)
        lowest = at_the_top.confirms(row, self.by, self.now) or lowest
        return self.request(lowest, amount_minor=row.amount_minor)


@carries(AskPutRight)
class _AskingPutRight(AskingOfFinding):
    """Pit manager or above asks, shift manager or above confirms; where somebody at the top is in it, who answers for
    that (``games.rows.at_the_top``)."""

    WHAT = "put_right"
    command: AskPutRight

    def asked(self) -> tuple[Asked, bool]:
        if not findings.may_put_right(self.by.post):
            raise Problem("finding_needs_second_person")
        seen = self.command.seen_version
        fact = self.about_finding(Post.SHIFT_MANAGER, seen_version=seen)
        return fact, resting.sentence_needed(self.now, self.row)


@carries(AskPutInForce)
class _AskingPutInForce(Asking):
    """At a property, a director of table games or above asks, another of that post or above confirms."""

    WHAT = "put_in_force"
    command: AskPutInForce

    def __init__(self, property_code: str, command: AskPutInForce, **given: Any) -> None:
        check_post(given["by"], TABLES.of(AskPutInForce))
        stream = rules.stream_of(rules.read(rulebooks.text_of(command.document)).game)
        super().__init__(Place(property_code, stream), command, **given)

    def asked(self) -> tuple[Asked, bool]:
        said = self.command
        sha256 = rulebooks.check(
            self.property_code, said.document, said.choices, said.approval, said.effective_from, self.now
        )
        return self.request(rulebooks.LOWEST, sha256=sha256), False


# --- A second person -------------------------------------------------------------------------------------------------


def find(property_code: str, stream: str, ask: UUID) -> Ask:
    """A request of a stream (``ask/…``, or that of its round). Problem ``ask_unknown``."""
    return _found(property_code, stream, ask)[0]


def _found(property_code: str, stream: str, ask: UUID) -> tuple[Ask, int]:
    """And the version of the stream in which it stands so."""
    recorded = get_ledger(property_code).stream(approval_requests.stream_of(stream))
    found = approval_requests.fold(recorded).get(ask)
    if found is None:
        raise Problem("ask_unknown")
    return found, recorded[-1].version


class AnswerAsk(Command, frozen=True):
    """Answer a request."""

    ask: UUID


@answers()
class ConfirmAsk(AnswerAsk, frozen=True):
    """Carry out what another person asked for, with both names."""


@answers()
class RefuseAsk(AnswerAsk, frozen=True):
    """Do not confirm it."""


@answers(
    interest=no_matter(_WORDS.text("withdraw_ask-interest")),
)
class WithdrawAsk(AnswerAsk, frozen=True):
    """Who asked takes it back."""


class _Answering(OnTable):
    """The answer to a request on its way."""

    FACT: ClassVar[type[Fact]]
    command: AnswerAsk

    @abstractmethod
    def answered(self, ask: Ask) -> tuple[Fact, list[NewEvent]]:
        """The answer, and what it brings. Raises Problem."""

    def carry_out(self) -> Carried:
        found, version = _found(self.property_code, self.stream, self.command.ask)
        fact, effect = self.answered(found)
        event = self.event(found.event.stream, fact, version + 1, first=True)
        appended = self.ledger.append([event, *effect])
        self.rounds = tuple(each.stream for each in effect if each.stream.startswith("round/"))
        return Carried(event.stream, appended[0], [fact])

    def came_to(self, first: RecordedEvent) -> bool:
        fact = first.data
        same = isinstance(fact, self.FACT) and getattr(fact, "ask", None) == self.command.ask
        return same and first.actor == self.signed_by


@carries(ConfirmAsk)
class _Confirming(_Answering):
    FACT = Confirmed

    def answered(self, ask: Ask) -> tuple[Fact, list[NewEvent]]:
        fact = approval_requests.confirmed(ask, self.by)
        self.check_interest(parts(self.property_code, ask))
        try:
            return fact, EFFECTS[ask.asked.what](self.property_code, ask, self.by, self.now)
        except Problem:
            now = find(self.property_code, self.stream, ask.id)
            approval_requests.confirmed(now, self.by)  # whoever was quicker since it was read is why
            raise


@carries(RefuseAsk)
class _Refusing(_Answering):
    FACT = Refused

    def answered(self, ask: Ask) -> tuple[Fact, list[NewEvent]]:
        fact = approval_requests.refused(ask, self.by)
        self.check_interest(parts(self.property_code, ask))
        return fact, []


@carries(WithdrawAsk)
class _Withdrawing(_Answering):
    FACT = Withdrawn

    def answered(self, ask: Ask) -> tuple[Fact, list[NewEvent]]:
        return approval_requests.withdrawn(ask, self.by), []


def parts(property_code: str, ask: Ask) -> tuple[Part, ...]:
    """Who is in what was asked for."""
    asked, rest = ask.asked, ask.event.stream.partition("/")[2]
    if asked.target is not None:
        return matters.of_fact(property_code, f"round/{rest}", asked.target)
    if asked.finding is None:
        return ()
    stream = f"audit/{rest}"
    standing = findings.load(get_ledger(property_code), stream).findings[asked.finding].opened
    return matters.of_finding(property_code, stream, standing.subject, standing.versions)


def _correction(property_code: str, ask: Ask, by: Person, now: datetime) -> list[NewEvent]:
    """The correction that was asked for. Problem ``ask_overtaken`` where the fact is held otherwise by now."""
    asked = ask.asked
    stream = f"round/{ask.event.stream.partition('/')[2]}"
    recorded = correcting.round_of(property_code, stream)
    assert asked.target is not None
    original = correcting.correctable(recorded, asked.target)
    if correcting.held_data(original, recorded) != asked.before:
        raise Problem("ask_overtaken")
    fact = FactCorrected(
        target=asked.target,
        before=asked.before,
        after=asked.after,
        corrected_by=asked.asked_by,
        authorised_by=by,
        sealed_reason=asked.sealed_reason,
        cause=asked.cause,
        ask=ask.id,
    )
    return [
        NewEvent(
            id=uuid5(ask.id, "effect"),
            stream=stream,
            type=type_of(recorded, FactCorrected),
            data=fact,
            actor=f"person:{by.staff}",
            occurred_at=now,
            correlation=str(ask.id),
            expected_version=recorded[-1].version + 1,
        )
    ]


def _on_finding(property_code: str, ask: Ask, by: Person, _now: datetime) -> list[NewEvent]:
    audit = findings.load(get_ledger(property_code), f"audit/{ask.event.stream.partition('/')[2]}")
    settle(audit, ask, by)
    return audit.collect_events()


def settle(audit: findings.RoundAudit, ask: Ask, by: Person) -> None:
    """What the confirmation of a request comes to in the findings of its round: nothing, for what stays open."""
    asked = ask.asked
    assert asked.finding is not None
    if at_the_top.stays_open(asked.lowest):
        audit.check_free(asked.finding, asked.seen_version)
        return  # the confirmation itself is the record
    given: dict[str, Any] = {"by": asked.asked_by, "authorised_by": by, "sealed": asked.sealed_reason, "ask": ask.id}
    given["cause"] = asked.cause
    if asked.what == "put_right":
        audit.correct(asked.finding, clause=asked.clause, seen_version=asked.seen_version, **given)
    else:
        audit.dismiss(asked.finding, **given)


EFFECTS: Final[dict[What, Callable[[str, Ask, Person, datetime], list[NewEvent]]]] = {
    "correct_fact": _correction,
    "put_right": _on_finding,
    "dismiss": _on_finding,
    "put_in_force": rulebooks.effect,
}
"""What a confirmation comes to, recorded in the same step."""


def waiting(property_code: str, stream: str) -> list[Ask]:
    """The requests about a round or finding that wait, the oldest first."""
    asks = approval_requests.fold(get_ledger(property_code).stream(approval_requests.stream_of(stream)))
    return [ask for ask in asks.values() if ask.state == approval_requests.WAITING]
