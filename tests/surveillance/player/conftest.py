"""A page with the player's engine and clips made for it, served with ranges, before a real Chromium. No database."""

from __future__ import annotations

import json
import mimetypes
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import driver
from tests.journeys.conftest import PATIENCE_MS, chromium_path
from tests.surveillance.player import clips

__all__ = ["chromium_path"]

STATIC = Path(__file__).parents[3] / "surveillance" / "static"
PAGE = """<!doctype html><html lang="en"><title>clips</title><link rel="icon" href="data:,"><body>%s
<script type="module">
import { Film, Together } from "/static/surveillance/film.js";
window.read = %s;
window.start = (clips, begins, ends) => {
    const videos = [...document.querySelectorAll("video")];
    window.films = clips.map((clip, n) => {
        const film = new Film(videos[n], clip);
        if (clip.pts) film.index = clip.pts;
        return film;
    });
    window.together = new Together(window.films, begins, ends);
};
window.ready = true;
</script></body></html>"""


@dataclass
class Stage:
    """Clips on a page. ``pts`` are the beginnings of their frames in seconds."""

    folder: Path
    address: str
    pts: dict[str, list[float]] = field(default_factory=dict)

    def lengthen(self, name: str, seconds: float) -> None:
        """Make a steady clip anew, longer."""
        b_frames = 2 if name == "steady" else 0
        self.pts[name] = clips.make(self.folder / f"{name}.mp4", clips.even(seconds, 25), b_frames=b_frames)

    def clip(self, name: str, *, begins_ms: float, **more: Any) -> dict[str, Any]:
        """What the server says of a clip."""
        times = self.pts[name]
        duration = round((times[-1] + (times[-1] - times[-2])) * 1000)
        return {"camera": name, "recording": name, "begins_ms": begins_ms, "duration_ms": duration, **more}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    folder: Path

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path.startswith("/page/"):
            names = [name for name in path.removeprefix("/page/").split(",") if name]
            videos = "".join(
                f'<video muted width="640" preload="auto" src="/clips/{name}.mp4"></video>' for name in names
            )
            self._send(200, (PAGE % (videos, clips.READ)).encode(), "text/html")
            return
        file = STATIC / path.removeprefix("/static/") if path.startswith("/static/") else self.folder / Path(path).name
        if not file.is_file():
            self._send(404, b"", "text/plain")
            return
        body, kind = file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if asked is None:
            self._send(200, body, kind)
            return
        first, last = int(asked[1]), min(int(asked[2] or len(body) - 1), len(body) - 1)
        self._send(206, body[first : last + 1], kind, f"bytes {first}-{last}/{len(body)}")

    def _send(self, status: int, body: bytes, kind: str, stretch: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Accept-Ranges", "bytes")
        if stretch:
            self.send_header("Content-Range", stretch)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """The server of a test says nothing."""


@pytest.fixture(scope="module")
def stage(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("clips")
    handler = type("Handler", (_Handler,), {"folder": folder})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    made = Stage(folder, f"http://127.0.0.1:{server.server_port}")
    made.pts["steady"] = clips.make(folder / "steady.mp4", clips.even(12, 25), b_frames=2)
    made.pts["varying"] = clips.make(folder / "varying.mp4", clips.uneven(8))
    made.pts["one_key"] = clips.make(folder / "one_key.mp4", clips.even(8, 15), key_every=10_000)
    made.pts["other"] = clips.make(folder / "other.mp4", clips.even(12, 25))
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def browser(stage: Stage, chromium_path: str) -> Iterator[Any]:
    with driver() as playwright:
        found = playwright.chromium.launch(
            executable_path=chromium_path,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--autoplay-policy=no-user-gesture-required"],
        )
        yield found
        found.close()


class Screen:
    """A page of clips in the browser."""

    def __init__(self, page: Page, stage: Stage) -> None:
        self.page = page
        self.stage = stage
        self.wrong: list[str] = []
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda message: self.wrong.append(message.text) if message.type == "error" else None)

    def show(self, *told: dict[str, Any], begins: float, ends: float) -> None:
        """Put clips on the page, and the engine over them."""
        names = ",".join(clip["recording"] for clip in told)
        self.page.goto(f"{self.stage.address}/page/{names}")
        self.page.wait_for_function("() => window.ready")
        self.page.evaluate(f"start({json.dumps(told)}, {begins}, {ends})")

    def seek(self, moment: float) -> list[int | None]:
        """The codes that the clips show after a seek."""
        return list(self.page.evaluate(f"together.seek({moment}).then(() => films.map((film) => read(film.video)))"))

    def step(self, by: int) -> list[int | None]:
        return list(self.page.evaluate(f"together.step({by}).then(() => films.map((film) => read(film.video)))"))


@pytest.fixture
def screen(browser: Any, stage: Stage) -> Iterator[Screen]:
    context = browser.new_context(viewport={"width": 1300, "height": 900})
    context.set_default_timeout(PATIENCE_MS)
    shown = Screen(context.new_page(), stage)
    yield shown
    context.close()
    assert shown.wrong == []
