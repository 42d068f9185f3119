"""``/healthz``: does this process reach its database? For the runner, containers and load balancers; tells no more.
``/readyz``: does the record take what comes, and do the lists keep up with it? For whoever is called at night.

A load balancer must not ask ``/readyz``: with lists that lag, or a disk that fills up, posts go on and are recorded;
taking every server out would stop exactly that. Both tell nothing but the kind of trouble, and of the transparency
log, which anybody may read, how far it is. Proved by
``tests/test_health.py``.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection, transaction
from django.http import HttpRequest, HttpResponse

from casino.core.seams import Seam
from casino.core.text import Text
from casino.site import outage
from casino.site.environment import number

logger = logging.getLogger(__name__)

LEAST_FREE_BYTES: Final = number("READY_FREE_BYTES", 512 << 20)
"""Free room below which a disk counts as full."""
LONGEST_LAG_SECONDS: Final = number("READY_LAG_SECONDS", 300)
"""How old the oldest event may be that a follower has not seen."""

OWN_SECONDS: Final = 2
"""How long the web server's own questions wait for the database."""

_LAGGING: Final = """
SELECT p.code, n.name, e.recorded_at FROM ledger_property p JOIN ledger_head h ON h.property_id = p.id
CROSS JOIN unnest(%(names)s::text[]) AS n (name)
LEFT JOIN ledger_follower f ON f.property_id = p.id AND f.name = n.name
JOIN ledger_event e ON e.property_id = p.id AND e.position = coalesce(f.position, 0) + 1
WHERE e.recorded_at < clock_timestamp() - make_interval(secs => %(seconds)s)
ORDER BY 1, 2
"""
_WRITE: Final = """
UPDATE ledger_follower SET position = position
WHERE ctid IN (SELECT ctid FROM ledger_follower LIMIT 1 FOR UPDATE SKIP LOCKED)
"""
"""A row version, given up again: what a database that is read-only or has no room refuses."""
FOLLOWERS: Final[Seam[str, Text]] = Seam("Followers of the log that have to keep up: what people call them.")
ASIDE: Final[Seam[str, Text]] = Seam("What runs along the log and need not keep up: what people call it.")


class Report(NamedTuple):
    """A line of ``/readyz``; ``trouble`` is the kind that it is, or None where all is well."""

    line: str
    trouble: str | None


def follower_title(name: str) -> Text:
    """What people call a follower; one that no room of this program knows keeps its name."""
    return FOLLOWERS.get(name) or ASIDE.get(name) or Text(name, name)


REPORTS: Final[Seam[str, Callable[[], Iterable[Report]]]] = Seam("What else is told of how the record is kept.")


class Said(NamedTuple):
    """An answer of one of the two addresses, as the web server gives it (``casino/web/probes.py``)."""

    status: int
    text: str


def healthz(request: HttpRequest) -> HttpResponse:
    """:func:`health`, where Django itself is asked."""
    return _answer(health())


def readyz(request: HttpRequest) -> HttpResponse:
    """:func:`ready`, where Django itself is asked."""
    return _answer(ready())


def _answer(said: Said) -> HttpResponse:
    return HttpResponse(said.text, status=said.status, content_type="text/plain")


def health() -> Said:
    """200 ``ok``, or 503 ``database`` when it does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        outage.TOLD.note(error, "/healthz")
        return Said(503, "database")
    return Said(200, "ok")


def ready() -> Said:
    """200 ``ok``, or 503 with a line for each trouble: ``database`` (does not answer), ``read-only`` (does not write),
    ``disk`` (nearly full, the database's included where it says so), ``keys`` (of persons, not to be used),
    ``followers`` (lagging), ``transparency`` (the log is behind, silent or stopped), ``beat`` (silent), ``work`` (work
    on films or reports was given up, and how much). What is degraded only, or planned, has a line and is no trouble:
    the table is in ``docs/operations/faults.md``. Where a transparency log is kept, a line for each names its lag in
    entries and the age of its last checkpoint and signature in seconds."""
    reports, unreported = _reported()
    troubles = [*_database_troubles(), *_disk_troubles(_folders()), *_key_troubles(), *unreported]
    troubles += [report.trouble for report in reports if report.trouble is not None]
    lines = [*(dict.fromkeys(troubles) or ["ok"]), *(report.line for report in reports)]
    return Said(503 if troubles else 200, "\n".join(lines))


def on_a_thread_of_its_own(ask: Callable[[], Said]) -> Callable[[], Said]:
    """``ask`` for a thread that does nothing else: its connection to the database is its own, and waits no longer than
    :data:`OWN_SECONDS` for anything, so that it is there again as soon as the database is."""

    def asked() -> Said:
        given = connection.settings_dict
        options = {**given["OPTIONS"], "connect_timeout": OWN_SECONDS}
        connection.settings_dict = {**given, "OPTIONS": options, "SILENCE_SECONDS": OWN_SECONDS}
        close_old_connections()
        try:
            return ask()
        finally:
            close_old_connections()

    return asked


PROBES: Final = {"/healthz": on_a_thread_of_its_own(health), "/readyz": on_a_thread_of_its_own(ready)}
"""What the web server asks itself, past Django's threads."""


def _reported() -> tuple[list[Report], list[str]]:
    """What the rooms tell, and what hindered them."""
    try:
        return [each for report in REPORTS.values() for each in report()], []
    except DatabaseError as error:
        outage.TOLD.note(error, "/readyz")
        return [], ["database"]


def _database_troubles() -> Iterable[str]:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_WRITE)
            transaction.set_rollback(True)
        with connection.cursor() as cursor:
            cursor.execute(_LAGGING, {"names": list(FOLLOWERS), "seconds": LONGEST_LAG_SECONDS})
            lagging = cursor.fetchall()
    except DatabaseError as error:
        outage.TOLD.note(error, "/readyz")
        return [_TROUBLES.get(outage.sqlstate(error), "database")]
    for code, name, since in lagging:
        logger.warning("follower %s of %s has seen nothing since %s", name, code, since)
    return ["followers"] if lagging else []


_TROUBLES: Final = {"53100": "disk", "25006": "read-only"}
"""By SQLSTATE: disk_full, read_only_sql_transaction."""


def _folders() -> list[Path]:
    """Where this process writes: requests and papers on their way, and the keys of persons, beside which an embedded
    database lies. A database elsewhere says by refusing that it is full; its disk is watched where it stands."""
    keys = [Path(settings.PERSON_KEYS_DIR)] if settings.PERSON_KEYS_DIR else []
    return [Path(tempfile.gettempdir()), *keys]


def _key_troubles() -> Iterable[str]:
    """Without the keys of persons nothing that people say can be sealed or read."""
    folder = settings.PERSON_KEYS_DIR
    if folder and not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        logger.warning("the folder of keys %s cannot be used", folder)
        yield "keys"


def _disk_troubles(folders: Iterable[Path]) -> Iterable[str]:
    for folder in folders:
        try:
            free_bytes = shutil.disk_usage(folder).free
        except OSError:
            logger.warning("the folder %s cannot be read", folder, exc_info=True)
            yield "disk"
            continue
        if free_bytes < LEAST_FREE_BYTES:
            logger.warning("the disk of %s has %d bytes left", folder, free_bytes)
            yield "disk"
