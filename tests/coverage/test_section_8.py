"""A function of section 8 may carry many clauses. Here each is altered by its own entry in a table, and the tests that
hold the table as read by hand (``tests/disputes/case``) notice: a basis left out of the check-list or under another
number, a post more or less at a stage, a clock under another clause.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import msgspec
import pytest

from casino.core.posts import Post
from casino.core.text import Text
from disputes.case import clauses, clocks
from disputes.case.facts import Item
from disputes.case.procedure import ITEMS, PROCEDURE
from disputes.case.state import Stage
from tests.disputes.case import test_clocks, test_items, test_procedure

NOTICED = (AssertionError, LookupError)


def notices(test: Callable[..., None], *given: object) -> bool:
    """Does the test fail now?"""
    try:
        test(*given)
    except NOTICED:
        return True
    return False


@pytest.mark.parametrize("item", ITEMS)
def test_a_basis_left_out_of_the_check_list_is_noticed(item: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the test of this basis, and not by those of the other seven."""
    table: dict[Any, Any] = ITEMS
    by_itself = [other for other in ITEMS if other != item]
    monkeypatch.delitem(table, item)
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        test_items.test_8_4_each_basis_holds_the_decision(item)
    for other in by_itself:
        test_items.test_8_4_each_basis_holds_the_decision(other)


@pytest.mark.parametrize("item", ITEMS)
def test_a_basis_under_another_number_is_noticed(item: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    table: dict[Any, Any] = ITEMS
    monkeypatch.setitem(table, item, ("8.4.9", ITEMS[item][1]))
    assert notices(test_items.test_8_4_the_numbers_are_those_of_the_document, "sicbo", test_items.PRINTED)


@pytest.mark.parametrize("command", PROCEDURE)
def test_another_post_at_a_stage_is_noticed(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each post added where it has no part, and taken away where it has one."""
    step = PROCEDURE[command]
    assert not notices(test_procedure.test_every_role_at_every_stage, command)
    for stage, post in product((None, *Stage), Post):
        former = step.posts.get(stage, ())
        altered = tuple(p for p in former if p is not post) if post in former else (*former, post)
        monkeypatch.setitem(PROCEDURE, command, msgspec.structs.replace(step, posts={**step.posts, stage: altered}))
        assert notices(test_procedure.test_every_role_at_every_stage, command), (stage, post)


@pytest.mark.parametrize("code", test_clocks.RUNS)
def test_a_clock_under_another_clause_is_noticed(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clocks.CLOCKS, code, ("8.9", Text("…", "…")))
    assert notices(test_clocks.test_entering_a_stage_sets_its_clock, code)


def test_what_the_house_adds_carries_out_no_clause() -> None:
    """Commands that no clause asks for stand in the procedure and not in the table of clauses."""
    carrying = {function.__name__ for function in clauses.functions().values()}
    of_the_house = {code for code, step in PROCEDURE.items() if step.of_the_house}
    assert of_the_house == {
        *("assign", "take_over", "add_note", "merge", "withdraw", "reopen", "erase_person"),
        *("record_money", "give_up_money", "hand_over_paper", "keep_signed_copy", "name_party", "set_step_aside"),
    }
    assert carrying.isdisjoint(of_the_house)
    assert carrying - {"open_items", "clocks"} == set(PROCEDURE) - of_the_house
