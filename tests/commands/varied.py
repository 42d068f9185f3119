"""Random commands of any declaration: every value that its types take. What a room makes of one is another matter."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2099, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
DAYS = st.dates(date(2000, 1, 1), date(2099, 1, 1))


def commands(struct: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Structs of this type."""
    found = inspect.type_info(struct)
    assert isinstance(found, inspect.StructType)
    return st.builds(struct, **{each.name: values(each.type) for each in found.fields})


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Whatever this type takes."""
    match kind:
        case inspect.Metadata(type=inner):
            return values(inner)
        case inspect.UnionType(types=arms):
            return reduce(or_, (values(each) for each in arms))
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=low, le=high):
            return st.integers(-(2**53) + 1 if low is None else low, 2**53 - 1 if high is None else high)
        case inspect.LiteralType(values=codes):
            return st.sampled_from(sorted(codes, key=str))
        case inspect.StrType():
            return texts(kind)
        case inspect.BytesType():
            return st.binary(max_size=20)
        case inspect.DateTimeType():
            return MOMENTS
        case inspect.DateType():
            return DAYS
        case inspect.UUIDType():
            return st.uuids()
        case inspect.StructType(cls=cls):
            return commands(cls)
        case inspect.VarTupleType(item_type=item, min_length=low):
            return st.lists(values(item), min_size=low or 0, max_size=max(3, low or 0)).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*map(values, items))
        case inspect.DictType(value_type=inner):
            return st.dictionaries(_SMALL, values(inner), max_size=3)
        case inspect.AnyType():
            return st.none() | st.booleans() | st.integers(0, 99) | _SMALL | st.lists(_SMALL, max_size=2)
    raise AssertionError(f"no values of {kind}")


def texts(kind: inspect.StrType) -> st.SearchStrategy[str]:
    """Text of any kind where the declaration binds it by no pattern; else of the first kind that the pattern takes."""
    low, high = kind.min_length or 0, kind.max_length or 200
    if kind.pattern is None:
        return st.text(min_size=low, max_size=min(high, 40))
    pattern = re.compile(kind.pattern)
    return next(made for example, made in KINDS.items() if pattern.search(example) and low <= len(example) <= high)


_SMALL = st.text("abcdef0123456789", min_size=1, max_size=6)
KINDS = {
    "Khách nói: “đủ rồi”.": st.text("Đặng khách nói\r\n ạ“”", min_size=3, max_size=30).map(lambda text: f" {text}ổ "),
    "vi": st.sampled_from(("vi", "en", "ko")),
    "7.4.1": st.integers(1, 8).map(lambda number: f"7.{number}"),
    "A-1": _SMALL.map(lambda text: f"A-{text}"),
    "audit/RL01/1": _SMALL.map(lambda text: f"audit/RL01/{text}"),
    "https://a.example/x": _SMALL.map(lambda text: f"https://a.example/{text}"),
    "0" * 32: st.integers(0, 16**32 - 1).map(lambda number: f"{number:032x}"),
    "0" * 64: st.integers(0, 16**64 - 1).map(lambda number: f"{number:064x}"),
}
"""An example of a kind of text -> texts of it."""
