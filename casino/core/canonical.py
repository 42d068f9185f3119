"""Canonical JSON: one value, one sequence of bytes, after RFC 8785 (JSON Canonicalization Scheme).

What is hashed must be written in exactly one way. The scheme fixes the order of keys (by UTF-16 code units, section
3.2.3), the escapes in strings (3.2.2.2) and leaves no white space. Numbers are narrower here than in the standard:
integers of at most 53 bits and nothing else, since no amount, count or time of this system is a float.

Proved against the separate package ``rfc8785`` by ``tests/core/test_canonical.py``.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from casino.core.events import MAX_INTEGER

MAX_DEPTH: Final = 64
"""How deep arrays and objects may nest: far more than any event has, far less than the interpreter's stack."""


class NotCanonical(ValueError):
    """The value has no canonical form here: a float, an integer past 53 bits, a key that is no string, bad Unicode."""


_encode = msgspec.json.Encoder().encode
encode_sorted: Final = msgspec.json.Encoder(order="sorted").encode
"""Canonical at once for structs and dicts whose keys are ASCII and whose numbers are small integers: the fast path of
the ledger, which has checked both."""


def canonical_bytes(value: Any) -> bytes:
    """The canonical bytes of None, bool, int, str, list, tuple and dict of these. Raises :class:`NotCanonical`."""
    try:
        return _encode(_ordered(value, MAX_DEPTH))
    except UnicodeEncodeError as error:
        raise NotCanonical(f"text that is not Unicode: {error.reason}") from error


def _ordered(value: Any, depth_left: int) -> Any:
    """The same value with the keys of every object in canonical order, checked on the way."""
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return value
    if kind is int:
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise NotCanonical(f"integer out of range: {value}")
        return value
    if depth_left == 0:
        raise NotCanonical(f"nested deeper than {MAX_DEPTH}")
    if kind is dict:
        return {key: _ordered(value[key], depth_left - 1) for key in _sorted_keys(value)}
    if kind is list or kind is tuple:
        return [_ordered(item, depth_left - 1) for item in value]
    raise NotCanonical(f"no canonical form for {kind.__name__}")


def _sorted_keys(value: dict[Any, Any]) -> list[str]:
    for key in value:
        if type(key) is not str:
            raise NotCanonical(f"key is not a string: {key!r}")
    return sorted(value, key=_utf16_units)


def _utf16_units(key: str) -> bytes:
    """Big-endian UTF-16: its bytes compare as its code units do."""
    return key.encode("utf-16-be")
