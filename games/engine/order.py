"""The true order of a round's facts where they were not told in it, and which of them claim a moment of before.

Facts of one clock stand in a *line*: all whose sender's clock was measured against the server's, and apart from them
each sender whose clock nobody measured. Within a line the moments decide. Between lines the order of receipt does: a
fact happened before everything that was received after it, and before everything that was received after a later fact
of its own line. A moment of a sender that nobody measured is compared with another clock's only where a gap-free run of
running numbers supports it (``believed``; ``games.engine.weighing`` says of which). Nothing is recorded before it
happened, so that between lines no fact is later than its recording.

Pure. Source: the reading "claims of time" (docs/rulings.md). Proved by ``tests/engine/test_order.py``,
``test_fold.py`` and ``test_weighing.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec

from casino.core.stored import BEFORE_ALL, Row

OPENING, BET, OTHER, CALL, END = range(5)
"""Kinds of facts of which the order at one moment is known. Where they rise in the order of recording, that is it."""
_FIRST_OR_LAST: Final = {OPENING: -1, END: 1}
_SHOWN_AT: Final = attrgetter("shown_at")
MEASURED: Final = ""
"""The line of all whose clock is measured: the server's own, and devices that told theirs with the request."""


class Told(msgspec.Struct, frozen=True, gc=False):
    """A fact as it was told. ``place`` counts the order of receipt, ``shown_at`` is what the sender's clock showed,
    moved where it was measured: what is compared within a line. ``moment`` is the same moved by the estimate too.
    ``timed`` says that its moment can change what is owed, ``shows`` that it shows any of the outcome,
    ``entered_later`` that its sender marked it as what a person said afterwards, ``dated_back`` that it dated a lower
    number of its own later, be it in another round."""

    place: int
    version: int
    rank: int
    shown_at: datetime
    moment: datetime
    recorded_at: datetime
    sender: str
    number: int | None
    line: str
    timed: bool
    shows: bool
    entered_later: bool = False
    dated_back: bool = False


class Claim(NamedTuple):
    """A fact dated before one that was received earlier. ``shown`` is that one: the first that shows any of the
    outcome, else the first. ``within``: a fact of its own line is among those; ``across``: one of another line."""

    told: Told
    shown: Told
    within: bool
    across: bool


def told_of(rows: Iterable[Row], items: Sequence[Any]) -> list[Told]:
    """The facts as they were told, from the stored rows and what the fold made of each (``games.engine.fold.Item``).
    One without a moment stands with the one before it."""
    told: list[Told] = []
    line = MEASURED
    shown_at = BEFORE_ALL
    for place, (row, item) in enumerate(zip(rows, items, strict=True)):
        occurred_at, recorded_at, sender, body = row[4], row[5], row[6], item[4]
        moment, rank, version, step = item[0], item[1], item[2], item[5]
        if occurred_at is not None:
            unmeasured = sender.startswith("device:") and (body.clock_skew_ms is None or body.clock_estimated)
            line, shown_at = (sender, occurred_at) if unmeasured else (MEASURED, moment)
        told.append(
            Told(
                place,
                version,
                rank,
                shown_at,
                moment,
                recorded_at,
                sender,
                body.sequence,
                line,
                step.timed and occurred_at is not None,
                step.shows,
                body.entered_later is True,
                body.dated_back_ms is not None,
            )
        )
    return told


def dated_before(one: Told, other: Told) -> bool:
    """Whether a fact says that it happened before another."""
    if one.line == other.line:
        return one.shown_at < other.shown_at
    return one.moment < min(other.moment, other.recorded_at)


