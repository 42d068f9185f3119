"""What a page costs: every kind of page that people of six roles come to, by the links of the pages before.

At most 15 questions to the database (``make test-slow``), and 80 ms of processor time on the processor that
``REFERENCE_MS`` was taken on (``make bench``, with nothing beside it): the time of a page is held against that of a
fixed piece of work, so that a slower machine makes no page dear. A new page is measured like the others. What takes
longer stands in ``DEARER`` with its reason, and may not take longer than it says there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import resolve

from games.simulate import staff
from tests.disputes.conftest import person_keys  # noqa: F401 - fixture
from tests.words.crawl import crawl
from tests.words.test_pages_say_words import whole_house  # noqa: F401 - fixture

MOST_QUESTIONS: Final = 15
MOST_MS: Final = 80.0
REFERENCE_MS: Final = 11.0
"""What :func:`work` takes on the processor for which the bar was set, alone."""
TRIES: Final = 5
WALKS: Final = {
    "surveillance": 60,
    "senior_management": 70,
    "regulator": 50,
    "pit_supervisor": 40,
    "administrator": 15,
    "dealer": 15,
}
"""Who goes, and to how many kinds of pages at least."""


class Dearer(NamedTuple):
    ms: float
    why: str


DEARER: Final[dict[str, Dearer]] = {
    "admin:disputes_case_collect": Dearer(
        95, "8.2 to 8.4 on one page: fifteen forms, each drawn by Django's templates of fields"
    ),
    "admin:disputes_case_do": Dearer(95, "a command: the case replayed, its form, every bet of its rounds told"),
    "admin:disputes_case_open": Dearer(115, "a form with every table and the rounds to tick, every bet told"),
    "admin:games_annex": Dearer(480, "every round judged again and the tests of all games' statistics, live"),
    "admin:games_round_change": Dearer(120, "a round replayed and judged, drawn, with each bet's sum and each fact"),
}
"""What pages of many parts take at most, and what makes them dear. A list that is shorter is better."""


class Cost(NamedTuple):
    role: str
    name: str
    address: str
    questions: int
    ms: float


def work() -> float:
    """Milliseconds of a fixed piece of work in this thread."""
    began = time.thread_time()
    sum(number * number for number in range(200_000))
    return (time.thread_time() - began) * 1000


def cost_of(client: Client, role: str, name: str, address: str, *, tries: int) -> Cost | None:
    """The questions of a page, and its milliseconds on the reference processor: the least of several ``tries``, each
    against work done right before and after it; 0 where there are none. None for what is no page of this person."""
    asked: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append(sql)
        return execute(sql, params, many, context)

    if client.get(address).status_code != 200:
        return None
    with connection.execute_wrapper(note):
        client.get(address)
    ratios = []
    for _try in range(tries):
        before = work()
        began = time.thread_time()
        client.get(address)
        took = (time.thread_time() - began) * 1000
        ratios.append(took / ((before + work()) / 2))
        if ratios[-1] * REFERENCE_MS <= MOST_MS:
            break
    return Cost(role, name, address, len(asked), min(ratios, default=0.0) * REFERENCE_MS)


def costs(role: str, *, tries: int = 0) -> Iterator[Cost]:
    """Of the first page of each kind that somebody in a role comes to."""
    username = next(member.username for member in staff.ACCOUNTS if member.role == role)
    client = Client()
    client.force_login(User.objects.get(username=username), backend="casino.backends.PostingBackend")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "vi"

    def get(address: str) -> tuple[int, str, str]:
        answer = client.get(address)
        media = answer.headers.get("Content-Type", "")
        return answer.status_code, media, answer.content.decode() if media.startswith("text/html") else ""

    seen: set[str] = set()
    for page in crawl(get, "/admin/", each=1):
        name = resolve(urlsplit(page.address).path).view_name
        if name not in seen:
            seen.add(name)
            found = cost_of(client, role, name, page.address, tries=tries)
            if found is not None:
                yield found


def too_dear(cost: Cost) -> str:
    """What is wrong with the cost of a page; empty for nothing."""
    bar = DEARER.get(cost.name, Dearer(MOST_MS, ""))
    if cost.questions <= MOST_QUESTIONS and cost.ms <= bar.ms:
        return ""
    return f"{cost.name} as {cost.role}: {cost.questions} questions, {cost.ms:.0f} ms ({cost.address})"


def walked(*, tries: int = 0) -> list[Cost]:
    found: list[Cost] = []
    for role, least in WALKS.items():
        theirs = list(costs(role, tries=tries))
        assert len(theirs) >= least, f"{role} came to {len(theirs)} kinds of pages"
        found += theirs
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("whole_house")
def test_every_page_takes_few_questions() -> None:
    found = walked()
    assert [said for said in map(too_dear, found) if said] == []
    assert set(DEARER) <= {cost.name for cost in found}, "no exception for a page that is not there"


@pytest.mark.bench
@pytest.mark.usefixtures("whole_house")
def test_every_page_takes_little_time() -> None:
    """With nothing else on the machine: beside other tests a page shows more than the work it is measured against."""
    assert [said for said in map(too_dear, walked(tries=TRIES)) if said] == []
