"""What was recorded before this room kept receipts: the same command again has its first answer, another is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from casino.commands.models import Receipt
from casino.core.errors import Problem
from casino.ledger.rows import Appended
from games import second
from games.engine.facts import Person
from tests.replay.story import CODE, Story
from tests.service import test_asking as house
from tests.service.test_asking import COLLEAGUE, MANAGER, SHIFT, STREAM, SUPERVISOR, story

__all__ = ["story"]
pytestmark = pytest.mark.django_db

ONCE = UUID(int=7)
Give = Callable[..., Any]


def as_before(given: Give, *others: Give) -> None:
    """Once there is no receipt, what was given has its first answer; each of the others is refused under its id."""
    first = given()
    assert Receipt.objects.filter(command_id=ONCE).exists()
    Receipt.objects.all().delete()
    again = given()
    if isinstance(first, Appended):
        assert (first.status, again.status) == ("recorded", "duplicate")
        assert (again.id, again.position, again.version) == (first.id, first.position, first.version)
    else:
        assert again == first
    for other in others:
        with pytest.raises(Problem) as refused:
            other()
        assert refused.value.code == "command_conflict"


def test_a_correction_that_was_asked_for(story: Story) -> None:
    def ask(by: Person = SUPERVISOR, **changes: Any) -> Appended:
        seen = story.ledger.stream(STREAM)[-1].version
        return house.correct(story, by, **{"command_id": ONCE, "seen_version": seen} | changes)

    as_before(
        ask,
        lambda: ask(COLLEAGUE),
        lambda: ask(reason="Other words."),
        lambda: ask(after={"pocket": 19}),
        lambda: ask(cause="typing_error"),
        lambda: house.dismiss(story, command_id=ONCE),
    )


def test_what_was_asked_of_a_finding(story: Story) -> None:
    def ask(by: Person = MANAGER, **changes: Any) -> Appended:
        return house.put_right(story, by, **{"command_id": ONCE} | changes)

    as_before(
        ask,
        lambda: ask(SHIFT),
        lambda: ask(clause="5.1"),
        lambda: ask(reason="Other words."),
        lambda: house.dismiss(story, MANAGER, reason="Taken back.", command_id=ONCE),
    )


@pytest.mark.parametrize(("what", "by"), [("confirm", MANAGER), ("refuse", MANAGER), ("withdraw", SUPERVISOR)])
def test_an_answer(story: Story, what: str, by: Person) -> None:
    ask = house.correct(story)
    others = {"confirm", "refuse", "withdraw"} - {what}
    as_before(
        lambda: house.say(story, what, ask.id, by, ONCE),
        lambda: house.say(story, what, ask.id, SHIFT, ONCE),
        *(lambda other=other: house.say(story, other, ask.id, by, ONCE) for other in others),
    )
    assert second.find(CODE, STREAM, ask.id).decided is not None
