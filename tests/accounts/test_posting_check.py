"""``ledger_verify --postings``: a posting that was changed past the record is found."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from casino.accounts import changes, service
from casino.accounts.changes import Asked
from casino.accounts.posting_check import faults
from casino.clock import now as clock
from casino.models import Posting
from tests.accounts.conftest import Cast
from tests.posting import posting

HOUR = timedelta(hours=1)
Forge = Callable[[Cast, Posting], object]


@pytest.fixture
def acting(cast: Cast) -> Posting:
    """One posting that was asked for and confirmed. What the cast stood on before has no event."""
    now = clock()
    asked = Asked(
        property=cast.house, post="acting_pit_supervisor", tables=["RL01"], begins_at=now + HOUR, ends_at=now + 4 * HOUR
    )
    changes.ask_posting(cast["dealer"].pk, asked, **cast.by("adm"))
    changes.confirm(cast.waiting.pk, **cast.by("gm"))
    return Posting.objects.get(user=cast["dealer"])


def unguard() -> None:
    """What somebody does who owns the database."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE casino_posting DISABLE TRIGGER USER")


def update(**values: object) -> Forge:
    return lambda cast, row: Posting.objects.filter(pk=row.pk).update(**values)


FORGERIES: dict[str, tuple[Forge, str]] = {
    "another table": (update(tables=["RL01", "RL02"]), "tables not as recorded"),
    "a pit": (update(pits=["A"]), "pits not as recorded"),
    "earlier": (update(begins_at=datetime(2026, 1, 1, tzinfo=UTC), ends_at=None, post="pit_supervisor"), "begins_at"),
    "another person": (
        lambda cast, row: Posting.objects.filter(pk=row.pk).update(user=cast["nobody"]),
        "stream not as recorded",
    ),
    "another property": (
        lambda cast, row: Posting.objects.filter(pk=row.pk).update(property=cast.other_house),
        "property not as recorded",
    ),
    "gone": (lambda cast, row: Posting.objects.filter(pk=row.pk).delete(), "its row is missing"),
    "nobody gave it": (lambda cast, row: posting(cast["sup"], "pit_supervisor", owner=cast.house), "no event gives it"),
}


def test_what_was_given_and_ended_by_commands_agrees(cast: Cast, acting: Posting) -> None:
    assert list(faults("HOI")) == []
    service.end_posting(acting.pk, **cast.by("adm"))
    assert list(faults("HOI")) == []
    assert list(faults("DAN")) == [], "accounts stand in one record"


@pytest.mark.parametrize("kind", FORGERIES)
def test_each_forgery_is_found(cast: Cast, acting: Posting, kind: str) -> None:
    forge, words = FORGERIES[kind]
    unguard()
    forge(cast, acting)
    (said,) = faults("HOI")
    assert words in said


def test_an_ended_posting_set_going_again_is_found(cast: Cast, acting: Posting) -> None:
    ends_at = acting.ends_at
    service.end_posting(acting.pk, **cast.by("adm"))
    unguard()
    Posting.objects.filter(pk=acting.pk).update(ended_at=None, ended_by="", ends_at=ends_at)
    out = StringIO()
    with pytest.raises(CommandError, match="HOI"):
        call_command("ledger_verify", "--postings", property_code="HOI", stdout=out)
    assert "ends_at, ended_at not as recorded" in out.getvalue()
