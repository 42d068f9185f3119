"""The ledger's small tables. The two great ones, ``ledger_event`` and ``ledger_index``, have no model on purpose: they
are written in bulk and read by position or stream, and nothing should be able to ``.save()`` or ``.delete()`` them.
"""

from __future__ import annotations

from datetime import datetime
from itertools import starmap
from typing import Any, ClassVar, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models
from django.db.models import Q, QuerySet, Value
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.clock import now as clock
from casino.core.currencies import check_currency
from casino.core.errors import Problem
from casino.core.gaming_days import GamingDays, Hours, gaming_days
from casino.core.reach import narrowed, reached
from casino.database.together import fetch
from casino.site.remembering import is_page, once, remember


def validate_time_zone(name: str) -> None:
    """A name of the IANA time zone database."""
    if name not in available_timezones():
        raise ValidationError(_("There is no time zone of this name."))


def validate_currency(code: str) -> None:
    """A currency to play in, by ISO 4217."""
    try:
        check_currency(code)
    except Problem as problem:
        raise ValidationError(problem.in_language(get_language() or "vi"), code=problem.code) from None


M = TypeVar("M", bound=models.Model)


class HouseRows(models.Manager[M]):
    """The rows of the properties that the work at hand may read (``casino.core.reach``), and of a model that names its
    ``narrowed_as`` those that are opened to who asks; all of them outside requests. ``all_houses`` of
    :class:`Property` knows no bounds, for what is kept once for all properties."""

    use_for_bounds = "property"

    def get_queryset(self) -> QuerySet[M]:
        rows = super().get_queryset()
        kind = getattr(self.model, "narrowed_as", None)
        if kind is not None and (opened := narrowed(kind)):
            rows = rows.filter(opened)
        houses = reached()
        if houses is None:
            return rows
        return rows.filter(Q(**{f"{self.use_for_bounds}__in": houses}) | Q(**{f"{self.use_for_bounds}__isnull": True}))


class Houses(HouseRows["Property"]):
    use_for_bounds = "pk"


class OfHouse(models.Model):
    """Rows of a property, of which a person who is posted reads those of theirs alone."""

    objects = HouseRows()

    class Meta:
        abstract = True


