"""What stands in a device's name without its signature, where the house demands one: told once, and found; and who
stands for how much."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from io import StringIO
from uuid import uuid4

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import Group, User
from django.core.management import call_command

from casino.access.roles import ensure_roles
from casino.accounts import signatures
from casino.accounts.facts import PostGiven
from casino.clock import now as clock
from casino.core.events import NewEvent
from casino.factors.models import Passkey
from casino.ledger.verify import verify
from games import tasks
from games.engine.device import NotSigned
from games.engine.origin import Part, Shares
from games.ingest.bodies import NDJSON, split
from games.ingest.devices import add_device, demand_signatures
from games.ingest.service import sender_for, take_in
from games.ingest.signed import read
from games.rows import audit, origins
from games.rows.models import Finding, FindingStatus
from games.rows.origins import shares
from games.simulate.wire import Sent, signed_lines
from surveillance.demonstration.management.commands.simulate import rounds_of
from tests.given import somebody, types_words_of
from tests.ingest.conftest import NOW, House, house

__all__ = ["house"]


def send(house: House, device: str, *, signed: bool = False, count: int = 1, round_code: str = "20260613-0001") -> None:
    events = [house.event(round=round_code) for _ in range(count)]
    batch = house.signed(*events) if signed else None
    raw = [json.dumps(each).encode() for each in events]
    results = take_in(sender_for("TST", device), raw, received_at=NOW, signed=batch)
    assert {each.status for each in results} == {"recorded"}


def told(house: House, device: str) -> list[tuple[str | None, int]]:
    found = [e.data for e in house.ledger.stream(f"device/{device}") if isinstance(e.data, NotSigned)]
    return [(each.round, each.position) for each in found]


def demand(*arguments: str) -> str:
    somebody("P1", "administrator")
    out = StringIO()
    with pytest.MonkeyPatch.context() as patched:
        types_words_of(patched, "P1")
        call_command("device", "demand", *arguments, "--by", "P1", "--property", "TST", stdout=out, no_color=True)
    return out.getvalue()


def test_nothing_is_told_where_nothing_is_demanded(house: House) -> None:
    send(house, "S1")
    before = house.count()
    origins.catch_up("TST")
    assert house.count() == before


def test_what_is_not_signed_where_it_must_be_is_told_once_a_round_and_found(house: House) -> None:
    send(house, "S1")
    demand()
    send(house, "K1", signed=True)
    send(house, "S1", count=2)
    first = house.count() - 1
    origins.catch_up("TST")
    send(house, "S1")
    origins.catch_up("TST")
    origins.catch_up("TST")
    assert told(house, "S1") == [("20260613-0001", first)]
    assert told(house, "K1") == []
    send(house, "K1", round_code="20260613-0002")
    second = house.count()
    origins.catch_up("TST")
    assert told(house, "K1") == [("20260613-0002", second)]
    audit.audit_devices("TST")
    tasks.follow("TST")
    rows = Finding.objects.filter(code="device_not_signed", status=FindingStatus.OPEN).order_by("device")
    assert [(row.device, row.detail) for row in rows] == [
        ("K1", {"table": "RL01", "round": "20260613-0002", "position": second}),
        ("S1", {"table": "RL01", "round": "20260613-0001", "position": first}),
    ]
    assert verify("TST").fault is None


def test_a_demand_holds_for_what_is_recorded_behind_it_and_until_it_ends(house: House) -> None:
    assert "sổ" not in demand("--table", "RL01")
    position = house.count()
    assert demand("--table", "RL01")
    assert house.count() == position, "the same again changes nothing"
    send(house, "S1")
    inside = house.count()
    demand("--off", "--table", "RL01")
    send(house, "S1", round_code="20260613-0002")
    demand("--table", "RL01")
    send(house, "S1")
    again = house.count()
    origins.catch_up("TST")
    assert told(house, "S1") == [("20260613-0001", inside), ("20260613-0001", again)]


def test_demands_of_other_tables_ask_nothing_here(house: House) -> None:
    house.table("RL02")
    demand_signatures(property_code="TST", table="RL02", demanded=True)
    send(house, "S1")
    origins.catch_up("TST")
    assert told(house, "S1") == []


def test_who_stands_for_how_much(house: House) -> None:
    start = house.count()
    send(house, "K1", signed=True, count=3)
    send(house, "S1", count=2, round_code="20260613-0002")
    found = shares("TST", after=start)
    stake = found.money["VND"].total // 5
    assert stake > 0
    assert found == Shares(events=Part(5, 3, 0), money={"VND": Part(5 * stake, 3 * stake, 0)})
    assert (found.events.by_house, found.money["VND"].by_house) == (2, 2 * stake)
    assert shares("TST", prefix="round/RL01/20260613-0002") == Shares(Part(2), {"VND": Part(2 * stake)})
    assert shares("TST", after=start, upto=start + 1).events == Part(1, 1, 0)
    assert shares("TST").events.total == house.count()


@pytest.mark.parametrize("game", ["roulette", "sicbo", "baccarat", "niuniu", "maubinh"])
def test_whatever_a_table_sends_can_be_signed(house: House, game: str) -> None:
    """All that the simulated devices of each game say is hashed by them as the server hashes it."""
    table = f"{game[:2].upper()}77"
    house.table(table, game=game)
    public = base64.b64encode(house.key.public_key().public_bytes_raw()).decode()
    sent: dict[str, list[Sent]] = {}
    for events, _planted in rounds_of(game, table, 12, 5, datetime(2026, 6, 13, 3, tzinfo=UTC), 0.5):
        for event in events:
            if event.device is not None:
                sent.setdefault(event.device, []).append(event)
    assert sent
    for code, said in sent.items():
        device, _none = add_device(property_code="TST", code=code, public_key=public, tables=[table])
        for first in range(0, len(said), 200):
            lines = signed_lines(said[first : first + 200], property_code="TST", private_key=house.key)
            body = split("\n".join(lines).encode(), NDJSON, limit=200)
            assert body.signed is not None
            batch = read(body.signed, device, events=len(body.events))
            results = take_in(sender_for("TST", code), body.events, received_at=NOW, signed=batch)
            assert {each.problem.code for each in results if each.problem} <= {"table_not_bound"}
    after = shares("TST", prefix=f"round/{table}/")
    assert after.events.total > 50
    assert after.events.by_device == after.events.total
    assert after.money["VND"].total > 0
    assert after.money["VND"].by_device == after.money["VND"].total
    assert verify("TST").fault is None


def given(house: House, staff: str, post: str = "dealer") -> int:
    """Somebody gives a post, by the record; nobody signed it."""
    event = NewEvent(
        id=uuid4(),
        stream="account/7",
        type="account.post_given.v1",
        data=PostGiven(post=post),
        actor=f"person:{staff}",
        occurred_at=None,
    )
    return house.ledger.append([event])[0].position


def must_sign(mode: str, role: str | None = None) -> None:
    signatures.demand(
        mode=mode,  # type: ignore[arg-type]
        role=role,
        by="person:P1",
        set_by="P1",
        command_id=uuid4(),
        now=clock(),
    )


def test_what_a_person_did_not_sign_where_they_must_is_told_once_and_found(house: House) -> None:
    given(house, "P1")
    must_sign("all")
    position = given(house, "P1")
    origins.catch_up("TST")
    origins.catch_up("TST")
    audit.audit_devices("TST")
    tasks.follow("TST")
    rows = Finding.objects.filter(code="person_not_signed", status=FindingStatus.OPEN)
    assert [row.detail for row in rows] == [
        {"person": "P1", "type": "account.post_given.v1", "position": position},
    ]
    assert verify("TST").fault is None


def test_of_whom_it_is_demanded(house: House) -> None:
    ensure_roles()
    for name, role in (("ADM", "administrator"), ("DLR", "dealer")):
        User.objects.create_user(name).groups.add(Group.objects.get(name=role))
    must_sign("all", "administrator")
    given(house, "DLR")
    first = given(house, "ADM")
    must_sign("registered", "administrator")
    given(house, "ADM")
    user = User.objects.get(username="ADM")
    settings = {"rp_id": django_settings.PASSKEY_DOMAIN, "origins": [], "transports": [], "aaguid": uuid4()}
    now = clock()
    more = {"public_key": b"x", "algorithm": -7, "backed_up": False, "sign_count": 0, "label": "x", "created_at": now}
    Passkey.objects.create(user=user, credential_id=b"c", **settings, **more)
    second = given(house, "ADM")
    must_sign("none", "administrator")
    given(house, "ADM")
    origins.catch_up("TST")
    told = [e.data.position for e in house.ledger.stream("origin/unsigned")]
    assert told == [first, second]


def test_the_command_says_who_stands_for_how_much(house: House) -> None:
    send(house, "K1", signed=True, count=3)
    send(house, "S1", round_code="20260613-0002")
    out = StringIO()
    call_command("origins", "--property", "TST", "--prefix", "round/", stdout=out)
    lines = [line.split("\t") for line in out.getvalue().splitlines()]
    assert [(name, percent) for name, _who, _amount, percent in lines] == [
        *(("Sự kiện", each) for each in ("75.00 %", "0.00 %", "25.00 %")),
        *(("VND", each) for each in ("75.00 %", "0.00 %", "25.00 %")),
    ]
