"""What a former start has already done, so that the next one need not: migrating, granting, seeding, collecting.

A step is left out only when everything it depends on is proved to be as it was when the step ended well: every file of
the rooms, the locked dependencies, the Python, the generated variables, and the very database (its cluster, its object
number, that of its table of migrations and their count, so that restored or exchanged data are noticed). Anything
missing, unreadable or different means: do it. Proved by ``tests/embedded/test_ready.py``.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import psycopg

from casino.embedded import names
from casino.embedded.places import CHECKOUT
from casino.embedded.postgres import PostgresServer

ROOMS: Final = ("casino", "games", "disputes", "surveillance", "locale")
SINGLE_FILES: Final = ("manage.py", "pyproject.toml")
_DATABASE: Final = """
    SELECT (SELECT system_identifier FROM pg_control_system()),
           (SELECT oid FROM pg_database WHERE datname = current_database()),
           to_regclass('public.django_migrations')::oid
"""


def given(variables: Mapping[str, str]) -> str:
    """A fingerprint of all that preparing and seeding depend on, but the database. Taken before they begin, so that a
    file edited meanwhile counts as changed."""
    digest = _dependencies()
    for name, value in sorted(variables.items()):
        digest.update(f"{name}={value}\n".encode())
    for file in _files(SINGLE_FILES, "**/*"):
        _add(digest, file)
    return digest.hexdigest()


def state_of(server: PostgresServer) -> str | None:
    """Which database this is and how far it was migrated; None while it never was."""
    with psycopg.connect(server.url(names.MAIN_DATABASE, names.SUPERUSER)) as connection:
        cluster, database, table = connection.execute(_DATABASE).fetchone() or (None, None, None)
        if table is None:
            return None
        count, last = connection.execute("SELECT count(*), max(id) FROM public.django_migrations").fetchone() or (0, 0)
    return f"{cluster} {database} {table} {count} {last}"


def collected_from() -> str:
    """Changes whenever a static file of the project, or any dependency, changes."""
    digest = _dependencies()
    for file in _files((), "**/static/**/*"):
        _add(digest, file)
    return digest.hexdigest()


class Memory:
    """What the last start that ended well began from and ended with, and what its seeding printed (a token, too)."""

    def __init__(self, home: Path) -> None:
        self._path = home / "ready.json"

    def recall(self, given: str, state: str | None) -> str | None:
        """What seeding printed, where nothing changed since; else None."""
        try:
            kept = json.loads(self._path.read_text())
            same = state is not None and (kept["given"], kept["state"]) == (given, state)
            return str(kept["accounts"]) if same else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def forget(self) -> None:
        """Before a step that changes the database: if it is interrupted, the next start does it again."""
        self._path.unlink(missing_ok=True)

    def keep(self, given: str, state: str | None, accounts: str) -> None:
        unfinished = self._path.with_suffix(".new")
        fd = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "w") as file:
            json.dump({"given": given, "state": state, "accounts": accounts}, file)
        unfinished.replace(self._path)


def _dependencies() -> hashlib._Hash:
    digest = hashlib.sha256((CHECKOUT / "requirements" / "run.txt").read_bytes())
    digest.update(f"{sys.version}\n{sys.prefix}\n".encode())
    return digest


def _files(single: tuple[str, ...], pattern: str) -> Iterator[Path]:
    yield from (CHECKOUT / name for name in single)
    for room in ROOMS:
        yield from sorted(
            file for file in (CHECKOUT / room).glob(pattern) if "__pycache__" not in file.parts and file.is_file()
        )


def _add(digest: hashlib._Hash, file: Path) -> None:
    facts = file.stat()
    digest.update(f"{file.relative_to(CHECKOUT)} {facts.st_size} {facts.st_mtime_ns}\n".encode())
