"""The fold of a case: events only assign, whatever the procedure says today, and no fact is left without a place."""

from __future__ import annotations

import copy
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from casino.core.events import RecordedEvent
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.state import Case, Stage, fold
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, SENIOR, SUPERVISOR
from tests.disputes.case.world import STARTS, World


def plain(value: Any) -> Any:
    """A case, and what it holds, as comparable values."""
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, msgspec.Struct) or (not hasattr(value, "__slots__") and not isinstance(value, Case)):
        return value
    names = value.__slots__ if hasattr(value, "__slots__") else vars(value)
    return {name: plain(getattr(value, name)) for name in names}


@pytest.mark.parametrize("stage", stages.WAYS, ids=lambda stage: stage.value)
def test_a_case_folded_again_is_the_same_in_every_field(stage: Stage) -> None:
    world = World()
    stages.WAYS[stage](world)
    case = world.cases[f"case/{NUMBER}"]
    assert plain(fold(case.stream, world.events[case.stream])) == plain(case)


def test_a_fold_cut_short_is_the_case_as_it_was_then() -> None:
    world = World()
    stages.closed(world)
    events = world.events[f"case/{NUMBER}"]
    passed = [fold(f"case/{NUMBER}", events[:length]).stage for length in range(1, len(events) + 1)]
    in_order = list(dict.fromkeys(passed))
    way = [Stage.AT_TABLE, Stage.PIT_MANAGER, Stage.ANSWER, Stage.DISAGREED, Stage.COMPLAINT, Stage.SENIOR_MANAGEMENT]
    assert in_order == [*way, Stage.COMPLAINT_ANSWER, Stage.CLOSING, Stage.CLOSED]


def test_every_fact_has_its_place_in_the_fold() -> None:
    """An event of any registered type is assigned, even one that no command of today would make."""
    from disputes.case.state import APPLY

    assert set(APPLY) == set(f.FACTS.values())


def test_an_event_that_no_rule_would_allow_is_still_read() -> None:
    """Yesterday's cases load whatever the procedure says today: a decision by a supervisor, with nothing collected."""
    world = World()
    stages.at_table(world)
    case = world.cases[f"case/{NUMBER}"]
    sealed = case.opened.claim if case.opened else None
    assert sealed is not None
    assert SUPERVISOR.person is not None
    decided = f.Decided(
        decision="D1",
        remedy=f.Remedy(kind="none", citations=()),
        evidence=(),
        reasons=sealed,
        decided_by=SUPERVISOR.person,
        needs_confirmation=False,
    )
    event = RecordedEvent(
        position=99,
        stream=case.stream,
        version=case.version + 1,
        type="case.decided.v1",
        stored_type="case.decided.v1",
        occurred_at=STARTS,
        recorded_at=STARTS,
        actor="person:x",
        id=uuid4(),
        data=decided,
    )
    case.evolve(event)
    assert (case.stage, case.version, case.last_position) == (Stage.ANSWER, 2, 99)


def test_what_is_sealed_in_a_case_is_known() -> None:
    """Every sealed text of the events is among the texts of the case: what a page shows, and what erasing reaches."""
    world = World()
    stages.closed(world)
    case = world.cases[f"case/{NUMBER}"]
    written = b"".join(msgspec.json.encode(event.data) for event in world.events[case.stream]).decode()
    assert written.count('"digest"') == len(case.texts)
    assert {text.ref for text in case.texts} == set(world.sealed)


def test_evidence_found_later_takes_the_place_of_nothing() -> None:
    world = World()
    stages.with_pit_manager(world)
    stages.look_into(world, "law", "statements")
    case = world.cases[f"case/{NUMBER}"]
    world.do(NUMBER, MANAGER, c.AddEvidence(item="law", document="LAW-1"))
    assert set(case.nothing) == {"statements"}
    world.do(NUMBER, SUPERVISOR, c.TakeStatement(party="P1", said="Tôi đặt trước."))
    assert case.nothing == {}


def test_codes_are_given_once_even_after_a_withdrawal() -> None:
    world = World()
    stages.with_pit_manager(world)
    for _ in range(2):
        world.do(NUMBER, MANAGER, c.AddEvidence(item="law", document="LAW-1"))
    world.do(NUMBER, MANAGER, c.WithdrawEvidence(evidence="E2", reason="Nhầm khi ghi sổ."))
    [added] = world.do(NUMBER, MANAGER, c.AddEvidence(item="law", document="LAW-1"))
    assert isinstance(added, f.EvidenceAdded)
    assert added.evidence == "E3"


def test_reopened_is_as_open_as_before_and_knows_that_it_was_closed() -> None:
    world = World()
    stages.closed(world)
    before = copy.deepcopy(world.cases[f"case/{NUMBER}"])
    world.do(NUMBER, SENIOR, c.Reopen(reason="Có cảnh quay mới."))
    case = world.cases[f"case/{NUMBER}"]
    assert before.closed is not None
    assert (case.closed, case.closed_at, case.stage) == (None, None, Stage.SENIOR_MANAGEMENT)
    assert len(case.reopened) == 1
    assert [made.code for made in case.decisions] == [made.code for made in before.decisions]
