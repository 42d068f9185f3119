"""The embedded server: starts, stops, keeps data, keeps others out, and leaves nothing behind however it ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from casino.embedded import bootstrap, names, postgres, processes
from casino.embedded.postgres import PostgresServer
from casino.embedded.trouble import Trouble

HOLDER = """
import sys, time
from pathlib import Path
from casino.embedded.postgres import PostgresServer
server = PostgresServer(Path(sys.argv[1]), durable=False)
server.start()
print(server.pid, flush=True)
time.sleep(600)
"""


@pytest.fixture
def home() -> Iterator[Path]:
    """Not pytest's own temporary folder: that is closed to the user the server runs as when we are root."""
    folder = Path(tempfile.mkdtemp(prefix="tableproof-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def made_home() -> Iterator[Path]:
    """A home whose data folder exists already, to be copied: initdb is the slow part."""
    folder = Path(tempfile.mkdtemp(prefix="tableproof-test-"))
    folder.chmod(0o755)
    with PostgresServer(folder, durable=False):
        pass
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def ready_home(home: Path, made_home: Path) -> Path:
    """The copy keeps the owner, who may not be us."""
    subprocess.run(["cp", "-a", str(made_home / "pg"), str(home / "pg")], check=True)
    return home


def start_holder(home: Path) -> tuple[subprocess.Popen[str], int]:
    """A separate process that holds a running server; its pid and the server's."""
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(home)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    return holder, int(holder.stdout.readline())


def test_a_server_starts_makes_roles_and_databases_and_stops(home: Path) -> None:
    server = PostgresServer(home, durable=False)
    server.start()
    pid = server.pid
    assert pid is not None
    bootstrap.prepare(server)
    bootstrap.prepare(server)  # safe to repeat
    with psycopg.connect(server.url(names.MAIN_DATABASE, names.OWNER)) as owner:
        owner.execute("CREATE TABLE kept (n integer)")
        owner.execute("GRANT SELECT ON kept TO tableproof_app")
        row = owner.execute("SELECT datlocprovider, datlocale FROM pg_database WHERE datname = 'tableproof'").fetchone()
        assert row == ("b", "C.UTF-8")
    with psycopg.connect(server.url(names.MAIN_DATABASE, names.APPLICATION)) as application:
        assert application.execute("SELECT count(*) FROM kept").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            application.execute("CREATE TABLE not_mine (n integer)")
    with psycopg.connect(server.url(names.QUEUE_DATABASE, names.QUEUE)) as queue:
        assert queue.execute("SELECT pgmq.create('q'), pgmq.send('q', '{}')").fetchone()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(server.url(names.QUEUE_DATABASE, names.APPLICATION))
    server.stop()
    assert not processes.alive(pid)
    server.stop()  # safe to repeat


def test_nothing_listens_on_the_network_and_the_socket_folder_is_closed(ready_home: Path) -> None:
    with PostgresServer(ready_home, durable=False) as server:
        with psycopg.connect(server.url("postgres", names.SUPERUSER)) as connection:
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        assert server.places.sockets.stat().st_mode & 0o777 == 0o700


def test_the_server_never_runs_as_root(ready_home: Path) -> None:
    with PostgresServer(ready_home, durable=False) as server:
        status = Path(f"/proc/{server.pid}/status").read_text()
    uids = next(line for line in status.splitlines() if line.startswith("Uid:")).split()[1:]
    assert "0" not in uids


def test_a_second_copy_is_refused_with_a_sentence(ready_home: Path) -> None:
    with PostgresServer(ready_home, durable=False), pytest.raises(Trouble) as caught:
        PostgresServer(ready_home, durable=False).start()
    assert caught.value.code == "another_copy"
    assert str(os.getpid()) in caught.value.en
    assert "stop it first" in caught.value.en


def test_a_killed_supervisor_leaves_no_server_and_no_lock(ready_home: Path) -> None:
    holder, server_pid = start_holder(ready_home)
    holder.kill()
    holder.wait()
    assert processes.wait_for(lambda: not processes.alive(server_pid), 120)
    with PostgresServer(ready_home, durable=False) as server, psycopg.connect(server.url("postgres", "postgres")) as db:
        assert db.execute("SELECT 1").fetchone() == (1,)


def test_data_survive_when_everything_is_killed_at_once(ready_home: Path) -> None:
    holder, server_pid = start_holder(ready_home)
    socket_folder = ready_home / "pg" / "socket"
    url = f"postgresql://postgres@/postgres?host={socket_folder}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE acknowledged (n integer)")
        connection.execute("SET synchronous_commit = on")
        connection.execute("INSERT INTO acknowledged SELECT generate_series(1, 1000)")
    holder.send_signal(signal.SIGSTOP)  # it cannot react to the death of its server any more
    os.kill(server_pid, signal.SIGKILL)
    holder.kill()
    holder.wait()
    assert (ready_home / "pg" / "pgdata" / "postmaster.pid").exists()
    with PostgresServer(ready_home, durable=False) as server, psycopg.connect(server.url("postgres", "postgres")) as db:
        assert db.execute("SELECT count(*) FROM acknowledged").fetchone() == (1000,)


def test_a_pid_file_that_names_somebody_else_is_removed(ready_home: Path) -> None:
    stranger = subprocess.Popen(["sleep", "600"])
    try:
        (ready_home / "pg" / "pgdata" / "postmaster.pid").write_text(f"{stranger.pid}\n/nowhere\n0\n5432\n\n\n")
        with PostgresServer(ready_home, durable=False) as server:
            assert server.pid != stranger.pid
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_an_interrupted_first_start_is_begun_anew(ready_home: Path) -> None:
    data = ready_home / "pg" / "pgdata"
    data.rename(data.with_name("pgdata.new"))
    (data.with_name("pgdata.new") / "global" / "pg_control").unlink()
    with PostgresServer(ready_home, durable=False) as server:
        assert server.places.data.is_dir()
        assert not server.places.data_new.exists()


@pytest.mark.parametrize("missing", ["PG_VERSION", "global/pg_control"])
def test_a_half_made_data_folder_is_named_and_left_alone(ready_home: Path, missing: str) -> None:
    (ready_home / "pg" / "pgdata" / missing).unlink()
    with pytest.raises(Trouble) as caught:
        PostgresServer(ready_home, durable=False).start()
    assert caught.value.code == "half_made"
    assert missing in caught.value.en
    assert (ready_home / "pg" / "pgdata" / "base").is_dir()


def test_data_of_another_version_are_refused(ready_home: Path) -> None:
    (ready_home / "pg" / "pgdata" / "PG_VERSION").write_text("16\n")
    with pytest.raises(Trouble) as caught:
        PostgresServer(ready_home, durable=False).start()
    assert caught.value.code == "other_version"
    assert "PostgreSQL 16" in caught.value.en


def test_a_full_disk_is_told_before_anything_is_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "FIRST_START_MIB", 10**9)
    with pytest.raises(Trouble) as caught:
        PostgresServer(home, durable=False).start()
    assert caught.value.code == "disk_full"
    assert not (home / "pg" / "pgdata").exists()
    assert not (home / "pg" / "pgdata.new").exists()


def test_a_server_that_cannot_start_is_explained_by_its_own_log(ready_home: Path) -> None:
    with (ready_home / "pg" / "pgdata" / "postgresql.conf").open("a") as configuration:
        configuration.write("\nno_such_setting_at_all = 1\n")
    server = PostgresServer(ready_home, durable=False)
    with pytest.raises(Trouble) as caught:
        server.start()
    assert caught.value.code == "server_failed"
    assert server.pid is None
    PostgresServer(ready_home, durable=False).lock()  # the failed one let go of the lock


def test_a_fallen_server_is_started_again(ready_home: Path) -> None:
    with PostgresServer(ready_home, durable=False) as server:
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        assert processes.wait_for(server.failed, 120)
        server.restart()
        with psycopg.connect(server.url("postgres", "postgres")) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_long_path_gets_a_short_socket_folder(ready_home: Path) -> None:
    deep = ready_home / ("d" * 90)
    deep.mkdir(mode=0o755)
    (ready_home / "pg").rename(deep / "pg")
    with PostgresServer(deep, durable=False) as server:
        assert len(str(server.places.sockets)) < 100
        with psycopg.connect(server.url("postgres", "postgres")) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        temporary = server.places.sockets
    assert not temporary.exists()
