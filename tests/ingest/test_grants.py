"""What a known sender sent stays in quarantine as it came; strangers' oldest rows may make room."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, connection, transaction

from casino.core.errors import Problem
from games.ingest.models import Quarantine
from games.ingest.quarantine import Refused, keep, keep_from_stranger
from games.rows import limits

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
REFUSED = Refused(body=b"{", problem=Problem("empty_body"))


def keep_one() -> None:
    keep([REFUSED], owner=None, device=None, received_at=NOW)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM games_quarantine",
        "TRUNCATE games_quarantine",
        "UPDATE games_quarantine SET body = ''",
        "UPDATE games_quarantine SET is_authenticated = false",
        "UPDATE games_quarantine SET code = 'something_else'",
        "UPDATE games_quarantine SET times = 0",
    ],
)
def test_the_application_cannot(db: None, app_role: str, statement: str) -> None:
    keep_one()
    with connection.cursor() as cursor, pytest.raises(DatabaseError), transaction.atomic():
        cursor.execute(statement)
    assert bytes(Quarantine.objects.get().body) == b"{"


def test_not_even_the_owner_removes_what_a_known_sender_sent(db: None) -> None:
    keep_one()
    with connection.cursor() as cursor, pytest.raises(DatabaseError, match="stays"), transaction.atomic():
        cursor.execute("DELETE FROM games_quarantine")


def test_counting_again_and_room_for_strangers_are_possible(
    db: None, app_role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGERS_KEPT", 2)
    keep([REFUSED, REFUSED], owner=None, device=None, received_at=NOW)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_quarantine SET times = times + 1, last_received_at = now()")
    assert Quarantine.objects.get().times == 3
    for _each in range(4):
        keep_from_stranger(REFUSED, device_code="X", received_at=NOW, source="192.0.2.1", content_type="")
    assert Quarantine.objects.filter(is_authenticated=False).count() == 2
    assert Quarantine.objects.filter(is_authenticated=True).count() == 1
