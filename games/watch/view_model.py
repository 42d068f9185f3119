"""What the watches show, as plain data: for pages, the API, files and reports. Proved by
``tests/watch/test_pages.py``."""

from __future__ import annotations

from math import exp
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text, figure
from games.fairness import levels
from games.rows.watch_models import Watch, WatchPoint
from games.watch.finding import crossing, levels_of
from games.watch.follower import points_of

_WORDS: Final = Catalogue(__file__)

COLUMNS: Final = ("watch", "results", "moment", "first_position", "log10_evidence", "log10_highest")
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LN10: Final = 2.302585092994046

COUNTED: Final[dict[str, Text]] = _WORDS.table("counted")
_COLOURS: Final = _WORDS.table("colours")
_DRAWING: Final = _WORDS.table("drawing")


def driver_words(kind: str, about: str) -> Text:
    """What drives the evidence, in words."""
    if kind == "colour":
        return _WORDS.text("the-colour-c", c=_COLOURS.get(about, about))
    if kind == "drawing":
        if about in _DRAWING:
            return _WORDS.text("cards-come-w", w=_DRAWING[about])
        return _WORDS.text("a-card-stands-s-ranks", s=about.removeprefix("+"))
    return _WORDS.text(f"about--{kind}", a=about)


def watch_told(watch: Watch, level: float) -> dict[str, Any]:
    """A watch in figures. Evidence is E itself up to 10^300; ``bar`` what it would have to reach."""
    return figures(watch, level, crossing(watch, level))


def figures(watch: Watch, level: float, crossed: WatchPoint | None) -> dict[str, Any]:
    """The same, of one that stands or stood."""
    return {
        "watch": watch.code,
        "kind": watch.kind,
        "game": watch.game,
        "table": watch.table,
        "dealer": watch.dealer,
        "equipment": watch.equipment,
        "results": watch.taken,
        "since": watch.began_at.isoformat(),
        "until": watch.moment.isoformat(),
        "log10_evidence": round(watch.value / LN10, 3),
        "log10_highest": round(watch.highest / LN10, 3),
        "level": level,
        "log10_bar": round(levels.bar(level) / LN10, 3),
        "crossed": None if crossed is None else crossed.moment.isoformat(),
    }


def watches_told(property_id: int, *, game: str = "", table: str = "") -> list[dict[str, Any]]:
    """All watches of a property, the nearest to its bar first."""
    level = levels_of(property_id)
    rows = Watch.objects.filter(property_id=property_id).defer("state")
    if game:
        rows = rows.filter(game=game)
    if table:
        rows = rows.filter(table=table)
    told = [watch_told(watch, level[watch.code]) for watch in rows if watch.code in level]
    return sorted(told, key=lambda each: (each["log10_bar"] - each["log10_highest"], each["watch"]))


def points_told(watch: Watch) -> list[dict[str, Any]]:
    """The evidence of a watch over time."""
    return [
        {
            "watch": watch.code,
            "results": point.taken,
            "moment": point.moment.isoformat(),
            "first_position": point.first_position,
            "log10_evidence": round(point.value / LN10, 4),
            "log10_highest": round(point.highest / LN10, 4),
            "since_result": None if point.since is None else point.since + 1,
            "drivers": point.drivers,
        }
        for point in points_of(watch)
    ]


def odds(level: float) -> int:
    """One in how many."""
    return round(1 / level)


def plainly(logarithm: float) -> Text:
    """Evidence for people: 0.4, 27, 1.2·10⁹."""
    if logarithm < 2.3:
        return figure(f"{exp(logarithm):.2g}")
    if logarithm < 13.8:
        return figure(f"{round(exp(logarithm)):,}")
    tens = int(logarithm / LN10)
    return figure(f"{exp(logarithm - tens * LN10):.1f}·10{str(tens).translate(_RAISED)}")
