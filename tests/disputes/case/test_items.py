"""The check-list of 8.4: each basis by itself holds the decision, and is cited by the number its document prints."""

from __future__ import annotations

import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.collecting import filled, open_items
from disputes.case.deciding import missing
from disputes.case.facts import Item
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, WATCH
from tests.disputes.case.world import NONE, World, actor

PRINTED: dict[Item, str] = {
    "rules": "8.4.1",
    "published": "8.4.2",
    "procedures": "8.4.3",
    "controls": "8.4.4",
    "statements": "8.4.5",
    "footage": "8.4.6",
    "other": "8.4.7",
    "law": "8.4.8",
}
"""Read off the documents of sic bo, baccarat and niu niu."""
ROULETTE = {**PRINTED, "footage": "8.4.7"}
"""There 8.4.6 repeats 8.4.5, and 8.4.7 speaks of footage besides everything else."""


def decision() -> c.Decide:
    return c.Decide(remedy=NONE, reasons="Đã trả đúng.")


def all_but(item: Item) -> World:
    """With the pit manager, everything done but one basis."""
    world = World()
    stages.with_pit_manager(world)
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.SayNoTime(reason="Chờ cảnh quay."))
    for other in PRINTED:
        if other != item:
            world.do(NUMBER, MANAGER, c.MarkNone(item=other, reason="Không có."))
    return world


@pytest.mark.parametrize("item", PRINTED)
def test_8_4_each_basis_holds_the_decision(item: Item) -> None:
    world = all_but(item)
    with pytest.raises(Problem) as refused:
        world.do(NUMBER, MANAGER, decision())
    assert refused.value.code == "case_items_open"
    assert f"still open: {ROULETTE[item]} " in refused.value.text.en
    case = world.cases[f"case/{NUMBER}"]
    assert [each.clause for each in missing(case, world.context(MANAGER))] == [ROULETTE[item]]
    world.do(NUMBER, MANAGER, c.MarkNone(item=item, reason="Không có."))
    world.do(NUMBER, MANAGER, decision())


def test_8_4_a_refused_decision_names_every_open_basis() -> None:
    world = World()
    stages.with_pit_manager(world)
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.SayNoTime(reason="Chờ cảnh quay."))
    with pytest.raises(Problem) as refused:
        world.do(NUMBER, MANAGER, decision())
    for language in ("vi", "en"):
        said = refused.value.in_language(language)
        assert [number for number in ROULETTE.values() if f"{number} " in said] == list(ROULETTE.values())


@pytest.mark.parametrize("item", PRINTED)
def test_8_4_what_is_found_fills_its_basis_and_no_other(item: Item) -> None:
    world = World()
    stages.with_pit_manager(world)
    world.do(NUMBER, MANAGER, c.AddEvidence(item=item, text="Có."))
    case = world.cases[f"case/{NUMBER}"]
    assert [each for each in PRINTED if filled(case, each)] == [item]
    with pytest.raises(Problem) as refused:
        world.do(NUMBER, MANAGER, c.MarkNone(item=item, reason="Không có."))
    assert refused.value.code == "case_item_filled"
    assert f" {ROULETTE[item]} " in refused.value.text.en
    world.do(NUMBER, MANAGER, c.WithdrawEvidence(evidence="E1", reason="Nhầm hồ sơ."))
    assert not filled(case, item)


@pytest.mark.parametrize(("game", "printed"), [("roulette", ROULETTE), ("sicbo", PRINTED), ("baccarat", PRINTED)])
def test_8_4_the_numbers_are_those_of_the_document(game: str, printed: dict[str, str]) -> None:
    world = World()
    stages.with_pit_manager(world)
    case = world.cases[f"case/{NUMBER}"]
    case.game = game
    assert {each.item: each.clause for each in open_items(case)} == printed
    world.do(
        NUMBER,
        MANAGER,
        c.AskFootage(table="RL01", begins_at=world.now - stages.MINUTE, ends_at=world.now),
    )
    waits = {each.code: each.clause for each in missing(case, world.context(MANAGER))}
    assert waits["footage_F1"] == printed["footage"]


def test_8_4_5_a_statement_fills_its_basis() -> None:
    world = World()
    stages.with_pit_manager(world)
    with pytest.raises(Problem) as refused:
        world.do(NUMBER, MANAGER, c.TakeStatement(party="P9", said="…"))
    assert refused.value.code == "case_party_unknown"
    [taken] = world.do(NUMBER, WATCH, c.TakeStatement(party="P1", said="Tôi thấy bóng ở ô 17."))
    assert isinstance(taken, f.StatementTaken)
    assert (taken.statement, taken.party) == ("S1", "P1")
    case = world.cases[f"case/{NUMBER}"]
    assert [each.item for each in open_items(case)] == [item for item in PRINTED if item != "statements"]


def test_8_4_6_an_answer_that_there_is_none_fills_the_footage() -> None:
    """What was asked for and is not there was looked into."""
    world = World()
    stages.with_pit_manager(world)
    asked = c.AskFootage(table="RL01", round="r1", begins_at=world.now - stages.MINUTE, ends_at=world.now)
    world.do(NUMBER, MANAGER, asked)
    case = world.cases[f"case/{NUMBER}"]
    assert not filled(case, "footage")
    world.do(NUMBER, WATCH, c.AnswerFootage(request="F1", found=False, answer="Đã ghi đè."))
    assert filled(case, "footage")


def test_8_2_surveillance_is_told_once_and_acknowledges_once() -> None:
    world = World()
    stages.with_pit_manager(world)
    for who, command, code in (
        (WATCH, c.AcknowledgeNotice(), "case_not_notified"),
        (MANAGER, c.NotifySurveillance(), None),
        (actor("shift_manager", "way-sm"), c.NotifySurveillance(), "case_notified_already"),
        (WATCH, c.AcknowledgeNotice(), None),
        (WATCH, c.AcknowledgeNotice(), "case_changes_nothing"),
    ):
        if code is None:
            world.do(NUMBER, who, command)
            continue
        with pytest.raises(Problem) as refused:
            world.do(NUMBER, who, command)
        assert refused.value.code == code
    case = world.cases[f"case/{NUMBER}"]
    assert case.notified is not None
    assert case.acknowledged is not None
