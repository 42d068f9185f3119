"""The annex of a report as tables for people, from the annex that its bundle holds: the very same figures.

Cells are put into words in both languages here, so that the pages need nothing else. Pure but for the words of bets and
games. Proved by ``tests/surveillance/reports/test_annex.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.money import amount
from casino.core.text import Text, figure
from games import words
from games.catalogue import GAMES
from games.drawing import bars
from games.words import shared
from surveillance.reports.paper import data as d

_WORDS: Final = Catalogue(__file__)

TITLE: Final = _WORDS.text("title")
NOTE: Final = _WORDS.text("note")
SMALL: Final = _WORDS.text("small")
HOLD: Final = _WORDS.text("hold")
HOLD_COLUMNS: Final = (
    Text("", ""),
    _WORDS.text("hold_columns--rounds"),
    _WORDS.text("hold_columns--staked"),
    _WORDS.text("hold_columns--won"),
    _WORDS.text("hold_columns--hold-95"),
    _WORDS.text("hold_columns--theoretical"),
    _WORDS.text("hold_columns--theoretical-win-95-by-chance"),
)
KINDS: Final = _WORDS.text("kinds")
KIND_COLUMNS: Final = (
    Text("", ""),
    _WORDS.text("kind_columns--bets"),
    _WORDS.text("kind_columns--staked"),
    _WORDS.text("kind_columns--won-by-the-rules"),
    _WORDS.text("kind_columns--theoretical"),
    _WORDS.text("kind_columns--theoretical-win-95-by-chance"),
)
FREQUENCIES: Final = _WORDS.text("frequencies")
FREQUENCY_COLUMNS: Final = (
    Text("", ""),
    _WORDS.text("frequency_columns--results"),
    _WORDS.text("frequency_columns--degrees"),
    _WORDS.text("frequency_columns--p"),
    _WORDS.text("frequency_columns--p-corrected"),
    _WORDS.text("frequency_columns--p-of-drift"),
    _WORDS.text("frequency_columns--strongest-sector-p"),
)
WATCHES: Final = _WORDS.text("watches")
WATCH_COLUMNS: Final = (
    Text("", ""),
    _WORDS.text("watch_columns--results"),
    _WORDS.text("watch_columns--evidence"),
    _WORDS.text("watch_columns--highest"),
    _WORDS.text("watch_columns--bar"),
    _WORDS.text("watch_columns--in-doubt"),
    _WORDS.text("watch_columns--e-bh"),
)
YES: Final = _WORDS.text("yes")
WRONG: Final = _WORDS.text("wrong")
WRONG_COLUMNS: Final = (
    Text("", ""),
    _WORDS.text("wrong_columns--wrong"),
    _WORDS.text("wrong_columns--bets"),
    _WORDS.text("wrong_columns--rate-99"),
)
BY: Final = _WORDS.table("by")
EXPECTED: Final = _WORDS.text("expected")
FEWEST: Final = 4
"""Of fewer groups the table says all that bars would."""
ALL_TABLES: Final = _WORDS.text("all-tables")
NOTHING: Final = _WORDS.text("nothing")
Row = tuple[Text, ...]


def annex(told: Mapping[str, Any]) -> d.Annex:
    """The tables of an annex as its bundle has it."""
    hold = [each for each in told["hold"] if each["kind"] is None]
    kinds = [each for each in told["hold"] if each["kind"] is not None]
    games = sorted({each["game"] for each in told["hold"]})
    assumed = (Text(told["assumes"][game]["vi"], told["assumes"][game]["en"]) for game in games)
    tables = (
        _table(HOLD, HOLD_COLUMNS, map(_hold, hold), (3, 0, 0, 0, 3, 0, 4)),
        _table(KINDS, KIND_COLUMNS, map(_kind, kinds), (2, 0, 0, 0, 0, 3)),
        _table(FREQUENCIES, FREQUENCY_COLUMNS, map(_frequency, told["frequencies"]), (3, 0, 0, 0, 0, 0, 2)),
        _table(WATCHES, WATCH_COLUMNS, map(_watch, told["watches"]["watches"]), (1, 0, 0, 0, 0, 0, 0)),
        _table(WRONG, WRONG_COLUMNS, map(_wrong, told["mispayments"]), (1, 0, 0, 0)),
    )
    notes = tuple(_joined(_game(game), ": ", text) for game, text in zip(games, assumed, strict=True))
    return d.Annex(
        title=TITLE,
        note=NOTE,
        assumed=notes,
        tables=tuple(each for each in tables if each.rows),
        plots=tuple(_plots(told)),
    )


def _table(title: Text, columns: Row, rows: Iterator[Row], widths: tuple[int, ...]) -> d.AnnexTable:
    return d.AnnexTable(title=title, columns=columns, rows=tuple(rows), widths=widths)


def _game(code: str) -> Text:
    return words.term(shared.GAMES, code)


def _joined(*parts: Text | str) -> Text:
    def of(language: str) -> str:
        return "".join(part if isinstance(part, str) else part.in_language(language) for part in parts)

    return Text(of("vi"), of("en"))


def _plain(value: object) -> Text:
    return Text(str(value), str(value))


def _whole(value: int) -> Text:
    return figure(f"{value:,}")


def _number(value: Any, places: int) -> Text:
    if value is None:
        return NOTHING
    said = f"{float(value):.{places}f}".replace("-", "\N{MINUS SIGN}")
    return figure(said)


def _percent(value: Any, places: int = 2) -> Text:
    return NOTHING if value is None else _joined(_number(100 * float(value), places), " %")


def _p(value: Any) -> Text:
    if value is not None and float(value) < 0.0001:
        return _WORDS.text("n-0-0001")
    return _number(value, 4)


def _money(each: Mapping[str, Any], name: str) -> Text:
    minor, currency = each[name], each["currency"]
    return amount(minor, currency)


def _expected(each: Mapping[str, Any]) -> tuple[Text, Text]:
    if each["theoretical"] is None:
        return NOTHING, NOTHING
    expected = _money(each, "theoretical_minor")
    if each["theoretical_low_minor"] is None:
        return _percent(each["theoretical"]), expected
    low, high = _money(each, "theoretical_low_minor"), _money(each, "theoretical_high_minor")
    return _percent(each["theoretical"]), _joined(expected, " (", low, " … ", high, ")")


def _few(each: Mapping[str, Any], said: Text) -> Text:
    return _joined(said, " · ", SMALL) if each["small"] else said


def _hold(each: Mapping[str, Any]) -> Row:
    where: list[Text | str] = [_game(each["game"]), " · ", _plain(each["table"]) if each["table"] else ALL_TABLES]
    if each["shift"]:
        where += [" · ", _WORDS.text("shift-n", n=each["shift"])]
    held = _percent(each["hold"])
    if each["low"] is not None:
        held = _joined(held, " (", _percent(each["low"]), " … ", _percent(each["high"]), ")")
    rounds = _few(each, _whole(each["rounds"]))
    staked, won = _money(each, "staked_minor"), _money(each, "won_minor")
    return (_joined(*where), rounds, staked, won, held, *_expected(each))


def _kind(each: Mapping[str, Any]) -> Row:
    name = _joined(_game(each["game"]), " · ", words.bet_kind(each["game"], each["kind"]))
    bets = _few(each, _whole(each["rounds"]))
    return (name, bets, _money(each, "staked_minor"), _money(each, "won_minor"), *_expected(each))


def _frequency(each: Mapping[str, Any]) -> Row:
    name = Text(each["name"]["vi"], each["name"]["en"])
    corrected = SMALL if each["small"] else _p(each["p_corrected"])
    chi = _joined(_number(each["chi_square"], 1), f" ({each['degrees']})")
    where = _joined(_game(each["game"]), f" · {each['table']} · ", name)
    return (where, _whole(each["results"]), chi, _p(each["p"]), corrected, _p(each["p_drift"]), _sector(each["sector"]))


def _plots(told: Mapping[str, Any]) -> Iterator[d.AnnexPlot]:
    """Bars of what came at each table, for a wheel in the order of its pockets; none of small numbers."""
    for each in told["frequencies"]:
        if each["small"] or len(each["groups"]) < FEWEST:
            continue
        chance = GAMES[each["game"]].chance
        assert chance is not None
        [spread] = [spread for spread in chance.spreads if spread.code == each["of"]]
        groups = [each["groups"][place] for place in spread.order or range(len(each["groups"]))]
        title = _joined(_game(each["game"]), f" · {each['table']} · ", Text(each["name"]["vi"], each["name"]["en"]))

        def drawn(language: str, groups: list[Any] = groups, title: Text = title) -> str:
            named = [
                bars.Bar(group["name"][language], group["count"], "plain", "", float(group["expected"]))
                for group in groups
            ]
            return bars.plot(named, None, title=title.in_language(language), line_words=EXPECTED.in_language(language))

        yield d.AnnexPlot(title=title, drawn=Text(drawn("vi"), drawn("en")))


def _sector(found: Mapping[str, Any] | None) -> Text:
    return NOTHING if found is None else _joined(" ".join(found["groups"]), " (", _p(found["p"]), ")")


def _watch(each: Mapping[str, Any]) -> Row:
    figures = (_number(each[f"log10_{name}"], 2) for name in ("evidence", "highest", "bar"))
    return (
        _plain(each["watch"]),
        _whole(each["results"]),
        *figures,
        *(YES if each[name] else NOTHING for name in ("crossed", "together")),
    )


def _wrong(each: Mapping[str, Any]) -> Row:
    group = _plain(each["group"])
    if each["by"] == "bet":
        group = words.bet_kind(each["game"], each["group"])
    elif each["by"] == "source":
        group = words.term(shared.SOURCES, each["group"] or "table")
    name = _joined(_game(each["game"]), " · ", BY[each["by"]].format(g=group))
    rate = _joined(_percent(each["low"]), " … ", _percent(each["high"]))
    return (name, _whole(each["cases"]), _whole(each["bets"]), _few(each, rate))
