"""The page of rule documents in force: who reads, who asks, who confirms, and what it says in both languages."""

from __future__ import annotations

import html
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.judgement.study_fields import written
from games.rows import rulebooks
from games.rows.models import Waiting
from tests.admin.conftest import As
from tests.engine.choices import made
from tests.engine.test_rules import BOOK, UP, put
from tests.replay.story import CODE


def page(client: Client, status: int = 200) -> str:
    answer = client.get(reverse("admin:games_rules"))
    assert answer.status_code == status
    return html.unescape(answer.content.decode())


def ask(client: Client, **changes: str) -> tuple[int, str]:
    choices = {place: written(value) for place, value in made(BOOK.id).items()}
    form = {
        "document": BOOK.id,
        "effective_from": "",
        "reason": "Hội đồng đã phê duyệt bản này.",
        "command_id": str(uuid4()),
        **choices,
    }
    answer = client.post(reverse("admin:games_rules"), form | changes)
    return answer.status_code, html.unescape(answer.content.decode())


def test_asked_by_a_director_confirmed_by_senior_management_and_read_by_all(as_: As) -> None:
    director, senior = as_("director_of_table_games", "en"), as_("senior_management", "en")
    assert "Nothing is put in force on record" in page(director)
    assert ask(director)[0] == 302
    row = Waiting.objects.get(kind="put_in_force")
    assert "A request about Roulette waits for a second person." in page(director)
    address = reverse("admin:games_waiting_change", args=[row.pk])
    before = html.unescape(senior.get(address).content.decode())
    assert "Hội đồng đã phê duyệt bản này." in before
    assert "when the losing chips are taken" in before
    answer = senior.post(address, {"say": "confirm", "command_id": str(uuid4())})
    assert answer.status_code == 302
    [event] = rulebooks.recorded(CODE)
    for role in ("pit_supervisor", "regulator", "auditor"):
        assert event.data.sha256 in page(as_(role, "en"))
    assert "senior.management" in page(director)
    vietnamese = page(as_("pit_manager", "vi"))
    assert "Văn bản luật chơi đang có hiệu lực" in vietnamese
    assert "Nothing is put" not in vietnamese


@pytest.mark.parametrize("role", ["pit_supervisor", "pit_manager", "shift_manager", "surveillance", "regulator"])
def test_others_read_and_are_offered_nothing(as_: As, role: str) -> None:
    client = as_(role, "en")
    assert '<form method="post" class="tp-form"' not in page(client)
    assert ask(client)[0] == 403
    assert rulebooks.recorded(CODE) == []
    assert not Waiting.objects.filter(kind="put_in_force").exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"document": "x"}, "x"),
        ({"effective_from": "2020-01-01T00:00"}, "A document cannot come into force in the past."),
        ({"reason": ""}, "This field is required."),
        ({"choices.ends_without_winners.value": ""}, "This field is required."),
        ({"choices.ends_without_winners.value": "never"}, "never is not one of the available choices"),
        ({"choices.rounding_unit_minor.value": "x"}, "This value cannot be; it is 1 now."),
    ],
)
def test_what_cannot_be_is_said_at_the_form(as_: As, changes: dict[str, str], said: str) -> None:
    status, shown = ask(as_("director_of_table_games", "en"), **changes)
    assert status == 422
    assert said in shown


def test_every_choice_is_asked_for_and_none_stands_there_beforehand(as_: As) -> None:
    address = reverse("admin:games_rules") + "?document=baccarat.2024-10-01"
    shown = html.unescape(as_("director_of_table_games", "en").get(address).content.decode())
    for place in made("baccarat.2024-10-01"):
        assert f'name="{place}"' in shown, place
    assert "Banker's total is six (the letter)" in shown
    assert "selected" not in shown.partition('name="choices.')[2].partition("</form>")[0].replace(
        'value="" selected', ""
    )


def test_a_property_that_does_not_exist_is_not_found(as_: As) -> None:
    assert as_("auditor").get(reverse("admin:games_rules"), {"property": "NONE"}).status_code == 404


def test_texts_that_nobody_has_put_in_force_are_told(as_: As, house: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "recorded", lambda _code: [put(UP, BOOK.effective_at)])
    assert "The program brings other texts than those in force." in page(as_("auditor", "en"))
