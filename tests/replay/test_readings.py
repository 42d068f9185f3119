"""The readings that a report may rest on are printed in it: those of the clauses that the round names, no others."""

from __future__ import annotations

import msgspec
import pytest

from games.catalogue import shipped
from games.engine.document import RuleBook
from games.engine.judgement import Judgement
from games.words.clauses import cited, readings
from tests.golden.reader import HERE, read


def judged(game: str, name: str) -> tuple[Judgement, RuleBook]:
    judgement = read(HERE / game / f"{name}.txt").judge()
    return judgement, shipped().by_id(judgement.document)


def test_a_judgement_names_the_clauses_of_bets_of_what_may_be_decided_of_findings_and_of_the_round() -> None:
    judgement, _book = judged("roulette", "4.6-late-bet-goes-back")
    settled = {number for result in judgement.results for number in result.settlement.clauses}
    found = {number for finding in judgement.findings for number in finding.clauses}
    assert settled <= cited(judgement)
    assert found <= cited(judgement)
    assert "" not in cited(judgement)
    round_alone = msgspec.structs.replace(judgement, results=(), findings=(), summary={"clauses": ["7.12"]})
    assert cited(round_alone) == {"7.12"}


@pytest.mark.parametrize("under", ["", ".1"])
def test_readings_of_the_clauses_that_are_named_and_of_those_above_them_come_first(under: str) -> None:
    judgement, book = judged("roulette", "4.6-late-bet-goes-back")
    for number in {number for choice in book.choices.values() for number in choice.clauses}:
        named = msgspec.structs.replace(judgement, results=(), findings=(), summary={"clauses": [number + under]})
        touched = [number in book.choices[reading.name].clauses for reading in readings(named, book)]
        assert touched == sorted(touched, reverse=True)
        beside = msgspec.structs.replace(named, summary={"clauses": [f"{number}0"]})
        assert [reading.name for reading in readings(beside, book)] == list(book.choices)


@pytest.mark.parametrize("document", [book.id for book in shipped().books])
def test_every_reading_of_the_document_is_printed_in_both_languages(document: str) -> None:
    book = shipped().by_id(document)
    judgement, _other = judged("roulette", "4.6-late-bet-goes-back")
    read = readings(judgement, book)
    assert sorted(reading.name for reading in read) == sorted(book.choices)
    assert all(reading.text.vi and reading.text.en for reading in read)
    assert {reading.name: reading.value for reading in read} == {c.name: c.value for c in book.choices.values()}


def test_without_a_document_nothing_is_read() -> None:
    judgement, _book = judged("roulette", "4.6-late-bet-goes-back")
    assert readings(judgement, None) == ()
