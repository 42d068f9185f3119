"""What web server, worker and beat look at before they begin: the one table of what a start refuses or warns of.

Each line names the variable, when it is wrong, and what becomes of it: ``refused`` ends the process with the sentence,
``warned`` stands in the log. All other checks of the house (keys, folders, scanner) are run with it and told in the
log alone: with a folder away, devices are recorded still. ``manage.py check --deploy`` shows the table's lines as well.
The table is also that of ``deploy/README.md``. Proved by ``tests/test_starting.py``.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import ERROR, CheckMessage, Error, Warning, register, run_checks
from django.db import DatabaseError, connection

from casino.core.messages import Catalogue
from casino.core.seams import Seam
from casino.core.text import Text
from casino.site import environment

_WORDS: Final = Catalogue(__file__)

log = logging.getLogger(__name__)

Process = Literal["web", "worker", "beat"]
NEAR: Final = ("", "localhost", "127.0.0.1", "::1")
TASK_SECONDS: Final = 60
KEY_FOLDERS: Final = ("PERSON_KEYS_DIR", "TRANSPARENCY_KEYS_DIR", "PAPER_KEYS_DIR", "FOOTAGE_KEYS_DIR")
KEYS: Final = ("SECRET_KEY", "FACTOR_KEY", "PERSON_MASTER_KEY")

_ROLE: Final = """
SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user), EXISTS (
    SELECT FROM pg_class WHERE relname = 'ledger_event' AND relkind IN ('r', 'p')
        AND pg_has_role(current_user, relowner, 'MEMBER'))
"""


class Line(NamedTuple):
    """A line of the table."""

    code: str
    variable: str
    wrong: Callable[[], bool]
    outcome: Literal["refused", "warned"]
    text: Text
    only: tuple[Process, ...] = ("web", "worker", "beat")


def _far(host: str) -> bool:
    return not (host.startswith("/") or host in NEAR)


def _database_hosts() -> list[str]:
    return str(settings.DATABASES["default"]["HOST"] or "").split(",")


def _role() -> tuple[bool, bool]:
    """Whether the application is a superuser, and whether it owns the tables; neither where the database is away."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_ROLE)
            superuser, owner = cursor.fetchone()
    except DatabaseError:
        return False, False
    finally:
        connection.close()
    return bool(superuser), bool(owner) and not superuser


def _demonstration_abroad() -> bool:
    far_hosts = [host for host in settings.ALLOWED_HOSTS if host not in (*NEAR, "testserver")]
    return bool(settings.DEMONSTRATION and (far_hosts or any(map(_far, _database_hosts()))))


def _is_guest() -> bool:
    parts = urlsplit(settings.CELERY_BROKER_URL)
    return parts.scheme in ("amqp", "amqps") and (parts.username or "guest") == "guest" and _far(parts.hostname or "")


def _unencrypted() -> bool:
    mode = settings.DATABASES["default"]["OPTIONS"].get("sslmode")
    return mode == "disable" and any(map(_far, _database_hosts()))


def _repeats() -> bool:
    value = settings.SECRET_KEY
    return not settings.DEMONSTRATION and value in (value + value)[1:-1]


def _same_keys() -> bool:
    given = [value for name in KEYS if (value := getattr(settings, name))]
    return len(set(given)) < len(given)


def _open_folders(rights: int) -> bool:
    return any(_mode(folder) & rights for name in KEY_FOLDERS if (folder := getattr(settings, name)))


def _mode(folder: str) -> int:
    try:
        return stat.S_IMODE(Path(folder).stat().st_mode)
    except OSError:
        return 0  # not there yet: it is made with the right mode


