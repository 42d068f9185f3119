"""Keys in force and demands, from events alone."""

from __future__ import annotations

import base64
from fractions import Fraction

from casino.core.origin import key_id
from games.engine.device import DeviceKeyRegistered, DeviceRegistered, DeviceRevoked
from games.engine.origin import Demands, DemandSet, Keys, Part, Shares, Weighed, shares, signer

ONE, OTHER = bytes(range(32)), bytes(range(1, 33))


def registered(device: str, key: bytes) -> DeviceKeyRegistered:
    return DeviceKeyRegistered(device=device, public_key=base64.b64encode(key).decode())


def test_a_key_is_in_force_from_its_registration_to_the_end_of_its_device() -> None:
    keys = Keys()
    keys.take(DeviceRegistered(device="K1", kind="tablet"))
    assert keys.find("K1", key_id(ONE)) is None
    keys.take(registered("K1", ONE))
    keys.take(registered("K2", OTHER))
    assert keys.find("K1", key_id(ONE)) == ONE
    assert keys.find("K1", key_id(OTHER)) is None
    keys.take(DeviceRevoked(device="K1"))
    keys.take(DeviceRevoked(device="K9"))
    assert (keys.find("K1", key_id(ONE)), keys.find("K2", key_id(OTHER))) == (None, OTHER)


def test_what_was_said_last_of_a_table_or_of_all_holds() -> None:
    demands = Demands()
    assert not demands.any
    demands = demands.after(DemandSet(demanded=True, table="RL01"))
    assert (demands.any, demands.of("RL01"), demands.of("RL02")) == (True, True, False)
    demands = demands.after(DemandSet(demanded=True))
    demands = demands.after(DemandSet(demanded=False, table="RL02"))
    assert (demands.of("RL01"), demands.of("RL02"), demands.of("RL03")) == (True, False, True)
    demands = demands.after(DemandSet(demanded=False))
    assert not demands.any
    assert demands.after(DeviceRevoked(device="K1")) == demands


def test_shares_of_events_and_of_money_by_who_signed_them() -> None:
    signed = bytes(32)
    assert [signer("device:K1", signed), signer("person:P1", signed), signer("system:audit", signed)] == [
        "device",
        "person",
        "house",
    ]
    assert {signer("device:K1", None), signer("device:K1", b""), signer("person:P1", b"x")} == {"house"}
    found = shares(
        [
            Weighed("device", 3, "VND", 600),
            Weighed("person", 1, "VND", 100),
            Weighed("house", 4, "VND", 300),
            Weighed("device", 2, "USD", 7),
            Weighed("house", 1, "VND", 0),
        ]
    )
    assert found == Shares(Part(11, 5, 1), {"USD": Part(7, 7, 0), "VND": Part(1000, 600, 100)})
    assert found.money["VND"].by_house == 300
    assert found.money["VND"].share(600) == Fraction(3, 5)
    assert Part().share(0) == 0
    assert shares([]) == Shares(Part(), {})
