"""What the server itself answers to a request that never reaches Django: the one shape of errors, never a page.

Proved by ``tests/web/test_slow_clients.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from http import HTTPStatus
from typing import Final

from django.utils.translation.trans_real import parse_accept_lang_header

from casino.core import errors
from casino.core.errors import ERRORS

RETRY_SECONDS: Final = 2

ERRORS.register_all(
    {
        "request_too_slow": 408,
        "request_too_large": 413,
        "too_busy": 503,
    }
)


class Refused(Exception):
    """The request ends here, with this code of the table."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def language(headers: Iterable[tuple[bytes, bytes]], default: str) -> str:
    """``vi`` or ``en``, as the sender's Accept-Language wishes."""
    for name, value in headers:
        if name == b"accept-language":
            for wish, _weight in parse_accept_lang_header(value.decode("latin-1")):
                if wish[:2] in ("vi", "en"):
                    return wish[:2]
    return default


def named(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The content type of a refusal: problem details where the sender names them, else what devices look for."""
    accept = b",".join(value for name, value in headers if name == b"accept").decode("latin-1").lower()
    return errors.MEDIA_TYPE if errors.MEDIA_TYPE in accept else "application/json"


def answer(
    code: str, language: str, content_type: str = "application/json", **values: int
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Status, headers and content. The connection always ends with it."""
    problem = errors.Problem(code, None, **values)
    content = json.dumps(errors.details(problem, language), ensure_ascii=False).encode()
    headers = [(b"content-type", content_type.encode()), (b"content-length", str(len(content)).encode())]
    if problem.status == 503:
        headers.append((b"retry-after", str(RETRY_SECONDS).encode()))
    return problem.status, [*headers, (b"connection", b"close")], content


def raw(code: str, language: str) -> bytes:
    """The same as bytes, for a client whose request cannot be read as one."""
    status, headers, content = answer(code, language)
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()]
    return b"\r\n".join([*lines, *(name + b": " + value for name, value in headers), b"", content])
