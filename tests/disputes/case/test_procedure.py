"""Who may do what: every role × every command × every stage, against the table of section 8 written out once more.

The second table below is read off the documents and the house's rules by hand, in the words of a person who never saw
the code's; the two must agree.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, cast
from unittest.mock import Mock

import pytest

from casino.core.errors import Problem
from casino.core.posts import Post
from disputes.case import facts as f
from disputes.case.allowed import CONFIRMING, check_role
from disputes.case.procedure import PROCEDURE
from disputes.case.stages import OUTSIDE
from disputes.case.state import Case, Made, Stage
from tests.disputes.case.stages import NUMBER, brought_to, tries
from tests.disputes.case.world import ROLES, World, actor

STAGES = (None, *Stage)

# One letter a role: a acting pit supervisor, s pit supervisor, m pit manager, h shift manager, x assistant director,
# d director of table games, g senior management, w Surveillance.
LETTERS = {
    "a": "acting_pit_supervisor",
    "s": "pit_supervisor",
    "m": "pit_manager",
    "h": "shift_manager",
    "x": "assistant_director",
    "d": "director_of_table_games",
    "g": "senior_management",
    "w": "surveillance",
}
# Columns: at the table, pit manager, confirmation, answer, disagreed, complaint, senior, senior confirmation,
# complaint answer, closing, closed.
BY_HAND = {
    "add_player": "asmhxd asmhxd - - - - asmhxdg - - - -",
    "add_witness": "asmhxd asmhxd - - - - asmhxdg - - - -",
    "name_party": "asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg",
    "add_staff": "asmhxd asmhxd - - - - asmhxdg - - - -",
    "change_rounds": "asmhxdw asmhxdw - - - - asmhxdgw - - - -",
    "attribute_bets": "asmhxdw asmhxdw - - - - asmhxdgw - - - -",
    "change_amount": "asmhxd asmhxd - - - - asmhxdg - - - -",
    "take_finding": "asmhxdw asmhxdw - - - - asmhxdgw - - - -",
    "assign": "asm mhxd mhxd mhxd mhxd mhxd g dg mhxdg asmhxd -",
    "take_over": "asm mhxd mhxd mhxd mhxd mhxd g dg mhxdg asmhxd -",
    "take_statement": "asmhxdw asmhxdw - - - - asmhxdgw - - - -",
    "add_note": "asmhxdgw asmhxdgw asmhxdgw asmhxdgw asmhxdgw asmhxdgw asmhxdgw asmhxdgw asmhxdgw asmhxdgw mhxdg",
    "propose_remedy": "asm - - - - - - - - - -",
    "answer_at_table": "asm - - - - - - - - - -",
    "pass_on": "asm - - - - - - - - - -",
    "add_evidence": "asmhxdw asmhxdw - - - - asmhxdgw - - - -",
    "withdraw_evidence": "- mhxd - - - - g - - - -",
    "mark_none": "- mhxd - - - - g - - - -",
    "notify_surveillance": "- mhxd - - - - g - - - -",
    "acknowledge_notice": "- w w w w w w w w w -",
    "ask_footage": "- mhxd - - - - mhxdg - - - -",
    "answer_footage": "- w w w w w w w w w -",
    "record_unanswered": "- mhxd - - - - g - - - -",
    "promise_time": "- mhxd - - - - mhxdg - - - -",
    "say_no_time": "- mhxd - - - - mhxdg - - - -",
    "decide": "- mhxd - - - - - - - - -",
    "confirm": "- - mhxd - - - - dg - - -",
    "refuse_confirmation": "- - mhxd - - - - dg - - -",
    "record_money": "- asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg asmhxdg",
    "give_up_money": "- mhxdg mhxdg mhxdg mhxdg mhxdg mhxdg mhxdg mhxdg mhxdg mhxdg",
    "issue_paper": "- mhxd mhxd mhxd mhxd asmhxd mhxdg mhxdg mhxdg asmhxdg asmhxdg",
    "hand_over_paper": "- mhxd mhxd mhxd mhxd asmhxd mhxdg mhxdg mhxdg asmhxdg asmhxdg",
    "keep_signed_copy": "- mhxd mhxd mhxd mhxd asmhxd mhxdg mhxdg mhxdg asmhxdg asmhxdg",
    "record_answer": "- - - mhxd mhxd mhxd - - - - -",
    "inform_of_right": "- - - - mhxd - - - - - -",
    "record_help": "- - - - - asmhxdg - - - - -",
    "file_complaint": "- - - - - asmhxdg - - - - -",
    "close_without_complaint": "- - - - - mhxd - - - - -",
    "decide_complaint": "- - - - - - g - - - -",
    "close_complaint": "- - - - - - - - mhxdg - -",
    "withdraw": "asmhxd asmhxd asmhxd asmhxd asmhxd asmhxd mhxdg asmhxdg asmhxdg - -",
    "set_step_aside": "- - - - - - - - - mhxdg -",
    "merge": "asmhxd mhxd - - - - - - - - -",
    "reopen": "- - - - - - - - - - g",
    "erase_person": "- - - - - - - - - - dg",
}


BY_THE_TABLE = ("case_role", "case_role_at_stage", "case_stage")


def refusal(call: Callable[[], object]) -> str | None:
    """The code of the problem that a call raises, or None."""
    try:
        call()
    except Problem as problem:
        return problem.code
    return None


def by_hand(command: str, stage: Stage | None) -> set[str]:
    if command == "open_case":
        return set() if stage is not None else set(LETTERS.values())
    if stage is None:
        return set()
    cell = BY_HAND[command].split()[list(Stage).index(stage)]
    return {LETTERS[letter] for letter in cell if letter != "-"}


def test_both_tables_name_every_command() -> None:
    assert set(BY_HAND) | {"open_case"} == set(PROCEDURE)
    assert all(len(row.split()) == len(Stage) for row in BY_HAND.values())


@pytest.mark.parametrize("command", sorted(PROCEDURE))
def test_every_role_at_every_stage(command: str) -> None:
    for stage, role in product(STAGES, ROLES):
        case = Case("case/1")
        if stage is not None:
            case.version, case.stage = 1, stage
        refused = refusal(partial(check_role, command, case, actor(role)))
        assert (refused is None) is (role in by_hand(command, stage)), (stage, role)
        assert refused in (None, *BY_THE_TABLE)
    for outside, role in product(OUTSIDE, ROLES if command in CONFIRMING else ()):
        refused = refusal(partial(check_role, command, waits_for(outside), actor(role)))
        assert (refused is None) is (role in ("senior_management", outside)), (outside, role)


def waits_for(outside: Post) -> Case:
    """A complaint's decision that asks for a confirmation from outside the line."""
    case = Case("case/1")
    case.version, case.stage = 1, Stage.SENIOR_CONFIRMATION
    said: Any = {
        "remedy": None,
        "reasons": None,
        "decided_by": None,
        "confirm_by": ("senior_management", outside.value),
    }
    made = f.ComplaintDecided(decision="D1", result="upheld", evidence=(), needs_confirmation=True, **said)
    case.decisions.append(Made(made, cast(Any, Mock())))
    return case


