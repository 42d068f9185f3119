"""An officer hides somebody in a copy that is given out, in a real Chromium: drawn with the pointer, put right by keys,
told to move; and what was drawn is what the copy hides."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import av
import pytest
from django.conf import settings as project
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from surveillance.files import showing, storage
from surveillance.files.models import FootageJob
from surveillance.rows.models import Recording
from tests.admin.house import person
from tests.conftest import FreshDatabase
from tests.journeys.conftest import Walk, _Quiet, _Server, also, answering, application, chromium, chromium_path, walk
from tests.surveillance.files.conftest import House
from tests.threads import in_thread

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
__all__ = ["answering", "application", "chromium", "chromium_path", "walk"]

WORDS: Final = {"vi": {"area": "Vùng 1"}, "en": {"area": "Area 1"}}


class Studio:
    """A house with a film of 320 × 180 points and 2.4 seconds in it, behind a server; an officer is logged in."""

    def __init__(self, house: House, row: Recording) -> None:
        self.house = house
        self.row = row
        self.form = reverse("admin:surveillance_recording_give", args=[row.pk])
        client = Client()
        client.force_login(person("surveillance"), backend="casino.backends.PostingBackend")
        self.session = client.cookies[project.SESSION_COOKIE_NAME].value


@pytest.fixture
def studio(fresh_database: FreshDatabase, footage: Path, film: Path, settings: Any) -> Studio:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = False
    house = House(footage).camera()
    return Studio(house, house.recording(film))


@pytest.fixture
def address(chromium_path: str, studio: Studio, application: Any) -> Iterator[str]:
    server = _Server(("127.0.0.1", 0), _Quiet)
    server.set_app(application)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def drag(page: Page, *way: tuple[float, float]) -> None:
    """With the pointer, from place to place; places are points of the film, seen at whatever size it is shown."""
    bounds = page.locator("[data-stage] img").bounding_box()
    assert bounds is not None
    by = bounds["width"] / 320
    seen = [(bounds["x"] + x * by, bounds["y"] + y * by) for x, y in way]
    page.mouse.move(*seen[0])
    page.mouse.down()
    for x, y in seen[1:]:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()


def numbers(page: Page) -> tuple[str, list[int], list[int]]:
    """What the only line of the field says: the time, left, top, width and height, and where it moves to."""
    [line] = page.locator("[name=areas]").input_value().splitlines()
    said, _, target = line.partition(" -> ")
    time, left, top, size, how = said.split()
    assert how == "black"
    return time, [int(each) for each in (left, top, *size.split("x"))], [int(each) for each in target.split()]


def near(said: list[int], expected: list[int]) -> bool:
    """A pointer stands between two points of a film that is shown at another size."""
    return len(said) == len(expected) and all(abs(a - b) <= 2 for a, b in zip(said, expected, strict=True))


def black(path: Path, at_ms: int, x: int, y: int) -> bool:
    """Whether a place of the frame shown at a moment is black, but for the mark across the picture."""
    with av.open(str(path)) as container:
        shown = [f for f in container.decode(video=0) if f.time is not None and f.time * 1000 <= at_ms][-1]
        picture = shown.to_ndarray(format="rgb24")
    return int(picture[y - 3 : y + 4, x - 3 : x + 4].mean()) < 20


@pytest.mark.parametrize(("language", "width", "dark"), [("vi", 390, True), also("en", 1280, False)])
def test_what_is_drawn_is_what_the_copy_hides(
    walk: Callable[..., Walk], studio: Studio, language: str, width: int, dark: bool
) -> None:
    step = walk(width=width, dark=dark)
    page = step.page
    values = {project.SESSION_COOKIE_NAME: studio.session, project.LANGUAGE_COOKIE_NAME: language}
    page.context.add_cookies([{"name": name, "value": said, "url": step.address} for name, said in values.items()])
    step.go(studio.form)
    page.wait_for_function("document.querySelector('[data-stage] img').naturalWidth === 320")
    step.fits()
    page.fill("[name=from_ms]", "0:01.5")
    with page.expect_response(lambda answer: "at_ms=1500" in answer.url):
        page.locator("[name=from_ms]").press("Tab")  # the picture goes to where the stretch begins
    page.fill("[name=from_ms]", "0:00")
    page.fill("[name=to_ms]", "0:02")
    page.locator("[data-stage]").scroll_into_view_if_needed()

    drag(page, (40, 100), (100, 130))  # it holds for the stretch that is given
    time, drawn, moves = numbers(page)
    assert (time, moves) == ("0:00-0:02", [])
    assert near(drawn, [40, 100, 60, 30])
    assert page.locator("[data-areas] li").count() == 1
    page.get_by_role("group", name=WORDS[language]["area"]).wait_for()
    drag(page, (70, 115), (60, 125))
    assert near(numbers(page)[1], [30, 110, 60, 30])
    drag(page, (90, 140), (110, 160))  # by its corner
    assert near(numbers(page)[1], [30, 110, 80, 50])
    before = numbers(page)[1]
    page.keyboard.press("ArrowUp")  # it has the focus: keys go on where the pointer stopped
    page.keyboard.press("Control+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    assert numbers(page)[1] == [before[0] - 1, before[1] - 10, before[2] - 10, before[3]]

    page.check("[data-moves]")
    x, y, across, _high = numbers(page)[1]
    page.locator(".mk-end").scroll_into_view_if_needed()
    assert numbers(page)[2] == [x + across // 2, y]
    slider = page.locator("[data-at]")
    with page.expect_response(lambda answer: "at_ms=1000" in answer.url):
        slider.fill("1000")
    page.locator(".mk-way").wait_for()  # half of the time: half of the way
    half = page.locator(".mk-way").evaluate("box => parseFloat(box.style.left) * 3.2")
    assert abs(half - (x + across / 4)) < 1

    page.locator("[data-add]").click()  # one too many, taken away again
    assert page.locator("[data-areas] li").count() == 2
    page.keyboard.press("Delete")
    assert page.locator("[data-areas] li").count() == 1
    step.fits()
    page.fill("[name=given_to]", "Luật sư của khách")
    step.follow(page.locator("form button[type=submit].tp-button-primary"))
    assert in_thread(studio.house.work) == []
    in_thread(lambda: given(studio, x, y, across))


def given(studio: Studio, x: int, y: int, across: int) -> None:
    """The copy hides the area where it is at each moment, and nothing where it was before."""
    [job] = FootageJob.objects.filter(kind="give")
    assert len(job.asked["areas"]) == 1
    copy = showing.copy_of(studio.row, f"given/{job.result['copy']}")
    first, last = x + 10, x + across + 10
    with storage.as_file(storage.copies(), copy.path) as path:
        assert black(path, 100, first, y + 15)
        assert not black(path, 100, last, y + 15)
        assert black(path, 1900, last, y + 15)
        assert not black(path, 1900, first, y + 15)
