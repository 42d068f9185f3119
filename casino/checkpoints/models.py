"""What the database remembers of the transparency logs.

The tiles are files; here is which checkpoints were signed, and how the follower and the witnesses stand. A row of
:class:`Log` is the lock of whoever builds. Nothing here is believed against a checkpoint kept outside.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import Property


class Log(models.Model):
    """The log of one property. ``origin`` is given once and stays: it is part of all that is signed. ``size`` and
    ``root`` are of the last checkpoint; root is empty before the first."""

    property = models.OneToOneField(
        Property, on_delete=models.PROTECT, primary_key=True, related_name="+", verbose_name=_("property")
    )
    origin = models.TextField(_("origin"), unique=True)
    size = models.BigIntegerField(_("size"), default=0)
    root = models.BinaryField(_("root"), default=bytes)
    advanced_at = models.DateTimeField(_("last checkpoint"), null=True)
    signed_at = models.DateTimeField(_("last signature"), null=True)
    failed_at = models.DateTimeField(_("stopped"), null=True)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        verbose_name = _("transparency log")
        verbose_name_plural = _("transparency logs")
        default_permissions = ("view",)
        permissions = [("view_entries", "Can read the entries of the transparency log")]

    def __str__(self) -> str:
        return self.origin


class Checkpoint(models.Model):
    """A signed checkpoint: ``note`` is what was served, with the newest cosignatures for this size; ``cosigners`` are
    the names of those outside who have signed it, sorted, with a space between."""

    log = models.ForeignKey(Log, on_delete=models.PROTECT, related_name="checkpoints", verbose_name=_("log"))
    size = models.BigIntegerField(_("size"))
    root = models.BinaryField(_("root"))
    note = models.BinaryField(_("note"))
    made_at = models.DateTimeField(_("made"))
    cosigners = models.TextField(_("cosigned by"), blank=True, default="")

    class Meta:
        verbose_name = _("checkpoint")
        verbose_name_plural = _("checkpoints")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["log", "size"], name="checkpoints_one_a_size")]

    def __str__(self) -> str:
        return f"{self.log_id}: {self.size}"


class Witness(models.Model):
    """How a witness of the settings stands with a log. ``ahead`` is the size that it has seen where that is larger than
    ours; ``mirrored`` how much of the log its mirror holds."""

    log = models.ForeignKey(Log, on_delete=models.PROTECT, related_name="witnesses", verbose_name=_("log"))
    name = models.TextField(_("name"))
    size = models.BigIntegerField(_("size"), default=0)
    mirrored = models.BigIntegerField(_("mirrored"), default=0)
    asked_at = models.DateTimeField(_("asked"), null=True)
    answered_at = models.DateTimeField(_("answered"), null=True)
    ahead = models.BigIntegerField(_("ahead"), null=True)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        verbose_name = _("witness")
        verbose_name_plural = _("witnesses")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["log", "name"], name="checkpoints_one_witness_a_name")]

    def __str__(self) -> str:
        return f"{self.name}: {self.size}"


class Authority(models.Model):
    """How an authority for time stamps stands with a log: ``size`` is of the last checkpoint that it has stamped."""

    log = models.ForeignKey(Log, on_delete=models.PROTECT, related_name="authorities", verbose_name=_("log"))
    name = models.TextField(_("name"))
    size = models.BigIntegerField(_("size"), default=0)
    asked_at = models.DateTimeField(_("asked"), null=True)
    answered_at = models.DateTimeField(_("answered"), null=True)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        verbose_name = _("time stamp authority")
        verbose_name_plural = _("time stamp authorities")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["log", "name"], name="checkpoints_one_authority_a_name")]

    def __str__(self) -> str:
        return f"{self.name}: {self.size}"


class Stamp(models.Model):
    """A time stamp of RFC 3161 on the text of a checkpoint: the ``answer`` as it came, and the moment that it says."""

    log = models.ForeignKey(Log, on_delete=models.PROTECT, related_name="stamps", verbose_name=_("log"))
    name = models.TextField(_("authority"))
    size = models.BigIntegerField(_("size"))
    root = models.BinaryField(_("root"))
    answer = models.BinaryField(_("answer"))
    stamped_at = models.DateTimeField(_("stamped"))
    kept_at = models.DateTimeField(_("kept"))

    class Meta:
        verbose_name = _("time stamp")
        verbose_name_plural = _("time stamps")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["log", "name", "size"], name="checkpoints_one_stamp_a_size")]

    def __str__(self) -> str:
        return f"{self.name}: {self.size}"
