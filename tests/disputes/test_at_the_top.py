"""The director ruled, and a finding about money stands: whoever is below does not close it; another holder of the post
does. Where there is none, somebody outside the line confirms, it stays open, and the regulator's page lists it.
Played over pages."""

from __future__ import annotations

import html
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.rows.models import Finding, FindingStatus, Waiting
from tests.admin.house import person
from tests.disputes.court import Court, colleague
from tests.disputes.test_interest import Player

pytestmark = pytest.mark.django_db

WHY = "Đã xem lại toàn bộ ván này cùng khách."
LISTED = 'data-list="at-the-top"'


def browser(user: User, language: str = "en") -> Client:
    client = Client()
    client.force_login(user, backend="casino.backends.PostingBackend")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return html.unescape(answer.content.decode())


class Scene:
    """The only director voids a round that was rightly paid, of which a matter is open; no senior manager is left."""

    def __init__(self, court: Court) -> None:
        self.director = Player(colleague("D-1", "director_of_table_games"))
        User.objects.filter(groups__name="senior_management").update(is_active=False)
        court.house.story.matter("round/RL01/right")
        assert self.director.rule(court, "right").status_code == 200
        court.house.follow()
        self.finding = Finding.objects.filter(stream="audit/RL01/right", severity="money").order_by("pk")[0]
        self.manager = person("pit_manager")

    @property
    def page(self) -> str:
        return reverse("admin:games_finding_dismiss", args=[self.finding.pk])

    def ask(self) -> Waiting:
        """A pit manager, uninvolved, lets it rest."""
        form = {"reason": WHY, "cause": "", "command_id": str(uuid4())}
        assert browser(self.manager).post(self.page, form).status_code == 302
        return Waiting.objects.get(kind="dismiss", state="waiting")

    def confirm(self, waits: Waiting, by: User) -> int:
        address = reverse("admin:games_waiting_change", args=[waits.pk])
        return browser(by).post(address, {"command_id": str(uuid4()), "say": "confirm"}).status_code

    def status(self) -> str:
        return Finding.objects.get(pk=self.finding.pk).status


@pytest.fixture
def scene(court: Court) -> Scene:
    return Scene(court)


@pytest.mark.parametrize(
    ("language", "before", "after", "heading"),
    [
        ("en", "the finding stays open", "S-HEAD (head of operations) confirmed", "nobody uninvolved could decide"),
        ("vi", "phát hiện vẫn mở", "S-HEAD (Trưởng phòng Điều hành) đã xác nhận", "không có ai ngoài cuộc"),
    ],
)
def test_without_another_somebody_outside_the_line_confirms_and_it_stays_open_and_is_listed(
    scene: Scene, language: str, before: str, after: str, heading: str
) -> None:
    head, regulator = colleague("S-HEAD", "head_of_operations"), person("regulator")
    assert before in read(browser(scene.manager, language), scene.page), "said before it is asked"
    waits = scene.ask()
    assert waits.lowest == "head_of_operations"
    for below in (person("shift_manager"), scene.director.user, person("surveillance")):
        assert scene.confirm(waits, below) in (403, 409, 422)
        assert Waiting.objects.get(pk=waits.pk).state == "waiting"
    assert LISTED not in read(browser(regulator, language), "/admin/")
    assert before in read(browser(head, language), reverse("admin:games_waiting_change", args=[waits.pk]))
    assert scene.confirm(waits, head) == 302
    assert Waiting.objects.get(pk=waits.pk).state == "confirmed"
    assert scene.status() == FindingStatus.OPEN
    assert after in read(
        browser(scene.manager, language), reverse("admin:games_finding_change", args=[scene.finding.pk])
    )
    start = read(browser(regulator, language), "/admin/")
    assert LISTED in start
    for words in (heading, after, reverse("admin:games_finding_change", args=[scene.finding.pk])):
        assert words in start
    again = scene.ask()
    assert scene.confirm(again, head) == 302
    assert scene.status() == FindingStatus.OPEN, "however often"


def test_without_a_head_of_operations_surveillance_confirms(scene: Scene) -> None:
    assert scene.ask().lowest == "surveillance"


def test_another_holder_decides_alone_what_one_below_only_asks_for(scene: Scene, court: Court) -> None:
    other = colleague("D-2", "director_of_table_games")
    waits = scene.ask()
    assert waits.lowest == "director_of_table_games"
    assert scene.confirm(waits, person("shift_manager")) != 302
    assert scene.confirm(waits, other) == 302
    assert scene.status() == FindingStatus.DISMISSED


def test_once_another_holds_the_post_what_was_listed_is_closed_and_gone(scene: Scene) -> None:
    head, regulator = colleague("S-HEAD", "head_of_operations"), person("regulator")
    assert scene.confirm(scene.ask(), head) == 302
    assert LISTED in read(browser(regulator), "/admin/")
    other = colleague("D-2", "director_of_table_games")
    assert scene.confirm(scene.ask(), other) == 302
    assert scene.status() == FindingStatus.DISMISSED
    assert LISTED not in read(browser(regulator), "/admin/")


def test_the_post_above_is_another_holder(scene: Scene) -> None:
    User.objects.filter(groups__name="senior_management").update(is_active=True)
    waits = scene.ask()
    assert scene.confirm(waits, person("senior_management")) == 302
    assert scene.status() == FindingStatus.DISMISSED


def test_what_is_said_to_be_put_right_goes_the_same_way(scene: Scene) -> None:
    head = colleague("S-HEAD", "head_of_operations")
    page = reverse("admin:games_finding_correct", args=[scene.finding.pk])
    client = browser(scene.manager)
    shown = client.get(page)
    assert "the finding stays open" in html.unescape(shown.content.decode())
    first = {name: field.initial for name, field in shown.context["form"].fields.items()}
    form = {**first, "reason": WHY, "cause": "", "clause": "", "command_id": str(uuid4())}
    form["seen_version"] = shown.context["version"]
    assert client.post(page, form).status_code == 302
    waits = Waiting.objects.get(kind="put_right", state="waiting")
    assert scene.confirm(waits, person("shift_manager")) != 302
    assert scene.confirm(waits, head) == 302
    assert scene.status() == FindingStatus.OPEN


def test_findings_in_which_nobody_at_the_top_is_go_on_as_before(court: Court) -> None:
    row = Finding.objects.filter(stream="audit/RL01/short", severity="money")[0]
    manager = Player(person("pit_manager"))
    assert manager.at(f"findings/{row.pk}/dismissals/").status_code == 200
    row.refresh_from_db()
    assert row.status == FindingStatus.DISMISSED or Waiting.objects.get(kind="dismiss").lowest == "pit_manager"
