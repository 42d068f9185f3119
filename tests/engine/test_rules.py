"""Documents in force by the record: which counts when, and what an upgrade of the program alone changes (nothing)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import msgspec

from casino.core.events import RecordedEvent
from games import catalogue
from games.engine import rules
from games.engine.document import Library, RuleBook
from games.engine.facts import Person
from games.engine.rules import RulesPutInForce
from tests.engine.second import first

ASKED = Person(post="director_of_table_games", staff="D-1")
CONFIRMED = Person(post="senior_management", staff="H-1")
NOON = datetime(2026, 9, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
TEXT = first("roulette")
UP = TEXT.replace('straight = "1:35"', 'straight = "1:34"')
BOOK, UP_BOOK = rules.read(TEXT), rules.read(UP)


def put(text: str, moment: datetime, version: int = 1) -> RecordedEvent:
    fact = RulesPutInForce(
        document=rules.read(text).id,
        text=text,
        sha256=rules.digest_of(text),
        effective_from=moment,
        asked_by=ASKED,
        confirmed_by=CONFIRMED,
    )
    return RecordedEvent(
        id=uuid4(),
        stream="rules/roulette",
        version=version,
        type=rules.TYPE,
        stored_type=rules.TYPE,
        data=fact,
        actor="person:H-1",
        occurred_at=moment,
        recorded_at=moment,
        position=version,
    )


def at(library: Library, moment: datetime) -> RuleBook | None:
    return library.at("roulette", moment)


def test_the_texts_differ_and_not_in_name() -> None:
    assert UP != TEXT
    assert UP_BOOK.id == BOOK.id
    assert UP_BOOK.odds != BOOK.odds


def test_without_a_word_of_the_record_what_the_program_brings_counts() -> None:
    brought = catalogue.shipped()
    assert rules.library([], brought) is brought


def test_a_round_is_judged_by_what_was_in_force_when_it_opened() -> None:
    library = rules.library([put(TEXT, BOOK.effective_at), put(UP, NOON, 2)], catalogue.shipped())
    assert at(library, BOOK.effective_at - HOUR) is None
    assert at(library, NOON - HOUR) == BOOK
    assert at(library, NOON) == UP_BOOK
    assert library.by_id(BOOK.id) == UP_BOOK, "by its name, the one put in force last"
    assert at(rules.library([put(UP, NOON)], catalogue.shipped()), NOON - HOUR) == BOOK, "before: the program's"


def test_of_two_from_one_moment_the_later_recorded_counts() -> None:
    library = rules.library([put(TEXT, BOOK.effective_at), put(UP, NOON, 2), put(TEXT, NOON, 3)], catalogue.shipped())
    assert at(library, NOON) == BOOK


def test_other_games_are_judged_as_before() -> None:
    library = rules.library([put(TEXT, BOOK.effective_at)], catalogue.shipped())
    for game in set(catalogue.GAMES) - {"roulette"}:
        assert library.at(game, NOON) is catalogue.shipped().at(game, NOON)
    assert {book.id for book in library.books} == {book.id for book in catalogue.all_books()}


def test_an_upgrade_changes_nothing_by_itself_and_is_told() -> None:
    """The program brings the document with other odds, and a further one for later."""
    later = msgspec.structs.replace(BOOK, effective_from=NOON.date())
    brought = [UP_BOOK, later]
    library = rules.library([put(TEXT, BOOK.effective_at)], Library(brought))
    assert at(library, NOON + timedelta(days=400)) == BOOK
    assert rules.differing(library, brought) == [UP_BOOK, later]
    assert rules.differing(library, [BOOK]) == []


def test_how_its_choices_are_made_is_the_houses() -> None:
    """Another value that the program brings is nothing to whoever has chosen; a choice that is new is something."""
    library = rules.library(
        [put(TEXT.replace('value = "down"', 'value = "up"'), BOOK.effective_at)], catalogue.shipped()
    )
    assert library.in_force("roulette", NOON).rounding != BOOK.rounding
    assert rules.differing(library, [BOOK]) == []
    more = {**BOOK.choices, "a_new_one": BOOK.choices["claim_of_time"]}
    assert rules.differing(library, [msgspec.structs.replace(BOOK, choices=more)]) != []


def test_comments_and_layout_are_no_difference() -> None:
    library = rules.library([put(f"# said otherwise\n{TEXT}", BOOK.effective_at)], catalogue.shipped())
    assert rules.differing(library, [BOOK]) == []


def test_from_when_a_document_is_in_force() -> None:
    starts = rules.starts_at
    assert starts(BOOK, None, NOON, first=True) == BOOK.effective_at, "it says what was judged by so far"
    assert starts(BOOK, None, NOON, first=False) == NOON
    assert starts(BOOK, NOON + HOUR, NOON, first=False) == NOON + HOUR
    assert starts(BOOK, NOON + HOUR, NOON + 2 * HOUR, first=True) == NOON + 2 * HOUR, "asked for, confirmed too late"
    early = BOOK.effective_at - HOUR
    assert starts(BOOK, None, early, first=False) == BOOK.effective_at, "never before its own day"
