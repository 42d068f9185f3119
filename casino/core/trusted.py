"""Facts read from bytes that were checked when they were recorded, or when they were read from a file.

What a device sends is held against patterns and limits, and what is stored is read back before it is stored
(``casino/ledger/prepare.py``). A fold that asks it all again of every fact spends half its reading on it. So it reads
the facts as what they are, by the types of their fields, and leaves patterns and limits alone. Proved by
``tests/core/test_trusted.py``.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from casino.core.events import Fact


@lru_cache(maxsize=1_024)
def reader(fact: type[Fact]) -> Callable[[bytes], Any]:
    """Reads of a stored body its ``data`` and its ``clock_skew_ms``, and passes over what else stands there."""
    fields: list[Any] = [("data", _unlimited(fact)), ("clock_skew_ms", int | None, None)]
    return msgspec.json.Decoder(msgspec.defstruct(f"{fact.__name__}Said", fields, frozen=True, gc=False)).decode


@lru_cache(maxsize=1_024)
def whole_reader(fact: type[Fact]) -> Callable[[bytes], Any]:
    """Reads a stored body whole, its ``id`` as text."""
    fields: list[Any] = [
        ("id", str),
        ("data", _unlimited(fact)),
        ("correlation", str | None, None),
        ("sequence", int | None, None),
        ("clock_skew_ms", int | None, None),
        ("clock_estimated", bool | None, None),
        ("dated_back_ms", int | None, None),
        ("entered_later", bool | None, None),
    ]
    return msgspec.json.Decoder(msgspec.defstruct(f"{fact.__name__}Told", fields, frozen=True, gc=False)).decode


@lru_cache(maxsize=1_024)
def _unlimited(struct: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """A struct with the same fields, their limits left out: a subclass, so that nobody who reads it sees a
    difference, and equal to the like of it that was read with limits."""
    hints = get_type_hints(struct, include_extras=True)

    def equal(one: Any, other: Any) -> Any:
        if not isinstance(other, struct):
            return NotImplemented
        return msgspec.structs.astuple(one) == msgspec.structs.astuple(other)

    return msgspec.defstruct(
        struct.__name__,
        [
            (field.name, _without_limits(hints[field.name]), *_default(field))
            for field in msgspec.structs.fields(struct)
        ],
        bases=(struct,),
        namespace={"__eq__": equal, "__hash__": struct.__hash__, "__doc__": struct.__doc__},
        module=struct.__module__,
        frozen=True,
        gc=False,
        kw_only=True,
    )


def _default(field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    return () if field.required else (field.default,)


def _without_limits(hint: Any) -> Any:
    """A type without what :class:`msgspec.Meta` says of its values, at any depth."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _without_limits(parts[0])
    if origin in (Union, types.UnionType):
        return Union[tuple(map(_without_limits, parts))]  # noqa: UP007 - made of what is found
    if origin in (tuple, list):
        return origin[tuple(part if part is Ellipsis else _without_limits(part) for part in parts)]
    return _unlimited(hint) if isinstance(hint, type) and issubclass(hint, msgspec.Struct) else hint
