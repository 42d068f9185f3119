"""An officer brings films in with a real Chromium: progress, a connection that breaks off, going on where it stopped,
and a clear word for what is no film."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from django.test import Client
from playwright.sync_api import Page, Route

from surveillance.files import jobs
from surveillance.files.models import FootageJob, FootageUpload
from surveillance.film import simulated
from surveillance.film.simulated import Clip
from surveillance.rows.models import Recording
from tests.admin.house import person
from tests.conftest import FreshDatabase
from tests.journeys.conftest import Walk, _Quiet, _Server, also, answering, application, chromium, chromium_path, walk
from tests.surveillance.files.conftest import START, House
from tests.threads import in_thread

pytestmark = pytest.mark.e2e
__all__ = ["answering", "application", "chromium", "chromium_path", "walk"]

CHUNK = 4 * 1024
UPLOAD = "/admin/surveillance/recording/upload/"


@pytest.fixture
def address(
    chromium_path: str,
    fresh_database: FreshDatabase,
    application: Any,
    footage: Path,
    settings: Any,
) -> Iterator[str]:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = False
    settings.FOOTAGE_CHUNK_BYTES = CHUNK
    House(footage).camera()
    server = _Server(("127.0.0.1", 0), _Quiet)
    server.set_app(application)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def session(address: str) -> str:
    client = Client()
    client.force_login(person("surveillance"), backend="casino.backends.PostingBackend")
    return client.cookies[project.SESSION_COOKIE_NAME].value


@pytest.fixture
def big(tmp_path: Path) -> Path:
    """A film of many parts."""
    path = tmp_path / "ca-dem.mp4"
    simulated.make(path, Clip(frames=250, start=START, width=640, height=360))
    assert path.stat().st_size > 5 * CHUNK
    return path


class Wire:
    """What goes over the wire; after so many parts it is cut."""

    def __init__(self, page: Page) -> None:
        self.offsets: list[int] = []
        self.cut_after: int | None = None
        page.route(re.compile(r"/footage/uploads/[0-9a-f-]+/$"), self.handle)

    def handle(self, route: Route) -> None:
        if route.request.method == "PATCH":
            if self.cut_after is not None and len(self.offsets) >= self.cut_after:
                route.abort("connectionreset")
                return
            self.offsets.append(int(route.request.headers["upload-offset"]))
        route.continue_()


def entered(step: Walk, session: str, language: str) -> None:
    values = {project.SESSION_COOKIE_NAME: session, project.LANGUAGE_COOKIE_NAME: language}
    step.page.context.add_cookies([{"name": k, "value": v, "url": step.address} for k, v in values.items()])


def chosen(page: Page, *files: Path) -> None:
    page.locator("#upload-files").set_input_files([str(file) for file in files])
    page.locator("#upload-camera").select_option("CAM-A")
    page.locator("#upload-form button[type=submit]").click()


def work() -> None:
    """What a worker does."""
    for pk in FootageJob.objects.filter(kind="arrive").values_list("pk", flat=True):
        jobs.run(pk)


@pytest.mark.parametrize(("language", "width"), [("vi", 1280), also("en", 390)])
def test_films_are_sent_broken_off_gone_on_with_and_kept_where_they_cannot_be_played(
    walk: Callable[..., Walk],
    session: str,
    big: Path,
    tmp_path: Path,
    language: str,
    width: int,
) -> None:
    step = walk(width=width)
    entered(step, session, language)
    step.go(UPLOAD)
    step.fits()
    said = step.page.evaluate("({...document.getElementById('footage-upload').dataset})")
    assert said["arrived"] == {"vi": "Đã nhận:", "en": "Taken in:"}[language]
    wire = Wire(step.page)
    wire.cut_after = 2
    chosen(step.page, big)
    line = step.page.locator(".tp-upload").first
    step.page.wait_for_function("document.querySelector('.tp-upload progress')?.value > 100")
    step.page.wait_for_function("/ \\/ /.test(document.querySelector('.tp-upload [role=status]').textContent)")
    line.get_by_role("button").click()  # the connection is gone: somebody pauses, and closes the page
    assert line.get_by_role("status").text_content() == said["paused"]
    assert len(wire.offsets) == 2
    step.page.unroute_all(behavior="ignoreErrors")
    context = step.page.context
    step.page.close()

    again = context.new_page()
    step.page = again
    step.go(UPLOAD)
    wire = Wire(again)
    mislabelled = tmp_path / "khong-phai-phim.mp4"
    mislabelled.write_bytes(b"#EXTM3U\nfile:///etc/passwd\n" * 200)
    chosen(again, big, mislabelled)
    lines = again.locator(".tp-upload")
    for place in (0, 1):  # the server has said that all of it is there
        lines.nth(place).get_by_text(said["checking"]).wait_for()
        assert lines.nth(place).locator("progress").evaluate("bar => bar.value") == 1000
    assert wire.offsets[0] == 2 * CHUNK, "it went on where it had stopped"
    in_thread(work)
    lines.nth(0).get_by_text(said["arrived"]).wait_for()
    exhibit = lines.nth(1).get_by_role("status")
    again.wait_for_function("document.querySelector('.tp-upload-bad')")
    word = exhibit.text_content() or ""
    assert word.startswith(said["exhibit"])
    assert len(word) > len(said["exhibit"]) + len(said["arrived"]) + 10, "and why"
    assert "footage_" not in word
    step.fits()
    link = lines.nth(0).locator("a")
    step.follow(link)
    assert "/surveillance/recording/" in again.url
    states = in_thread(lambda: sorted(FootageUpload.objects.values_list("state", flat=True)))
    assert states == ["arrived", "arrived"]
    size = in_thread(lambda: Recording.objects.get(unplayable__isnull=True).size_bytes)
    assert size == big.stat().st_size
    step.wrong[:] = [wrong for wrong in step.wrong if "ERR_CONNECTION_RESET" not in wrong]
