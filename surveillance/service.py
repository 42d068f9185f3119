"""The service of Surveillance: the one way in for every command, whoever gives it and from wherever.

:func:`execute` loads what the command acts on, lets the domain decide (``surveillance.record``), and records everything
in one transaction: sealed words, events in one or several streams, what a case is told, and a receipt. Whatever was
read must not have moved: that is looked at under the lock of the log, and where something has, it is decided anew. Then
the rows are brought up, so that the next page shows what was written. A Problem leaves nothing, but the attempt, where
somebody tried to answer a case's request in the name of Surveillance (``refusal/<case>``).

``command_id`` is made by the form or the client: the same command again gets the first answer. ``seen_version`` is the
version of the stream that the person was looking at (None: of something that the command begins, or that only gets
more). Other rooms of Surveillance record what happens to a file by :func:`append`. Proved by
``tests/surveillance/test_service.py``.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, Protocol
from uuid import UUID, uuid5

import msgspec
from django.db import IntegrityError, transaction

from casino.core import interest
from casino.core.commands import Command, code_of
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.core.posts import POST_NAMES, Post
from casino.core.sealed import sealed_in
from casino.core.text import Text
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.locking import lock_log
from casino.ledger.models import Property, property_of
from casino.ledger.rows import Appended
from casino.vault import crypto
from casino.vault.keys import key_store
from casino.vault.sealing import erase_person
from disputes import service as case_desk
from disputes.case.context import Actor
from disputes.case.sentences import check_reasons
from disputes.case.state import Case
from surveillance import matters, readmodel
from surveillance.context import Outside
from surveillance.models import Receipt
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.record.changing import MOVES, ConfirmChange, Moved
from surveillance.record.commands import COMMANDS, FUNCTIONS
from surveillance.record.context import InCase, Written
from surveillance.record.references import CASE_REQUEST
from surveillance.record.showing import AnswerRequest

ATTEMPTS: Final = 3
RECEIPT: Final = b"tableproof footage receipt"


class Guarding(Protocol):
    """What is held around some streams, before something is recorded in them and after."""

    def moved(self) -> Moved | None: ...


_GUARDS: Final[list[Callable[[Property, Sequence[str], datetime], Guarding]]] = []


def guarded_by(guard: Callable[[Property, Sequence[str], datetime], Guarding]) -> None:
    """Ask this before and after what could move film that is held (``surveillance.guarding``, at start)."""
    _GUARDS[:] = [guard]


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a command came to: the stream that it is about, its version afterwards, whether it had been carried out
    before."""

    stream: str
    version: int
    status: str
    recorded_at: datetime

    @property
    def code(self) -> str:
        return self.stream.partition("/")[2]


def execute(
    property_code: str,
    code: str | None,
    command: Command,
    *,
    actor: Actor,
    seen_version: int | None = None,
    command_id: UUID,
    now: datetime,
) -> Done:
    """Carry out a command on what has this code (None: it begins something), or raise Problem and change nothing."""
    work = _Work(property_code, code, command, actor, seen_version, command_id, now)
    try:
        done = work.carry_through()
    except Problem as problem:
        repeated = work.receipt()
        if repeated is not None:
            return work.first_answer(repeated)
        work.note(problem)
        raise
    work.follow()
    return done


def append(
    property_code: str,
    stream: str,
    facts: Sequence[Fact],
    *,
    actor: str,
    command_id: UUID,
    now: datetime,
    expected_version: int | None = None,
) -> list[Appended]:
    """Record what happened to a file, a clock or a link: facts of one stream, by a person (``person:S-1``) or a part of
    this system (``system:expiry``). Ids follow from ``command_id``: the same again is answered as it was. With
    ``expected_version`` the first fact must become that one; ledger errors are raised as they are. Who may, the caller
    has asked; :func:`follow` brings the rows up."""
    events = [
        NewEvent(
            id=command_id if place == 0 else uuid5(command_id, str(place)),
            stream=stream,
            type=f.NAMES[type(fact)],
            data=fact,
            actor=actor,
            occurred_at=now,
            correlation=str(command_id),
            expected_version=None if expected_version is None else expected_version + place,
        )
        for place, fact in enumerate(facts)
    ]
    return get_ledger(property_code).append(events)


def follow(property_code: str) -> None:
    """Bring the rows up to what is recorded."""
    readmodel.follow_to_head(property_code)


def load(property_code: str, stream: str) -> Any:
    """A stream as it stands. Problem ``footage_unknown``."""
    found = get_ledger(property_code).load(state.begun, stream)
    if not found.exists:
        raise Problem("footage_unknown", what=stream)
    return found


