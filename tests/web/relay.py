"""A way to the database that a test can freeze or cut: the server behind it goes on for everybody else."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

PIECE = 65536


class Relay:
    """Takes connections on a port of its own and hands bytes on, both ways."""

    def __init__(self, url: str) -> None:
        """``url``: the server's, by a Unix socket or an address."""
        parts = urlsplit(url)
        folder = parse_qs(parts.query).get("host", [parts.hostname or ""])[0]
        number = parts.port or 5432
        self._behind: str | tuple[str, int] = (
            f"{folder}/.s.PGSQL.{number}" if folder.startswith("/") else (folder, number)
        )
        self.going = threading.Event()
        self.going.set()
        self._sockets: list[socket.socket] = []
        self._listen()
        self.url = parts._replace(netloc=f"{parts.username or ''}@127.0.0.1:{self.port}", query="").geturl()

    def _listen(self, port: int = 0) -> None:
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._take, args=(self._listener,), daemon=True).start()

    def _take(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.socket(socket.AF_UNIX if isinstance(self._behind, str) else socket.AF_INET)
                far.connect(self._behind)
                self._sockets += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._hand_on, args=(source, sink), daemon=True).start()

    def _hand_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(PIECE):
                self.going.wait()
                sink.sendall(data)
        for each in (source, sink):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Connections stand and nothing comes through."""
        self.going.clear()
        try:
            yield
        finally:
            self.going.set()

    @contextlib.contextmanager
    def gone(self) -> Iterator[None]:
        """All connections are cut and none is taken."""
        self._close()
        try:
            yield
        finally:
            self._listen(self.port)

    def _close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        for each in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._sockets.clear()

    def end(self) -> None:
        self.going.set()
        self._close()
