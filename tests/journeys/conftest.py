"""A real browser at a real server: Chromium against the project's own WSGI application, on a database of its own.

Skipped, with a word, where no Chromium is installed. Every request that leaves the machine, every error in the
browser's console and every answer of 400 or more fails the journey, unless the journey takes it for what it is
(``Walk.answered``).
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from playwright.sync_api import Browser, Locator, Page
from pytest_django import DjangoDbBlocker

from tests.admin.house import House, person
from tests.browser import driver
from tests.conftest import default_database, drop_database

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

HOLD_SECONDS = 60
"""A second click takes a moment; an answer is never kept back longer than this."""
MOST_AT_ONCE = 32
"""Requests, of several windows."""
PATIENCE_MS = 60_000
"""A machine with much else to do is slow; no walk fails because of that."""


def also(*values: Any) -> Any:
    """A second language and width of the same walk, or a walk whose forms and rules others go through already:
    ``.ci/run`` goes it too. A quick run goes most walks once, and as a whole both languages, both widths, light and
    dark."""
    return pytest.param(*values, marks=pytest.mark.slow)


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """The server of a test says nothing."""


class _Server(WSGIServer):
    """Requests side by side, in threads that keep their connections to the database from one to the next, as those of
    the product's server do; at the end they are closed, so that the database can be dropped."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE)
        self._opened: set[BaseDatabaseWrapper] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._threads.submit(self._answer, request, client_address)

    def _answer(self, request: Any, client_address: Any) -> None:
        try:
            self.finish_request(request, client_address)
        except Exception:  # noqa: BLE001 - as the standard library's servers do, which tell of it and go on
            self.handle_error(request, client_address)
        finally:
            self.shutdown_request(request)
            self._opened.update(connections.all(initialized_only=True))

    def server_close(self) -> None:
        super().server_close()
        self._threads.shutdown()
        for each in self._opened:
            each.inc_thread_sharing()
            each.close()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed: the journeys need a real browser (.ci/run installs it)")
    return CHROMIUM


@pytest.fixture(scope="session")
def application(chromium_path: str) -> Any:
    """The project's application. Made once: it looks through every static file when it starts."""
    return get_wsgi_application()


@pytest.fixture
def answering() -> threading.Event:
    """While it is not set, the server keeps every answer back."""
    event = threading.Event()
    event.set()
    return event


@pytest.fixture(scope="session")
def fresh_template(chromium_path: str, migrated_template: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The house with its people in it: built once, and cloned for every journey."""
    name = f"{migrated_template}_journeys"
    with default_database(name, migrated_template, django_db_blocker):
        House()
        for role in ("dealer", "pit_supervisor", "shift_manager", "regulator", "administrator"):
            person(role, may_log_in=True)
    yield name
    drop_database(name)


@pytest.fixture
def address(
    chromium_path: str, fresh_database: object, application: Any, answering: threading.Event, settings: Any
) -> Iterator[str]:
    """The address of a server with the house and its people in it."""
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = False
    server = _Server(("127.0.0.1", 0), _Quiet)

    def patient(environ: Any, start_response: Any) -> Any:
        answering.wait(HOLD_SECONDS)
        return application(environ, start_response)

    server.set_app(patient)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="package")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """One browser for all journeys, each in windows of its own (contexts share nothing)."""
    with driver() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


BEYOND = """() => [...document.querySelectorAll("main *")].filter(
    (each) => each.getBoundingClientRect().right > window.innerWidth && !each.children.length
).slice(0, 5).map((each) => `${each.parentElement.outerHTML.slice(0, 90)} … ${each.textContent.slice(0, 40)}`)"""
"""What stands beyond the edge of the screen."""


@dataclass
class Walk:
    """A page in the browser, and everything that went wrong on the way."""

    page: Page
    address: str
    answering: threading.Event
    wrong: list[str] = field(default_factory=list)
    """Answers of 400 or more as ``"409 http://…"``, and errors of the console but for what it says of such an answer:
    that may come long after the page."""

    def answered(self, status: int, times: int = 1) -> None:
        """The walk has been answered so, as it meant to be."""
        said = [line for line in self.wrong if line.startswith(f"{status} ")]
        assert len(said) == times, self.wrong
        self.wrong[:] = [line for line in self.wrong if line not in said]

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def follow(self, way: Locator) -> None:
        """Click a link or the button of a form, and be on the page behind it, whole.

        A click alone comes back while the browser is still on the old page or between the two: what is looked at then
        belongs to the wrong page, or to none. For every click that leads somewhere.
        """
        with self.page.expect_navigation():
            way.click()

    def twice(self, button: Locator) -> None:
        """A double click in a hurry. Nobody is answered before both clicks were made: else the second might hit
        whatever the next page has there."""
        self.answering.clear()
        try:
            button.dblclick()
        finally:
            self.answering.set()

    def fits(self) -> None:
        """No page is wider than the screen. Whoever clicked before has been on the new page since (``follow``)."""
        self.page.wait_for_load_state()
        wide = self.page.wait_for_function(
            "() => document.readyState === 'complete' && document.documentElement"
            " && [document.documentElement.scrollWidth, window.innerWidth]"
        ).json_value()
        assert wide[0] <= wide[1], (
            f"{self.page.url} is {wide[0]} px wide on a screen of {wide[1]} px: {self.page.evaluate(BEYOND)}"
        )


@pytest.fixture
def walk(chromium: Browser, address: str, answering: threading.Event) -> Iterator[Callable[..., Walk]]:
    """``walk(width=390, dark=True)``: a new browser window. It is looked over when the test ends."""
    walks: list[Walk] = []

    def start(*, width: int = 1280, dark: bool = False, scripts: bool = True, touch: bool = False) -> Walk:
        context = chromium.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            has_touch=touch,
            locale="en-US",
        )
        context.set_default_timeout(PATIENCE_MS)
        step = Walk(context.new_page(), address, answering)
        step.page.on("request", lambda r: _outside(step, r.url))
        step.page.on("response", lambda r: step.wrong.append(f"{r.status} {r.url}") if r.status >= 400 else None)
        step.page.on("console", lambda m: step.wrong.append(m.text) if m.type == "error" and not echo(m.text) else None)
        step.page.on("pageerror", lambda e: step.wrong.append(str(e)))
        walks.append(step)
        return step

    yield start
    for step in walks:
        step.page.context.close()
        assert step.wrong == []


def echo(said: str) -> bool:
    """The console's word for an answer that was counted when it came."""
    return said.startswith("Failed to load resource: the server responded with a status of ")


def _outside(step: Walk, url: str) -> None:
    if not url.startswith((step.address, "data:")):
        step.wrong.append(f"asked the outside: {url}")
