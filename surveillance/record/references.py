"""How one thing of the record names another. Pure. Proved by ``tests/surveillance/test_service.py``."""

from __future__ import annotations

import re
from typing import Final

from surveillance.record.parts import Subject

CASE_REQUEST: Final = re.compile(r"request/(\d{4}-\d{5,})-(F\d+)")
"""The stream of a request that a case made: the case's number and the request's code there."""


def request_stream(case: str, request: str) -> str:
    """The stream in which Surveillance answers a case's request."""
    return f"request/{case}-{request}"


def case_number_of(subject: Subject) -> str:
    """The number of the case that a subject leads to; empty where it leads to none."""
    kind, _, code = subject.stream.partition("/")
    if kind == "case":
        return code
    found = CASE_REQUEST.fullmatch(subject.stream)
    return found[1] if found else ""


def table_of(stream: str) -> str:
    """The table of a round's stream (or its audit's); empty for any other."""
    kind, _, code = stream.partition("/")
    return code.partition("/")[0] if kind in ("round", "audit", "session") else ""
