"""Time stamps of checkpoints: kept, verified; one that hangs or lies hurts no one."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from casino.checkpoints import checks, places, stamping, tasks, transport
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Authority as Row
from casino.checkpoints.models import Checkpoint, Stamp
from casino.checkpoints.verifying import verify
from casino.clock import now as clock
from casino.ledger.application import Ledger
from casino.transparency import checkpoints, stamps
from tests.checkpoints.conftest import CODE, advance, fill
from tests.transparency.test_stamps import Authority, authority

__all__ = ["authority"]
pytestmark = pytest.mark.django_db
SOON = clock()


class Server:
    """Answers as an authority does; ``lie`` changes what it says."""

    def __init__(self, authority: Authority) -> None:
        self.asked: list[str] = []
        self.lie: Any = None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.asked.append(f"{self.path} {self.headers['Content-Type']}")
                status, said = (200, authority.stamp(body)) if outer.lie is None else outer.lie(body)
                self.send_response(status)
                self.send_header("Content-Type", "application/timestamp-reply")
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/tsa/tsr"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server(authority: Authority, tmp_path: Path, settings: Any) -> Iterator[Server]:
    found = Server(authority)
    configure(settings, tmp_path, authority, found.url)
    yield found
    found.close()


def configure(settings: Any, folder: Path, authority: Authority, url: str, more: str = "") -> None:
    (folder / "root.pem").write_bytes((authority.folder / "root.pem").read_bytes())
    path = folder / "stamps.toml"
    path.write_text(f'[[authority]]\nname = "tsa.example"\nurl = "{url}"\nroots = ["root.pem"]\n{more}')
    settings.TRANSPARENCY_STAMPS = str(path)


def later(**of: float) -> datetime:
    return SOON + timedelta(**of)


def test_a_stamp_is_asked_for_kept_and_verified(ledger: Ledger, server: Server, authority: Authority) -> None:
    fill(ledger, 5)
    assert stamping.due(CODE, SOON) == [], "nothing is signed yet"
    assert advance()
    assert stamping.due(CODE, SOON) == ["tsa.example"]
    assert stamping.ask(CODE, "tsa.example", SOON)
    assert server.asked == ["/tsa/tsr application/timestamp-query"]
    row = Stamp.objects.get()
    assert (row.size, row.name) == (5, "tsa.example")
    message = checkpoints.parse(bytes(Checkpoint.objects.get().note)).checkpoint.text.encode()
    assert stamps.verify(bytes(row.answer), message, [authority.root]) == row.stamped_at
    assert verify(CODE).contradictions == []


def test_it_is_asked_once_an_hour_and_only_where_something_was_added(ledger: Ledger, server: Server) -> None:
    fill(ledger, 5)
    advance()
    stamping.ask(CODE, "tsa.example", SOON)
    assert stamping.due(CODE, later(hours=2)) == [], "nothing was added"
    fill(ledger, 3)
    advance(60)
    assert stamping.due(CODE, later(minutes=59)) == []
    assert stamping.due(CODE, later(minutes=61)) == ["tsa.example"]
    tasks.stamp(CODE, "tsa.example")
    assert Stamp.objects.count() == 1, "a task that came too early asks nobody"
    stamping.ask(CODE, "tsa.example", later(minutes=61))
    stamping.ask(CODE, "tsa.example", later(minutes=61))
    assert list(Stamp.objects.order_by("size").values_list("size", flat=True)) == [5, 8]


def test_without_the_setting_nobody_is_asked(ledger: Ledger) -> None:
    fill(ledger, 5)
    advance()
    assert stamping.due(CODE, SOON) == []
    assert not stamping.ask(CODE, "tsa.example", SOON)


@pytest.mark.parametrize("case", ["of something else", "no stamp", "a refusal", "too long"])
def test_an_answer_that_does_not_hold_is_not_kept_and_told(
    ledger: Ledger, server: Server, authority: Authority, case: str
) -> None:
    fill(ledger, 5)
    advance()
    server.lie = {
        "of something else": lambda body: (200, authority.stamp(stamps.ask(b"other").body)),
        "no stamp": lambda body: (200, b"<html>"),
        "a refusal": lambda body: (503, b""),
        "too long": lambda body: (200, bytes(transport.ANSWER_BYTES + 1)),
    }[case]
    assert not stamping.ask(CODE, "tsa.example", SOON)
    assert not Stamp.objects.exists()
    assert Row.objects.get().error.startswith("stamp_silent" if case == "too long" else "stamp_refused")
    assert stamping.due(CODE, later(minutes=4)) == []
    assert stamping.due(CODE, later(minutes=5)) == ["tsa.example"]
    server.lie = None
    assert stamping.ask(CODE, "tsa.example", later(minutes=5))
    assert Row.objects.get().error == ""


def test_an_authority_that_hangs_delays_nobody(
    ledger: Ledger, authority: Authority, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes the question and says nothing: the time is over, and signing goes on."""
    fill(ledger, 5)
    advance()
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        configure(settings, tmp_path, authority, f"http://127.0.0.1:{hanging.getsockname()[1]}/")
        began = time.monotonic()
        base, path = stamping._split(places.authorities()[0].url)
        assert path == ""
        post = transport.Transport(base, seconds=0.3)
        assert not stamping.ask(CODE, "tsa.example", SOON, post=post)
        assert time.monotonic() - began < 120
    assert Row.objects.get().error.startswith("stamp_silent")
    fill(ledger, 1)
    assert advance(60)


def test_stamps_are_held_against_the_record(ledger: Ledger, server: Server, tmp_path: Path, settings: Any) -> None:
    fill(ledger, 5)
    advance()
    stamping.ask(CODE, "tsa.example", SOON)
    row = Stamp.objects.get()
    changes: list[dict[str, Any]] = [
        {"root": bytes(32)},
        {"size": 4},
        {"size": 99},
        {"answer": bytes(row.answer)[:-5] + b"xxxxx"},
        {"stamped_at": row.stamped_at - timedelta(days=1)},
    ]
    for change in changes:
        Stamp.objects.filter(pk=row.pk).update(**change)
        assert any("stamp tsa.example" in each.en for each in verify(CODE).contradictions), change
        row.save()
    assert verify(CODE).contradictions == []


@pytest.mark.parametrize(
    "text",
    [
        "[[authority]]",
        '[[authority]]\nname = "a"\nurl = "ftp://x/"\nroots = ["root.pem"]',
        '[[authority]]\nname = "a"\nurl = "http://x/"\nroots = ["missing.pem"]',
        '[[authority]]\nname = "a"\nurl = "http://x/"\nroots = ["stamps.toml"]',
        '[[authority]]\nname = "a b"\nurl = "http://x/"\nroots = ["root.pem"]',
        2 * '[[authority]]\nname = "a"\nurl = "http://x/"\nroots = ["root.pem"]\n',
        "name = ",
    ],
)
def test_settings_that_cannot_be_used_are_said(
    ledger: Ledger, authority: Authority, tmp_path: Path, settings: Any, text: str
) -> None:
    configure(settings, tmp_path, authority, "http://x/")
    assert checks.log_can_be_kept() == []
    (tmp_path / "stamps.toml").write_text(text)
    with pytest.raises(Fault, match="setting"):
        places.authorities()
    assert [each.id for each in checks.log_can_be_kept()] == ["checkpoints.E001"]


def test_the_sweep_asks(ledger: Ledger, server: Server) -> None:
    fill(ledger, 5)
    advance()
    assert "tsa.example" in tasks._stamps_due(CODE)
    tasks._without_workers()
    assert Stamp.objects.exists()
