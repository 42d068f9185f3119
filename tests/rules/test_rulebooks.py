"""Putting a rule document in force: two persons, the whole text in the record, and rounds judged by it from then on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from casino.core.errors import Problem
from casino.ledger.models import Property
from games import catalogue
from games.engine import rules
from games.engine.facts import Person
from games.engine.rules import RulesPutInForce
from games.facts import approval_requests
from games.judgement.judging import Record
from games.rows import readmodel, rulebooks
from games.rows.following import follow_now
from games.rows.models import Round, Waiting, WaitingState
from games.rows.replay import Replayer
from tests import acts
from tests.engine.choices import made
from tests.engine.test_rules import BOOK, TEXT, UP, UP_BOOK
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

DIRECTOR = Person(post="director_of_table_games", staff="D-1")
SENIOR = Person(post="senior_management", staff="H-1")
OTHER = Person(post="director_of_table_games", staff="D-2")
PIT = Person(post="pit_manager", staff="M-1")
MINUTE = timedelta(minutes=1)
STREAM = "rules/roulette"
BACCARAT = "baccarat.2024-10-01"


@pytest.fixture
def story() -> Story:
    told = Story()
    told.table(at=STARTS)
    return told


@pytest.fixture
def brings(monkeypatch: pytest.MonkeyPatch) -> Any:
    """``brings(text)``: the program brings this text of roulette's document."""

    def now_brings(text: str) -> None:
        texts: Mapping[str, str] = {**catalogue.texts(), BOOK.id: text}
        books = tuple(rules.read(text) if book.game == "roulette" else book for book in catalogue.all_books())
        monkeypatch.setattr(catalogue, "texts", lambda: texts)
        monkeypatch.setattr(catalogue, "all_books", lambda: books)

    return now_brings


def ask(story: Story, by: Person = DIRECTOR, **changes: Any) -> UUID:
    said: dict[str, Any] = {
        "document": BOOK.id,
        "choices": made(BOOK.id),
        "approval": None,
        "effective_from": None,
        "by": by,
        "reason": "Bản đã được phê duyệt.",
        "command_id": uuid4(),
        "now": story.now,
    }
    return acts.ask_put_in_force(CODE, **(said | changes)).id


def confirm(story: Story, key: UUID, by: Person = SENIOR) -> None:
    acts.confirm(CODE, STREAM, key, by=by, command_id=uuid4(), now=story.now)


def code_of(error: pytest.ExceptionInfo[Problem]) -> str:
    return error.value.code


def test_two_persons_of_the_post_put_it_in_force_whole(story: Story) -> None:
    key = ask(story)
    assert rulebooks.recorded(CODE) == [], "asked for, it has no effect"
    confirm(story, key)
    [event] = rulebooks.recorded(CODE)
    fact = event.data
    assert isinstance(fact, RulesPutInForce)
    assert (fact.text, fact.sha256, fact.document) == (TEXT, rules.digest_of(TEXT), BOOK.id)
    assert (fact.asked_by, fact.confirmed_by, fact.ask) == (DIRECTOR, SENIOR, key)
    assert fact.effective_from == BOOK.effective_at
    assert rulebooks.faults(CODE) == []


def test_the_choices_and_the_approval_stand_in_the_record(story: Story) -> None:
    """The text that is judged by says how it is read, and the record which approval a reading beyond the letter has."""
    choices = made(BACCARAT) | {"choices.lucky6_on.value": "banker_total"}
    key = ask(story, document=BACCARAT, choices=choices, approval="12/QĐ-2026")
    acts.confirm(CODE, "rules/baccarat", key, by=SENIOR, command_id=uuid4(), now=story.now)
    [event] = rulebooks.recorded(CODE)
    assert event.data.approval == "12/QĐ-2026"
    assert rulebooks.library_of(CODE).in_force("baccarat", story.now).choice("lucky6_on") == "banker_total"
    assert rulebooks.unused(CODE) == []
    assert rulebooks.faults(CODE) == []


