"""The page of the clock that is burnt into a recording's picture: where it stands, what was read, and a person's word.

Three steps, each a form that works without a script: the rectangle (proposed by the models or drawn by hand; confirmed
once, kept for the camera), the reading of many frames with the picture beside each, and what follows from it: when the
recording begins by that clock, and, where a frame's server time is known, a reading of the recorder's clock. Proved by
``tests/surveillance/files/test_picture_clock.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final, get_args
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.text import Text
from games import words
from games.engine.replay import moment_of
from games.rows.models import Round
from surveillance.clocks import ocr
from surveillance.clocks.parsing import ORDERS
from surveillance.clocks.pictures import Step
from surveillance.files import picture_clock, showing
from surveillance.files.models import FootageJob, JobKind, JobState
from surveillance.pages.acts import EVENT_MS
from surveillance.pages.clocks import ahead
from surveillance.pages.kept import span
from surveillance.pages.on_duty import FILM, carried_out, officer, permitted, the_officer
from surveillance.record.equipment import ConfirmClockArea
from surveillance.record.showing import TakePictureClock
from surveillance.rows.clock_rows import clock_of
from surveillance.rows.models import Recording
from surveillance.rows.visibility import Seeing

MOST_EVENTS: Final = 60
SHOWN_CROPS: Final = 80
NEAR: Final = timedelta(minutes=2)
"""Events so near to the film are offered as what a frame shows."""
STEPS: Final = ("propose", "area", "read", "take")


def _row(request: HttpRequest, key: int) -> Recording:
    """A recording of which this person may watch all."""
    films = Recording.objects.filter(deleted_at=None, unplayable__isnull=True)
    row = get_object_or_404(films.select_related("property", "camera__recorder"), pk=key)
    seen = Seeing.of(request)
    if not seen.may_watch(row) or seen.stretches(row) is not None:
        raise PermissionDenied
    return row


@permitted(FILM)
def page_view(request: HttpRequest, key: int) -> HttpResponse:
    """The page; with POST one of its steps."""
    from surveillance.pages.player import page

    row = _row(request, key)
    at_ms = _number(request, "at_ms", row.duration_ms)
    trouble, status = "", 200
    if request.method == "POST":
        by = the_officer(request, row.property.code)
        try:
            _do(request, row, at_ms, by)
            return HttpResponseRedirect(f"{request.path}?{urlencode({'at_ms': at_ms})}")
        except Problem as problem:
            trouble, status = problem.in_language(get_language() or "vi"), 422
    context = {**_context(request, row, at_ms), "trouble": trouble}
    response = page(request, "surveillance/clocks/picture.html", context)
    response.status_code = status
    return response


def _do(request: HttpRequest, row: Recording, at_ms: int, by: Any) -> None:
    """One step. Problem where it cannot be."""
    said, owner = request.POST, row.property
    step, command_id = said.get("step", ""), _id(said.get("command_id", ""))
    if step == "area":
        if row.camera is None:
            raise Problem("link_not_placed", "camera", recording=row.code)
        place = {name: _whole(said.get(name, "")) for name in ("left", "top", "width", "height")}
        if place["width"] < 8 or place["height"] < 8:
            raise Problem("ocr_rectangle", "rectangle")
        if place["left"] + place["width"] > row.width or place["top"] + place["height"] > row.height:
            raise Problem("ocr_rectangle", "rectangle")
        carried_out(request, owner.code, row.camera.code, ConfirmClockArea(**place), command_id)
    elif step in get_args(Step):
        more = {name: said.get(name, "")[:40] for name in ("zone", "order")}
        picture_clock.ask(row, step, at_ms=at_ms, command_id=command_id, by=by, now=clock(), **more)
    elif step == "take":
        _take(request, row, command_id)
    else:
        raise Problem("bad_request", "step")


def _take(request: HttpRequest, row: Recording, command_id: UUID) -> None:
    """What a person takes from a reading: its job is named, so that a later one is not taken for it."""
    rows = FootageJob.objects.filter(property=row.property, about=row.code, kind=JobKind.CLOCK, state=JobState.DONE)
    job = rows.filter(pk=_whole(request.POST.get("job", ""))).first()
    if job is None or "shown_from" not in job.result:
        raise Problem("footage_not_ready", recording=row.code)
    read = job.result
    event, server_at, doubt_ms = request.POST.get("event", ""), None, read["uncertainty_ms"]
    if event:
        server_at = next((each["at"] for each in _events(row, read) if each["id"] == event), None)
        if server_at is None:
            raise Problem("film_subject_unknown", "event")
        doubt_ms = max(doubt_ms, EVENT_MS)
    command = TakePictureClock(
        shown_from=datetime.fromisoformat(read["shown_from"]),
        uncertainty_ms=doubt_ms,
        frame_ms=_number(request, "frame_ms", row.duration_ms) if event else read["frame_ms"],
        server_at=server_at,
    )
    carried_out(request, row.property.code, row.code, command, command_id)


def _context(request: HttpRequest, row: Recording, at_ms: int) -> dict[str, Any]:
    owner = row.property
    proposed, read = (picture_clock.latest(owner, row.code, step) for step in get_args(Step))
    area = row.camera.clock_area if row.camera is not None else None
    proposals = proposed.result.get("proposals", []) if proposed is not None else []
    first = proposals[0]["area"] if proposals else None
    return {
        "title": _("Clock in the picture"),
        "row": row,
        "zone": owner.zone,
        "house_zone": str(owner.zone),
        "orders": ORDERS,
        "installed": ocr.installed(),
        "may_act": officer(request, owner.code) is not None,
        "at_ms": at_ms,
        "later_ms": min(at_ms + 1000, row.duration_ms),
        "earlier_ms": max(0, at_ms - 1000),
        "frame": f"{reverse('footage_picture_clock_frame', args=[row.pk])}?{urlencode({'at_ms': at_ms})}",
        "area": area,
        "box": area or first or _usual(row),
        "proposals": proposals,
        "proposing": _job(proposed),
        "reading": _job(read),
        "read": _read(row, read),
        "busy": picture_clock.is_waiting(proposed) or picture_clock.is_waiting(read),
        "state": reverse("footage_picture_clock_state", args=[row.pk]),
        "ids": [str(uuid4()) for _step in STEPS],
    }


def _usual(row: Recording) -> list[int]:
    """Where most cameras write: a line at the top on the left."""
    return [row.width // 40, row.height // 40, row.width // 2, max(16, row.height // 14)]


def _job(job: FootageJob | None) -> dict[str, Any] | None:
    if job is None:
        return None
    said = Text(job.said_vi, job.said_en).in_language(get_language() or "vi")
    return {"waits": picture_clock.is_waiting(job), "state": job.get_state_display(), "said": said}


def _read(row: Recording, job: FootageJob | None) -> dict[str, Any] | None:
    """What was read, with its pictures; None where nothing was."""
    if job is None or job.state != JobState.DONE:
        return None
    found = job.result
    begins = datetime.fromisoformat(found["shown_from"])
    crops = [
        {**each, "address": reverse("footage_picture_clock_crop", args=[row.pk, job.pk, number])}
        for number, each in enumerate(found["crops"][:SHOWN_CROPS])
    ]
    moved = None if row.shown_from is None else round((begins - row.shown_from) / timedelta(milliseconds=1))
    return {
        "job": job.pk,
        "begins": begins,
        "exact": f"{begins.astimezone(row.property.zone):%H:%M:%S}.{begins.microsecond // 1000:03}",
        "within": span(found["uncertainty_ms"]),
        "moved": None if moved is None else ahead(moved),
        "agrees": moved is not None and abs(moved) <= found["uncertainty_ms"],
        "same": moved == 0,
        "crops": crops,
        "used": found["used"],
        "left_out": len(found["crops"]) - found["used"],
        "frame_ms": found["frame_ms"],
        "events": _events(row, found),
    }


def _events(row: Recording, read: dict[str, Any]) -> list[dict[str, Any]]:
    """What happened at the camera's tables near the film, so that a person can say which of it a frame shows."""
    from casino.ledger.application import get_ledger

    if row.camera is None:
        return []
    begins = datetime.fromisoformat(read["shown_from"])
    ends = begins + timedelta(milliseconds=row.duration_ms)
    known = clock_of(row.camera.recorder_id)
    (first, doubt), (last, later) = known.server_time(begins), known.server_time(ends)
    first, last = first - doubt - NEAR, last + later + NEAR
    tables = set(row.camera.coverage.exclude(table="").values_list("table", flat=True))
    rounds = Round.objects.filter(
        property=row.property, table__in=tables, moment__gte=first - timedelta(hours=1), moment__lte=last
    )
    found: list[dict[str, Any]] = []
    for each in rounds.order_by("moment")[:20]:
        for event in get_ledger(row.property.code).stream(each.stream):
            at = moment_of(event)
            if first <= at <= last:
                label = words.event_label(event.type)
                said = label.in_language(get_language() or "vi")
                when = f"{at.astimezone(row.property.zone):%H:%M:%S}"
                found.append({"id": str(event.id), "at": at, "said": f"{when} · {each.table} · {said}"})
    return sorted(found, key=lambda each: each["at"])[:MOST_EVENTS]


