"""Small inputs that showed faults, judged by the offline command (``cases/README.md``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from casino.core.gaming_days import always
from games import offline

CASES: Final = Path(__file__).parent / "cases"


def the_round(name: str) -> dict[str, Any]:
    """The last round of a case, as it is judged."""
    house = offline.House(always("Asia/Ho_Chi_Minh", 6))
    with (CASES / f"{name}.ndjson").open("rb") as source:
        *_before, judged = offline.answers(source, house=house, library=None, at=None)
    return judged


def found(judged: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Each finding: code, subject, amount in minor units."""
    return [(f["code"], f["subject"], f["amount_minor"]) for f in judged["judgement"]["findings"]]


def test_double_zero_is_no_place_of_this_wheel() -> None:
    judged = the_round("double-zero")
    assert {r["settlement"]["outcome"] for r in judged["judgement"]["results"]} == {"refused"}
    assert [f for f in found(judged) if f[0] != "impossible_spot"] == [("paid_on_refused", "b04", 3_500_000)]
    assert len([f for f in found(judged) if f[0] == "impossible_spot"]) == 7


def test_a_void_on_a_word_is_shown_both_ways_with_its_amount() -> None:
    judged = the_round("void-on-a-word")
    [result] = judged["judgement"]["results"]
    assert (result["settlement"]["outcome"], result["difference_minor"]) == ("awaiting", None)
    ways = [(way["decision"], way["settlement"]["collected_minor"]) for way in result["alternatives"]]
    assert ways == [("as_dealt", 900_000_000), ("void", 0)]
    assert found(judged) == [("void_on_a_word", "", 900_000_000)]


def test_a_leave_that_only_a_device_reports_counts_and_is_found_with_the_whole_amount() -> None:
    judged = the_round("withdrawn-without-ground")
    [result] = judged["judgement"]["results"]
    assert result["settlement"]["outcome"] == "void"
    assert found(judged) == [("withdrawal_without_ground", "p1", 900_000_000)]
