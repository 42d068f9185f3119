"""What anybody may ask for without an account costs little, address by address."""

from __future__ import annotations

import resource
import threading
import time
from typing import Any

import pytest
from django.test import Client

from games.api import description
from tests.factors.test_middleware import every_address

SECONDS = 0.25
"""Of processor time, this process and its children, once everything is loaded."""
ANSWERED = (200, 400, 405, 422)
"""Otherwise an address leads to signing in, refuses, or has nothing."""
PLACES = ("/", "/papers/", "/log/TST/checkpoint", "/static/casino/favicon.svg", "/nowhere/", "/api/v1/nowhere/")


def spent() -> float:
    return sum(
        each.ru_utime + each.ru_stime
        for each in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


def cost(client: Client, method: str, path: str) -> tuple[float, int]:
    """Of the second request; the least of three, since others work on this machine."""
    ask: Any = getattr(client, method)
    status = ask(path).status_code
    found = []
    for _ in range(3):
        began = spent()
        ask(path)
        found.append(spent() - began)
    return min(found), status


def test_every_address_that_needs_no_account_is_cheap(db: None) -> None:
    client = Client(raise_request_exception=False)
    dear, opened = {}, set()
    for path in [*PLACES, *(path for _name, path in every_address())]:
        for method in ("get", "post"):
            seconds, status = cost(client, method, path)
            if seconds > SECONDS:
                dear[method, path] = seconds
            if status in ANSWERED:
                opened.add(path)
    assert {"/papers/", "/admin/login/", "/api/v1/schema/", "/api/v1/docs/", "/healthz"} <= opened
    assert dear == {}


def test_the_description_is_made_once_however_many_ask_first(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    generator: Any = description.DescriptionView.generator_class
    original = generator.get_schema

    def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        made.append(1)
        return original(self, *args, **kwargs)

    monkeypatch.setattr(generator, "get_schema", counted)
    monkeypatch.setattr(description, "_made", {})
    answers: list[Any] = []
    accept = {"Accept": "application/vnd.oai.openapi+json"}

    def ask() -> None:
        answers.append(Client(raise_request_exception=False).get("/api/v1/schema/", headers=accept))

    readers = [threading.Thread(target=ask) for _ in range(4)]
    for each in readers:
        each.start()
    for each in readers:
        each.join()
    assert [each.status_code for each in answers] == [200] * 4
    assert len({each.content for each in answers}) == 1
    assert len(made) == 1
    tag = answers[0].headers["ETag"]
    began = time.process_time()
    again = Client().get("/api/v1/schema/", headers={**accept, "If-None-Match": tag})
    assert time.process_time() - began < 0.1
    assert (again.status_code, again.content) == (304, b"")
    assert "public" in answers[0].headers["Cache-Control"]
