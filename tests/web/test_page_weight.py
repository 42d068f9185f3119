"""What a page weighs for a browser that comes for the first time: at most 25 requests and 1 MB, of every kind of page.

Scripts and style sheets weigh what WhiteNoise sends of them (gzip), letters and pictures what they are, the page itself
what it is. A style sheet's letters and a module's imports are requests as well. What a film takes as it plays is not
counted here: ``tests/surveillance/player/test_walk.py`` counts what the first page of the review queue asks for.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve, reverse

from casino.access.roles import ensure_roles
from games.simulate import staff
from tests.disputes.conftest import person_keys  # noqa: F401 - fixture
from tests.words.crawl import crawl
from tests.words.test_pages_say_words import whole_house  # noqa: F401 - fixture

MOST_REQUESTS: Final = 25
MOST_BYTES: Final = 1 << 20
IMPORTED: Final = re.compile(r'^import [^"]*"([^"]+)"|@import "([^"]+)"|url\("?([^")]+)"?\)', re.MULTILINE)
WRITTEN: Final = (".js", ".css", ".svg")


class Asked(HTMLParser):
    """What a page asks for by itself."""

    def __init__(self, body: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(body)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "link" and given.get("rel", "") in ("stylesheet", "icon", "shortcut icon"):
            self.found.add(given["href"])
        elif tag in ("script", "img", "iframe") and given.get("loading") != "lazy" and given.get("src"):
            self.found.add(given["src"])


class Weight(NamedTuple):
    requests: int
    size_bytes: int


@cache
def static(address: str) -> tuple[frozenset[str], int]:
    """A file and everything that it asks for in turn, and what all of it weighs."""
    found = finders.find(address.removeprefix(f"/{settings.STATIC_URL.strip('/')}/"))
    assert found, address
    content = Path(found).read_bytes()
    every, size = {address}, len(gzip.compress(content)) if address.endswith(WRITTEN) else len(content)
    if address.endswith((".js", ".css")) and "/vendor/" not in address:
        for named in IMPORTED.findall(content.decode()):
            inside = urljoin(address, next(filter(None, named)))
            if inside.startswith(f"/{settings.STATIC_URL.strip('/')}/") and inside not in every:
                more, weight = static(inside)
                every |= more
                size += weight
    return frozenset(every), size


def weight_of(body: str) -> Weight:
    """What a page weighs, with all that it asks for."""
    asked: set[str] = set()
    size = len(body.encode())
    for each in Asked(body).found:
        path = urlsplit(each).path
        if not path.startswith(f"/{settings.STATIC_URL.strip('/')}/"):
            asked.add(each)
        elif path not in asked:
            more, weight = static(path)
            asked |= more
            size += weight
    return Weight(1 + len(asked), size)


def too_heavy(name: str, weight: Weight) -> str:
    """What is wrong with the weight of a page; empty for nothing."""
    if weight.requests <= MOST_REQUESTS and weight.size_bytes <= MOST_BYTES:
        return ""
    return f"{name}: {weight.requests} requests, {weight.size_bytes >> 10} kB"


def pages_of(role: str) -> Iterator[tuple[str, Weight]]:
    username = next(member.username for member in staff.ACCOUNTS if member.role == role)
    client = Client()
    client.force_login(User.objects.get(username=username), backend="casino.backends.PostingBackend")
    bodies: dict[str, str] = {}

    def get(address: str) -> tuple[int, str, str]:
        answer = client.get(address)
        media = answer.headers.get("Content-Type", "")
        said = answer.content.decode() if media.startswith("text/html") else ""
        if answer.status_code == 200 and said:
            bodies.setdefault(resolve(urlsplit(address).path).view_name, said)
        return answer.status_code, media, said

    for _page in crawl(get, "/admin/", each=1):
        pass
    yield from ((name, weight_of(body)) for name, body in bodies.items() if "<html" in body)


@pytest.mark.slow
@pytest.mark.parametrize(("role", "least"), [("surveillance", 50), ("senior_management", 60), ("administrator", 15)])
@pytest.mark.usefixtures("whole_house")
def test_every_page_is_light(role: str, least: int) -> None:
    found = dict(pages_of(role))
    assert len(found) >= least
    assert [said for name, weight in found.items() if (said := too_heavy(name, weight))] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    ["admin:index", "admin:games_round_changelist", "footage_queue", "admin:surveillance_recording_changelist"],
)
def test_the_pages_that_people_begin_with_are_light(name: str) -> None:
    ensure_roles()
    client = Client()
    client.force_login(User.objects.create_user("root", is_staff=True, is_superuser=True))
    answer: Any = client.get(reverse(name))
    assert answer.status_code == 200
    weight = weight_of(answer.content.decode())
    assert too_heavy(name, weight) == ""
    assert weight.requests > 10, "the page was read"
    assert weight.size_bytes > 400_000, "its letters were weighed"
