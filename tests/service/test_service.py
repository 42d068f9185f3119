"""What people say about a round: corrections with a second person, rulings as facts, nothing twice, nothing unseen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.ledger.application import get_ledger
from casino.ledger.rows import Appended
from games.commands import rulings
from games.engine.facts import FactCorrected, MatterOpened, Person
from games.rows.replay import Replayer
from tests import acts
from tests.replay.golden import in_ledger

SUPERVISOR = Person(post="pit_supervisor", staff="S01")
MANAGER = Person(post="pit_manager", staff="M01")
DIRECTOR = Person(post="director_of_table_games", staff="D-9")
DEALER = Person(post="dealer", staff="D-10")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def round_stream(db: None) -> str:
    """The golden round in which a split was paid at a street's price, in the ledger."""
    return in_ledger("roulette/5.1-paid-too-little.txt")


@pytest.fixture
def correct(round_stream: str) -> Callable[..., Appended]:
    """The result, 17, corrected to 18: asked for by a supervisor, confirmed by a manager."""
    drop = next(e for e in get_ledger("TST").stream(round_stream) if e.type == "roulette.ball_dropped.v1")

    def command(**changes: Any) -> Appended:
        said: dict[str, Any] = {
            "target": drop.id,
            "after": {"pocket": 18, "source": "sensor"},
            "reason": "Read from the film.",
            "seen_version": len(get_ledger("TST").stream(round_stream)),
        }
        given: dict[str, Any] = {"property_code": "TST", "stream": round_stream, "by": SUPERVISOR, "now": NOW}
        ask = acts.ask_correction(command_id=uuid4(), **(said | changes | given))
        return acts.confirm("TST", round_stream, ask.id, by=MANAGER, command_id=uuid4(), now=NOW)

    return command


def _event(stream: str, name: str, fact: Any) -> NewEvent:
    return NewEvent(
        id=uuid4(), stream=stream, type=f"roulette.{name}.v1", data=fact, actor="system:import", occurred_at=NOW
    )


def _pocket(stream: str) -> Any:
    return Replayer("TST").round(stream).judgement.summary["pocket"]


def test_a_correction_is_a_new_fact_with_before_and_after(correct: Callable[..., Appended], round_stream: str) -> None:
    before = get_ledger("TST").stream_rows(round_stream)
    correct()
    assert _pocket(round_stream) == 18
    after = get_ledger("TST").stream_rows(round_stream)
    assert after[:-1] == before
    fact = get_ledger("TST").stream(round_stream)[-1]
    assert (fact.actor, fact.data.corrected_by) == ("person:M01", SUPERVISOR)
    assert msgspec.to_builtins(fact.data)["before"] == {"pocket": 17, "source": "sensor"}


def test_a_fact_can_be_struck_and_reinstated(correct: Callable[..., Appended], round_stream: str) -> None:
    correct(after=None)
    assert Replayer("TST").round(round_stream).judgement.summary["standing"] == "pending"
    again = {"pocket": 17, "source": "sensor"}
    correct(after=again)
    assert _pocket(round_stream) == 17


def test_a_ruling_that_names_bets_is_corrected_and_corrected_again(
    correct: Callable[..., Appended], round_stream: str
) -> None:
    ruled = rule(round_stream, DIRECTOR, ("b1", "b2"))
    ruling = next(event for event in get_ledger("TST").stream(round_stream) if event.id == ruled.id)
    said = msgspec.json.decode(msgspec.json.encode(ruling.data))
    correct(target=ruled.id, after=said | {"bets": ["b1"]})
    correct(target=ruled.id, after=None)
    state = Replayer("TST").round(round_stream).state
    assert [correction.stale for correction in state.corrections] == [False, False]
    assert not state.rulings


def test_a_correction_from_a_file_that_fits_nothing_is_left_out_and_the_fact_can_still_be_corrected(
    correct: Callable[..., Appended], round_stream: str
) -> None:
    ledger = get_ledger("TST")
    drop = next(event for event in ledger.stream(round_stream) if event.type == "roulette.ball_dropped.v1")
    wrong = FactCorrected(
        target=drop.id,
        before={"pocket": 17, "source": "sensor"},
        after={"pocket": 99},
        corrected_by=SUPERVISOR,
        authorised_by=MANAGER,
        reason="Typed wrongly.",
    )
    ledger.append([_event(round_stream, "fact_corrected", wrong)])
    correct()
    assert _pocket(round_stream) == 18


def test_a_correction_is_not_itself_corrected(correct: Callable[..., Appended], round_stream: str) -> None:
    correct()
    with pytest.raises(Problem) as problem:
        correct(target=get_ledger("TST").stream(round_stream)[-1].id)
    assert problem.value.code == "correction_of_correction"


def opened(stream: str) -> None:
    """A dealer recorded a matter that no clause names."""
    if not any(isinstance(each.data, MatterOpened) for each in get_ledger("TST").stream(stream)):
        get_ledger("TST").append([_event(stream, "matter_opened", MatterOpened(note="They disagree.", seen_by=DEALER))])


def rule(stream: str, by: Person, bets: tuple[str, ...] = ()) -> Appended:
    """A ruling by 7.12, which the document leaves to a director, on what a dealer recorded as open."""
    opened(stream)
    return acts.record_ruling(
        property_code="TST",
        clause="7.12",
        choice="void",
        by=by,
        reason="Players were told so.",
        rounds=[rulings.Ruled(stream=stream, bets=bets, seen_version=get_ledger("TST").stream(stream)[-1].version)],
        command_id=uuid4(),
        now=NOW,
    )


def test_a_ruling_is_a_fact_of_the_post_to_which_the_clause_leaves_it(round_stream: str) -> None:
    rule(round_stream, DIRECTOR)
    fact = get_ledger("TST").stream(round_stream)[-1]
    assert (fact.type, fact.actor) == ("roulette.ruling_made.v1", "person:D-9")
    assert fact.data.reason is None, "the reason is sealed"


@pytest.mark.parametrize("post", ["dealer", "pit_supervisor", "pit_manager", "surveillance"])
def test_in_an_own_session_nobody_rules_to_whom_the_clause_does_not_leave_it(round_stream: str, post: Any) -> None:
    """What a device reports of such a post is recorded, and judged."""
    opened(round_stream)
    head = get_ledger("TST").head()
    with pytest.raises(Problem) as problem:
        rule(round_stream, Person(post=post, staff="X01"))
    assert problem.value.code == "post_not_for_clause"
    assert get_ledger("TST").head() == head
