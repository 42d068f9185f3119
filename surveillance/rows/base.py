"""What the rows of Surveillance have in common. Proved by ``tests/surveillance/test_holds.py``."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.rows.models import OfProperty


class OfStream(OfProperty):
    """A row that stands for a whole stream, or for something in it (``version`` is then the stream's)."""

    stream = models.TextField(_("stream"))
    version = models.IntegerField(_("version"))
    last_position = models.BigIntegerField(_("last position"))

    class Meta:
        abstract = True


def to(model: str, name: Any, related: str = "+", *, null: bool = False) -> models.ForeignKey:
    """A reference to another read model: no constraint, since rows are dropped and rebuilt."""
    return models.ForeignKey(
        model,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=null,
        related_name=related,
        verbose_name=name,
    )
