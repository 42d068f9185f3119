"""What the player sends: stills kept, clocks set, stretches linked, what was looked at.

Only Surveillance records what film shows; what somebody looked at is recorded of everybody. Proved by
``tests/surveillance/player/test_pages.py``.
"""

from __future__ import annotations

from uuid import UUID, uuid5

import msgspec
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.text import figure
from casino.ledger.application import get_ledger
from disputes.rows.models import Case
from disputes.rows.visibility import Seeing
from games import words
from games.admin.queue import Said
from games.engine.replay import moment_of
from games.rows.models import Round
from surveillance.pages import marks, stills
from surveillance.pages.kept import CLOCK, KeptRow, frame_row, in_a_line, link_row
from surveillance.pages.on_duty import FILM, body, carried_out, permitted, the_officer, told
from surveillance.record.fields import Stretched
from surveillance.record.parts import Millis, Subject
from surveillance.record.showing import LinkFootage
from surveillance.rows.models import Frame, Link, Recording

EVENT_MS = 1000
"""To within what an event of a table device marks a moment of film: people press a button about a second after."""


class Marked(msgspec.Struct):
    """Keep this frame. ``at_ms`` lies within it."""

    recording: str
    at_ms: Millis
    command_id: UUID
    event: UUID | None = None
    note: str = ""


class Paired(msgspec.Struct):
    """This frame is that event."""

    recording: str
    frame_ms: Millis
    event: UUID
    command_id: UUID


class Stretch(msgspec.Struct):
    recording: str
    from_ms: Millis
    to_ms: Millis


class Linked(msgspec.Struct):
    """These stretches show that: ``event:<id>``, ``finding:<key>``, ``round``, ``case:<number>``."""

    subject: str
    clips: list[Stretch]
    command_id: UUID
    note: str = ""


@permitted(FILM)
@told
def mark_view(request: HttpRequest) -> Said:
    """A frame as evidence: the still is taken from the original, not from what the browser shows."""
    asked: Marked = body(request, Marked)
    row = _recording(asked.recording)
    by = the_officer(request, row.property.code)
    still = stills.keep(row, asked.at_ms, f"F{asked.command_id.hex[:12]}")
    marks.mark_frame(
        row,
        at_ms=still.at_ms,
        sha256=still.sha256,
        event=asked.event,
        note=asked.note,
        by=by,
        command_id=asked.command_id,
        now=clock(),
    )
    frame = Frame.objects.get(property=row.property, recording=row, frame=f"F{asked.command_id.hex[:12]}")
    said = _("The frame is kept; SHA-256 %(digest)s…") % {"digest": still.sha256[:12]}
    return Said(said, in_a_line(frame_row(frame, row)))


@permitted(FILM)
@told
def pair_view(request: HttpRequest) -> Said:
    """A reading of the recorder's clock by a frame that shows an event."""
    asked: Paired = body(request, Paired)
    row = _recording(asked.recording)
    by = the_officer(request, row.property.code)
    event = get_ledger(row.property.code).find(asked.event)
    if event is None or not event.stream.startswith("round/"):
        raise Problem("film_subject_unknown")
    moved = marks.pair_clock(
        row,
        frame_ms=asked.frame_ms,
        event=asked.event,
        event_at=moment_of(event),
        uncertainty_ms=EVENT_MS,
        by=by,
        command_id=asked.command_id,
        now=clock(),
    )
    seconds = figure(f"{moved.total_seconds():+.3f}").in_language(get_language() or "vi")
    said = _("The reading stands in the record: %(seconds)s s against what was known. Open the page anew to see it.")
    kept = KeptRow(CLOCK, row.camera.name if row.camera else "", None, None, words.event_label(event.type), by.staff)
    return Said(said % {"seconds": seconds}, in_a_line(kept))


@permitted(FILM)
@told
def link_view(request: HttpRequest, key: int) -> Said:
    """A stretch of each camera shows something of a round."""
    asked: Linked = body(request, Linked)
    row = get_object_or_404(Round.objects.select_related("property"), pk=key)
    the_officer(request, row.property.code)
    subject = _subject(request, row, asked.subject)
    if not asked.clips:
        raise Problem("bad_request")
    made = []
    for place, each in enumerate(asked.clips):
        recording = _recording(each.recording)
        command = LinkFootage(
            subject=subject,
            stretch=Stretched(
                recording=recording.code,
                from_ms=each.from_ms,
                to_ms=min(each.to_ms, recording.duration_ms),
                note=asked.note.strip() or None,
            ),
        )
        each_id = uuid5(asked.command_id, str(place))
        made.append(carried_out(request, row.property.code, None, command, each_id).code)
    rows = Link.objects.filter(property=row.property, code__in=made).select_related("camera", "recording")
    said = _("Linked: %(count)d cameras.") % {"count": len(made)}
    return Said(said, "".join(in_a_line(link_row(link, row.property)) for link in rows))


def _recording(code: str) -> Recording:
    row = Recording.objects.filter(code=code, deleted_at=None).select_related("property", "camera__recorder").first()
    if row is None:
        raise Problem("film_not_here", recording=code)
    row.must_play()
    return row


def _subject(request: HttpRequest, row: Round, asked: str) -> Subject:
    kind, _colon, what = asked.partition(":")
    if kind == "round":
        return Subject(kind="round", stream=row.stream)
    if kind == "event":
        event = get_ledger(row.property.code).find(UUID(what)) if len(what) == 36 else None
        if event is not None and event.stream == row.stream:
            return Subject(kind="event", stream=row.stream, event=event.id)
    if kind == "finding" and what.isdecimal():
        finding = row.findings.filter(pk=int(what)).first()
        if finding is not None:
            return Subject(kind="finding", stream=finding.stream, identity=finding.identity)
    if kind == "case":
        theirs = Case.objects.filter(Seeing.of(request).visible(), property=row.property, number=what)
        if theirs.filter(rounds__contains=[row.stream]).exists():
            return Subject(kind="case", stream=f"case/{what}")
    raise Problem("film_subject_unknown", "subject")
