"""Reading the environment: every value is checked here, with a message that names the variable.

Proved by ``tests/test_environment.py``.
"""

from __future__ import annotations

import os
import shlex
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from casino.core.currencies import PLACES
from casino.core.errors import Problem
from casino.core.house_settings import SETTINGS, Setting, Value, check

SILENCE_SECONDS: Final = 5
"""So much longer than its own limit for a statement the server may be silent before it is taken for frozen."""

VISIBILITY_TIMEOUT_SECONDS: Final = 120
"""How long a broker without connections waits before it gives a dead worker's task to another: tasks are shorter."""


TELLING_SECONDS: Final = 2.0
"""How long telling a worker may wait for its broker: to connect, to write, to read, to be confirmed, each."""
BROKER_SECONDS: Final = 10.0
"""How long a worker and beat wait for an answer of their broker before they take the connection for dead."""


def text(name: str, default: str | None = None) -> str:
    value = os.environ.get(name, "")
    if value:
        return value
    if default is None:
        raise ImproperlyConfigured(f"The environment variable {name} is required; deploy/README.md describes it.")
    return default


SECRET_LENGTH: Final = 50
SECRET_VARIETY: Final = 5
"""As Django's own check of a deployment (security.W009) asks for."""


def secret(name: str, *, guarded: bool) -> str:
    """A secret by which things are signed; ``guarded``: refused where it can be guessed."""
    value = text(name)
    if guarded and (len(value) < SECRET_LENGTH or len(set(value)) < SECRET_VARIETY):
        raise ImproperlyConfigured(
            f"The environment variable {name} can be guessed: at least {SECRET_LENGTH} random characters are needed,"
            ' for example of `python3 -c "import secrets; print(secrets.token_urlsafe(48))"`.'
        )
    return value


def hosts(name: str, default: str, *, guarded: bool) -> list[str]:
    """Names under which the site is reached; ``guarded``: refused where they are all names there are."""
    found = words(name, default)
    if guarded and "*" in found:
        raise ImproperlyConfigured(
            f"The environment variable {name} must name the hosts: with * a forged Host header writes the links in"
            " letters and pages."
        )
    return found


def flag(name: str, *, default: bool) -> bool:
    value = os.environ.get(name, "").lower()
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    if value == "":
        return default
    raise ImproperlyConfigured(f"The environment variable {name} must be 0 or 1.")


