"""A command as a person signs it: the struct that form or API was read into, as plain JSON. Pure; the format stands in
``docs/origin.md``, "What a person signs".

Every field is in it, under its name. What the record seals is in it by its salted hash, and so is every text that its
declaration does not call :data:`OPEN`: what is forgotten is hidden, not told. Moments are in UTC, files by their
SHA-256. Proved by ``tests/commands/test_signed_form.py``, for every declared command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from itertools import repeat
from typing import Any, Final

import msgspec
from msgspec import inspect

OPEN: Final = msgspec.Meta(extra={"open": True})
"""Of a text, in its annotation: a code, or what the record holds as it is, so that it is signed as it is."""


def signed_form(command: msgspec.Struct, hide: Callable[[str], str]) -> dict[str, Any]:
    """The members of a command as they are signed; ``hide`` says what stands for words."""
    return {name: _signed(getattr(command, name), kind, hide) for name, kind in _members(type(command)).items()}


@cache
def _members(struct: type[msgspec.Struct]) -> dict[str, inspect.Type]:
    found = inspect.type_info(struct)
    assert isinstance(found, inspect.StructType)
    return {each.name: each.type for each in found.fields}


def _signed(value: Any, kind: inspect.Type, hide: Callable[[str], str]) -> Any:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, msgspec.Struct):
        return signed_form(value, hide)
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    if isinstance(value, datetime):
        return msgspec.to_builtins(value.astimezone(UTC))
    arms = list(_arms(kind, is_open=False))
    if isinstance(value, tuple | list):
        [items] = (found for arm, _open in arms if (found := _items(arm)) is not None)
        return [_signed(each, item, hide) for each, item in zip(value, items, strict=False)]
    if isinstance(value, str) and any(isinstance(arm, inspect.StrType) and not is_open for arm, is_open in arms):
        return hide(value.strip())
    return msgspec.to_builtins(value)


def _items(kind: inspect.Type) -> Iterable[inspect.Type] | None:
    """The types of the items of a list or tuple, one after the other."""
    if isinstance(kind, inspect.TupleType):
        return kind.item_types
    return repeat(kind.item_type) if isinstance(kind, inspect.VarTupleType | inspect.ListType) else None


def _arms(kind: inspect.Type, *, is_open: bool) -> Iterator[tuple[inspect.Type, bool]]:
    """What a value of this type can be, and whether a text among it is open."""
    if isinstance(kind, inspect.Metadata):
        yield from _arms(kind.type, is_open=is_open or bool((kind.extra or {}).get("open")))
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _arms(each, is_open=is_open)
    else:
        yield kind, is_open
