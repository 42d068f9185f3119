"""Several findings of one kind let rest from the list and over the API: shown first, then recorded as shown."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Finding, Waiting
from tests.admin.conftest import As
from tests.admin.house import House

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
