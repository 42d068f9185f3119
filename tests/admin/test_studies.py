"""The pages of rule-change studies: who asks and reads, in both languages, and nothing of it for others."""

from __future__ import annotations

import html
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.studies import work
from games.studies.models import RuleStudy, StudyState
from tests.admin.conftest import As
from tests.posting import a_property
from tests.replay.story import CODE

BASE = "roulette.2020-06-13"
PRIVILEGED = ("director_of_table_games", "senior_management", "head_of_operations")
OTHERS = ("dealer", "pit_manager", "shift_manager", "assistant_director", "surveillance", "regulator", "auditor")


def ask(client: Client, **values: Any) -> Any:
    address = reverse("admin:games_study_ask") + f"?base={BASE}&property={CODE}"
    return client.post(address, {"command_id": str(uuid4()), **values})


def shown(client: Client, name: str, *args: Any, **query: str) -> str:
    answer = client.get(reverse(f"admin:{name}", args=args), query)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


@pytest.mark.parametrize("role", PRIVILEGED)
def test_asked_worked_on_read_and_downloaded(as_: As, role: str) -> None:
    client = as_(role, "en")
    form = shown(client, "games_study_ask", base=BASE)
    assert "now 1:35" in form
    assert "Choices where the document is silent" in form
    answer = ask(client, **{"odds.straight": "1:34"})
    assert answer.status_code == 302
    row = RuleStudy.objects.get()
    assert (row.changes, row.state) == ({"odds.straight": "1:34"}, StudyState.QUEUED)
    assert "http-equiv" in shown(client, "games_study", row.pk)
    work.run(row.pk)
    page = shown(client, "games_study", row.pk)
    assert "http-equiv" not in page
    for words in ("By: player", "By: table", "By: kind of bet", "P-1", "RL01", "small numbers"):
        assert words in page
    assert "Straight" in shown(client, "games_studies")
    for form_, beginning in (("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK")):
        file = client.get(reverse("admin:games_study_file", args=[row.pk, form_]))
        assert file.content.startswith(beginning)
    assert client.get(reverse("admin:games_study_file", args=[row.pk, "exe"])).status_code == 404


def test_in_vietnamese_nothing_is_english(as_: As) -> None:
    client = as_("director_of_table_games", "vi")
    assert "Nghiên cứu mới" in shown(client, "games_study_ask", base=BASE)
    ask(client, **{"odds.straight": "1:34"})
    row = RuleStudy.objects.get()
    work.run(row.pk)
    page = shown(client, "games_study", row.pk) + shown(client, "games_studies")
    assert "Thay đổi cho người chơi" in page
    for words in ("Change for", "What chance", "New study", "judged twice", "finished"):
        assert words not in page


@pytest.mark.parametrize("role", OTHERS)
def test_nobody_else_sees_or_asks(as_: As, role: str) -> None:
    ask(as_("director_of_table_games"), **{"odds.straight": "1:34"})
    row, client = RuleStudy.objects.get(), as_(role)
    assert client.get(reverse("admin:games_studies")).status_code == 403
    assert ask(client, **{"odds.straight": "1:30"}).status_code == 403
    assert client.get(reverse("admin:games_study", args=[row.pk])).status_code == 403
    assert client.get(reverse("admin:games_study_file", args=[row.pk, "csv"])).status_code == 403
    assert client.post(reverse("admin:games_study_cancel", args=[row.pk])).status_code == 403
    assert RuleStudy.objects.count() == 1


def test_a_second_property_has_studies_of_its_own_rounds(as_: As) -> None:
    """A director acts at every property of the house; each has its own list, and its own rounds are judged."""
    client, other = as_("director_of_table_games", "en"), a_property("SECOND")
    ask(client, **{"odds.straight": "1:34"})
    mine = RuleStudy.objects.get()
    address = reverse("admin:games_study_ask") + f"?base={BASE}&property=SECOND"
    assert client.post(address, {"command_id": str(mine.command_id), "odds.straight": "1:34"}).status_code == 422
    assert client.post(address, {"command_id": str(uuid4()), "odds.straight": "1:34"}).status_code == 302
    theirs = RuleStudy.objects.get(property=other)
    work.run(theirs.pk)
    theirs.refresh_from_db()
    assert theirs.result is not None
    assert (theirs.total, theirs.result["groups"]) == (0, [])
    listed = shown(client, "games_studies", property="SECOND")
    assert (f"#{theirs.pk}<" in listed, f"#{mine.pk}<" in listed) == (True, False)
    assert client.get(reverse("admin:games_studies"), {"property": "NONE"}).status_code == 403


def test_an_account_without_a_post_sees_none_whatever_its_rights(as_: As) -> None:
    user = User.objects.create_user("nobody", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(user, backend="casino.backends.PostingBackend")
    assert client.get(reverse("admin:games_studies")).status_code == 403
    ask(as_("director_of_table_games"), **{"odds.straight": "1:34"})
    assert client.get(reverse("admin:games_study", args=[RuleStudy.objects.get().pk])).status_code == 404


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "Nothing differs"),
        ({"odds.straight": "1:35"}, "Nothing differs"),
        ({"odds.straight": "a lot"}, "it is 1:35 now"),
        ({"odds.straight": "1:34", "since": "2026-06-14", "until": "2026-06-13"}, "before the first"),
        ({"choices.claim_of_time.value": "as_wished"}, "as_wished"),
        ({"odds.straight": "1:34", "table": "RL99"}, "RL99"),
    ],
    ids=["nothing", "the same", "no odds", "days", "no reading", "no table"],
)
def test_what_cannot_be_is_said_at_the_form(as_: As, values: dict[str, str], said: str) -> None:
    answer = ask(as_("director_of_table_games", "en"), **values)
    assert answer.status_code == 422
    assert said in html.unescape(answer.content.decode())
    assert not RuleStudy.objects.exists()


def test_a_study_is_stopped_by_a_post_alone(as_: As) -> None:
    client = as_("senior_management")
    ask(client, **{"odds.straight": "1:34"})
    row = RuleStudy.objects.get()
    address = reverse("admin:games_study_cancel", args=[row.pk])
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 302
    row.refresh_from_db()
    assert row.state == StudyState.CANCELLED
    assert client.get(reverse("admin:games_study_file", args=[row.pk, "csv"])).status_code == 404


def test_limits_are_given_as_a_pair_beside_those_posted(as_: As) -> None:
    client = as_("director_of_table_games", "en")
    assert "RL01 10000–50000000" in shown(client, "games_study_ask", base=BASE)
    assert ask(client, **{"limits.*.least": "5"}).status_code == 422
    assert ask(client, **{"limits.*.least": "5", "limits.*.most": "900"}).status_code == 302
    assert RuleStudy.objects.get().limits == {"*": [5, 900]}
