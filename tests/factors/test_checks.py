"""At start: a house that requires a second factor can keep its secrets."""

from __future__ import annotations

from typing import Any

import pytest

from casino.factors.checks import key_is_given


@pytest.mark.parametrize(
    ("factor", "key", "owner", "wrong"),
    [
        ("required", "", False, True),
        ("required", "c2hvcnQ=", False, True),
        ("required", "", True, False),
        ("off", "", False, False),
        ("off", "c2hvcnQ=", False, True),
        ("required", None, False, False),
    ],
)
def test_the_key(
    settings: Any, monkeypatch: pytest.MonkeyPatch, factor: str, key: str | None, owner: bool, wrong: bool
) -> None:
    settings.SECOND_FACTOR = factor
    settings.FACTOR_KEY = settings.FACTOR_KEY if key is None else key
    if owner:
        monkeypatch.setenv("TABLEPROOF_DATABASE_ROLE", "owner")
    assert [message.id for message in key_is_given()] == (["factors.E001"] if wrong else [])
