"""The read models of what footage shows and who holds it; what is written of shifts lies in ``log_models``.

Every row follows from the ledger alone and can be dropped and rebuilt (``surveillance.rows.readmodel``). No text and no
name stands in them: those stay sealed in the vault. What is in a row is named by its code; ``stream`` and
``version`` are what a command on it says that it has seen. Proved by ``tests/surveillance/test_holds.py``.
"""

from __future__ import annotations

import builtins
from datetime import datetime
from typing import ClassVar

import msgspec
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.ledger.grams import search_index
from surveillance.record.errors import unplayable
from surveillance.record.parts import Stretch, Unplayable, shown_at
from surveillance.rows import choices
from surveillance.rows.base import OfStream, to


class Recorder(OfStream):
    """A recorder as it is reached. ``keeps_days`` is its own term."""

    code = models.TextField(_("code"))
    name = models.TextField(_("name"))
    kind = models.TextField(_("kind"), choices=choices.RECORDER_KINDS)
    address = models.TextField(_("address"), blank=True)
    link = models.TextField(_("link to the maker's client"), blank=True)
    has_credentials = models.BooleanField(_("has credentials"), default=False)
    keeps_days = models.IntegerField(_("keeps days"), null=True)
    registered_at = models.DateTimeField(_("registered at"))
    retired = models.BooleanField(_("retired"), default=False)
    retired_at = models.DateTimeField(_("retired at"), null=True)

    class Meta:
        db_table = "surveillance_recorder"
        verbose_name = _("recorder")
        verbose_name_plural = _("recorders")
        ordering = ("property_id", "code")
        constraints = (models.UniqueConstraint(fields=("property", "code"), name="surveillance_recorder_code"),)

    def __str__(self) -> str:
        return self.code


class ClockReading(OfStream):
    """One reading of a recorder's clock, or that it was set (``how`` is ``set``, and nothing was shown). Keyed by the
    position at which it was recorded."""

    recorder = to("surveillance.Recorder", _("recorder"), "readings")
    reading = models.TextField(_("reading"))
    how = models.TextField(_("how"), choices=choices.CLOCK_HOWS)
    server_at = models.DateTimeField(_("server's clock"))
    shown_at = models.DateTimeField(_("shown clock"), null=True)
    uncertainty_ms = models.BigIntegerField(_("uncertainty (ms)"))
    read_by = models.TextField(_("read by"), blank=True)
    read_at = models.DateTimeField(_("entered at"))
    recording = models.TextField(_("recording"), blank=True)
    frame_ms = models.BigIntegerField(_("frame (ms)"), null=True)
    event = models.UUIDField(_("event"), null=True)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    withdrawn_by = models.TextField(_("withdrawn by"), blank=True)

    class Meta:
        db_table = "surveillance_clockreading"
        verbose_name = _("clock reading")
        verbose_name_plural = _("clock readings")
        ordering = ("-server_at", "-id")
        indexes = (
            models.Index(fields=("property", "recorder", "server_at"), name="surveillance_reading_at"),
            models.Index(fields=("property", "-server_at", "-id"), name="surveillance_reading_newest"),
        )

    def __str__(self) -> str:
        return self.reading

    @property
    def offset_ms(self) -> int:
        """Shown less server, in milliseconds; 0 where nothing was shown."""
        if self.shown_at is None:
            return 0
        return round((self.shown_at - self.server_at).total_seconds() * 1000)


class Camera(OfStream):
    """A camera. ``clock_area`` is where its burnt-in clock stands: left, top, width, height in pixels."""

    code = models.TextField(_("code"))
    name = models.TextField(_("name"))
    recorder = to("surveillance.Recorder", _("recorder"), "cameras", null=True)
    channel = models.TextField(_("channel"), blank=True)
    clock_area = models.JSONField(_("clock in the picture"), null=True)
    installed_at = models.DateTimeField(_("installed at"))
    retired = models.BooleanField(_("retired"), default=False)
    retired_at = models.DateTimeField(_("retired at"), null=True)

    class Meta:
        db_table = "surveillance_camera"
        verbose_name = _("camera")
        verbose_name_plural = _("cameras")
        ordering = ("property_id", "code")
        constraints = (models.UniqueConstraint(fields=("property", "code"), name="surveillance_camera_code"),)

    def __str__(self) -> str:
        return self.code


