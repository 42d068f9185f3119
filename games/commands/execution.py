"""A command on rounds, findings or what waits, on its way: what is the same for all of this room
(``casino.commands.execution``).

Until 2026-11 this room kept no receipts, the event with a command's id was its own. What was recorded then still
answers the same command, and refuses another under its id (:meth:`OnTable.came_to`). Proved by
``tests/service/test_asking.py`` and ``tests/service/test_before_receipts.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Final, NamedTuple, TypeVar
from uuid import UUID, uuid5

import msgspec

from casino.commands.execution import Carried, Done, Execution
from casino.commands.models import Receipt
from casino.core import interest
from casino.core.commands import Command, rules_of
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent, RecordedEvent, registered
from casino.core.interest import Part
from casino.core.posts import LADDER, POST_NAMES, Post
from casino.core.reasons import Cause, hold, suffices
from casino.core.sealed import Sealed
from casino.core.seams import Seam
from games.commands import reasons
from games.commands.step import COMMANDS, FUNCTIONS, Step
from games.engine.facts import Person
from games.facts import approval_facts, approval_requests
from games.rows import matters
from games.rows.following import follow_now

LONGEST: Final = 500
"""Characters of a reason."""


class Place(NamedTuple):
    """What most commands are about: a stream of a property."""

    property_code: str
    stream: str


def execute(
    subject: Any, command: Command, *, by: Person, seen_version: int | None = None, command_id: UUID, now: datetime
) -> Done:
    """Carry out a command on a place (:class:`Place`), a row or rounds, as what carries it out takes it, or raise
    Problem and change nothing. The same command again gets the first answer. ``seen_version`` is that of the stream as
    the person saw it, where the command does not say so itself."""
    work = CARRIES.get(type(command), Deciding)
    return work(subject, command, by=by, seen_version=seen_version, command_id=command_id, now=now).run()


def type_of(recorded: Sequence[RecordedEvent], fact: type[Fact]) -> str:
    """The full name of a fact in a stream: of its table, or of the game of its round."""
    prefix = f"{recorded[0].type.partition('.')[0]}."
    names = [each.full_name for each in registered() if each.fact is fact and each.full_name.startswith(prefix)]
    if not names:
        raise ValueError(f"{prefix} has no {fact.__name__}")
    return names[-1]


def check_post(person: Person, step: Step) -> None:
    """Problem ``post_too_low`` for a post that never gives this command."""
    if Post(person.post) not in step.posts:
        lowest = next((post for post in LADDER if post in step.posts), Post.SENIOR_MANAGEMENT)
        raise Problem("post_too_low", post=POST_NAMES[lowest])


def reason_given(
    struct: type[Command], text: str, *, field: str = "reason", above: bool = False, cause: Cause | None = None
) -> str:
    """Words of a command without what surrounds them, by the rule that their field follows: ``above`` the property's
    amount a sentence, below it empty where a ``cause`` was chosen. Problems ``reason_missing_text``,
    ``reason_says_nothing``."""
    why = text.strip()
    if not why and not suffices(cause, sentence=above):
        raise Problem("reason_missing_text", field)
    hold(rules_of(struct)[field], why, field, above=above, cause=cause)
    return why


class OnTable(Execution):
    """One command on its way. ``stream`` is what it is about (``round/RL01/7``, ``audit/RL01/7``), ``rounds`` the
    streams of rounds that are to be audited again afterwards."""

    NAMES: ClassVar[Mapping[type[Fact], str]] = approval_facts.NAMES
    PURPOSE = b"tableproof table receipt"
    CORRELATED = False

    def __init__(
        self,
        place: Place,
        command: Command,
        *,
        by: Person,
        seen_version: int | None = None,
        command_id: UUID,
        now: datetime,
    ) -> None:
        words = {name: getattr(command, name) for name in rules_of(type(command))}
        bare = {name: text.strip() for name, text in words.items() if text is not None}
        super().__init__(
            place.property_code,
            msgspec.structs.replace(command, **bare),
            staff=by.staff,
            seen_version=seen_version,
            command_id=command_id,
            now=now,
        )
        self.step = COMMANDS[self.code]
        self.stream = place.stream
        self.by = by
        self.rounds: tuple[str, ...] = ()

    def check_interest(self, parts: Iterable[Part]) -> None:
        """Problem ``interest_barred`` where whoever acts is in the matter of these parts."""
        interest.check(self.staff, parts, self.step.interest)

    def concerns(self, stream: str) -> bool:
        """A round, its findings and what is asked about them are one place."""
        return approval_requests.stream_of(stream) == approval_requests.stream_of(self.stream)

    def busy(self) -> Problem:
        return Problem("ask_overtaken")

    def follow(self) -> None:
        follow_now(self.property_code, streams=self.rounds)

    def first_answer(self, receipt: Receipt) -> Done:
        """As for every room; what was said in words that were erased since is nobody's any more."""
        try:
            return super().first_answer(receipt)
        except Problem as problem:
            if problem.code != "person_erased":
                raise
            raise Problem("command_conflict", "command_id") from None

    # Before there were receipts

    def receipt(self) -> Receipt | None:
        return super().receipt() or self._receipt_of_before()

    def _receipt_of_before(self) -> Receipt | None:
        first = self.first_event()
        if first is None:
            return None
        return Receipt(
            command=self.code,
            stream=first.stream,
            version=first.version,
            persons="",
            digest=self._digest([]) if self.came_to(first) else b"",
            recorded_at=first.recorded_at,
        )

    def first_event(self) -> RecordedEvent | None:
        """What a command of this id recorded."""
        return self.ledger.find(self.command_id)

    def came_to(self, first: RecordedEvent) -> bool:
        """Whether this very command recorded this event, before there were receipts: none did that came later."""
        return False


