"""Who acts on footage: the person of an account, in the post in force at the property.

Proved by ``tests/surveillance/files/test_allowed.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from casino.core.errors import Problem
from casino.core.posts import Post
from disputes.context import actor_of
from games.engine.facts import Person


def person_of(user: Any, property_code: str, now: datetime) -> Person:
    """The person that events name. Problem ``forbidden`` for somebody without a post at this house."""
    found = actor_of(user, property_code, now).person
    if found is None:
        raise Problem("forbidden")
    return found


def person_again(post: str, staff: str) -> Person:
    """The person that a row names."""
    return msgspec.convert({"post": post, "staff": staff}, Person)


SURVEILLANCE = Post.SURVEILLANCE.value
"""The post that footage belongs to."""
