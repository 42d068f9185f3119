"""When a property's record was last recomputed (``ledger_verify``, ``verify_log``), up to where, what came of it.

A row for each run, shown to the house and to whoever looks on. It is the house's word, and proves nothing: who wants
proof recomputes. Proved by ``tests/checkpoints/test_verifications.py``.
"""

from __future__ import annotations

from datetime import datetime

from django.core.management.base import OutputWrapper
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from casino.ledger.models import Property, Verification


def keep(
    property_code: str, command: str, *, reached: int, faults: int, now: datetime, out: OutputWrapper
) -> Verification | None:
    """Keep the outcome of a run. On a database that takes no writes (a copy to read) ``out`` is told that it was not
    kept: the verdict itself stands all the same."""
    owner = Property.objects.get(code=property_code)
    try:
        with transaction.atomic():
            return Verification.objects.create(
                property=owner, command=command, reached=reached, faults=faults, ended_at=now
            )
    except DatabaseError as error:
        out.write(_("{code}: this run was not kept: {why}").format(code=property_code, why=error))
        return None


def newest_rows() -> QuerySet[Verification]:
    """The last run of each property."""
    return Verification.objects.order_by("property_id", "-id").distinct("property_id")


def newest() -> dict[int, Verification]:
    """The same by the key of the property."""
    return {row.property_id: row for row in newest_rows()}
