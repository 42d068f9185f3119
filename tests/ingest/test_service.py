"""The way of a batch: what is recorded, duplicate and refused, and that one never takes the other with it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from casino.core.errors import Problem
from casino.core.events import NewEvent
from games.engine.table import TableRegistered
from games.ingest.devices import revoke_device, unbind_device
from games.ingest.models import DeviceProgress, Quarantine
from games.ingest.service import Result, Sender, Sent, house_sender, sender_for, take_in, take_in_all
from games.rows import limits
from tests.ingest.conftest import NOW, House


def send(house: House, *raw: bytes, **more: Any) -> list[Result]:
    return take_in(sender_for("TST", "S1"), raw, received_at=more.pop("received_at", NOW), **more)


def codes(results: list[Result]) -> list[str]:
    return [result.problem.code if result.problem else result.status for result in results]


def test_a_good_event_is_recorded_with_its_position_and_its_sender(house: House) -> None:
    before = house.count()
    (result,) = send(house, house.raw())
    assert (result.status, result.position) == ("recorded", before + 1)
    event = house.ledger.get(before + 1)
    assert event is not None
    assert event.stream == "round/RL01/20260613-0001"
    assert (event.actor, event.sequence) == ("device:S1", 1)


def test_the_same_again_is_answered_with_the_first_position(house: House) -> None:
    raw = house.raw()
    (first,) = send(house, raw)
    (again,) = send(house, raw, clock_skew_ms=2_500)
    assert (again.status, again.position) == ("duplicate", first.position)
    assert codes(send(house, raw, raw)) == ["duplicate", "duplicate"]


def test_the_same_id_with_other_content_is_a_conflict_and_is_kept(house: House) -> None:
    event = house.event()
    (first,) = send(house, json.dumps(event).encode())
    event["data"]["stake_minor"] += 1
    changed = json.dumps(event).encode()
    other = house.raw()
    (conflict, good) = send(house, changed, other)
    assert conflict.problem is not None
    assert conflict.problem.code == "id_conflict"
    assert f"{first.position}" in conflict.problem.text.en
    assert good.status == "recorded"
    assert bytes(Quarantine.objects.get().body) == changed


BAD: dict[str, tuple[dict[str, Any], str, str | None]] = {
    "unknown type": ({"type_name": "roulette.bet_plased.v1"}, "unknown_type", "type"),
    "a version that does not exist": ({"type_name": "roulette.bet_placed.v2"}, "unknown_type", "type"),
    "a fact of the house": (
        {"type_name": "table.document_assigned.v1", "round": None, "data": {"document": "x"}},
        "not_from_device",
        "type",
    ),
    "a fact of the system": (
        {"type_name": "device.clock_off.v1", "round": None, "data": {"device": "S1", "skew_ms": 1}},
        "not_from_device",
        "type",
    ),
    "unknown table": ({"table": "RL99"}, "unknown_table", "table"),
    "table of others": ({"table": "RL02"}, "table_not_bound", "table"),
    "no number": ({"sequence": None}, "missing_field", "sequence"),
    "no round": ({"round": None}, "missing_field", "round"),
    "no table": ({"table": None}, "missing_field", "table"),
    "another device": ({"device": "K1"}, "device_mismatch", "device"),
}


@pytest.mark.parametrize(("changes", "code", "field"), BAD.values(), ids=BAD.keys())
def test_a_refused_event_takes_no_good_one_with_it(
    house: House, changes: dict[str, Any], code: str, field: str | None
) -> None:
    house.table("RL02")
    bad = house.raw(**changes)
    results = send(house, house.raw(), bad, house.raw())
    assert codes(results) == ["recorded", code, "recorded"]
    assert results[1].problem is not None
    assert results[1].problem.field == field
    kept = Quarantine.objects.get()
    assert (kept.code, kept.field, bytes(kept.body)) == (code, field or "", bad)
    assert kept.device == house.sensor
    assert kept.message("vi") != kept.message("en")


def test_a_round_of_another_game_is_refused_at_the_table(house: House) -> None:
    house.table("BC01", game="baccarat")
    sender = house_sender("TST", "person:P1")
    (result,) = take_in(sender, [house.raw(table="BC01")], received_at=NOW)
    assert codes([result]) == ["wrong_game"]


def test_the_house_may_say_what_a_device_may_not(house: House) -> None:
    sender = house_sender("TST", "person:P1")
    raw = house.raw("table.document_assigned.v1", round=None, sequence=None, data={"document": "roulette.2020-06-13"})
    (result,) = take_in(sender, [raw], received_at=NOW)
    assert result.status == "recorded"
    assert result.position is not None
    recorded = house.ledger.get(result.position)
    assert recorded is not None
    assert recorded.actor == "person:P1"


def test_a_correction_with_a_number_that_has_no_canonical_form_is_refused_alone(house: House) -> None:
    person = {"post": "pit_manager", "staff": "P1"}
    data = {
        "target": "6f2b7c1e-0000-4000-8000-000000000001",
        "before": {"stake_minor": 1.5},
        "after": None,
        "corrected_by": person,
        "authorised_by": person,
        "reason": "typing error",
    }
    sender = house_sender("TST", "person:P1")
    bad = house.raw("roulette.fact_corrected.v1", sequence=None, data=data)
    good = house.raw("roulette.fact_corrected.v1", sequence=None, data={**data, "before": {"stake_minor": 15}})
    results = take_in(sender, [bad, good], received_at=NOW)
    assert codes(results) == ["invalid_value", "recorded"]


def said_by_house(type_name: str, table: str = "RL09", **data: Any) -> bytes:
    said = {"id": str(uuid4()), "type": type_name, "table": table, "occurred_at": NOW.isoformat(), "data": data}
    return json.dumps(said).encode()


def test_what_a_batch_says_of_a_table_holds_for_the_rest_of_it(house: House) -> None:
    manager, sensor = house_sender("TST", "person:M-1"), sender_for("TST", "S1")
    early, bet, late = (house.raw(table="RL09") for _n in range(3))
    sent = [
        Sent(manager, said_by_house("table.limits_set.v1", limits=[])),
        Sent(manager, said_by_house("table.registered.v1", game="roulette", currency="VND")),
        Sent(manager, said_by_house("table.limits_set.v1", limits=[])),
        Sent(sensor, early),
        Sent(manager, said_by_house("table.device_bound.v1", device="S1")),
        Sent(sensor, bet),
        Sent(manager, said_by_house("table.device_unbound.v1", device="S1")),
        Sent(sensor, late),
        Sent(manager, said_by_house("table.opened.v1")),
    ]
    told = codes(take_in_all(sent, received_at=NOW))
    assert told == [
        *("unknown_table", "recorded", "recorded", "table_not_bound", "recorded", "recorded"),
        *("recorded", "table_not_bound", "recorded"),
    ]
    assert codes(send(house, late)) == ["table_not_bound"]


@pytest.mark.parametrize("currency", ["ABC", "XXX", "XAU", "DEM", "BGN", "CLF"])
def test_a_table_in_a_currency_that_is_none_is_not_registered(house: House, currency: str) -> None:
    """Neither a new table nor one that stands; what follows in the batch finds no table."""
    manager, before = house_sender("TST", "person:M-1"), house.count()
    wrong = [said_by_house("table.registered.v1", t, game="roulette", currency=currency) for t in ("RL09", "RL01")]
    results = take_in(manager, [*wrong, said_by_house("table.opened.v1")], received_at=NOW)
    assert codes(results) == ["unknown_currency", "unknown_currency", "unknown_table"]
    problem = results[0].problem
    assert problem is not None
    assert problem.field == "data.currency"
    assert currency in problem.text.vi
    assert currency in problem.text.en
    assert house.count() == before
    assert Quarantine.objects.count() == 3
    right = said_by_house("table.registered.v1", "RL01", game="roulette", currency="KWD")
    assert codes(take_in(manager, [right], received_at=NOW)) == ["recorded"]


@pytest.mark.parametrize("variant", ["no-commission", "nocommission", "commission.no_commission", "no_commission.x"])
def test_a_table_of_a_variant_that_its_game_has_not_is_not_registered(house: House, variant: str) -> None:
    """Neither a new table nor one that stands: nothing of it is recorded, all of it kept, and what follows in the batch
    finds no table. Written as the document writes it, it is recorded."""
    house.table("BA01", game="baccarat")
    manager, before = house_sender("TST", "person:M-1"), house.count()
    wrong = [
        said_by_house("table.registered.v1", table, game="baccarat", currency="VND", variant=variant)
        for table in ("BA09", "BA01")
    ]
    results = take_in(manager, [*wrong, said_by_house("table.opened.v1", "BA09")], received_at=NOW)
    assert codes(results) == ["not_allowed", "not_allowed", "unknown_table"]
    problem = results[0].problem
    assert problem is not None
    assert problem.field == "data.variant"
    assert variant in problem.text.vi
    assert variant in problem.text.en
    assert house.count() == before
    assert Quarantine.objects.count() == 3
    right = said_by_house("table.registered.v1", "BA09", game="baccarat", currency="VND", variant="no_commission.midi")
    assert codes(take_in(manager, [right], received_at=NOW)) == ["recorded"]


def test_a_variant_recorded_before_variants_were_checked_is_answered_as_it_was(house: House) -> None:
    raw = said_by_house("table.registered.v1", "BA09", game="baccarat", currency="VND", variant="no-commission")
    fact = TableRegistered(game="baccarat", currency="VND", variant="no-commission")
    known = UUID(json.loads(raw)["id"])
    actor = "person:M-1"
    event = NewEvent(id=known, stream="table/BA09", type="table.registered.v1", data=fact, actor=actor, occurred_at=NOW)
    house.ledger.append([event])
    (again,) = take_in(house_sender("TST", actor), [raw], received_at=NOW)
    assert again.status == "duplicate"


def test_a_device_registers_no_table_whatever_its_currency(house: House) -> None:
    for currency in ("ABC", "PHP"):
        raw = house.raw("table.registered.v1", round=None, data={"game": "roulette", "currency": currency})
        assert codes(send(house, raw)) == ["not_from_device"]


def test_a_registration_recorded_before_currencies_were_checked_is_answered_as_it_was(house: House) -> None:
    raw = said_by_house("table.registered.v1", game="roulette", currency="ABC")
    event = NewEvent(
        id=UUID(json.loads(raw)["id"]),
        stream="table/RL09",
        type="table.registered.v1",
        data=TableRegistered(game="roulette", currency="ABC"),
        actor="person:M-1",
        occurred_at=NOW,
    )
    [first] = house.ledger.append([event])
    [again] = take_in(house_sender("TST", "person:M-1"), [raw], received_at=NOW)
    assert (again.status, again.position) == ("duplicate", first.position)


def test_what_a_batch_says_again_of_a_table_changes_nothing(house: House) -> None:
    manager, sensor = house_sender("TST", "person:M-1"), sender_for("TST", "S1")
    unbound, bound = (said_by_house(f"table.device_{name}.v1", "RL01", device="S1") for name in ("unbound", "bound"))
    take_in(manager, [unbound, bound], received_at=NOW)
    assert codes(take_in_all([Sent(manager, unbound), Sent(sensor, house.raw())], received_at=NOW)) == [
        *("duplicate", "recorded"),
    ]
    other = json.loads(bound)
    taken = json.dumps({**other, "type": "table.registered.v1", "data": {"game": "sicbo", "currency": "VND"}})
    assert codes(take_in_all([Sent(manager, taken.encode()), Sent(sensor, house.raw())], received_at=NOW)) == [
        *("id_conflict", "recorded"),
    ]


def test_an_unbound_device_is_refused_at_once(house: House) -> None:
    assert codes(send(house, house.raw())) == ["recorded"]
    assert unbind_device(property_code="TST", table="RL01", device="S1")
    assert codes(send(house, house.raw())) == ["table_not_bound"]


def test_a_binding_ends_at_once_where_every_step_is_committed(committed_house: House) -> None:
    house = committed_house
    assert codes(send(house, house.raw())) == ["recorded"]
    assert unbind_device(property_code="TST", table="RL01", device="S1")
    assert codes(send(house, house.raw())) == ["table_not_bound"]


def test_a_revoked_device_is_no_sender(house: House) -> None:
    revoke_device(property_code="TST", code="S1", reason="lost on the floor")
    with pytest.raises(Problem) as caught:
        sender_for("TST", "S1")
    assert caught.value.code == "device_revoked"


def test_more_than_a_batch_may_hold_is_refused_before_anything_is_recorded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_EVENTS", 2)
    before = house.count()
    with pytest.raises(Problem) as caught:
        send(house, house.raw(), house.raw(), house.raw())
    assert caught.value.code == "batch_too_large"
    assert house.count() == before


def test_refused_numbers_count_as_seen(house: House) -> None:
    send(house, house.raw(), house.raw(table="RL99"), house.raw())
    assert DeviceProgress.objects.get(device=house.sensor).highest_sequence == 3
    assert not house.sensor.gaps.exists()


def test_the_same_refused_bytes_are_kept_once_and_counted(house: House) -> None:
    bad = house.raw(table="RL99")
    send(house, bad, bad)
    send(house, bad, received_at=NOW + timedelta(seconds=5))
    kept = Quarantine.objects.get()
    assert (kept.times, kept.last_received_at - kept.received_at) == (3, timedelta(seconds=5))


def test_the_measured_skew_goes_into_the_event_and_less_than_a_second_is_a_right_clock(house: House) -> None:
    (near,) = send(house, house.raw(), clock_skew_ms=999)
    (far,) = send(house, house.raw(), clock_skew_ms=-1_000)
    skews = [house.ledger.get(r.position or 0).clock_skew_ms for r in (near, far)]  # type: ignore[union-attr]
    assert skews == [0, -1_000]


def test_if_the_quarantine_fails_the_good_ones_stand_and_come_again_as_duplicates(
    committed_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = committed_house
    good, bad = house.raw(), house.raw(table="RL99")

    def broken(*args: object, **kwargs: object) -> None:
        raise ConnectionError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("games.ingest.service.keep", broken)
        with pytest.raises(ConnectionError):
            send(house, good, bad)
    assert not Quarantine.objects.exists()
    assert codes(send(house, good, bad)) == ["duplicate", "unknown_table"]
    assert Quarantine.objects.count() == 1


def test_the_sender_is_of_one_property(house: House) -> None:
    with pytest.raises(Problem) as caught:
        sender_for("OTHER", "S1")
    assert caught.value.code == "unknown_property"
    assert isinstance(sender_for("TST", "S1"), Sender)


@pytest.mark.usefixtures("app_role")
def test_the_application_role_is_enough(house: House) -> None:
    assert codes(send(house, house.raw(), house.raw(table="RL99"))) == ["recorded", "unknown_table"]