TABLE: Final[tuple[Line, ...]] = (
    Line(
        "E201",
        "DEBUG",
        lambda: settings.DEBUG and not settings.DEMONSTRATION,
        "refused",
        _WORDS.text("table--E201"),
    ),
    Line(
        "E202",
        "DATABASE_URL",
        lambda: _role()[0],
        "refused",
        _WORDS.text("table--E202"),
    ),
    Line(
        "E203",
        "DATABASE_URL",
        lambda: _role()[1] and not settings.DEMONSTRATION,
        "refused",
        _WORDS.text("table--E203"),
    ),
    Line(
        "E204",
        "TABLEPROOF_PROFILE",
        _demonstration_abroad,
        "refused",
        _WORDS.text("table--E204"),
    ),
    Line(
        "E205",
        "ALLOWED_HOSTS",
        lambda: not settings.ALLOWED_HOSTS,
        "refused",
        _WORDS.text("table--E205"),
        only=("web",),
    ),
    Line(
        "E206",
        "FACTOR_KEY",
        _same_keys,
        "refused",
        _WORDS.text("table--E206"),
    ),
    Line(
        "E207",
        "SECRET_KEY",
        _repeats,
        "refused",
        _WORDS.text("table--E207"),
    ),
    Line(
        "E208",
        "*_KEYS_DIR",
        lambda: _open_folders(0o007),
        "refused",
        _WORDS.text("table--E208"),
    ),
    Line(
        "E209",
        "DATABASE_STATEMENT_SECONDS",
        lambda: not settings.DATABASES["default"]["SILENCE_SECONDS"],
        "refused",
        _WORDS.text("table--E209"),
        only=("web",),
    ),
    Line(
        "W201",
        "SECOND_FACTOR",
        lambda: settings.SECOND_FACTOR == "off" and not settings.DEMONSTRATION,
        "warned",
        _WORDS.text("table--W201"),
    ),
    Line(
        "W202",
        "DATABASE_URL",
        _unencrypted,
        "warned",
        _WORDS.text("table--W202"),
    ),
    Line(
        "W203",
        "CELERY_BROKER_URL",
        lambda: settings.CELERY_BROKER_URL.startswith("memory:"),
        "warned",
        _WORDS.text("table--W203"),
    ),
    Line(
        "W204",
        "CELERY_BROKER_URL",
        _is_guest,
        "warned",
        _WORDS.text("table--W204"),
    ),
    Line(
        "W205",
        "*_KEYS_DIR",
        lambda: _open_folders(0o070),
        "warned",
        _WORDS.text("table--W205"),
    ),
    Line(
        "W206",
        "BROKER_VISIBILITY_SECONDS",
        lambda: environment.number("BROKER_VISIBILITY_SECONDS", TASK_SECONDS + 1) <= TASK_SECONDS,
        "warned",
        _WORDS.text("table--W206"),
    ),
    Line(
        "W207",
        "DATABASE_LOCK_SECONDS",
        lambda: environment.number("DATABASE_LOCK_SECONDS", 1) == 0,
        "warned",
        _WORDS.text("table--W207"),
    ),
)


PREPARED: Final[Seam[str, Callable[[], object]]] = Seam(
    "Work that is done once, before a web server or worker takes anything."
)


def prepare() -> None:
    """Do it: in each process of the web server, and in a worker before it forks, whose children have it by that.
    Commands and beat, which may never need it, do it when they do."""
    for work in PREPARED.values():
        work()


def findings(process: Process) -> Iterator[CheckMessage]:
    """What the table says of this process."""
    for line in TABLE:
        if process in line.only and line.wrong():
            kind = Error if line.outcome == "refused" else Warning
            yield kind(f"{line.text.vi} / {line.text.en}", hint="deploy/README.md", id=f"tableproof.{line.code}")


@register(deploy=True)
def table_of_starts(app_configs: Sequence[AppConfig] | None = None, **_kwargs: Any) -> list[CheckMessage]:
    """As ``manage.py check --deploy`` asks for it."""
    return list(findings("web"))


def look(process: Process) -> None:
    """Tell the log what is wrong, and end the process (SystemExit) where the table refuses."""
    refused = []
    for message in (*run_checks(), *findings(process)):
        own = (message.id or "").startswith("tableproof.")
        severe = message.level >= ERROR
        log.log(logging.ERROR if severe else logging.WARNING, "check %s %s", message.id, message.msg)
        if own and severe:
            refused.append(message.msg)
    if refused:
        raise SystemExit(f"{process} ({os.getpid()}) does not start: " + " ".join(refused))
