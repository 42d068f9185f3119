"""The tables of the vault. None of them is any use without the keys of the persons, which are not in the database.

A row of ``SealedContent`` is added and never changed: the application's role may neither update nor delete it
(``disputes/grants.py``). Erasing a person leaves it as unreadable bytes, so that every digest in the events still has
its counterpart. Proved by ``tests/vault``.
"""

from __future__ import annotations

from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.core.messages import Catalogue
from casino.core.sealed import Kind
from casino.ledger.models import OfHouse, Property
from casino.site.choices import choices_of, codes_of

_WORDS: Final = Catalogue(__file__)

PERSON_PATTERN = r"^PS-[0-9a-f]{12}$"
DIGEST_PATTERN = r"^[0-9a-f]{64}$"


class Person(OfHouse):
    """Somebody whom sealed content can name, by reference only. The row stays when the person is erased."""

    ref = models.TextField(_("reference"), primary_key=True)
    property = models.ForeignKey(Property, on_delete=models.PROTECT, verbose_name=_("property"), related_name="+")
    erased_at = models.DateTimeField(_("erased at"), null=True)

    class Meta:
        app_label = "disputes"
        db_table = "disputes_person"
        verbose_name = _("person")
        verbose_name_plural = _("persons")
        constraints = [
            models.CheckConstraint(condition=Q(ref__regex=PERSON_PATTERN), name="disputes_person_ref_is_a_reference"),
        ]

    def __str__(self) -> str:
        return self.ref


class SealedContent(OfHouse):
    """Words, an identity, an attachment or a paper, encrypted under the keys of all ``persons``.

    ``ciphertext`` ends with the tag of AES-GCM; ``version`` says how it was made (``casino/vault/sealing.py``).
    ``digest`` is the one that stands in the event.
    """

    ref = models.UUIDField(_("reference"), primary_key=True)
    property = models.ForeignKey(Property, on_delete=models.PROTECT, verbose_name=_("property"), related_name="+")
    kind = models.TextField(_("kind"), choices=choices_of(Kind, _WORDS.table("kinds")))
    persons = ArrayField(models.TextField(), verbose_name=_("persons"))
    digest = models.TextField(_("salted SHA-256"))
    version = models.PositiveSmallIntegerField(_("format"))
    nonce = models.BinaryField(_("nonce"))
    ciphertext = models.BinaryField(_("encrypted content"))

    class Meta:
        app_label = "disputes"
        db_table = "disputes_sealed"
        verbose_name = _("sealed content")
        verbose_name_plural = _("sealed contents")
        indexes = [GinIndex(fields=["persons"], name="disputes_sealed_persons")]
        constraints = [
            models.CheckConstraint(condition=Q(digest__regex=DIGEST_PATTERN), name="disputes_sealed_digest_is_one"),
            models.CheckConstraint(condition=Q(persons__len__gte=1), name="disputes_sealed_names_somebody"),
            models.CheckConstraint(condition=Q(kind__in=list(codes_of(Kind))), name="disputes_sealed_kind_is_known"),
        ]

    def __str__(self) -> str:
        return str(self.ref)


class NameIndex(models.Model):
    """The words of a person's name for the search, each hashed with that person's own key. Goes with the person."""

    person = models.OneToOneField(Person, on_delete=models.PROTECT, primary_key=True, verbose_name=_("person"))
    tokens = ArrayField(models.BinaryField(), verbose_name=_("hashed words"))

    class Meta:
        app_label = "disputes"
        db_table = "disputes_name_index"
        verbose_name = _("hashed name")
        verbose_name_plural = _("hashed names")

    def __str__(self) -> str:
        return self.person_id
