"""A case as the ledger holds it, folded. Proved by ``tests/disputes/test_service.py``."""

from __future__ import annotations

from casino.core.errors import Problem
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from disputes.case.state import Case


def stream_of(number: str) -> str:
    """The stream of a case's number."""
    return f"case/{number}"


def load(property_code: str, number: str, *, upto_position: int | None = None) -> Case:
    """The case as it stands (or stood). Problem ``case_unknown``."""
    stream = stream_of(number)
    try:
        case = get_ledger(property_code).load(Case, stream, upto_position=upto_position)
    except ledger_errors.InvalidEvent:
        case = Case(stream)
    if not case.version:
        raise Problem("case_unknown", "case", case=number)
    return case
