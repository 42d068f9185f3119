"""What is under way with the bytes of footage: uploads, jobs, what was made of an original, stretches being looked at.

None of it is the record: that stands in the ledger. Rows here may be lost without anything being owed to anybody: an
upload begins again, a copy is made again. No row refers to a read model by a constraint.
"""

from __future__ import annotations

import builtins
import uuid
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import OfHouse, Property


class UploadState(models.TextChoices):
    COMING = "coming", _("coming in")
    CHECKING = "checking", _("being checked")
    ARRIVED = "arrived", _("taken in")
    KNOWN = "known", _("was here already")
    REFUSED = "refused", _("refused")


class FootageUpload(OfHouse):
    """A file on its way in. Its offset is the size of its file on disk. Which recording it became, or why not."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )
    name = models.TextField(_("name"))
    length_bytes = models.BigIntegerField(_("size"))
    camera = models.TextField(_("camera"), blank=True)
    shown_from = models.DateTimeField(_("begins at"), null=True)
    staff = models.TextField(_("by"))
    post = models.TextField(_("post"))
    how = models.TextField(default="upload")
    begun_at = models.DateTimeField(_("begun at"))
    expires_at = models.DateTimeField(_("expires at"))
    state = models.TextField(_("state"), choices=UploadState.choices, default=UploadState.COMING)
    recording = models.TextField(_("recording"), blank=True)
    code = models.TextField(blank=True)
    said_vi = models.TextField(blank=True)
    said_en = models.TextField(blank=True)

    class Meta:
        db_table = "surveillance_upload"
        verbose_name = _("upload of footage")
        verbose_name_plural = _("uploads of footage")
        ordering: ClassVar = ("-begun_at",)
        default_permissions = ("add", "view")
        indexes: ClassVar = (models.Index(fields=("state", "expires_at"), name="surveillance_upload_due"),)

    def __str__(self) -> str:
        return self.name


class JobKind(models.TextChoices):
    ARRIVE = "arrive", _("check what came in")
    PROCESS = "process", _("make copies to watch")
    FETCH = "fetch", _("fetch from the recorder")
    EXPORT = "export", _("seal an export")
    GIVE = "give", _("make a copy to give out")
    PART = "part", _("make a copy of stretches")
    CHECK = "check", _("hash again")
    CLOCK = "clock", _("read the clock in the picture")
    REPORT = "report", _("make a report")
    REPORT_PAPERS = "report_papers", _("print a report")


class JobState(models.TextChoices):
    QUEUED = "queued", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class FootageJob(OfHouse):
    """Work on footage, done once however often it is told of. ``about`` names what it works on (an upload, a recording,
    a camera), ``asked`` the rest of what it needs, ``result`` what came of it. ``running`` means that somebody began:
    whether they live, an advisory lock says (``jobs.py``)."""

    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )
    kind = models.TextField(_("work"), choices=JobKind.choices)
    about = models.TextField(_("about"))
    key = models.TextField(help_text="The same work asked for twice has the same key.")
    asked = models.JSONField(default=dict)
    staff = models.TextField(_("by"), blank=True)
    post = models.TextField(_("post"), blank=True)
    state = models.TextField(_("state"), choices=JobState.choices, default=JobState.QUEUED)
    done = models.BigIntegerField(_("done"), default=0)
    total = models.BigIntegerField(_("of"), default=0)
    attempts = models.IntegerField(_("attempts"), default=0)
    asked_at = models.DateTimeField(_("asked at"))
    not_before = models.DateTimeField(null=True)
    began_at = models.DateTimeField(_("began at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    code = models.TextField(blank=True)
    said_vi = models.TextField(blank=True)
    said_en = models.TextField(blank=True)
    result = models.JSONField(default=dict)

    class Meta:
        db_table = "surveillance_job"
        verbose_name = _("work on footage")
        verbose_name_plural = _("work on footage")
        ordering: ClassVar = ("-id",)
        default_permissions = ("view",)
        constraints: ClassVar = (models.UniqueConstraint(fields=("property", "key"), name="surveillance_job_key"),)
        indexes: ClassVar = (
            models.Index(
                fields=("id",),
                condition=models.Q(state__in=("queued", "running")),
                name="surveillance_job_left",
            ),
            models.Index(fields=("property", "about"), name="surveillance_job_about"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"

    @builtins.property
    def percent(self) -> int:
        """How much of it is done; 0 where nobody knows how much there is."""
        if self.state == JobState.DONE:
            return 100
        return min(99, 100 * self.done // self.total) if self.total > 0 else 0


class FootageCopy(OfHouse):
    """What was made of an original: ``web``, ``strip``, ``index``, ``thumbnail``, ``part/<digest>``,
    ``export/<code>``, ``given/<code>``."""

    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )
    recording = models.TextField()
    what = models.TextField()
    path = models.TextField()
    size_bytes = models.BigIntegerField()
    sha256 = models.TextField()
    media_type = models.TextField()
    facts = models.JSONField(default=dict)
    made_at = models.DateTimeField()

    class Meta:
        db_table = "surveillance_copy"
        default_permissions = ()
        constraints: ClassVar = (
            models.UniqueConstraint(fields=("property", "recording", "what"), name="surveillance_copy_what"),
        )

    def __str__(self) -> str:
        return f"{self.recording} {self.what}"


class FootageView(OfHouse):
    """A stretch that somebody is looking at, until it is recorded. ``from_ms`` None: opened, and nothing said yet of
    what was looked at; then all of it counts, from ``starts_ms`` to ``duration_ms``."""

    property = models.ForeignKey(Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    recording = models.TextField()
    staff = models.TextField()
    post = models.TextField()
    why = models.TextField()
    subject = models.TextField(blank=True)
    from_ms = models.BigIntegerField(null=True)
    to_ms = models.BigIntegerField(null=True)
    starts_ms = models.BigIntegerField(default=0)
    duration_ms = models.BigIntegerField()
    identity = models.UUIDField(default=uuid.uuid4)
    begun_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        db_table = "surveillance_view"
        default_permissions = ()
        constraints: ClassVar = (
            models.UniqueConstraint(
                fields=("property", "recording", "staff", "why", "subject"), name="surveillance_view_who"
            ),
        )
        indexes: ClassVar = (models.Index(fields=("last_at",), name="surveillance_view_last"),)

    def __str__(self) -> str:
        return f"{self.staff} {self.recording}"


class FootageHandOut(OfHouse):
    """Bytes that are being handed out, until they are recorded: pairs of the first and the last of each range. Written
    before they go."""

    property = models.ForeignKey(Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    recording = models.TextField()
    what = models.TextField()
    sha256 = models.TextField()
    size_bytes = models.BigIntegerField()
    staff = models.TextField()
    post = models.TextField()
    session = models.TextField(blank=True)
    link = models.TextField(blank=True)
    address = models.TextField(blank=True)
    ranges = models.JSONField(default=list)
    requests = models.PositiveIntegerField(default=0)
    identity = models.UUIDField(default=uuid.uuid4)
    begun_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        db_table = "surveillance_handed"
        default_permissions = ()
        constraints: ClassVar = (
            models.UniqueConstraint(
                fields=("property", "recording", "what", "sha256", "staff", "session", "link", "address"),
                name="surveillance_handed_whom",
            ),
        )
        indexes: ClassVar = (models.Index(fields=("last_at",), name="surveillance_handed_last"),)

    def __str__(self) -> str:
        return f"{self.staff} {self.recording} {self.what}"
