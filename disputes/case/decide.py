"""From a command to its facts: pure, one function a command, each with the clause it serves.

:func:`decide` is the only way in. It checks role, stage, table and persons (``disputes.case.allowed``), then the
command's own function checks what is particular to it and returns the facts, in order. Nothing is returned half: a
Problem is raised and nothing has happened. Proved by ``tests/disputes/case``, among them a state machine that gives
random commands by random people.
"""

from __future__ import annotations

from datetime import datetime

from casino.core.commands import code_of
from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.case import (  # noqa: F401 - the errors are registered
    attributing,
    bet_errors,
    closing,
    closing_errors,
    collecting,
    deciding,
    ending,
    erasing,
    errors,
    gate_errors,
    money,
    money_errors,
    opening,
    papers,
    permitted,
)
from disputes.case.commands import EARLIEST, LATEST, Command
from disputes.case.context import Context
from disputes.case.reasons import check_reasons
from disputes.case.state import Case
from disputes.case.step import FUNCTIONS, PROCEDURE

assert FUNCTIONS.keys() == PROCEDURE.keys(), "each command has its function"


def decide(case: Case, command: Command, ctx: Context) -> list[Fact]:
    """The facts that a command makes. Raises :class:`casino.core.errors.Problem` and makes none."""
    code = code_of(type(command))
    permitted.check(code, command, case, ctx)
    check_moments(command)
    check_reasons(command)
    return closing.with_closing(case, FUNCTIONS[code](case, command, ctx), ctx)


def check_moments(command: Command) -> None:
    """Moments that a house can mean. One at an end of the calendar fits into no time zone."""
    for name in command.__struct_fields__:
        at = getattr(command, name)
        if isinstance(at, datetime) and not EARLIEST <= at < LATEST:
            raise Problem("case_time_out_of_range", name)
