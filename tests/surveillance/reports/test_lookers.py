"""Who looks on: scopes of games and days, tokens, what is opened is recorded, and nothing else opens."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from io import StringIO
from typing import Any
from urllib.parse import urljoin
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from games.engine.origin import Part, Shares
from games.rows.models import Round
from surveillance.bundle.selection import Selection
from surveillance.reports import readmodel, scope
from surveillance.reports.models import Looker, LookerToken
from tests.disputes.court import colleague
from tests.posting import a_property
from tests.replay.story import CODE
from tests.surveillance.reports import acts
from tests.surveillance.reports.conftest import Asking
from tests.words.crawl import Page

As = Callable[..., Client]
ROUND = Selection(about="round", round="RL01/short")


def opened(asks: Asking, staff: str = "regulator", **besides: Any) -> None:
    colleague(staff, "regulator")
    manager = asks.actor("senior_management")
    acts.open_to(asks.owner, manager, staff, command_id=uuid4(), now=asks.court.now, **besides)


def looks(staff: str = "regulator") -> list[str]:
    events = get_ledger(CODE).stream(f"regulator/{staff}")
    return [event.data.page for event in events if event.type.startswith("regulator.looked")]


def test_every_page_that_a_regulator_opens_is_an_event_that_management_reads(asks: Asking, as_: As) -> None:
    opened(asks)
    client = as_(colleague("regulator", "regulator"))
    for name in ("games_round_changelist", "surveillance_report_changelist"):
        assert client.get(reverse(f"admin:{name}")).status_code == 200
    assert looks() == ["admin:games_round_changelist", "admin:surveillance_report_changelist"]
    readmodel.follow_to_head(CODE)
    row = Looker.objects.get(staff="regulator")
    assert row.looks == 2
    for language, rounds, reports in (("vi", "Các ván.", "Báo cáo."), ("en", "Rounds.", "Reports.")):
        client = as_(asks.user("senior_management"), language)
        said = client.get(reverse("admin:surveillance_looker_change", args=[row.pk])).content.decode()
        assert rounds in said
        assert reports in said
        assert "_changelist" not in re.sub(r'"[^"]*"', "", said)


def test_who_looks_on_is_asked_once_a_page(asks: Asking, as_: As) -> None:
    opened(asks)
    client = as_(colleague("regulator", "regulator"))
    client.get(reverse("admin:index"))
    with CaptureQueriesContext(connection) as asked:
        assert client.get(reverse("admin:index")).status_code == 200
    said = [each["sql"] for each in asked]
    assert len([sql for sql in said if sql.startswith("SELECT") and 'FROM "surveillance_looker"' in sql]) == 1
    assert len([sql for sql in said if sql.lstrip().startswith("SELECT u.id, u.username")]) == 1, (
        "casino.access.account_rights"
    )


def test_within_a_scope_of_games_and_days_and_nothing_beside(asks: Asking, as_: As) -> None:
    day = Round.objects.get(stream="round/RL01/short").gaming_day
    assert day is not None
    opened(asks, games=("roulette",), from_day=day, to_day=day)
    regulator = colleague("regulator", "regulator")
    client = as_(regulator)
    listed = client.get(reverse("admin:games_round_changelist"))
    assert {row.gaming_day for row in listed.context["cl"].result_list} == {day}
    for name in ("games_table_changelist", "auth_user_changelist", "surveillance_recording_changelist"):
        assert client.get(reverse(f"admin:{name}")).status_code == 403
    bar = client.get(reverse("admin:index")).content.decode()
    assert reverse("admin:games_round_changelist") in bar
    assert reverse("admin:games_table_changelist") not in bar
    assert client.get("/api/v1/rounds/").status_code == 403
    assert asks.ask(ROUND, regulator).requested_by == "regulator"
    narrowed = asks.ask(Selection(about="month", from_day=day - timedelta(days=9), to_day=day), regulator)
    assert narrowed.selection["from_day"] == narrowed.selection["to_day"] == day.isoformat()
    assert narrowed.selection["games"] == ["roulette"]
    for outside in (
        Selection(about="gaming_day", from_day=day - timedelta(days=1)),
        Selection(about="game", games=("baccarat",), from_day=day, to_day=day),
    ):
        with pytest.raises(Problem) as caught:
            asks.ask(outside, regulator)
        assert caught.value.code == "reports_out_of_scope"


def test_what_a_page_within_a_scope_leads_to_is_open(asks: Asking, as_: As) -> None:
    """Another version of a round, a bet in words, its drawing, a list as a file: what is offered is not refused, and is
    narrowed as the page is."""
    opened(asks, games=("roulette",))
    client = as_(colleague("regulator", "regulator"))
    row = Round.objects.get(stream="round/RL01/short")
    within = re.compile(r"/admin/games/(?:round|finding)/(?:file/|\d+/(?:what-if|say|drawing))")
    led = set()
    pages = [reverse(f"admin:games_{kind}_changelist") for kind in ("round", "finding")]
    for page in (*pages, reverse("admin:games_round_change", args=[row.pk])):
        answer = client.get(page)
        assert answer.status_code == 200
        links = Page(page, answer.content.decode()).links
        led |= {urljoin(page, link) for link in links if within.match(urljoin(page, link))}
    for kind in ("/what-if", "/say", "/file/"):
        assert any(kind in each for each in led), kind
    assert {client.get(each).status_code for each in led} == {200}
    opened(asks, games=("baccarat",))
    assert client.get(reverse("admin:games_round_what_if", args=[row.pk])).status_code == 404
    assert client.get(reverse("admin:games_round_spoken", args=[row.pk])).status_code == 404
    file: Any = client.get(reverse("admin:games_round_file", args=["csv"]))
    assert b"short" not in b"".join(file.streaming_content)


def test_a_regulator_of_another_property_sees_nothing_here(asks: Asking, as_: As) -> None:
    row = asks.ask(ROUND)
    other = a_property("OTHER")
    regulator = colleague("elsewhere", "regulator")
    manager = asks.actor("senior_management")
    acts.open_to(other, manager, "elsewhere", command_id=uuid4(), now=asks.court.now)
    assert scope.scope_of("elsewhere", "regulator", asks.owner) is None
    with pytest.raises(Problem) as caught:
        asks.ask(ROUND, regulator)
    assert caught.value.code == "reports_out_of_scope"
    client = as_(regulator)
    assert client.get(reverse("admin:surveillance_report_change", args=[row.pk])).status_code == 404
    assert not client.get(reverse("admin:games_round_changelist")).context["cl"].result_list
    assert client.get(reverse("reports:report", args=[row.code]), {"property": CODE}).status_code == 404


def test_a_token_opens_reports_of_its_property_and_nothing_else_until_it_ends(asks: Asking) -> None:
    opened(asks)
    manager = asks.actor("senior_management")
    given: dict[str, Any] = {"command_id": uuid4(), "now": asks.court.now}
    text = acts.make_token(asks.owner, manager, "regulator", "reader", 40, **given)
    assert text not in str(list(LookerToken.objects.values()))
    client = Client(headers={"authorization": f"Bearer {text}"})
    assert client.get("/api/v1/reports/", {"property": CODE}).status_code == 200
    assert client.get("/api/v1/rounds/").status_code in (401, 403)
    events = get_ledger(CODE).stream("regulator/regulator")
    assert [event.data.token for event in events if event.type.startswith("regulator.looked")] == ["reader"]
    acts.end_token(asks.owner, manager, "regulator", "reader", command_id=uuid4(), now=asks.court.now)
    assert client.get("/api/v1/reports/", {"property": CODE}).status_code == 401


def test_whom_the_house_shut_out_sees_nothing_any_more(asks: Asking, as_: As) -> None:
    opened(asks)
    manager = asks.actor("senior_management")
    given: dict[str, Any] = {"command_id": uuid4(), "now": asks.court.now}
    text = acts.make_token(asks.owner, manager, "regulator", "reader", 40, **given)
    acts.shut(asks.owner, manager, "regulator", command_id=uuid4(), now=asks.court.now)
    client = as_(colleague("regulator", "regulator"))
    assert not client.get(reverse("admin:games_round_changelist")).context["cl"].result_list
    assert Client(headers={"authorization": f"Bearer {text}"}).get("/api/v1/reports/").status_code == 401


def test_only_management_opens_the_house(asks: Asking, as_: As) -> None:
    with pytest.raises(Problem) as caught:
        acts.open_to(
            asks.owner,
            asks.actor("auditor"),
            "regulator",
            command_id=uuid4(),
            now=asks.court.now,
            from_day=date(2026, 1, 1),
        )
    assert caught.value.code == "reports_not_yours"
    assert as_(asks.user("pit_manager")).get(reverse("admin:surveillance_looker_changelist")).status_code == 403


def test_the_start_page_says_what_is_new(asks: Asking, as_: As) -> None:
    opened(asks)
    for language in ("vi", "en"):
        said = as_(colleague("regulator", "regulator"), language).get(reverse("admin:index"))
        assert said.status_code == 200
        assert "rp-start" in said.content.decode()
    assert "rp-start" not in as_(asks.user("senior_management")).get(reverse("admin:index")).content.decode()


def test_the_start_page_says_what_part_of_the_events_and_of_the_money_is_signed(
    asks: Asking, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounded down: a hundred would mean all of it. Money in each currency by itself."""
    opened(asks)
    found = Shares(Part(200, 100, 99), {"USD": Part(), "VND": Part(4_000_000, 1_500_000, 500_000)})
    asked: list[Any] = []

    def shares(code: str, **span: Any) -> Shares:
        asked.append((code, span["prefix"]))
        return found

    monkeypatch.setattr("games.rows.origins.shares", shares)
    said = as_(colleague("regulator", "regulator"), "en").get(reverse("admin:index")).content.decode()
    assert '<p class="rp-big">99 %</p>' in said
    assert "199 of the newest 200 events of rounds" in said
    assert "50 % of the money in VND" in said
    assert "0 % of the money in USD" in said
    assert asked == [(CODE, "round/")]


def test_the_start_page_says_when_the_record_was_last_verified(asks: Asking, as_: As) -> None:
    client = as_(asks.user("auditor"), "en")
    assert "never run here" in client.get("/admin/").content.decode()
    call_command("ledger_verify", property_code=asks.owner.code, stdout=StringIO())
    page = client.get("/admin/").content.decode()
    assert "ledger_verify, up to position" in page
    assert "never run here" not in page
