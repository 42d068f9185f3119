"""A read model's row, from columns that say where they come from.

Most columns are called as the fact is that a row stands for, and come from there; of the others a declaration says from
where: by a path (``kept.withdrawn.withdrawn_by``), where one step that is nothing makes it nothing, or by a function.
What that comes to, the column's own type says: a person is their code, a sequence a list, a struct plain data; nothing
is empty text, zero, false or null. Proved by ``tests/readmodel/test_columns.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.contrib.postgres.fields import ArrayField
from django.db import models

From = str | Callable[[Any], Any]
"""Where a column comes from: a path from what is at hand, or a function of it."""
Key = Callable[[Any, Any], int | None]


def called(path: str, *names: str) -> dict[str, str]:
    """Columns that are called as something else than the fact calls them: as what lies at this path does."""
    return {name: f"{path}.{name}" for name in names}


def columns(model: type[models.Model], at: Any, declared: Mapping[str, From], key: Key | None = None) -> dict[str, Any]:
    """The columns that are declared, and those that ``at.fact`` has by their names. ``key`` makes the key of what a
    reference comes to, by the model that it refers to."""
    found = {}
    for field in model._meta.concrete_fields:
        if field.name in declared:
            value = there(at, declared[field.name])
        elif hasattr(at.fact, field.name):
            value = getattr(at.fact, field.name)
        else:
            continue
        found[field.attname] = key(field.related_model, value) if field.is_relation and key else _held(field, value)
    return found


def there(at: Any, source: From) -> Any:
    """What lies at a path, or what a function makes of it."""
    if callable(source):
        return source(at)
    for name in source.split("."):
        if at is None:
            return None
        at = getattr(at, name)
    return at


def _held(field: models.Field[Any, Any], value: Any) -> Any:
    """A value as the column holds it."""
    if value is None:
        return 0 if isinstance(field, models.IntegerField) and not field.null else field.get_default()
    if isinstance(field, models.BooleanField) and not isinstance(value, bool):
        return True
    if isinstance(field, ArrayField | models.JSONField):
        plain = msgspec.to_builtins(value)
        return list(plain) if isinstance(plain, tuple) else plain
    return getattr(value, "staff", value)
