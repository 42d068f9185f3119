"""Ending every session of an account, in the transaction that took its rights away. A request at work then cannot save
its session again: Django refuses to bring back one that is gone. Proved by ``tests/accounts/test_passwords.py``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session


def sessions_of(user_id: int, now: datetime) -> Iterator[tuple[str, dict[str, Any]]]:
    """Key and content of every open session of an account. Whose one is stands only inside it, so each is read."""
    wanted = str(user_id)
    for row in Session.objects.filter(expire_date__gt=now).iterator():
        content = row.get_decoded()
        if content.get(SESSION_KEY) == wanted:
            yield row.session_key, content


def end_session(key: str) -> int:
    """End one; how many there were."""
    return Session.objects.filter(session_key=key).delete()[0]


def end_sessions(user_id: int, now: datetime, *, but: str | None = None) -> int:
    """End them, but for one that goes on (its key); how many there were."""
    mine = [key for key, _content in sessions_of(user_id, now) if key != but]
    return Session.objects.filter(session_key__in=mine).delete()[0]
