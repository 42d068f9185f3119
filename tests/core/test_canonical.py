"""Canonical bytes equal those of the separate package rfc8785, on everything that is allowed; the rest is refused."""

from __future__ import annotations

from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.canonical import MAX_DEPTH, NotCanonical, canonical_bytes
from casino.core.events import MAX_INTEGER

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXT
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXT, inner, max_size=6), max_leaves=30
)


@settings(max_examples=400)
@given(VALUES)
def test_equals_the_separate_implementation(value: Any) -> None:
    assert canonical_bytes(value) == rfc8785.dumps(value)


def test_keys_are_ordered_by_utf16_units_not_by_code_points() -> None:
    """RFC 8785, 3.2.3: U+1F600 begins with the unit D83D and so stands before U+FB33, which has the smaller number."""
    keys = ["\ufb33", "\U0001f600", "\u20ac", "\r", "1", "\u0080", "\u00f6"]
    value = {key: index for index, key in enumerate(keys)}
    assert sorted(keys) != ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert canonical_bytes(value) == (
        '{"\\r":3,"1":4,"\u0080":5,"\u00f6":6,"\u20ac":2,"\U0001f600":1,"\ufb33":0}'.encode()
    )
    assert canonical_bytes(value) == rfc8785.dumps(value)


def test_every_control_character_is_escaped_as_the_standard_says() -> None:
    every = "".join(map(chr, range(0x20))) + '"\\/\x7f\u2028'
    assert canonical_bytes(every) == rfc8785.dumps(every)
    assert canonical_bytes("\x1f\b") == b'"\\u001f\\b"'


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        2**53,
        -(2**53),
        {1: "x"},
        {"a": 0.5},
        [b"bytes"],
        {"a": {None: 1}},
        "\ud800",
        {"\udfff": 1},
        {1},
    ],
    ids=repr,
)
def test_what_has_no_canonical_form_is_refused(value: Any) -> None:
    with pytest.raises((NotCanonical, UnicodeEncodeError)):
        canonical_bytes(value)


def test_largest_integers_are_written_whole() -> None:
    assert canonical_bytes([MAX_INTEGER, -MAX_INTEGER]) == b"[9007199254740991,-9007199254740991]"


def test_nesting_has_a_limit() -> None:
    def nested(levels: int) -> Any:
        value: Any = 1
        for _ in range(levels):
            value = [value]
        return value

    assert canonical_bytes(nested(MAX_DEPTH)) == b"[" * MAX_DEPTH + b"1" + b"]" * MAX_DEPTH
    with pytest.raises(NotCanonical):
        canonical_bytes(nested(MAX_DEPTH + 1))
