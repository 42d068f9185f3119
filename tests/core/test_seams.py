"""A seam takes each key once, and is gone through in the order of its keys, whoever came first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from casino.core.seams import Seam


@pytest.mark.parametrize("order", list(permutations(("bets", "findings", "picture"))), ids="-".join)
def test_the_order_of_registration_decides_nothing(order: tuple[str, ...]) -> None:
    seam: Seam[str, str] = Seam("Panels.")
    for key in order:
        seam.register(key, key.upper())
    assert list(seam) == ["bets", "findings", "picture"]
    assert list(seam.values()) == ["BETS", "FINDINGS", "PICTURE"]
    assert dict(seam) == {"bets": "BETS", "findings": "FINDINGS", "picture": "PICTURE"}


def test_a_key_is_taken_once() -> None:
    seam: Seam[str, int | None] = Seam("Codes of errors.")
    seam.register_all({"not_found": 404, "nothing": None})
    with pytest.raises(ValueError, match="not_found is registered twice: Codes of errors"):
        seam.register("not_found", 410)
    with pytest.raises(ValueError, match="nothing is registered twice"):
        seam.register_all({"nothing": 1})
    assert (len(seam), seam["not_found"], seam.get("other", 0)) == (2, 404, 0)
    assert "nothing" in seam
    assert "other" not in seam
    with pytest.raises(KeyError):
        seam["other"]


def test_what_is_decorated_is_put_in_and_stays_what_it_is() -> None:
    seam: Seam[type, Callable[[], str]] = Seam("What a fact means.")

    @seam.register(int)
    def meant() -> str:
        return "a number"

    assert seam[int] is meant
    assert meant() == "a number"
