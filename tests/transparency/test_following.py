"""``tableproof-witness check`` and ``monitor``: a log read over HTTP by somebody who kept its checkpoints."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from casino.transparency import policy
from casino.transparency.building import Head, TreeBuilder
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.store import MemoryStore
from casino.transparency.tiles import ENTRIES, parse_path
from casino.transparency.witness import command, following
from tests.transparency.making import LOG, NOON, ORIGIN, WITNESS, signed

TOKEN = "look_1234"
POLICY = f"log {LOG.vkey}\nwitness w {WITNESS.vkey}\nquorum w\n".encode()
AT = datetime.fromtimestamp(NOON, UTC)


def entry(position: int, at: datetime, type_: str = "roulette.bet_placed") -> bytes:
    said = {"position": position, "recorded_at": f"{at:%Y-%m-%dT%H:%M:%S.000000}Z", "type": type_}
    return json.dumps(said, separators=(",", ":")).encode()


class Log:
    """A log that grows an entry a second, and is cosigned when it is shown."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self._builder = TreeBuilder(self.store, entries=True)
        self.size = 0
        self.head = Head(0, b"")
        self.now = AT

    def grow(
        self, count: int, *, later: timedelta = timedelta(), type_: str = "roulette.bet_placed"
    ) -> SignedCheckpoint:
        for _ in range(count):
            self.size += 1
            self.now += timedelta(seconds=1)
            self._builder.add_entry(entry(self.size, self.now + later, type_))
        self.head = self._builder.publish()
        return self.show()

    def show(self) -> SignedCheckpoint:
        shown = signed(self.head, LOG, WITNESS, at=round(self.now.timestamp()))
        self.store.replace("checkpoint", shown.note.encode())
        return shown


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def address(log: Log) -> Iterator[str]:
    """The log's files over HTTP; the entries for whoever has the token."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.removeprefix("/log/")
            secret = path != "checkpoint" and parse_path(path).level == ENTRIES
            if secret and self.headers.get("Authorization") != f"Bearer {TOKEN}":
                self.send_error(401)
                return
            found = log.store.get(path)
            self.send_response(404 if found is None else 200)
            self.end_headers()
            self.wfile.write(found or b"")

        def log_message(self, *_args: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/log"
    server.shutdown()
    thread.join()
    server.server_close()


class Asked:
    """The command, with its files in a folder."""

    def __init__(self, folder: Path, address: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._address, self._capsys = folder, address, capsys
        (folder / "policy").write_bytes(POLICY)
        (folder / "token").write_text(f"{TOKEN}\n")

    def kept(self, checkpoint: SignedCheckpoint) -> list[str]:
        file = self.folder / f"{checkpoint.checkpoint.size}.txt"
        file.write_bytes(checkpoint.note.encode())
        return ["--since", str(file)]

    def check(self, *more: str, token: bool = False, trusted: bool = True) -> tuple[int, str]:
        arguments = ["check", "--log", self._address, *more]
        arguments += ["--token-file", str(self.folder / "token")] if token else []
        arguments += ["--policy", str(self.folder / "policy")] if trusted else []
        code = command.main(arguments)
        said = self._capsys.readouterr()
        return code, said.out + said.err

    def monitor(self, *more: str) -> tuple[int, str]:
        arguments = ["monitor", "--log", self._address, "--policy", str(self.folder / "policy"), *more]
        code = command.main([*arguments, "--keep", str(self.folder / "kept"), "--every", "0"])
        return code, self._capsys.readouterr().out


@pytest.fixture
def asked(tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]) -> Asked:
    return Asked(tmp_path, address, capsys)


@pytest.mark.parametrize("token", [False, True], ids=["without-entries", "with-entries"])
@pytest.mark.parametrize(("first", "more"), [(3, 0), (3, 1), (256, 1), (300, 700), (1, 70_000)])
def test_a_log_that_goes_on(log: Log, asked: Asked, first: int, more: int, token: bool) -> None:
    old = asked.kept(log.grow(first))
    log.grow(more)
    code, said = asked.check(*old, token=token)
    assert (code, "REFUSED" in said) == (0, False), said
    assert f"{ORIGIN}: {first + more} entries" in said
    assert f"goes on from the checkpoint of {first} entries" in said
    assert ("entries lie in the tree" in said) is token


def test_without_a_policy_it_is_consistent_and_nobody_s(log: Log, asked: Asked) -> None:
    old = asked.kept(log.grow(10))
    log.grow(5)
    code, said = asked.check(*old, trusted=False)
    assert (code, "no policy was given" in said) == (3, True)


def _forked(log: Log) -> None:
    """The same entries from another second on: another story."""
    other = Log()
    other.now += timedelta(seconds=1)
    other.grow(log.size + 3)
    log.store.files = other.store.files


def _set_back(log: Log) -> None:
    other = Log()
    other.grow(log.size - 1)
    log.store.files = other.store.files


def _tile_changed(log: Log) -> None:
    log.grow(3)
    for path, data in log.store.files.items():
        if path.startswith("tile/0/"):
            log.store.files[path] = bytes([data[0] ^ 1]) + data[1:]


def _unsigned(log: Log) -> None:
    log.grow(3)
    log.store.replace("checkpoint", signed(log.head, LOG).note.encode())


def _entry_changed(log: Log) -> None:
    log.grow(3)
    for path in log.store.files:
        if path.startswith("tile/entries/"):
            log.store.files[path] = log.store.files[path].replace(b"bet_placed", b"bet_forged")


def _dated_back(log: Log) -> None:
    log.grow(3, later=timedelta(days=-300))


def _dated_ahead(log: Log) -> None:
    log.grow(3, later=timedelta(days=365))


CROOKED: dict[str, tuple[Callable[[Log], None], str]] = {
    "another story": (_forked, "does not go on from"),
    "set back": (_set_back, "was set back"),
    "a tile changed": (_tile_changed, "tiles do not lead to the root"),
    "without its witness": (_unsigned, "fewer witnesses than the policy asks for"),
    "an entry changed": (_entry_changed, "another root"),
    "dated back": (_dated_back, "not recorded between the cosignatures around"),
    "dated ahead": (_dated_ahead, "not recorded between the cosignatures around"),
}


@pytest.mark.parametrize("crooked", CROOKED)
def test_a_crooked_log_is_refused(log: Log, asked: Asked, crooked: str) -> None:
    old = asked.kept(log.grow(20))
    act, wanted = CROOKED[crooked]
    act(log)
    code, said = asked.check(*old, token=True)
    assert code == 1, said
    assert any(line.startswith("REFUSED") and wanted in line for line in said.splitlines()), said


def test_a_jump_on_record_makes_it_a_remark(log: Log, asked: Asked) -> None:
    old = asked.kept(log.grow(20))
    log.grow(3, later=timedelta(days=2))
    log.grow(1, type_="server.clock_jumped")
    code, said = asked.check(*old, token=True)
    assert code == 0
    assert "remark: entries 21 to 23: not recorded between" in said
    assert "the house says that its clock jumped" in said
    assert "by up to 47:" in said


def _behind_the_jump(log: Log) -> None:
    log.grow(1, type_="server.clock_jumped")
    log.grow(3, later=timedelta(days=2))


def _on_from_one_that_is_explained(log: Log) -> None:
    log.grow(2, later=timedelta(minutes=20))
    log.grow(3, later=timedelta(days=365))
    log.grow(1, type_="server.clock_jumped")


def _once_more(log: Log) -> None:
    log.grow(3, later=timedelta(days=2))
    log.grow(1, type_="server.clock_jumped")
    log.grow(3, later=timedelta(days=9))


def _the_other_way(log: Log) -> None:
    log.grow(3, later=timedelta(days=2))
    log.grow(1, type_="server.clock_jumped")
    log.grow(3, later=-timedelta(days=2))


@pytest.mark.parametrize(
    ("act", "refused"),
    [
        (_behind_the_jump, "entries 22 to 24"),
        (_on_from_one_that_is_explained, "entries 21 to 22"),
        (_once_more, "entries 25 to 27"),
        (_the_other_way, "entries 25 to 27"),
    ],
)
def test_a_jump_on_record_excuses_one_run_and_no_other(
    act: Callable[[Log], None], refused: str, log: Log, asked: Asked
) -> None:
    """A single one behind what was kept had made a remark of every date there is."""
    old = asked.kept(log.grow(20))
    act(log)
    log.grow(2)
    code, said = asked.check(*old, token=True)
    assert code == 1, said
    assert any(line.startswith(f"REFUSED: {refused}: not recorded between") for line in said.splitlines()), said


def test_two_servers_that_take_turns_are_one_jump(log: Log, asked: Asked) -> None:
    old = asked.kept(log.grow(20))
    for turn in range(6):
        log.grow(2, later=timedelta(days=2))
        log.grow(1, type_="roulette.bet_placed" if turn else "server.clock_jumped")
    code, said = asked.check(*old, token=True)
    assert (code, "REFUSED" in said) == (0, False), said
    assert said.count("the house says that its clock jumped") > 5


def test_a_cosignature_that_grows_old_is_told(log: Log) -> None:
    log.grow(3)
    checked = following.check(log.store, policy.parse(POLICY), [], log.now + timedelta(hours=2))
    assert checked.remarks == ("the newest cosignature is 120 minutes old",)


def test_what_cannot_be_asked_is_said_in_one_sentence(log: Log, asked: Asked) -> None:
    log.grow(3)
    (asked.folder / "token").write_text("look_wrong")
    code, said = asked.check(token=True)
    assert (code, said.count("\n")) == (2, 1)
    assert "the log answers 401" in said
    code = command.main(["check", "--log", "http://127.0.0.1:1/log"])
    assert code == 2
    assert command.main(["check", "--log", "file:///etc/passwd"]) == 2


def test_a_monitor_keeps_what_holds_and_ends_with_what_does_not(
    log: Log, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        del log.store.files["checkpoint"]

    turns: list[Callable[[], object]] = [lambda: log.grow(5), gone, log.show, lambda: _forked(log)]
    monkeypatch.setattr("casino.transparency.witness.command.time.sleep", lambda _seconds: turns.pop(0)())
    log.grow(10)
    code, said = asked.monitor("--token-file", str(asked.folder / "token"))
    assert code == 1
    assert "not answered: there is no checkpoint at this address" in said
    assert [each.checkpoint.size for each in following.kept_in(asked.folder / "kept")] == [10, 15]
    [refused] = (asked.folder / "kept").glob("*.refused")
    assert refused.read_bytes() == log.store.get("checkpoint")
