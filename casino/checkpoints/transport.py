"""HTTP to a witness, bounded in every way: time of all requests together, size of an answer, no redirects.

``http.client`` of the standard library: a request or two a minute need no more. A socket's time-out counts each read
anew, so a timer ends the connection itself when the whole time is over, be it in the handshake, the head or the body.
Proved by ``tests/checkpoints/test_witnesses.py``.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from contextlib import closing, suppress
from typing import Final
from urllib.parse import urlsplit

from casino.transparency.witness_client import Answer

CONNECT_SECONDS: Final = 5.0
TOTAL_SECONDS: Final = 25.0
"""For everything that one turn asks of one witness: shorter than a task may take."""
ANSWER_BYTES: Final = 1_000_000


class Silent(Exception):
    """No answer in time, or none that is HTTP; says why."""


class Transport:
    """A submission prefix (``https://witness.example/path``). Called, it is a :data:`asking.Post` of the pure half."""

    def __init__(self, url: str, *, seconds: float = TOTAL_SECONDS) -> None:
        self._parts = urlsplit(url)
        self._end = time.monotonic() + seconds

    def __call__(self, path: str, content_type: str, body: bytes) -> Answer:
        """Raises :class:`Silent`."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise Silent("the time is over")
        try:
            opened = socket.create_connection(self._address, min(CONNECT_SECONDS, left))
        except OSError as error:
            raise Silent(f"{type(error).__name__}: {error}") from error
        ended = opened.dup()  # TLS takes the first one over, and http.client forgets it once the head has been read
        ending = threading.Timer(max(0.0, self._end - time.monotonic()), _end, [ended])
        ending.daemon = True
        ending.start()
        try:
            return self._exchanged(opened, path, content_type, body)
        except (OSError, http.client.HTTPException) as error:
            raise Silent(f"{type(error).__name__}: {error}") from error
        finally:
            ending.cancel()
            ending.join()  # the descriptor must not be another's when it is ended
            ended.close()
            opened.close()

    @property
    def _address(self) -> tuple[str, int]:
        port = 443 if self._parts.scheme == "https" else 80
        return self._parts.hostname or "", self._parts.port or port

    def _exchanged(self, opened: socket.socket, path: str, content_type: str, body: bytes) -> Answer:
        """One request on this connection. Raises OSError, HTTPException, :class:`Silent`."""
        host, port = self._address
        if self._parts.scheme == "https":
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(host, port)
            connection.sock = ssl.create_default_context().wrap_socket(opened, server_hostname=host)
        else:
            connection = http.client.HTTPConnection(host, port)
            connection.sock = opened
        with closing(connection):
            connection.request("POST", f"{self._parts.path}/{path}", body, {"Content-Type": content_type})
            with connection.getresponse() as found:
                answer = found.read(ANSWER_BYTES + 1)
                if len(answer) > ANSWER_BYTES:
                    raise Silent("the answer is too long")
                if time.monotonic() >= self._end:  # the connection was ended, the answer may be cut off
                    raise Silent("the time is over")
                return Answer(found.status, found.getheader("content-type", ""), answer)


def _end(opened: socket.socket) -> None:
    """Whoever reads or writes there is waked with an error."""
    with suppress(OSError):
        opened.shutdown(socket.SHUT_RDWR)
