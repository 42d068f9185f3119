"""Several findings of one kind let rest from the list and over the API: shown first, then recorded as shown."""

from __future__ import annotations

import html
import json
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.rows.audit import audit_rounds
from games.rows.following import follow_now
from games.rows.models import Finding, Waiting
from tests.admin.conftest import As
from tests.admin.house import House
from tests.checkpoints.test_commanded import hold
from tests.replay.story import CODE as TST
from tests.replay.story import STARTS
from tests.signed import sign_everything

CODE = "paid_too_little"
SENTENCE = "The camera shows that each was paid at the cage."


def address(code: str = CODE) -> str:
    return f"{reverse('admin:games_finding_several')}?code={code}"


def post(client: Client, rows: list[Finding], **said: Any) -> Any:
    form = {"findings": [str(row.pk) for row in rows], "cause": "settled_at_table", "reason": "", "command_id": uuid4()}
    return client.post(address(), form | said)


def shown_as(page: str) -> str:
    """What the button says that was shown."""
    found = re.search(r'name="confirmed" value="([0-9a-f]+)"', page)
    assert found is not None
    return found[1]


def open_rows() -> list[Finding]:
    return list(Finding.objects.filter(code=CODE, status="open"))


def test_the_list_of_one_kind_leads_there_and_so_does_a_finding(house: House, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    changelist = reverse("admin:games_finding_changelist")
    assert "Dismiss several of this kind…" not in html.unescape(client.get(changelist).content.decode())
    listed = html.unescape(client.get(changelist, {"code": CODE}).content.decode())
    assert address() in listed
    one = reverse("admin:games_finding_change", args=[house.finding(CODE).pk])
    assert address() in html.unescape(client.get(one).content.decode())


def test_what_it_comes_to_is_shown_before_it_is_recorded(house: House, as_: As, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 10**9}, "reason_sentence_above": {"VND": 0}}
    rows = open_rows()
    client = as_("pit_supervisor", "en")
    bare = post(client, rows)
    assert (bare.status_code, "Give a reason." in bare.content.decode()) == (422, True)
    shown = post(client, rows, reason=SENTENCE)
    page = html.unescape(shown.content.decode())
    assert shown.status_code == 200
    assert f"together {sum(abs(row.amount_minor) for row in rows):,}" in page
    assert open_rows() == rows, "nothing was recorded by looking"
    mark = shown_as(page)
    others = post(client, [], reason=SENTENCE, confirmed=mark)
    assert (others.status_code, open_rows()) == (422, rows), "only what was shown"
    assert post(client, rows, reason=SENTENCE, confirmed=mark).status_code == 302
    assert not open_rows()


def test_above_what_one_person_may_each_waits_for_a_second(house: House, as_: As, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 0}, "reason_sentence_above": {"VND": 0}}
    rows = open_rows()
    client = as_("pit_supervisor", "en")
    page = html.unescape(post(client, rows, reason=SENTENCE).content.decode())
    assert "the house asks for two persons" in page
    assert post(client, rows, reason=SENTENCE, confirmed=shown_as(page)).status_code == 302
    assert Waiting.objects.filter(kind="dismiss", state="waiting").count() == len(rows) == len(open_rows())


@pytest.mark.parametrize("role", ["dealer", "acting_pit_supervisor", "regulator", "auditor"])
def test_others_are_offered_none(role: str, house: House, as_: As) -> None:
    rows = open_rows()
    assert as_(role).get(address()).status_code in (403, 404)
    assert post(as_(role), rows, reason=SENTENCE).status_code in (403, 404)
    assert open_rows() == rows


def test_over_the_api_as_on_the_page(house: House, as_: As, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 10**9}, "reason_sentence_above": {"VND": 10**9}}
    rows = open_rows()
    said = {"findings": [row.pk for row in rows], "cause": "settled_at_table", "command_id": str(uuid4())}

    def sent(client: Client, **changes: Any) -> Any:
        return client.post("/api/v1/findings/dismissals/", json.dumps(said | changes), content_type="application/json")

    assert sent(as_("regulator")).status_code == 403
    assert sent(as_("pit_supervisor"), findings=[]).status_code == 400
    assert sent(as_("pit_supervisor"), findings=[rows[0].pk] * 2).json()["code"] == "finding_batch"
    answer = sent(as_("pit_supervisor"))
    assert (answer.status_code, answer.json()["dismissed"]) == (200, True)
    assert {each["status"] for each in answer.json()["findings"]} == {"dismissed"}
    assert not open_rows()


