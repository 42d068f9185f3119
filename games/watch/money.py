"""Money in the annex: what the house won beside what it had to expect, and how many bets were settled wrongly.

Every round is judged again once (:func:`judged_again`): what the theoretical win and the rates of mispayments are made
of. A bet's theoretical win is its game's (``games/<game>/edge.py``), of what of it played; what chance alone moves is
the spread of what the rules gave in each round about what was expected of it. Proved by ``tests/watch/test_annex.py``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import chain
from math import sqrt
from typing import Any, Final, NamedTuple

from django.db.models import F

from casino.ledger.models import Property, property_of
from games.catalogue import GAMES
from games.engine.codes import NOT_IN_THE_BOOKS
from games.engine.judgement import Severity
from games.engine.replay import Replay, source_of
from games.engine.theory import UNDECIDED, at_risk
from games.engine.totals import sums_of
from games.fairness.rates import Rate, rate_interval
from games.rows.models import RoundStatus
from games.rows.projector import status_of
from games.rows.replay import Replayer
from games.watch.span import Rounds, shift_of

RATES: Final = 0.01
"""Of the intervals for rates: 99 %."""
NORMAL_95: Final = 1.959963984540054
FEW_ROUNDS: Final = 30
By = tuple[str, str, str]
"""Game, by what, which."""


class Expected(NamedTuple):
    """Of a round's bets that have a theoretical win: what of their stakes played, what the house expected of it, and
    what the rules then gave, all in the smallest unit of the currency."""

    staked: int = 0
    expected: float = 0.0
    due: int = 0


class Kind(NamedTuple):
    """The same of all bets of one kind, with the sum of (due - expected)² over the rounds."""

    bets: int
    staked: int
    expected: float
    due: int
    squares: float


class Again(NamedTuple):
    """What judging the rounds again gave: by stream what was expected; by game and kind of bet the same; and by group
    how many bets there were, and with how many something was wrong."""

    expected: Mapping[str, Expected]
    kinds: Mapping[tuple[str, str, str], Kind]
    cases: Mapping[By, int]
    totals: Mapping[By, int]


def judged_again(property_code: str, rounds: Rounds) -> Again:
    """Every one of these rounds with bets, as it stood."""
    house = property_of(property_code)
    chosen = rounds.unchanged.exclude(bets_count=0).order_by("first_position")
    rows = dict(chosen.values_list("stream", "overtaken_at"))
    cases: dict[By, int] = defaultdict(int)
    totals: dict[By, int] = defaultdict(int)
    expected: dict[str, Expected] = {}
    kinds: dict[tuple[str, str, str], Kind] = {}
    standing = Replayer(property_code).many(rows, overtaken_at=rows.__getitem__)
    for replay in chain(standing, rounds.replayed.values()):
        if not replay.ended:
            continue
        if rounds.counts(replay):
            _count(replay, house, cases, totals, tell_source=rounds.not_sensed)
        parts = _parts(replay)
        if parts:
            expected[replay.stream] = Expected(*map(sum, zip(*parts.values(), strict=True)))
        for kind, (staked, mean, due) in parts.items():
            key = (replay.state.game, replay.terms.currency or house.currency, kind)
            before = kinds.get(key, Kind(0, 0, 0.0, 0, 0.0))
            kinds[key] = Kind(
                before.bets + sum(result.kind == kind for result in replay.judgement.results),
                before.staked + staked,
                before.expected + mean,
                before.due + due,
                before.squares + (due - mean) ** 2,
            )
    return Again(expected, kinds, cases, totals)


def _count(replay: Replay, house: Property, cases: dict[By, int], totals: dict[By, int], *, tell_source: bool) -> None:
    money = (each for each in replay.judgement.findings if each.severity == Severity.MONEY)
    wrong = {each.subject for each in money if each.code not in NOT_IN_THE_BOOKS}
    opened, game = replay.state.opened, replay.state.game
    groups = [("table", replay.table), ("shift", str(shift_of(replay.moment, house)))]
    if opened is not None and opened.dealer:
        groups.append(("dealer", opened.dealer))
    if tell_source:
        groups.append(("source", source_of(replay.state)))
    for result in replay.judgement.results:
        for by, group in (("all", ""), *groups, ("bet", result.kind)):
            totals[game, by, group] += 1
            cases[game, by, group] += result.bet in wrong


def _parts(replay: Replay) -> dict[str, Expected]:
    """By kind of bet, what a round was expected to bring."""
    chance = GAMES[replay.state.game].chance
    found: dict[str, Expected] = {}
    if chance is None or replay.book is None:
        return found
    for result in replay.judgement.results:
        if result.settlement.outcome in UNDECIDED:
            continue
        mean = chance.theory(replay.state, result, replay.book)
        if mean is None:
            continue
        before = found.get(result.kind, Expected())
        found[result.kind] = Expected(
            before.staked + at_risk(result),
            before.expected + float(mean),
            before.due - result.settlement.net_minor,
        )
    return found


# --- Hold -------------------------------------------------------------------------------------------------------------


def hold(property_code: str, rounds: Rounds, again: Again) -> list[dict[str, Any]]:
    """What the house won of what was staked, by game, table and shift (each with ``table`` or ``shift`` None for all of
    them), with an interval of 95 % from the spread between rounds; beside it the theoretical win, and between what it
    lies in 95 % by chance. ``kind`` is a kind of bet, in rows of its own for all tables: of one kind it is told what
    the rules gave, since what is lost by an error is lost with a round."""
    house = property_of(property_code)
    groups: dict[tuple[str, str, str | None, int | None], Sums] = defaultdict(Sums)
    for stream, game, currency, table, moment, staked, won in _closed(house, rounds):
        shift = shift_of(moment, house)
        for key in ((table, None), (table, shift), (None, None), (None, shift)):
            groups[game, currency, *key].add(staked, won, again.expected.get(stream, Expected()))
    told = [
        {"game": game, "currency": currency, "table": table, "shift": shift, "kind": None, **sums.told()}
        for (game, currency, table, shift), sums in sorted(
            groups.items(), key=lambda item: (*item[0][:2], item[0][2] or "", item[0][3] or 0)
        )
    ]
    return told + [_of_kind(*key, kind) for key, kind in sorted(again.kinds.items())]


def _closed(house: Property, rounds: Rounds) -> Iterator[tuple[str, str, str, str, datetime, int, int]]:
    """Stream, game, currency, table, moment, staked and won by the house of each closed round with bets."""
    closed = rounds.unchanged.filter(status=RoundStatus.CLOSED, staked_minor__gt=0)
    values = closed.annotate(won=-F("recorded_net_minor") - F("remedied_minor")).order_by()
    yield from values.values_list("stream", "game", "currency", "table", "moment", "staked_minor", "won").iterator()
    for replay in rounds.replayed.values():
        staked = sum(result.settlement.stake_minor for result in replay.judgement.results)
        if status_of(replay) != RoundStatus.CLOSED or not staked:
            continue
        sums = sums_of(replay.state, replay.judgement, ended=replay.ended)
        won = -sums.recorded_minor - sums.remedied_minor
        currency = replay.terms.currency or house.currency
        yield replay.stream, replay.state.game, currency, replay.table, replay.moment, staked, won


def _of_kind(game: str, currency: str, code: str, kind: Kind) -> dict[str, Any]:
    small = kind.bets < FEW_ROUNDS
    half = None if small else NORMAL_95 * sqrt(kind.squares)
    return {
        "game": game,
        "currency": currency,
        "table": None,
        "shift": None,
        "kind": code,
        "rounds": kind.bets,
        "staked_minor": kind.staked,
        "won_minor": kind.due,
        "hold": kind.due / kind.staked if kind.staked else 0.0,
        "low": None,
        "high": None,
        **_theoretical(kind.staked, kind.expected, half),
        "small": small,
    }


def _theoretical(staked: int, expected: float, half: float | None) -> dict[str, Any]:
    """``half`` is half the interval, None of few rounds: then none is given."""
    if not staked:
        return dict.fromkeys(
            (
                "theoretical",
                "theoretical_minor",
                "theoretical_low_minor",
                "theoretical_high_minor",
                "theoretical_staked_minor",
            )
        )
    return {
        "theoretical": expected / staked,
        "theoretical_minor": round(expected),
        "theoretical_low_minor": None if half is None else round(expected - half),
        "theoretical_high_minor": None if half is None else round(expected + half),
        "theoretical_staked_minor": staked,
    }


class Sums:
    """Sums over rounds, and of squares, for a ratio's spread."""

    def __init__(self) -> None:
        self.rounds = 0
        self.staked = self.won = 0
        self.squares = self.mixed = self.stakes = 0
        self.covered = 0
        self.expected = self.moved = 0.0

    def add(self, staked: int, won: int, theory: Expected) -> None:
        self.rounds += 1
        self.staked, self.won = self.staked + staked, self.won + won
        self.squares += won * won
        self.mixed += won * staked
        self.stakes += staked * staked
        self.covered += theory.staked
        self.expected += theory.expected
        self.moved += (theory.due - theory.expected) ** 2

    def told(self) -> dict[str, Any]:
        """The ratio's interval by its linearised variance: Σ(won − hold·staked)² over the sum staked, squared. Of few
        rounds it says nothing (of one it would have no width), and none is given."""
        rate = self.won / self.staked
        spread = max(0.0, self.squares - 2 * rate * self.mixed + rate * rate * self.stakes)
        small = self.rounds < FEW_ROUNDS
        half = NORMAL_95 * sqrt(spread) / self.staked
        return {
            "rounds": self.rounds,
            "staked_minor": self.staked,
            "won_minor": self.won,
            "hold": rate,
            "low": None if small else rate - half,
            "high": None if small else rate + half,
            **_theoretical(self.covered, self.expected, None if small else NORMAL_95 * sqrt(self.moved)),
            "small": small,
        }


# --- Mispayments ------------------------------------------------------------------------------------------------------


def mispayments(again: Again) -> list[dict[str, Any]]:
    """How many bets were settled with something wrong about money, of all bets that are decided, by table, shift,
    dealer and kind of bet: of rounds that equipment sensed, and where the others were asked for too, by source as well.
    With intervals that hold however often they are looked at."""
    return [
        {"game": game, "by": by, "group": group, **_rate(rate_interval(again.cases[game, by, group], total, RATES))}
        for (game, by, group), total in sorted(again.totals.items())
    ]


def _rate(rate: Rate) -> dict[str, Any]:
    return {"cases": rate.cases, "bets": rate.total, "low": rate.low, "high": rate.high, "small": rate.small}
