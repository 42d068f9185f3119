"""What lies beside the database is away, as a disk that is not mounted: devices are recorded, every page is answered.

The house, its people and the way through the pages are those of ``tests/words/test_pages_say_words.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as given
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from games.simulate import staff
from tests.disputes.conftest import person_keys as person_keys
from tests.ingest.conftest import House
from tests.ingest.conftest import house as house
from tests.words.crawl import crawl
from tests.words.test_pages_say_words import whole_house as whole_house

SAID = {"vi": "Không có thư mục khóa", "en": "The folder of keys"}
ONLY_WORDS = {
    "disputes_case_paper",
}
"""Pages that are nothing but what people said: they say 503 and why."""


@pytest.mark.slow
@pytest.mark.parametrize(("role", "language", "least"), [("senior_management", "vi", 90), ("surveillance", "en", 90)])
def test_every_page_is_answered_without_keys_and_film(
    whole_house: None, person_keys: Path, settings: Any, role: str, language: str, least: int
) -> None:
    """What people said cannot be read meanwhile, and says so; all that needs no key is there."""
    person_keys.rename(person_keys.parent / "elsewhere")
    settings.FOOTAGE_DIR = str(person_keys.parent / "film")
    client = Client()
    username = next(member.username for member in staff.ACCOUNTS if member.role == role)
    client.force_login(User.objects.get(username=username), backend="casino.backends.PostingBackend")
    client.cookies[given.LANGUAGE_COOKIE_NAME] = language
    refused: dict[str, str] = {}

    def get(address: str) -> tuple[int, str, str]:
        answer = client.get(address)
        media = answer.headers.get("Content-Type", "")
        body = answer.content.decode() if media.startswith("text/html") else ""
        if answer.status_code == 503:
            refused[resolve(address.partition("?")[0]).url_name or ""] = body
            return 404, media, ""
        return answer.status_code, media, body

    found = list(crawl(get, "/admin/", each=1))
    assert len(found) >= least
    assert set(refused) <= ONLY_WORDS
    assert all(SAID[language] in body for body in refused.values()), refused


def test_devices_are_recorded_without_the_keys_of_persons(house: House, client: Client, settings: Any) -> None:
    settings.PERSON_KEYS_DIR = str(Path(given.PERSON_KEYS_DIR) / "not there")
    answer = client.post(
        "/api/v1/properties/TST/events/",
        house.raw(),
        content_type="application/json",
        headers={"authorization": f"Bearer {house.token}"},
    )
    assert answer.status_code == 200, answer.content
    assert house.streams() == ["round/RL01/20260613-0001"]
