"""Remedies in words: who gets what, what of it the rules do not say, by which case and who decided."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

import games.niuniu.facts  # noqa: F401
from games import words
from games.engine.facts import Person, RemedyMade
from games.words import remedies

MADE = RemedyMade(
    bet="b1",
    to_player_minor=400_000,
    beyond_rules_minor=0,
    kind="pay_difference",
    case="2026-0001",
    made_by=Person(post="pit_manager", staff="S-300"),
)


def said(**other: Any) -> tuple[str, str]:
    text = words.event_sentence("niuniu.remedy_made.v1", structs.replace(MADE, **other), "VND")
    return text.vi.replace("\N{NO-BREAK SPACE}", " "), text.en.replace("\N{NO-BREAK SPACE}", " ")


def test_a_payment_with_everything_that_is_known_of_it() -> None:
    vi, en = said(clauses=("5.1", "8.4.6"), authorised_by=Person(post="shift_manager", staff="S-400"))
    assert en == (
        "Case 2026-0001, bet b1: 400,000 VND paid to the player (pay the difference). Under clause 5.1, 8.4.6. "
        "Decided by pit manager S-300. Authorised by shift manager S-400."
    )
    assert vi == (
        "Hồ sơ 2026-0001, cược b1: trả người chơi 400.000 VND (trả phần chênh lệch). Theo điều 5.1, 8.4.6. "
        "Người quyết định: Quản lý Pit S-300. Người cho phép: Quản lý Ca S-400."
    )


@pytest.mark.parametrize(
    ("other", "part"),
    [
        ({"to_player_minor": -5, "kind": "take_back"}, "5 VND taken back from the player (take back)"),
        (
            {"to_player_minor": 0, "beyond_rules_minor": 7, "kind": "other"},
            "no money moves (another remedy; 7 VND",
        ),
        ({"beyond_rules_minor": 3, "kind": "refund"}, "(refund; 3 VND granted beyond the rules)"),
        ({"beyond_rules_minor": -3, "kind": "void"}, "(void; 3 VND withheld that the rules grant)"),
    ],
)
def test_each_way_of_putting_right(other: dict[str, Any], part: str) -> None:
    vi, en = said(**other)
    assert part in en
    assert "None" not in vi + en
    assert "Authorised" not in en
    assert "Under clause" not in en


def test_every_kind_of_remedy_has_words() -> None:
    kinds = next(field.type for field in structs.fields(RemedyMade) if field.name == "kind").__args__
    assert set(remedies.KINDS) == set(kinds)
