"""What a document's file may say: what is mistyped is refused when it is read, with the place, in every game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from casino.core.money import Odds
from games import catalogue
from games.engine.document import book_of
from games.engine.document_file import ChoiceRow, ClauseRow, DocumentFile

TEXTS = catalogue.texts()
WITH_BETS = sorted(name for name, text in TEXTS.items() if "[[bets]]" in text)


def read(raw: dict[str, Any]) -> None:
    catalogue.read(book_of(raw))


def parts(raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every part of a file that has columns: the file, its title, rows of clauses, choices and bets, and within."""
    yield raw
    for name in ("title",):
        yield raw[name]
    for name in ("clauses", "lent", "bets"):
        yield from raw.get(name, ())
    yield from raw["choices"].values()
    for row in raw.get("bets", ()):
        yield from (row[name] for name in ("area", "spot", "order") if name in row)
        yield from row.get("cases", ())


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_column_that_nobody_knows_is_refused_in_every_part(name: str) -> None:
    """A mistyped name (``odd``, ``clause_wons``) would be what was meant, left out."""
    count = len(list(parts(tomllib.loads(TEXTS[name]))))
    assert count > 20
    for place in range(count):
        raw = tomllib.loads(TEXTS[name])
        part = list(parts(raw))[place]
        part["mistyped"] = "1:10"
        with pytest.raises(ValueError, match="mistyped"):
            read(raw)


@pytest.mark.parametrize("name", WITH_BETS)
def test_every_column_of_a_row_of_bets_is_typed(name: str) -> None:
    rows = tomllib.loads(TEXTS[name])["bets"]
    for place, row in enumerate(rows):
        for column in row:
            raw = tomllib.loads(TEXTS[name])
            raw["bets"][place][column] = 1.5
            with pytest.raises((ValueError, LookupError)):
                read(raw)


@pytest.mark.parametrize("name", WITH_BETS)
def test_a_row_names_clauses_and_prices_that_are_there(name: str) -> None:
    raw = tomllib.loads(TEXTS[name])
    raw["bets"][0]["clause_lost"] = "99.9"
    with pytest.raises(ValueError, match=re.escape("has no clause 99.9")):
        read(raw)
    raw = tomllib.loads(TEXTS[name])
    row = raw["bets"][0]
    (row["cases"][0] if "cases" in row else row)["odds"] = "unheard_of"
    with pytest.raises((ValueError, LookupError), match="unheard_of"):
        read(raw)


@pytest.mark.parametrize("name", WITH_BETS)
def test_a_bet_without_a_clause_and_a_code_that_stands_twice_are_refused(name: str) -> None:
    raw = tomllib.loads(TEXTS[name])
    for column in [each for each in raw["bets"][0] if each.startswith("clause") or each == "cases"]:
        del raw["bets"][0][column]
    with pytest.raises(ValueError, match="clause"):
        read(raw)
    raw = tomllib.loads(TEXTS[name])
    raw["bets"][1]["code"] = raw["bets"][0]["code"]
    with pytest.raises(ValueError, match="one code"):
        read(raw)


def test_prices_have_their_clauses_and_those_are_there() -> None:
    raw = tomllib.loads(TEXTS[WITH_BETS[0]])
    raw["odds"]["further"] = "1:2"
    with pytest.raises(ValueError, match="further"):
        read(raw)
    raw["odds_clauses"]["further"] = "99.9"
    with pytest.raises(ValueError, match=re.escape("99.9")):
        read(raw)


@pytest.mark.parametrize("written", ["10:1", "35:1", "2:1", "3:2", "1.5:1", "150:1"])
def test_odds_the_wrong_way_round_are_refused(written: str) -> None:
    """What pays less than the stake is written for a stake of 1, but for what commission holds back."""
    with pytest.raises(ValueError, match="stake:profit"):
        Odds.parse(written)
    stake, _colon, profit = written.partition(":")
    assert Odds.parse(f"{profit}:{stake}").profit > 0


@pytest.mark.parametrize(
    ("written", "profit", "stake"),
    [("20:19", 19, 20), ("1:0.5", 1, 2), ("1:0.95", 19, 20), ("2:3", 3, 2), ("6:5", 5, 6)],
)
def test_prices_below_the_stake_that_are_meant(written: str, profit: int, stake: int) -> None:
    assert (Odds.parse(written).profit, Odds.parse(written).stake) == (profit, stake)


def test_what_is_missing_is_named() -> None:
    for part, struct in (("clauses", ClauseRow), ("choices", ChoiceRow)):
        for column in struct.__struct_fields__:
            raw = tomllib.loads(TEXTS["roulette.2020-06-13"])
            row = raw[part][0] if part == "clauses" else next(iter(raw[part].values()))
            if row.pop(column, None) is None or column in ("posts", "or_above", "readings"):
                continue
            with pytest.raises(ValueError, match=column):
                read(raw)
    assert {"game", "number", "effective_from", "title", "clauses"} <= set(DocumentFile.__struct_fields__)
