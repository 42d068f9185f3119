"""A rebuild of the read models spread over processes by table: tables know nothing of one another.

The checkpoint of the follower stays locked meanwhile, so that no copy follows; each process goes through the log up to
the same position and takes the events of its tables alone. What a table's rows come to does not depend on the events of
another one, nor on how the log is cut, so the rows are those of a single process
(``tests/readmodel/test_rebuild_spread.py``). If one process fails, the checkpoint stays at the beginning, and the next
follower clears away what was written.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final, NamedTuple

from django.db import connections, transaction

from casino.ledger import follow, reading
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from games.judgement.session_rows import FOLLOWER
from games.rows.projector import Projector

KINDS: Final = ("audit", "round", "table")
"""Kinds of streams from which read models are written."""


class Overtaken(RuntimeError):
    """A copy of the follower began to write the rows again before their checkpoint was held."""


class Share(NamedTuple):
    """What one process does: the events of these tables, or (``others``) all but those of these tables."""

    tables: list[str]
    others: bool


def shares(sizes: dict[str, int], workers: int) -> list[Share]:
    """Tables dealt out, the largest first, each to whoever has least. The first share takes everything that is no
    other's, devices and streams without a round included."""
    dealt: list[tuple[int, list[str]]] = [(0, []) for _ in range(workers)]
    for table in sorted(sizes, key=lambda name: (-sizes[name], name)):
        number = min(range(workers), key=lambda each: dealt[each][0])
        load, tables = dealt[number]
        dealt[number] = (load + sizes[table], [*tables, table])
    rest = [Share(tables, others=False) for _load, tables in dealt[1:] if tables]
    return [Share([table for share in rest for table in share.tables], others=True), *rest]


def spread(property_code: str, *, workers: int, batch: int) -> Progress:
    """Write the rows of a property whose read models were dropped, up to the head as it stands now. Raises what stopped
    one of the processes, and Overtaken where a copy of the follower has begun since they were dropped."""
    ledger = get_ledger(property_code)
    with follow.held(FOLLOWER, property_code) as move:
        if follow.position(FOLLOWER, property_code):
            raise Overtaken(property_code)
        head = ledger.head()[0]
        sizes = reading.sizes(ledger.using, property_code, prefix="round/", stop=head)
        # Forked: a process that is started anew loads the house first, which takes as long as 100,000 events and more.
        with ProcessPoolExecutor(workers, mp_context=get_context("fork"), initializer=_leave_connections) as pool:
            dealt = shares(sizes, workers)
            parts = [pool.submit(write, property_code, share, head, batch * len(dealt)) for share in dealt]
            for part in parts:
                part.result()
        move(head)
    return Progress(head, head, False)


def _leave_connections() -> None:
    """In a forked process: the parent's connections are its own, and would end with this process if they were closed
    here. Without them new ones are made."""
    for each in connections.all(initialized_only=True):
        del connections[each.alias]


def write(property_code: str, share: Share, head: int, stretch: int) -> None:
    """One process's share, so many positions of the log a transaction."""
    projector = Projector(property_code)
    reached = read = 0
    try:
        while read < head:
            upto = min(read + stretch, head)
            rows = reading.rows_named("default", property_code, after=read, stop=upto, kinds=KINDS, share=share)
            read = upto
            if rows:
                with transaction.atomic():
                    reached = projector.handle(rows, after=reached)
                if reached < rows[-1][0]:
                    read = reached  # the rest of them comes again
    finally:
        connections.close_all()
