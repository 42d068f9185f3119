"""The receipts of commands."""

from __future__ import annotations

from django.db import models

from casino.ledger.models import Property


class Receipt(models.Model):
    """That a command was carried out: its id, made by the form or the client, and a keyed digest of what it said. The
    same command again is answered from here, and another under its id is refused. ``persons`` are those whose keys the
    digest needs, with spaces between: those under whose keys the words of the command were sealed.

    ``kept_from`` and ``kept_number`` are of receipts that stood in a room's own table until 2026-11: by these numbers
    they were noted in the record (``casino.ledger.noting``)."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    command_id = models.UUIDField()
    command = models.TextField()
    stream = models.TextField()
    version = models.IntegerField()
    persons = models.TextField()
    digest = models.BinaryField()
    recorded_at = models.DateTimeField()
    kept_from = models.TextField(blank=True, default="")
    kept_number = models.BigIntegerField(null=True, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("property", "command_id"), name="commands_receipt_once"),
            models.UniqueConstraint(fields=("kept_from", "kept_number"), name="commands_receipt_kept_once"),
        )
        indexes = (models.Index(fields=("property", "stream"), name="commands_receipt_stream"),)

    def __str__(self) -> str:
        return str(self.command_id)
