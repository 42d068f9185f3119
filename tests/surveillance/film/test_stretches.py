"""Where times jump, over lists of moments: what reordering, pauses and slow films do is none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from surveillance.film.errors import FilmError
from surveillance.film.stretches import MOST, runs

TICK = Fraction(1, 25)
GROUP = [0, 3, 1, 2, 6, 4, 5]
"""Moments of a group as an encoder orders them, the first of them a key frame."""


def told(moments: list[int], keys: set[int], tick: Fraction = TICK) -> list[tuple[int, int, int, int]]:
    flags = [place in keys for place in range(len(moments))]
    found = runs(moments, flags, [1] * len(moments), frozenset(), tick)
    return [(each.place, each.begins, each.ends, each.at) for each in found]


def test_reordered_pictures_are_one_stretch() -> None:
    moments = GROUP + [each + 7 for each in GROUP]
    assert told(moments, {0, 7}) == [(0, 0, 14, 0)]


def test_pictures_in_front_of_a_key_frame_that_follow_it_are_no_jump() -> None:
    assert told([0, 3, 1, 2, 6, 4, 5, 9, 7, 8], {0, 4, 7}) == [(0, 0, 10, 0)]


def test_a_pause_is_no_jump_and_more_than_a_pause_is() -> None:
    assert told([0, 1, 2, 2 + 250], {0}) == [(0, 0, 253, 0)]
    assert told([0, 1, 2, 2 + 251], {0}) == [(0, 0, 3, 0), (3, 253, 254, 3)]


def test_a_film_of_a_frame_a_minute_runs_on() -> None:
    assert told([0, 60, 120, 180, 420], {0, 1, 2, 3, 4}, Fraction(1)) == [(0, 0, 421, 0)]


def test_back_by_one_frame_at_a_key_frame_is_a_jump() -> None:
    assert told([0, 1, 2, 1, 2, 3], {0, 3}) == [(0, 0, 3, 0), (3, 1, 4, 3)]


def test_back_behind_the_last_key_frame_within_a_group_is_a_jump() -> None:
    assert told([0, 1, 2, 3, 4, 1, 2], {0, 3}) == [(0, 0, 5, 0), (5, 1, 3, 5)]


def test_one_packet_that_lies_far_ahead_is_a_stretch_of_its_own() -> None:
    assert told([0, 1, 2, 10_000, 3, 4], {0}) == [(0, 0, 3, 0), (3, 10_000, 10_001, 3), (4, 3, 5, 4)]


def test_what_is_hidden_in_front_begins_no_stretch() -> None:
    found = runs([-2, -1, 0, 1], [True, False, False, False], [1] * 4, frozenset({0, 1}), TICK)
    assert [(each.place, each.begins, each.ends) for each in found] == [(0, 0, 2)]


def test_times_that_jump_without_end_are_refused() -> None:
    moments = [place + place % 2 * 10_000 for place in range(2 * MOST)]
    with pytest.raises(FilmError) as caught:
        told(moments, {0})
    assert (caught.value.code, caught.value.values) == ("film_times", {"count": 2 * MOST - 1})
