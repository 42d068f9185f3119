"""The annex as rows, for CSV and XLSX: a figure a row, with its interval where it has one, in a reader's language.

Proved by ``tests/watch/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from casino.console.list_files import Cell
from casino.core.messages import Catalogue
from games import words
from games.words import shared

_WORDS: Final = Catalogue(__file__)

COLUMNS: Final = (
    _WORDS.text("columns--part"),
    _WORDS.text("columns--game"),
    _WORDS.text("columns--table"),
    _WORDS.text("columns--shift"),
    _WORDS.text("columns--group"),
    _WORDS.text("columns--currency"),
    _WORDS.text("columns--figure"),
    _WORDS.text("columns--value"),
    _WORDS.text("columns--from"),
    _WORDS.text("columns--to"),
    _WORDS.text("columns--small-numbers"),
)
PARTS: Final = _WORDS.table("parts")
FIGURES: Final = _WORDS.table("figures")


def titles(language: str) -> list[str]:
    return [column.in_language(language) for column in COLUMNS]


def rows(told: Mapping[str, Any], language: str) -> Iterator[list[Cell]]:
    """Everything of an annex (``games.watch.annex.annex``)."""
    say = _Saying(language)
    for each in told.get("frequencies", ()):
        yield from say.frequency(each)
    for each in told.get("watches", {}).get("watches", ()):
        for figure in ("results", "log10_evidence", "log10_highest", "log10_bar"):
            yield say.row("watches", each, each["watch"], figure, each[figure])
        yield say.row("watches", each, each["watch"], "together", int(each["together"]))
    for each in told.get("hold", ()):
        yield from say.hold(each)
    for each in told.get("mispayments", ()):
        group = words.bet_kind(each["game"], each["group"]).in_language(language) if each["by"] == "bet" else ""
        where = {**each, each["by"]: each["group"]} if each["by"] in ("table", "shift") else each
        if each["by"] == "source":
            group = words.term(shared.SOURCES, each["group"] or "table").in_language(language)
        group = group or (each["group"] if each["by"] == "dealer" else "")
        rate = each["cases"] / each["bets"]
        yield say.row("mispayments", where, group, "bets", each["bets"])
        yield say.row("mispayments", where, group, "cases", each["cases"])
        yield say.row("mispayments", where, group, "rate", rate, each["low"], each["high"], small=each["small"])


class _Saying:
    def __init__(self, language: str) -> None:
        self.language = language

    def row(
        self,
        part: str,
        each: Mapping[str, Any],
        group: str,
        figure: str,
        value: float | None,
        low: float | None = None,
        high: float | None = None,
        *,
        small: bool = False,
    ) -> list[Cell]:
        game = words.term(shared.GAMES, each["game"]).in_language(self.language)
        return [
            PARTS[part].in_language(self.language),
            game,
            each.get("table") or "",
            str(each.get("shift") or ""),
            group,
            each.get("currency", ""),
            FIGURES[figure].in_language(self.language),
            *map(_number, (value, low, high)),
            _number(int(small)),
        ]

    def frequency(self, each: Mapping[str, Any]) -> Iterator[list[Cell]]:
        name = each["name"][self.language]
        for group in each["groups"]:
            called = f"{name}: {group['name'][self.language]}"
            yield self.row("frequencies", each, called, "count", group["count"])
            yield self.row("frequencies", each, called, "expected", group["expected"])
        for figure in ("results", "chi_square", "degrees", "p", "p_corrected", "p_drift"):
            yield self.row("frequencies", each, name, figure, each[figure], small=each["small"])
        if each["sector"] is not None:
            called = f"{name}: {' '.join(each['sector']['groups'])}"
            yield self.row("frequencies", each, called, "sector", each["sector"]["p"], small=each["small"])

    def hold(self, each: Mapping[str, Any]) -> Iterator[list[Cell]]:
        kind = each["kind"]
        group = words.bet_kind(each["game"], kind).in_language(self.language) if kind else ""
        small = each["small"]
        yield self.row("hold", each, group, "bets" if kind else "rounds", each["rounds"])
        yield self.row("hold", each, group, "staked_minor", each["staked_minor"])
        yield self.row("hold", each, group, "won_minor", each["won_minor"])
        yield self.row("hold", each, group, "hold", each["hold"], each["low"], each["high"], small=small)
        yield self.row("hold", each, group, "theoretical", each["theoretical"])
        ends = (each["theoretical_low_minor"], each["theoretical_high_minor"])
        yield self.row("hold", each, group, "theoretical_minor", each["theoretical_minor"], *ends, small=small)


def _number(value: float | None) -> Cell:
    """As a decimal of six digits or more: what a cell holds is no longer than what it says."""
    if value is None:
        return None
    return Decimal(value) if isinstance(value, int) else Decimal(f"{value:.8g}")