class Coverage(OfStream):
    """What a camera covered from when to when: a table, or a pit as a whole. Keyed by the position at which it began to
    be said."""

    camera = to("surveillance.Camera", _("camera"), "coverage")
    coverage = models.TextField(_("coverage"))
    table = models.TextField(_("table"), blank=True)
    pit = models.TextField(_("pit"), blank=True)
    shows = ArrayField(models.TextField(), verbose_name=_("shows"), default=list)
    begins_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"), null=True)

    class Meta:
        db_table = "surveillance_coverage"
        verbose_name = _("coverage")
        verbose_name_plural = _("coverage")
        ordering = ("property_id", "table", "pit", "-begins_at", "-id")
        indexes = (
            models.Index(fields=("property", "table", "begins_at"), name="surveillance_coverage_table"),
            models.Index(fields=("property", "pit", "begins_at"), name="surveillance_coverage_pit"),
        )

    def __str__(self) -> str:
        return f"{self.camera} {self.table or self.pit}"


class Recording(OfStream):
    """A recording as it stands. ``unplayable`` is why it is kept without being a film that can be shown (code and
    sentences; None: it is one): how long it is nobody knows. ``shown_from`` is by the recorder's clock; ``held`` says
    whether a hold or a link to what is held keeps it, whatever its term (``surveillance.keeping.holds`` decides on
    deletion itself, under a lock)."""

    narrowed_as: ClassVar = "recording"

    code = models.TextField(_("recording"))
    how = models.TextField(_("came by"), choices=choices.ARRIVED_HOWS)
    name = models.TextField(_("file name"))
    size_bytes = models.BigIntegerField(_("size"))
    sha256 = models.TextField(_("SHA-256"))
    unplayable = models.JSONField(_("why it cannot be played"), null=True)
    container = models.TextField(_("container"))
    codec = models.TextField(_("codec"))
    width = models.IntegerField(_("width"))
    height = models.IntegerField(_("height"))
    duration_ms = models.BigIntegerField(_("duration (ms)"))
    stretches = models.JSONField(_("where its times jump"), default=list)
    frames = models.BigIntegerField(_("frames"))
    key_frames = models.BigIntegerField(_("key frames"))
    audio = models.BooleanField(_("sound"), default=False)
    seals = models.JSONField(_("seals"), default=list)
    seals_count = models.IntegerField(_("seals on arrival"), default=0)
    signing_packets = models.BigIntegerField(_("packets of media signing"), default=0)
    camera = to("surveillance.Camera", _("camera"), "recordings", null=True)
    shown_from = models.DateTimeField(_("begins (recorder's clock)"), null=True)
    shown_to = models.DateTimeField(_("ends (recorder's clock)"), null=True)
    known_by = models.TextField(_("known by"), choices=choices.KNOWN_BY, blank=True)
    keep_until = models.DateTimeField(_("term"))
    arrived_at = models.DateTimeField(_("arrived at"))
    arrived_by = models.TextField(_("arrived by"), blank=True)
    fetched = models.JSONField(_("fetched"), null=True)
    views = models.IntegerField(_("views"), default=0)
    held = models.BooleanField(_("held"), default=False)
    deleted_at = models.DateTimeField(_("deleted at"), null=True)
    checked_at = models.DateTimeField(_("checked at"), null=True)
    checked_ok = models.BooleanField(_("bytes as on arrival"), null=True)

    class Meta:
        db_table = "surveillance_recording"
        verbose_name = _("recording")
        verbose_name_plural = _("recordings")
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("property", "code"), name="surveillance_recording_code"),)
        indexes = (
            models.Index(fields=("property", "camera", "shown_from"), name="surveillance_recording_shown"),
            models.Index(fields=("property", "sha256"), name="surveillance_recording_sha256"),
            models.Index(fields=("property", "-id"), name="surveillance_recording_newest"),
            models.Index(fields=("property",), condition=Q(checked_ok=False), name="surveillance_recording_altered"),
            search_index("surveillance_recording_search", "code", "name", "sha256"),
            models.Index(
                fields=("property", "keep_until"), condition=Q(deleted_at=None), name="surveillance_recording_term"
            ),
        )

    def __str__(self) -> str:
        return self.code

    def must_play(self) -> None:
        """It is a film. Problem footage_unplayable."""
        if self.unplayable is not None:
            raise unplayable(self.code, msgspec.convert(self.unplayable, Unplayable))

    @builtins.property
    def pieces(self) -> tuple[Stretch, ...]:
        """Its stretches: one, where its times run on."""
        found = msgspec.convert(self.stretches, tuple[Stretch, ...])
        return found or (Stretch(from_ms=0, to_ms=self.duration_ms, later_ms=0),)

    def shown_at(self, at_ms: int) -> datetime | None:
        """What the recorder's clock showed at a moment of it; None where nobody knows when it begins."""
        return None if self.shown_from is None else shown_at(self.shown_from, self.pieces, at_ms)


