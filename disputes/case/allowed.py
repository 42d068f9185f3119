"""Whether a person may do a thing to a case: role, stage, table or pit, two persons, party. A list of pure checks.

The order is fixed, so that everybody hears the same reason: a role that never may; a stage at which nobody may; a role
that may not at this stage; a table that is not theirs; a party; somebody who decided below; a case that was erased.
Proved by ``tests/disputes/case/test_procedure.py``, which tries every role × every command × every stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from casino.core.errors import Problem
from casino.core.posts import POST_NAMES, Post, role_words
from casino.core.text import Text
from disputes.case.context import Actor
from disputes.case.procedure import PROCEDURE
from disputes.case.stages import BOUND_TO_TABLES, TABLE
from disputes.case.state import Case, Stage

STAGE_NAMES: Final = {
    Stage.AT_TABLE: Text("tại bàn", "at the table"),
    Stage.PIT_MANAGER: Text("Quản lý Pit xem xét", "with the pit manager"),
    Stage.CONFIRMATION: Text("chờ người thứ hai xác nhận", "waiting for a second person"),
    Stage.ANSWER: Text("chờ người chơi trả lời", "waiting for the player's answer"),
    Stage.DISAGREED: Text("người chơi không đồng ý", "the player does not agree"),
    Stage.COMPLAINT: Text("chờ đơn khiếu nại", "open for a complaint"),
    Stage.SENIOR_MANAGEMENT: Text("quản lý cấp cao xem xét", "with senior management"),
    Stage.SENIOR_CONFIRMATION: Text("quản lý cấp cao, chờ xác nhận", "senior management, waiting for a second person"),
    Stage.COMPLAINT_ANSWER: Text("chờ trao quyết định khiếu nại", "the decision on the complaint is to be handed over"),
    Stage.CLOSED: Text("đã khép", "closed"),
}


def check_role(command: str, case: Case, actor: Actor) -> None:
    """Role and stage, by the one table."""
    step = PROCEDURE[command]
    stage = case.stage if case.exists else None
    if actor.person is None or actor.role not in step.everybody:
        raise Problem("case_role", role=role_words(actor.role))
    if stage not in step.posts:
        raise Problem("case_stage", stage=_stage(stage))
    if actor.role not in step.posts[stage]:
        raise Problem("case_role_at_stage", stage=_stage(stage), posts=post_names(step.posts[stage]))


def check_table(case: Case, actor: Actor, pit_of: Callable[[str], str | None], table: str | None = None) -> None:
    """Supervisors and pit managers act where they are posted; a case without a table belongs to whoever took it."""
    at = table if table is not None else case.table
    if actor.everywhere or actor.role not in BOUND_TO_TABLES or at is None:
        return
    if at not in actor.tables and pit_of(at) not in actor.pits:
        raise Problem("case_table", table=at)


def check_persons(command: str, case: Case, actor: Actor) -> None:
    """Whom the step bars: a party, and whoever would decide about what they did themselves."""
    barred = PROCEDURE[command].barred
    if "party" in barred and case.is_party(actor.staff):
        raise Problem("case_party")
    made = case.decision
    own = made is not None and made.fact.decided_by.staff == actor.staff
    second = (
        ("offer" in barred and case.offered_at_table(actor.staff))
        or ("decision" in barred and own)
        or ("complaint" in barred and case.complaint is not None and case.decided_below(actor.staff))
    )
    if second:
        raise Problem("case_second_person")


def check_takes_words(command: str, case: Case) -> None:
    """A case of which every text was erased has no key under which words could be kept. Whoever is left in it (as in
    cases erased before there were new keys) can be erased all the same."""
    if case.exists and case.own is None and not (PROCEDURE[command].keyless and case.persons):
        raise Problem("case_erased")


def check(command: str, case: Case, actor: Actor, pit_of: Callable[[str], str | None]) -> None:
    """All of it, in order. Raises the first Problem."""
    check_role(command, case, actor)
    check_table(case, actor, pit_of)
    check_persons(command, case, actor)
    check_takes_words(command, case)


def allows(command: str, case: Case, actor: Actor, pit_of: Callable[[str], str | None]) -> bool:
    """Whether the person may do it now, as far as it depends on who and when (buttons are shown by this)."""
    try:
        check(command, case, actor, pit_of)
    except Problem:
        return False
    return True


def may_see(case_table: str | None, actor: Actor, pit_of: Callable[[str], str | None], *, took_part: bool) -> bool:
    """Whether the person may read a case: supervisors see those of their tables and those they took part in; everyone
    else with the right to see cases sees all of them."""
    if actor.role not in TABLE or took_part or case_table is None:
        return True
    return actor.everywhere or case_table in actor.tables or pit_of(case_table) in actor.pits


def post_names(posts: Iterable[str]) -> Text:
    """Posts as they stand in a sentence."""
    names = [POST_NAMES[Post(post)] for post in posts]
    return Text(", ".join(name.vi for name in names), ", ".join(name.en for name in names))


def _stage(stage: Stage | None) -> Text:
    return STAGE_NAMES[stage] if stage is not None else Text("mở hồ sơ", "of opening")
