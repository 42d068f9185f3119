"""The one fold: stored bytes of a round's events in, the round's state out.

The aggregate, the bulk replay and an offline verifier all come through :func:`fold`. It decodes each body straight into
its fact, puts the facts in their true order, applies corrections, and lets each fact assign itself to the state.

True order: the moment a device gave, moved by the clock skew the server measured for that request; where no moment is
known, a fact stays behind the one recorded before it. At the same moment a bet comes before the call that ends betting,
the opening before everything and the end behind it; otherwise what was recorded first comes first. Between senders of
which one's clock is not measured the order of receipt decides (``games.engine.order``). Proved by
``tests/engine/test_fold.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final, NamedTuple

import msgspec

from casino.core import events
from casino.core.seams import Seam
from casino.core.stored import BEFORE_ALL, UNKNOWN, Instant, Row, StreamRows, moment_of
from casino.core.trusted import reader, whole_reader
from games.engine import order as ordering
from games.engine.facts import FactCorrected, RulingMade
from games.engine.order import BET, CALL, END, OPENING, OTHER
from games.engine.state import Correction, RoundState

StoredRow = Row

START: Final = BEFORE_ALL


class UnknownEvent(LookupError):
    """A stored event whose type this version of the program does not know. Nothing can be judged without it."""


class _Step(NamedTuple):
    """What is done with an event of one type. ``special`` says that more is done than with most: an opening, a
    correction, a decision, a fact of an older version. ``timed`` says that its moment can change what is owed,
    ``shows`` that it shows any of the outcome, ``counts_after`` that it still counts after the end of the round,
    ``placed`` that its place among the others is asked for."""

    decode: Callable[[bytes], Any]
    rank: int
    special: bool
    timed: bool
    shows: bool
    counts_after: bool
    placed: bool
    assign: Callable[[Any, Any, int], None]
    game: str
    event_type: events.EventType


STATES: Final[Seam[str, type[RoundState]]] = Seam("The state of each game's rounds.", beside="the facts of a game")
_STEPS: dict[str, _Step] = {}

_RANKS: Final = {
    "round_opened": OPENING,
    **dict.fromkeys(("bet_placed", "bet_changed", "bet_withdrawn"), BET),
    "betting_closed": CALL,
    "round_closed": END,
}


def register_game(state: type[RoundState]) -> type[RoundState]:
    """Give a game its state. Every event type of the game needs a handler of its name in the state."""
    state.result = state.result or state.outcome
    STATES.register(state.game, state)
    _STEPS.clear()
    _QUICK.clear()
    return state


def state_class(game: str) -> type[RoundState]:
    """The state of a game; KeyError for a game that is not played here."""
    return STATES[game]


def games() -> tuple[str, ...]:
    return tuple(STATES)


def _step(type_name: str) -> _Step:
    event_type = events.find(type_name)
    if event_type is None or event_type.prefix not in STATES:
        raise UnknownEvent(f"no round event type {type_name}")
    name = event_type.name.partition(".")[2]
    rank = _RANKS.get(name, OTHER)
    state = STATES[event_type.prefix]
    said_by_people = event_type.fact in (FactCorrected, RulingMade)
    shows = name in state.outcome
    step = _Step(
        decode=whole_reader(event_type.fact),
        rank=rank,
        special=rank == OPENING or said_by_people or event_type.upcast is not None,
        timed=name not in state.untimed,
        shows=shows,
        counts_after=name in state.counts_after or name in state.stakes,
        placed=name not in state.placeless,
        assign=getattr(state, name),
        game=event_type.prefix,
        event_type=event_type,
    )
    _STEPS[type_name] = step
    return step


class _Quick(NamedTuple):
    """As much of a step as a fact told in its true order needs. ``decode`` reads the data and the skew of a body, and
    passes over the rest."""

    decode: Callable[[bytes], Any]
    assign: Callable[[Any, Any, int], None]
    rank: int
    special: bool
    counts_after: bool


_QUICK: dict[str, dict[str, _Quick]] = {}
"""By game and type, as far as they were met."""


def _quick(game: str, type_name: str) -> _Quick | None:
    """None for a fact of another game."""
    step = _STEPS.get(type_name) or _step(type_name)
    if step.game != game:
        return None
    quick = _Quick(reader(step.event_type.fact), step.assign, step.rank, step.special, step.counts_after)
    _QUICK.setdefault(game, {})[type_name] = quick
    return quick


Item = tuple[datetime, int, int, Any, Any, _Step]
"""Moment, rank, version, fact, body and step of one event."""


class Telling(msgspec.Struct, gc=False):
    """What the rows of a round tell, before their order is put right. ``decided_at`` are the moments of rulings by
    version; ``facts`` and ``claims`` are made where they are needed, once for however often the round is folded."""

    items: list[Item]
    corrections: list[tuple[int, FactCorrected]]
    in_order: bool
    opened_recorded_at: datetime | None
    decided_at: dict[int, datetime]
    facts: list[ordering.Told] = []
    claims: list[ordering.Claim] = []
    line: list[ordering.Told] | None = None
    """The facts in their true order as claimed, where they all stand in one line."""

    def order(self, as_received: frozenset[int], believed: frozenset[int]) -> list[int]:
        """The versions in their true order (:func:`games.engine.order.in_true_order`)."""
        if self.line is not None and not believed and not as_received:
            return [told.version for told in self.line]
        if self.line is None or believed or any(e.rank == CALL and e.version in as_received for e in self.line):
            return ordering.in_true_order(self.facts, as_received, believed)
        return ordering.set_back(self.line, as_received)


NONE: Final[frozenset[int]] = frozenset()


def fold(
    stream: str,
    rows: Iterable[StoredRow],
    *,
    as_received: frozenset[int] = NONE,
    believed: frozenset[int] = NONE,
    without: frozenset[int] = NONE,
    disowned: frozenset[int] = NONE,
    by_receipt: bool = True,
) -> RoundState:
    """The state of a round from its stored rows, in the order of their stream versions, which decide ties.

    ``as_received`` are versions whose claimed moment is not taken: such a fact stands behind all that was received
    before it; ``believed`` such whose moment is taken though another clock would have to be compared with one that
    nobody measured. ``by_receipt``: the rows stand in the order in which a server received them; else nothing is
    concluded from it. Those in ``without`` are left out, as if they had not been said. ``disowned`` are decisions and
    leaves that the person named did not give: where chips or cards moved by the same fact, that stands, without
    anybody's leave; else nothing of it does. Raises :class:`UnknownEvent` for an unknown type,
    ``msgspec.ValidationError`` for bytes that do not fit theirs (patterns and limits were asked when they were
    recorded), and ValueError where there is nothing to fold.
    """
    if not isinstance(rows, (list, StreamRows)):
        rows = list(rows)
    if not rows:
        raise ValueError(f"stream {stream} holds no events")
    if not as_received and not believed and not without and not disowned and not _far_back(rows):
        as_told = _as_told(stream, rows)
        if as_told is not None:
            return as_told
    return _put_right(stream, rows, _told(rows), as_received, believed, without, disowned, by_receipt)


def fold_again(
    state: RoundState,
    *,
    as_received: frozenset[int] = NONE,
    believed: frozenset[int] = NONE,
    without: frozenset[int] = NONE,
    disowned: frozenset[int] = NONE,
) -> RoundState:
    """The round of a state folded once more, as :func:`fold` does; its rows are read once."""
    rows = state.rows
    told = state.telling = state.telling or _told(rows)
    return _put_right(state.stream, rows, told, as_received, believed, without, disowned, state.by_receipt)


def _put_right(
    stream: str,
    rows: Sequence[StoredRow],
    told: Telling,
    as_received: frozenset[int],
    believed: frozenset[int],
    without: frozenset[int],
    disowned: frozenset[int],
    by_receipt: bool,
) -> RoundState:
    """The state of what was told, in its true order."""
    items, corrections, in_order = told.items, told.corrections, told.in_order
    state = STATES[items[0][5].game](stream)
    state.rows = rows
    state.telling = told
    state.by_receipt = by_receipt
    state.opened_recorded_at = told.opened_recorded_at
    state.decided_at = told.decided_at
    if len({item[5].game for item in items}) > 1:
        items, corrections = _of_its_game(items, corrections, state)
    if not in_order or as_received:
        if not told.facts:
            _compare(rows, told, by_receipt)
        state.claims = told.claims
        by_version = {item[2]: item for item in items}
        order = told.order(as_received, believed)
        items = [by_version[version] for version in order if version in by_version]
    if corrections:
        items = _correct(items, corrections, state)
    items = _left(items, without, disowned, state)
    state.keep(told.items, items)
    return _assign(state, items)


def _compare(rows: Sequence[StoredRow], told: Telling, by_receipt: bool) -> None:
    """Take the facts for comparison with one another; where nothing is concluded from the order of receipt, by their
    moments alone."""
    told.facts = ordering.told_of(rows, told.items)
    if by_receipt:
        told.claims = ordering.claims(told.facts)
    else:
        told.facts = [
            msgspec.structs.replace(fact, line=ordering.MEASURED, shown_at=fact.moment) for fact in told.facts
        ]
    told.line = ordering.in_one_line(told.facts)


def _far_back(rows: Sequence[StoredRow]) -> bool:
    """Whether a fact is dated before the one told before it by more than clocks differ: then :func:`_as_told` need not
    be tried."""
    far: Any = _FAR_MICROSECONDS if type(rows) is StreamRows else _FAR
    said: Iterable[Any] = rows.instants if type(rows) is StreamRows else map(_OCCURRED, rows)
    return any(earlier - later > far for earlier, later in pairwise(each for each in said if each is not None))


def _as_told(stream: str, rows: Sequence[StoredRow]) -> RoundState | None:
    """The state of a round whose facts were told in their true order and never corrected, as those of nearly all
    rounds: each fact assigned as soon as it is read, and nothing else made of it. None for any other round.

    Where facts are in order, no chips are claimed to have lain before an outcome that was told earlier."""
    first, told, before, millisecond = _columns(rows)
    start = opened_at = before
    game = (_STEPS.get(first) or _step(first)).game
    state, quick = STATES[game](stream), _QUICK.setdefault(game, {})
    before_rank = order = last = 0
    moved: dict[int, Instant] = {}
    for version, type_name, instant, body in told:
        try:
            decode, assign, rank, special, counts_after = quick[type_name]
        except KeyError:
            met = _quick(game, type_name)
            if met is None:
                return None
            decode, assign, rank, special, counts_after = met
        decoded = decode(body)
        data = decoded.data
        if instant is None:
            moved[order] = before
            if rank < before_rank:
                rank = before_rank
        else:
            skew = decoded.clock_skew_ms
            if skew:
                moved[order] = instant = instant + skew * millisecond
            if instant <= before and (instant < before or rank < before_rank):
                return None
            before = instant
        before_rank = rank
        if special:
            data = events.newest(_STEPS[type_name].event_type, data)[1]
            if isinstance(data, FactCorrected):
                return None
            if isinstance(data, RulingMade):
                recorded_at = _recorded_at(rows, order)
                state.decided_at[version] = recorded_at if instant is None else min(moment_of(before), recorded_at)
            elif rank == OPENING and state.opened is None:
                state.opened_recorded_at, opened_at = _recorded_at(rows, order), before
        order += 1
        state.order = order
        assign(state, data, version)
        if not counts_after:
            last = order
    state.rows = rows
    state.tell = _items
    state.last_of_the_table = last
    state.instants = _instants(rows, moved)
    state.versions = order
    if opened_at != start:
        state.opened_at = moment_of(opened_at)
    return state


def _columns(rows: Sequence[StoredRow]) -> tuple[str, Iterable[tuple[int, str, Any, bytes]], Any, Any]:
    """The type of the first; of each row the version, the type, when it occurred, and the body; an instant before all
    of them; and how long a millisecond is in instants of their kind."""
    if type(rows) is StreamRows:
        told = zip(rows.versions, rows.types, rows.instants, rows.bodies, strict=True)
        return rows.types[0], told, UNKNOWN, MICROSECONDS
    return rows[0][3], map(_OF_A_ROW, rows), START, _MILLISECOND


def _instants(rows: Sequence[StoredRow], moved: Mapping[int, Instant]) -> Sequence[Instant]:
    """When the facts took place: as their rows say, and at these places as what came with the fact says."""
    said: Sequence[Any] = rows.instants if type(rows) is StreamRows else [row[4] for row in rows]
    return [moved.get(place, instant) for place, instant in enumerate(said)] if moved else said


_OF_A_ROW: Final = itemgetter(2, 3, 4, 7)
_OCCURRED: Final = itemgetter(4)
_FAR: Final = timedelta(seconds=5)
_FAR_MICROSECONDS: Final = 5_000_000


_MILLISECOND: Final = timedelta(milliseconds=1)
MICROSECONDS: Final = 1000
"""In a millisecond."""


def _recorded_at(rows: Sequence[StoredRow], place: int) -> datetime:
    return rows.recorded_at(place) if type(rows) is StreamRows else rows[place][5]


def _items(rows: Sequence[StoredRow]) -> list[Item]:
    return _told(rows).items


def _told(rows: Sequence[StoredRow], *, strictly: bool = False) -> Telling:
    """Decode the rows and see what is told by them, before their order is put right; ``strictly``: held against their
    limits, which what corrects them is held against as well."""
    items: list[Item] = []
    before = START
    before_rank = 0
    in_order = True
    opened_recorded_at: datetime | None = None
    corrections: list[tuple[int, FactCorrected]] = []
    decided_at: dict[int, datetime] = {}
    for _position, _stream, version, type_name, occurred_at, recorded_at, _actor, body in rows:
        step = _STEPS.get(type_name) or _step(type_name)
        decode, rank, special, _timed, _shows, _counts_after, _placed, _assigns, _game, event_type = step
        decoded = event_type.decode_plainly(body) if strictly else decode(body)
        data = decoded.data
        if occurred_at is None:
            moment = before
            if rank < before_rank:
                rank = before_rank
        else:
            skew = decoded.clock_skew_ms
            moment = occurred_at if skew is None else occurred_at + skew * _MILLISECOND
            if moment <= before and (moment < before or rank < before_rank):
                in_order = False
            before = moment
        if special:
            data = events.newest(event_type, data)[1]
            if step.rank == OPENING:
                opened_recorded_at = opened_recorded_at or recorded_at
            elif isinstance(data, FactCorrected):
                corrections.append((version, data))
            elif isinstance(data, RulingMade):
                decided_at[version] = recorded_at if occurred_at is None else min(moment, recorded_at)
        before_rank = rank
        items.append((moment, rank, version, data, decoded, step))
    if corrections and not strictly:
        return _told(rows, strictly=True)
    return Telling(items, corrections, in_order, opened_recorded_at, decided_at)


def _left(items: list[Item], without: frozenset[int], disowned: frozenset[int], state: RoundState) -> list[Item]:
    """The items without what is left out, and without what persons named in them did not decide."""
    if disowned:
        items = [kept for item in items if (kept := _disowned(item, disowned, type(state))) is not None]
    return [item for item in items if item[2] not in without] if without else items


def _disowned(item: Item, versions: frozenset[int], state: type[RoundState]) -> Item | None:
    """The item without the person who did not decide it; None where nothing is left of it then."""
    field = state.decisions.get(item[5].event_type.name.partition(".")[2])
    if item[2] not in versions or field is None:
        return item
    required = {each.name for each in msgspec.structs.fields(item[3]) if each.required}
    if field in required:
        return None
    return (*item[:3], msgspec.structs.replace(item[3], **{field: None}), *item[4:])


def _of_its_game(
    items: list[Item], corrections: list[tuple[int, FactCorrected]], state: RoundState
) -> tuple[list[Item], list[tuple[int, FactCorrected]]]:
    """The facts of the game that was recorded first. Where a table is given another game in the middle of a round and
    its devices go on with the round's code, what they say then cannot be of this round, and is a finding."""
    own = [item for item in items if item[5].game == state.game]
    state.foreign = sorted({item[2] for item in items} - {item[2] for item in own})
    return own, [(version, fact) for version, fact in corrections if version not in state.foreign]


