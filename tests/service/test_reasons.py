"""The reason of a correction or ruling says as much as is at stake: what the round comes to with it and without it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from casino.core.errors import Problem
from casino.core.reasons import Cause
from casino.ledger.application import get_ledger
from casino.ledger.models import property_of
from casino.ledger.rows import Appended
from games.commands import repeated, rulings
from games.engine.facts import FactCorrected, Person, RulingMade
from games.rows import at_stake, sums
from games.rows.models import SummedAct
from tests import acts
from tests.replay.golden import in_ledger
from tests.service.test_service import DIRECTOR, MANAGER, SUPERVISOR, opened

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SENTENCE = "Camera cho thấy bóng rơi vào số 18."
LITTLE, MUCH = 0, 10**12


@pytest.fixture
def stream(db: None) -> str:
    return in_ledger("roulette/5.1-paid-too-little.txt")


def limit(settings: Any, amount: int) -> None:
    settings.FIRST_SETTINGS = {"reason_sentence_above": {"VND": amount}}


def correct(stream: str, reason: str, cause: Cause | None) -> Appended:
    recorded = get_ledger("TST").stream(stream)
    drop = next(event for event in recorded if event.type == "roulette.ball_dropped.v1")
    return acts.ask_correction(
        property_code="TST",
        stream=stream,
        target=drop.id,
        after={"pocket": 18, "source": "sensor"},
        by=SUPERVISOR,
        reason=reason,
        cause=cause,
        seen_version=recorded[-1].version,
        command_id=uuid4(),
        now=NOW,
    )


def rule(stream: str, reason: str, cause: Cause | None, *, by: Person = DIRECTOR) -> Appended:
    opened(stream)
    return acts.record_ruling(
        property_code="TST",
        clause="7.12",
        choice="void",
        by=by,
        reason=reason,
        cause=cause,
        rounds=[rulings.Ruled(stream=stream, bets=(), seen_version=get_ledger("TST").stream(stream)[-1].version)],
        command_id=uuid4(),
        now=NOW,
    )


@pytest.mark.parametrize("act", [correct, rule])
def test_up_to_the_amount_a_chosen_cause_needs_no_words(act: Any, stream: str, settings: Any) -> None:
    limit(settings, MUCH)
    act(stream, "", "film_shows")
    said = [event for s in (stream, stream.replace("round/", "ask/")) for event in get_ledger("TST").stream(s)][-1].data
    assert (said.cause, said.sealed_reason) == ("film_shows", None)


@pytest.mark.parametrize("act", [correct, rule])
@pytest.mark.parametrize(
    ("amount", "cause", "reason", "code"),
    [
        (LITTLE, "film_shows", "", "reason_missing_text"),
        (LITTLE, "film_shows", "cảnh quay cho thấy rõ", "reason_says_nothing"),
        (LITTLE, None, "Nhập nhầm", "reason_says_nothing"),
        (MUCH, None, ".", "reason_says_nothing"),
        (MUCH, None, "", "reason_missing_text"),
        (MUCH, "other", "Nhập nhầm", "reason_says_nothing"),
    ],
)
def test_above_it_and_for_another_cause_a_sentence_is_asked_for(
    act: Any, amount: int, cause: Any, reason: str, code: str, stream: str, settings: Any
) -> None:
    limit(settings, amount)
    with pytest.raises(Problem) as refused:
        act(stream, reason, cause)
    assert (refused.value.code, refused.value.field) == (code, "reason")
    act(stream, SENTENCE, cause)


def test_a_cause_that_was_chosen_stands_in_the_correction_that_it_came_to(stream: str, settings: Any) -> None:
    limit(settings, MUCH)
    asked = correct(stream, "", "entered_wrongly")
    acts.confirm("TST", stream, asked.id, by=MANAGER, command_id=uuid4(), now=NOW)
    fact = get_ledger("TST").stream(stream)[-1].data
    assert isinstance(fact, FactCorrected)
    assert (fact.cause, fact.reason, fact.sealed_reason) == ("entered_wrongly", None, None)


def test_what_is_at_stake_is_all_that_the_bets_may_come_to(stream: str) -> None:
    """A void gives each stake back: what was won or lost otherwise is moved, plus and minus alike."""
    opened(stream)
    ruling = RulingMade(clause="7.12", made_by=DIRECTOR, choice="void", reason=at_stake.NOT_YET)
    seen = at_stake.tried("TST", stream, ruling, NOW)
    nets = [abs(each.before.settlement.net_minor) for each in seen.bets if each.before is not None]
    assert sum(nets) > 0
    assert at_stake.moved_minor(seen) >= max(nets)


def test_a_ruling_whose_reason_was_given_again_and_again_is_told_of(stream: str, settings: Any) -> None:
    """Whatever it was given for: corrections that were asked for in the same words count with it."""
    limit(settings, MUCH)
    supervisor = Person(post="director_of_table_games", staff=SUPERVISOR.staff)
    for _ in range(2):
        asked = correct(stream, "Theo lời các bên", None)
        acts.withdraw("TST", stream, asked.id, by=SUPERVISOR, command_id=uuid4(), now=NOW)
    ruled = rule(stream, "theo lời các bên.", None, by=supervisor)
    sums.catch_up("TST")
    event = next(event for event in get_ledger("TST").stream(stream) if event.id == ruled.id)
    said = repeated.told(property_of("TST"), event)
    assert said is not None
    assert said.en == "This reason was given 3 times by this person in the last 30 days."
    assert SummedAct.objects.get(kind="ruled").counted_minor == 0, "it weighs nothing"
