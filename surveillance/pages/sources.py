"""Where a recording is played from: the copy that browsers play, its index of frames, a first picture; or why not.

The copies are made by background work (``surveillance.files``); until then the page says how far it has come. Who may
not watch a recording (``surveillance.rows.visibility``) is told so. What the queue loads ahead does not count as looked
at (``surveillance.files.ahead``). Proved by ``tests/surveillance/player/test_pages.py`` and
``tests/surveillance/files/test_played.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlencode

import msgspec
from django.http import HttpRequest

from casino.clock import now as clock
from casino.core.messages import Catalogue
from casino.core.text import Text
from surveillance.files import ahead, partly, showing
from surveillance.files.models import FootageJob, JobKind, JobState
from surveillance.pages.on_duty import officer
from surveillance.rows.models import Recording
from surveillance.rows.visibility import Seeing

_WORDS: Final = Catalogue(__file__)

NOT_YET: Final = _WORDS.text("not-yet")
NOT_YOURS: Final = _WORDS.text("not-yours")


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Where a clip is played from; empty addresses for what there is not. ``viewed`` is told of what was looked at;
    ``fps`` where the rate is constant; ``stretches`` of the film that this person may see, None for all."""

    address: str = ""
    index: str = ""
    poster: str = ""
    viewed: str = ""
    fps: float | None = None
    said: Text | None = NOT_YET
    stretches: partly.Stretches | None = None


def sources(request: HttpRequest, recordings: Iterable[Recording], *, why: str, subject: str) -> dict[str, Source]:
    """Code of a recording -> where it is played from, or why not. ``why`` and ``subject`` go into the chain of custody
    with the film that is handed out."""
    rows = list(recordings)
    if not rows:
        return {}
    return kept(request, rows, why, subject)


def kept(request: HttpRequest, rows: list[Recording], why: str, subject: str) -> dict[str, Source]:
    """From the copies of ``surveillance.files``."""
    seeing = Seeing.of(request)
    theirs = set(
        Recording.objects.filter(seeing.watchable(), pk__in=[row.pk for row in rows]).values_list("pk", flat=True)
    )
    owner, made = rows[0].property, showing.made_of(rows)
    codes = list(made)
    waiting = FootageJob.objects.filter(property=owner, about__in=codes, kind=JobKind.PROCESS).order_by("pk")
    jobs = {job.about: job for job in waiting}
    found = {}
    for row in rows:
        if row.pk not in theirs:
            found[row.code] = Source(said=NOT_YOURS)
            continue
        stretches = seeing.stretches(row)
        if stretches == ():
            found[row.code] = Source(said=NOT_YOURS)
            continue
        work = partly.made(row, stretches, made[row.code], now=clock())
        if "web" not in made[row.code] or work is not None:
            found[row.code] = Source(said=_waits(work or jobs.get(row.code)))
        else:
            more = {"why": why, "subject": subject}
            if _loads_ahead(request, owner.code):
                more["ahead"] = ahead.token(request.user, row)
            found[row.code] = _source(row, made[row.code], more, stretches)
    return found


def _loads_ahead(request: HttpRequest, house: str) -> bool:
    """Whether the page is the next of the queue, which loads out of sight before anybody looks at it."""
    return request.GET.get("ahead") == "1" and officer(request, house) is not None


def _source(row: Recording, made: set[str], more: dict[str, str], stretches: partly.Stretches | None) -> Source:
    lies = showing.addresses(row, made, stretches)
    return Source(
        address=f"{lies['web']}&{urlencode(more)}",
        index=lies["index"] or "",
        poster=lies["thumbnail"] or "",
        viewed=showing.told_at(row),
        said=None,
        stretches=stretches,
    )


def _waits(job: FootageJob | None) -> Text:
    if job is None or job.state == JobState.QUEUED:
        return NOT_YET
    if job.state == JobState.FAILED:
        return _WORDS.text(
            "the-copy-to-watch-could",
            why=Text(job.said_vi, job.said_en),
        )
    return _WORDS.text(
        "the-copy-to-watch-is",
        n=str(job.percent),
    )
