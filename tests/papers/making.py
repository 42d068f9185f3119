"""A signed paper for tests, and an authority for time stamps on loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from casino.clock import now as clock
from casino.papers import keys
from casino.papers.setting import print_page
from tests.transparency.test_stamps import Authority

NOW = datetime(2026, 11, 21, 4, 30, tzinfo=UTC)
NUMBER = "HN1/TC-2026-0042/L3"


@cache
def plain() -> bytes:
    """A page as the typesetter makes it, unsigned."""
    page: dict[str, Any] = {
        "language": "en", "title": "Paper", "house": "Blue Bay", "house_also": "", "code": "HN1", "motto": [],
        "number": "No. 1", "date": "21 November 2026", "created": [2026, 11, 21, 11, 30, 0], "to_label": "", "to": [],
        "running": "", "page": "Page", "foot": ["Foot."], "blocks": [{"block": "paragraph", "text": "3,600,000 VND"}],
    }  # fmt: skip
    return print_page(page)


@contextmanager
def stamping(authority: Authority) -> Iterator[str]:
    """The address of this authority, while it answers."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            answer = authority.stamp(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def key(folder: Path) -> keys.PaperKey:
    return keys.present(folder, "Blue Bay", now=clock())
