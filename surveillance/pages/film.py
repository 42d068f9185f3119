"""The player as a page shows it: cameras with their clips, what cannot be played in words, events, and what the script
is told (``static/surveillance/player.js`` says how it is read).

Proved by ``tests/surveillance/player/test_pages.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from casino.core.messages import Catalogue
from casino.core.text import Text, joined
from surveillance.pages.kept import kept_of, span
from surveillance.pages.sources import Source, sources
from surveillance.record.fields import SHOWS
from surveillance.record.parts import Why
from surveillance.record.templates import filled
from surveillance.rows.house import UNCERTAIN_MS
from surveillance.rows.timeline import Clip, Timeline

_WORDS: Final = Catalogue(__file__)

SPEEDS: Final = ((0.1, "0.1×"), (0.25, "¼×"), (0.5, "½×"), (1, "1×"), (2, "2×"), (4, "4×"))
MOST_UNREAD: Final = _WORDS.text("most-unread")


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A clip on the page. ``number`` is its place among all clips, ``source`` where it is played from; without one
    ``said`` says why, and ``link`` opens it elsewhere."""

    number: int
    clip: Clip
    source: Source
    said: Text | None = None

    @property
    def plays(self) -> bool:
        return bool(self.source.address) and self.clip.begins_at is not None


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A camera on the page, with its clips in their order; ``key`` is the digit that chooses it."""

    key: int
    code: str
    name: str
    shows: Text
    clips: tuple[Shown, ...]
    link: str = ""

    @property
    def plays(self) -> bool:
        return any(clip.plays for clip in self.clips)

    @property
    def said(self) -> list[Text]:
        """What cannot be played, and why."""
        return [clip.said for clip in self.clips if clip.said is not None]

    @property
    def warnings(self) -> list[Text]:
        """How unsure the moments are, where that is more than the house wants."""
        return list(dict.fromkeys(_warning(clip.clip) for clip in self.clips if clip.plays and clip.clip.warned))

    @property
    def within(self) -> Text | None:
        """To within what its moments are known."""
        known = [c.clip.uncertainty_ms for c in self.clips if c.plays and c.clip.uncertainty_ms is not None]
        return span(max(known)) if known else None

    @property
    def held(self) -> bool:
        return any(clip.clip.recording is not None and clip.clip.recording.held for clip in self.clips)


def _warning(clip: Clip) -> Text:
    if clip.unread:
        return MOST_UNREAD
    return _WORDS.text(
        "the-moment-is-known-to",
        span=span(clip.uncertainty_ms or 0),
        most=span(UNCERTAIN_MS),
    )


class FilmPage:
    """A timeline laid out. ``why`` and ``subject`` go into the chain of custody of whatever is looked at."""

    def __init__(
        self,
        request: HttpRequest,
        timeline: Timeline,
        *,
        why: Why,
        subject: str,
        opens_at: datetime | None = None,
        small: bool = False,
        finding: str = "",
    ) -> None:
        self.request = request
        self.timeline = timeline
        self.why = why
        self.subject = subject
        self.small = small
        self.finding = finding
        self.zone = timeline.owner.zone
        self.opens_at = opens_at or timeline.opens_at
        self.clips = self._clips()
        self.tiles = self._tiles()
        self.speeds = SPEEDS

    def _clips(self) -> list[Shown]:
        here = [clip.recording for clip in self.timeline.clips if clip.recording is not None]
        for recording in here:
            recording.property = self.timeline.owner
        found = sources(self.request, here, why=self.why, subject=self.subject)
        shown: list[Shown] = []
        for clip in self.timeline.clips:
            source = found.get(clip.recording.code, Source()) if clip.recording is not None else Source()
            for part in _seen(clip, source):
                said = self._said(part, source)
                shown.append(Shown(number=len(shown), clip=part, source=source, said=said))
        return shown

    def _said(self, clip: Clip, source: Source) -> Text | None:
        """Why a clip cannot be played, and what to do; None for one that can."""
        if clip.state == "recorder_only":
            return _WORDS.text("only-the-recorder-has-this")
        if clip.state == "nothing":
            return _WORDS.text("no-recording-of-this-camera")
        if clip.state == "deleted":
            assert clip.recording is not None
            assert clip.recording.deleted_at is not None
            day = clip.recording.deleted_at.astimezone(self.zone).strftime("%d/%m/%Y")
            return _WORDS.text(
                "the-recording-was-deleted-on",
                day=day,
            )
        if clip.begins_at is None:
            return _WORDS.text("nobody-has-said-when-this")
        return None if source.address else source.said

    def _tiles(self) -> list[Tile]:
        cameras: dict[str, list[Shown]] = {}
        for shown in self.clips:
            cameras.setdefault(shown.clip.camera.code, []).append(shown)
        return [self._tile(key, code, tuple(found)) for key, (code, found) in enumerate(cameras.items(), start=1)]

    def _tile(self, key: int, code: str, found: tuple[Shown, ...]) -> Tile:
        camera = found[0].clip.camera
        what = [SHOWS[each] for each in found[0].clip.shows if each in SHOWS]
        missing = any(not shown.plays for shown in found)
        return Tile(
            key=key,
            code=code,
            name=camera.name,
            shows=joined(what, ", "),
            clips=found,
            link=self._link(found[0].clip) if missing else "",
        )

    def _link(self, clip: Clip) -> str:
        """The address that opens the maker's client at this stretch, by the recorder's own clock."""
        from surveillance.rows.clock_rows import clock_of

        camera = clip.camera
        if camera.recorder is None or not camera.recorder.link:
            return ""
        clock = clock_of(camera.recorder_id)
        begins, ends = (clock.shown_time(at)[0] for at in (self.timeline.begins_at, self.timeline.ends_at))
        return filled(camera.recorder.link, camera=camera.channel or camera.code, begins_at=begins, ends_at=ends)

    # What the templates ask

    @property
    def playable(self) -> bool:
        return any(tile.plays for tile in self.tiles)

    @property
    def chosen(self) -> str:
        """The camera that leads at first."""
        return next((tile.code for tile in self.tiles if tile.plays), "")

    @property
    def rows(self) -> list[tuple[int, Any]]:
        return list(enumerate(self.timeline.moments))

    @property
    def may_act(self) -> bool:
        """Whether this person records what film shows: Surveillance."""
        from surveillance.pages.on_duty import officer

        return officer(self.request, self.timeline.owner.code) is not None

    @property
    def kept(self) -> list[Any]:
        """What was kept of this film."""
        return kept_of(self.timeline)

    @property
    def length_ms(self) -> int:
        return int((self.timeline.ends_at - self.timeline.begins_at) / timedelta(milliseconds=1))

    @property
    def options(self) -> list[tuple[int, str]]:
        """The events as a choice."""
        return [
            (number, f"{m.at.astimezone(self.zone):%H:%M:%S} · {_said(m.label)} {_said(m.sentence)}")
            for number, m in self.rows
        ]

    @property
    def subjects(self) -> list[tuple[str, str]]:
        """What a stretch can be linked to."""
        if self.timeline.row is None:
            return []
        found = [("event", _("the event under the playhead"))]
        finding = _("finding: %(what)s")
        found += [(f"finding:{f.key}", finding % {"what": _said(f.title)}) for f in self.timeline.findings]
        found.append(("round", _("the whole round")))
        found += [(f"case:{number}", _("case %(number)s") % {"number": number}) for number in self._cases()]
        if self.finding:
            found.sort(key=lambda each: each[0] != f"finding:{self.finding}")
        return found

    def _cases(self) -> list[str]:
        from disputes.rows.models import Case
        from disputes.rows.visibility import Seeing

        row = self.timeline.row
        assert row is not None
        theirs = Case.objects.filter(Seeing.of(self.request).visible(), property_id=row.property_id)
        return list(theirs.filter(rounds__contains=[row.stream]).values_list("number", flat=True))

    @property
    def data(self) -> dict[str, Any]:
        """What the script is told."""
        row = self.timeline.row
        return {
            "zone": str(self.zone),
            "why": self.why,
            "subject": self.subject,
            "begins_ms": ms(self.timeline.begins_at),
            "ends_ms": ms(self.timeline.ends_at),
            "at_ms": ms(min(max(self.opens_at, self.timeline.begins_at), self.timeline.ends_at)),
            "clips": [_clip_told(shown) for shown in self.clips],
            "moments": [
                {
                    "id": moment.event,
                    "ms": ms(moment.at),
                    "picture": ""
                    if row is None or self.small
                    else reverse("footage_picture", args=[row.pk, moment.version]),
                }
                for moment in self.timeline.moments
            ],
            "addresses": self._addresses(),
            "words": _words(),
        }

    def _addresses(self) -> dict[str, str]:
        if not self.may_act:
            return {}
        row = self.timeline.row
        acts = {"mark": reverse("footage_mark"), "pair": reverse("footage_pair")}
        return acts | ({"link": reverse("footage_link", args=[row.pk])} if row is not None else {})


def _seen(clip: Clip, source: Source) -> list[Clip]:
    """The stretches of a clip that this person may see, each a clip; the clip itself where that is all of it, or none
    of it can be played."""
    if source.stretches is None or clip.piece is None or not source.address:
        return [clip]
    spans = [(max(clip.piece.from_ms, begins), min(clip.piece.to_ms, ends)) for begins, ends in source.stretches]
    return [
        replace(clip, piece=replace(clip.piece, from_ms=begins, to_ms=ends)) for begins, ends in spans if begins < ends
    ]


def _said(text: Text) -> str:
    from django.utils.translation import get_language

    return text.in_language(get_language() or "vi")


def ms(moment: datetime) -> float:
    """Milliseconds since 1970."""
    return moment.timestamp() * 1000


def _clip_told(shown: Shown) -> dict[str, Any]:
    clip, recording = shown.clip, shown.clip.recording
    if recording is None or clip.begins_at is None or clip.piece is None:
        return {"camera": clip.camera.code, "name": clip.camera.name, "begins_ms": None}
    return {
        "camera": clip.camera.code,
        "name": clip.camera.name,
        "recording": recording.code,
        "begins_ms": ms(clip.begins_at),
        "rate": clip.rate,
        "duration_ms": recording.duration_ms,
        "from_ms": clip.piece.from_ms,
        "to_ms": clip.piece.to_ms,
        "uncertainty_ms": clip.uncertainty_ms,
        "fps": shown.source.fps,
        "index": shown.source.index,
        "viewed": shown.source.viewed,
    }


def _words() -> dict[str, str]:
    return {
        "away": _("No film of this camera at this moment."),
        "before": _("Before the first event of the round."),
        "broken": _("This film cannot be played here. Open the recording's page to see what was made of it."),
        "failed": _("It could not be recorded. Try again."),
        "from": _("From"),
        "no_full": _("This browser shows nothing in full screen here."),
        "nothing_shown": _("No picture is shown at this moment."),
        "pause": _("Pause"),
        "play": _("Play"),
        "speed": _("Speed"),
        "to": _("To"),
        "working": _("Being recorded…"),
    }


def around(moment: datetime, seconds: float) -> tuple[datetime, datetime]:
    """A stretch to both sides of a moment."""
    return moment - timedelta(seconds=seconds), moment + timedelta(seconds=seconds)
