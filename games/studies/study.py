"""What another rule document would have cost: the same rounds judged under it, in money, before anybody approves it.

The document is an approved one, a text of the same form, or an approved one with values changed (odds, choices, tables
of figures); limits may be others too. Every round of an interval is replayed as it stood at one position and judged
twice. What rounds left to the next at their table stays as it was: only this money is asked for. Nothing is stored.

Beside it stand the readings that a guest may hold the letter of a document against (``Choice.readings``), each with
both amounts: the rounds judged by their own document with that one choice made otherwise. Players whose bets below a
minimum were settled are remembered as that reading remembers them.

The interval says what chance alone would move: with rounds as they were dealt, the sum of their differences varies by
the spread between rounds (95 %). Proved by ``tests/replay/test_study.py``.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from math import sqrt
from typing import Any, Final

import msgspec
from django.db.models import QuerySet

from casino.core.errors import ERRORS, Problem
from games import catalogue
from games.catalogue import carries, carry, judge, texts
from games.engine.document import RuleBook, book_of
from games.engine.replay import House, Replay
from games.engine.unfit import Unfit
from games.judgement.judging import EMPTY, Session, turned_under
from games.judgement.read_otherwise import net
from games.judgement.study_fields import written
from games.rows.models import Round
from games.rows.replay import Replayer

NORMAL_95: Final = 1.959963984540054
FEW: Final = 30
Limits = Mapping[str, tuple[int, int]]
"""(least, most) in minor units by kind of bet, ``*`` for those that have none of their own; they take the place of what
is posted at the tables for the same kinds."""

ERRORS.register_all({"study_unreadable": 422})


class Sum(msgspec.Struct):
    """What changes for players in one group: ``change_minor`` more (or less, negative) is owed to them."""

    rounds: int = 0
    differing: int = 0
    undecided: int = 0
    before_minor: int = 0
    change_minor: int = 0
    squares: int = 0

    def add(self, before: int, change: int, undecided: int) -> None:
        """One round's part."""
        self.rounds += 1
        self.differing += change != 0
        self.undecided += undecided
        self.before_minor += before
        self.change_minor += change
        self.squares += change * change

    def told(self) -> dict[str, Any]:
        """With the interval, and whether so few rounds differ that it says little."""
        spread = max(0.0, self.squares - self.change_minor**2 / self.rounds) if self.rounds else 0.0
        half = NORMAL_95 * sqrt(spread)
        return {
            "rounds": self.rounds,
            "differing": self.differing,
            "undecided": self.undecided,
            "before_minor": self.before_minor,
            "change_minor": self.change_minor,
            "low_minor": round(self.change_minor - half),
            "high_minor": round(self.change_minor + half),
            "small": self.differing < FEW,
        }


class Study(msgspec.Struct):
    """A study's sums by (currency, kind of group, group)."""

    document: str
    position: int
    rounds: int = 0
    groups: dict[tuple[str, str, str], Sum] = {}

    def told(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "document": self.document,
            "position": self.position,
            "rounds": self.rounds,
            "groups": [
                {"currency": currency, "by": by, "group": group, **found.told()}
                for (currency, by, group), found in sorted(self.groups.items())
            ],
        }


def supposed(document: str, changes: Mapping[str, Any]) -> RuleBook:
    """A document with values changed: an approved one by its name, or a text. ``changes`` are values by their places,
    ``odds.straight`` or ``choices.rounding.value``. Problem ``study_unreadable`` where it comes to no document."""
    source = texts().get(document, document)
    try:
        raw = tomllib.loads(source)
        for place, value in changes.items():
            _set(raw, place.split("."), value)
        return catalogue.read(book_of(raw))
    except Unfit as unfit:
        raise Problem("study_unreadable", why=unfit.text) from None
    except (KeyError, IndexError, ValueError, TypeError, AttributeError) as error:
        raise Problem("study_unreadable", why=f"{type(error).__name__}: {error}") from None


def _set(raw: Any, place: Sequence[str], value: Any) -> None:
    """A value that stands there already: what is mistyped changes nothing by accident."""
    *way, last = place
    for key in way:
        raw = raw[int(key)] if isinstance(raw, list) else raw[key]
    if isinstance(raw, list):
        raw[int(last)] = value
    elif last in raw:
        raw[last] = value
    else:
        raise KeyError(".".join(place))


