"""The player's engine in a real Chromium: the frame that is shown is the one of the moment asked for, read from its
pixels; clips on clocks that are off, drift or vary stay together."""

from __future__ import annotations

import json
import os
import random
import sys
from bisect import bisect_right
from typing import Any, Final

import pytest

from surveillance.film import copies
from tests.surveillance.player.conftest import Screen

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

BEGINS: Final = 1_781_300_000_000
"""The server's moment at which the first clip begins."""
FRAME_MS: Final = 40
DRIFT: Final = 1.0001
"""Of the server's time passes this much while a unit of the recorder's does: 100 parts in a million."""


def on_screen(pts: list[float], seconds: float) -> int:
    """The code of the frame that is shown at a time of a clip."""
    return round(pts[max(0, bisect_right(pts, seconds + 5e-4) - 1)] * 1000)


@pytest.mark.parametrize("known", ["index", "rate"])
@pytest.mark.parametrize("name", ["steady", "varying", "one_key"])
def test_a_seek_shows_the_frame_of_the_moment(screen: Screen, name: str, known: str) -> None:
    """B-frames, a varying rate, one key frame for the whole clip; with the times of all frames, and with the rate alone
    (where there is one)."""
    pts = screen.stage.pts[name]
    fps = {"steady": 25, "one_key": 15}.get(name)
    more: dict[str, Any] = {"pts": pts} if known == "index" else {"fps": fps}
    clip = screen.stage.clip(name, begins_ms=BEGINS, **more)
    screen.show(clip, begins=BEGINS, ends=BEGINS + clip["duration_ms"])
    chance = random.Random(20260613)
    moments = [chance.uniform(0, pts[-1]) for _ in range(12)]
    if known == "index":
        moments += [pts[n] for n in (0, 1, 7, len(pts) // 2, len(pts) - 1)]  # events stand at edges as well
    wrong = []
    for at in moments:
        [seen] = screen.seek(BEGINS + at * 1000)
        if seen is None or abs(seen - on_screen(pts, at)) > 1:
            wrong.append((at, seen, on_screen(pts, at)))
    assert wrong == []


def test_a_copy_of_a_stretch_shows_the_film_s_own_moments_and_nothing_beside_it(screen: Screen) -> None:
    """What who watches by a case is given (``surveillance.files.partly``), with the index of the whole film."""
    pts, folder = screen.stage.pts["steady"], screen.stage.folder
    if not (folder / "part.mp4").exists():
        copies.part(folder / "steady.mp4", folder / "part.mp4", [(4000, 7000)])
    screen.stage.pts["part"] = pts
    clip = screen.stage.clip("part", begins_ms=BEGINS, pts=pts, from_ms=4000, to_ms=7000)
    screen.show(clip, begins=BEGINS, ends=BEGINS + clip["duration_ms"])
    chance = random.Random(20261127)
    for at in [4.0, 6.999, *(chance.uniform(4, 7) for _ in range(10))]:
        [seen] = screen.seek(BEGINS + at * 1000)
        assert seen == pytest.approx(on_screen(pts, at), abs=1), at
    for at in (1.0, 3.99, 7.0, 8.5):
        assert not screen.page.evaluate(f"films[0].covers({BEGINS + at * 1000})"), at


TOLD_LATE: Final = """() => {
    const video = document.querySelector("video");
    let told = false;
    video.requestVideoFrameCallback = (hear) => {
        if (!told) setTimeout(() => hear(performance.now(), { mediaTime: 0, expectedDisplayTime: performance.now() }));
        told = true;
        return 0;
    };
}"""
"""A browser that tells of the first frame, and of no later one."""


@pytest.mark.parametrize("known", ["index", pytest.param("rate", marks=pytest.mark.slow)])
def test_a_frame_that_the_browser_tells_nothing_of_is_the_one_that_stands_there(screen: Screen, known: str) -> None:
    """Seen where a film stood at its second before it came into sight. Frames are marked, and clocks set, by it."""
    pts = screen.stage.pts["steady"]
    clip = screen.stage.clip("steady", begins_ms=BEGINS, **({"pts": pts} if known == "index" else {"fps": 25}))
    page = screen.page
    page.goto(f"{screen.stage.address}/page/steady")
    page.wait_for_function("() => window.ready")
    page.evaluate(TOLD_LATE)
    page.evaluate(f"start({json.dumps([clip])}, {BEGINS}, {BEGINS + clip['duration_ms']})")
    page.evaluate("() => { window.told = []; together.onframe = (film, frame) => told.push(frame.mediaTime); }")
    for at in (7.013, 2.5, 9.99):
        [seen] = screen.seek(BEGINS + at * 1000)
        assert seen == pytest.approx(on_screen(pts, at), abs=1)
        shown = page.evaluate("films[0].shown")
        assert shown == pytest.approx(on_screen(pts, at) / 1000, abs=0.002)
        assert page.evaluate("told.at(-1)") == shown, "who listens is told as well"


def test_clips_on_clocks_that_are_off_show_the_same_moment(screen: Screen) -> None:
    """One clip begins 3.217 s later and its recorder's clock runs slow: both show what happened at the moment asked."""
    first = screen.stage.clip("steady", begins_ms=BEGINS, pts=screen.stage.pts["steady"])
    second = screen.stage.clip("varying", begins_ms=BEGINS + 3217, rate=DRIFT, pts=screen.stage.pts["varying"])
    screen.show(first, second, begins=BEGINS, ends=BEGINS + 12_000)
    for at in (3300, 5000, 7777.7, 9100, 4001):
        one, other = screen.seek(BEGINS + at)
        assert one == pytest.approx(on_screen(screen.stage.pts["steady"], at / 1000), abs=1)
        assert other == pytest.approx(on_screen(screen.stage.pts["varying"], (at - 3217) / DRIFT / 1000), abs=1)


@pytest.mark.parametrize("known", ["index", "nothing"])
@pytest.mark.parametrize("name", ["steady", "varying", "one_key"])
def test_frame_by_frame_on_and_back(screen: Screen, name: str, known: str) -> None:
    pts = screen.stage.pts[name]
    more: dict[str, Any] = {"pts": pts} if known == "index" else {}
    screen.show(screen.stage.clip(name, begins_ms=BEGINS, **more), begins=BEGINS, ends=BEGINS + 12_000)
    screen.seek(BEGINS + 2000)
    at = bisect_right(pts, 2.0005) - 1
    seen = [screen.step(by)[0] for by in (1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1)]
    expected = [round(pts[at + n] * 1000) for n in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1, 0, -1)]
    assert seen == pytest.approx(expected, abs=1)


def test_a_seek_to_the_frame_that_is_shown_ends(screen: Screen) -> None:
    """The browser tells of no new frame then; the page must not wait for one."""
    screen.show(screen.stage.clip("steady", begins_ms=BEGINS, fps=25), begins=BEGINS, ends=BEGINS + 12_000)
    assert screen.seek(BEGINS + 1000) == screen.seek(BEGINS + 1000) == screen.seek(BEGINS + 1010) == [1000]


def test_only_the_last_of_many_seeks_counts(screen: Screen) -> None:
    """Somebody drags the slider: the picture is where they let go."""
    screen.show(screen.stage.clip("one_key", begins_ms=BEGINS, fps=15), begins=BEGINS, ends=BEGINS + 8000)
    dragged = f"for (let n = 0; n < 60; n += 1) together.seek({BEGINS} + n * 100);"
    shown = screen.page.evaluate(
        f"(async () => {{ {dragged} await together.seek({BEGINS + 2600}); return read(films[0].video); }})()"
    )
    assert shown == pytest.approx(2600, abs=1)


def test_where_one_camera_has_no_film_the_other_goes_on(screen: Screen) -> None:
    """The first camera's film ends, the second goes on; the playhead takes no notice."""
    first = screen.stage.clip("varying", begins_ms=BEGINS, pts=screen.stage.pts["varying"])
    second = screen.stage.clip("steady", begins_ms=BEGINS + 6500, fps=25)
    screen.show(first, second, begins=BEGINS, ends=BEGINS + 18_000)
    screen.seek(BEGINS + 7000)
    screen.page.evaluate("together.play()")
    screen.page.wait_for_function(f"() => together.playhead > {BEGINS + 9500}")
    assert screen.page.evaluate("together.leader === films[1] && films[0].video.paused") is True
    screen.page.evaluate("together.pause()")


PLAY: Final = """
async ([offset, seconds]) => {
    const samples = [[], []];
    films.forEach((film, n) => {
        const before = film.onframe;
        film.onframe = (which, frame, now) => {
            before(which, frame, now);
            const code = read(film.video);
            if (code !== null) samples[n].push([frame.expectedDisplayTime, code, frame.mediaTime * 1000]);
        };
    });
    await together.seek(offset);
    await together.play();
    films[1].video.currentTime += 0.2; // somebody's clip is 0.2 s off at the start
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    together.pause();
    return { samples, jumps: together.jumps };
}
"""


def apart(samples: list[list[list[float]]], offset_ms: float, after_ms: float) -> list[float]:
    """How far the second clip is from the first at each of its frames: both put on one clock by when their frames come
    to the screen. Callbacks of two clips do not come together, so what was last seen would be compared with what is
    not yet due."""
    first, second = samples
    dues = [due for due, _code, _media in first]
    found = []
    for due, _code, media in second:
        at = bisect_right(dues, due) - 1
        if at < 0 or due < dues[0] + after_ms or due - dues[at] > 500:
            continue
        found.append(abs((media + offset_ms) - (first[at][2] + due - dues[at])))
    return found


OFFSET_MS: Final = 437.0


def play(screen: Screen, seconds: float) -> Any:
    """Two real films played together, the second 0.2 s off at the start; what was on the screen when."""
    first = screen.stage.clip("steady", begins_ms=BEGINS, fps=25)
    second = screen.stage.clip("other", begins_ms=BEGINS + OFFSET_MS, fps=25)
    screen.show(first, second, begins=BEGINS, ends=BEGINS + first["duration_ms"])
    return screen.page.evaluate(PLAY, [BEGINS + 800, seconds])


def pixels_agree(played: Any) -> None:
    """The pictures carry the moments that the browser says they have. On a busy machine a picture is read late, or one
    is read that does not stand yet: most are right to the millisecond, and next to none is more than a frame away."""
    for samples in played["samples"]:
        off = sorted(abs(code - media) for _due, code, media in samples[2:])
        assert off[len(off) // 2] <= 1, off
        assert off[int(len(off) * 0.95)] <= FRAME_MS + 1, off


def test_two_clips_play_together(screen: Screen) -> None:
    """Real films, played once, on a machine that runs other tests beside: they come together, and most of what is seen
    lies within a frame. How closely they stay there does not depend on the machine in ``test_servo.py``, and is
    measured over thirty seconds by ``make bench``."""
    played = play(screen, 6)
    pixels_agree(played)
    found = sorted(apart(played["samples"], OFFSET_MS, 2000))
    assert found, "nothing was shown"
    assert found[len(found) // 2] <= FRAME_MS, (found, played["jumps"])


TRIES: Final = 4
"""A playing that other work on the machine has held up says nothing of the page. Each is printed with its figures, and
what is asked of one stays what it is."""


@pytest.mark.bench
def test_two_clips_play_together_for_thirty_seconds(screen: Screen) -> None:
    """95 % of samples within a frame, none beyond two, from a second and a half after the start on: the first of it is
    what puts a clip that is 0.2 s off right."""
    for name in ("steady", "other"):
        screen.stage.lengthen(name, 36)
    told = []
    for _ in range(TRIES):
        played = play(screen, 30)
        pixels_agree(played)
        found = sorted(apart(played["samples"], OFFSET_MS, 1500))
        within = sum(each <= FRAME_MS for each in found) / len(found)
        told.append(
            f"{len(found)} samples of 750: {within:.1%} within a frame, median {found[len(found) // 2]:.0f} ms,"
            f" farthest {found[-1]:.0f} ms, {played['jumps']} jumps; load {os.getloadavg()[0]:.1f}"
        )
        sys.stdout.write(f"\nplayed together for 30 s: {told[-1]}\n")
        if within >= 0.95 and found[-1] <= 2 * FRAME_MS and len(found) > 300:
            return
    pytest.fail("; ".join(told))


SEEK_BAR_MS: Final = 250


@pytest.mark.bench
@pytest.mark.parametrize("name", ["steady", "varying", "one_key"])
def test_how_long_a_seek_to_a_frame_takes(screen: Screen, name: str) -> None:
    """From asking to the right picture on the screen (its pixels are read): sixty moments of a film; a median."""
    pts = screen.stage.pts[name]
    clip = screen.stage.clip(name, begins_ms=BEGINS, pts=pts)
    screen.show(clip, begins=BEGINS, ends=BEGINS + clip["duration_ms"])
    chance = random.Random(20261122)
    took, wrong = [], 0
    for at in [chance.uniform(0, pts[-1]) for _ in range(60)]:
        ms, seen = screen.page.evaluate(SEEK, BEGINS + at * 1000)
        took.append(ms)
        wrong += seen is None or abs(seen - on_screen(pts, at)) > 1
    took.sort()
    sys.stdout.write(
        f"\nseek to a frame ({name}): median {took[30]:.0f} ms, 95 % {took[57]:.0f} ms, {wrong} of 60 wrong;"
        f" load {os.getloadavg()[0]:.1f} (bar: median {SEEK_BAR_MS} ms, none wrong)\n"
    )
    assert wrong == 0
    assert took[30] <= SEEK_BAR_MS


SEEK: Final = """
async (moment) => {
    const begun = performance.now();
    await together.seek(moment);
    return [performance.now() - begun, read(films[0].video)];
}
"""
