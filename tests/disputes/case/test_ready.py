"""A step that would be refused as the case stands is not offered, and what can be done is."""

from __future__ import annotations

import copy

import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case.allowed import allows
from disputes.case.context import Actor
from disputes.case.procedure import PROCEDURE
from disputes.case.ready import READY, ready
from disputes.case.state import Stage
from tests.disputes.case.stages import NUMBER, brought_to, tries
from tests.disputes.case.world import ROLES, World, actor

AS_IT_STANDS = {
    "case_changes_nothing",
    "case_no_offer",
    "case_offer_waits",
    "case_notified_already",
    "case_not_notified",
    "case_not_told",
    "case_right_not_in_writing",
    "case_term_runs",
    "case_footage_since",
    "case_merge_offered",
    "case_ruling_missing",
}
"""Problems that no other words of the same command would mend."""


ASKED_BY_THE_FORM = ("attribute_bets",)
"""The API may name any bet of a round; a form asks about the disputed ones only, and is not offered without one."""


def problem_of(world: World, who: Actor, command: c.Command) -> str | None:
    """The code by which a command is refused, or None."""
    try:
        world.do(NUMBER, who, command)
    except Problem as problem:
        return problem.code
    return None


@pytest.mark.parametrize("stage", list(Stage), ids=lambda stage: stage.value)
def test_what_is_not_offered_is_refused_and_what_the_case_refuses_is_not_offered(stage: Stage) -> None:
    begun = brought_to(stage)
    tried = 0
    for role in ROLES:
        who = actor(role)
        for code, command in tries(begun).items():
            world: World = copy.deepcopy(begun)
            case = world.cases[f"case/{NUMBER}"]
            if code == "open_case" or not allows(code, case, who, lambda table: None):
                continue
            offered = ready(code, case, world.context(who))
            refused = problem_of(world, who, command)
            if refused in AS_IT_STANDS and code in READY:
                assert not offered, (role, code, refused)
            if refused is None and code not in ASKED_BY_THE_FORM:
                assert offered, (role, code)
            tried += 1
    assert tried


def test_the_table_names_commands() -> None:
    assert set(READY) <= set(PROCEDURE)
