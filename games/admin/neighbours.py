"""The round before one at its table and the one after it, wherever a round is looked at. Proved by
``tests/admin/test_round_page.py``."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpRequest

from casino.access import inspectors
from games.rows.models import Round


def neighbours(request: HttpRequest, row: Round) -> tuple[Round | None, Round | None]:
    """The round before this one at its table and the one after it, of those that this person sees, in the order in
    which the table played them (whatever game)."""
    seen = Round.objects.filter(inspectors.rows(request.user, "round"), property=row.property_id, table=row.table)
    before = seen.filter(Q(moment__lt=row.moment) | Q(first_position__lt=row.first_position))
    after = seen.filter(Q(moment__gt=row.moment) | Q(first_position__gt=row.first_position))
    # One question for both: the page of a round asks few.
    earlier = before.filter(moment__lte=row.moment).order_by("-moment", "-first_position")[:1]
    later = after.filter(moment__gte=row.moment).order_by("moment", "first_position")[:1]
    here = (row.moment, row.first_position)
    found = {(each.moment, each.first_position) > here: each for each in earlier.union(later, all=True)}
    return found.get(False), found.get(True)