def words(name: str, default: str = "") -> list[str]:
    """Values separated by commas."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def command(name: str) -> list[str]:
    """A command with its arguments, separated as in a shell but run without one; empty where none is given."""
    try:
        return shlex.split(os.environ.get(name, ""))
    except ValueError as error:
        raise ImproperlyConfigured(f"The environment variable {name} is no command: {error}.") from error


def number(name: str, default: int) -> int:
    value = os.environ.get(name, "")
    if not value:
        return default
    if not value.isascii() or not value.isdigit():
        raise ImproperlyConfigured(f"The environment variable {name} must be a whole number.")
    return int(value)


def amounts(name: str, default: str = "") -> dict[str, int]:
    """An amount for each currency, as ``VND 1000000, KWD 50.500``, in the currency's smallest unit. Its decimal places
    are those of ISO 4217."""
    return read_amounts(os.environ.get(name, default), name)


def read_amounts(text: str, name: str) -> dict[str, int]:
    """As :func:`amounts`, of a text. ImproperlyConfigured, which names ``name``."""
    found: dict[str, int] = {}
    for said in (word.strip() for word in text.split(",") if word.strip()):
        currency, _, typed = said.partition(" ")
        places = PLACES.get(currency)
        whole, dot, rest = typed.strip().partition(".")
        written = f"{whole}{rest}"
        if (
            places is None
            or currency in found
            or not (written.isascii() and written.isdigit() and whole)
            or bool(dot) is not bool(rest)
            or len(rest) > places
        ):
            raise ImproperlyConfigured(
                f"The environment variable {name} must give an amount for each currency of ISO 4217 once, with no more"
                f" decimal places than it has, as VND 1000000, KWD 50.500; not {said!r}."
            )
        found[currency] = int(written) * 10 ** (places - len(rest))
    return found


def first_settings() -> dict[str, Value]:
    """First values of what a property sets for itself (``casino.core.house_settings``), by the setting's name, of the
    variables that are given. The record's own values count before them. A variable that begins as those of disputes and
    belongs to no setting is refused."""
    variables = {each.variable: each for each in SETTINGS.values() if each.variable}
    unknown = sorted(name for name in os.environ if name.startswith("DISPUTE_") and name not in variables)
    if unknown:
        raise ImproperlyConfigured(f"There is no setting {', '.join(unknown)}; the names stand in docs/settings.md.")
    # An empty list of amounts is one: nothing is done alone. An empty number is none.
    given = {n: s for n, s in variables.items() if os.environ.get(n) or (s.kind == "amounts" and n in os.environ)}
    return {said.name: _first(name, said) for name, said in given.items()}


def _first(name: str, said: Setting) -> Value:
    value: Value = os.environ[name]
    if said.kind == "amounts":
        value = dict(amounts(name))
    elif said.kind == "number":
        value = number(name, 0)
    try:
        return check(said.name, value)
    except Problem as problem:
        raise ImproperlyConfigured(f"The environment variable {name}: {problem}") from problem


def database(name: str) -> dict[str, Any]:
    """Django's settings for the libpq URL in the variable, as ``postgresql://user:password@host:5432/name``.

    A Unix socket is given as ``postgresql://user@/name?host=/folder``. Other libpq options are passed on as they are.
    DATABASE_CONNECT_SECONDS, DATABASE_STATEMENT_SECONDS and DATABASE_LOCK_SECONDS (0: none) bound the wait for the
    server, and for whoever holds a row.
    """
    url = text(name)
    if urlsplit(url).scheme not in ("postgresql", "postgres"):
        raise ImproperlyConfigured(f"The environment variable {name} must begin with postgresql://.")
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise ImproperlyConfigured(f"The environment variable {name} is no PostgreSQL URL.") from error
    parts.setdefault("connect_timeout", number("DATABASE_CONNECT_SECONDS", 10))
    statement_seconds = number("DATABASE_STATEMENT_SECONDS", 0)
    bounds = {"statement_timeout": statement_seconds, "lock_timeout": number("DATABASE_LOCK_SECONDS", 0)}
    given = [
        str(parts.get("options", "")),
        *(f"-c {name}={seconds * 1000}" for name, seconds in bounds.items() if seconds),
    ]
    if options := " ".join(given).strip():
        parts["options"] = options
    return {
        "ENGINE": "casino.database",
        "NAME": parts.pop("dbname", ""),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        "OPTIONS": dict(parts),
        "CONN_MAX_AGE": number("DATABASE_CONNECTION_SECONDS", 600),
        "CONN_HEALTH_CHECKS": True,
        "SILENCE_SECONDS": statement_seconds + SILENCE_SECONDS if statement_seconds else 0,
    }


def footage_storages(*, link_seconds: int) -> dict[str, dict[str, Any]]:
    """Django's storages of footage: ``footage`` for originals, ``footage_copies`` for what is made of them,
    ``reports`` for reports. Folders below FOOTAGE_DIR, or buckets of an object storage that speaks S3 (extra
    ``s3``)."""
    bucket = text("FOOTAGE_S3_BUCKET", "")
    if not bucket:
        folder = "surveillance.files.storage.FootageFolder"
        return {
            "footage": {"BACKEND": folder, "OPTIONS": {"part": "originals"}},
            "footage_copies": {"BACKEND": folder, "OPTIONS": {"part": "copies"}},
            "reports": {"BACKEND": folder, "OPTIONS": {"part": "reports"}},
        }
    options = {
        "endpoint_url": text("FOOTAGE_S3_ENDPOINT", "") or None,
        "region_name": text("FOOTAGE_S3_REGION", "") or None,
        "addressing_style": text("FOOTAGE_S3_ADDRESSING", "path"),
        "signature_version": "s3v4",
        "querystring_auth": True,
        "querystring_expire": link_seconds,
        "file_overwrite": False,
        "default_acl": None,
    }
    s3 = "surveillance.files.bucket.FootageBucket"
    copies = text("FOOTAGE_S3_COPIES_BUCKET", bucket)
    return {
        "footage": {"BACKEND": s3, "OPTIONS": options | {"bucket_name": bucket, "location": "originals"}},
        "footage_copies": {"BACKEND": s3, "OPTIONS": options | {"bucket_name": copies, "location": "copies"}},
        "reports": {"BACKEND": s3, "OPTIONS": options | {"bucket_name": copies, "location": "reports"}},
    }


def footage_origins() -> list[str]:
    """Where signed links of the object storage lead, for the policy of the pages."""
    parts = urlsplit(text("FOOTAGE_S3_ENDPOINT", "https://*.amazonaws.com"))
    return [f"{parts.scheme}://{parts.netloc}"]


def broker(url: str) -> dict[str, Any]:
    """Celery's settings for a broker: RabbitMQ (``amqp``), Redis (``redis``), or PostgreSQL (``pgmq``).

    All three keep a task until it was done: it is acknowledged late, and given to another worker when its own died.
    """
    scheme = urlsplit(url).scheme
    if scheme in ("amqp", "amqps"):
        return {
            "CELERY_BROKER_URL": url,
            "CELERY_TASK_DEFAULT_QUEUE_TYPE": "quorum",
            "CELERY_TASK_DEFAULT_EXCHANGE_TYPE": "topic",
            "CELERY_WORKER_DETECT_QUORUM_QUEUES": True,
            "CELERY_BROKER_TRANSPORT_OPTIONS": {"confirm_publish": True},
            "CELERY_BROKER_HEARTBEAT": 20,  # asked for by the worker: how it notices a RabbitMQ that froze
        }
    if scheme in ("redis", "rediss", "redis+socket"):
        restoring = {
            "visibility_timeout": number("BROKER_VISIBILITY_SECONDS", VISIBILITY_TIMEOUT_SECONDS),
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": BROKER_SECONDS,
            "socket_timeout": BROKER_SECONDS,
            "socket_keepalive": True,
            "health_check_interval": BROKER_SECONDS,
        }
        own = {} if scheme == "redis+socket" else {"CELERY_BROKER_TRANSPORT": "casino.site.redis_transport:Transport"}
        return {"CELERY_BROKER_URL": url, "CELERY_BROKER_TRANSPORT_OPTIONS": restoring} | own
    if scheme == "pgmq":
        poll_ms = number("BROKER_POLL_MS", 500)
        on_server = poll_ms < 1000  # who waits for the server there wakes up ten times a second meanwhile
        options: dict[str, Any] = {
            "conn_string": _pgmq_connection(url),
            "init_extension": False,
            "visibility_timeout": number("BROKER_VISIBILITY_SECONDS", VISIBILITY_TIMEOUT_SECONDS),
            # Of each queue: every tenth of a second took 2 % of a core at rest. Celery's loop waits for two seconds.
            "wait_time_seconds": 2 if on_server else 0,
            "poll_interval_ms": poll_ms,
            "polling_interval": 0.05 if on_server else poll_ms / 1000,
            "pool_size": 4,
        }
        # Remote control would leave a queue (a table) behind for every worker that ever ran.
        return {
            "CELERY_BROKER_URL": url,
            "CELERY_BROKER_TRANSPORT": "casino.site.pgmq_transport:Transport",
            "CELERY_BROKER_TRANSPORT_OPTIONS": options,
            "CELERY_WORKER_ENABLE_REMOTE_CONTROL": False,
        }
    if scheme == "memory":
        return {"CELERY_BROKER_URL": url}
    raise ImproperlyConfigured("CELERY_BROKER_URL must begin with amqp://, redis:// or pgmq://.")


def telling_options(url: str) -> dict[str, Any]:
    """What the transport of a teller has beyond the worker's: everything ends soon, and nothing is tried again."""
    scheme = urlsplit(url).scheme
    once = {"max_retries": 0, "interval_start": 0, "interval_step": 0, "interval_max": 0}
    if scheme in ("amqp", "amqps"):
        return once | {"confirm_publish": True, "read_timeout": TELLING_SECONDS, "write_timeout": TELLING_SECONDS}
    if scheme in ("redis", "rediss", "redis+socket"):
        return once | {"socket_connect_timeout": TELLING_SECONDS, "socket_timeout": TELLING_SECONDS}
    if scheme == "pgmq":
        return once | {"pool_timeout": TELLING_SECONDS, "pool_size": 1, "init_extension": False}
    return {}


def _pgmq_connection(url: str) -> str:
    """The URL as a libpq connection string. A socket's folder stands in the host's place, with ``/`` as ``%2F``."""
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]  # not .hostname, which lowers the letters of a folder
    host, _, port = place.partition(":")
    facts = {
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "host": unquote(host),
        "port": port,
        "dbname": unquote(parts.path.lstrip("/")),
    }
    return make_conninfo(**{key: value for key, value in facts.items() if value})
