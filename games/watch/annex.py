"""The annex of a report: frequencies against chance, hold, mispayments, as plain data for any interval and position.

Functions take the code of a property, gaming days from and to (both included; None: all), and a position of the log:
everything is told as it stood there, whatever was recorded since, so that a report tells the same whenever it is made.
Fixed-sample tests are scipy's, corrected for being many (Benjamini and Hochberg); beside them stand the watches' own
values, which may be looked at at any time (``docs/fairness.md``). Proved by ``tests/watch/test_annex.py``.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any, Final

from casino.ledger import follow
from casino.ledger.models import property_of
from games.catalogue import GAMES
from games.engine.chance import Spread
from games.engine.replay import NOT_SENSED
from games.fairness.levels import HOUSE
from games.fairness.rates import e_bh
from games.rows.drawing_rows import drawn_of
from games.rows.readmodel import NAME as ROUNDS
from games.rows.replay import Replayer
from games.rows.watch_models import HAND, Drawn
from games.watch.money import hold, judged_again, mispayments
from games.watch.span import Interval, Rounds, dealer_of, rounds_of
from games.watch.stood import watches_at
from games.watch.view_model import figures

LEVEL: Final = 0.05
"""Of fixed-sample tests, after the correction for being many."""
LEAST_EXPECTED: Final = 5
SECTOR: Final = 9


def annex(
    property_code: str,
    since: date | None = None,
    until: date | None = None,
    position: int | None = None,
    *,
    tables: tuple[str, ...] = (),
    games: tuple[str, ...] = (),
    not_sensed: bool = False,
) -> dict[str, Any]:
    """All of it; ``tables`` and ``games`` narrow it. Sums are in the smallest unit of the currency named beside
    them. Rounds that no equipment sensed are counted apart; with ``not_sensed`` frequencies and mispayments have them
    too. No watch ever has."""
    interval = Interval(since, until, position or follow.position(ROUNDS, property_code), tables, games, not_sensed)
    rounds = rounds_of(property_code, interval)
    again, sources = judged_again(property_code, rounds), rounds.by_source()
    return {
        "property": property_code,
        "since": since and since.isoformat(),
        "until": until and until.isoformat(),
        "position": interval.position,
        "tables": list(interval.tables),
        "games": list(interval.games),
        "rounds": sources.total(),
        "not_sensed": {source: number for source, number in sorted(sources.items()) if source in NOT_SENSED},
        "with_not_sensed": not_sensed,
        "frequencies": frequencies(property_code, rounds),
        "watches": standing_together(property_code, interval),
        "hold": hold(property_code, rounds, again),
        "assumes": {
            game.code: {"vi": game.chance.assumes.vi, "en": game.chance.assumes.en}
            for game in GAMES.values()
            if game.chance
        },
        "mispayments": mispayments(again),
    }


# --- Frequencies ------------------------------------------------------------------------------------------------------


def frequencies(property_code: str, rounds: Rounds) -> list[dict[str, Any]]:
    """For each table and kind of result: counts, exact expectation, a chi-square test, drift between the first and the
    second half, and the strongest sector. ``p_corrected`` is for being one of so many tests."""
    house = property_of(property_code)
    rows = Drawn.objects.filter(property=house, pk__in=rounds.unchanged.values("pk"))
    told = {key: replay for key, replay in rounds.replayed.items() if rounds.counts(replay)}
    if rounds.not_sensed:
        keys = dict(rounds.unchanged.filter(source__in=NOT_SENSED).values_list("stream", "pk"))
        told |= {keys[replay.stream]: replay for replay in Replayer(property_code).many(sorted(keys))}
    found_then = (drawn_of(replay, dealer_of(replay), key, house) for key, replay in told.items())
    every = [*rows.iterator(), *(row for row in found_then if row is not None)]
    results: dict[tuple[str, str], list[list[Any]]] = defaultdict(list)
    for row in sorted(every, key=lambda row: (row.game, row.table, row.moment, row.pk)):
        results[row.game, row.table].append(row.drawn)
    found = []
    for (game, table), each in results.items():
        chance = GAMES[game].chance
        for spread in chance.spreads if chance else ():
            found.append({"game": game, "table": table, **of_spread(spread, each)})
    _correct(found)
    return found


def of_spread(spread: Spread, results: list[list[Any]]) -> dict[str, Any]:
    """Counts of results against exact chances. Draws without replacement vary less than the test takes them to: its
    p-value is then too great, never too small (``independent`` false says so)."""
    from scipy.stats import chi2_contingency, chisquare

    halves = [[0] * len(spread.groups) for _ in range(2)]
    for number, result in enumerate(results):
        for place in spread.place(result):
            halves[2 * number // len(results)][place] += 1
    counts = [one + other for one, other in zip(*halves, strict=True)]
    total = sum(counts)
    expected = [total * group.chance for group in spread.groups]
    told: dict[str, Any] = {
        "of": spread.code,
        "name": {"vi": spread.name.vi, "en": spread.name.en},
        "results": len(results),
        "draws": total,
        "independent": spread.independent,
        "small": total == 0 or min(expected) < LEAST_EXPECTED,
        "groups": [
            {"group": group.code, "name": {"vi": group.name.vi, "en": group.name.en}, "count": count, "expected": mean}
            for group, count, mean in zip(spread.groups, counts, expected, strict=True)
        ],
        "chi_square": None,
        "degrees": len(counts) - 1,
        "p": None,
        "p_drift": None,
        "sector": None,
    }
    if not total:
        return told
    tested = chisquare(counts, expected)
    told |= {"chi_square": float(tested.statistic), "p": float(tested.pvalue)}
    seen = [place for place, count in enumerate(counts) if count]
    if all(sum(half) for half in halves) and len(seen) > 1:
        told["p_drift"] = float(chi2_contingency([[half[place] for place in seen] for half in halves]).pvalue)
    if spread.order:
        told["sector"] = _sector(spread, counts, total)
    return told


def _sector(spread: Spread, counts: list[int], total: int) -> dict[str, Any]:
    """The nine neighbours that came most, with the exact binomial test times the number of sectors."""
    from scipy.stats import binomtest

    size = len(spread.order)
    hits = [sum(counts[spread.order[(first + step) % size]] for step in range(SECTOR)) for first in range(size)]
    first = max(range(size), key=lambda place: hits[place])
    p = float(binomtest(hits[first], total, SECTOR / size, alternative="greater").pvalue)
    return {
        "groups": [spread.groups[spread.order[(first + step) % size]].code for step in range(SECTOR)],
        "count": hits[first],
        "expected": total * SECTOR / size,
        "p": min(1.0, size * p),
    }


def _correct(found: list[dict[str, Any]]) -> None:
    """Benjamini and Hochberg over all tables and kinds of results that are no small numbers."""
    from scipy.stats import false_discovery_control

    tested = [each for each in found if each["p"] is not None and not each["small"]]
    corrected = false_discovery_control([each["p"] for each in tested]) if tested else []
    for each in found:
        each["p_corrected"], each["stands_out"] = None, False
    for each, p in zip(tested, corrected, strict=True):
        each["p_corrected"], each["stands_out"] = float(p), bool(p < LEVEL)


def standing_together(property_code: str, interval: Interval) -> dict[str, Any]:
    """Every watch as it stood at the position, and those over tables that stand together by e-BH on the values that
    they had *then*: of all tables, whichever are shown."""
    stood = watches_at(property_code, interval.position)
    current = {each.watch.code: each.watch.value for each in stood if each.watch.kind != HAND}
    together = e_bh(current, HOUSE)
    return {
        "level": HOUSE,
        "watches": [
            {**figures(each.watch, each.level, each.crossed), "together": each.watch.code in together}
            for each in stood
            if (not interval.tables or each.watch.table in interval.tables)
            and (not interval.games or each.watch.game in interval.games)
        ],
    }
