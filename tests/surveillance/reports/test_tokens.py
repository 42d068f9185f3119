"""Tokens: kinds, games, days and property of each, each use an event; ended and expired ones open nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.checkpoints import building
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.transparency import checkpoints
from games.rows.models import Finding, Round
from surveillance.reports.lookers import Reads
from surveillance.reports.models import Looker, LookerToken
from tests.disputes.court import colleague
from tests.posting import a_property
from tests.replay.story import CODE
from tests.surveillance.reports import acts
from tests.surveillance.reports.conftest import Asking
from tests.surveillance.reports.test_lookers import As, opened

HOUSE = {"property": CODE}
ADDRESSES = {
    "reports": "/api/v1/reports/",
    "rounds": "/api/v1/rounds/",
    "findings": "/api/v1/findings/",
    "cases": "/api/v1/cases/",
    "waiting": "/api/v1/waiting/",
    "fairness": "/api/v1/fairness/watches/",
}


def token(asks: Asking, name: str = "reader", staff: str = "regulator", days: int = 30, **reads: Any) -> str:
    return acts.make_token(
        asks.owner,
        asks.actor("senior_management"),
        staff,
        name,
        days,
        reads=Reads(**reads),
        command_id=uuid4(),
        now=asks.court.now,
    )


def by(text: str) -> Client:
    return Client(headers={"authorization": f"Bearer {text}"})


def uses(staff: str = "regulator") -> list[tuple[str, str | None]]:
    events = get_ledger(CODE).stream(f"regulator/{staff}")
    return [(event.data.page, event.data.token) for event in events if event.type.startswith("regulator.looked")]


def test_each_kind_opens_its_addresses_and_no_other(asks: Asking) -> None:
    asks.court.open()
    opened(asks)
    for kind in ADDRESSES:
        client = by(token(asks, f"for-{kind}", kinds=(kind,)))
        answered = {name: client.get(address, HOUSE).status_code for name, address in ADDRESSES.items()}
        assert answered == {name: 200 if name == kind else 403 for name in ADDRESSES}
    every = by(token(asks, "every", kinds=tuple(ADDRESSES)))
    assert {every.get(address, HOUSE).status_code for address in ADDRESSES.values()} == {200}
    for shut in ("/api/v1/footage/recordings/", "/admin/"):
        assert every.get(shut, HOUSE).status_code in (302, 401, 403), shut


def test_it_changes_nothing(asks: Asking) -> None:
    opened(asks)
    client = by(token(asks, kinds=("rounds", "findings", "cases", "waiting", "fairness")))
    head = get_ledger(CODE).head()
    waiting = f"/api/v1/waiting/{uuid4()}/answers/"
    for address in ("/api/v1/cases/", "/api/v1/rounds/RL01/short/corrections/", waiting):
        refused = client.post(f"{address}?property={CODE}", b"{}", content_type="application/json")
        assert refused.status_code in (401, 403)
    assert get_ledger(CODE).head() == head


def test_rounds_findings_and_cases_within_its_games_and_days(asks: Asking) -> None:
    opened(asks)
    number = asks.court.open().number
    day = Round.objects.get(stream="round/RL01/short").gaming_day
    assert day is not None
    every = by(token(asks, "every", kinds=("rounds", "findings", "cases")))
    seen = every.get(ADDRESSES["rounds"], HOUSE).json()["rounds"]
    assert {each["code"] for each in seen} == set(Round.objects.values_list("code", flat=True))
    assert len(every.get(ADDRESSES["findings"], HOUSE).json()["findings"]) == Finding.objects.count() > 0
    assert every.get(f"/api/v1/cases/{number}/", HOUSE).status_code == 200

    cards = by(token(asks, "cards", kinds=("rounds", "findings", "cases"), games=("baccarat",)))
    later = by(token(asks, "later", kinds=("rounds", "findings", "cases"), from_day=day + timedelta(days=36_500)))
    for client in (cards, later):
        assert client.get(ADDRESSES["rounds"], HOUSE).json()["rounds"] == []
        assert client.get(ADDRESSES["findings"], HOUSE).json()["findings"] == []
        assert client.get(ADDRESSES["cases"], HOUSE).json()["cases"] == []
        assert client.get("/api/v1/rounds/RL01/short/", HOUSE).status_code == 404
        assert client.get(f"/api/v1/cases/{number}/", HOUSE).status_code == 404
    today = by(token(asks, "today", kinds=("rounds",), games=("roulette",), from_day=day, to_day=day))
    assert {each["gaming_day"] for each in today.get(ADDRESSES["rounds"], HOUSE).json()["rounds"]} == {day.isoformat()}
    assert today.get("/api/v1/rounds/RL01/short/", HOUSE).status_code == 200


def test_never_beyond_its_account_or_property(asks: Asking) -> None:
    opened(asks, games=("baccarat",))
    wide = by(token(asks, kinds=("rounds", "cases"), games=("roulette",)))
    assert wide.get(ADDRESSES["rounds"], HOUSE).json()["rounds"] == []
    assert wide.get("/api/v1/rounds/RL01/short/", HOUSE).status_code == 404
    other = a_property("OTHER")
    manager = asks.actor("senior_management")
    colleague("elsewhere", "regulator")
    for owner in (other, asks.owner):
        acts.open_to(owner, manager, "elsewhere", command_id=uuid4(), now=asks.court.now)
    text = acts.make_token(
        other, manager, "elsewhere", "there", 9, reads=Reads(kinds=("rounds",)), command_id=uuid4(), now=asks.court.now
    )
    assert by(text).get(ADDRESSES["rounds"], HOUSE).json()["rounds"] == []
    assert by(text).get("/api/v1/rounds/RL01/short/", HOUSE).status_code == 404


def test_what_is_of_the_whole_house_opens_only_where_all_of_it_is_seen(asks: Asking) -> None:
    """Watches go over a table's life, and what waits is of now: no game or day narrows them."""
    opened(asks)
    client = by(token(asks, kinds=("waiting", "fairness")))
    whole = (ADDRESSES["waiting"], ADDRESSES["fairness"], "/api/v1/fairness/annex/")
    assert [client.get(address, HOUSE).status_code for address in whole] == [200, 200, 200]
    assert uses() == [("api:waiting", "reader"), ("api:watches", "reader"), ("api:annex", "reader")]
    a_property("OTHER")
    assert [client.get(address, {"property": "OTHER"}).status_code for address in whole] == [403, 403, 403]
    opened(asks, games=("roulette",))
    assert [client.get(address, HOUSE).status_code for address in whole] == [403, 403, 403]


