"""What a document's file may say: what is mistyped is refused when it is read, with the place, in every game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from casino.core.money import Odds
from games import catalogue
from games.engine.document import book_of, parse_book
from games.engine.document_file import ChoiceRow, ClauseRow, DocumentFile
from games.engine.unfit import Unfit, sentences
from games.judgement.study_fields import fields_of
from tests.engine.books import GAMES

TEXTS = catalogue.texts()
WITH_BETS = sorted(name for name, text in TEXTS.items() if "[[bets]]" in text)


@cache
def _parsed(name: str) -> dict[str, Any]:
    return tomllib.loads(TEXTS[name])


def file_of(name: str) -> dict[str, Any]:
    """What a file says, to be altered."""
    return deepcopy(_parsed(name))


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
    count = len(list(parts(file_of(name))))
    assert count > 20
    for place in range(count):
        raw = file_of(name)
        part = list(parts(raw))[place]
        part["mistyped"] = "1:10"
        with pytest.raises(ValueError, match="mistyped"):
            read(raw)


@pytest.mark.parametrize("name", WITH_BETS)
def test_every_column_of_a_row_of_bets_is_typed(name: str) -> None:
    rows = file_of(name)["bets"]
    for place, row in enumerate(rows):
        for column in row:
            raw = file_of(name)
            raw["bets"][place][column] = 1.5
            with pytest.raises((ValueError, LookupError)):
                read(raw)


@pytest.mark.parametrize("name", WITH_BETS)
def test_a_row_names_clauses_and_prices_that_are_there(name: str) -> None:
    raw = file_of(name)
    raw["bets"][0]["clause_lost"] = "99.9"
    with pytest.raises(ValueError, match=re.escape("has no clause 99.9")):
        read(raw)
    raw = file_of(name)
    row = raw["bets"][0]
    (row["cases"][0] if "cases" in row else row)["odds"] = "unheard_of"
    with pytest.raises((ValueError, LookupError), match="unheard_of"):
        read(raw)


@pytest.mark.parametrize("name", WITH_BETS)
def test_a_bet_without_a_clause_and_a_code_that_stands_twice_are_refused(name: str) -> None:
    raw = file_of(name)
    for column in [each for each in raw["bets"][0] if each.startswith("clause") or each == "cases"]:
        del raw["bets"][0][column]
    with pytest.raises(ValueError, match="clause"):
        read(raw)
    raw = file_of(name)
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


Edit = tuple[tuple[Any, ...], Any]
"""Where in a document, and what stands there instead; None: nothing."""
ROULETTE, SICBO, BACCARAT = "roulette.2020-06-13", "sicbo.2020-06-13", "baccarat.2024-10-01"
NIUNIU, MAUBINH = "niuniu.2024-07-09", "maubinh.2020-01-01"

MISTAKES: list[tuple[str, Edit, str]] = [
    (ROULETTE, (("odds", "straight"), "35:1"), "odds.straight: odds are written stake:profit: 35:1 wins less than"),
    (ROULETTE, (("odds", "straight"), "6:5"), "odds.straight: odds are written stake:profit: 6:5 wins less than"),
    (ROULETTE, (("odds", "straight"), "35 to 1"), "odds.straight: odds are written stake:profit, as the documents"),
    (ROULETTE, (("odds", "straight"), "35"), "odds.straight: odds are written stake:profit, as the documents"),
    (ROULETTE, (("odds", "straight"), "1:0"), "odds.straight: odds are written stake:profit, as the documents"),
    (ROULETTE, (("odds", "straight"), "1:3500"), "odds.straight: no game pays more than 900 for 1"),
    (ROULETTE, (("bets", 0, "odd"), "straight"), "bets[straight]: `odd` is no name that may stand here"),
    (ROULETTE, (("bets", 0, "odds"), "strait"), "bets[straight].odds: the document has no row `strait`"),
    (ROULETTE, (("bets", 0, "clause_won"), "6.9"), "bets[straight].clause_won: the document has no clause 6.9"),
    (ROULETTE, (("bets", 0, "clause_lost"), None), "bets[straight]: `clause_lost` is missing"),
    (ROULETTE, (("bets", 0, "positions"), "strayts"), "bets[straight].positions: `strayts` is none of the values"),
    (ROULETTE, (("bets", 0, "covers"), [1]), "bets[straight]: either `covers` or `positions`"),
    (ROULETTE, (("bets", 5, "covers", "1"), [1, 4, 37]), "bets[column].covers.1[2]: the value is not one that may"),
    (ROULETTE, (("bets", 1, "code"), "straight"), "bets[straight]: two kinds of bet have one code"),
    (ROULETTE, (("tables", "revolutions", "least"), 0), "tables.revolutions.least: the value is not one that may"),
    (ROULETTE, (("tables", "revolution"), {"least": 3}), "tables: `revolution` is no name that may stand here"),
    (ROULETTE, (("choices", "claim_of_time", "value"), "claimed"), "choices.claim_of_time: `claimed` is none of"),
    (ROULETTE, (("choices", "claim_of_time", "clause"), ["99"]), "choices.claim_of_time.clause: the document has no"),
    (ROULETTE, (("choices", "management"), None), "choices: `management` is missing"),
    (ROULETTE, (("choices", "rounding_unit_minor"), None), "choices: `rounding_unit_minor` is missing"),
    (ROULETTE, (("choices", "rounding_unit_minor", "value"), 0), "choices.rounding_unit_minor: the value is not"),
    (ROULETTE, (("choices", "rounding_direction", "value"), "off"), "choices.rounding_direction: `off` is none of"),
    (ROULETTE, (("choices", "mood"), {"value": 1, "clause": [], "vi": "", "en": ""}), "choices: `mood` is no name"),
    (ROULETTE, (("clauses", 3, "kind"), "rul"), "].kind: `rul` is none of the values"),
    (ROULETTE, (("clauses", 3, "posts"), ["croupier"]), "].posts: `croupier` is no post"),
    (ROULETTE, (("clauses", 3, "posts"), ["house"]), "].posts: `house` is no post, and no choice"),
    (ROULETTE, (("clauses", 3, "vi"), None), "]: `vi` is missing"),
    (ROULETTE, (("clauses", 3, "number"), "1.1"), "clauses: clause 1.1 stands twice"),
    (ROULETTE, (("printed",), {"8.4.5": ["8.9"]}), "printed.8.4.5: the document has no clause 8.9"),
    (ROULETTE, (("odds_clauses", "straight"), "9.9"), "odds_clauses.straight: the document has no clause 9.9"),
    (ROULETTE, (("reserved",), ["7.99"]), "reserved: the document has no clause 7.99"),
    (ROULETTE, (("moved",), {"7.1": "7.99"}), "moved: clauses have moved to 7.99"),
    (ROULETTE, (("time_zone",), "Asia/Hoi_An"), "time_zone: there is no time zone `Asia/Hoi_An`"),
    (ROULETTE, (("game",), "rulette"), "game: there is no game `rulette`"),
    (SICBO, (("bets", 0, "rule"), "sums"), "bets[small].rule: `sums` is none of the values"),
    (SICBO, (("bets", 2, "numbers"), [7]), "bets[specific_triple]: no throw wins `specific_triple:7`"),
    (SICBO, (("bets", 5, "numbers"), [19]), "bets[total].numbers[0]: the value is not one that may"),
    (SICBO, (("bets", 5, "odds"), "totals_{number}"), "bets: the document has no row `totals_4` in [odds]"),
    (SICBO, (("bets", 7, "odds"), ["single_one", "single_two"]), "bets[single].odds: there is one for all, or 3"),
    (SICBO, (("tables", "shakes"), None), "tables: `shakes` is missing"),
    (BACCARAT, (("bets", 0, "cases", 0, "odds"), "pair"), "bets[player_pair].cases[0].odds: the document has no row"),
    (BACCARAT, (("bets", 0, "cases", 0, "clause"), "6.9"), "bets[player_pair].cases[0].clause: the document has no"),
    (BACCARAT, (("bets", 0, "cases", 0, "odds"), None), "bets[player_pair].cases[0]: either `odds` or `comes_to`"),
    (BACCARAT, (("bets", 0, "cases"), None), "bets[player_pair]: no clause says when it wins or is lost"),
    (BACCARAT, (("bets", 3, "cases", 0, "banker_points"), 10), "bets[lucky6].cases[0].banker_points: the value is"),
    (BACCARAT, (("bets", 1, "cases", 0, "winner"), "bank"), "bets[player].cases[0].winner: `bank` is none of"),
    (BACCARAT, (("tables", "insurance", 0, "odds"), "2:1"), "tables.insurance[0].odds: odds are written stake:profit"),
    (BACCARAT, (("tables", "insurance", 0, "own_points"), [40]), "tables.insurance[0].own_points[0]: the value is not"),
    (BACCARAT, (("tables", "insurance_tie_paid", "clause"), "1.9"), "tables.insurance_tie_paid.clause: the document"),
    (BACCARAT, (("tables", "banker_draws", "3"), [11]), "tables.banker_draws.3[0]: the value is not one that may"),
    (BACCARAT, (("tables", "banker_draws", "10"), [1]), "tables.banker_draws: `10` is none of the values"),
    (BACCARAT, (("tables", "shoe", "default_decks"), 80), "tables.shoe.default_decks: the value is not one that may"),
    (BACCARAT, (("choices", "lucky6_on", "readings"), ["both"]), "choices.lucky6_on: `both` is none of the values"),
    (BACCARAT, (("choices", "lucky6_on", "readings"), ["banker_total"]), "choices.lucky6_on: `banker_wins` is none of"),
    (NIUNIU, (("tables", "payout", "ngau_ham", "double"), "3:1"), "tables.payout.ngau_ham.double: odds are written"),
    (NIUNIU, (("tables", "payout", "ngau_ham"), None), "tables.payout: no row is called `ngau_ham`"),
    (NIUNIU, (("tables", "ranks", 3, "row"), "ngau_9"), "tables.payout: no row is called `ngau_9`"),
    (NIUNIU, (("tables", "ranks", 3, "class"), "ngau_10"), "tables.ranks[ngau_10].class: `ngau_10` is none of"),
    (NIUNIU, (("tables", "ranks", 3), None), "tables.ranks: `ngau_9` is missing"),
    (NIUNIU, (("tables", "ranks", 3, "clause"), "6.9"), "tables.ranks[3].clause: the document has no clause 6.9"),
    (NIUNIU, (("tables", "additional_loss", "ngau_ham", "part"), "3/2"), "tables.additional_loss.ngau_ham.part: `3/2`"),
    (NIUNIU, (("tables", "commission", "percent"), 105), "tables.commission.percent: the value is not one that may"),
    (NIUNIU, (("tables", "boxes", "most"), 0), "tables.boxes.most: the value is not one that may stand here"),
    (NIUNIU, (("bets",), [{"code": "ante", "vi": "", "en": ""}]), "`bets` is no name that may stand here"),
    (MAUBINH, (("tables", "multiples", "front", "flush_of"), 3), "tables.multiples.front: `flush_of` is none of"),
    (MAUBINH, (("tables", "special", 0, "multiple"), 1080), "tables.special[dragon_of_one_suit].multiple: the value"),
    (MAUBINH, (("tables", "special", 0, "name"), "worm"), "tables.special[worm].name: `worm` is none of the values"),
    (MAUBINH, (("tables", "ranks", "cards"), ["A"]), "tables.ranks.cards: `10` is missing"),
    (MAUBINH, (("tables", "shooting", "clause"), "C.99"), "tables.shooting.clause: the document has no clause C.99"),
    (MAUBINH, (("tables", "arrangement", "seats"), 5), "tables.arrangement.seats: the value is not one that may"),
    (MAUBINH, (("lent", 0, "number"), "C.3"), "lent: clause C.3 is lent to a document that prints it"),
]


@pytest.mark.parametrize(("name", "edit", "said"), MISTAKES, ids=lambda each: each if isinstance(each, str) else "")
def test_each_mistake_is_refused_with_its_place(name: str, edit: Edit, said: str) -> None:
    raw = file_of(name)
    (*way, last), value = edit
    part = raw
    for step in way:
        part = part[step]
    if value is None:
        del part[last]
    else:
        part[last] = value
    with pytest.raises(Unfit, match=re.escape(said)) as refused:
        read(raw)
    assert refused.value.document == f"{raw['game']} {raw['number']}".strip() or last == "game"
    text = refused.value.text
    assert text.vi != text.en
    assert text.vi.startswith(text.en[: text.en.index(": ")])


def test_every_sentence_is_said_of_some_mistake() -> None:
    """``odds_unlike`` and what stands between two files: see above, and ``test_lending.py``."""
    source = "".join(path.read_text("utf-8") for path in GAMES.rglob("*.py"))
    codes = set(re.findall(r'Unfit\(\s*"(\w+)"', source)) | {"odds_turned", "odds_form", "unknown", "missing", "form"}
    assert codes == set(sentences())


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_choice_may_be_what_its_document_says_that_it_may_be(name: str) -> None:
    """Each reading that the comment above it names, and no other word."""
    for field in fields_of(TEXTS[name]):
        if field.part == "choices" and field.options:
            for option in field.options:
                raw = file_of(name)
                _choices, choice, *_value = field.place.split(".")
                raw["choices"][choice] |= {"value": field.read(option)}
                read(raw)
            raw["choices"][choice] |= {"value": "mistyped"}
            with pytest.raises(Unfit, match=choice):
                read(raw)


def test_what_the_record_holds_from_before_is_read() -> None:
    """A text that was once put in force is judged by, whatever a schema asks for since: it is read without one."""
    text = TEXTS[ROULETTE]
    before = text.replace("[tables.revolutions]\nleast = 3\n", "[tables.rounds]\nleast = -3\n")
    before = before.replace('kind = "equipment"', 'kind = "thing"', 1)
    assert before != text
    book = parse_book(before)
    assert book.tables["rounds"] == {"least": -3}
    with pytest.raises(Unfit):
        catalogue.read(book)


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
