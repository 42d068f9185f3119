"""The pages with the player: a round, a stretch of a table, a recording; the small player of other pages; drawings.

Proved by ``tests/surveillance/player/test_pages.py`` and, in a browser, ``test_walk.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.ledger.models import Property
from games import words
from games.admin.neighbours import neighbours
from games.pages.game_parts import part_of
from games.pages.picture import players
from games.pages.round import RoundPage
from games.rows.models import Finding, Round
from games.rows.replay import NoSuchRound
from surveillance.pages.film import FilmPage
from surveillance.pages.on_duty import FILM, permitted
from surveillance.record.parts import Why
from surveillance.rows import timeline as lines
from surveillance.rows.log_models import SpotCheck
from surveillance.rows.models import Recording
from surveillance.rows.visibility import Seeing

PICTURE_SECONDS: Final = 300
"""How long a browser keeps a drawing: the facts of a round that has been played seldom change."""
LONGEST: Final = timedelta(hours=6)
WHYS: Final[tuple[Why, ...]] = ("case", "finding", "round", "spot_check", "incident", "upkeep")


def language() -> str:
    return get_language() or "vi"


def film_of(
    request: HttpRequest,
    row: Round,
    *,
    finding: Finding | None = None,
    why: Why = "round",
    subject: str = "",
    **more: Any,
) -> FilmPage:
    """The player of a round; of a finding, at the second that it is about. :class:`Http404` without a record."""
    try:
        timeline = lines.of_round(row, language=language())
    except NoSuchRound:
        raise Http404 from None
    opens_at = None
    if finding is not None:
        why, about = "finding", next((f for f in timeline.findings if f.key == finding.pk), None)
        versions = [m.at for m in timeline.moments if m.version in finding.versions]
        opens_at = timeline.moment_of(about) if about is not None else max(versions, default=None)
        more["finding"] = str(finding.pk)
    event = request.GET.get("event", "")
    opens_at = next((m.at for m in timeline.moments if m.event == event), opens_at)
    return FilmPage(request, timeline, why=why, subject=subject or row.stream, opens_at=opens_at, **more)


@permitted(FILM)
def round_view(request: HttpRequest, key: int) -> HttpResponse:
    """All cameras of a round, its events, its drawing. ``?finding=`` and ``?event=`` open it at a second."""
    row = get_object_or_404(Round.objects.select_related("property"), pk=key)
    film = film_of(request, row, finding=_finding(request, row), **_cause(request))
    assert film.timeline.page is not None
    context = {"title": f"{row.table} · {row.code}", "film": film, "result": film.timeline.page.result}
    context["neighbours"] = neighbours(request, row)
    return page(request, "surveillance/player/page.html", context)


@permitted(FILM)
def small_view(request: HttpRequest, key: int) -> HttpResponse:
    """The small player alone, for a panel of another page."""
    row = get_object_or_404(Round.objects.select_related("property"), pk=key)
    film = film_of(request, row, finding=_finding(request, row), small=True, **_cause(request))
    return TemplateResponse(request, "surveillance/player/film.html", {"film": film})


@permitted(FILM)
def table_view(request: HttpRequest, property_code: str, table: str) -> HttpResponse:
    """A stretch of a table: ``?from=`` and ``?to=``, moments with their time zone (ISO 8601)."""
    owner = get_object_or_404(Property, code=property_code)
    begins, ends = _moment(request, "from"), _moment(request, "to")
    if begins is None or ends is None or not timedelta(0) < ends - begins <= LONGEST:
        raise Http404
    found = lines.of_table(owner, table, begins, ends)
    film = FilmPage(request, found, why="upkeep", subject=f"table/{table}")
    return page(request, "surveillance/player/page.html", {"title": table, "film": film, "result": ""})


@permitted(FILM)
def recording_view(request: HttpRequest, key: int) -> HttpResponse:
    """One recording, from end to end."""
    rows = Recording.objects.select_related("property", "camera__recorder")
    row = get_object_or_404(rows.filter(Seeing.of(request).listed()), pk=key)
    if row.unplayable is not None:
        return HttpResponseRedirect(reverse("admin:surveillance_recording_change", args=[row.pk]))
    found = lines.of_recording(row)
    if found is None:
        raise Http404
    film = FilmPage(request, found, why="upkeep", subject=row.stream)
    return page(
        request, "surveillance/player/page.html", {"title": f"{row.code} · {row.name}", "film": film, "result": ""}
    )


@permitted("games.view_round")
def picture_view(request: HttpRequest, key: int, version: int) -> HttpResponse:
    """The drawing of a round as it stood when a fact had happened."""
    row = get_object_or_404(Round.objects.select_related("property"), pk=key)
    replay = lines.as_of(row, version)
    if replay is None:
        raise Http404
    shown = RoundPage(row, replay, language=language(), at=replay.last_position, steps=[])
    drawn = part_of(replay.state.game).picture(replay, shown.bets, shown.language, shown.currency)
    context: dict[str, Any] = {"page": shown, "result": words.result(replay.state.game, replay.judgement.summary)}
    if drawn is not None:
        # The drawing escapes every text that it takes in (games.drawing.svg).
        context |= {"lying": mark_safe(drawn.lying), "standing": mark_safe(drawn.standing)}  # noqa: S308
        context["players"] = players(shown.bets)
    answer = TemplateResponse(request, "surveillance/player/picture.html", context)
    answer["Cache-Control"] = f"private, max-age={PICTURE_SECONDS}"
    return answer


def page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page of the admin around a template of this room."""
    from django.contrib import admin

    return TemplateResponse(request, template, {**admin.site.each_context(request), **context})


def _finding(request: HttpRequest, row: Round) -> Finding | None:
    key = request.GET.get("finding", "")
    return row.findings.filter(pk=int(key)).first() if key.isdecimal() and len(key) < 20 else None


def _cause(request: HttpRequest) -> dict[str, Any]:
    """Why somebody looks, where a link says so: a case or a spot check."""
    case, check = request.GET.get("case", "")[:40], request.GET.get("check", "")[:40]
    if check and SpotCheck.objects.filter(code=check).exists():
        return {"why": "spot_check", "subject": f"spotcheck/{check}"}
    if case:
        from disputes.rows.models import Case
        from disputes.rows.visibility import Seeing

        if Case.objects.filter(Seeing.of(request).visible(), number=case).exists():
            return {"why": "case", "subject": f"case/{case}"}
    return {}


def _moment(request: HttpRequest, name: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(request.GET.get(name, ""))
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo is not None else None


def finding_words(finding: Finding) -> str:
    """What a finding is called."""
    return words.finding(finding.code).title.in_language(language()) or _("Finding")
