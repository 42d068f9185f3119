"""What the house has set, and what is where: read for whoever asks.

Proved by ``tests/disputes/test_service.py``.
"""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from disputes.case.context import Terms
from games.models import Table


def terms() -> Terms:
    """What the house has set for its disputes. ImproperlyConfigured names a setting that does not exist."""
    unknown = sorted(set(settings.DISPUTE_TERMS) - set(Terms.__struct_fields__))
    if unknown:
        names = ", ".join(f"DISPUTE_{name.upper()}" for name in unknown)
        raise ImproperlyConfigured(f"There is no setting {names}; the names stand in disputes/case/context.py.")
    return Terms(**settings.DISPUTE_TERMS)


def pit_of(property_code: str, table: str | None) -> str | None:
    """The pit of a table as it stands now."""
    if table is None:
        return None
    return Table.objects.filter(property__code=property_code, code=table).values_list("pit", flat=True).first() or None
