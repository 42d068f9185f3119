"""The connection to a recorder: TCP, and TLS for ``rtsps`` with the recorder's certificate trusted by its fingerprint
or its issuer. Recorders have certificates that they signed themselves, seldom with their address as name: hence the
first way.

Proved against real sockets in ``tests/surveillance/recorders/test_wire.py``.
"""

from __future__ import annotations

import hashlib
import hmac
import socket
import ssl
from typing import Protocol

from casino.core.errors import Problem
from surveillance.recorders.source import Limits, Source


class Connection(Protocol):
    """What is used of a socket."""

    def recv(self, size: int, /) -> bytes: ...

    def sendall(self, data: bytes, /) -> None: ...

    def settimeout(self, seconds: float | None, /) -> None: ...

    def close(self) -> None: ...


def dial(source: Source, limits: Limits) -> Connection:
    """Connects within ``limits.connect_s``. Problems ``recorder_away``, ``recorder_slow``, ``recorder_untrusted``."""
    try:
        plain = socket.create_connection((source.host, source.port), timeout=limits.connect_s)
    except TimeoutError as error:
        raise Problem("recorder_slow", host=source.host, seconds=limits.connect_s) from error
    except (OSError, UnicodeError) as error:  # a name that no DNS can hold is a UnicodeError
        raise Problem("recorder_away", host=source.host) from error
    if not source.tls:
        return plain
    try:
        return _wrapped(plain, source)
    except TimeoutError as error:
        plain.close()
        raise Problem("recorder_slow", host=source.host, seconds=limits.connect_s) from error
    except (ssl.SSLError, ssl.CertificateError) as error:
        plain.close()
        raise Problem("recorder_untrusted", host=source.host) from error
    except OSError as error:
        plain.close()
        raise Problem("recorder_away", host=source.host) from error
    except BaseException:
        plain.close()
        raise


def _wrapped(plain: socket.socket, source: Source) -> ssl.SSLSocket:
    context = ssl.create_default_context(cadata=source.authority)
    if source.fingerprint is not None:
        # The very certificate is known: name and issuer say nothing more.
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    wrapped = context.wrap_socket(plain, server_hostname=source.host)
    if source.fingerprint is not None:
        shown = hashlib.sha256(wrapped.getpeercert(binary_form=True) or b"").hexdigest()
        if not hmac.compare_digest(shown, source.fingerprint):
            wrapped.close()
            raise Problem("recorder_untrusted", host=source.host)
    return wrapped