def test_each_use_is_an_event_also_where_nothing_changed(asks: Asking) -> None:
    opened(asks)
    client = by(token(asks, kinds=("rounds",)))
    first = client.get(ADDRESSES["rounds"], HOUSE)
    again = client.get(ADDRESSES["rounds"], HOUSE, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert client.get("/api/v1/rounds/RL01/short/", HOUSE).status_code == 200
    assert uses() == [("api:rounds", "reader"), ("api:rounds", "reader"), ("api:round", "reader")]


def test_ended_expired_shut_or_made_up_it_opens_nothing(asks: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(asks)
    manager = asks.actor("senior_management")
    ended, expired = token(asks, "ended", kinds=("rounds",)), token(asks, "expired", kinds=("rounds",))
    acts.end_token(asks.owner, manager, "regulator", "ended", command_id=uuid4(), now=asks.court.now)
    LookerToken.objects.filter(token="expired").update(ends_at=asks.court.now - timedelta(seconds=1))
    for text in (ended, expired, "look_made-up"):
        assert by(text).get(ADDRESSES["rounds"], HOUSE).status_code == 401
    kept = token(asks, "kept", kinds=("rounds",))
    assert by(kept).get(ADDRESSES["rounds"], HOUSE).status_code == 200
    acts.shut(asks.owner, manager, "regulator", command_id=uuid4(), now=asks.court.now)
    assert by(kept).get(ADDRESSES["rounds"], HOUSE).status_code == 401


def test_entries_of_the_log_open_by_a_token_for_them_where_all_of_the_house_is_seen(asks: Asking, as_: As) -> None:
    opened(asks)
    building.advance(CODE, asks.court.now)
    size = checkpoints.parse(Client().get(f"/log/{CODE}/checkpoint").content).checkpoint.size
    entries = f"/log/{CODE}/tile/entries/000.p/{size}"
    client, other = by(token(asks, kinds=("entries",))), by(token(asks, "rounds", kinds=("rounds",)))
    assert (client.get(entries).status_code, other.get(entries).status_code) == (200, 403)
    assert by("look_made-up").get(entries).status_code == 401
    assert uses() == [("checkpoints:tile", "reader")]
    a_property("OTHER")
    assert client.get("/log/OTHER/tile/entries/000.p/1").status_code == 403
    narrowed = as_("regulator")
    assert narrowed.get(entries).status_code == 200
    opened(asks, games=("roulette",))
    assert (client.get(entries).status_code, narrowed.get(entries).status_code) == (403, 403)


@pytest.mark.parametrize(
    "reads",
    [
        {"kinds": ()},
        {"kinds": ("reports", "rounds"), "games": ("roulette",)},
        {"kinds": ("waiting",), "games": ("roulette",)},
        {"kinds": ("rounds", "fairness"), "from_day": "2026-06-01"},
        {"kinds": ("rounds",), "from_day": "2026-06-02", "to_day": "2026-06-01"},
    ],
)
def test_a_scope_that_says_nothing_is_refused(reads: dict[str, Any], asks: Asking) -> None:
    opened(asks)
    with pytest.raises(Problem) as caught:
        token(asks, **reads)
    assert caught.value.code == "reports_token_scope"
    assert not LookerToken.objects.exists()


@pytest.mark.parametrize(("language", "words"), [("en", "Findings · Roulette"), ("vi", "Phát hiện · ")])
def test_management_makes_one_on_the_page_and_sees_what_it_reads(
    language: str, words: str, asks: Asking, as_: As
) -> None:
    opened(asks)
    row = Looker.objects.get(staff="regulator")
    client = as_(asks.user("senior_management"), language)
    page = reverse("admin:surveillance_looker_token", args=[row.pk])
    assert client.get(page).status_code == 200
    sent = {"command_id": str(uuid4()), "token": "auditing", "days": 10, "kinds": ["findings"], "games": ["roulette"]}
    made = client.post(page, sent)
    assert made.context["token"].startswith("look_")
    assert by(made.context["token"]).get(ADDRESSES["findings"], HOUSE).status_code == 200
    shown = client.get(reverse("admin:surveillance_looker_change", args=[row.pk])).content.decode()
    assert words in shown
    both = client.post(page, sent | {"token": "both", "kinds": ["findings", "reports"], "command_id": str(uuid4())})
    assert both.status_code == 422
