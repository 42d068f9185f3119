"""How every address below /api/ says that it refuses: the problem details of RFC 9457, with the house's own members.

The members are the same whoever asks: ``type``, ``title``, ``status`` and ``detail`` of RFC 9457, and beside them
``code``, ``message`` and ``field``, which devices have read since before. Only the content type is agreed upon:
``application/problem+json`` for whoever names it, else for whoever takes anything; a device's address answers
``application/json`` unless the other is named, since programs in the field look for exactly that. Proved by
``tests/api/test_problem_details.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from casino.clock import now as clock
from casino.core.errors import MEDIA_TYPE, Problem, details

PLAIN: Final = "application/json"


def media_type(accept: str, *, usual: str = MEDIA_TYPE) -> str:
    """The content type of a refusal by the Accept header. ``usual`` where the header names neither."""
    named = {each.partition(";")[0].strip().lower() for each in accept.split(",")}
    if MEDIA_TYPE in named:
        return MEDIA_TYPE
    return PLAIN if PLAIN in named else usual


def refusal(
    request: HttpRequest | None,
    problem: Problem,
    *,
    headers: Mapping[str, str] | None = None,
    usual: str = MEDIA_TYPE,
) -> HttpResponse:
    """The one shape of errors, in the language of the request. 401 says the server's time: a clock may be the cause."""
    content: dict[str, Any] = details(problem, get_language() or "vi")
    if problem.status == 401:
        content["server_time"] = clock()
        headers = {"WWW-Authenticate": 'Bearer realm="tableproof"', **(headers or {})}
    accept = "" if request is None else request.headers.get("Accept", "")
    answer = HttpResponse(
        msgspec.json.encode(content), status=problem.status, content_type=media_type(accept, usual=usual)
    )
    for name, value in (headers or {}).items():
        answer.headers[name] = value
    return answer