class _Work:
    """One command on its way."""

    def __init__(
        self,
        property_code: str,
        code: str | None,
        command: Command,
        actor: Actor,
        seen_version: int | None,
        command_id: UUID,
        now: datetime,
    ) -> None:
        self.owner = property_of(property_code)
        self.command = command
        self.step = COMMANDS[code_of(type(command))]
        self.stream = None if self.step.on is None else f"{self.step.on}/{code}"
        self.actor = actor
        self.seen_version = seen_version
        self.command_id = command_id
        self.now = now

    def carry_through(self) -> Done:
        """Everything of it, in one transaction; once more where something moved that it had only read."""
        for _ in range(ATTEMPTS):
            try:
                with transaction.atomic():
                    return self.carry_out()
            except _Moved:
                continue
            except ledger_errors.ConcurrencyConflict:
                continue
            except (IntegrityError, ledger_errors.IdConflict):
                repeated = self.receipt()
                if repeated is None:
                    raise Problem("command_conflict", "command_id") from None
                return self.first_answer(repeated)
        raise Problem("footage_busy")

    def carry_out(self) -> Done:
        """Everything of it, inside the transaction."""
        repeated = self.receipt()
        if repeated is not None:
            return self.first_answer(repeated)
        self._check_post()
        outside = Outside(self.owner, self.actor, self.command_id, self.now)
        subject = None if self.stream is None else self._subject(outside, self.stream)
        check_reasons(self.command)
        written = FUNCTIONS[self.step.command](subject, self.command, outside.context())
        if self.step.interest.bars:
            facts = [each.fact for each in written]
            parts = matters.of(self.owner.code, self.stream, (self.command, *facts))
            interest.check(self.actor.staff, parts, self.step.interest)
        if subject is not None and self.seen_version is not None and subject.version != self.seen_version:
            raise Problem("footage_changed", seen=self.seen_version, now=subject.version)
        for place, said in enumerate(outside.in_case):
            self._tell(said, place)
        lock_log(self.owner.pk)
        if outside.moved():
            raise _Moved
        appended, written = self._recorded(written, outside)
        about = self.stream or written[0].stream
        # What acts on something may write only beside it: a clock in a recording's picture is its recorder's.
        own = [answer for answer, each in zip(appended, written, strict=True) if each.stream == about]
        last = own[-1] if own else appended[-1]
        self._keep_receipt(about, [each.fact for each in written], last)
        gone = {each.fact.person for each in written if isinstance(each.fact, f.IncidentPersonErased)}
        for person in sorted(gone):
            erase_person(self.owner.code, person, now=self.now)
        status = "asked" if isinstance(written[0].fact, f.ChangeAsked) else "recorded"
        return Done(stream=about, version=last.version, status=status, recorded_at=last.recorded_at)

    def _recorded(self, written: list[Written], outside: Outside) -> tuple[list[Appended], list[Written]]:
        """Record the facts; where they would move film that is held, that they were asked for (``guarding``)."""
        append = get_ledger(self.owner.code).append
        streams = [each.stream for each in written]
        if not _GUARDS or not any(each.partition("/")[0] in MOVES for each in streams):
            return append(self._events(written, outside)), written
        guard = _GUARDS[0](self.owner, streams, self.now)
        if isinstance(self.command, ConfirmChange):
            return append(self._events(written, outside)), written
        try:
            with transaction.atomic():
                appended = append(self._events(written, outside))
                moved = guard.moved()
                if moved is not None:
                    raise _Held
        except _Held:
            assert moved is not None
            asked = [self._asked(moved, outside)]
            return append(self._events(asked, outside)), asked
        return appended, written

    def _asked(self, moved: Moved, outside: Outside) -> Written:
        """What is recorded instead. Problem change_reason where no reason is given."""
        reason = getattr(self.command, "reason", None)
        if not reason or self.stream is None or self.actor.person is None:
            raise Problem("change_reason", "reason")
        said = msgspec.json.encode(self.command).decode()
        asked = f.ChangeAsked(
            command=self.step.command,
            about=self.stream,
            sealed_command=outside.seal(said),
            sealed_reason=outside.seal(reason),
            asked_by=self.actor.person,
            recordings=moved.recordings,
            subjects=moved.subjects,
        )
        return Written(f"change/{outside.code('D')}", asked)

    def _check_post(self) -> None:
        """Who gives the command holds a post that may."""
        person = self.actor.person
        if person is None or Post(person.post) not in self.step.posts:
            names = [POST_NAMES[post] for post in Post if post in self.step.posts]
            posts = Text(", ".join(name.vi for name in names), ", ".join(name.en for name in names))
            raise Problem("footage_not_your_post", posts=posts)

    def _subject(self, outside: Outside, stream: str) -> state.Stream:
        """What the command acts on; a request that a case made exists as soon as the case has asked."""
        try:
            found = outside.load(stream)
        except ledger_errors.InvalidEvent:
            raise Problem("footage_unknown", what=stream) from None
        asked = CASE_REQUEST.fullmatch(stream)
        if asked is not None:
            case = get_ledger(self.owner.code).load(Case, f"case/{asked[1]}")
            if asked[2] in case.footage:
                return found
        if not found.exists:
            raise Problem("footage_unknown", what=stream)
        return found

    def _tell(self, said: InCase, place: int) -> None:
        """What the command says in a case, by the case's own service and rules. The case may have moved on in other
        matters meanwhile: an answer about footage stands whatever else was noted."""
        case = case_desk.load(self.owner.code, said.number)
        try:
            case_desk.execute(
                self.owner.code,
                said.number,
                said.command,
                actor=self.actor,
                seen_version=case.version,
                command_id=uuid5(self.command_id, f"case{place}"),
                now=self.now,
            )
        except Problem as problem:
            if problem.code != "case_changed":
                raise
            raise _Moved from None  # somebody wrote in the case just now: decided anew

    def _events(self, written: Sequence[Written], outside: Outside) -> list[NewEvent]:
        versions = {stream: found.version for stream, found in outside.loaded.items()}
        events = []
        for place, (stream, fact) in enumerate(written):
            versions[stream] = versions.get(stream, 0) + 1
            events.append(
                NewEvent(
                    id=self.command_id if place == 0 else uuid5(self.command_id, str(place)),
                    stream=stream,
                    type=f.NAMES[type(fact)],
                    data=fact,
                    actor=f"person:{self.actor.staff}",
                    occurred_at=self.now,
                    correlation=str(self.command_id),
                    expected_version=versions[stream],
                )
            )
        return events

    # The same command again

    def receipt(self) -> Receipt | None:
        return Receipt.objects.filter(property=self.owner, command_id=self.command_id).first()

    def first_answer(self, receipt: Receipt) -> Done:
        same = receipt.command == self.step.command and self.stream in (None, receipt.stream)
        if not same or not hmac.compare_digest(bytes(receipt.digest), self._digest(receipt.persons.split())):
            raise Problem("command_conflict", "command_id")
        return Done(stream=receipt.stream, version=receipt.version, status="duplicate", recorded_at=receipt.recorded_at)

    def _keep_receipt(self, stream: str, facts: Sequence[Fact], last: Appended) -> None:
        sealed = sorted({person for fact in facts for text in sealed_in(fact) for person in text.persons})
        Receipt.objects.create(
            property=self.owner,
            command_id=self.command_id,
            command=self.step.command,
            stream=stream,
            version=last.version,
            persons=" ".join(sealed),
            digest=self._digest(sealed),
            recorded_at=last.recorded_at,
        )

    def _digest(self, persons: Sequence[str]) -> bytes:
        """As a case's receipts have it: keyed by the keys under which the words were sealed, so that nobody can try
        words against it once one of these people was erased."""
        keys = [key_store().key(self.owner.code, person) for person in persons]
        key = crypto.derive(b"".join(keys), info=RECEIPT) if keys else RECEIPT
        said = msgspec.json.encode([self.step.command, self.actor.staff, self.command], order="sorted")
        return hmac.new(key, said, hashlib.sha256).digest()

    # Afterwards

    def note(self, problem: Problem) -> None:
        """Record an attempt to answer a case's request that was not allowed, where cases keep theirs."""
        found = CASE_REQUEST.fullmatch(self.stream or "")
        of_rules = problem.code == "footage_not_your_post" or problem.code.startswith("case_")
        if found is None or not of_rules or not isinstance(self.command, AnswerRequest):
            return
        case_desk.refuse(
            self.owner.code,
            found[1],
            "answer_footage",
            problem,
            actor=self.actor,
            command_id=self.command_id,
            stage=None,
            now=self.now,
        )

    def follow(self) -> None:
        follow(self.owner.code)


class _Held(Exception):
    """What was recorded moved film that is held."""


class _Moved(Exception):
    """Something that the command had read moved on before it was recorded."""
