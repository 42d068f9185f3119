"""A PostgreSQL server of our own, as a child of this process: started, watched, stopped, and cleaned up after.

The server listens on a Unix socket in a folder that only its user (and root) can enter, never on a port, so roles need
no passwords. ``initdb`` writes to a folder beside the final one and is renamed when complete, so an interrupted first
start leaves nothing that looks like data. A lock on a file, which the kernel releases whatever happens, keeps a second
copy out.

Proved by ``tests/embedded/test_postgres.py``.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Final
from urllib.parse import quote

from casino.embedded import processes
from casino.embedded.names import SUPERUSER
from casino.embedded.places import Places, find_places
from casino.embedded.trouble import Trouble

MAJOR_VERSION: Final = "18"
FIRST_START_MIB: Final = 400
LATER_START_MIB: Final = 100
START_PATIENCE_SECONDS: Final = 600.0
"""Recovery after a crash may take minutes; a server that exits is noticed at once."""
STOP_PATIENCE_SECONDS: Final = 30.0
LOG_LIMIT_BYTES: Final = 10 * 2**20

SETTINGS: Final = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "log_timezone": "UTC",
    "timezone": "UTC",
    "jit": "off",
}
FAST_SETTINGS: Final = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgresServer:
    """Use as a context manager, or call start() and stop(). Start it from the main thread: it dies with its thread."""

    def __init__(self, home: Path, *, durable: bool = True, chosen_by_user: bool = True) -> None:
        """``durable=False`` gives up safety on power loss for speed, for tests only."""
        self._home = home
        self._durable = durable
        self._chosen_by_user = chosen_by_user
        self._process: subprocess.Popen[bytes] | None = None
        self._lock_fd: int | None = None
        self._places: Places | None = None
        self._log_offset = 0

    @property
    def places(self) -> Places:
        if self._places is None:
            self._places = find_places(self._home, chosen_by_user=self._chosen_by_user)
        return self._places

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def url(self, database: str, role: str) -> str:
        """A libpq URL for the role, over the socket."""
        return f"postgresql://{role}@/{database}?host={quote(str(self.places.sockets), safe='')}"

    def __enter__(self) -> PostgresServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def lock(self) -> None:
        """Keep other copies out of the home folder until stop()."""
        if self._lock_fd is not None:
            return
        path = self.places.lock
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise Trouble("not_writable", folder=path.parent, reason=error.strerror) from error
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(fd, 32).decode(errors="replace").strip() or "?"
            os.close(fd)
            raise Trouble("another_copy", pid=holder, home=self._home) from None
        os.ftruncate(fd, 0)
        os.write(fd, f"{os.getpid()}\n".encode())
        self._lock_fd = fd

    def start(self) -> None:
        """Return when the server answers. Raises Trouble with a sentence for each foreseen failure."""
        if self._process is not None:
            return
        try:
            self.lock()
            self._check_disk()
            self._check_data()
            if not self.places.data.exists():
                self._make_data()
            self._clear_stale_pid()
            self._launch()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Fast shutdown (open transactions are rolled back, data is flushed). Safe to call twice."""
        process, self._process = self._process, None
        if process is not None:
            for signum, seconds in ((signal.SIGINT, STOP_PATIENCE_SECONDS), (signal.SIGQUIT, 5.0)):
                process.send_signal(signum)
                try:
                    process.wait(seconds)
                    break
                except subprocess.TimeoutExpired:
                    continue
            else:
                process.kill()
                process.wait()
        if self._lock_fd is not None:
            self._remove_temporary_socket_folder()
            os.close(self._lock_fd)
            self._lock_fd = None

    def _remove_temporary_socket_folder(self) -> None:
        """The one in the temporary folder, made where the path of the data is too long; empty once the server ended."""
        places, self._places = self.places, None
        if places.sockets.parent != places.data_home and not any(places.sockets.iterdir()):
            places.sockets.rmdir()

    def failed(self) -> bool:
        """True when a started server is no longer running."""
        return self._process is not None and self._process.poll() is not None

    def disk_filled(self) -> bool:
        """True when the server's log ends with a complaint about a full disk."""
        return self.places.log.exists() and "No space left on device" in self._log_tail()

    def restart(self) -> None:
        """Start a fallen server again, keeping the lock. Data is recovered by the server itself."""
        self._process = None
        self._clear_stale_pid()
        self._launch()

    def _check_disk(self) -> None:
        need_mib = LATER_START_MIB if self.places.data.exists() else FIRST_START_MIB
        facts = os.statvfs(self.places.data_home)
        free_mib = facts.f_bavail * facts.f_frsize // 2**20
        if free_mib < need_mib:
            raise Trouble("disk_full", folder=self.places.data_home, free_mib=free_mib, need_mib=need_mib)

    def _check_data(self) -> None:
        data = self.places.data
        if not data.exists():
            return
        for missing in ("PG_VERSION", "global/pg_control", "base", "pg_wal"):
            if not (data / missing).exists():
                raise Trouble("half_made", folder=data, missing=missing)
        found = (data / "PG_VERSION").read_text().strip()
        if found != MAJOR_VERSION:
            raise Trouble("other_version", folder=data, found=found, wanted=MAJOR_VERSION)

    def _make_data(self) -> None:
        new = self.places.data_new
        if new.exists():
            shutil.rmtree(new)  # an earlier initdb that was interrupted: nothing was ever served from it
        command = [
            str(self.places.programs / "initdb"),
            f"--pgdata={new}",
            f"--username={SUPERUSER}",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
        ]
        if not self._durable:
            command.append("--no-sync")
        with self._open_log() as log:
            process = self._spawn(command, log, signal.SIGKILL)
            try:
                code = process.wait()
            except BaseException:
                process.kill()
                process.wait()
                raise
        if code != 0:
            raise self._explain()
        new.rename(self.places.data)

    def _spawn(self, command: list[str], log: int | None, death_signal: int) -> subprocess.Popen[bytes]:
        account = self.places.account
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            env=self._environment(),
            user=account.uid if account.switch else None,
            group=account.gid if account.switch else None,
            extra_groups=[] if account.switch else None,
            umask=0o077,
            start_new_session=True,
            preexec_fn=processes.dying_with(os.getpid(), death_signal),
        )

    @staticmethod
    def _environment() -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        return kept | {"LC_ALL": "C", "TZ": "UTC"}

    def _open_log(self) -> _Log:
        log = _Log(self.places.log)
        self._log_offset = log.size
        return log

    def _log_tail(self) -> str:
        """What the present attempt wrote, its last 4 kB: complaints of earlier runs must not explain this one."""
        with self.places.log.open("rb") as log:
            log.seek(max(self._log_offset, log.seek(0, os.SEEK_END) - 4000))
            return log.read().decode(errors="replace")

    def _clear_stale_pid(self) -> None:
        """Deal with the ``postmaster.pid`` of a server that was killed, or is still shutting down.

        We hold the lock, so no supervisor lives. Its server may still be finishing (it was told to when its parent
        died): wait. Where the named process is gone, a zombie or somebody else's, the file lies: remove it.
        """
        file = self.places.data / "postmaster.pid"
        processes.wait_for(lambda: not self._is_our_server(_first_number(file)), STOP_PATIENCE_SECONDS)
        pid = _first_number(file)
        if self._is_our_server(pid):
            raise Trouble("another_copy", pid=pid, home=self._home)
        file.unlink(missing_ok=True)
        for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock"):  # the lock names the same dead process
            (self.places.sockets / name).unlink(missing_ok=True)

    def _is_our_server(self, pid: int | None) -> bool:
        if pid is None or not processes.alive(pid):
            return False
        try:
            return Path(f"/proc/{pid}/cwd").resolve(strict=True) == self.places.data.resolve()
        except (FileNotFoundError, PermissionError):
            return False  # another user's process, or gone meanwhile: a reused number

    def _launch(self) -> None:
        settings = SETTINGS | {"unix_socket_directories": str(self.places.sockets)}
        if not self._durable:
            settings |= FAST_SETTINGS
        command = [str(self.places.programs / "postgres"), "-D", str(self.places.data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        deadline = time.monotonic() + START_PATIENCE_SECONDS
        retries = 20  # backends of a killed server need a moment to notice and let go of its shared memory
        while True:
            with self._open_log() as log:
                self._process = self._spawn(command, log, signal.SIGINT)
            while self._process.poll() is None:
                if self._answers():
                    return
                if time.monotonic() > deadline:
                    raise self._explain()
                time.sleep(0.03)
            self._process = None
            retries -= 1
            if retries == 0 or "still in use" not in self._log_tail():
                raise self._explain()
            time.sleep(0.25)

    def _answers(self) -> bool:
        command = [str(self.places.programs / "pg_isready"), "-q", "-h", str(self.places.sockets), "-U", SUPERUSER]
        return subprocess.run([*command, "-d", "postgres"], env=self._environment(), check=False).returncode == 0

    def _explain(self) -> Trouble:
        if self.disk_filled():
            return Trouble("disk_filled", folder=self.places.data_home)
        tail = self._log_tail()
        lines = [line for line in tail.splitlines() if line.strip()] or ["-"]
        telling = [line for line in lines if "FATAL" in line or "PANIC" in line or "error:" in line]
        return Trouble("server_failed", log=self.places.log, line=(telling or lines)[-1].strip())


class _Log:
    """The server's log, opened for appending as a file descriptor; the former one is kept once when it grew large."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd: int | None = None
        self.size = path.stat().st_size if path.exists() else 0
        if self.size > LOG_LIMIT_BYTES:
            path.replace(path.with_suffix(".log.1"))
            self.size = 0

    def __enter__(self) -> int:
        try:
            self._fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o640)
        except OSError as error:
            raise Trouble("not_writable", folder=self._path.parent, reason=error.strerror) from error
        return self._fd

    def __exit__(self, *_: object) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def _first_number(file: Path) -> int | None:
    try:
        first = file.read_text().split("\n", 1)[0]
    except FileNotFoundError:
        return None
    return int(first) if first.isdigit() else None
