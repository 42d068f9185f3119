"""The desk: what waits for a person, money first, and its forms answered by script as by hand."""

from __future__ import annotations

import html
from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.access.roles import ROLES
from games.admin import desk
from games.admin.queue import Entry
from games.rows.models import Finding, Waiting
from tests.admin.conftest import As
from tests.admin.house import House
from tests.replay.story import STARTS

DESK = reverse("admin:games_finding_desk_page")
SENTENCE = "The camera shows that each was paid at the cage."
CODE = "paid_too_little"


@pytest.fixture
def several(house: House) -> list[Finding]:
    """Three of a kind, the dearest neither first nor last."""
    for minutes, code, paid in ((40, "dearer", 2_500_000), (50, "cheaper", 3_400_000)):
        house.story.spin(code, STARTS + timedelta(minutes=minutes), paid_minor=paid)
    house.follow()
    return list(Finding.objects.filter(code=CODE, status="open").order_by("amount_minor"))


def on_desk(client: Client) -> list[Entry]:
    answer = client.get(DESK)
    assert answer.status_code == 200
    return list(answer.context["entries"])


def places(entries: Iterable[Entry]) -> list[str]:
    return [entry.where for entry in entries]


def send(client: Client, address: str, **said: Any) -> Any:
    """As the script of a queue sends a form."""
    form = {"command_id": uuid4(), "cause": "settled_at_table", "reason": ""}
    return client.post(address, form | said, headers={"Accept": "application/json"})


def dismiss(client: Client, rows: list[Finding], **said: Any) -> Any:
    address = f"{reverse('admin:games_finding_several')}?code={rows[0].code}"
    return send(client, address, findings=[str(row.pk) for row in rows], **said)


def test_money_comes_first_the_highest_first(several: list[Finding], as_: As) -> None:
    entries = on_desk(as_("pit_manager"))
    assert [entry.key for entry in entries][:3] == [str(row.pk) for row in several]
    assert len({entry.kind for entry in entries[:3]}) == 1 < len({entry.kind for entry in entries})


@pytest.mark.parametrize(
    ("language", "told", "on"),
    [
        ("en", "The first 2 of {n}", "Bring the next ones"),
        ("vi", "2 việc đầu trong số {n} việc", "Lấy các việc tiếp theo"),
    ],
)
def test_a_desk_that_does_not_show_everything_says_how_much_there_is(
    several: list[Finding], as_: As, monkeypatch: pytest.MonkeyPatch, language: str, told: str, on: str
) -> None:
    client = as_("pit_manager", language)
    whole, shown = on_desk(client), client.get(DESK).content.decode()
    assert on not in shown
    monkeypatch.setattr(desk, "MOST", 2)
    shown = client.get(DESK).content.decode()
    assert told.format(n=len(whole)) in shown
    assert on in shown
    assert on_desk(client) == whole[:2]


def test_findings_at_tables_of_others_are_neither_shown_nor_counted(several: list[Finding], as_: As) -> None:
    client = as_("pit_supervisor")
    assert client.get(DESK).context["waiting"] >= 3
    Finding.objects.filter(pk=several[0].pk).update(table="RL99")
    context = client.get(DESK).context
    assert str(several[0].pk) not in [entry.key for entry in context["entries"]]
    assert (context["waiting"], context["left"]) == (len(context["entries"]), 0)
    assert str(several[0].pk) in [entry.key for entry in on_desk(as_("shift_manager"))]


DESKLESS = {"dealer", "regulator", "auditor", "administrator"}


@pytest.mark.parametrize("role", sorted(ROLES))
def test_the_side_bar_has_a_line_for_whoever_has_a_desk(role: str, house: House, as_: As) -> None:
    shown = as_(role).get(reverse("admin:index")).content.decode()
    assert (f'href="{DESK}"' in shown) == (role not in DESKLESS)


@pytest.mark.parametrize("role", ["dealer", "acting_pit_supervisor", "regulator", "auditor"])
def test_nothing_lies_on_the_desk_of_who_lets_nothing_rest(role: str, several: list[Finding], as_: As) -> None:
    assert on_desk(as_(role)) == []
    shown = as_(role, "en").get(reverse("admin:games_finding_changelist")).content.decode()
    assert "One by one, by keys" not in shown


def test_each_matter_has_the_replay_beside_it(several: list[Finding], as_: As) -> None:
    client = as_("pit_manager", "en")
    shown = html.unescape(client.get(on_desk(client)[0].item).content.decode())
    assert 'id="picture"' in shown
    assert 'id="timeline"' in shown
    assert "Turn it into a case" in shown
    assert "-1,000,000" in shown.replace("−", "-")


