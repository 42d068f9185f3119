"""The property that somebody means who names none: the only one there is."""

from __future__ import annotations

from casino.core.errors import ERRORS, Problem
from casino.ledger.models import Property

ERRORS.register_all(
    {
        "property_needed": 400,
        "no_property": 404,
    }
)


def property_code_of(given: str | None) -> str:
    """The property asked for, or the only one there is."""
    if given is not None:
        return given
    codes = list(Property.objects.order_by("code").values_list("code", flat=True)[:10])
    if not codes:
        raise Problem("no_property", "property")
    if len(codes) > 1:
        raise Problem("property_needed", "property", codes=", ".join(codes))
    return codes[0]
