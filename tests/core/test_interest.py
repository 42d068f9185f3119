"""The one rule of interest, by itself."""

from __future__ import annotations

import pytest

from casino.core import interest
from casino.core.errors import Problem
from casino.core.interest import BARS, IN_THE_MATTER, NAMES, OPEN, WHY, Part, Tie, barring, no_matter
from casino.core.text import Text

IN_IT = (Part("S-1", Tie.RULED, "RL01/7"), Part("S-2", Tie.OFFERED, "2026-00001"), Part("S-1", Tie.DEALT, "RL01/7"))


@pytest.mark.parametrize("tie", IN_THE_MATTER)
def test_each_tie_to_the_matter_bars(tie: Tie) -> None:
    with pytest.raises(Problem) as refused:
        interest.check("S-1", [Part("S-1", tie, "RL01/7")])
    assert (refused.value.code, refused.value.status) == ("interest_barred", 403)
    interest.check("S-9", [Part("S-1", tie, "RL01/7")])
    interest.check("S-1", [Part("S-1", tie, "RL01/7")], OPEN)


def test_somebody_is_told_every_reason_in_both_languages() -> None:
    with pytest.raises(Problem) as refused:
        interest.check("S-1", IN_IT)
    assert "you dealt round RL01/7; you ruled at RL01/7" in refused.value.in_language("en")
    assert "bạn đã điều hành ván RL01/7; bạn đã phán quyết ở RL01/7" in refused.value.in_language("vi")


def test_an_offer_bars_only_from_what_is_declared_so() -> None:
    interest.check("S-2", IN_IT, BARS)
    assert interest.ties("S-2", IN_IT, barring(Tie.OFFERED)) == (IN_IT[1],)


def test_each_tie_has_its_words() -> None:
    assert set(WHY) == set(NAMES) == set(Tie)
    assert all("{where}" in text.vi and "{where}" in text.en for text in WHY.values())


def test_what_bars_nobody_says_why_and_what_bars_says_whom() -> None:
    assert no_matter(Text("thiết bị", "equipment")).words.en == "equipment"
    assert OPEN.words.en == "open to all"
    assert barring(Tie.OFFERED, own_words=True).words.en == "whoever is in it, offered; but for own words"


def test_a_command_is_declared_once() -> None:
    name = next(iter(interest.COMMANDS), None)
    if name is None:
        interest.register("room", {"module.act": OPEN})
        name = "room.module.act"
    room, _, rest = name.partition(".")
    with pytest.raises(ValueError, match="twice"):
        interest.register(room, {rest: OPEN})