def test_several_are_shown_before_they_are_recorded(several: list[Finding], as_: As, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 10**9}, "reason_sentence_above": {"VND": 0}}
    client = as_("pit_manager", "en")
    bare = dismiss(client, several)
    assert (bare.status_code, "reason" in bare.json()["said"]) == (422, True)
    shown = dismiss(client, several, reason=SENTENCE).json()
    assert "3 findings, together 1,600,000" in shown["said"]
    assert Finding.objects.filter(code=CODE, status="open").count() == 3, "nothing was recorded by looking"
    done = dismiss(client, several, reason=SENTENCE, confirmed=shown["confirm"])
    assert (done.status_code, done.json()["said"]) == (200, "3 findings were dismissed.")
    assert not Finding.objects.filter(code=CODE, status="open").exists()


def test_what_was_asked_for_is_offered_to_its_second_person_first_and_to_nobody_again(
    several: list[Finding], as_: As, settings: Any
) -> None:
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 0}, "reason_sentence_above": {"VND": 0}}
    asker, second, third = as_("pit_supervisor", "en"), as_("pit_manager", "en"), as_("shift_manager", "en")
    dear = several[0]
    mark = dismiss(asker, [dear], reason=SENTENCE).json()["confirm"]
    assert "asked for" in dismiss(asker, [dear], reason=SENTENCE, confirmed=mark).json()["said"]
    waiting = Waiting.objects.get(state="waiting")
    page = reverse("admin:games_waiting_change", args=[waiting.pk])
    assert [entry.page for entry in on_desk(second)].index(page) == 0
    assert page not in [entry.page for entry in on_desk(asker)]
    for client in (asker, second, third):
        assert str(dear.pk) not in [entry.key for entry in on_desk(client)]
        own = client.get(reverse("admin:games_finding_change", args=[dear.pk])).content.decode()
        assert "Dismiss…" not in own
        assert "Put right…" not in own
        assert page in own
    assert "1 waits for your word" in second.get(reverse("admin:games_finding_changelist")).content.decode()
    assert dismiss(third, [dear], reason=SENTENCE).status_code == 404
    answer = send(second, page, say="confirm")
    assert (answer.status_code, answer.json()["said"]) == (200, "It is confirmed.")
    dear.refresh_from_db()
    assert dear.status == "dismissed"
    assert send(third, page, say="confirm").status_code == 409


def test_what_was_asked_for_at_once_is_one_matter(several: list[Finding], as_: As, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 0}, "reason_sentence_above": {"VND": 0}}
    asker, second = as_("pit_supervisor", "en"), as_("pit_manager", "en")
    mark = dismiss(asker, several, reason=SENTENCE).json()["confirm"]
    dismiss(asker, several, reason=SENTENCE, confirmed=mark)
    first, *rest = on_desk(second)
    assert not any("/waiting/" in entry.page for entry in rest)
    assert "Confirm all 3" in second.get(first.item).content.decode()
    assert send(second, first.page, say="confirm_all").status_code == 200
    assert not Finding.objects.filter(code=CODE, status="open").exists()


def test_putting_right_is_asked_for_from_the_desk(several: list[Finding], as_: As, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"reason_sentence_above": {"VND": 0}}
    client = as_("pit_manager", "en")
    address = reverse("admin:games_finding_correct", args=[several[0].pk])
    seen = client.get(address).context["version"]
    refused = send(client, address, seen_version=seen, reason="")
    assert (refused.status_code, refused["Content-Type"]) == (422, "application/json")
    asked = send(client, address, seen_version=seen, reason=SENTENCE)
    assert (asked.status_code, "second person" in asked.json()["said"]) == (200, True)
    assert Waiting.objects.get(state="waiting").kind == "put_right"


def test_whoever_was_asked_once_more_comes_back_to_the_desk(several: list[Finding], as_: As, settings: Any) -> None:
    settings.FIRST_SETTINGS = {"dismissal_alone": {"VND": 10**9}, "reason_sentence_above": {"VND": 10**9}}
    client = as_("pit_manager", "en")
    listed = f"{reverse('admin:games_finding_changelist')}?code={CODE}"
    for row, back, leads_to in zip(several, (DESK, "https://elsewhere.example/"), (DESK, listed), strict=False):
        mark = dismiss(client, [row]).json()["confirm"]
        form = {"findings": [row.pk], "cause": "training", "command_id": uuid4(), "confirmed": mark}
        address = f"{reverse('admin:games_finding_several')}?code={CODE}&back={back}"
        assert client.post(address, form)["Location"] == leads_to
