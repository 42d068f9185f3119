"""Where nobody uninvolved is on duty: what nobody disputes is paid at once (8.1), and the rest waits for the next post.

Who is named in a case, or dealt its round, offers and pays nothing there. At night they may be the only ones at the
table who could. Then they may pay exactly what the replay owes the player, and nothing else: not what rests on their
own ruling, correction, leave or confirmation, and nothing beyond the rules. Every other matter is promised (8.3) and
handed over, and the next post answers in an own session. Pure. Proved by ``tests/disputes/case/test_undisputed.py``.
"""

from __future__ import annotations

from casino.core.interest import BARS, UNDISPUTED, ties
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.allowed import involved, offers_without_interest, parts
from disputes.case.attributing import line_said, said_of
from disputes.case.context import Context
from disputes.case.procedure import PROCEDURE
from disputes.case.remedies import as_remedy
from disputes.case.state import Case


def alone(command: str, case: Case, ctx: Context) -> bool:
    """Whether whoever acts is barred by nothing but being named or having dealt, and nobody is on duty at the table who
    could do it instead."""
    step = PROCEDURE[command]
    if not step.interest.undisputed or not offers_without_interest(command, case, ctx):
        return False
    within = (*parts(case), *involved(case, ctx))
    if any(part.tie not in UNDISPUTED for part in ties(ctx.actor.staff, within, BARS)):
        return False
    may = step.posts.get(case.stage, ())
    return not any(
        post in may and staff != ctx.actor.staff and not ties(staff, within, BARS)
        for staff, post in ctx.on_duty(case.table)
    )


def only_owed(command: c.Command, case: Case, ctx: Context) -> bool:
    """Whether a command moves what the replay owes the player and nothing besides; an offer that is declined moves
    nothing."""
    if isinstance(command, c.AnswerAtTable):
        offer = case.proposal
        return not command.agreed or (offer is not None and _owed(offer.remedy))
    if isinstance(command, c.ProposeRemedy):
        said = line_said(command.remedy, case, ctx, "remedy")
        return _owed(as_remedy(command.remedy, case, ctx, said_of(said)))
    return False


def _owed(remedy: f.Remedy) -> bool:
    exact = (
        line.round is not None
        and line.to_player_minor > 0
        and line.beyond_rules_minor == 0
        and line.difference_minor == -line.to_player_minor
        for line in remedy.lines
    )
    return bool(remedy.lines) and all(exact)