def _assign(state: RoundState, items: list[Item]) -> RoundState:
    order = last = 0
    for _moment, _rank, version, data, _body, step in items:
        order += 1
        state.order = order
        step.assign(state, data, version)
        if not step.counts_after:
            last = order
    state.last_of_the_table = last
    state.instants = [item[0] for item in items]
    state.versions = order
    if state.opened is not None:
        moment = next(item[0] for item in items if item[3] is state.opened)
        state.opened_at = None if moment is START else moment
    return state


def _correct(items: list[Item], corrections: list[tuple[int, FactCorrected]], state: RoundState) -> list[Item]:
    """Put corrected data in the place of what was recorded wrongly; drop what did not happen."""
    by_id = {item[4].id: item for item in items}
    current: dict[str, Any] = {}
    for version, fact in sorted(corrections, key=lambda pair: pair[0]):
        meant = str(fact.target)
        target = by_id.get(meant)
        if target is None or type(target[3]) is FactCorrected:
            state.corrections = (*state.corrections, Correction(fact, version, None, stale=True))
            continue
        held = current.get(meant, target[3])
        stale = not events.says(fact.before, held)
        after = None
        if not stale and fact.after is not None:
            try:
                after = msgspec.convert(fact.after, type(target[3]))
            except msgspec.ValidationError:
                stale = True
        if not stale:
            current[meant] = after
        state.corrections = (*state.corrections, Correction(fact, version, target[2], stale=stale))
    corrected = []
    for item in items:
        data = current.get(item[4].id, item[3])
        if data is not None:
            corrected.append((*item[:3], data, *item[4:]))
    return corrected