def in_true_order(told: Sequence[Told], as_received: Collection[int] = (), believed: Collection[int] = ()) -> list[int]:
    """The versions in their true order. Those in ``as_received`` stand behind all that was received before them; those
    in ``believed`` before what they claim to have happened before, though another line says that."""
    lines = _lines(told, as_received)
    if len(lines) == 1:
        return [each.version for line in lines.values() for each in line]
    known = [(place, index, each) for line in lines.values() for each, place, index in _known_by(line)]
    order = {each.version: place for place, (_known, _index, each) in enumerate(sorted(known))}
    if not believed:
        return list(order)
    keys = []
    for line in lines.values():
        stands: tuple[int, int, datetime] = (len(told), 0, BEFORE_ALL)
        for each in reversed(line):
            stands = min(stands, (order[each.version], 1, BEFORE_ALL))
            if each.version in believed:
                # Also what was received later: facts of a backlog stand before those of their line that came first.
                others = (o for o in told if o.line != each.line and dated_before(each, o))
                before = min((order[other.version] for other in others), default=len(told))
                stands = min(stands, (before, 0, each.moment))
            keys.append((stands, order[each.version], each.version))
    return [version for _stands, _order, version in sorted(keys)]


def in_one_line(told: Sequence[Told]) -> list[Told] | None:
    """The facts in their order where all stand in one line, else None."""
    lines = [*_lines(told, ()).values()]
    return lines[0] if len(lines) == 1 else None


def set_back(line: Sequence[Told], as_received: Collection[int]) -> list[int]:
    """The same as :func:`in_true_order` where all facts stand in one line, which is handed in as it stands when all are
    taken as claimed. None of ``as_received`` may be a call, by which bets stand."""
    known = {
        each.version: place for each, place, _index in _known_by([e for e in line if e.version not in as_received])
    }
    back = sorted((each.place, each.version) for each in line if each.version in as_received)
    order: list[int] = []
    for version, place in reversed(known.items()):
        while back and back[0][0] < place:
            order.append(back.pop(0)[1])
        order.append(version)
    return order + [version for _place, version in back]


def _lines(told: Sequence[Told], as_received: Collection[int]) -> dict[str, list[Told]]:
    """The facts by line, each line in the order of its moments. At one moment the opening comes first, the end last,
    and a bet recorded after the call just before the call. One whose moment is not taken is a line by itself."""
    lines: dict[str, list[Told]] = {}
    for each in told:
        line = f"as received {each.version}" if each.version in as_received else each.line
        lines.setdefault(line, []).append(each)
    for own in lines.values():
        if len({each.shown_at for each in own}) == len(own):
            own.sort(key=_SHOWN_AT)
            continue
        calls = {each.shown_at: each.version for each in reversed(own) if each.rank == CALL}

        def place(each: Told, calls: dict[datetime, int] = calls) -> tuple[datetime, int, float, int]:
            call = calls.get(each.shown_at, each.version)
            before_call = each.rank == BET and call < each.version
            return (
                each.shown_at,
                _FIRST_OR_LAST.get(each.rank, 0),
                call - 0.5 if before_call else each.version,
                each.version,
            )

        own.sort(key=place)
    return lines


def _known_by(line: Sequence[Told]) -> Iterable[tuple[Told, int, int]]:
    """Each fact of a line with the first place in the order of receipt by which it, or a later one of its line, had
    been told, and its place in the line."""
    known = line[-1].place if line else 0
    for index in reversed(range(len(line))):
        known = min(known, line[index].place)
        yield line[index], known, index


def claims(told: Sequence[Told]) -> list[Claim]:
    """The facts dated before one that was received earlier. Of what one sender sent at once its running numbers say the
    order, where they say the same as the moments."""
    found = []
    latest = BEFORE_ALL
    for each in told:
        moment, shown_at = each.moment, each.shown_at
        if (moment < latest or shown_at < latest) and each.timed:
            others = [other for other in told[: each.place] if dated_before(each, other) and not _agrees(each, other)]
            if others:
                shown = next((other for other in others if other.shows), others[0])
                within = [other.line == each.line for other in others]
                found.append(Claim(each, shown, any(within), not all(within)))
        if moment > latest:
            latest = moment
        if shown_at > latest:
            latest = shown_at
    return found


def _agrees(one: Told, later: Told) -> bool:
    """Whether a sender sent the two at once, and numbered them as it dated them."""
    if one.number is None or later.number is None or one.recorded_at != later.recorded_at:
        return False
    return one.sender == later.sender and one.line == later.line and one.number < later.number
