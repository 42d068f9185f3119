"""Two at a moment: somebody else writes after an answer has read the request and before it is recorded.

Transactions end here, in a database of the test's own: what the other writes stands, whatever becomes of the first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from casino.core.errors import Problem
from games.commands import approvals
from games.engine.facts import FactCorrected
from games.facts.approval_facts import Asked
from games.facts.approval_requests import Ask
from tests.conftest import FreshDatabase
from tests.replay.story import CODE, Story
from tests.service.test_asking import COLLEAGUE, MANAGER, OTHER_MANAGER, STREAM, SUPERVISOR, a_story, correct, say
from tests.threads import in_thread


@pytest.fixture
def story(fresh_database: FreshDatabase) -> Story:
    return a_story()


def between(patch: pytest.MonkeyPatch, other: Callable[[], object]) -> None:
    """Once, after a request was read for an answer."""
    read = approvals._found
    done: list[bool] = []

    def slow(*args: Any) -> tuple[Ask, int]:
        found = read(*args)
        if not done:
            done.append(True)
            in_thread(other)
        return found

    patch.setattr(approvals, "_found", slow)


@pytest.mark.parametrize("what", ["confirm", "refuse", "withdraw"])
@pytest.mark.parametrize("other", ["confirm", "refuse", "withdraw"])
def test_of_two_answers_at_once_one_counts(
    story: Story, monkeypatch: pytest.MonkeyPatch, what: str, other: str
) -> None:
    ask = correct(story)
    second_person = {"confirm": MANAGER, "refuse": MANAGER, "withdraw": SUPERVISOR}[what]
    quicker = {"confirm": OTHER_MANAGER, "refuse": OTHER_MANAGER, "withdraw": SUPERVISOR}[other]
    between(monkeypatch, lambda: say(story, other, ask.id, quicker))
    with pytest.raises(Problem) as problem:
        say(story, what, ask.id, second_person)
    assert problem.value.code == "ask_decided"
    answers = [event for event in story.ledger.stream("ask/RL01/1") if not isinstance(event.data, Asked)]
    assert len(answers) == 1
    corrections = [event for event in story.ledger.stream(STREAM) if isinstance(event.data, FactCorrected)]
    assert len(corrections) == (1 if other == "confirm" else 0)


def test_another_fact_that_comes_in_meanwhile_hinders_nobody(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = correct(story)
    bet = next(event.id for event in story.ledger.stream(STREAM) if event.type == "roulette.bet_placed.v1")
    between(monkeypatch, lambda: correct(story, COLLEAGUE, target=bet, after=None))
    say(story, "confirm", ask.id, MANAGER)
    assert approvals.find(CODE, STREAM, ask.id).state == "confirmed"
    assert len(approvals.waiting(CODE, STREAM)) == 1
