"""The week of findings as page and paper: for whom, in which language, and from where one gets there."""

from __future__ import annotations

import html

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.admin.worth import _states
from games.rows.finding_worth import Cost
from tests.admin.conftest import As
from tests.replay.story import CODE


def page(client: Client, **query: str) -> str:
    answer = client.get(reverse("admin:games_finding_worth"), query)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_the_director_reads_what_it_cost_in_both_languages(as_: As) -> None:
    english, vietnamese = (page(as_("director_of_table_games", language)) for language in ("en", "vi"))
    for words in ("What findings cost", "By dealer", "RL01", "never decided yet", "VND"):
        assert words in english
    for words in ("Phát hiện đã gây ra bao nhiêu tiền", "Theo nhân viên chia bài", "chưa ai quyết định"):
        assert words in vietnamese
    for words in ("What findings", "By table", "Turned out", "standing", "The week"):
        assert words not in vietnamese


@pytest.mark.parametrize(
    ("cost", "told"),
    [
        (Cost("VND", "x", cases=3, standing=3), "3 standing"),
        (Cost("VND", "x", cases=3, standing=1, corrected=2), "1 standing, 2 put right"),
        (Cost("VND", "x", cases=1, dismissed=1), "1 dismissed"),
    ],
)
def test_only_what_there_is_of_findings_is_counted(cost: Cost, told: str) -> None:
    with override("en"):
        assert _states(cost) == told


@pytest.mark.parametrize("language", ["en", "vi"])
def test_the_paper_is_a_pdf(as_: As, language: str) -> None:
    answer = as_("senior_management", language).get(reverse("admin:games_finding_worth"), {"format": "pdf"})
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert CODE in answer["Content-Disposition"]


@pytest.mark.parametrize(
    "role", ["dealer", "pit_manager", "assistant_director", "surveillance", "regulator", "auditor"]
)
def test_dealers_are_ranked_for_nobody_else(as_: As, role: str) -> None:
    client, address = as_(role), reverse("admin:games_finding_worth")
    assert client.get(address).status_code == 403
    assert client.get(address, {"format": "pdf"}).status_code == 403
    assert address not in client.get(reverse("admin:games_finding_changelist")).content.decode()


def test_one_gets_there_from_the_list_and_the_overview(as_: As) -> None:
    client, address = as_("director_of_table_games"), reverse("admin:games_finding_worth")
    for name in ("admin:games_finding_changelist", "admin:index"):
        assert address in client.get(reverse(name)).content.decode()


def test_a_day_that_is_none_shows_the_last_week_on_record(as_: As) -> None:
    client = as_("director_of_table_games", "en")
    assert page(client, day="2026-99-99").count("Standing, the dearest first") == 1
    assert "Nothing was found." in page(client, day="2020-01-01")
