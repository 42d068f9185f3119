"""What was kept of film, in a line each: marked frames, linked stretches, readings of a clock.

Proved by ``tests/surveillance/player/test_walk.py`` and ``test_pages.py``.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.template.loader import render_to_string

from casino.core.messages import Catalogue
from casino.core.text import Text, figure, shaped
from casino.ledger.models import Property
from surveillance.rows.choices import SUBJECTS
from surveillance.rows.clock_rows import clock_of
from surveillance.rows.models import Frame, Link, Recording
from surveillance.rows.timeline import Timeline

_WORDS: Final = Catalogue(__file__)


class KeptRow(msgspec.Struct, frozen=True):
    """Something kept of a film, in a line."""

    what: Text
    camera: str
    at: Any
    zone: Any
    about: Text
    by: str
    digest: str = ""


MARK = _WORDS.text("mark")
STRETCH = _WORDS.text("stretch")
CLOCK = _WORDS.text("clock")
NOTHING = Text("", "")


def span(milliseconds: int) -> Text:
    """A length of time as people read it."""
    if milliseconds < 1000:
        return _WORDS.text("milliseconds-ms", milliseconds=milliseconds)
    if milliseconds < 120_000:
        seconds = f"{milliseconds / 1000:.1f}"
        return shaped("± {seconds} s", seconds=figure(seconds))
    minutes = str(round(milliseconds / 60_000))
    return _WORDS.text("n-min", n=minutes)


def in_a_line(kept: KeptRow) -> str:
    """A row as markup."""
    # Plain text again: what is encoded as JSON is no markup that is marked safe.
    return "".join((render_to_string("surveillance/player/kept_row.html", {"each": kept}),))


def frame_row(frame: Frame, recording: Recording) -> KeptRow:
    """A marked frame in a line."""
    at = None
    shown = recording.shown_at(frame.at_ms)
    if shown is not None and recording.camera is not None:
        at = clock_of(recording.camera.recorder_id).server_time(shown)[0]
    name = recording.camera.name if recording.camera is not None else recording.code
    return KeptRow(MARK, name, at, recording.property.zone, NOTHING, frame.marked_by, frame.sha256)


def link_row(link: Link, owner: Property) -> KeptRow:
    """A link in a line."""
    about = SUBJECTS.get(link.subject_kind, NOTHING)
    if link.case:
        about = shaped("{about} {case}", about=about, case=link.case)
    if link.uncertainty_ms:
        within = span(link.uncertainty_ms)
        about = shaped("{about} ({within})", about=about, within=within)
    name = link.camera.name if link.camera is not None else "–"
    return KeptRow(STRETCH, name, link.begins_at, owner.zone, about, link.linked_by)


def kept_of(timeline: Timeline) -> list[KeptRow]:
    """What was kept of the film of a timeline, the newest first."""
    here = [clip.recording for clip in timeline.clips if clip.recording is not None]
    by_key = {recording.pk: recording for recording in here}
    frames = Frame.objects.filter(recording_id__in=by_key).order_by("-marked_at")
    links = Link.objects.filter(
        property=timeline.owner, withdrawn=False, begins_at__lte=timeline.ends_at, ends_at__gte=timeline.begins_at
    )
    links = links.filter(recording_id__in=by_key).select_related("camera").order_by("-linked_at")
    for recording in here:
        recording.property = timeline.owner
    rows = [frame_row(frame, by_key[frame.recording_id]) for frame in frames]
    return [*rows, *(link_row(link, timeline.owner) for link in links)]
