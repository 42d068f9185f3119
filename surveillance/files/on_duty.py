"""Who acts on footage: the person of an account, in the post in force at the property.

Proved by ``tests/surveillance/files/test_allowed.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from casino.access.roles import ONLOOKERS
from casino.core.errors import Problem
from casino.core.posts import Post
from disputes.rows.actor import actor_of
from games.engine.facts import Person
from surveillance.record.parts import Viewer


def person_of(user: Any, property_code: str, now: datetime) -> Person:
    """The person that events name. Problem ``forbidden`` for somebody without a post at this house."""
    found = actor_of(user, property_code, now).person
    if found is None:
        raise Problem("forbidden")
    return found


def viewer_of(user: Any, property_code: str, now: datetime) -> Viewer:
    """To whom film is given: as :func:`person_of`, and whoever looks on from outside, who acts in nothing else. Problem
    ``forbidden``."""
    actor = actor_of(user, property_code, now)
    if actor.person is None and actor.role not in ONLOOKERS:
        raise Problem("forbidden")
    return viewer_again(actor.role if actor.person is None else actor.person.post, actor.staff)


def viewer_again(post: str, staff: str) -> Viewer:
    """The same of a row."""
    return msgspec.convert({"post": post, "staff": staff}, Viewer)


def person_again(post: str, staff: str) -> Person:
    """The person that a row names."""
    return msgspec.convert({"post": post, "staff": staff}, Person)


SURVEILLANCE = Post.SURVEILLANCE.value
"""The post that footage belongs to."""