class Context(msgspec.Struct, frozen=True):
    """What a decision is given besides what the command is about."""

    by: Person
    now: datetime
    sealed: Callable[[str], Sealed | None]
    """Seal words in the transaction of the command; none where a chosen cause said it without words."""


class Deciding(OnTable):
    """A command about one table or round, made by the pure function that joined it: (the events of its stream, command,
    :class:`Context`) -> facts."""

    def carry_out(self) -> Carried:
        recorded = self.ledger.stream(self.stream)
        if not recorded:
            raise Problem("not_found")
        check_post(self.by, self.step)
        if self.step.interest.bars and self.stream.startswith("round/"):
            self.check_interest(matters.of_round(self.property_code, self.stream))
        for name in rules_of(type(self.command)):
            if (text := getattr(self.command, name)) is not None:
                reason_given(type(self.command), text, field=name)
        self.check_seen(recorded[-1].version)
        facts = FUNCTIONS[self.code](recorded, self.command, self._context())
        self.rounds = (self.stream,) if self.stream.startswith("round/") else ()
        events = [self.made(recorded, fact, place) for place, fact in enumerate(facts, 1)]
        return Carried(self.stream, self.ledger.append(events)[-1], facts)

    def made(self, recorded: list[RecordedEvent], fact: Fact, place: int) -> NewEvent:
        """A fact of the stream, as its event."""
        return NewEvent(
            id=self.command_id if place == 1 else uuid5(self.command_id, str(place)),
            stream=self.stream,
            type=type_of(recorded, type(fact)),
            data=fact,
            actor=self.signed_by,
            occurred_at=self.now,
            expected_version=recorded[-1].version + place,
        )

    def check_seen(self, version: int) -> None:
        """Problem ``round_changed`` or ``table_changed`` for whoever comes second."""
        if self.seen_version not in (None, version):
            kind = self.stream.partition("/")[0]
            raise Problem(f"{kind}_changed", seen=self.seen_version, now=version)

    def overtaken(self) -> None:
        self.check_seen(self.ledger.stream(self.stream)[-1].version)

    def _context(self) -> Context:
        return Context(self.by, self.now, lambda text: reasons.sealed_if_any(self.property_code, text))


CARRIES: Final[Seam[type[Command], Callable[..., OnTable]]] = Seam(
    "Which class carries a command of the games out, where no pure function decides it.", beside="the class"
)
Work = TypeVar("Work", bound=type[OnTable])


def carries(*structs: type[Command]) -> Callable[[Work], Work]:
    """This class carries these commands out."""

    def joined(work: Work) -> Work:
        CARRIES.register_all(dict.fromkeys(structs, work))
        return work

    return joined