def shown_between(first: datetime, last: datetime) -> Q:
    """Recordings that may show something of an interval of their recorder's clock: where times jump, whatever it is."""
    return Q(shown_from__lte=last, shown_to__gte=first) | Q(shown_from__isnull=False) & ~Q(stretches=[])


class Frame(OfStream):
    """A frame that was marked as evidence."""

    recording = to("surveillance.Recording", _("recording"), "marked")
    frame = models.TextField(_("frame"))
    at_ms = models.BigIntegerField(_("at (ms)"))
    sha256 = models.TextField(_("SHA-256"))
    event = models.UUIDField(_("event"), null=True)
    marked_by = models.TextField(_("marked by"))
    marked_at = models.DateTimeField(_("marked at"))

    class Meta:
        db_table = "surveillance_frame"
        verbose_name = _("marked frame")
        verbose_name_plural = _("marked frames")
        ordering = ("recording", "at_ms")

    def __str__(self) -> str:
        return self.frame


class Link(OfStream):
    """A stretch of film that shows something. ``subject_stream`` is that of the round, case or incident; a link to a
    request of a case names both. ``case`` is the number of the case, wherever a link leads to one."""

    code = models.TextField(_("link"))
    subject_kind = models.TextField(_("about"), choices=choices.SUBJECT_KINDS)
    subject_stream = models.TextField(_("stream"))
    event = models.UUIDField(_("event"), null=True)
    identity = models.TextField(_("finding"), blank=True)
    request = models.TextField(_("request"), blank=True)
    case = models.TextField(_("case"), blank=True)
    camera = to("surveillance.Camera", _("camera"), "links", null=True)
    recording = to("surveillance.Recording", _("recording"), "links", null=True)
    begins_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"))
    from_ms = models.BigIntegerField(_("from (ms)"), null=True)
    to_ms = models.BigIntegerField(_("to (ms)"), null=True)
    uncertainty_ms = models.BigIntegerField(_("uncertainty (ms)"), null=True)
    linked_by = models.TextField(_("linked by"))
    linked_at = models.DateTimeField(_("linked at"))
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    withdrawn_by = models.TextField(_("withdrawn by"), blank=True)

    class Meta:
        db_table = "surveillance_link"
        verbose_name = _("link")
        verbose_name_plural = _("links")
        ordering = ("begins_at", "id")
        constraints = (models.UniqueConstraint(fields=("property", "code"), name="surveillance_link_code"),)
        indexes = (
            models.Index(fields=("property", "subject_stream"), name="surveillance_link_subject"),
            models.Index(fields=("property", "case"), condition=~Q(case=""), name="surveillance_link_case"),
            models.Index(fields=("property", "begins_at", "id"), name="surveillance_link_begins"),
            search_index("surveillance_link_search", "code", "subject_stream", "case", "linked_by"),
        )

    def __str__(self) -> str:
        return self.code


class Request(OfStream):
    """A request for footage: of a case (keyed by the position at which it was asked there), or of a finding or round
    (by its own first event). ``version`` is that of its own stream, 0 while only the case has spoken.
    ``overdue_noted``: the case has recorded that no answer came in time."""

    code = models.TextField(_("code"))
    case = models.TextField(_("case"), blank=True)
    request = models.TextField(_("request"), blank=True)
    subject_kind = models.TextField(_("about"), choices=choices.SUBJECT_KINDS)
    subject_stream = models.TextField(_("stream"), blank=True)
    identity = models.TextField(_("finding"), blank=True)
    table = models.TextField(_("table"))
    round = models.TextField(_("round"), blank=True)
    begins_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"))
    asked_by = models.TextField(_("asked by"))
    asked_at = models.DateTimeField(_("asked at"))
    due_at = models.DateTimeField(_("due"), null=True)
    status = models.TextField(_("status"), choices=choices.RequestStatus.choices)
    acknowledged_by = models.TextField(_("acknowledged by"), blank=True)
    acknowledged_at = models.DateTimeField(_("acknowledged at"), null=True)
    answered_by = models.TextField(_("answered by"), blank=True)
    answered_at = models.DateTimeField(_("answered at"), null=True)
    links = ArrayField(models.TextField(), verbose_name=_("links"), default=list)
    overdue_noted = models.BooleanField(_("recorded as unanswered"), default=False)

    class Meta:
        db_table = "surveillance_request"
        verbose_name = _("request for footage")
        verbose_name_plural = _("requests for footage")
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("property", "code"), name="surveillance_request_code"),)
        indexes = (
            models.Index(fields=("property", "status", "due_at"), name="surveillance_request_status"),
            models.Index(fields=("property", "case"), name="surveillance_request_case"),
        )

    def __str__(self) -> str:
        return self.code

    @property
    def waits(self) -> bool:
        return self.status in choices.REQUEST_WAITS


