"""The follower that writes the read models: tables, rounds with their judgement in figures, and findings.

For every batch of the log the rounds it touches are replayed *as they stood at the batch's last position* and their
rows written anew (``games.rows.projector``); nothing is added to what stood there before. So the rows depend on the
ledger alone, and a rebuild gives the same ones, whatever the size of its batches, and by however many workers
(``tests/readmodel/test_rebuild.py``). A round is touched by own facts, by findings about it, by facts of its table that
took effect before it opened, by a later round that overtakes it, and by an earlier one that now leaves it something
else (``games.judgement.table_walk``). It is *due for audit* when it has ended and its judgement and its recorded
findings differ.

A batch that cannot be projected stops the follower where it is: the error stands in ``Projection`` for people to see,
and nothing is skipped. There it stands, too, which program began to write the rows: another one may judge otherwise.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from casino.clock import now as clock
from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from casino.ledger.models import Property
from casino.ledger.rows import Row
from games.judgement.program import this_program
from games.judgement.session_rows import FOLLOWER
from games.rows.all_readmodels import ReadModel
from games.rows.models import Finding, JudgingAnew, Projection, Round, Table, TableSession
from games.rows.projector import Projector
from games.rows.rebuilding import Overtaken, spread
from games.rows.replay import Replayer
from games.rows.watch_models import Drawn, Watch, WatchDue, WatchPoint

NAME: Final = FOLLOWER
BATCH: Final = 4_000
WAIT_SECONDS: Final = 10.0
AT_ONCE: Final = 20_000
"""Positions, or one page of what a single fact changes, after which somebody who waits looks at the time."""
SPREAD_ATTEMPTS: Final = 20


def catch_up(property_code: str, *, batch: int = BATCH, limit: int | None = None) -> Progress:
    """Bring the read models to the end of the log (or ``limit`` positions further). Raises what stopped it, after
    noting it in :class:`Projection`."""
    projector = Projector(property_code)

    def handle(rows: Sequence[Row]) -> int:
        nonlocal projector
        if rows[0][0] == 1:
            clear(property_code)  # what a rebuild that was broken off has left
        try:
            return projector.handle(rows)
        except Exception:
            projector = Projector(property_code)  # it remembers rows that were not written
            raise

    return watched(
        NAME,
        property_code,
        lambda: follow.catch_up_rows(NAME, property_code, handle, batch=batch, limit=limit),
        program=this_program(),
    )


def follow_to_head(property_code: str, *, wait_seconds: float = WAIT_SECONDS) -> bool:
    """Bring the read models to the head as it stands now, waiting for a copy at work. False if that took too long."""
    return brought_to_head(partial(catch_up, limit=AT_ONCE), property_code, wait_seconds)


def brought_to_head(follower: Callable[[str], Progress], property_code: str, wait_seconds: float) -> bool:
    """Let a follower catch up until it has passed the head as it stands now; another copy of it may be at work
    meanwhile. False if that took too long."""
    head = get_ledger(property_code).head()[0]
    until = time.monotonic() + wait_seconds
    while (progress := follower(property_code)).position < head:
        if time.monotonic() > until:
            return False
        if progress.busy:
            time.sleep(0.02)
    return True


def drop(property_code: str) -> None:
    """Drop the read models of a property; the next catching up writes them again from the beginning."""

    def clear_all() -> None:
        clear(property_code)
        Projection.objects.filter(property__code=property_code, name=NAME).delete()

    follow.rebuild(NAME, property_code, clear_all)


def clear(property_code: str) -> None:
    """Delete the rows of a property."""
    house = Property.objects.values_list("id", flat=True).get(code=property_code)
    for model in (Finding, Round, TableSession, Table, JudgingAnew, Drawn, Watch, WatchPoint, WatchDue):
        model.objects.filter(property=house).delete()


def rebuild(property_code: str, *, batch: int = BATCH, workers: int = 1) -> Progress:
    """Drop the read models of a property and write them again from the ledger, by more than one process where asked."""
    if workers > 1:
        rebuild_spread(property_code, workers, batch=batch)
    else:
        drop(property_code)
    return catch_up(property_code, batch=batch)


def rebuild_spread(property_code: str, workers: int, *, batch: int = BATCH) -> Progress:
    """Drop the read models and write them again by several processes. A worker that begins to follow between the two is
    overtaken: dropped again, until the checkpoint is held at the beginning."""
    for _attempt in range(SPREAD_ATTEMPTS):
        drop(property_code)
        try:
            return watched(
                NAME,
                property_code,
                lambda: spread(property_code, workers=workers, batch=batch),
                program=this_program(),
            )
        except Overtaken:
            continue
    raise Overtaken(property_code)


def behind(property_code: str) -> list[str]:
    """A sentence for each fact whose rounds are being judged anew."""
    rows = JudgingAnew.objects.filter(property__code=property_code).order_by("position")
    return [
        f"{row.table}: {row.done} of {row.total} rounds are judged anew after the fact at position {row.position}"
        for row in rows
    ]


def outdated(property_code: str) -> bool:
    """Whether another program began to write the read models of a property, so that they may say what it judged."""
    rows = Projection.objects.filter(property__code=property_code, name=NAME)
    return any(row.outdated for row in rows)


def overtaken_of(property_code: str, stream: str, upto_position: int | None = None) -> datetime | None:
    """When the next round opened at the table of this one, as it stood at a position: then it has ended, closed or not.
    None where there was none."""
    return Replayer(property_code).overtaken_at(stream, upto_position)


def watched(name: str, property_code: str, work: Any, *, program: str = "") -> Progress:
    """Do a follower's work and keep its row in :class:`Projection`: how far it is, or what stopped it. At its first run
    ``program``, too, is kept there: which one works."""
    now = clock()
    key: dict[str, Any] = {
        "property_id": Property.objects.values_list("id", flat=True).get(code=property_code),
        "name": name,
    }
    try:
        progress: Progress = work()
    except Exception as error:
        said = {"failed_at": now, "error": f"{type(error).__name__}: {error}"[:2_000]}
        Projection.objects.update_or_create(defaults=said, create_defaults=said | {"program": program}, **key)
        raise
    if not progress.busy:
        done = {"ran_at": now, "position": progress.position, "failed_at": None, "error": ""}
        Projection.objects.update_or_create(defaults=done, create_defaults=done | {"program": program}, **key)
    return progress


MODEL: Final = ReadModel(
    NAME,
    10,
    (
        ("games_table", "t.code"),
        ("games_round", "t.stream"),
        ("games_tablesession", "t.stream || ' since ' || t.valid_from_position"),
        ("games_drawn", "t.table || ' at ' || t.first_position"),
        ("games_finding", "t.stream || ' ' || t.identity || ' at ' || t.opened_position"),
    ),
    catch_up,
    drop,
    rebuild_spread,
    behind,
    ("games_judginganew", "games_watchdue"),
    ("watch",),
)