@permitted(FILM)
def frame_view(request: HttpRequest, key: int) -> HttpResponse:
    """The frame that is shown at a time, whole, from the original. It counts as looked at."""
    row = _row(request, key)
    by = the_officer(request, row.property.code)
    at_ms = _number(request, "at_ms", row.duration_ms)
    try:
        return _png(showing.frame(row, at_ms, by=by, now=clock()))
    except Problem:
        raise Http404 from None


@permitted(FILM)
def crop_view(request: HttpRequest, key: int, job: int, number: int) -> HttpResponse:
    """One of the pictures that were read."""
    row = _row(request, key)
    found = get_object_or_404(FootageJob, pk=job, property=row.property, about=row.code, kind=JobKind.CLOCK)
    try:
        return _png(picture_clock.picture(found, number))
    except Problem:
        raise Http404 from None


@permitted(FILM)
def state_view(request: HttpRequest, key: int) -> HttpResponse:
    """Whether something is still under way, for the script that opens the page anew."""
    row = _row(request, key)
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    jobs = (picture_clock.latest(row.property, row.code, step) for step in get_args(Step))
    busy = any(picture_clock.is_waiting(job) for job in jobs)
    return HttpResponse("busy" if busy else "done", content_type="text/plain")


def _png(content: bytes) -> HttpResponse:
    made = HttpResponse(content, content_type="image/png")
    made["Cache-Control"] = "private, max-age=600"
    made["X-Content-Type-Options"] = "nosniff"
    return made


def _number(request: HttpRequest, name: str, most: int) -> int:
    """Milliseconds in the film; whatever is no number is its beginning."""
    said = request.POST.get(name) or request.GET.get(name, "")
    return min(int(said), most) if said.isascii() and said.isdigit() and len(said) < 12 else 0


def _whole(said: str) -> int:
    if not (said.isascii() and said.isdigit() and len(said) < 12):
        raise Problem("ocr_rectangle", "rectangle")
    return int(said)


def _id(said: str) -> UUID:
    try:
        return UUID(said)
    except ValueError:
        raise Problem("bad_request", "command_id") from None