def study(
    property_code: str,
    book: RuleBook,
    *,
    limits: Limits | None = None,
    table: str | None = None,
    since: date | None = None,
    until: date | None = None,
    position: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Study:
    """Judge the rounds of the document's game under it, beside what they were judged by. ``progress`` is told after
    each page how many rounds it had. Groups: all, table, kind of bet, player's reference; and ``reading``, the other
    values of choices (``lucky6_on=banker_total``), where ``before`` is as the house has chosen."""
    replayer = Replayer(property_code)
    done = Study(book.id, position or replayer.ledger.head()[0])
    rounds = rounds_of(property_code, book.game, table, since, until, done.position)
    left: dict[tuple[str, str], Session] = {}
    streams = list(rounds.order_by("first_position").values_list("stream", flat=True))

    def overtaken(stream: str) -> Any:
        return replayer.overtaken_at(stream, done.position)

    for replay in replayer.many(streams, upto_position=done.position, overtaken_at=overtaken):
        if replay.ended and replay.book is not None:
            _take_readings(done, replay, replayer.house, left)
            _take(done, replay, book, limits)
        if progress is not None:
            progress(1)
    return done


def rounds_of(
    property_code: str, game: str, table: str | None, since: date | None, until: date | None, position: int
) -> QuerySet[Round]:
    """The rounds that a study judges."""
    rounds = Round.objects.filter(property__code=property_code, game=game, first_position__lte=position)
    chosen = {"table": table, "gaming_day__gte": since, "gaming_day__lte": until}
    return rounds.filter(**{name: value for name, value in chosen.items() if value is not None})


def _take(done: Study, replay: Replay, book: RuleBook, limits: Limits | None) -> None:
    """Judge one round again and add what differs."""
    before = {result.bet: result for result in replay.judgement.results}
    state = replay.state
    if limits is not None and state.terms is not None:
        state.terms = msgspec.structs.replace(state.terms, limits={**state.terms.limits, **limits})
    after = {result.bet: result for result in judge(state, book, ended=replay.ended).results}
    currency = replay.terms.currency or ""
    sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for bet in dict.fromkeys([*before, *after]):
        old, new = before.get(bet), after.get(bet)
        placed = state.placed(bet) if hasattr(state, "placed") else None
        player = getattr(placed.fact, "player", None) if placed is not None else None
        kind = next((each.kind for each in (old, new) if each is not None), "")
        for group in (("all", ""), ("table", replay.table), ("bet", kind), ("player", player or "")):
            _count(sums[group], net(old), net(new))
    done.rounds += 1
    for (by, name), counts in sums.items():
        done.groups.setdefault((currency, by, name), Sum()).add(*counts)


def _count(counts: list[int], old: int | None, new: int | None) -> None:
    """Add a bet to what is owed, what changes and how many are undecided."""
    counts[0] += old or 0
    counts[1] += 0 if old is None or new is None else new - old
    counts[2] += old is None or new is None


def _take_readings(done: Study, replay: Replay, house: House, left: dict[tuple[str, str], Session]) -> None:
    """Judge one round with each other reading of its document. ``left`` is what rounds left by table and reading."""
    if replay.book is None:
        return
    state, kept = replay.state, replay.state.before
    for choice, value, book in replay.book.other_readings:
        group = f"{choice.name}={written(value)}"
        if carries(state.game):
            session, earlier = left.get((replay.table, group), (kept or EMPTY, replay.moment))
            remembered = turned_under(session, book, earlier, replay.moment, house).under_minimum
            state.before = msgspec.structs.replace(kept or EMPTY, under_minimum=remembered)
        judgement = judge(state, book, ended=replay.ended)
        if carries(state.game):
            left[replay.table, group] = (carry(state.before or EMPTY, state, judgement, book), replay.moment)
            state.before = kept
        ones, others = ({each.bet: each for each in every.results} for every in (replay.judgement, judgement))
        counts = [0, 0, 0]
        for bet in {**ones, **others}:
            _count(counts, net(ones.get(bet)), net(others.get(bet)))
        done.groups.setdefault((replay.terms.currency or "", "reading", group), Sum()).add(*counts)