@pytest.fixture
def several(house: House) -> list[Finding]:
    """Two findings of the kind, in two rounds."""
    at = STARTS + timedelta(minutes=50)
    house.story.spin("less", at, paid_minor=3_400_000)
    house.follow()
    audit_rounds(TST)
    follow_now(TST)
    rows = open_rows()
    assert len(rows) == 2
    return rows


SAYS = {
    "confirm_all": ("dismissed", "confirmed", {"ask.confirmed", "audit.finding_dismissed"}),
    "refuse_all": ("open", "refused", {"ask.refused"}),
}


@pytest.mark.parametrize("say", SAYS)
def test_a_second_person_answers_all_of_them_at_once_and_signs_it(
    several: list[Finding], as_: As, settings: Any, monkeypatch: pytest.MonkeyPatch, say: str
) -> None:
    """Each event that it brings is held against the one command that was signed, and no forging of it passes."""
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 0}, "reason_sentence_above": {"VND": 0}}
    status, state, names = SAYS[say]
    seen = sign_everything(monkeypatch)
    rows = several
    client, manager = as_("pit_supervisor", "en"), as_("pit_manager", "en")
    mark = shown_as(html.unescape(post(client, rows, reason=SENTENCE).content.decode()))
    assert post(client, rows, reason=SENTENCE, confirmed=mark).status_code == 302
    one = Waiting.objects.filter(kind="dismiss").order_by("position")[0]
    page = reverse("admin:games_waiting_change", args=[one.pk])
    shown = html.unescape(manager.get(page).content.decode())
    together = sum(abs(row.amount_minor) for row in rows)
    assert f"{len(rows)} findings were asked for at once, together {together:,}" in shown
    assert f'value="{say}"' in shown
    assert f'value="{say}"' not in html.unescape(client.get(page).content.decode()), "not who asked"
    assert manager.post(page, {"command_id": str(uuid4()), "say": say}).status_code == 302
    assert {row.status for row in Finding.objects.filter(pk__in=[row.pk for row in rows])} == {status}
    assert set(Waiting.objects.filter(kind="dismiss").values_list("state", flat=True)) == {state}
    hold(seen, "ask.asked", *names)


def test_the_form_says_that_one_of_cause_and_reason_is_needed(house: House, as_: As) -> None:
    words = {"vi": "cần một trong hai: chọn nguyên nhân", "en": "one of the two is needed"}
    for language, said in words.items():
        client = as_("pit_supervisor", language)
        one = reverse("admin:games_finding_dismiss", args=[house.finding(CODE).pk])
        for page in (one, address()):
            shown = html.unescape(client.get(page).content.decode())
            assert shown.count(said) == 2
            assert "(optional)" not in shown


def test_one_answer_to_all_over_the_api(several: list[Finding], as_: As, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 0}, "reason_sentence_above": {"VND": 10**9}}
    said: dict[str, Any] = {"findings": [row.pk for row in several], "cause": "settled_at_table"}
    said |= {"reason": SENTENCE, "command_id": str(uuid4())}
    as_("pit_supervisor").post("/api/v1/findings/dismissals/", json.dumps(said), content_type="application/json")
    one = Waiting.objects.filter(kind="dismiss").order_by("position")[0]
    assert str(one.batch) == said["command_id"]

    def sent(client: Client) -> Any:
        body = json.dumps({"command_id": str(uuid4()), "say": "confirm_all"})
        return client.post(f"/api/v1/waiting/{one.pk}/answers/", body, content_type="application/json")

    assert sent(as_("pit_supervisor")).status_code == 403
    assert sent(as_("pit_manager")).json()["state"] == "confirmed"
    assert not open_rows()
    assert sent(as_("pit_manager")).json()["code"] == "ask_decided"
