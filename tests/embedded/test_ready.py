"""A step of starting is left out only where nothing it depends on changed; in doubt it is done."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from casino.embedded import bootstrap, names, ready
from casino.embedded.postgres import PostgresServer

VARIABLES = {"SECRET_KEY": "one", "DATABASE_URL": "postgresql:///x"}


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    folder = Path(tempfile.mkdtemp(prefix="tableproof-test-"))
    folder.chmod(0o755)
    with PostgresServer(folder, durable=False) as server:
        bootstrap.prepare(server)
        yield server
    shutil.rmtree(folder)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout of its own, whose files can be changed."""
    for name in ("requirements/run.txt", "manage.py", "pyproject.toml", "games/engine/a.py", "casino/static/a.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    monkeypatch.setattr(ready, "CHECKOUT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "changed", ["requirements/run.txt", "manage.py", "games/engine/a.py", "games/engine/new.py", "casino/static/a.css"]
)
def test_any_changed_or_new_file_counts(checkout: Path, changed: str) -> None:
    before = ready.given(VARIABLES)
    assert ready.given(VARIABLES) == before
    (checkout / changed).write_text("other")
    assert ready.given(VARIABLES) != before


def test_compiled_files_do_not_count_and_variables_do(checkout: Path) -> None:
    before = ready.given(VARIABLES)
    (checkout / "games" / "__pycache__").mkdir()
    (checkout / "games" / "__pycache__" / "a.pyc").write_text("compiled")
    assert ready.given(VARIABLES) == before
    assert ready.given(VARIABLES | {"SECRET_KEY": "two"}) != before


def test_static_files_are_collected_again_for_a_static_file_only(checkout: Path) -> None:
    before = ready.collected_from()
    (checkout / "games" / "engine" / "a.py").write_text("other")
    assert ready.collected_from() == before
    os.utime(checkout / "casino" / "static" / "a.css", ns=(1, 1))
    assert ready.collected_from() != before


def test_a_database_is_known_by_itself_and_its_migrations(server: PostgresServer) -> None:
    assert ready.state_of(server) is None
    create = "CREATE TABLE django_migrations (id integer)"
    with psycopg.connect(server.url(names.MAIN_DATABASE, names.OWNER), autocommit=True) as owner:
        owner.execute(create)
        states = [ready.state_of(server)]
        owner.execute("INSERT INTO django_migrations VALUES (1)")
        states.append(ready.state_of(server))
        owner.execute("DROP TABLE django_migrations")
        owner.execute(create)  # as a restored backup would
        states.append(ready.state_of(server))
    assert None not in states
    assert len(set(states)) == 3


def test_only_what_was_kept_for_the_very_same_is_recalled(tmp_path: Path) -> None:
    memory = ready.Memory(tmp_path)
    assert memory.recall("files", "database") is None
    memory.keep("files", "database", "accounts")
    assert (tmp_path / "ready.json").stat().st_mode & 0o777 == 0o600
    assert memory.recall("files", "database") == "accounts"
    assert memory.recall("other files", "database") is None
    assert memory.recall("files", "other database") is None
    memory.keep("files", None, "accounts")
    assert memory.recall("files", None) is None


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"given": "files", "state": "database"}', "3"])
def test_a_damaged_memory_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "ready.json").write_text(content)
    assert ready.Memory(tmp_path).recall("files", "database") is None
    ready.Memory(tmp_path).forget()
    assert not (tmp_path / "ready.json").exists()
    ready.Memory(tmp_path).forget()
