"""What this room puts on other pages: the film of a round, of the second that a finding is about, of a case's rounds.

Nothing is loaded, and nothing counts as looked at, before somebody asks for it there. Proved by
``tests/surveillance/player/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.console.panels import Panel
from games.rows.models import Finding, Round
from surveillance.pages.on_duty import FILM
from surveillance.rows.timeline import AROUND, LONGEST, clips
from surveillance.rows.visibility import Seeing

MOST: Final = 8


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """The film of a round in a line: where it is shown, and of how many cameras there is some (None: not asked)."""

    key: int
    name: str
    cameras: int | None
    here: int | None
    small: str
    large: str


def line(request: HttpRequest, row: Round, **asked: str) -> Line | None:
    """The film of a round for this person; None where no camera covered it, or nothing of it is theirs to watch."""
    ends = row.overtaken_at or row.moment + timedelta(minutes=5)
    ends = min(ends, row.moment + LONGEST)
    found = clips(row.property, row.table, row.moment - AROUND, ends + AROUND)
    here = [clip.recording.pk for clip in found if clip.state == "here" and clip.recording is not None]
    seeing = Seeing.of(request)
    watched = set()
    if here:
        from surveillance.rows.models import Recording

        rows = Recording.objects.filter(seeing.watchable(), pk__in=here)
        watched = set(rows.values_list("pk", flat=True))
    if not found or (not watched and seeing.role(row.property) != "surveillance"):
        return None
    query = f"?{urlencode(asked)}" if asked else ""
    return Line(
        key=row.pk,
        name=f"{row.table} · {row.code}",
        cameras=len({clip.camera.pk for clip in found}),
        here=len(watched),
        small=reverse("footage_small", args=[row.pk]) + query,
        large=reverse("footage_round", args=[row.pk]) + query,
    )


def _round(request: HttpRequest, page: Any) -> dict[str, Any] | None:
    return _lines([line(request, page.row)])


def _finding(request: HttpRequest, finding: Finding) -> dict[str, Any] | None:
    if finding.round is None:
        return None
    finding.round.property = finding.property
    return _lines([line(request, finding.round, finding=str(finding.pk))])


def _case(request: HttpRequest, page: Any) -> dict[str, Any] | None:
    """The rounds of the case, each with its film behind a button: what there is, is asked when somebody wants it, so
    that the page costs the same whatever the number of rounds."""
    rows = [round_.row for round_ in page.rounds if round_.row is not None][:MOST]
    if not rows or Seeing.of(request).role(page.row.property) is None:
        return None
    query = f"?{urlencode({'case': page.row.number})}"
    return {
        "lines": [
            Line(
                key=row.pk,
                name=f"{row.table} · {row.code}",
                cameras=None,
                here=None,
                small=reverse("footage_small", args=[row.pk]) + query,
                large=reverse("footage_round", args=[row.pk]) + query,
            )
            for row in rows
        ]
    }


def _lines(found: Iterable[Line | None]) -> dict[str, Any] | None:
    lines = [each for each in found if each is not None]
    return {"lines": lines} if lines else None


PANELS: Final = tuple(
    Panel(page, "film", place, title, "surveillance/player/panel.html", build, FILM)
    for page, place, title, build in (
        ("round", 12, _("Film"), _round),
        ("finding", 5, _("Footage at this second"), _finding),
        ("case", 10, _("Film"), _case),
    )
)
