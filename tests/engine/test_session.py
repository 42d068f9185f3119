"""A table's session: a new gaming day forgets what was counted for the day, and nothing else."""

from __future__ import annotations

from games.engine.session import SessionBefore, next_gaming_day


def test_a_new_day_begins_afresh_only_where_players_are_counted_by_the_day() -> None:
    before = SessionBefore(under_minimum=frozenset({"P-1"}), opening_cards=("KS",), no_bet="7.5")
    by_day = next_gaming_day(before, ["player", "table", "gaming_day"])
    assert by_day.under_minimum == frozenset()
    assert (by_day.opening_cards, by_day.no_bet) == (("KS",), "7.5")
    assert next_gaming_day(before, ["player", "table"]) == before
