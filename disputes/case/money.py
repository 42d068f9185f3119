"""From decided to moved: money of a remedy is handed over, received, or given up (8.4).

It holds up no step of section 8: the player answers and goes on to 8.5 while money is still out. A case closes once it
moved, was given up or was set aside (``disputes.case.closing``); what becomes of it afterwards is recorded then too.
Above a set sum another person than who decided records that it moved; giving up counts as beyond the rules and adds up
with everything else that one person gives alone (``casino.house.sums``), so that above the limits a second person gives
the same command. Pure. Proved by ``tests/disputes/case/test_money.py``.
"""

from __future__ import annotations

from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.allowed import check_table
from disputes.case.alone import against_lines, decider, given_up_line, moved_by
from disputes.case.context import Context
from disputes.case.money_facts import GivingUpAsked, MoneyHandedOver, MoneyReceived, MoneyUncollectable, MoneyWaived
from disputes.case.moneys import Owing
from disputes.case.remedies import amount_text
from disputes.case.state import Case
from disputes.case.step import decides


@decides(c.RecordMoney)
def record_money(case: Case, command: c.RecordMoney, ctx: Context) -> list[Fact]:
    """Which way the money goes, the line says."""
    owing, amount = _still_out(case, command.line, command.amount_minor, ctx)
    if command.moved_at > ctx.now:
        raise Problem("case_time_ahead", "moved_at")
    limit = ctx.limits.handover_other.get(case.currency, 0)
    decided_by = decider(case, owing.carried)
    if decided_by.staff == ctx.actor.staff and moved_by(case, owing.carried, decided_by, ctx) > limit:
        raise Problem("case_handover_other", "line", limit=amount_text(limit, case.currency))
    fact = MoneyHandedOver if owing.out_minor > 0 else MoneyReceived
    return [
        fact(
            line=command.line,
            amount_minor=amount,
            how=command.how,
            moved_at=command.moved_at,
            recorded_by=ctx.person,
            note=None if command.note is None else ctx.seal(command.note, case.persons),
        )
    ]


@decides(c.GiveUpMoney)
def give_up_money(case: Case, command: c.GiveUpMoney, ctx: Context) -> list[Fact]:
    """Alone within the limits; else asked for, and done when another person says the same."""
    asked = _asked(case, command)
    amount_minor = command.amount_minor if asked is None else asked.amount_minor
    owing, amount = _still_out(case, command.line, amount_minor, ctx)
    if owing.out_minor > 0:
        raise Problem("case_money_of_player", "line", line=command.line)
    reason = ctx.seal(command.reason, case.persons)
    fact = MoneyWaived if command.why == "waived" else MoneyUncollectable
    if asked is not None:
        if asked.asked_by.staff == ctx.actor.staff:
            raise Problem("case_giving_up_second", "line", line=command.line)
        return [
            fact(
                line=command.line,
                amount_minor=amount,
                reason=reason,
                given_up_by=asked.asked_by,
                confirmed_by=ctx.person,
            )
        ]
    alone = against_lines(case, (given_up_line(owing.line, amount),), "decided", ctx.person, ctx)
    if alone:
        because = tuple(each.why for each in alone)
        return [
            GivingUpAsked(
                line=command.line,
                amount_minor=amount,
                why=command.why,
                reason=reason,
                asked_by=ctx.person,
                because=because,
            )
        ]
    return [fact(line=command.line, amount_minor=amount, reason=reason, given_up_by=ctx.person)]


def _asked(case: Case, command: c.GiveUpMoney) -> GivingUpAsked | None:
    """What a first person asked for, where this command says the same."""
    owing = case.money.get(command.line)
    asked = None if owing is None else owing.asked
    if asked is None or asked.why != command.why or command.amount_minor not in (None, asked.amount_minor):
        return None
    return asked


def _still_out(case: Case, code: str, amount_minor: int | None, ctx: Context) -> tuple[Owing, int]:
    """The line and how much of it. The round is replayed: its event goes behind the version that was seen."""
    owing = case.money.get(code)
    if owing is None or not owing.out_minor:
        raise Problem("case_money_line", "line", line=code)
    left = abs(owing.out_minor)
    if amount_minor is not None and amount_minor > left:
        raise Problem("case_money_amount", "amount_minor", line=code, out=amount_text(left, case.currency))
    line = owing.line
    check_table(case, ctx.actor, ctx.pit_of, line.table)
    if line.table is not None and line.round is not None:
        ref = f.RoundRef(table=line.table, round=line.round)
        if ctx.judged(ref) is None:
            raise Problem("case_round_unknown", "line", round=line.round, table=line.table)
    return owing, left if amount_minor is None else amount_minor
