"""An officer at work in a real Chromium: a round's page, by keys alone, with the pictures read back; the queue cleared
by keys; what is recorded of it stands in the ledger."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings as django_settings
from django.test import Client

from casino.ledger.application import get_ledger
from games.rows.models import Finding
from surveillance.files.models import FootageView
from surveillance.pages import stills
from surveillance.record import facts as f
from surveillance.rows.log_models import Review
from surveillance.rows.models import Frame, Link
from tests.admin.house import House, person
from tests.journeys.conftest import Walk, _Quiet, _Server, also, answering, application, chromium, walk
from tests.replay.story import CODE
from tests.surveillance.player import clips
from tests.surveillance.player.house import AHEAD, DURATION_MS, Watched, clip, played
from tests.threads import in_thread

pytestmark = pytest.mark.e2e
__all__ = ["answering", "application", "chromium", "walk"]

FPS: Final = 10
MOST_REQUESTS: Final = 25


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("films")
    for name, times in (("even", clips.even(DURATION_MS / 1000, FPS)), ("uneven", clips.uneven(DURATION_MS / 1000))):
        clips.make(folder / f"{name}.mp4", times)
        (folder / f"{name}.json").write_text(
            json.dumps({"tick": [1, clips.TICKS], "first": times[0], "steps": [b - a for a, b in pairwise(times)]})
        )
    return folder


def handed_out(folder: Path, environ: dict[str, Any], start: Any) -> list[bytes]:
    """A clip, or a part of it."""
    file = folder / Path(environ["PATH_INFO"]).name
    content = file.read_bytes()
    kind = "application/json" if file.suffix == ".json" else "video/mp4"
    asked = re.fullmatch(r"bytes=(\d+)-(\d*)", environ.get("HTTP_RANGE", ""))
    if asked is None:
        start("200 OK", [("Content-Type", kind), ("Content-Length", str(len(content))), ("Accept-Ranges", "bytes")])
        return [content]
    first, last = int(asked[1]), min(int(asked[2] or len(content) - 1), len(content) - 1)
    part = content[first : last + 1]
    said = f"bytes {first}-{last}/{len(content)}"
    headers = [("Content-Type", kind), ("Content-Length", str(len(part))), ("Content-Range", said)]
    start("206 Partial Content", headers)
    return [part]


@pytest.fixture
def watched(fresh_database: object) -> Watched:
    made = Watched(House())
    for role in ("surveillance", "pit_supervisor", "shift_manager"):
        person(role)
    return made


@pytest.fixture
def address(
    chromium_path: str,
    watched: Watched,
    application: Any,
    answering: threading.Event,
    films: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = False
    kept = stills.Kept(at_ms=0, sha256="cd" * 32, path="")
    monkeypatch.setattr(
        stills, "keep", lambda _row, at_ms, _code: stills.Kept(at_ms=at_ms, sha256=kept.sha256, path="")
    )
    server = _Server(("127.0.0.1", 0), _Quiet)

    def either(environ: Any, start_response: Any) -> Any:
        if environ["PATH_INFO"].startswith("/clips/"):
            return handed_out(films, environ, start_response)
        return application(environ, start_response)

    server.set_app(either)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    with played({"R-CAM-1": clip("even"), "R-CAM-2": clip("uneven")}):
        yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def sessions(address: str) -> dict[str, str]:
    """Role -> session."""
    found = {}
    for role in ("surveillance", "pit_supervisor"):
        client = Client()
        client.force_login(person(role), backend="casino.backends.PostingBackend")
        found[role] = client.cookies[django_settings.SESSION_COOKIE_NAME].value
    return found


@pytest.fixture
def keys(watched: Watched, address: str) -> dict[str, Any]:
    """What the tests need of the rows: read before the browser's event loop runs in this thread."""
    findings = {row.code: row.pk for row in Finding.objects.all()}
    return {"round": watched.round("short").pk, "begins": watched.film_begins, "findings": findings}


