"""The quick look at an event's keys never lets pass what the full one refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.core.errors import Problem
from games.ingest.wire import PLAIN_BYTES, _check_text, _has_plain_keys

KEYS = st.sampled_from(["a", "b", "ă", "", '"', "\\", "\x00"])
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), KEYS)


def text_of(value: Any) -> str:
    """JSON in which an object is a list of pairs behind a mark, so that keys can stand twice."""
    if isinstance(value, tuple):
        return "{" + ",".join(f"{json.dumps(key, ensure_ascii=False)}: {text_of(item)}" for key, item in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(text_of, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.lists(st.tuples(KEYS, inner), max_size=3).map(lambda pairs: tuple(pairs))
    ),
    max_leaves=8,
)


@given(TREES)
def test_what_passes_quickly_passes_in_full(tree: Any) -> None:
    text = text_of(tree)
    if _has_plain_keys(text.encode()):
        _check_text(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":1}',
        '{"a":{"b":1,"b":2}}',
        '{"a":"x","a":"x"}',
        '[{"":1,"":2}]',
        '{"ă":1,"\\u0103":2}',
        '{"a":"\\u0000"}',
        '{"a":' + "9" * (PLAIN_BYTES + 400) + "}",
    ],
)
def test_what_is_refused_in_full_does_not_pass_quickly(text: str) -> None:
    assert not _has_plain_keys(text.encode())
    with pytest.raises(Problem):
        _check_text(text)


def test_what_devices_send_passes_quickly() -> None:
    assert _has_plain_keys(b'{"id": "x", "sequence": 1, "data": {"spot": "red", "chips": [{"v": 1}, {"v": 1}]}}')
