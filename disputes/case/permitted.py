"""Whether somebody may give a command now: role, stage, table, who is in the matter (``allowed``), and the two
exceptions for whoever is barred while nobody else could act (``undisputed``, ``at_the_top``). Asked by the decision
itself, by the pages and by the API, so that what is offered is what is taken. Proved by
``tests/disputes/case/test_undisputed.py`` and ``tests/disputes/test_at_night.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.errors import Problem
from disputes.case import at_the_top, undisputed
from disputes.case import commands as c
from disputes.case.allowed import check as check_allowed
from disputes.case.allowed import involved
from disputes.case.context import Context
from disputes.case.state import Case

BARRED: Final = ("case_party", "case_second_person", "interest_barred")
"""Problems of somebody who is in the matter; no other is ever lifted."""


def refusal(command: str, case: Case, ctx: Context) -> Problem | None:
    """Why whoever acts may not give this command now, whatever it says; None where they may."""
    problem = _problem(command, case, ctx)
    return None if problem is not None and _lifted(problem, command, case, ctx) else problem


def offers(command: str, case: Case, ctx: Context) -> bool:
    """Whether a button or an address for it is shown."""
    return refusal(command, case, ctx) is None


def check(code: str, command: c.Command, case: Case, ctx: Context) -> None:
    """Raises Problem where it may not be given, or moves more than is owed although whoever acts is in it, alone."""
    problem = _problem(code, case, ctx)
    if problem is None:
        return
    if not _lifted(problem, code, case, ctx):
        raise problem
    if code != at_the_top.DECIDES and not undisputed.only_owed(command, case, ctx):
        raise Problem("case_owed_only", "remedy")


def _problem(command: str, case: Case, ctx: Context) -> Problem | None:
    try:
        check_allowed(command, case, ctx.actor, ctx.pit_of, involved(case, ctx))
    except Problem as problem:
        return problem
    return None


def _lifted(problem: Problem, command: str, case: Case, ctx: Context) -> bool:
    alone = at_the_top.alone if command == at_the_top.DECIDES else undisputed.alone
    return problem.code in BARRED and alone(command, case, ctx)
