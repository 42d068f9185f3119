"""The index of frames: small, exact, and asked in milliseconds."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surveillance.film.frame_index import FrameIndex


@settings(max_examples=60)
@given(st.dictionaries(st.integers(-(10**6), 10**9), st.booleans(), min_size=1, max_size=40), st.randoms())
def test_what_goes_in_comes_out_in_order(frames: dict[int, bool], chance: object) -> None:
    given_ = list(frames.items())
    chance.shuffle(given_)  # type: ignore[attr-defined]
    index = FrameIndex.from_bytes(FrameIndex.of(given_, tick=Fraction(1, 90000), last_ticks=3600).to_bytes())
    assert list(zip(index.moments, index.keys, strict=True)) == sorted(frames.items())


@settings(max_examples=60)
@given(st.lists(st.integers(1, 9000), min_size=1, max_size=40), st.sampled_from([(1, 90000), (1, 1000), (1001, 30000)]))
def test_asking_for_the_moment_that_a_frame_is_said_to_have_gives_it(steps: list[int], tick: tuple[int, int]) -> None:
    moments = [0]
    for step in steps:
        moments.append(moments[-1] + max(step, 90 if tick[1] == 90000 else 1))
    index = FrameIndex.of([(pts, False) for pts in moments], tick=Fraction(*tick), last_ticks=1)
    for number in range(index.count):
        assert index.at(index.ms(number)) == number
        assert index.at(Fraction(index.middle_s(number)) * 1000) == number


def test_a_frame_is_shown_until_the_next_one() -> None:
    index = FrameIndex.of([(0, True), (40, False), (200, False)], tick=Fraction(1, 1000), last_ticks=40)
    assert [index.at(at) for at in (-5, 0, 39, 40, 199, 200, 10_000)] == [0, 0, 0, 1, 1, 2, 2]
    assert (index.start_ms, index.end_ms) == (0, 240)


def test_an_hour_at_a_constant_rate_is_a_few_kilobytes() -> None:
    frames = [(n * 3600, n % 25 == 0) for n in range(90_000)]
    assert len(FrameIndex.of(frames, tick=Fraction(1, 90000), last_ticks=3600).to_bytes()) < 4000


def test_damage_is_seen() -> None:
    index = FrameIndex.of([(0, True), (40, False)], tick=Fraction(1, 1000), last_ticks=40)
    with pytest.raises(ValueError, match="damaged"):
        _ = msgspec.structs.replace(index, count=3).moments
    with pytest.raises(ValueError, match="no frames"):
        FrameIndex.of([], tick=Fraction(1, 1000), last_ticks=40)
