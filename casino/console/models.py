"""What a person keeps of the lists that they look at. Proved by ``tests/admin/test_saved_views.py``."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import Property


class SavedView(models.Model):
    """The filters and the order of a list that a person keeps under a name: no search and nothing that names people.
    ``list`` is the list's model; ``role`` is empty for one's own alone, else that with which it is shared at the
    property. Kept by ``casino.console.saved_views``; no part of the record."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    property = models.ForeignKey(Property, on_delete=models.CASCADE, related_name="+", null=True)
    list = models.CharField(max_length=100)
    name = models.CharField(_("name"), max_length=60)
    query = models.CharField(max_length=2000, blank=True)
    role = models.CharField(max_length=32, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("saved view")
        verbose_name_plural = _("saved views")
        default_permissions = ()
        ordering = ("name", "id")
        constraints = [models.UniqueConstraint(fields=("user", "list", "name"), name="casino_savedview_once")]
        indexes = [models.Index(fields=["list", "role"], name="casino_savedview_shared")]

    def __str__(self) -> str:
        return self.name
