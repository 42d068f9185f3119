"""A jump of the log's clock explains what a clock so far off would have written, as long as it was: no other entry."""

from __future__ import annotations

from casino.transparency.jumps import Jump, Jumps

MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
START = 20_000 * DAY
WIDE = 10 * MINUTE


def told(jumps: list[Jump], moments: list[int], *, wide: int = WIDE) -> list[tuple[int, str, str]]:
    """Entries a minute apart, each said to be off by so much, and seen by others within ``wide``. Of those with a
    fault: the position, and whether a jump explains that it lies outside, or back."""
    taken, before = Jumps(jumps), 0
    found: list[tuple[int, str, str]] = []
    for position, off in enumerate(moments, 1):
        real = START + position * MINUTE
        outside, back = taken.take(position, real + off, real - wide, real + wide)
        out = "" if abs(off) <= wide else "refused" if outside is None else "told"
        step = "" if real + off >= before else "refused" if back is None else "told"
        if out or step:
            found.append((position, out, step))
        before = real + off
    return found


def runs(*parts: tuple[int, int]) -> list[int]:
    return [off for count, off in parts for _ in range(count)]


def test_a_clock_that_was_ahead_is_told_until_it_came_back() -> None:
    found = told([Jump(4, 2 * DAY)], runs((3, 0), (5, 2 * DAY), (5, 0)))
    assert found == [*((at, "told", "") for at in range(4, 9)), (9, "", "told")]


def test_a_clock_that_was_behind_is_told_until_it_was_put_right() -> None:
    found = told([Jump(4, -2 * DAY)], runs((3, 0), (5, -2 * DAY), (5, 0)))
    assert found == [(4, "told", "told"), *((at, "told", "") for at in range(5, 9))]


def test_each_event_is_held_against_the_step_not_the_first_of_its_run_alone() -> None:
    found = told([Jump(4, 15 * MINUTE)], runs((3, 0), (1, 15 * MINUTE), (10, 365 * DAY)))
    assert found == [(4, "told", ""), *((at, "refused", "") for at in range(5, 15))]


def test_a_jump_that_is_over_excuses_nothing_later_in_either_direction() -> None:
    for step in (300 * DAY, -300 * DAY):
        for later in (300 * DAY, -300 * DAY, 20 * DAY, -20 * DAY):
            found = told([Jump(4, step)], runs((3, 0), (2, step), (70, 0), (2, later)))
            assert [out for at, out, _back in found if at > 75] == ["refused", "refused"], (step, later)


def test_a_jump_that_was_none_excuses_nothing() -> None:
    for step in (300 * DAY, -300 * DAY):
        assert {out for _at, out, _back in told([Jump(5, step)], runs((8, 0), (4, step)))} == {"refused"}


def test_a_step_that_nobody_can_see_is_held_against_the_entry_in_front_of_it() -> None:
    """No head bounds these from below: that all of them were ahead until they came down could be said of any."""
    found = told([Jump(5, 300 * DAY)], runs((9, 0), (1, -300 * DAY)), wide=10_000 * DAY)
    assert found == [(10, "", "refused")]


def test_a_larger_step_than_what_happened_is_no_more_its_own_than_a_smaller_one() -> None:
    for step in (20 * MINUTE, 300 * DAY):
        assert {out for _at, out, _back in told([Jump(4, step)], runs((3, 0), (4, DAY)))} == {"refused"}


def test_two_servers_that_take_turns_are_told_once_an_hour() -> None:
    turns = runs((3, 0), *[(1, 30 * MINUTE), (1, 0)] * 29, *[(1, 30 * MINUTE), (1, 0)] * 5)
    found = told([Jump(4, 30 * MINUTE)], turns)
    assert {(out, back) for at, out, back in found if at <= 64} == {("told", ""), ("", "told")}
    assert {(out, back) for at, out, back in found if at > 66} == {("refused", ""), ("", "refused")}
    again = told([Jump(4, 30 * MINUTE), Jump(64, 30 * MINUTE)], turns)
    assert "refused" not in {word for _at, *words in again for word in words}


def test_without_heads_a_jump_explains_the_one_step_back_that_it_tells() -> None:
    found = told([Jump(4, -DAY)], runs((3, 0), (3, -DAY), (3, -2 * DAY)), wide=10_000 * DAY)
    assert found == [(4, "", "told"), (7, "", "refused")]
