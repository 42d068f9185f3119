"""A document that has moved clauses: what comes in is cited as the first document has it, what goes out as this one.

The steps themselves are shown by the golden rounds of every game, and by each game's second document
(``tests/<game>/test_second_document.py``).
"""

from __future__ import annotations

import pytest

from games.catalogue import newest_book, texts
from games.engine.document import RuleBook, parse_book

SICBO = texts()["sicbo.2020-06-13"]


def moved(lines: str, source: str = SICBO) -> RuleBook:
    return parse_book(source + "\n[moved]\n" + lines)


def test_a_first_document_cites_its_own_numbers() -> None:
    book = newest_book("sicbo")
    assert book is not None
    assert (book.printed_as("7.8"), book.cited_as("7.8")) == ("7.8", "7.8")


def test_a_moved_clause_is_cited_by_the_first_number_and_printed_by_its_own() -> None:
    book = moved('"7.8" = "7.7"\n"7.7" = "7.8"')
    assert (book.printed_as("7.8"), book.cited_as("7.7")) == ("7.7", "7.8")
    assert book.may_act("head_of_operations", "7.1")
    assert not book.may_act("dealer", "7.8")


def test_a_number_that_stands_for_something_new_is_not_mistaken_for_the_old_clause() -> None:
    """7.8 moved to 7.7, and what stands under 7.8 now the first document did not have."""
    book = moved('"7.8" = "7.7"')
    assert book.cited_as("7.8") == "+7.8"
    assert book.printed_as("+7.8") == "7.8"
    assert book.printed_as("7.8") == "7.7"


@pytest.mark.parametrize("lines", ['"7.8" = "12.1"', '"7.8" = "7.7"\n"7.6" = "7.7"'])
def test_a_clause_cannot_have_moved_to_where_none_stands_or_two_to_one(lines: str) -> None:
    with pytest.raises(ValueError, match="clauses have moved"):
        moved(lines)


def test_rows_cite_the_numbers_of_their_own_document() -> None:
    book = moved('"6.1.1" = "6.1.2"\n"6.1.2" = "6.1.1"')
    printed = newest_book("sicbo")
    assert printed is not None
    for kind, clause in printed.odds_clauses.items():
        assert book.printed_as(book.odds_clauses[kind]) == clause
