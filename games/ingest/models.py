"""Devices, what is known of their sending, and the quarantine.

``Device`` is set up by the house; every change of it is also a fact in the ledger. ``DeviceProgress`` and ``DeviceGap``
are derived: ``games.ingest.gaps.rebuild_progress`` makes them anew from the ledger and the quarantine. ``Quarantine``
is a record of its own: what was sent and refused. Proved by ``tests/ingest``.
"""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casino.core.text import Text
from casino.ledger.models import OfHouse, Property
from casino.site.choices import choices_of
from games.engine.device import DeviceKind
from games.words import shared

CODE_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"


class Device(OfHouse):
    """One piece of table equipment with its credential: an Ed25519 public key, or the hash of a token."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, verbose_name=_("property"), related_name="+")
    code = models.TextField(_("code"), validators=[RegexValidator(CODE_PATTERN)])
    name = models.TextField(_("name"), blank=True)
    kind = models.TextField(_("kind"), choices=choices_of(DeviceKind, shared.DEVICES), default="other")
    public_key = models.TextField(_("public key (Ed25519, base64)"), blank=True)
    token_sha256 = models.TextField(_("SHA-256 of the token"), blank=True)
    key_position = models.BigIntegerField(_("key registered at position"), null=True, blank=True)
    first_sequence = models.BigIntegerField(_("first number"), default=1)
    is_active = models.BooleanField(_("may send"), default=True)
    created_at = models.DateTimeField(_("registered at"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        db_table = "games_device"
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        ordering = ("property", "code")
        constraints = [
            models.UniqueConstraint(fields=["property", "code"], name="games_device_code_once"),
            models.CheckConstraint(condition=Q(code__regex=CODE_PATTERN), name="games_device_code_is_a_code"),
            models.CheckConstraint(
                condition=Q(public_key="") ^ Q(token_sha256=""), name="games_device_has_one_credential"
            ),
            models.CheckConstraint(condition=Q(first_sequence__gte=1), name="games_device_counts_from_one"),
        ]

    def __str__(self) -> str:
        return self.code


class DeviceProgress(models.Model):
    """How far a device has counted, the latest moments it gave so far (``numbers.Dated``), and how its clock stood. Its
    row is the lock under which numbers are counted;
    ``ended`` says, under that lock, that nothing more of it is recorded."""

    device = models.OneToOneField(
        Device, on_delete=models.CASCADE, primary_key=True, related_name="progress", verbose_name=_("device")
    )
    highest_sequence = models.BigIntegerField(_("highest number seen"))
    latest_measured = models.DateTimeField(_("latest moment, by the measured clock"), null=True)
    latest_shown = models.DateTimeField(_("latest moment, by its own clock"), null=True)
    ended = models.BooleanField(_("ended"), default=False, db_default=False)
    last_seen_at = models.DateTimeField(_("last seen at"), null=True)
    clock_skew_ms = models.BigIntegerField(_("clock difference (ms)"), null=True)
    clock_flagged_at = models.DateTimeField(_("clock reported at"), null=True)
    clock_flagged_skew_ms = models.BigIntegerField(_("clock difference reported (ms)"), null=True)

    class Meta:
        db_table = "games_device_progress"
        verbose_name = _("sending of a device")
        verbose_name_plural = _("sending of the devices")

    def __str__(self) -> str:
        return f"{self.device_id}: {self.highest_sequence}"


class DeviceClock(models.Model):
    """How a device's clock stood in an hour: of the readings that came with its requests the one that was least on its
    way. ``skew_ms`` is the server's clock less the device's, the way through the network included."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="clock", verbose_name=_("device"))
    hour = models.DateTimeField(_("hour"))
    received_at = models.DateTimeField(_("received at"))
    skew_ms = models.BigIntegerField(_("clock difference (ms)"))

    class Meta:
        db_table = "games_device_clock"
        verbose_name = _("clock of a device")
        verbose_name_plural = _("clocks of the devices")
        ordering = ("device", "hour")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["device", "hour"], name="games_device_clock_once")]

    def __str__(self) -> str:
        return f"{self.device_id}: {self.hour:%Y-%m-%d %H}"