# What may still be in the way where role and stage are right: the case is not ready for it, or it was done already.
NOT_READY = {
    "hand_over_paper": {"case_paper_unknown"},
    "keep_signed_copy": {"case_paper_unknown"},
    "record_money": {"case_money_line"},
    "give_up_money": {"case_money_line", "case_money_of_player"},
    "answer_at_table": {"case_no_offer"},
    "answer_footage": {"case_request_unknown"},
    "record_unanswered": {"case_request_unknown"},
    "notify_surveillance": {"case_notified_already"},
    "take_over": {"case_changes_nothing"},
    "erase_person": {"case_erasure_asks"},
}


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.value if stage else "none")
def test_through_the_domain_with_every_command_by_every_role(stage: Stage | None) -> None:
    """The same, all the way: a case at each stage, brought there lawfully, and each command tried by each role. What
    the table allows goes through; what it does not is refused and changes nothing."""
    start = brought_to(stage)
    for command, role in product(PROCEDURE, ROLES):
        world: World = copy.deepcopy(start)
        before = len(world.events.get(f"case/{NUMBER}", []))
        who = actor(role, f"try-{role}")
        refused = refusal(partial(world.do, NUMBER, who, tries(world)[command]))
        after = len(world.events.get(f"case/{NUMBER}", []))
        if role in by_hand(command, stage):
            assert refused is None or refused in NOT_READY.get(command, set()), (command, role, refused)
            assert (after > before) is (refused is None)
        else:
            assert refused in BY_THE_TABLE, (command, role, refused)
            assert after == before


@pytest.mark.parametrize("role", ["acting_pit_supervisor", "pit_supervisor", "pit_manager"])
def test_a_table_that_is_not_theirs(role: str) -> None:
    world = brought_to(Stage.AT_TABLE)
    stranger = actor(role, tables=("RL77",))
    with pytest.raises(Problem) as refused:
        world.do(NUMBER, stranger, tries(world)["pass_on"])
    assert refused.value.code == "case_table"
    with pytest.raises(Problem) as refused:
        brought_to(None).do(NUMBER, stranger, tries(world)["open_case"])
    assert refused.value.code == "case_table"