def enter(step: Walk, session: str, language: str) -> None:
    values = {django_settings.SESSION_COOKIE_NAME: session, django_settings.LANGUAGE_COOKIE_NAME: language}
    cookies: Any = [{"name": name, "value": value, "url": step.address} for name, value in values.items()]
    step.page.context.add_cookies(cookies)


APART: Final = f"""(most) => {{
    const [one, other] = [...document.querySelectorAll('video')].map({clips.READ});
    return one !== null && other !== null && Math.abs(one - other) <= most;
}}"""


def ready(step: Walk) -> None:
    step.page.locator("[data-film][data-ready]").wait_for()
    step.page.wait_for_load_state("networkidle")


def settled(step: Walk, expected: list[int], within: int) -> None:
    """The pictures come to show these times."""
    step.page.wait_for_function(
        f"""([expected, within]) => [...document.querySelectorAll('video')].map({clips.READ})
            .every((code, n) => code !== null && Math.abs(code - expected[n]) <= within)""",
        arg=[expected, within],
    )


@pytest.mark.parametrize(("language", "width", "dark"), [("vi", 1280, False), also("en", 390, True)])
def test_a_round_by_keys_alone(
    sessions: dict[str, str],
    keys: dict[str, Any],
    walk: Callable[..., Walk],
    language: str,
    width: int,
    dark: bool,
) -> None:
    step = walk(width=width, dark=dark)
    enter(step, sessions["surveillance"], language)
    step.go(f"/admin/surveillance/player/round/{keys['round']}/")
    ready(step)
    step.fits()
    page = step.page
    # It opens at the wrong payment, 35 s after the opening, which is 8 s after the first frames.
    settled(step, [43_000, 42_995], 121)
    at = page.locator("[data-moment][aria-current]").inner_text()
    page.keyboard.press("ArrowUp")  # the ball dropped, 10 s before
    settled(step, [33_000, 33_000], 121)
    page.wait_for_function("(at) => document.querySelector('[data-moment][aria-current]').innerText !== at", arg=at)
    page.keyboard.press(".")
    settled(step, [33_100, 33_100], 121)
    page.keyboard.press(",")
    page.keyboard.press(",")
    settled(step, [32_900, 32_900], 121)
    page.keyboard.press("ArrowRight")
    settled(step, [33_900, 33_900], 121)
    page.locator("[data-picture] svg.tp-layout:visible").wait_for()
    page.keyboard.press("2")
    assert "sv-chosen" in (page.locator("[data-camera=CAM-2]").get_attribute("class") or "")
    page.keyboard.press("1")
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelector('[data-film]').dataset.playing === '1'")
    page.wait_for_function(f"() => ({clips.READ})(document.querySelector('video')) > 35000")
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelector('[data-film]').dataset.playing === ''")
    page.wait_for_function(APART, arg=2 * 120)  # what stands is put on one moment, however far the machine let it drift
    page.keyboard.press("?")
    page.locator("dialog[data-dialog=help][open]").wait_for()
    step.fits()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.locator("[data-kept] li").wait_for()
    page.keyboard.press("c")
    page.locator("dialog[data-dialog=clock][open]").wait_for()
    step.fits()
    page.locator("dialog[data-dialog=clock] button[type=submit]").click()
    page.locator("[data-kept] li >> nth=1").wait_for()
    page.keyboard.press("l")
    page.locator("dialog[data-dialog=link][open]").wait_for()
    page.locator("dialog[data-dialog=link] button[type=submit]").click()
    page.locator("[data-kept] li >> nth=3").wait_for()
    page.keyboard.press("Escape")
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    in_thread(recorded)


