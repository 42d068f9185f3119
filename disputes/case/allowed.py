"""Whether a person may do a thing to a case: role, stage, table or pit, two persons, party. A list of pure checks.

The order is fixed, so that everybody hears the same reason: a role that never may; a stage at which nobody may; a role
that may not at this stage; a table that is not theirs; a party; somebody who decided below; a case that was erased.
Proved by ``tests/disputes/case/test_procedure.py``, which tries every role × every command × every stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from casino.core import interest as interests
from casino.core.errors import Problem
from casino.core.interest import IN_THE_MATTER, Part, Tie, ties
from casino.core.messages import Catalogue
from casino.core.posts import POST_NAMES, Post, role_words
from casino.core.text import Text, joined
from disputes.case.context import Actor, Context
from disputes.case.procedure import PROCEDURE
from disputes.case.stages import BOUND_TO_TABLES, OUTSIDE, TABLE, confirm_by
from disputes.case.state import Case, Stage

_WORDS: Final = Catalogue(__file__)

STAGE_NAMES: Final = _WORDS.table("stage-names", Stage)


def check_role(command: str, case: Case, actor: Actor) -> None:
    """Role and stage, by the one table."""
    step = PROCEDURE[command]
    stage = case.stage if case.exists else None
    if actor.person is None or actor.role not in step.everybody:
        raise Problem("case_role", role=role_words(actor.role))
    if stage not in step.posts:
        raise Problem("case_stage", stage=_stage(stage))
    posts = step.posts[stage]
    if command in CONFIRMING and stage is Stage.SENIOR_CONFIRMATION:
        posts = _confirming(case, posts)
    if actor.role not in posts:
        raise Problem("case_role_at_stage", stage=_stage(stage), posts=post_names(posts))


CONFIRMING: Final = ("confirm", "refuse_confirmation")


def _confirming(case: Case, posts: tuple[Post, ...]) -> tuple[Post, ...]:
    """Of the posts that may be the second person of a complaint's decision those that may here: who is outside the line
    confirms only what asks for them."""
    named = confirm_by(case)
    return tuple(post for post in posts if (post in named if named else post not in OUTSIDE))


def check_table(case: Case, actor: Actor, pit_of: Callable[[str], str | None], table: str | None = None) -> None:
    """Supervisors and pit managers act where they are posted; a case without a table belongs to whoever took it."""
    at = table if table is not None else case.table
    if actor.everywhere or actor.role not in BOUND_TO_TABLES or at is None:
        return
    if at not in actor.tables and pit_of(at) not in actor.pits:
        raise Problem("case_table", table=at)


def parts(case: Case) -> tuple[Part, ...]:
    """Who is in a case, as its own events tell it."""
    number = case.number
    found = [Part(party.staff, Tie.NAMED, number) for party in case.parties.values() if party.staff is not None]
    found += [Part(who.reference, Tie.GAINS, number) for who in case.players if who.reference is not None]
    found += [Part(kept.fact.proposed_by.staff, Tie.OFFERED, number) for kept in case.proposals]
    made = case.decision
    if made is not None:
        found.append(Part(made.fact.decided_by.staff, Tie.DECIDED, number))
    if case.complaint is not None:
        found += [Part(staff, Tie.DECIDED_BELOW, number) for staff in those_below(case)]
    return tuple(found)


def those_below(case: Case) -> tuple[str, ...]:
    """Who offered a remedy at the table, or decided or confirmed what a complaint is about."""
    found = [kept.fact.proposed_by.staff for kept in case.proposals]
    for made in case.decisions:
        if not made.on_complaint:
            found.append(made.fact.decided_by.staff)
            if made.confirmed is not None:
                found.append(made.confirmed.confirmed_by.staff)
    return tuple(dict.fromkeys(found))


def involved(case: Case, ctx: Context) -> Iterator[Part]:
    """Who is in the disputed rounds of a case. None is replayed before somebody asks."""
    for ref in case.rounds:
        judged = ctx.judged(ref)
        if judged is not None:
            yield from judged.involved


_SECOND: Final = (Tie.OFFERED, Tie.DECIDED, Tie.DECIDED_BELOW)


def check_persons(command: str, case: Case, actor: Actor, rounds: Iterable[Part] = ()) -> None:
    """Whom the step bars, of those who are in the case or (``rounds``) did something at its rounds."""
    interest = PROCEDURE[command].interest
    if interest.own_words and case.is_party(actor.staff):
        return  # for themselves alone, as the command's own function asks
    if set(interest.bars) & set(IN_THE_MATTER):
        interests.check(actor.staff, rounds, interest)
    own = ties(actor.staff, parts(case), interest)
    if any(part.tie is Tie.GAINS for part in own):
        interests.check(actor.staff, own, interest)
    if any(part.tie not in _SECOND for part in own):
        raise Problem("case_party")
    if own:
        raise Problem("case_second_person")


def check_takes_words(command: str, case: Case) -> None:
    """A case of which every text was erased has no key under which words could be kept. Whoever is left in it (as in
    cases erased before there were new keys) can be erased all the same."""
    if case.exists and case.own is None and not (PROCEDURE[command].keyless and case.persons):
        raise Problem("case_erased")


def check(
    command: str, case: Case, actor: Actor, pit_of: Callable[[str], str | None], rounds: Iterable[Part] = ()
) -> None:
    """All of it, in order. Raises the first Problem."""
    check_role(command, case, actor)
    check_table(case, actor, pit_of)
    check_persons(command, case, actor, rounds)
    check_takes_words(command, case)


def allows(
    command: str, case: Case, actor: Actor, pit_of: Callable[[str], str | None], rounds: Iterable[Part] = ()
) -> bool:
    """Whether the person may do it now, as far as it depends on who and when (buttons are shown by this)."""
    try:
        check(command, case, actor, pit_of, rounds)
    except Problem:
        return False
    return True


def offers_without_interest(command: str, case: Case, ctx: Context) -> bool:
    """Whether role, stage and table are right, and words can be taken."""
    try:
        check_role(command, case, ctx.actor)
        check_table(case, ctx.actor, ctx.pit_of)
        check_takes_words(command, case)
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
    return joined(names, ", ")


def _stage(stage: Stage | None) -> Text:
    return STAGE_NAMES[stage] if stage is not None else _WORDS.text("of-opening")
