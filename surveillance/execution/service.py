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

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, Protocol
from uuid import UUID, uuid5

import msgspec
from django.db import transaction

from casino.commands.execution import Carried, Done, Execution, Moved
from casino.core import interest
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.core.posts import POST_NAMES, Post
from casino.core.seams import Seam
from casino.core.text import joined
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.locking import lock_log
from casino.ledger.models import Property
from casino.ledger.rows import Appended
from disputes.case.context import Actor
from disputes.case.reasons import check_reasons
from disputes.case.state import Case
from disputes.execution import service as case_desk
from disputes.rows import stored
from surveillance.execution import matters
from surveillance.execution.context import Outside
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.record.changing import MOVES, ConfirmChange
from surveillance.record.changing import Moved as MovedFilm
from surveillance.record.commands import COMMANDS, FUNCTIONS
from surveillance.record.context import InCase, Written
from surveillance.record.references import CASE_REQUEST
from surveillance.record.showing import AnswerRequest
from surveillance.rows import readmodel


class Guarding(Protocol):
    """What is held around some streams, before something is recorded in them and after."""

    def moved(self) -> MovedFilm | None: ...


GUARDS: Final[Seam[str, Callable[[Property, Sequence[str], datetime], Guarding]]] = Seam(
    "Who is asked before and after what could move film that is held."
)
HELD: Final = "held"


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
    return _OnFilm(property_code, code, command, actor, seen_version, command_id, now).run()


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


class _OnFilm(Execution):
    """One command on its way."""

    NAMES = f.NAMES
    PURPOSE = b"tableproof footage receipt"

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
        super().__init__(
            property_code, command, staff=actor.staff, seen_version=seen_version, command_id=command_id, now=now
        )
        self.step = COMMANDS[self.code]
        self.stream = None if self.step.on is None else f"{self.step.on}/{code}"
        self.actor = actor

    def concerns(self, stream: str) -> bool:
        return self.stream in (None, stream)

    def busy(self) -> Problem:
        return Problem("footage_busy")

    def carry_out(self) -> Carried:
        """What was read must not have moved: that is looked at under the lock of the log."""
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
            raise Moved
        appended, written = self._recorded(written, outside)
        about = self.stream or written[0].stream
        # What acts on something may write only beside it: a clock in a recording's picture is its recorder's.
        own = [answer for answer, each in zip(appended, written, strict=True) if each.stream == about]
        facts = [each.fact for each in written]
        gone = {fact.person for fact in facts if isinstance(fact, f.IncidentPersonErased)}
        status = "asked" if isinstance(facts[0], f.ChangeAsked) else "recorded"
        return Carried(about, own[-1] if own else appended[-1], facts, gone, status)

    def _recorded(self, written: list[Written], outside: Outside) -> tuple[list[Appended], list[Written]]:
        """Record the facts; where they would move film that is held, that they were asked for (``guarding``)."""
        append = self.ledger.append
        streams = [each.stream for each in written]
        if HELD not in GUARDS or not any(each.partition("/")[0] in MOVES for each in streams):
            return append(self._events(written, outside)), written
        guard = GUARDS[HELD](self.owner, streams, self.now)
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

    def _asked(self, moved: MovedFilm, outside: Outside) -> Written:
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
            posts = joined(names, ", ")
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
        case = stored.load(self.owner.code, said.number)
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
            raise Moved from None  # somebody wrote in the case just now: decided anew

    def _events(self, written: Sequence[Written], outside: Outside) -> list[NewEvent]:
        versions = {stream: found.version for stream, found in outside.loaded.items()}
        events: list[NewEvent] = []
        for stream, fact in written:
            versions[stream] = versions.get(stream, 0) + 1
            events.append(self.event(stream, fact, versions[stream], first=not events))
        return events

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
