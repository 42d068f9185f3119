"""A read of personal data."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.ledger.grams import search_index
from casino.ledger.models import OfHouse, Property


class ReadKind(models.TextChoices):
    CASE = "case", _("case")
    ATTACHMENT = "attachment", _("attachment")
    PAPER = "paper", _("paper")
    SEARCH = "search", _("search by name")
    REASON = "reason", _("reason of a fact")
    INCIDENT = "incident", _("incident of Surveillance")
    LIST = "list", _("names and claims in a list")


class PersonalRead(OfHouse):
    """``staff`` and ``role`` as they were then; ``about`` is what was read (a case, a piece of it, the
    stream of a fact whose reason lies sealed), ``persons`` the
    references of those whom a search found. What was searched for is a name, and is not kept."""

    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )
    staff = models.TextField(_("person"))
    role = models.TextField(_("post"), blank=True)
    kind = models.TextField(_("what"), choices=ReadKind.choices)
    about = models.TextField(_("about"), blank=True)
    persons = ArrayField(models.TextField(), verbose_name=_("persons found"), default=list)
    at = models.DateTimeField(_("when"))
    address = models.TextField(_("from where"), blank=True)

    class Meta:
        app_label = "disputes"
        db_table = "disputes_personal_read"
        verbose_name = _("read of personal data")
        verbose_name_plural = _("reads of personal data")
        ordering = ("-at", "-pk")
        indexes = (
            models.Index(fields=("property", "-at"), name="disputes_read_at"),
            models.Index(fields=("staff", "kind", "about", "-at"), name="disputes_read_again"),
            models.Index(fields=("about",), name="disputes_read_about"),
            search_index("disputes_read_search", "staff", "about", "address"),
        )

    def __str__(self) -> str:
        return f"{self.staff} {self.kind} {self.about}"
