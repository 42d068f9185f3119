"""From a command to its facts: pure, one function a command, each with the clause it serves.

:func:`decide` is the only way in. It checks role, stage, table and persons (``disputes.case.allowed``), then the
command's own function checks what is particular to it and returns the facts, in order. Nothing is returned half: a
Problem is raised and nothing has happened. Proved by ``tests/disputes/case``, among them a state machine that gives
random commands by random people.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.case import collecting, deciding, ending, errors, opening  # noqa: F401 - the errors are registered
from disputes.case.allowed import check
from disputes.case.commands import CODES, COMMANDS, EARLIEST, LATEST, Command
from disputes.case.context import Context
from disputes.case.state import Case

Function = Callable[[Case, Any, Context], list[Fact]]

FUNCTIONS: Final[dict[str, Function]] = {
    "open_case": opening.open_case,
    "add_player": opening.add_player,
    "add_witness": opening.add_witness,
    "add_staff": opening.add_staff,
    "change_rounds": opening.change_rounds,
    "change_amount": opening.change_amount,
    "take_finding": opening.take_finding,
    "assign": opening.assign,
    "take_over": opening.take_over,
    "take_statement": collecting.take_statement,
    "add_note": collecting.add_note,
    "propose_remedy": deciding.propose_remedy,
    "answer_at_table": deciding.answer_at_table,
    "pass_on": deciding.pass_on,
    "add_evidence": collecting.add_evidence,
    "withdraw_evidence": collecting.withdraw_evidence,
    "mark_none": collecting.mark_none,
    "notify_surveillance": collecting.notify_surveillance,
    "acknowledge_notice": collecting.acknowledge_notice,
    "ask_footage": collecting.ask_footage,
    "answer_footage": collecting.answer_footage,
    "promise_time": collecting.promise_time,
    "say_no_time": collecting.say_no_time,
    "decide": deciding.decide,
    "confirm": deciding.confirm,
    "refuse_confirmation": deciding.refuse_confirmation,
    "issue_paper": ending.issue_paper,
    "record_answer": ending.record_answer,
    "inform_of_right": ending.inform_of_right,
    "record_help": ending.record_help,
    "file_complaint": ending.file_complaint,
    "close_without_complaint": ending.close_without_complaint,
    "decide_complaint": deciding.decide_complaint,
    "close_complaint": ending.close_complaint,
    "withdraw": ending.withdraw,
    "merge": ending.merge,
    "reopen": ending.reopen,
    "erase_person": ending.erase_person,
}

assert FUNCTIONS.keys() == COMMANDS.keys()


def decide(case: Case, command: Command, ctx: Context) -> list[Fact]:
    """The facts that a command makes. Raises :class:`casino.core.errors.Problem` and makes none."""
    code = CODES[type(command)]
    check(code, case, ctx.actor, ctx.pit_of)
    if case.opened is not None and case.opened.own in case.erased:
        raise Problem("case_erased")
    check_moments(command)
    return FUNCTIONS[code](case, command, ctx)


def check_moments(command: Command) -> None:
    """Moments that a house can mean. One at an end of the calendar fits into no time zone."""
    for name in command.__struct_fields__:
        at = getattr(command, name)
        if isinstance(at, datetime) and not EARLIEST <= at < LATEST:
            raise Problem("case_time_out_of_range", name)
