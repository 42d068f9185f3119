"""What a start refuses or warns of, line by line of ``casino/site/deployment.py``; every variable is described."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import ERROR

from casino.site import deployment
from casino.site.deployment import TABLE, findings
from casino.web.limits import Limits, variable
from tests.conftest import FreshDatabase
from tests.sources import parsed

ROOT = Path(__file__).resolve().parents[1]
DESCRIBED = (ROOT / "deploy" / "README.md").read_text()
SECRET = "only-for-tests-" + "".join(map(str, range(30)))


def codes(process: deployment.Process = "web") -> list[str]:
    return [(each.id or "").removeprefix("tableproof.") for each in findings(process)]


@pytest.fixture
def well(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A house that is set up as it should be."""
    for name in ("BROKER_VISIBILITY_SECONDS", "DATABASE_LOCK_SECONDS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(deployment, "_role", lambda: (False, False))
    keys = tmp_path / "keys"
    keys.mkdir(mode=0o700)
    settings.DEBUG = settings.DEMONSTRATION = False
    settings.ALLOWED_HOSTS = ["tables.example"]
    settings.SECOND_FACTOR = "required"
    settings.SECRET_KEY, settings.FACTOR_KEY, settings.PERSON_MASTER_KEY = SECRET, "factor", "master"
    settings.CELERY_BROKER_URL = "amqp://tableproof:long@broker.example//"
    for name in deployment.KEY_FOLDERS:
        setattr(settings, name, str(keys))
    # Only read here, and put back with the settings: connections keep their own.
    settings.DATABASES = {
        "default": {"HOST": "db.example", "OPTIONS": {"sslmode": "verify-full"}, "SILENCE_SECONDS": 35}
    }
    return settings


def test_a_house_that_is_set_up_well_is_told_nothing(well: Any) -> None:
    assert [codes(process) for process in ("web", "worker", "beat")] == [[], [], []]


def debug(settings: Any) -> None:
    settings.DEBUG = True


def demonstration_for_all(settings: Any) -> None:
    settings.DEMONSTRATION = True


def demonstration_elsewhere(settings: Any) -> None:
    settings.DEMONSTRATION, settings.ALLOWED_HOSTS = True, ["localhost"]


def no_hosts(settings: Any) -> None:
    settings.ALLOWED_HOSTS = []


def same_keys(settings: Any) -> None:
    settings.PERSON_MASTER_KEY = settings.FACTOR_KEY


def repeated(settings: Any) -> None:
    settings.SECRET_KEY = "abcdefghij" * 6


def open_to_all(settings: Any) -> None:
    Path(settings.PAPER_KEYS_DIR).chmod(0o701)


def open_to_a_group(settings: Any) -> None:
    Path(settings.PAPER_KEYS_DIR).chmod(0o750)


def no_statement_limit(settings: Any) -> None:
    settings.DATABASES["default"]["SILENCE_SECONDS"] = 0


def no_second_factor(settings: Any) -> None:
    settings.SECOND_FACTOR = "off"


def plain_text(settings: Any) -> None:
    settings.DATABASES["default"]["OPTIONS"] = {"sslmode": "disable"}


def no_broker(settings: Any) -> None:
    settings.CELERY_BROKER_URL = "memory://"


def guest(settings: Any) -> None:
    settings.CELERY_BROKER_URL = "amqp://broker.example//"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (debug, "E201"),
        (demonstration_for_all, "E204"),
        (demonstration_elsewhere, "E204"),
        (no_hosts, "E205"),
        (same_keys, "E206"),
        (repeated, "E207"),
        (open_to_all, "E208"),
        (open_to_a_group, "W205"),
        (no_statement_limit, "E209"),
        (no_second_factor, "W201"),
        (plain_text, "W202"),
        (no_broker, "W203"),
        (guest, "W204"),
    ],
)
def test_each_line_is_met_by_what_it_is_about_and_by_nothing_else(well: Any, wrong: Any, code: str) -> None:
    wrong(well)
    assert codes() == [code]
    assert (next(findings("web")).level >= ERROR) is code.startswith("E")


@pytest.mark.parametrize(
    ("name", "value", "code"), [("BROKER_VISIBILITY_SECONDS", "1", "W206"), ("DATABASE_LOCK_SECONDS", "0", "W207")]
)
def test_variables_that_are_read_again(
    well: Any, monkeypatch: pytest.MonkeyPatch, name: str, value: str, code: str
) -> None:
    monkeypatch.setenv(name, value)
    assert codes() == [code]


