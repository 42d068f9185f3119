"""Killed at any moment, the follower goes on where it was; what it serves never goes back or tells another story."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from casino.checkpoints import building, places, publishing, verifying
from casino.checkpoints.publishing import NAME
from casino.ledger.application import Ledger
from casino.transparency import checkpoints
from casino.transparency.cosigning import verify_note
from tests.checkpoints.conftest import CODE, HOST, ORIGIN, advance, fill

pytestmark = pytest.mark.slow

EVENTS = 600
TURN = 40
REPOSITORY = Path(__file__).resolve().parents[2]

# One interpreter, a fork for each follower: to start is what takes long where the machine is busy.
FOLLOW = f"""
import datetime, itertools, json, os, pathlib, signal, sys, traceback
import django
django.setup()
from casino.checkpoints import building, publishing
from casino.transparency import store

def dying(work):
    def done(*arguments, **named):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return work(*arguments, **named)
    return done

# Before each file that becomes durable, each row of a checkpoint, each step of the publishing.
store.os.link = dying(os.link)
store.os.replace = dying(os.replace)
store.os.fsync = dying(os.fsync)
building._sign = dying(building._sign)
publishing.publish = dying(publishing.publish)

def follow(start):
    for turn in itertools.count():
        now = start + datetime.timedelta(minutes=turn)
        if not building.advance("{CODE}", now, leaves_at_most={TURN}):
            return 1
        if building.lag(building.log_of("{CODE}")) == 0:
            return 0

served = pathlib.Path(sys.argv[1])
for hours, left in enumerate(json.loads(sys.argv[2])):
    child = os.fork()  # nothing has asked the database yet
    if child == 0:
        code = 2
        try:
            code = follow(datetime.datetime(2026, 11, 22, 10, tzinfo=datetime.UTC) + datetime.timedelta(hours=hours))
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(json.dumps([code, served.read_text() if served.exists() else None]))
    if code == 0:
        break
"""


def follow(url: str, folder: Path, deaths: Sequence[int]) -> list[tuple[int, str | None]]:
    """One follower after the other, each killed before so many writes, until one comes to the end: how each ended, and
    what was served then."""
    environment = os.environ | {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "TRANSPARENCY_DIR": str(folder.parent),
        "TRANSPARENCY_KEYS_DIR": str(folder.parent.parent / "keys"),
        "TRANSPARENCY_HOST": HOST,
        "LOG_LEVEL": "ERROR",
    }
    command = [sys.executable, "-c", FOLLOW, str(folder / NAME), json.dumps(deaths)]
    done = subprocess.run(command, env=environment, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = [(code, served) for code, served in map(json.loads, done.stdout.splitlines())]
    assert {code for code, _served in found} <= {0, -signal.SIGKILL}, done.stderr
    return found


def test_killed_before_each_kind_of_write_it_ends_with_the_same_tree(
    own_ledger: Ledger, fresh_database: Any, folder: Path
) -> None:
    fill(own_ledger, EVENTS)
    connection.close()
    found = follow(fresh_database.url, folder, (4, 9, 15, 22, 30, 39, 49, 60, 75, 91, 118, 5000))
    sizes = [0]
    for _code, raw in found:
        if raw is not None:
            served = checkpoints.parse(raw.encode())
            assert verify_note(served.note, places.vkeys(CODE, ORIGIN))
            sizes.append(served.checkpoint.size)
    codes = [code for code, _served in found]
    assert codes[-1] == 0
    assert len(codes) > 3  # the others were killed
    assert sizes == sorted(sizes)
    assert sizes[-1] == EVENTS
    assert verifying.verify(CODE) == verifying.Report(EVENTS, EVENTS, [], [])


@pytest.mark.parametrize("moment", ["before the row is committed", "before the file is replaced"])
def test_stopped_between_row_and_file_the_next_turn_puts_them_right(
    own_ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    class Killed(BaseException):
        pass

    def die(*_: Any, **__: Any) -> None:
        raise Killed

    fill(own_ledger, 300)
    advance()
    fill(own_ledger, 300)
    target = (building, "_sign") if moment.endswith("committed") else (publishing, "publish")
    with monkeypatch.context() as patch:
        patch.setattr(*target, die)
        with pytest.raises(Killed):
            advance(60)
    assert checkpoints.parse((folder / NAME).read_bytes()).checkpoint.size == 300
    advance(61)
    assert checkpoints.parse((folder / NAME).read_bytes()).checkpoint.size == 600
    assert verifying.verify(CODE).contradictions == []
