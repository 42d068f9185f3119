"""Which rounds a report is of, as the log stood at a position: the same for ever, however the rows move on.

Rows that nothing was added to since that position answer by their columns; those that were (a few, unless the report is
of long ago) are replayed as they stood. Goes along the rows by key, so that memory stays flat and no transaction stays
open. Proved by ``tests/surveillance/reports/test_choosing.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Q, QuerySet, Sum

from casino.core.errors import Problem
from casino.ledger import reading
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.case.state import Case
from games.engine.replay import Replay, gaming_day
from games.facts.finding_facts import FindingOpened
from games.rows.models import Finding, Round
from games.rows.projector import players_of
from games.rows.replay import Replayer
from surveillance.bundle import claims
from surveillance.bundle.claims import Interval
from surveillance.bundle.selection import Selection
from surveillance.reports.order import Placed

PAGE: Final = 1_000


def rounds(owner: Property, selection: Selection, position: int) -> Iterator[Placed]:
    """The rounds, in the order in which they began in the log."""
    rows, replayer = _candidates(owner, selection, position), Replayer(owner.code)
    after = 0
    while True:
        page = list(rows.filter(first_position__gt=after).order_by("first_position")[:PAGE])
        for row in page:
            if selection.about in ("finding", "clause") and not _found(owner, selection, row, position):
                continue
            if row.last_position <= position:
                yield Placed((row.moment, row.first_position), row.stream, row.game)
                continue
            replay = replayer.round(row.stream, position)
            if _as_it_stood(owner, selection, replay):
                yield Placed((replay.moment, replay.first_position), row.stream, row.game)
        if len(page) < PAGE:
            return
        after = page[-1].first_position


def estimate(owner: Property, selection: Selection, position: int) -> dict[str, int]:
    """About how many rounds and events it will hold, by the lists: said before it is asked for."""
    counted = _candidates(owner, selection, position).filter(_columns(selection))
    return {"rounds": counted.count(), "events": counted.aggregate(n=Sum("facts_count"))["n"] or 0}


def must_exist(owner: Property, selection: Selection, position: int) -> None:
    """Problem reports_nothing_named where what is named was not recorded at the position."""
    named = {"round": selection.round, "case": f"case/{selection.case}", "table": f"table/{selection.table}"}
    named["shoe"] = named["table"]
    stream = named.get(selection.about)
    missing = stream is not None and reading.version_at("default", owner.code, stream, position) == 0
    if missing or (selection.about == "shoe" and not shoe(owner, selection, position)):
        raise Problem("reports_nothing_named", selection.about, position=position)


# --- Rows that may belong ---------------------------------------------------------------------------------------------


def _candidates(owner: Property, selection: Selection, position: int) -> QuerySet[Round]:
    """Every round that may belong: what can change later is not asked for here."""
    found = Round.objects.filter(property=owner, first_position__lte=position)
    if selection.about == "round":
        return found.filter(stream=selection.round)
    if selection.about == "case":
        return found.filter(stream__in=rounds_of_case(owner, selection, position))
    if selection.tables:
        found = found.filter(table__in=selection.tables)
    if selection.games:
        found = found.filter(game__in=selection.games)
    if selection.about in ("table", "shoe"):
        found = found.filter(table=selection.table)
    if selection.about == "table":
        assert selection.begins_at is not None
        assert selection.ends_at is not None
        found = found.filter(first_position__range=interval(owner, (selection.begins_at, selection.ends_at), position))
    if selection.about == "shoe":
        found = found.filter(_between(shoe(owner, selection, position)))
    if selection.about in ("finding", "clause"):
        found = found.filter(pk__in=_findings(owner, selection).values("round_id"))
    columns = _columns(selection)  # an empty condition beside another would be left out, not be true
    return found.filter(Q(last_position__gt=position) | columns) if columns else found


def _columns(selection: Selection) -> Q:
    """What columns say that may change as facts are added."""
    found = Q()
    if selection.from_day is not None:
        found &= Q(gaming_day__gte=selection.from_day)
    if selection.to_day is not None:
        found &= Q(gaming_day__lte=selection.to_day)
    if selection.about == "player":
        found &= Q(players__contains=[selection.player])
    return found


def _as_it_stood(owner: Property, selection: Selection, replay: Replay) -> bool:
    day: date = gaming_day(replay.moment, owner)
    if selection.from_day is not None and day < selection.from_day:
        return False
    if selection.to_day is not None and day > selection.to_day:
        return False
    return selection.about != "player" or selection.player in players_of(replay.state)


def rounds_of_case(owner: Property, selection: Selection, position: int) -> list[str]:
    """The rounds that the case had at the position, by its events."""
    case = get_ledger(owner.code).load(Case, f"case/{selection.case}", upto_position=position)
    return sorted(ref.stream for ref in case.rounds)


def interval(owner: Property, moments: tuple[datetime, datetime], position: int) -> Interval:
    """The first and last position recorded from one moment to before another, the position as the bound: moments of
    recording never go back along the log."""
    return Interval(first_from(owner, moments[0], position), first_from(owner, moments[1], position) - 1)


_FIRST_FROM: Final = """
SELECT e.recorded_at >= %(moment)s FROM ledger_event e WHERE e.property_id = %(property)s AND e.position = %(position)s
"""


def first_from(owner: Property, moment: datetime, position: int) -> int:
    """The first position recorded at or after a moment; one more than the last where there is none. By halving: each
    step is one look-up."""
    low, high = 1, position + 1
    with reading.cursor("default") as cursor:
        while low < high:
            middle = (low + high) // 2
            row: Any = cursor.execute(
                _FIRST_FROM, {"moment": moment, "property": owner.pk, "position": middle}
            ).fetchone()
            if row[0]:
                high = middle
            else:
                low = middle + 1
    return low


def shoe(owner: Property, selection: Selection, position: int) -> list[Interval]:
    """The stretches of positions in which the shoe was in use at the table."""
    rows = reading.stream_rows("default", owner.code, f"table/{selection.table}", stop=position)
    return claims.stretches(selection, rows, position)


def _between(stretches: list[Interval]) -> Q:
    found = Q(pk__in=())
    for first, last in stretches:
        found |= Q(first_position__range=(first, last))
    return found


def _findings(owner: Property, selection: Selection) -> QuerySet[Finding]:
    rows = Finding.objects.filter(property=owner, round__isnull=False)
    if selection.about == "finding":
        return rows.filter(code=selection.finding)
    return rows.filter(clauses__contains=[selection.clause])


def _found(owner: Property, selection: Selection, row: Round, position: int) -> bool:
    """Whether such a finding of the round was recorded by then, whatever became of it."""
    stream = f"audit/{row.stream.partition('/')[2]}"
    for event in get_ledger(owner.code).stream(stream, upto_position=position):
        said = event.data
        if isinstance(said, FindingOpened) and (
            said.code == selection.finding if selection.about == "finding" else selection.clause in said.clauses
        ):
            return True
    return False