class Property(models.Model):
    """One casino. Streams, log, positions and keys belong to a property; none of them ever refers to another's."""

    id = models.SmallAutoField(primary_key=True)
    code = models.TextField(_("code"), unique=True, validators=[RegexValidator(r"\A[A-Z][A-Z0-9]{1,15}\Z")])
    name_vi = models.TextField(_("name (Vietnamese)"))
    name_en = models.TextField(_("name (English)"))
    time_zone = models.TextField(_("time zone"), default="Asia/Ho_Chi_Minh", validators=[validate_time_zone])
    gaming_day_starts = models.PositiveSmallIntegerField(
        _("gaming day starts at (hour)"), default=6, validators=[MaxValueValidator(23)]
    )
    dated_hours = models.JSONField(default=list, db_default=[], editable=False)
    """Since when (None: ever) days started at which hour in which zone, where that ever changed: the record's settings
    as the row keeps them. Whoever counts by days asks :attr:`days`, never the two columns above, which are of now."""
    currency = models.TextField(_("currency"), default="VND", validators=[validate_currency])

    pass_over = models.TextField(_("events that may be passed over"), default="", db_default="", editable=False)
    """Which follower may pass over events of which stream (``casino.core.house_settings.may_pass_over``)."""

    objects = Houses()
    all_houses: ClassVar[models.Manager[Property]] = models.Manager()

    class Meta:
        db_table = "ledger_property"
        verbose_name = _("property")
        verbose_name_plural = _("properties")
        constraints = [
            models.CheckConstraint(
                condition=Q(code__regex=r"^[A-Z][A-Z0-9]{1,15}$"), name="ledger_property_code_is_a_code"
            ),
            models.CheckConstraint(
                condition=Q(gaming_day_starts__lte=23), name="ledger_property_gaming_day_starts_is_an_hour"
            ),
            models.CheckConstraint(
                condition=Q(currency__regex=r"^[A-Z]{3}$"), name="ledger_property_currency_is_a_code"
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Raises Problem unknown_currency where it is made or changed with one. One that stands with it since before
        that was asked can still be saved for other reasons."""
        before = None if self._state.adding else Property.objects.filter(pk=self.pk).values_list("currency", flat=True)
        if before is None or before.first() != self.currency:
            check_currency(self.currency)
        super().save(*args, **kwargs)

    @property
    def days(self) -> GamingDays:
        """Its gaming days and their shifts, as they were and will be."""
        dated = [(since and datetime.fromisoformat(since), zone, starts) for since, zone, starts in self.dated_hours]
        return gaming_days(tuple(starmap(Hours, dated or [(None, self.time_zone, self.gaming_day_starts)])))

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which moments are shown: that of now."""
        return self.days.zone_at(clock())


class Head(models.Model):
    """The end of a property's log. Its row is the lock that every writer takes, so that positions are dense and stand
    in the order of the commits; ``recorded_at`` is what the clock said then (``casino/ledger/clock.py``)."""

    property = models.OneToOneField(Property, on_delete=models.PROTECT, primary_key=True, verbose_name=_("property"))
    position = models.BigIntegerField(_("position"), default=0)
    recorded_at = models.DateTimeField(_("recorded at"), null=True)

    class Meta:
        db_table = "ledger_head"
        verbose_name = _("end of the log")
        verbose_name_plural = _("ends of the logs")

    def __str__(self) -> str:
        return f"{self.property_id}: {self.position}"


class Follower(models.Model):
    """How far a reader of the log has come. Moved in the same transaction as what the reader writes."""

    pk = models.CompositePrimaryKey("name", "property_id")
    name = models.TextField(_("name"))
    property = models.ForeignKey(Property, on_delete=models.PROTECT, verbose_name=_("property"), related_name="+")
    position = models.BigIntegerField(_("position"), default=0)
    passed_over = ArrayField(models.BigIntegerField(), default=list, db_default=Value([]))
    """The events that it failed at and was allowed to pass over."""

    class Meta:
        db_table = "ledger_follower"
        verbose_name = _("follower of the log")
        verbose_name_plural = _("followers of the log")

    def __str__(self) -> str:
        return f"{self.name}: {self.position}"


class Verification(OfHouse):
    """A run of a command that recomputes the record: ``reached`` is the last position that agreed, ``faults`` how many
    contradictions it named."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, verbose_name=_("property"), related_name="+")
    command = models.TextField(_("command"), choices=[("ledger_verify", "ledger_verify"), ("verify_log", "verify_log")])
    ended_at = models.DateTimeField(_("ended"))
    reached = models.BigIntegerField(_("recomputed up to"))
    faults = models.IntegerField(_("contradictions"))

    class Meta:
        db_table = "ledger_verification"
        verbose_name = _("verification of the record")
        verbose_name_plural = _("verifications of the record")
        default_permissions = ()
        indexes = [models.Index(fields=["property", "-id"], name="ledger_verification_newest")]

    def __str__(self) -> str:
        return f"{self.property_id}: {self.command} {self.reached}"


def houses() -> list[Property]:
    """The properties that may be read here, in the order in which they were made; asked once for a page."""
    read = reached()
    return [owner for owner in every_house() if read is None or owner.pk in read]


def every_house() -> list[Property]:
    """All properties, for what is kept once for all of them; asked once for a page."""
    return once("houses", lambda: list(Property.all_houses.order_by("pk")))


def ask_with_houses(rows: QuerySet[Any, Any]) -> None:
    """Fetch something that every page needs together with the properties, in one statement; nothing outside a page."""
    if is_page():
        owners = Property.all_houses.order_by("pk")
        fetch(rows, owners)
        remember("houses", list(owners))


def property_of(code: str) -> Property:
    """The property of this code; Problem unknown_property."""
    found = next((owner for owner in houses() if owner.code == code), None)
    if found is None:
        raise Problem("unknown_property", "property", property=code)
    return found
