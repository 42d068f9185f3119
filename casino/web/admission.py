"""Asked before a body is read: whether this request may send it.

A few addresses take bodies from people that should not be read into memory before it is known who sends them, and
whether they fit. For these (``ASKED_BEFORE_BODY`` of the settings) the gateway calls the application twice: first with
the head alone, when a view that says :func:`go_on` has the body read and is called again with it; any other answer is
the answer. A view notices by :func:`asks`. Proved by ``tests/web/test_asking.py``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse

KEY: Final = "tableproof.before_body"
HEADER: Final = "X-Body-Wanted"


class Asking(NamedTuple):
    """The request so far: how long its body says to be, None where it comes in chunks."""

    length: int | None


def asks(request: HttpRequest) -> Asking | None:
    """What is asked, where only the head of the request is there yet."""
    found = request.META.get(KEY)
    return found if isinstance(found, Asking) else None


def go_on() -> HttpResponse:
    """The body may come."""
    return HttpResponse(status=204, headers={HEADER: "1"})


def wanted(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether an answer was :func:`go_on`."""
    return any(name == HEADER.lower().encode() for name, _value in headers)
