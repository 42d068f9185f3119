"""Baccarat rounds for the tests, written as in the golden rounds, and books with a choice or a table changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from games.baccarat.judge import judge
from games.catalogue import shipped
from games.engine.document import RuleBook
from games.engine.judgement import BetResult, Judgement
from tests.golden.reader import Golden, parse

BOOK = shipped().by_id("baccarat.2024-10-01")


def changed(**choices: Any) -> RuleBook:
    """The book with other values of some choices."""
    replaced = {name: msgspec.structs.replace(BOOK.choices[name], value=value) for name, value in choices.items()}
    return msgspec.structs.replace(BOOK, choices={**BOOK.choices, **replaced})


def played(facts: str, **header: str) -> Golden:
    """A round whose facts are written as in a golden round, opened and closed."""
    head = {"game": "baccarat", "opened": "2026-03-01T12:00:00+07:00", **header}
    lines = ["", *(f"{key}: {value}" for key, value in head.items()), "facts", "0 round_opened", *facts.splitlines()]
    return parse("\n".join([*lines, "90 round_closed"]), Path("written-in-a-test"))


def judged(facts: str, book: RuleBook = BOOK, **header: str) -> Judgement:
    return played(facts, **header).judge(book=book)


def by_the_game(facts: str, book: RuleBook = BOOK, **header: str) -> Judgement:
    """A round as the game judges it, before the grounds of its void are asked for (``test_grounds.py``)."""
    golden = played(facts, **header)
    return judge(golden.state(), book, ended=header.get("ended", "yes") == "yes")


def bets(judgement: Judgement) -> dict[str, BetResult]:
    return {result.bet: result for result in judgement.results}


def codes(judgement: Judgement) -> list[str]:
    return sorted(finding.code for finding in judgement.findings)