def test_a_request_from_before_choices_were_asked_for_is_not_confirmed(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(rulebooks, "chosen", lambda text, _choices: text)
        key = ask(story, choices={})
    with pytest.raises(Problem) as refused:
        confirm(story, key)
    assert code_of(refused) == "rules_choice_missing"


def test_what_waits_is_in_the_inbox_until_it_is_answered(story: Story) -> None:
    key = ask(story)
    follow_now(CODE)
    row = Waiting.objects.get(pk=key)
    assert (row.kind, row.stream, row.table, row.state) == ("put_in_force", STREAM, "", WaitingState.WAITING)
    assert row.lowest == "director_of_table_games"
    confirm(story, key)
    follow_now(CODE)
    row.refresh_from_db()
    assert (row.state, row.decided_by) == (WaitingState.CONFIRMED, "H-1")


@pytest.mark.parametrize(
    ("by", "code"), [(PIT, "post_too_low"), (DIRECTOR, "ask_same_person")], ids=["a pit manager", "who asked"]
)
def test_who_may_not_confirm(story: Story, by: Person, code: str) -> None:
    key = ask(story)
    with pytest.raises(Problem) as refused:
        confirm(story, key, by)
    assert code_of(refused) == code
    assert rulebooks.recorded(CODE) == []


def test_who_may_not_ask(story: Story) -> None:
    with pytest.raises(Problem) as refused:
        ask(story, PIT)
    assert code_of(refused) == "post_too_low"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"document": "roulette.1999-01-01"}, "rules_unknown"),
        ({"document": "../settings"}, "rules_unknown"),
        ({"effective_from": STARTS - MINUTE}, "rules_in_the_past"),
        ({"reason": "  "}, "reason_missing_text"),
        ({"choices": {}}, "rules_choice_missing"),
        ({"choices": made(BOOK.id) | {"choices.management.value": "guest"}}, "rules_choice_wrong"),
        ({"document": BACCARAT, "choices": made(BACCARAT)}, "rules_approval_missing"),
    ],
)
def test_what_cannot_be_asked_for(story: Story, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Problem) as refused:
        ask(story, **changes)
    assert code_of(refused) == code


def test_what_is_in_force_is_not_put_in_force_again(story: Story) -> None:
    confirm(story, ask(story))
    with pytest.raises(Problem) as refused:
        ask(story)
    assert code_of(refused) == "rules_in_force_already"


def test_one_request_about_a_document_at_a_time(story: Story) -> None:
    ask(story)
    with pytest.raises(Problem) as refused:
        ask(story, OTHER)
    assert code_of(refused) == "ask_waits_already"
    assert [found.state for found in approval_requests.fold(story.ledger.stream("ask/rules/roulette")).values()] == [
        "waiting"
    ]


def test_rounds_are_judged_by_what_was_in_force_when_they_opened(story: Story, brings: Any) -> None:
    """An upgrade changes nothing; what is then put in force is for later rounds, for followers and files alike."""
    confirm(story, ask(story))
    story.spin("before", story.now + MINUTE)
    brings(UP)
    story.spin("upgraded", story.now + MINUTE)
    assert rulebooks.unused(CODE) == [UP_BOOK]
    readmodel.catch_up(CODE)
    confirm(story, ask(story))
    story.spin("after", story.now + MINUTE)
    readmodel.catch_up(CODE)
    assert rulebooks.unused(CODE) == []

    replayer = Replayer(CODE)
    books = {name: replayer.round(f"round/RL01/{name}").book for name in ("before", "upgraded", "after")}
    assert books == {"before": BOOK, "upgraded": BOOK, "after": UP_BOOK}
    record = Record(Property.objects.get(code=CODE))
    record.take(story.ledger.rows(after=0, limit=1_000))
    assert {replay.stream.rpartition("/")[2]: replay.book for replay in record.replays()} == books
    assert Round.objects.count() == 3
    assert Round.objects.filter(document=BOOK.id).count() == 3


def test_another_text_than_the_one_asked_for_is_not_confirmed(story: Story, brings: Any) -> None:
    key = ask(story)
    brings(UP)
    with pytest.raises(Problem) as refused:
        confirm(story, key)
    assert code_of(refused) == "ask_overtaken"
    assert rulebooks.recorded(CODE) == []


def test_a_text_that_is_not_its_digest_is_found(story: Story) -> None:
    fact: dict[str, Any] = {
        "document": BOOK.id,
        "text": UP,
        "sha256": rules.digest_of(TEXT),
        "effective_from": STARTS.isoformat(),
        "asked_by": {"post": "director_of_table_games", "staff": "D-1"},
        "confirmed_by": {"post": "head_of_operations", "staff": "H-1"},
    }
    story.tell(STREAM, "rules.put_in_force", STARTS, **fact)
    story.now += 3 * MINUTE
    story.tell(STREAM, "rules.put_in_force", STARTS, **(fact | {"sha256": rules.digest_of(UP), "document": "x"}))
    said = rulebooks.faults(CODE)
    assert ["not the one of its digest" in said[0], "not x" in said[1], "before it was recorded" in said[2]] == [
        True
    ] * 3
    assert len(said) == 3


def test_no_device_puts_a_document_in_force() -> None:
    from games.ingest.event_schema import wire_type

    with pytest.raises(Problem):
        wire_type(rules.TYPE)
