"""What keeps clips together, on a clock of the test's own: videos that are late, fast, slow, or held up on purpose.

The real engine in a real Chromium, with players in place of its videos that show frames 25 a second on a screen of 60
pictures a second, and a faked clock: nothing here depends on how busy the machine is. That real films are shown so as
well, ``test_engine.py`` shows and ``make bench`` measures.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.surveillance.player.conftest import Screen

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

FRAME_MS: Final = 40
PLAYERS: Final = """
async ([begins, offset, fault]) => {
    const { Film, Together } = await import("/static/surveillance/film.js");
    let dice = 20261122;
    const chance = () => (dice = (dice * 1103515245 + 12345) % 2147483648) / 2147483648;
    class Acted extends EventTarget {
        constructor(fault) {
            super();
            Object.assign(this, { at: 0, playbackRate: 1, paused: true, seeking: false, readyState: 4, frame: null });
            Object.assign(this, { fault, told: [], held: 0, error: null, preload: "auto" });
        }
        requestVideoFrameCallback(tell) { this.told.push(tell); }
        get currentTime() { return this.at; }
        set currentTime(seconds) {
            this.seeking = true;
            setTimeout(() => {
                this.at = seconds;
                this.seeking = false;
                this.frame = null;
                this.dispatchEvent(new Event("seeked"));
            }, 60 + 60 * chance());
        }
        async play() { this.paused = false; }
        pause() { this.paused = true; }
        tick(now, passed) {
            if (!this.paused && !this.seeking && now >= this.held) {
                this.at += (passed / 1000) * this.playbackRate * (1 + (this.fault.ppm || 0) * 1e-6);
            }
            const frame = Math.floor(this.at * 25 + 1e-6);
            if (this.seeking || now < this.held || frame === this.frame) return;
            this.frame = frame;
            const told = this.told;
            this.told = [];
            const due = now + (this.fault.jitter_ms || 0) * (chance() - 0.5);
            for (const tell of told) tell(now, { mediaTime: frame / 25, expectedDisplayTime: due });
        }
    }
    const acted = [new Acted({}), new Acted(fault)];
    const clips = [0, offset].map((later, n) => (
        { camera: `c${n}`, begins_ms: begins + later, duration_ms: 60000, fps: 25, rate: n ? fault.rate || 1 : 1 }
    ));
    window.films = clips.map((clip, n) => new Film(acted[n], clip));
    window.together = new Together(window.films, begins, begins + 60000);
    window.apart = [];
    let last = performance.now();
    const turn = (now) => {
        for (const each of acted) each.tick(now, now - last);
        last = now;
        if (window.since !== undefined) {
            const [one, other] = window.films.map((film) => film.serverAt(film.video.at));
            window.apart.push([now - window.since, other - one]);
        }
        requestAnimationFrame(turn);
    };
    requestAnimationFrame(turn);
    window.hold = (n, ms) => { acted[n].held = performance.now() + ms; };
    window.acted = acted;
}
"""
FAULTS: Final[dict[str, dict[str, float]]] = {
    "late by two tenths": {"late_s": 0.2},
    "early by a twentieth": {"late_s": -0.05},
    "a decoder that runs fast": {"ppm": 3000},
    "times that tremble": {"jitter_ms": 24, "late_s": 0.09},
    "a recorder that drifts": {"rate": 1.0005, "late_s": 0.2},
    "all of it": {"ppm": -2000, "jitter_ms": 16, "late_s": 0.3, "rate": 0.9995},
}


def begun(screen: Screen, fault: dict[str, float], speed: float = 1) -> None:
    """Two players on a page, playing; the second begins as its fault says."""
    page = screen.page
    page.clock.install(time=0)
    page.goto(f"{screen.stage.address}/page/")
    page.wait_for_function("() => window.ready")
    page.evaluate(PLAYERS, [1_781_300_000_000, 437, fault])
    page.evaluate("window.sought = null; together.seek(together.begins + 2000).then(() => { window.sought = true; })")
    page.clock.run_for(3000)
    assert page.evaluate("window.sought") is True
    page.evaluate(f"together.pace = {speed}; together.play().then(() => {{ window.started = true; }})")
    page.clock.run_for(200)
    page.evaluate(f"acted[1].at -= {fault.get('late_s', 0)}; window.since = performance.now(); window.apart = [];")


def errors(screen: Screen, after_ms: float) -> list[float]:
    """How far the second is from the first, in milliseconds of the server's time, from a moment on."""
    found: list[Any] = screen.page.evaluate("window.apart")
    return sorted(abs(error) for at, error in found if at >= after_ms)


@pytest.mark.parametrize("name", FAULTS)
def test_clips_stay_within_a_frame(screen: Screen, name: str) -> None:
    """Thirty seconds of their own time: from a second and a half on 95 % within a frame, none beyond two."""
    begun(screen, FAULTS[name])
    screen.page.clock.run_for(30_000)
    found = errors(screen, 1500)
    assert len(found) > 1500
    assert found[int(len(found) * 0.95)] <= FRAME_MS, found[-5:]
    assert found[-1] <= 2 * FRAME_MS


@pytest.mark.parametrize("which", [0, 1])
def test_a_clip_that_was_held_up_is_beside_the_other_again(screen: Screen, which: int) -> None:
    """The decoder stands for 0.4 s, of the leader and of the other: a second and a half later nobody sees it."""
    begun(screen, {})
    screen.page.clock.run_for(3000)
    screen.page.evaluate(f"hold({which}, 400); window.since = performance.now(); window.apart = [];")
    screen.page.clock.run_for(10_000)
    assert errors(screen, 0)[-1] > 100  # it was seen at first
    assert errors(screen, 2000)[-1] <= FRAME_MS


def test_in_slow_motion_and_at_double_speed_they_stay_together(screen: Screen) -> None:
    for speed in (0.25, 2):
        begun(screen, {"late_s": 0.2, "ppm": 1000}, speed)
        screen.page.clock.run_for(10_000)
        assert errors(screen, 4000)[-1] <= FRAME_MS * max(1, speed)
