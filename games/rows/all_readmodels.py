"""The read models of all rooms, in one list: rebuilt by one command, and held against what replay makes of the record.

Each is the work of one follower of the log, which depends on the record alone; so it can be written again, and a row
that differs from what is written again was changed by somebody. A rebuild writes beside the rows that are read
(``games.rows.beside``). The check writes them again in a transaction that is rolled back: readers see what stood there
before, the follower waits. Proved by ``tests/readmodel/test_read_models.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from django.db import transaction

from casino.core.seams import Seam
from casino.ledger import follow, reading
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from games.rows import beside

STEP: Final = 5_000
NEAR: Final = 500
"""Positions that are left to the last step of a rebuild, during which the follower at work waits."""
PATIENCE_SECONDS: Final = 60.0
"""How long a follower at work may keep its checkpoint before a rebuild is given up."""


MOST_STILL: Final = 2_000
"""Calls after which a follower that comes no further is given up. Far more than a fact has pages of rounds that are
judged anew: what a follower does in parts moves its position only at the end."""


class CatchUp(Protocol):
    """Brings a follower ``limit`` positions further, or to the end of the log."""

    def __call__(self, property_code: str, /, *, limit: int | None = None) -> Progress: ...


class ReadModel(NamedTuple):
    """The rows of one follower, in its ``order`` among all. ``tables`` are their tables, each with the SQL of what a
    row is called in a sentence; ``drop`` empties them and sets the follower back; ``spread`` writes them by so many
    processes, where it can be; ``behind`` says which rows are being written a page at a time, and stand between two
    positions. ``more`` are tables that the follower writes besides, ``carries`` the followers that go by its rows and
    are rebuilt with it."""

    name: str
    order: int
    tables: tuple[tuple[str, str], ...]
    catch_up: CatchUp
    drop: Callable[[str], None]
    spread: Callable[[str, int], object] | None = None
    behind: Callable[[str], list[str]] | None = None
    more: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()


MODELS: Final[Seam[str, ReadModel]] = Seam("The read models, by the names of their followers.")


def read_models() -> list[ReadModel]:
    """All of them, lower rooms first: rows of cases look at those of rounds."""
    return sorted(MODELS.values(), key=lambda model: model.order)


# --- Anew -------------------------------------------------------------------------------------------------------------


def tables_of(model: ReadModel) -> list[str]:
    """All tables that its follower and those that it carries write, each once."""
    models = (model, *(MODELS[name] for name in model.carries))
    return list(dict.fromkeys(table for each in models for table in (*(name for name, _ in each.tables), *each.more)))


def rebuild(
    model: ReadModel,
    property_code: str,
    *,
    workers: int = 1,
    patience_seconds: float = PATIENCE_SECONDS,
    advanced: Callable[[int, int], None] | None = None,
) -> int:
    """Write the rows of a property anew, beside those that are read (``games.rows.beside``), and put them in their
    place at the position that its follower has reached by then; that position. ``advanced`` gets (position, head).
    ``patience_seconds`` is how long a follower may keep its checkpoint at the end. Raises beside.NotMade and AtWork,
    and what stopped the follower; then everything is as it was."""
    models = (model, *(MODELS[name] for name in model.carries))
    tables, names = tables_of(model), [each.name for each in models]
    beside.make_sure(model.name, tables)
    with beside.writing(model.name, property_code, tables, names) as number:
        beside.tell(model.name, property_code)
        if workers > 1 and model.spread is not None and not follow.may_pass(model.name, property_code):
            model.spread(property_code, workers)
        else:
            model.drop(property_code)
        for each in models:
            _to_head(each, property_code, model.name, advanced)
        with transaction.atomic():
            reached = beside.reached(number, names, patience_seconds)
            for each in models:
                while follow.position(each.name, property_code) < reached.get(each.name, 0):
                    each.catch_up(property_code, limit=STEP)
            position = follow.position(model.name, property_code)
            beside.exchange(model.name, number, tables, names)
    return position


def _to_head(model: ReadModel, property_code: str, called: str, advanced: Callable[[int, int], None] | None) -> None:
    """To the head as it stands by then, but for what comes meanwhile and takes no time."""
    still = 0
    while True:
        before = follow.position(model.name, property_code)
        position = model.catch_up(property_code, limit=STEP).position
        head = get_ledger(property_code).head()[0]
        still = still + 1 if position == before else 0
        if advanced is not None:
            advanced(position, head)
        beside.tell(called, property_code, 100 * position // max(head, 1))
        if head - position < NEAR or still > MOST_STILL:
            return


# --- Held against the record ------------------------------------------------------------------------------------------


def faults(property_code: str) -> Iterator[str]:
    """A sentence for each row that is not what the record makes of it at the position that its follower has reached."""
    for model in read_models():
        yield from _faults_of(model, property_code)


def _faults_of(model: ReadModel, property_code: str) -> Iterator[str]:
    with follow.held(model.name, property_code):
        unfinished = [] if model.behind is None else model.behind(property_code)
        reached, head = follow.position(model.name, property_code), get_ledger(property_code).head()[0]
        if reached > head:
            yield f"{model.name}: its follower stands at {reached}, and the record ends at {head}"
            reached = head
        if unfinished:
            yield from (f"{model.name}: not compared yet: {sentence}" for sentence in unfinished)
            return
        kept = _rows(model, property_code)
        model.drop(property_code)
        position, still = 0, 0
        while position < reached and still < MOST_STILL:
            before, position = position, model.catch_up(property_code, limit=reached - position).position
            still = still + 1 if position == before else 0
        made = _rows(model, property_code)
        transaction.set_rollback(True)
    if position < reached:
        yield f"{model.name}: its follower stands at {reached}, and comes to {position} from the beginning"
    for key in sorted(kept.keys() | made.keys()):
        table, called = key
        if key not in kept:
            yield f"{table}: {called} is missing"
        elif key not in made:
            yield f"{table}: {called} stands nowhere in the record"
        elif kept[key] != made[key]:
            yield f"{table}: {called} is not what the record makes of it"


def _rows(model: ReadModel, property_code: str) -> dict[tuple[str, str], str]:
    """A digest of each row, by its table and what it is called."""
    found: dict[tuple[str, str], str] = {}
    with reading.cursor("default") as cursor:
        for table, called in model.tables:
            cursor.execute(
                f"SELECT {called}, md5(t::text) FROM {table} t"  # noqa: S608 - both are written in this program
                " WHERE t.property_id = (SELECT id FROM ledger_property WHERE code = %s)",
                [property_code],
            )
            found.update({(table, row[0]): row[1] for row in cursor})
    return found
