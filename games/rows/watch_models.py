"""Rows of the watch: what chance drew in each round, the watches, and their evidence over time.

Nothing here is edited. ``Drawn`` is written with the rounds (``games.rows.projector``); the rest by
``games.watch.follower``, from those rows alone, and a rebuild gives the same. Proved by ``tests/watch``.
"""

from __future__ import annotations

from typing import Final, Literal

from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import OfHouse, Property
from casino.site.choices import choices_of, small
from games.engine.chance import Device
from games.words import shared


class Drawn(OfHouse):
    """The physical result of a round that counts; no row for a round that has not ended, or whose result does not
    count, or was not sensed. The key is the round's."""

    id = models.BigIntegerField(primary_key=True)
    property = models.ForeignKey(Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    table = models.TextField()
    game = models.TextField()
    dealer = models.TextField(blank=True)
    equipment = models.IntegerField()
    moment = models.DateTimeField()
    first_position = models.BigIntegerField()
    gaming_day = models.DateField(null=True)
    drawn = models.JSONField()

    class Meta:
        ordering = ("moment", "first_position")
        indexes = (
            models.Index(fields=("property", "game", "table", "moment", "first_position"), name="games_drawn_table"),
            models.Index(fields=("property", "game", "dealer", "moment", "first_position"), name="games_drawn_dealer"),
        )

    def __str__(self) -> str:
        return f"{self.table} at {self.first_position}"


class WatchDue(models.Model):
    """From this place in the order on, what was drawn at a table (or by a dealer, where one is named) has changed and
    is to be taken in. Gone once that is done."""

    property = models.ForeignKey(Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    game = models.TextField()
    table = models.TextField(blank=True)
    dealer = models.TextField(blank=True)
    moment = models.DateTimeField()
    first_position = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.table or self.dealer} from {self.first_position}"


HAND: Final = "hand"
"""The kind of a watch over a dealer's hand; all others are over equipment."""


class Watch(OfHouse):
    """One watch: over the equipment of a table, or over a dealer's hand. ``value`` and ``highest`` are natural
    logarithms of the evidence when it was last looked at, and of the most it ever was."""

    pk = models.CompositePrimaryKey("property_id", "code")
    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )
    code = models.TextField(_("code"))
    kind = models.TextField(_("kind"), choices=choices_of(Literal[Device, "hand"], small(shared.WATCHED)))
    game = models.TextField(_("game"))
    table = models.TextField(_("table"), blank=True)
    dealer = models.TextField(_("dealer"), blank=True)
    equipment = models.IntegerField(_("set of equipment"), default=1)
    taken = models.IntegerField(_("results"), default=0)
    value = models.FloatField(default=0.0)
    highest = models.FloatField(default=0.0)
    began_at = models.DateTimeField(_("first result"))
    moment = models.DateTimeField(_("last result"))
    first_position = models.BigIntegerField()
    state = models.JSONField()

    class Meta:
        ordering = ("property_id", "code")
        indexes = (
            models.Index(fields=("property", "game", "table"), name="games_watch_table"),
            models.Index(fields=("property", "game", "dealer"), name="games_watch_dealer"),
        )

    def __str__(self) -> str:
        return self.code


class WatchPoint(OfHouse):
    """The evidence of a watch after so many results. ``drivers`` where there is something to tell, ``since`` being
    after how many results the strongest bet began; ``state`` at some of them, from which a correction goes on."""

    pk = models.CompositePrimaryKey("property_id", "watch", "taken")
    property = models.ForeignKey(Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    watch = models.TextField()
    taken = models.IntegerField()
    moment = models.DateTimeField()
    first_position = models.BigIntegerField()
    value = models.FloatField()
    highest = models.FloatField()
    since = models.IntegerField(null=True)
    since_at = models.DateTimeField(null=True)
    drivers = models.JSONField(null=True)
    state = models.JSONField(null=True)

    class Meta:
        ordering = ("property_id", "watch", "taken")
        indexes = (
            models.Index(fields=("property", "watch", "moment", "first_position"), name="games_watch_point_place"),
        )

    def __str__(self) -> str:
        return f"{self.watch} after {self.taken}"
