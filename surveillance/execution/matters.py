"""Who is in what a command of Surveillance is about: the rounds, findings and cases that it names, or that the link,
hold or request names on which it acts. The rule is ``casino.core.interest``. Proved by
``tests/surveillance/test_interest.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from casino.core.interest import Part
from casino.ledger.application import get_ledger
from disputes.case.allowed import parts
from disputes.case.state import Case
from games.rows import matters
from surveillance.record.parts import Subject
from surveillance.record.references import CASE_REQUEST

KINDS = ("round/", "audit/", "case/")
"""Streams that are a matter, or of one. What else Surveillance names (an incident, a hold) has nobody's interest."""


def of(property_code: str, stream: str | None, said: Iterable[Any]) -> Iterator[Part]:
    """Who is in it: ``stream`` is what the command acts on, ``said`` the command and the facts that it makes."""
    # Of a sample only the round that is looked at: the others were drawn by lot beside it.
    kept = stream is not None and not stream.startswith("spotcheck/")
    told = [event.data for event in get_ledger(property_code).stream(stream)] if stream is not None and kept else []
    asked = CASE_REQUEST.fullmatch(stream or "")
    streams = dict.fromkeys(named for each in (*told, *said) for named in _streams(each))
    if asked is not None:
        streams[f"case/{asked[1]}"] = None
    for about in streams:
        if about.startswith(KINDS):
            yield from _of_stream(property_code, about)


def _of_stream(property_code: str, about: str) -> Iterator[Part]:
    kind = about.partition("/")[0]
    if kind == "audit":
        yield from matters.of_finding(property_code, about, "")
    elif kind == "round":
        yield from matters.of_round(property_code, about)
    else:
        case = get_ledger(property_code).load(Case, about)
        yield from parts(case)
        for ref in case.rounds:
            yield from matters.of_round(property_code, ref.stream, ref.bets)


def _streams(value: Any) -> Iterator[str]:
    """The rounds, findings and cases that stand in a command or fact."""
    if isinstance(value, Subject):
        asked = CASE_REQUEST.fullmatch(value.stream)
        yield f"case/{asked[1]}" if asked else value.stream
    elif isinstance(value, str):
        if value.startswith(KINDS):
            yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _streams(each)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _streams(getattr(value, name))
