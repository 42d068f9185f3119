"""The table of clauses: nothing without code and reason, nothing with both, and what it lists is current."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from disputes.case import clauses as section_8
from disputes.case.procedure import ITEMS, clause_of
from disputes.case.procedure import printed as printed_numbers
from games.catalogue import GAMES, all_books
from games.engine.document import RuleBook
from games.judgement import coverage
from games.judgement.coverage import Status

ROOT = Path(__file__).resolve().parents[2]
BOOKS = all_books()
NUMBERED = [book for book in BOOKS if "8.1" in book.clauses]


@cache
def traced() -> dict[str, Any]:
    """What the golden rounds and the tests of the rules enter now, traced in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.coverage.trace", "--quick"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_game_with_a_document_is_judged() -> None:
    assert {book.game for book in BOOKS} == set(GAMES)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
class TestClauses:
    def test_every_clause_has_code_or_a_reason(self, book: RuleBook) -> None:
        assert [row.number for row in coverage.rows(book) if row.status is Status.MISSING] == []

    def test_no_clause_has_both(self, book: RuleBook) -> None:
        assert set(coverage.carried_out(book)) & set(coverage.reasons(book)) == set()

    def test_code_and_reasons_name_clauses_of_the_document(self, book: RuleBook) -> None:
        assert set(coverage.carried_out(book)) <= set(book.clauses)
        assert set(coverage.reasons(book)) <= {number for number in book.clauses if coverage.covered(number)}

    def test_what_is_cited_has_code_or_a_reason(self, book: RuleBook) -> None:
        """A settlement or finding never rests on a clause that the table calls missing."""
        rows = {row.number: row for row in coverage.rows(book)}
        cited = set(coverage.evidence(book.id).cited)
        assert cited <= {*book.clauses, *book.lent}
        assert {n for n in cited if n in rows and rows[n].status is Status.MISSING} == set()

    def test_every_implemented_clause_is_exercised(self, book: RuleBook) -> None:
        assert [row.number for row in coverage.rows(book) if row.functions and not row.exercised] == []

    def test_reasons_are_sentences_in_both_languages(self, book: RuleBook) -> None:
        for number, reason in coverage.reasons(book).items():
            assert reason.text.vi != reason.text.en, number
            for text in (reason.text.vi, reason.text.en):
                assert text.endswith("."), number
                assert 20 < len(text) < 320, number

    @pytest.mark.long  # traces every quick test of the rules once more
    def test_the_evidence_is_current(self, book: RuleBook) -> None:
        """``make evidence`` writes it again. Tests that count everything are not run again here; they must exist."""
        kept, now = coverage.evidence(book.id), traced()[book.id]
        assert {clause: list(rounds) for clause, rounds in kept.cited.items()} == now["cited"]
        assert set(kept.entered) == set(now["entered"])
        for function, entered in kept.entered.items():
            quick = [test for test in entered.tests if not test.startswith("exhaustive/")]
            assert {"golden": list(entered.golden), "tests": quick} == now["entered"][function], function
            for test in set(entered.tests).difference(quick):
                file, _, name = test.partition("::")
                assert f"def {name}(" in (ROOT / "tests" / file).read_text("utf-8"), test


@pytest.mark.parametrize("book", NUMBERED, ids=lambda book: book.id)
class TestSection8:
    """The part that the room of disputes puts in."""

    def test_every_clause_of_it_is_carried_out_there(self, book: RuleBook) -> None:
        rows = [row for row in coverage.rows(book) if coverage.below("8", row.number) and row.kind != "heading"]
        assert len(rows) == 14
        for row in rows:
            assert any(name.startswith("disputes.case.") for name in row.functions), row.number
            assert any(test.startswith("disputes/case/") for test in row.tests), row.number

    def test_what_the_code_names_is_printed_in_the_document(self, book: RuleBook) -> None:
        printed = {number for clause, _ in section_8.carried() for number in printed_numbers(clause, book.game)}
        assert printed <= set(book.clauses)

    def test_a_basis_is_cited_where_the_document_speaks_of_it(self, book: RuleBook) -> None:
        """Roulette's document counts otherwise than the rest."""
        words = {"rules": "rules of the game", "footage": "footage", "statements": "records of the incident"}
        for item, said in {**words, "controls": "internal control", "law": "law of Vietnam"}.items():
            assert said in book.clauses[clause_of(item, book.game)].text.en, item
        assert len({clause_of(item, book.game) for item in ITEMS}) == (7 if book.game == "roulette" else 8)


@pytest.mark.long
def test_the_evidence_of_section_8_is_current() -> None:
    """``make evidence`` writes it again."""
    kept = coverage.evidence(coverage.SECTION_8).entered
    now = traced()["section 8"]["entered"]
    assert {name: list(entered.tests) for name, entered in kept.items()} == {n: e["tests"] for n, e in now.items()}


def test_a_document_without_a_section_8_is_carried_out_by_the_rules_alone() -> None:
    for book in BOOKS:
        if book not in NUMBERED:
            assert coverage.carried_out(book) == coverage.functions_of(book.game)


def test_every_clause_of_mau_binh_is_covered_and_of_the_others_sections_4_to_8() -> None:
    for book in BOOKS:
        numbers = {row.number for row in coverage.rows(book)}
        sections = {number.partition(".")[0] for number in numbers}
        assert sections == ({"G", "A", "B", "C"} if book.game == "maubinh" else set("45678"))
        assert numbers == {n for n in book.clauses if n.partition(".")[0] in sections}


def test_a_clause_without_code_and_reason_is_missing() -> None:
    book = BOOKS[0]
    row = coverage._row("7.1", book, (), None, coverage.Evidence())
    assert row.status is Status.MISSING
    assert row.reason == coverage.MISSING_REASON


def test_a_reason_is_recorded_or_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = BOOKS[0]
    kept = tmp_path / "documents" / "reasons" / f"{book.effective_from}.toml"
    kept.parent.mkdir(parents=True)
    kept.write_text('["7.1"]\nstatus = "implemented"\nvi = "a"\nen = "b"\n', "utf-8")
    monkeypatch.setattr("games.judgement.coverage.resources.files", lambda _package: tmp_path)
    with pytest.raises(ValueError, match="no reason"):
        coverage.reasons(book)
