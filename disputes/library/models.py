"""The tables of the library: the bytes of files, and the read model of versions.

``LibraryFile`` is part of the record: the application adds rows and can neither change nor delete them
(``disputes/grants.py``); the event names the hash. ``LibraryVersion`` follows from the ledger alone and can be dropped
and rebuilt (``disputes.library.readmodel``). Proved by ``tests/disputes/library``.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import OfHouse, Property
from casino.site.choices import choices_of
from disputes.library.event_words import KINDS
from disputes.library.facts import Kind
from games.rows.models import OfProperty


class LibraryFile(OfHouse):
    """A file as it was taken in, once for each content."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, verbose_name=_("property"), related_name="+")
    sha256 = models.TextField(_("SHA-256"))
    content = models.BinaryField(_("content"))

    class Meta:
        db_table = "disputes_library_file"
        verbose_name = _("file of the library")
        verbose_name_plural = _("files of the library")
        constraints = (
            models.UniqueConstraint(fields=("property", "sha256"), name="disputes_library_file_once"),
            models.CheckConstraint(condition=Q(sha256__regex="^[0-9a-f]{64}$"), name="disputes_library_file_sha256"),
        )

    def __str__(self) -> str:
        return self.sha256


class LibraryVersion(OfProperty):
    """A version of a document. Keyed by the position at which it was added. ``last_day`` is its own last day: the one
    it was added with, or earlier, the one to which it was withdrawn; ``applies`` is False for one withdrawn as a
    mistake."""

    document = models.TextField(_("document"))
    kind = models.TextField(_("kind"), choices=choices_of(Kind, KINDS))
    game = models.TextField(_("game"), blank=True)
    title_vi = models.TextField(_("title (Vietnamese)"))
    title_en = models.TextField(_("title (English)"))
    version = models.TextField(_("version"))
    number = models.TextField(_("number"), blank=True)
    valid_from = models.DateField(_("in force from"))
    last_day = models.DateField(_("last day"), null=True)
    applies = models.BooleanField(_("applies"), default=True)
    file_name = models.TextField(_("file"), blank=True)
    file_sha256 = models.TextField(_("SHA-256"), blank=True)
    media_type = models.TextField(_("type of file"), blank=True)
    size_bytes = models.BigIntegerField(_("size"), null=True)
    scan = models.TextField(_("virus scan"), blank=True)
    citation = models.TextField(_("citation"), blank=True)
    link = models.TextField(_("link"), blank=True)
    added_by = models.TextField(_("added by"))
    added_post = models.TextField(_("post"))
    added_at = models.DateTimeField(_("added at"))
    withdrawn_by = models.TextField(_("withdrawn by"), blank=True)
    withdrawn_post = models.TextField(_("post"), blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True)
    reason = models.TextField(_("reason"), blank=True)
    last_position = models.BigIntegerField(_("last position"))

    class Meta:
        db_table = "disputes_library_version"
        verbose_name = _("version of a document")
        verbose_name_plural = _("library")
        ordering = ("property_id", "kind", "document", "-valid_from", "-id")
        constraints = (
            models.UniqueConstraint(fields=("property", "document", "version"), name="disputes_library_version_once"),
        )
        indexes = (models.Index(fields=("property", "kind", "valid_from"), name="disputes_library_kind"),)

    def __str__(self) -> str:
        return f"{self.document} {self.version}"