@pytest.mark.parametrize(("role", "code"), [((True, False), "E202"), ((False, True), "E203")])
def test_the_role_of_the_application(
    well: Any, monkeypatch: pytest.MonkeyPatch, role: tuple[bool, bool], code: str
) -> None:
    monkeypatch.setattr(deployment, "_role", lambda: role)
    assert codes() == [code]


def test_near_hosts_need_no_encryption_and_workers_no_names(well: Any) -> None:
    plain_text(well)
    for near in ("/run/postgresql", "127.0.0.1", "localhost"):
        well.DATABASES["default"]["HOST"] = near
        assert codes() == []
    no_hosts(well)
    assert (codes("web"), codes("worker"), codes("beat")) == (["E205"], [], [])


def test_the_documents_name_every_line_with_its_outcome() -> None:
    rows = dict(re.findall(r"^\| `([EW]2\d\d)` \|[^\n]*\| (refused|warned) \|$", DESCRIBED, re.MULTILINE))
    assert rows == {line.code: line.outcome for line in TABLE}


# --- On processes as they run -----------------------------------------------------------------------------------------


def started(fresh: str, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = os.environ | {"DATABASE_URL": fresh, "DJANGO_SETTINGS_MODULE": "casino.settings"} | variables
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, env=own, capture_output=True, text=True, timeout=120, check=False
    )


PROCESSES = {
    "web": ("casino.web", "--port", "1"),
    "web of several": ("casino.web", "--port", "1", "--workers", "2"),
    "worker": ("celery", "--app=casino", "worker", "--pool=solo"),
    # The schedule is a file of its own: beat removes one that it cannot read.
    "beat": ("celery", "--app=casino", "beat", "--schedule={folder}/beat"),
}


@pytest.mark.parametrize("process", PROCESSES)
def test_no_process_starts_as_the_owner_of_the_tables(
    process: str, fresh_database: FreshDatabase, tmp_path: Path
) -> None:
    done = started(fresh_database.url, *(word.format(folder=tmp_path) for word in PROCESSES[process]))
    assert done.returncode != 0
    assert "The application owns the tables" in done.stderr


# --- Variables --------------------------------------------------------------------------------------------------------

READERS = {"text", "secret", "hosts", "flag", "words", "command", "number", "amounts", "database", "get"}
OF_OTHERS = {
    "DJANGO_SETTINGS_MODULE": "Django's own",
    "LANG": "the terminal's",
    "LC_ALL": "the terminal's",
    "LC_MESSAGES": "the terminal's",
    "MAKELEVEL": "make's",
    "TABLEPROOF_DATABASE_ROLE": "set by manage.py itself",
    "TABLEPROOF_COLLECTSTATIC": "set by the image's build and the runner",
}
"""Variables that nobody who runs the house sets."""


def read_by(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and node.args:
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            first = node.args[0]
            if name in READERS and isinstance(first, ast.Constant) and isinstance(first.value, str):
                holder = ast.unparse(function)
                if name != "get" or holder == "os.environ.get":
                    yield first.value
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            yield ast.unparse(node.slice).strip("'")


def test_every_variable_that_is_read_is_described() -> None:
    read = {variable(name) for name in Limits.__dataclass_fields__}
    for room in ("casino", "games", "disputes", "surveillance"):
        for path in (ROOT / room).rglob("*.py"):
            read |= {name for name in read_by(path) if re.fullmatch(r"[A-Z][A-Z0-9_]{2,}", name)}
    assert len(read) > 80
    everything = DESCRIBED + (ROOT / "docs" / "settings.md").read_text()
    missing = {name for name in read - set(OF_OTHERS) if f"`{name}`" not in everything}
    assert missing == set()


LOADED_BY_WHO_NEEDS_THEM = ("scipy", "boto3", "botocore", "xlsxwriter", "pyhanko", "aiohttp", "av", "PIL", "duckdb")
"""Together they were two fifths of what the start of any process took, and 90 MB in each."""


def test_a_start_loads_no_library_that_few_requests_need() -> None:
    asked = f"import sys, django; django.setup(); print(sorted(set({LOADED_BY_WHO_NEEDS_THEM}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
