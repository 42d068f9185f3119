"""``/healthz`` tells the truth about the database."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
def test_ok_when_the_database_answers(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


@pytest.mark.django_db
def test_503_and_nothing_more_when_it_does_not(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_cursor() -> None:
        raise OperationalError("password authentication failed for user secret")

    monkeypatch.setattr(connection, "cursor", no_cursor)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"database")
