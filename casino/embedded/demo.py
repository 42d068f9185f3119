"""The environment of the demonstration: made at the first ``make run``, kept in ``demo.env`` beside the data.

The file lets ``manage.py`` find the running demonstration without any variable set by hand. It holds the generated
SECRET_KEY, PERSON_MASTER_KEY and FACTOR_KEY, so only its owner may read it. Persons' keys lie beside it, in
``person-keys``.
Proved by ``tests/embedded/test_run.py``.
"""

from __future__ import annotations

import base64
import os
import secrets
from pathlib import Path
from typing import Final
from urllib.parse import quote

from casino.embedded import names, witness
from casino.embedded.places import home_folder, make_folder
from casino.embedded.postgres import PostgresServer

FILE_NAME: Final = "demo.env"
KEY_FOLDERS: Final = ("person-keys", "transparency-keys", "paper-keys")


def build(server: PostgresServer, home: Path) -> dict[str, str]:
    """The variables, with the secret key of the former run where there is one. Written to ``demo.env``."""
    former = read(home)
    for keys in (home / name for name in KEY_FOLDERS):
        make_folder(keys, 0o700)
        keys.chmod(0o700)  # a former start may have left it open, with which no process starts any more
    make_folder(home / "footage", 0o750)
    sockets = quote(str(server.places.sockets), safe="")
    variables = {
        "TABLEPROOF_PROFILE": "demo",
        "SECRET_KEY": former.get("SECRET_KEY") or secrets.token_urlsafe(48),
        "DATABASE_URL": server.url(names.MAIN_DATABASE, names.APPLICATION),
        "DATABASE_OWNER_URL": server.url(names.MAIN_DATABASE, names.OWNER),
        "CELERY_BROKER_URL": f"pgmq://{names.QUEUE}@{sockets}/{names.QUEUE_DATABASE}",
        "STATIC_ROOT": str(home / "static"),
        "PERSON_MASTER_KEY": former.get("PERSON_MASTER_KEY") or base64.b64encode(secrets.token_bytes(32)).decode(),
        "PERSON_KEYS_DIR": str(home / "person-keys"),
        "FACTOR_KEY": former.get("FACTOR_KEY") or base64.b64encode(secrets.token_bytes(32)).decode(),
        "EMAIL_FILE_PATH": str(home / "mail"),
        "TRANSPARENCY_DIR": str(home / "transparency"),
        "TRANSPARENCY_KEYS_DIR": str(home / "transparency-keys"),
        "PAPER_KEYS_DIR": str(home / "paper-keys"),
        "FOOTAGE_DIR": str(home / "footage"),
        "TRANSPARENCY_HOST": "demo.tableproof.example",
        "TRANSPARENCY_WITNESSES": witness.prepare(home),
    }
    target = home / FILE_NAME
    unfinished = home / f"{FILE_NAME}.new"
    fd = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(fd, "w") as file:
        file.writelines(f"{name}={value}\n" for name, value in variables.items())
    unfinished.replace(target)
    return variables


def read(home: Path) -> dict[str, str]:
    """The variables of ``demo.env``; none where there is no such file or we may not read it."""
    try:
        lines = (home / FILE_NAME).read_text().splitlines()
    except (FileNotFoundError, PermissionError):
        return {}
    return dict(line.split("=", 1) for line in lines if "=" in line)


def load_unless_configured() -> None:
    """For ``manage.py``: where no DATABASE_URL is given, use the demonstration of this checkout if there is one."""
    if not os.environ.get("DATABASE_URL"):
        os.environ.update({name: value for name, value in read(home_folder()).items() if name not in os.environ})
