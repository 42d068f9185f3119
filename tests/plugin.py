"""Loaded with ``-p tests.plugin`` before anything else: gives the tests a database server of their own.

Unless DATABASE_URL is set from outside, an embedded server is started in a temporary folder, and stopped whatever
happens: it dies with this process. Under pytest-xdist the first process starts it and the workers inherit its address.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from casino.embedded import bootstrap, names
from casino.embedded.postgres import PostgresServer
from casino.embedded.trouble import Trouble

_server: PostgresServer | None = None
_folder: Path | None = None


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Runs before pytest-django loads the settings."""
    global _server, _folder
    os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 40)
    os.environ.setdefault("ALLOWED_HOSTS", "testserver,localhost,127.0.0.1")
    os.environ.setdefault("CELERY_BROKER_URL", "memory://")
    os.environ.setdefault("SSL_REDIRECT", "0")
    if os.environ.get("DATABASE_URL"):
        return
    _folder = Path(tempfile.mkdtemp(prefix="tableproof-test-"))
    _folder.chmod(0o755)
    _server = PostgresServer(_folder, durable=False)
    try:
        _server.start()
        bootstrap.prepare(_server)
    except Trouble as trouble:
        _stop()
        raise pytest.UsageError(str(trouble)) from trouble
    os.environ["DATABASE_URL"] = _server.url(names.MAIN_DATABASE, names.OWNER)
    os.environ["TEST_SUPERUSER_URL"] = _server.url("postgres", names.SUPERUSER)


def pytest_unconfigure() -> None:
    _stop()


def _stop() -> None:
    global _server, _folder
    if _server is not None:
        _server.stop()
        _server = None
    if _folder is not None:
        shutil.rmtree(_folder)
        _folder = None
