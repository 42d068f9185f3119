"""Setting devices up by command and by function."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from casino.core.errors import Problem
from games.ingest.devices import add_device, bind_device, token_hash
from games.ingest.models import Device
from tests.given import somebody, types_words_of
from tests.ingest.conftest import House


def device(*arguments: str) -> str:
    somebody("P1", "administrator")
    if arguments[0] not in ("list", "rebuild") and "--by" not in arguments:
        arguments = (*arguments, "--by", "P1")
    out = StringIO()
    with pytest.MonkeyPatch.context() as patched:
        types_words_of(patched, "P1")
        call_command("device", *arguments, "--property", "TST", stdout=out, stderr=StringIO(), no_color=True)
    return out.getvalue().strip()


def test_a_token_is_shown_once_and_only_its_hash_is_kept(house: House) -> None:
    token = device("add", "T9", "--kind", "tablet", "--table", "RL01", "--by", "P1")
    kept = Device.objects.get(code="T9")
    assert kept.token_sha256 == token_hash(token)
    assert token not in str(vars(kept))
    assert len(token.rpartition(".")[2]) >= 43
    bound = house.ledger.stream("table/RL01")[-1]
    assert (bound.type, bound.data.device, bound.actor) == ("table.device_bound.v1", "T9", "person:P1")
    assert [e.type for e in house.ledger.stream("device/T9")] == ["device.registered.v1"]


def test_bind_unbind_revoke_list_and_rebuild(house: House) -> None:
    house.table("RL02")
    for action in (("bind", "S1", "RL02"), ("unbind", "S1", "RL02"), ("revoke", "S1", "--reason", "lost on the floor")):
        before = house.count()
        device(*action)
        assert house.count() == before + 1
        device(*action)
        assert house.count() == before + 1, "the same again changes nothing"
    listed = device("list")
    assert "S1\tsensor\ttoken\trevoked" in listed
    assert "K1\ttablet\tkey\tactive" in listed
    assert device("rebuild")


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        (("add", "S1"), "S1"),
        (("add", "a b"), "a b"),
        (("add", "T1", "--public-key", "AAAA"), "Ed25519"),
        (("add", "T1", "--table", "RL99"), "RL99"),
        (("bind", "nobody", "RL01"), "nobody"),
        (("revoke", "nobody"), "nobody"),
        (("revoke", "S1", "--by", "SOMEBODY-ELSE"), "tài khoản|account"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(house: House, arguments: tuple[str, ...], match: str) -> None:
    before = (house.count(), Device.objects.count())
    with pytest.raises(CommandError, match=match):
        device(*arguments)
    assert (house.count(), Device.objects.count()) == before


def test_a_device_of_another_property_is_not_found(house: House) -> None:
    with pytest.raises(Problem) as caught:
        bind_device(property_code="OTH", table="RL01", device="S1")
    assert caught.value.code == "unknown_property"
    with pytest.raises(Problem) as caught:
        add_device(property_code="TST", code="S1")
    assert caught.value.code == "device_exists"
