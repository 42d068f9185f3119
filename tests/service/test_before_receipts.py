"""What was recorded before this room kept receipts: the same command again has its first answer, another is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from casino.clock import now as clock
from casino.commands.models import Receipt
from casino.core.errors import Problem
from casino.ledger.rows import Appended
from casino.vault import sealing
from games.commands import approvals
from games.commands.rulings import Ruled
from games.engine.facts import Person
from games.rows.models import Finding
from tests import acts
from tests.admin.house import House
from tests.audit.test_finding_batches import EACH, SENTENCE, limits, rows
from tests.replay.story import CODE, Story
from tests.service import test_asking as asks
from tests.service import test_rulings as rulings
from tests.service.test_asking import COLLEAGUE, MANAGER, SENIOR, STREAM, SUPERVISOR, story
from tests.service.test_rulings import FIRST, OTHER, house

__all__ = ["house", "rows", "story"]
pytestmark = pytest.mark.django_db

ONCE = UUID(int=7)
GROUND = "Quyết định số 12 của tòa án."
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
        return asks.correct(story, by, **{"command_id": ONCE, "seen_version": seen} | changes)

    as_before(
        ask,
        lambda: ask(COLLEAGUE),
        lambda: ask(reason="Other words."),
        lambda: ask(after={"pocket": 19}),
        lambda: ask(cause="entered_wrongly"),
        lambda: asks.dismiss(story, command_id=ONCE),
    )


def test_what_was_asked_of_a_finding(story: Story) -> None:
    def ask(by: Person = MANAGER, **changes: Any) -> Appended:
        return asks.put_right(story, by, **{"command_id": ONCE} | changes)

    as_before(
        ask,
        lambda: ask(SENIOR),
        lambda: ask(clause="5.1"),
        lambda: ask(reason="Other words."),
        lambda: asks.dismiss(story, MANAGER, reason="Taken back.", command_id=ONCE),
    )


@pytest.mark.parametrize(("what", "by"), [("confirm", MANAGER), ("refuse", MANAGER), ("withdraw", SUPERVISOR)])
def test_an_answer(story: Story, what: str, by: Person) -> None:
    ask = asks.correct(story)
    others = {"confirm", "refuse", "withdraw"} - {what}
    as_before(
        lambda: asks.say(story, what, ask.id, by, ONCE),
        lambda: asks.say(story, what, ask.id, SENIOR, ONCE),
        *(lambda other=other: asks.say(story, other, ask.id, by, ONCE) for other in others),
    )
    assert approvals.find(CODE, STREAM, ask.id).decided is not None


@pytest.mark.parametrize("alone", [0, EACH], ids=["asked", "alone"])
def test_a_finding_that_is_let_rest(rows: list[Finding], settings: Any, alone: int) -> None:
    limits(settings, alone=alone, sentence=0)

    def rest(row: Finding = rows[0], **changes: Any) -> bool:
        given: dict[str, Any] = {"by": SUPERVISOR, "reason": SENTENCE, "cause": "device_fault", "command_id": ONCE}
        return acts.dismiss(row, **given | changes)

    as_before(
        rest,
        lambda: rest(by=COLLEAGUE),
        lambda: rest(reason="Khác hẳn lời đã nói lúc trước."),
        lambda: rest(cause="training"),
    )
    assert rest() is bool(alone)


@pytest.mark.parametrize("alone", [0, 3 * EACH], ids=["asked", "alone"])
def test_several_that_are_let_rest(rows: list[Finding], settings: Any, alone: int) -> None:
    limits(settings, alone=alone, sentence=0)

    def rest(about: list[Finding] = rows[:2], **changes: Any) -> bool:
        given: dict[str, Any] = {"by": SUPERVISOR, "reason": SENTENCE, "cause": "device_fault", "command_id": ONCE}
        return acts.dismiss_several(about, now=clock(), **given | changes)

    as_before(
        rest,
        lambda: rest(rows),
        lambda: rest(rows[2:]),
        lambda: rest(by=COLLEAGUE),
        lambda: rest(reason="Khác hẳn lời đã nói lúc trước."),
        lambda: rest(cause="training"),
    )
    assert rest() is bool(alone)


def test_an_answer_to_several(rows: list[Finding], settings: Any) -> None:
    limits(settings, alone=0, sentence=0)
    batch = UUID(int=8)
    acts.dismiss_several(rows, by=SUPERVISOR, reason=SENTENCE, cause=None, command_id=batch, now=clock())

    def answer(by: Person = MANAGER, *, confirm: bool = True) -> int:
        return acts.answer_several(CODE, batch, confirm=confirm, by=by, command_id=ONCE, now=clock())

    as_before(answer, lambda: answer(SENIOR), lambda: answer(confirm=False))
    assert answer() == len(rows)


@pytest.mark.parametrize("number", [1, 2])
def test_a_ruling(house: House, number: int) -> None:
    rounds = [rulings.seen(house, stream, "b1") for stream in (FIRST, OTHER)]

    def rule(*about: Ruled, **changes: Any) -> Appended:
        said: Appended = rulings.rule(house, *(about or rounds[:number]), command_id=ONCE, **changes)
        return said

    as_before(
        rule,
        lambda: rule(*rounds[: 3 - number]),
        lambda: rule(*rounds[number - 1 :: -1], choice="stand"),
        lambda: rule(by=SENIOR),
        lambda: rule(reason="Seen clearly by the dealer at the table."),
    )


def test_a_reason_that_is_erased(story: Story) -> None:
    ask, other = asks.correct(story), asks.put_right(story)
    confirmed = asks.say(story, "confirm", ask.id, MANAGER)

    def erase(position: int = ask.position, by: Person = SENIOR, ground: str = GROUND) -> Appended:
        return acts.erase(CODE, position, by=by, ground=ground, command_id=ONCE, now=story.now)

    as_before(
        erase,
        lambda: erase(other.position),
        lambda: erase(by=Person(post="senior_management", staff="G02")),
        lambda: erase(ground="The guest has asked for it in person."),
    )
    assert erase(confirmed.position + 1).status == "duplicate", "the same reason, at the correction"


@pytest.mark.parametrize("receipts", [True, False])
def test_nobody_can_tell_of_erased_words_whether_they_are_the_same(story: Story, *, receipts: bool) -> None:
    def ask() -> Appended:
        return asks.put_right(story, command_id=ONCE)

    first = ask()
    if not receipts:
        Receipt.objects.all().delete()
    acts.erase(CODE, first.position, by=SENIOR, ground=GROUND, command_id=UUID(int=9), now=story.now)
    sealing.finish_erasures()
    with pytest.raises(Problem) as refused:
        ask()
    assert refused.value.code == "command_conflict"
