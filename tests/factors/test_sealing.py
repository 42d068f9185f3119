"""Sealing: for one purpose and account, under a key that can be changed."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from casino.core.errors import Problem
from casino.factors import sealing

KEYS = [base64.b64encode(bytes([number] * 32)).decode() for number in range(3)]


def test_what_was_sealed_opens_only_for_its_purpose_and_account(settings: Any) -> None:
    sealed = sealing.seal(b"secret", purpose="a", user=1)
    assert sealing.opened(sealed, purpose="a", user=1) == b"secret"
    for purpose, user in (("b", 1), ("a", 2), ("a\n1", 1)):
        with pytest.raises(Problem) as refused:
            sealing.opened(sealed, purpose=purpose, user=user)
        assert refused.value.code == "factor_secret_unreadable"
    passing = sealing.seal_for_a_while(b"form", purpose="a", user=1)
    assert sealing.opened_in_time(passing, purpose="a", user=1) == b"form"
    for text in (passing[:-4], sealed, ""):
        with pytest.raises(Problem) as refused:
            sealing.opened_in_time(text, purpose="a", user=1)
        assert refused.value.code == "factor_expired"


def test_what_waits_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    passing = sealing.seal_for_a_while(b"form", purpose="a", user=1)
    monkeypatch.setattr(sealing, "WAITING_SECONDS", -1)
    with pytest.raises(Problem) as refused:
        sealing.opened_in_time(passing, purpose="a", user=1)
    assert refused.value.code == "factor_expired"


def test_the_key_can_be_changed_while_people_sign_in(settings: Any) -> None:
    settings.FACTOR_KEY = KEYS[0]
    sealed = sealing.seal(b"secret", purpose="a", user=1)
    settings.FACTOR_KEY, settings.FACTOR_KEY_FORMER = KEYS[1], KEYS[0]
    assert sealing.opened(sealed, purpose="a", user=1) == b"secret"
    anew = sealing.resealed(sealed, purpose="a", user=1)
    settings.FACTOR_KEY_FORMER = ""
    assert sealing.opened(anew, purpose="a", user=1) == b"secret"
    with pytest.raises(Problem) as refused:
        sealing.opened(sealed, purpose="a", user=1)
    assert refused.value.code == "factor_secret_unreadable"


def test_changing_the_secret_key_shuts_nobody_out(settings: Any) -> None:
    sealed = sealing.seal(b"secret", purpose="a", user=1)
    settings.SECRET_KEY = "another" * 10
    assert sealing.opened(sealed, purpose="a", user=1) == b"secret"


@pytest.mark.parametrize("key", ["", "short", "!" * 44, base64.b64encode(bytes(31)).decode()])
def test_an_unfit_key_is_said_so(settings: Any, key: str) -> None:
    settings.FACTOR_KEY = key
    with pytest.raises(Problem) as refused:
        sealing.seal(b"secret", purpose="a", user=1)
    assert refused.value.code == "factor_key_unfit"
