"""Panels: pieces of a page that rooms put there. A lower room owns the page and knows nothing of who adds to it.

A room registers a :class:`Panel` by the page's name and its own code. The page asks :func:`shown` with its subject; a
panel whose ``build`` answers None is left out. A ``build`` that yields querysets has them fetched together with those
of the other panels (``casino.database.together``). Pages: ``dashboard`` (subject: None), ``round`` (subject:
``games.pages.round.RoundPage``), ``finding`` (subject: the read model's row, with its property and round), ``case``
(subject: ``disputes.pages.case.CasePage``). Proved by ``tests/admin/test_panels.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import msgspec
from django.http import HttpRequest
from django.utils.functional import Promise

from casino.core.seams import Seam
from casino.database.together import Asking, carry_out

Context = Mapping[str, Any] | None
Build = Callable[[HttpRequest, Any], "Context | Asking[Context]"]


class Panel(msgspec.Struct, frozen=True):
    """``code`` is the anchor in its ``page``, ``order`` the place from the top; ``template`` is rendered with what
    ``build`` returns, the request, and ``panel``. ``wide`` panels take the whole width, ``folded``
    ones are opened by the reader.
    ``permission`` is asked of the person before ``build`` is called."""

    page: str
    code: str
    order: int
    title: str | Promise
    template: str
    build: Build
    permission: str | None = None
    wide: bool = True
    folded: bool = False


class Shown(msgspec.Struct, frozen=True):
    """A panel on its page, with what it shows."""

    panel: Panel
    context: Mapping[str, Any]


PANELS: Final[Seam[tuple[str, str], Panel]] = Seam("The panels of pages, by page and code.")


def shown(page: str, request: HttpRequest, subject: Any, only: Collection[str] | None = None) -> list[Shown]:
    """The panels of a page for this person, from the top; ``only`` those of these codes."""
    theirs = [
        panel
        for panel in sorted(PANELS.values(), key=lambda p: (p.order, p.code))
        if panel.page == page
        and (only is None or panel.code in only)
        and (panel.permission is None or request.user.has_perm(panel.permission))
    ]
    contexts = carry_out([panel.build(request, subject) for panel in theirs])
    return [
        Shown(panel, {**context, "request": request, "panel": panel})
        for panel, context in zip(theirs, contexts, strict=True)
        if context is not None
    ]
