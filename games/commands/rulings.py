"""What a post decides where the document leaves it to them: for one round, or at once for several of one table.

Each round gets a ruling of its own, with the bets of it that are decided. Who may not rule on one of them rules on none
in one act; what all of them move together says how much the reason has to say. A post to which the clause does not
leave it is refused (``post_not_for_clause``): what a device reports of such a post is recorded all the same, and
judged. All or none is recorded; the first ruling has the id of the command. Proved by
``tests/service/test_rulings.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, NamedTuple
from uuid import UUID, uuid5

import msgspec

from casino.commands.execution import Carried
from casino.core import interest
from casino.core.commands import Command, following
from casino.core.errors import ERRORS, Problem
from casino.core.events import NewEvent, RecordedEvent
from casino.core.interest import Interest, Part, Tie, barring
from casino.core.posts import Post
from casino.core.reasons import OF_RULINGS, Cause, Rule, suffices
from games.commands import reasons
from games.commands.correcting import checked, round_of
from games.commands.execution import OnTable, Place, carries, reason_given, type_of
from games.commands.signature_rules import RULINGS
from games.commands.step import TABLES, WHY, Open, Reason, cause_of, step
from games.engine.facts import Person, RulingMade
from games.engine.replay import Replay
from games.rows import at_stake, matters, on_duty
from games.rows.readmodel import overtaken_of
from games.rows.replay import Replayer

MOST: Final = 50
ERRORS.register_all({"ruling_batch": 422, "ruling_no_matter": 409})


class Ruled(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is ruled on: for which bets (none: the round), and its last fact as the person saw it."""

    stream: str
    bets: tuple[str, ...] = ()
    seen_version: int


@step(
    on="round",
    posts=frozenset(Post) - {Post.DEALER},
    interest=barring(Tie.OPENED),
    weighty=True,
    rehearsed=True,
    addresses=RULINGS,
)
class RecordRuling(Command, frozen=True):
    """What a post decided of one round, or of several: of each its stream, and the bets."""

    clause: Open
    choice: Open
    cause: Annotated[Cause | None, cause_of(OF_RULINGS)] = None
    reason: Annotated[Reason, WHY, following(Rule.BY_AMOUNT)] = ""
    rounds: tuple[tuple[Open, tuple[Open, ...]], ...] = ()


class Rulings(NamedTuple):
    """The rounds of a property that one act decides."""

    property_code: str
    rounds: Sequence[Ruled]


@carries(RecordRuling)
class _Ruling(OnTable):
    """The rulings on their way: all or none."""

    command: RecordRuling

    def __init__(self, ruled: Rulings, command: RecordRuling, **given: Any) -> None:
        if not command.reason.strip() and not suffices(command.cause, sentence=False):
            raise Problem("reason_missing_text", "reason")
        _check(ruled.rounds)
        about = tuple((each.stream, each.bets) for each in ruled.rounds)
        place = Place(ruled.property_code, ruled.rounds[0].stream)
        super().__init__(place, msgspec.structs.replace(command, rounds=about), **given)
        self.ruled = ruled.rounds

    def carry_out(self) -> Carried:
        code, said = self.property_code, self.command
        facts = self._facts()
        recorded = [round_of(code, each.stream) for each in self.ruled]
        replayer = Replayer(code)
        for each in self.ruled:
            replay = replayer.round(each.stream, overtaken_at=overtaken_of(code, each.stream, None))
            on_duty.check_ruling(self.by, replay.book, said.clause)
            check_matter(code, replay, each.bets, self.by)
        tried = [
            at_stake.tried(code, each.stream, fact, self.now) for each, fact in zip(self.ruled, facts, strict=True)
        ]
        above = at_stake.is_above(code, tried, self.now)
        reason_given(RecordRuling, said.reason, above=above, cause=said.cause)
        sealed = reasons.sealed_if_any(code, said.reason)
        facts = [msgspec.structs.replace(fact, reason=None, sealed_reason=sealed) for fact in facts]
        events = [
            NewEvent(
                id=event_id,
                stream=each.stream,
                type=type_of(round_, RulingMade),
                data=fact,
                actor=self.signed_by,
                occurred_at=self.now,
                correlation=str(self.command_id) if len(self.ruled) > 1 else None,
                expected_version=each.seen_version + 1,
            )
            for event_id, each, round_, fact in zip(self._ids(), self.ruled, recorded, facts, strict=True)
        ]
        appended = self.ledger.record(*events)
        self.rounds = tuple(each.stream for each in self.ruled)
        return Carried(self.stream, appended[0], facts[:1])

    def _facts(self) -> list[RulingMade]:
        """The rulings with their words in clear."""
        said = self.command
        given: dict[str, Any] = {"clause": said.clause, "choice": said.choice, "cause": said.cause}
        given |= {"made_by": self.by, "reason": said.reason or None}
        return [checked(RulingMade(bets=each.bets, **given)) for each in self.ruled]

    def _ids(self) -> list[UUID]:
        number = len(self.ruled)
        return [self.command_id, *(uuid5(self.command_id, f"{number} {each.stream}") for each in self.ruled[1:])]

    def overtaken(self) -> None:
        """Somebody else said something of a round since it was seen."""
        for each in self.ruled:
            now = self.ledger.stream(each.stream)[-1].version
            if now != each.seen_version:
                raise Problem("round_changed", seen=each.seen_version, now=now)

    def came_to(self, first: RecordedEvent) -> bool:
        made = [self.ledger.find(event_id) for event_id in self._ids()]
        found = [event for event in made if event is not None]
        streams = [each.stream for each in self.ruled]
        if [event.stream for event in found] != streams or (first.correlation is None) != (len(streams) == 1):
            return False
        return [event.data for event in reasons.opened(self.property_code, found, "vi")] == self._facts()


def _check(rounds: Sequence[Ruled]) -> None:
    """Problem ``ruling_batch`` where these are not to be ruled on in one act."""
    streams = [each.stream for each in rounds]
    tables = {stream.rpartition("/")[0] for stream in streams}
    if not 1 <= len(rounds) <= MOST or len(set(streams)) != len(streams) or len(tables) != 1:
        raise Problem("ruling_batch", "also", most=MOST)


def check_matter(property_code: str, replay: Replay, bets: Iterable[str], by: Person) -> None:
    """Whoever is in it does not rule; and an ended round is ruled on only where something of it waits, or somebody else
    recorded a matter in it. A device that names nobody is not somebody else, and a case alone changes no round by a
    ruling, its remedy does (``games.engine.by_grounds`` says the same of rulings that were recorded otherwise).
    Problems interest_barred, ruling_no_matter."""
    stream = replay.stream
    declared = TABLES.of(RecordRuling).interest
    parts = matters.of_round(property_code, stream, bets)
    if not replay.ended:
        # Play goes on, and posts rule as it does: whoever ruled on one thing may rule on the next.
        interest.check(by.staff, parts, Interest(bars=(Tie.NAMED, Tie.DEALT, Tie.GAINS)))
        return
    interest.check(by.staff, parts, declared)
    opened = matters.seen_by(replay)
    if matters.waits(replay) or any(who not in ("", by.staff) for who in opened):
        return
    place = stream.partition("/")[2]
    interest.check(by.staff, [Part(who, Tie.OPENED, place) for who in opened if who], declared)
    raise Problem("ruling_no_matter")