class DeviceEstimate(models.Model):
    """What is known of the clock of a device that never tells it (``games.ingest.estimates``): by how many milliseconds
    its newest events came late at least, in the hour in which it was heard last, and in that before."""

    device = models.OneToOneField(
        Device, on_delete=models.CASCADE, primary_key=True, related_name="estimate", verbose_name=_("device")
    )
    hour = models.DateTimeField(_("hour"))
    least_ms = models.BigIntegerField(_("least lateness (ms)"))
    before_ms = models.BigIntegerField(_("least lateness of the hour before (ms)"), null=True)

    class Meta:
        db_table = "games_device_estimate"
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.device_id}: {self.hour:%Y-%m-%d %H}"


class DeviceGap(models.Model):
    """Numbers of a device that have not come, both ends included, with the latest moments of those below. A row goes
    when its numbers have come."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="gaps", verbose_name=_("device"))
    first = models.BigIntegerField(_("first missing number"))
    last = models.BigIntegerField(_("last missing number"))
    noticed_at = models.DateTimeField(_("noticed at"))
    found_at = models.DateTimeField(_("recorded as missing at"), null=True)
    below_measured = models.DateTimeField(_("latest moment below, by the measured clock"), null=True)
    below_shown = models.DateTimeField(_("latest moment below, by its own clock"), null=True)

    class Meta:
        db_table = "games_device_gap"
        verbose_name = _("missing numbers")
        verbose_name_plural = _("missing numbers")
        ordering = ("device", "first")
        constraints = [
            models.UniqueConstraint(fields=["device", "first"], name="games_device_gap_once"),
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="games_device_gap_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first}–{self.last}"


class Quarantine(OfHouse):
    """What was sent and refused, with the reason.

    From a known device the whole of it; from anyone else the hash, the length and the first 4 KiB. ``source`` is the
    remote address, or the name of a file with ``line``. The same bytes refused again for the same reason only count.
    """

    property = models.ForeignKey(
        Property, on_delete=models.PROTECT, null=True, verbose_name=_("property"), related_name="+"
    )
    device = models.ForeignKey(
        Device, on_delete=models.PROTECT, null=True, verbose_name=_("device"), related_name="quarantine"
    )
    device_code = models.TextField(_("device as it called itself"), blank=True)
    is_authenticated = models.BooleanField(_("sender known"))
    source = models.TextField(_("source"), blank=True)
    line = models.BigIntegerField(_("line"), null=True)
    received_at = models.DateTimeField(_("received at"))
    last_received_at = models.DateTimeField(_("last received at"))
    times = models.PositiveIntegerField(_("times"), default=1)
    code = models.TextField(_("reason"))
    field = models.TextField(_("field"), blank=True)
    message_vi = models.TextField(_("explanation (Vietnamese)"))
    message_en = models.TextField(_("explanation (English)"))
    event_id = models.UUIDField(_("event id"), null=True)
    event_type = models.TextField(_("event type"), blank=True)
    table = models.TextField(_("table"), blank=True)
    sequence = models.BigIntegerField(_("number"), null=True)
    content_type = models.TextField(_("content type"), blank=True)
    body = models.BinaryField(_("bytes"))
    body_sha256 = models.TextField(_("SHA-256 of the bytes"))
    body_length = models.BigIntegerField(_("length in bytes"))

    class Meta:
        db_table = "games_quarantine"
        verbose_name = _("refused message")
        verbose_name_plural = _("quarantine")
        ordering = ("-received_at", "-id")
        indexes = [
            models.Index(fields=["device", "body_sha256"], name="games_quarantine_same"),
            models.Index(fields=["is_authenticated", "source", "received_at"], name="games_quarantine_strangers"),
            models.Index(fields=["-received_at"], name="games_quarantine_newest"),
            models.Index(fields=["code"], name="games_quarantine_code"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.body_sha256[:12]}"

    def message(self, language: str) -> str:
        """Why it was refused, in this language (``vi``, ``en``)."""
        return Text(vi=self.message_vi, en=self.message_en).in_language(language)


class QuarantineState(models.Model):
    """What was done about a refused message, for lists: derived from its stream (``games.ingest.put_right``)."""

    quarantine = models.OneToOneField(
        Quarantine, on_delete=models.CASCADE, primary_key=True, related_name="handling", verbose_name=_("quarantine")
    )
    state = models.TextField(_("state"), db_index=True)

    class Meta:
        db_table = "games_quarantine_state"
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}: {self.state}"
