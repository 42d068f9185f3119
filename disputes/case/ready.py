"""Whether a step would be refused as the case stands, whoever takes it: such a step is not offered. Pure.

Who may act at which stage is ``disputes.case.allowed``; the functions that decide check all of it again, so nothing
rests on this alone. Here stands what can be said without the words of the command: nothing waits for an answer, the
paper is not there, the case is in the person's hands already. Proved by ``tests/disputes/case/test_ready.py``, which
gives every command at every stage and holds what was refused against this table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from casino.core.errors import Problem
from disputes.case.bases import NEVER_NONE, answer_due, filled
from disputes.case.bet_owner import owners
from disputes.case.closing import left
from disputes.case.context import Context
from disputes.case.papers import possible_papers
from disputes.case.procedure import ITEMS
from disputes.case.remedies import judged_rounds, open_rulings, stands
from disputes.case.stages import to_acknowledge
from disputes.case.state import Case

Ready = Callable[[Case, Context], bool]


def ready(command: str, case: Case, ctx: Context) -> bool:
    """Whether the case is ready for a command, as far as it can be said before its words are known."""
    check = READY.get(command)
    try:
        return check is None or check(case, ctx)
    except Problem:  # a disputed round that is not there any more: the form says so
        return True


def _told(kind: str) -> Ready:
    def told(case: Case, ctx: Context) -> bool:
        made = case.decision
        return made is not None and case.paper(kind, made.code) is not None

    return told


def _offers(case: Case, ctx: Context) -> bool:
    waits = case.proposal is not None and stands(case.proposal.remedy, case, ctx)
    return not waits and not open_rulings(case, (), ctx)


def _nothing_there(case: Case, ctx: Context) -> bool:
    return any(item not in NEVER_NONE and not filled(case, item, ctx) for item in ITEMS)


def _clock_ran_out(case: Case, ctx: Context) -> bool:
    return any(footage.waits and ctx.now >= answer_due(footage, ctx) for footage in case.footage.values())


def _asks_whose(case: Case, ctx: Context) -> bool:
    known = owners(case)
    return bool(known.codes) and any(
        not known.by_table(judged.bets[bet].player).known
        for judged in judged_rounds(case, ctx)
        for bet in judged.ref.bets or judged.bets
        if bet in judged.bets
    )


def _nothing_since(case: Case, ctx: Context) -> bool:
    made = case.decision
    return made is not None and all(each.answered_version <= made.version for each in case.footage.values())


READY: Final[dict[str, Ready]] = {
    "take_over": lambda case, ctx: case.assigned_to != ctx.actor.staff or to_acknowledge(case) is not None,
    "name_party": lambda case, ctx: any(party.person not in {None, *case.erased} for party in case.parties.values()),
    "attribute_bets": _asks_whose,
    "propose_remedy": _offers,
    "answer_at_table": lambda case, ctx: case.proposal is not None,
    "withdraw_evidence": lambda case, ctx: bool(case.standing_evidence()),
    "mark_none": _nothing_there,
    "notify_surveillance": lambda case, ctx: case.notified is None,
    "acknowledge_notice": lambda case, ctx: case.notified is not None and case.acknowledged is None,
    "answer_footage": lambda case, ctx: any(footage.answer is None for footage in case.footage.values()),
    "record_unanswered": _clock_ran_out,
    "confirm": _nothing_since,
    "record_money": lambda case, ctx: bool(case.money.still_out),
    "give_up_money": lambda case, ctx: any(owing.out_minor < 0 for owing in case.money.still_out),
    "issue_paper": lambda case, ctx: bool(possible_papers(case)),
    "set_step_aside": lambda case, ctx: bool(left(case)),
    "hand_over_paper": lambda case, ctx: bool(case.papers),
    "keep_signed_copy": lambda case, ctx: bool(case.papers),
    "record_answer": _told("decision"),
    "inform_of_right": _told("right_to_complain"),
    "close_complaint": _told("complaint_decision"),
    "close_without_complaint": lambda case, ctx: case.next_by is None or case.next_by <= ctx.now,
    "merge": lambda case, ctx: not case.proposals and not case.decisions,
    "reopen": lambda case, ctx: case.closed is None or case.closed.ending != "merged",
}
"""Code of a command -> whether the case is ready for it. Every other command depends on its own words alone."""
