"""Who is posted at another property reads nothing of this one: lists, pages, files, API, film and search."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.test import Client

from casino.access.reach import reach_of
from casino.clock import now as clock
from casino.core.reach import reached, reaching
from casino.ledger.models import HouseRows, Property
from disputes.rows.models import Case
from games.rows.models import Finding, Round
from surveillance.rows.models import Recording
from tests.admin.house import person
from tests.disputes.conftest import person_keys  # noqa: F401 - fixture
from tests.disputes.court import Court
from tests.posting import a_property, posting
from tests.replay.story import CODE
from tests.words.crawl import Page, crawl
from tests.words.test_pages_say_words import whole_house  # noqa: F401 - fixture

MACHINERY: Final = {
    "casino.SavedView": "a person's own filters",
    "checkpoints.Log": "how far the log is published, which is for everybody",
    "commands.Receipt": "asked for by the id of a command",
    "disputes.CaseSeries": "counts numbers",
    "games.WatchDue": "what a follower still has to do",
    "ledger.Follower": "how far a follower is",
    "ledger.Head": "how far the record is",
    "surveillance.Series": "counts numbers",
}
"""Models of a property whose rows nobody is shown."""
OF_THE_HOUSE: Final = re.compile(r"(?<![A-Z0-9-])(?:RL0[123]|SB01|BA0[12]|NN01|MB01)(?![0-9])|2026-0000\d")
"""Tables of the demonstration, and numbers of its cases."""
EXAMPLES: Final = ("/admin/guide/", "/admin/surveillance/report/ask/")
"""Texts that are the same in every house, with an example of a round."""


def elsewhere(post: str = "pit_manager", *, begins_at: datetime | None = None, ends_at: datetime | None = None) -> User:
    """Somebody in a post, posted at a second property alone, from ``begins_at`` to ``ends_at``."""
    user = User.objects.create_user(f"far.{post}", is_staff=True)
    user.groups.add(Group.objects.get(name=post))
    posting(user, post, tables=["FAR09"], owner=a_property("FAR"), begins_at=begins_at, ends_at=ends_at)
    return user


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="casino.backends.PostingBackend")
    return client


def test_every_model_of_a_property_is_read_through_the_manager_that_knows_the_bounds() -> None:
    """A new one fails here until it is ``OfHouse``, or it is said why nobody is shown its rows."""
    unbounded = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if getattr(field, "related_model", None) is Property
        and field.concrete
        and not isinstance(model._default_manager, HouseRows)
    }
    assert unbounded == set(MACHINERY)
    assert isinstance(Property._default_manager, HouseRows)


def test_without_a_request_all_is_read_and_bounds_end_where_they_were_set(db: None) -> None:
    owner, far = a_property(), a_property("FAR")
    with reaching(lambda: frozenset({far.pk})):
        assert list(Property.objects.all()) == [far]
        assert Property.all_houses.count() == 2
    assert reached() is None
    assert {owner, far} <= set(Property.objects.all())


def test_who_is_posted_nowhere_reads_by_rights_and_who_is_posted_twice_reads_both(db: None) -> None:
    owner, user = a_property(), elsewhere()
    assert set(reach_of(user) or ()) == {a_property("FAR").pk}
    posting(user, "pit_manager", owner=owner)
    assert set(reach_of(user) or ()) == {owner.pk, a_property("FAR").pk}
    assert reach_of(User.objects.create_user("nobody")) is None


@pytest.mark.parametrize("hours", [(-30, -1), (1, 9)], ids=["its shift is over", "its shift is to come"])
def test_off_duty_nothing_more_is_read(db: None, person_keys: object, hours: tuple[int, int]) -> None:  # noqa: F811
    Court().open()
    begins_at, ends_at = (clock() + timedelta(hours=each) for each in hours)
    user = elsewhere(begins_at=begins_at, ends_at=ends_at)
    assert set(reach_of(user) or ()) == {a_property("FAR").pk}
    client = client_of(user)
    for place in ("/admin/games/round/", "/admin/disputes/case/", f"/api/v1/rounds/?property={CODE}", "/admin/"):
        assert b"RL01" not in client.get(place).content, place


def test_who_left_a_post_reads_by_the_rights_of_the_new_one(db: None) -> None:
    user = elsewhere(ends_at=clock() - timedelta(hours=1))
    assert reach_of(user) is not None
    user.groups.set([Group.objects.get(name="senior_management")])
    assert reach_of(User.objects.get(pk=user.pk)) is None


@pytest.fixture
def far(db: None, person_keys: object) -> Client:  # noqa: F811
    """A house with a case, and a client of a pit manager of another property."""
    Court().open()
    return client_of(elsewhere())


def test_lists_pages_counts_and_search_show_nothing(far: Client) -> None:
    near = client_of(person("pit_manager"))
    rows: list[Any] = [Round.objects.first(), Finding.objects.first(), Case.objects.get()]
    for row in rows:
        name = row._meta.model_name
        place = f"/admin/{row._meta.app_label}/{name}/"
        assert near.get(f"{place}{row.pk}/change/").status_code == 200
        answer = far.get(f"{place}{row.pk}/change/", follow=True)
        assert "RL01" not in answer.content.decode().replace("?q=RL01", ""), place
        assert "RL01" not in far.get(place).content.decode(), place
        assert b"RL01" not in b"".join(far.get(f"{place}file/csv/"))
    assert "RL01" not in far.get("/admin/").content.decode()


def test_the_api_knows_no_such_property(far: Client) -> None:
    near = client_of(person("pit_manager"))
    number = Case.objects.get().number
    asked = ("rounds/", "rounds/RL01/short/", "findings/", "cases/", f"cases/{number}/", "waiting/")
    for path in asked:
        address = f"/api/v1/{path}?property={CODE}"
        assert near.get(address).status_code == 200, path
        answer = far.get(address)
        assert answer.status_code == 404, path
        assert b"RL01" not in far.get(f"/api/v1/{path}").content, path
    found = far.post("/api/v1/cases/search/", {"named": "Nguyễn"}, content_type="application/json")
    assert found.json()["cases"] == []
    finding = Finding.objects.first()
    assert finding is not None
    refused = far.post(
        f"/api/v1/findings/{finding.pk}/dismissals/",
        {"command_id": "018f0000-0000-7000-8000-000000000001", "reason": "Đã xem lại toàn bộ ván này."},
        content_type="application/json",
    )
    assert refused.status_code == 404


@pytest.mark.slow
@pytest.mark.usefixtures("whole_house")
def test_no_address_of_the_whole_house_says_anything_of_it() -> None:
    """Every kind of page that somebody of the house comes to, and all its film, asked for by somebody in the same post
    who is posted elsewhere; and every page that this person comes to. What the address itself says may come back."""
    said = []
    recordings = {f"/admin/surveillance/player/recording/{row.pk}/" for row in Recording.objects.all()}
    for post in ("pit_manager", "surveillance"):
        near, far = client_of(person(post)), client_of(elsewhere(post))
        visited = {page.address for page in crawl(got(near), "/admin/", each=1)}
        assert len(visited) >= 60
        for address in sorted(visited | recordings | {page.address for page in crawl(got(far), "/admin/", each=1)}):
            if address.startswith(EXAMPLES):
                continue
            _status, _media, body = got(far)(address)
            for text in Page(address, body).texts:
                said += [(address, text.text) for name in OF_THE_HOUSE.findall(text.text) if name not in address]
    assert said == []


def got(client: Client) -> Callable[[str], tuple[int, str, str]]:
    def get(address: str) -> tuple[int, str, str]:
        answer = client.get(address)
        media = answer.headers.get("Content-Type", "")
        return answer.status_code, media, answer.content.decode() if media.startswith("text/html") else ""

    return get
