"""Loaded with ``-p tests.plugin`` before anything else: gives the tests a database server of their own.

Unless DATABASE_URL is set from outside, an embedded server is started in a temporary folder, and stopped whatever
happens: it dies with this process. Under pytest-xdist the first process starts it and the workers inherit its address.
Persons' keys lie in a temporary folder as well.

What keeps a run short stands here too: temporary files lie in memory (``_keep_files_in_memory``), processes that tests
start find the house compiled (``_keep_bytecode``), what was collected is not looked through for garbage again and
again, the long folders come first, so that no process is left alone with one at the end, and each run ends with what
took longest in it, so that it is seen when it grows.
"""

from __future__ import annotations

import base64
import compileall
import fcntl
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Final

import hypothesis
import pytest

from casino.embedded import bootstrap, names
from casino.embedded.postgres import PostgresServer
from casino.embedded.trouble import Trouble

pytest_plugins = ["tests.shares"]

PREFIX: Final = "tableproof-test-"
PREFIX_OF_KEYS: Final = "tableproof-keys-"
ABANDONED_SECONDS: Final = 3600
ROOT: Final = Path(__file__).resolve().parents[1]
MEMORY: Final = Path("/dev/shm")  # noqa: S108
MEMORY_BYTES: Final = 6 * 2**30
BYTECODE: Final = ROOT / ".pytest_cache" / "bytecode"
LONG_FIRST: Final = (
    "tests/words/test_pages_say_words.py",
    "tests/web/",
    "tests/test_reach.py",
    "tests/test_stores_away.py",
    "tests/journeys/",
    "tests/embedded/",
    "tests/disputes/",
    "tests/admin/",
)
"""Files and folders that take longest, by what was measured. The order changes when a run ends, never what it finds."""
LONGEST_SHOWN: Final = 15

_server: PostgresServer | None = None
_folder: Path | None = None
_keys: Path | None = None
_seconds: defaultdict[str, float] = defaultdict(float)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Runs before pytest-django loads the settings."""
    global _server, _folder
    _keep_files_in_memory()
    _keep_bytecode()
    gc.disable()  # until everything is collected
    # How long an example takes says something about the machine, not about the code.
    slow = hypothesis.HealthCheck.too_slow
    hypothesis.settings.register_profile("tests", deadline=None, suppress_health_check=[slow])
    hypothesis.settings.load_profile("tests")
    os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 40)
    os.environ.setdefault("ALLOWED_HOSTS", "testserver,localhost,127.0.0.1")
    os.environ.setdefault("CELERY_BROKER_URL", "memory://")
    os.environ.setdefault("SSL_REDIRECT", "0")
    # Tests of the second factor turn it on; all others sign in with a password, which is fresh for ten minutes.
    os.environ.setdefault("SECOND_FACTOR", "off")
    os.environ.setdefault("FACTOR_KEY", base64.b64encode(bytes(range(32, 64))).decode())
    _make_person_keys()
    if os.environ.get("DATABASE_URL"):
        return
    # `timeout` and CI end a run by SIGTERM; as an interrupt it runs the same clean-up as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    _remove_abandoned(_folder.lstat().st_mtime)
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


def _keep_files_in_memory() -> None:
    """A database is 1,700 files, and tests have hundreds of databases: on a disk that takes a millisecond to make a
    file, copying one takes 1.4 s, in memory 0.03 s. Not where TMPDIR says otherwise, nor in a container whose share of
    memory is small."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= MEMORY_BYTES:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def _keep_bytecode() -> None:
    """Where Python is told to write no bytecode beside the sources, every process that a test starts would compile
    Django and the house anew, two seconds of work each: then it is kept apart, where ``make clean`` removes it."""
    if sys.dont_write_bytecode and sys.pycache_prefix is None:
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(BYTECODE)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Compiled once, before several processes would do it beside one another: a fresh clone has nothing compiled."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        for folder in ("casino", "disputes", "games", "surveillance", "tests"):
            compileall.compile_dir(ROOT / folder, quiet=2, workers=os.cpu_count() or 1)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def turn(item: pytest.Item) -> int:
        return next((n for n, folder in enumerate(LONG_FIRST) if item.nodeid.startswith(folder)), len(LONG_FIRST))

    items.sort(key=turn)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Modules and tests stay until the end: the collector need not walk through a million of them each time, nor again
    and again while they come."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Setups apart: what a fixture of a module or package takes is counted at the test that asked for it first."""
    _seconds[f"{report.when:8} {report.nodeid}"] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The longest of a whole run; pytest's own table instead where ``--durations`` asks for it."""
    if len(_seconds) < 1_000 or config.getoption("durations") is not None:
        return
    terminalreporter.write_sep("=", f"the {LONGEST_SHOWN} longest of {sum(_seconds.values()):.0f} seconds")
    for name, seconds in sorted(_seconds.items(), key=lambda each: -each[1])[:LONGEST_SHOWN]:
        terminalreporter.write_line(f"{seconds:6.1f} s {name}")


def _make_person_keys() -> None:
    global _keys
    if "PERSON_KEYS_DIR" not in os.environ:
        _keys = Path(tempfile.mkdtemp(prefix=PREFIX_OF_KEYS))
        os.environ["PERSON_KEYS_DIR"] = str(_keys)
        os.environ["PERSON_MASTER_KEY"] = base64.b64encode(bytes(range(32))).decode()


def _remove_abandoned(now: float) -> None:
    """Folders of runs that were killed; their servers died with them. Younger ones may belong to a run beside us.
    ``now`` is by the clock of the file system, which `make test-hours` does not shift."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        facts = folder.lstat()
        if facts.st_uid == os.geteuid() and facts.st_mtime < now - ABANDONED_SECONDS and not _in_use(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _in_use(folder: Path) -> bool:
    try:
        with (folder / "pg.lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def pytest_unconfigure() -> None:
    _stop()


def _stop() -> None:
    global _server, _folder, _keys
    if _keys is not None:
        shutil.rmtree(_keys)
        _keys = None
    if _server is not None:
        _server.stop()
        _server = None
    if _folder is not None:
        shutil.rmtree(_folder)
        _folder = None