class Hold(OfStream):
    """All coverage of a table in an interval is kept; or (``recording``) one recording, and no table is named. Keyed by
    the position at which it was placed."""

    hold = models.TextField(_("hold"))
    table = models.TextField(_("table"))
    recording = models.TextField(_("recording"), blank=True)
    begins_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"))
    cause = models.TextField(_("cause"), choices=choices.CAUSES)
    subject = models.TextField(_("because of"), blank=True)
    placed_by = models.TextField(_("placed by"), blank=True)
    placed_at = models.DateTimeField(_("placed at"))
    released_at = models.DateTimeField(_("released at"), null=True)
    released_by = models.TextField(_("released by"), blank=True)
    release_rule = models.TextField(_("released by rule"), choices=choices.RELEASE_RULES, blank=True)

    class Meta:
        db_table = "surveillance_hold"
        verbose_name = _("hold")
        verbose_name_plural = _("holds")
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("property", "stream", "hold"), name="surveillance_hold_once"),)
        indexes = (
            models.Index(
                fields=("property", "table", "begins_at"),
                condition=Q(released_at=None),
                name="surveillance_hold_standing",
            ),
            models.Index(fields=("property", "subject"), name="surveillance_hold_subject"),
        )

    def __str__(self) -> str:
        return f"{self.stream.partition('/')[2]} {self.hold}"


class Held(OfStream):
    """A hold keeps a recording, whatever is said of it later. Keyed by the position at which that was recorded."""

    hold = to("surveillance.Hold", _("hold"), "reached")
    recording = to("surveillance.Recording", _("recording"), "kept_by")
    sha256 = models.TextField(_("SHA-256"))
    reached_at = models.DateTimeField(_("held since"))

    class Meta:
        db_table = "surveillance_held"
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=("hold", "recording"), name="surveillance_held_once"),)

    def __str__(self) -> str:
        return f"{self.stream} {self.recording_id}"


class HeldChange(OfStream):
    """A change of film that is held, asked for by one person, confirmed or declined by a second."""

    code = models.TextField(_("change"))
    command = models.TextField(_("what"))
    about = models.TextField(_("of"))
    recordings = ArrayField(models.TextField(), verbose_name=_("recordings"), default=list)
    subjects = ArrayField(models.TextField(), verbose_name=_("held for"), default=list)
    asked_by = models.TextField(_("asked by"))
    asked_at = models.DateTimeField(_("asked at"))
    confirmed = models.BooleanField(_("confirmed"), null=True)
    ended_by = models.TextField(_("ended by"), blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)

    class Meta:
        db_table = "surveillance_heldchange"
        verbose_name = _("change of held film")
        verbose_name_plural = _("changes of held film")
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("property", "code"), name="surveillance_heldchange_code"),)

    def __str__(self) -> str:
        return self.code


class Gap(OfStream):
    """Something that should have been filmed and was not, or is not here."""

    table = models.TextField(_("table"))
    gap = models.TextField(_("gap"))
    kind = models.TextField(_("kind"), choices=choices.GAP_KINDS)
    begins_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"))
    camera = to("surveillance.Camera", _("camera"), null=True)
    found_at = models.DateTimeField(_("found at"))
    closed_at = models.DateTimeField(_("closed at"), null=True)
    closed_by = models.TextField(_("closed by"), blank=True)
    ending = models.TextField(_("closed because"), choices=choices.GAP_ENDINGS, blank=True)

    class Meta:
        db_table = "surveillance_gap"
        verbose_name = _("gap in coverage")
        verbose_name_plural = _("gaps in coverage")
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("property", "stream", "gap"), name="surveillance_gap_once"),)
        indexes = (
            models.Index(fields=("property", "table"), condition=Q(closed_at=None), name="surveillance_gap_open"),
            models.Index(fields=("property", "-id"), name="surveillance_gap_newest"),
            models.Index(fields=("property", "table", "-id"), name="surveillance_gap_table"),
        )

    def __str__(self) -> str:
        return f"{self.table} {self.gap}"
