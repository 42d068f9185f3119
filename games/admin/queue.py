"""Queues: matters that a person goes through one after the other by keys (``casino/templates/casino/queue.html``).

The list, what a matter's form answers to the script that sends it, and how whoever was asked in between comes back.
Rooms above put matters of their own on the desk (:data:`SOURCES`). The sentence of a reason is typed each time: one
that is kept ready would be none. Proved by ``tests/admin/test_desk.py`` and ``tests/surveillance/player``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language

from casino.core.errors import Problem
from casino.core.seams import Seam
from games.api.base import answer


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One matter of a queue. ``item`` is the address of its fragment, ``page`` that of its own page (without scripts).
    ``done``: it needs nobody any more. Matters of one ``kind`` can be answered together, each by its ``key``."""

    item: str
    title: str
    where: str
    key: str = ""
    kind: str = ""
    page: str = ""
    amount: str = ""
    done: bool = False


class Said(msgspec.Struct, frozen=True):
    """What an act came to: words for the person, and a row of what was kept. ``confirm``: nothing was recorded yet;
    these are the words that are to be confirmed by sending that mark."""

    said: str
    html: str = ""
    next: str = ""
    confirm: str = ""


class Matters(msgspec.Struct, frozen=True):
    """Matters of one sort: the first ones, and how many there are."""

    entries: Sequence[Entry]
    total: int


SOURCES: Final[Seam[str, Callable[[HttpRequest], Matters]]] = Seam(
    "What other rooms put on a person's desk, between what waits for a second person and the findings."
)


def progress(entries: Sequence[Entry]) -> dict[str, Any]:
    """What the template shows of a queue. Whoever shows the first ones of more says besides how many are ``waiting``,
    and how many of those are ``left``."""
    told = [{"item": each.item, "done": each.done, "key": each.key, "kind": each.kind} for each in entries]
    return {"entries": entries, "told": told, "done": sum(each.done for each in entries), "total": len(entries)}


def by_script(request: HttpRequest) -> bool:
    """Whether a form was sent by the script of a queue, which takes JSON."""
    return "application/json" in request.headers.get("Accept", "")


def said(words: str, confirm: str = "") -> HttpResponse:
    """The answer to the script."""
    return answer(Said(said=words, confirm=confirm))


def refused(problem: Problem) -> HttpResponse:
    """Why nothing was recorded, in the person's language."""
    return answer({"code": problem.code, "said": problem.in_language(get_language() or "vi")}, problem.status)


def invalid(form: BaseForm) -> HttpResponse:
    """The same, of a form that is not filled in as it has to be."""
    first = next(error for errors in form.errors.values() for error in errors)
    return answer({"code": "bad_request", "said": str(first)}, 422)


def back(request: HttpRequest, otherwise: str) -> HttpResponse:
    """To the queue from which a person was led away to be asked once more (``?back=``), else elsewhere."""
    wanted = request.GET.get("back", "")
    known = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(wanted if known else otherwise)
