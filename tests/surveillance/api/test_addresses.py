"""Two rooms of Surveillance share ``/api/v1/footage/``: an address leads to its own view, a name says one thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.urls import URLPattern, get_resolver, resolve, reverse
from drf_spectacular.drainage import GENERATOR_STATS, reset_generator_stats
from drf_spectacular.generators import SchemaGenerator

VALUES = {"UUIDConverter": UUID(int=7), "IntConverter": 7}
"""What stands for a part of an address; for any other kind, a word that nobody gives a meaning."""
ROOMS = ("footage:", "files:", "footage_", "admin:surveillance_")


def _named(patterns: Any, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        if not isinstance(pattern, URLPattern):
            yield from _named(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space)
        elif pattern.name is not None:
            yield f"{space}{pattern.name}", pattern


ADDRESSES = [each for each in _named(get_resolver().url_patterns) if each[0].startswith(ROOMS)]


def test_all_rooms_are_looked_at() -> None:
    for room in ROOMS:
        assert len([name for name, _pattern in ADDRESSES if name.startswith(room)]) > 5, room


@pytest.mark.parametrize(("name", "pattern"), ADDRESSES, ids=[name for name, _pattern in ADDRESSES])
def test_no_address_is_shadowed(name: str, pattern: URLPattern) -> None:
    """Also by another room, or by a name that two share: who asks for the name's address gets the name's view."""
    kinds = pattern.pattern.converters
    said = {part: VALUES.get(type(kind).__name__, "zz-7") for part, kind in kinds.items()}
    found = resolve(reverse(name, kwargs=said))
    assert found.view_name == name
    assert found.func is pattern.callback


def test_what_the_two_describe_has_names_of_its_own() -> None:
    """A generator of clients would take one of two things of the same name for the other."""
    reset_generator_stats()
    generator: Any = SchemaGenerator
    described = generator().get_schema(request=None, public=True)
    told = [str(each) for each in (*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache)]
    reset_generator_stats()
    assert told == []
    operations: dict[str, list[str]] = defaultdict(list)
    shapes: dict[str, list[str]] = defaultdict(list)
    for path, methods in described["paths"].items():
        shape = "/".join("{}" if part.startswith("{") else part for part in path.split("/"))
        shapes[shape].append(path)
        for method, operation in methods.items():
            operations[operation["operationId"]].append(f"{method} {path}")
    assert {name: places for name, places in operations.items() if len(places) > 1} == {}
    assert {shape: paths for shape, paths in shapes.items() if len(paths) > 1} == {}