def recorded() -> None:
    """What the walk has left in the record: a frame, a reading, a link a camera, and what was looked at."""
    [frame] = Frame.objects.all()
    assert frame.recording.code == "R-CAM-1"
    assert 33_000 < frame.at_ms < 60_000
    readings = [e.data for e in get_ledger(CODE).stream("recorder/NVR-1") if isinstance(e.data, f.ClockRead)]
    assert readings[-1].how == "marked"
    assert readings[-1].recording == "R-CAM-1"
    assert abs(readings[-1].shown_at - readings[-1].server_at - AHEAD["NVR-1"]) < timedelta(seconds=11)
    assert sorted(link.camera.code for link in Link.objects.select_related("camera")) == ["CAM-1", "CAM-2"]
    assert wait_for(lambda: all(any(each.from_ms <= ms <= each.to_ms for each in viewed()) for ms in (34_000, 43_000)))
    assert {(each.why, each.subject) for each in viewed()} == {("round", "round/RL01/short")}


def viewed() -> list[Any]:
    """The stretches looked at: those recorded, and those that are recorded once the officer has gone on."""
    said = [e.data for e in get_ledger(CODE).stream("recording/R-CAM-1") if isinstance(e.data, f.RecordingViewed)]
    return [*said, *FootageView.objects.filter(recording="R-CAM-1")]


def wait_for(done: Callable[[], bool], seconds: float = 60.0) -> bool:
    """What a page says as it is left comes when the browser sends it."""
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def test_the_first_page_of_the_queue_asks_for_little(sessions: dict[str, str], walk: Callable[..., Walk]) -> None:
    """A browser that was never here, until the film stands at its second and the next one is loaded: everything but
    the films' own bytes."""
    step = walk()
    enter(step, sessions["surveillance"], "vi")
    asked: list[str] = []
    step.page.on("request", lambda request: asked.append(request.url) if request.method == "GET" else None)
    step.go("/admin/surveillance/queue/?severity=all")
    ready(step)
    others = [url for url in asked if not url.startswith("data:") and "/clips/" not in url]
    assert 10 < len(others) <= MOST_REQUESTS, others


@pytest.mark.parametrize(("language", "width"), [also("en", 1280), ("vi", 390)])
def test_the_queue_is_cleared_by_keys(
    sessions: dict[str, str],
    keys: dict[str, Any],
    walk: Callable[..., Walk],
    language: str,
    width: int,
) -> None:
    step = walk(width=width)
    enter(step, sessions["surveillance"], language)
    step.go("/admin/surveillance/queue/?severity=all")
    page = step.page
    ready(step)
    step.fits()
    total = page.locator("[data-entry]").count()
    assert total >= 3
    for n in range(total - 1):
        page.wait_for_function(f"() => document.querySelector('[data-review]').dataset.shown === '{n}'")
        filmed = page.locator("[data-review] video").count() > 0
        if filmed:  # nobody says what film shows before they have seen it
            page.locator("[data-review] [data-film][data-ready]").wait_for()
            page.wait_for_function("() => [...document.querySelectorAll('video')].every((one) => one.readyState >= 2)")
        page.keyboard.press("yw"[n % 2] if filmed else "v")
    page.wait_for_function(f"() => document.querySelector('[data-review]').dataset.shown === '{total - 1}'")
    page.keyboard.press("x")
    page.locator("dialog[data-queue-dialog][open] textarea").fill("The camera shows the second stack being paid.")
    page.locator("dialog[data-queue-dialog] button[type=submit]").click()
    page.locator("[data-finished]").wait_for()
    assert page.locator("[data-done]").inner_text() == str(total)
    step.fits()
    in_thread(lambda: cleared(total))


def cleared(total: int) -> None:
    assert Review.objects.count() == total - 1
    assert {row.verdict for row in Review.objects.all()} <= {"as_recorded", "otherwise", "not_visible"}
    left = Finding.objects.exclude(status="superseded")
    assert sum(row.status == "dismissed" for row in left) == 1
    # What came into sight was told, though it had been loaded ahead and stood at its second.
    waits = FootageView.objects.filter(recording="R-CAM-1").values_list("why", "subject")
    said = [e.data for e in get_ledger(CODE).stream("recording/R-CAM-1") if isinstance(e.data, f.RecordingViewed)]
    assert ("finding", "round/RL01/short") in {*waits, *((each.why, each.subject) for each in said)}
