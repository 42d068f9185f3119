"""Carrying a command out: once, whoever gives it again and however many do so at the same moment.

A room says in a subclass of :class:`Execution` how a command of its own is decided and recorded
(:meth:`~Execution.carry_out`). What is the same for all is here: everything of it in one transaction; a receipt, by
which the same command again gets the first answer and another under its id is refused; that it is the one that was
signed, where one was; attempts where others record in between; the keys of persons who were erased; the refusal, noted
where the room keeps such; and afterwards the rows, so that the next page shows what was written. A Problem leaves
nothing but that note.

Proved by ``tests/commands`` and, for each room, by the tests of its commands (``tests/disputes/test_together.py``,
``tests/surveillance/test_racing.py``).
"""

from __future__ import annotations

import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import ClassVar, Final, NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.db import IntegrityError, transaction

from casino.commands.models import Receipt
from casino.core.commands import Command, code_of
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.core.sealed import sealed_in
from casino.ledger import errors as ledger_errors
from casino.ledger import signing
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.models import Property, property_of
from casino.ledger.rows import Appended
from casino.vault import crypto
from casino.vault.keys import key_store
from casino.vault.sealing import erase_person

ATTEMPTS: Final = 3


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a command came to: the stream that it is about, its version afterwards, and ``duplicate`` where it had been
    carried out before."""

    stream: str
    version: int
    status: str
    recorded_at: datetime

    @property
    def code(self) -> str:
        """What the stream is about: a case's number, a recording's code."""
        return self.stream.partition("/")[2]


class Carried(NamedTuple):
    """What was recorded. ``said``: the facts whose sealed words the receipt is keyed by; ``erased``: the persons whose
    keys go with it."""

    stream: str
    last: Appended
    said: Sequence[Fact]
    erased: Collection[str] = ()
    status: str = "recorded"


class Moved(Exception):
    """Something that the command had read moved on before it was recorded: it is decided anew."""


class Execution(ABC):
    """One command on its way."""

    NAMES: ClassVar[Mapping[type[Fact], str]]
    """The room's facts -> their stored types."""
    PURPOSE: ClassVar[bytes]
    """What the keys of its receipts' digests are derived for: of its own for each room, as they began."""
    CORRELATED: ClassVar[bool] = True
    """Whether an event says which command it belongs to; where it does not, its id tells."""
    about_stream: str | None = None
    """The stream that it is about, for what is signed of it where its page says no more."""

    def __init__(
        self,
        about: str | Property,
        command: Command,
        *,
        staff: str,
        seen_version: int | None,
        command_id: UUID,
        now: datetime,
    ) -> None:
        # By its code it is one that whoever acts may read.
        self.owner = about if isinstance(about, Property) else property_of(about)
        self.ledger: Ledger = get_ledger(self.owner.code)
        self.command = command
        self.code = code_of(type(command))
        self.staff = staff
        self.seen_version = seen_version
        self.command_id = command_id
        self.now = now

    @property
    def property_code(self) -> str:
        return self.owner.code

    @property
    def signed_by(self) -> str:
        """Who acts, as events name them."""
        return f"person:{self.staff}"

    # What a room says

    @abstractmethod
    def carry_out(self) -> Carried:
        """Decide and record, inside the transaction. Raises Problem, or :class:`Moved`."""

    @abstractmethod
    def follow(self) -> None:
        """Bring the rows up."""

    def admit(self) -> None:
        """What takes long and needs no transaction, as scanning a file."""
        return

    def concerns(self, stream: str) -> bool:
        """Whether a receipt about this stream can be this command's."""
        return True

    def overtaken(self) -> None:
        """Somebody else recorded: raises Problem where what the person saw is no more, else it is decided anew."""
        return

    def busy(self) -> Problem:
        """What is said where somebody else recorded at each attempt."""
        return Problem("try_again")

    def note(self, problem: Problem) -> None:
        """Record the attempt, where the room keeps such."""
        return

    # What is the same for all

    def run(self) -> Done:
        """Carry it out, or raise Problem and change nothing."""
        signing.check(self.command, self.command_id, self.property_code, self.about_stream)
        try:
            self.admit()
            done = self._attempts()
        except Problem as problem:
            # The other half of a double click may have been carried out after this one had looked for it: then that is
            # what speaks against this one, and no fault of anybody.
            receipt = self.receipt()
            if receipt is not None:
                return self.first_answer(receipt)
            self.note(problem)
            raise
        self.follow()
        return done

    def _attempts(self) -> Done:
        """Everything of it, in one transaction; once more where something moved that it had only read."""
        left: Exception | None = None
        for _ in range(ATTEMPTS):
            try:
                with transaction.atomic():
                    return self._once()
            except (Moved, IntegrityError, ledger_errors.IdConflict, ledger_errors.ConcurrencyConflict) as error:
                receipt = self.receipt()
                if receipt is not None:
                    return self.first_answer(receipt)
                if isinstance(error, ledger_errors.IdConflict) and self._is_known(error):
                    raise Problem("command_conflict", "command_id") from None
                self.overtaken()
                left = error
        if isinstance(left, IntegrityError):
            raise left  # no race: a row that the database refuses each time
        raise self.busy()

    def _once(self) -> Done:
        receipt = self.receipt()
        if receipt is not None:
            return self.first_answer(receipt)
        carried = self.carry_out()
        self.keep_receipt(carried)
        for person in sorted(carried.erased):
            erase_person(self.property_code, person, now=self.now)
        return Done(
            stream=carried.stream,
            version=carried.last.version,
            status=carried.status,
            recorded_at=carried.last.recorded_at,
        )

    def _is_known(self, error: ledger_errors.IdConflict) -> bool:
        """Whether the id of this command stands for something else; not so where only one that follows from it does."""
        return self.command_id in {each.id for each in error.conflicts}

    def record(self, stream: str, facts: Sequence[Fact], version: int) -> Appended:
        """Record facts in one stream that has this version so far; the answer is that of the last."""
        events = [self.event(stream, fact, version + n, first=n == 1) for n, fact in enumerate(facts, 1)]
        return self.ledger.record(*events)[-1]

    def event(self, stream: str, fact: Fact, version: int, *, first: bool = False) -> NewEvent:
        """An event of this command, which becomes this version of its stream. The first has the command's id, the
        others' follow from it."""
        return NewEvent(
            id=self.command_id if first else uuid5(self.command_id, f"{stream}/{version}"),
            stream=stream,
            type=self.NAMES[type(fact)],
            data=fact,
            actor=self.signed_by,
            occurred_at=self.now,
            correlation=str(self.command_id) if self.CORRELATED else None,
            expected_version=version,
        )

    # The same command again

    def receipt(self) -> Receipt | None:
        """That of the same id."""
        return Receipt.objects.filter(property=self.owner, command_id=self.command_id).first()

    def first_answer(self, receipt: Receipt) -> Done:
        """What the command came to when it came first. Problem command_conflict where it was another."""
        same = receipt.command == self.code and self.concerns(receipt.stream)
        if not same or not hmac.compare_digest(bytes(receipt.digest), self._digest(receipt.persons.split())):
            raise Problem("command_conflict", "command_id")
        return Done(stream=receipt.stream, version=receipt.version, status="duplicate", recorded_at=receipt.recorded_at)

    def keep_receipt(self, carried: Carried) -> None:
        sealed = sorted({person for fact in carried.said for text in sealed_in(fact) for person in text.persons})
        Receipt.objects.create(
            property=self.owner,
            command_id=self.command_id,
            command=self.code,
            stream=carried.stream,
            version=carried.last.version,
            persons=" ".join(sealed),
            digest=self._digest(sealed),
            recorded_at=carried.last.recorded_at,
        )

    def _digest(self, persons: Sequence[str]) -> bytes:
        """A digest of what the command says and who says it, keyed by all the keys under which its words were sealed:
        nobody can try names and words against it once one of these people was erased. A command without words says
        nothing that does not stand in its event as well: it needs no key, and goes through where one is lost."""
        keys = [key_store().key(self.property_code, person) for person in persons]
        key = crypto.derive(b"".join(keys), info=self.PURPOSE) if keys else self.PURPOSE
        said = msgspec.json.encode([self.code, self.staff, self.command], order="sorted")
        return hmac.new(key, said, hashlib.sha256).digest()
