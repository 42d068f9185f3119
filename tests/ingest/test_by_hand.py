"""Lines that a person says by a file, at the command line: two persons where money hangs on them, and marked."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from casino.ledger.models import Property
from games.ingest.service import sender_for, take_in
from games.pages import timeline
from games.rows import readmodel
from games.rows.models import Round
from games.rows.replay import Replayer
from tests.given import PASSWORD, somebody, types, types_words_of
from tests.ingest.conftest import NOW, House
from tests.posting import posting

NOTE: dict[str, Any] = {"type_name": "table.noted.v1", "round": None, "sequence": None, "data": {"note": "Quiet."}}


@pytest.fixture
def people(house: House) -> None:
    owner = Property.objects.get(code="TST")
    for name, role, tables in (
        ("PM-1", "pit_manager", ("RL01",)),
        ("PM-2", "pit_manager", ("RL01",)),
        ("PM-9", "pit_manager", ("RL77",)),
        ("SUP-1", "pit_supervisor", ("RL01",)),
    ):
        posting(somebody(name, role), role, tables=tables, owner=owner)
    somebody("ADM", "administrator")


@pytest.fixture
def told(house: House, people: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a line by these persons, each with their own password; what was said of it, and whether it was refused."""

    def give(line: bytes, *persons: str) -> str:
        file = tmp_path / "said.ndjson"
        file.write_bytes(line)
        types_words_of(monkeypatch, *persons)
        names = ("--by", persons[0], *(("--second", persons[1]) if len(persons) > 1 else ()))
        err = StringIO()
        try:
            call_command("ingest", str(file), *names, "--property", "TST", stdout=StringIO(), stderr=err, no_color=True)
        except SystemExit:
            return err.getvalue().split(": ")[1].split()[0]
        return ""

    return give


def test_what_bears_on_no_money_is_said_by_one_and_marked(house: House, told: Any) -> None:
    assert told(house.raw(**NOTE), "PM-1") == ""
    event = house.ledger.stream("table/RL01")[-1]
    assert (event.actor, event.correlation) == ("person:PM-1", "command_line")


def test_a_fact_of_a_round_needs_another_person(house: House, told: Any) -> None:
    bet = house.raw(sequence=None)
    assert told(bet, "PM-1") == "by_hand_second"
    assert told(bet, "PM-1", "PM-1") == "ask_same_person"
    assert told(bet, "PM-1", "SUP-1") == "post_too_low"
    assert told(bet, "PM-1", "PM-9") == "not_posted_here"
    assert house.streams() == []
    assert told(bet, "PM-1", "PM-2") == ""
    assert told(house.raw(sequence=None, entered_later=True), "PM-1", "PM-2") == ""
    event, marked = house.ledger.stream("round/RL01/20260613-0001")
    assert (event.actor, event.correlation) == ("person:PM-1", "command_line:PM-2")
    assert (event.entered_later, marked.entered_later) == (None, True)


def test_what_the_house_sets_at_a_table_needs_another_person(house: House, told: Any) -> None:
    registered = {**NOTE, "type_name": "table.registered.v1", "data": {"game": "roulette", "currency": "VND"}}
    assert told(house.raw(**registered), "PM-1") == "by_hand_second"


@pytest.mark.parametrize("by", ["SUP-1", "PM-9", "ADM"])
def test_nobody_below_nor_elsewhere_nor_beside_the_posts(house: House, told: Any, by: str) -> None:
    before = house.count()
    assert told(house.raw(**NOTE), by) in ("post_too_low", "not_posted_here", "forbidden")
    assert house.count() == before


def test_devices_and_what_has_limits_of_its_own_are_no_lines_of_a_file(house: House, told: Any) -> None:
    bound = {**NOTE, "type_name": "table.device_bound.v1", "data": {"device": "K1"}}
    assert told(house.raw(**bound), "PM-1", "PM-2") == "by_hand_elsewhere"
    manager, other = ({"post": "pit_manager", "staff": f"PM-{n}"} for n in (1, 2))
    corrected: dict[str, Any] = {
        "target": "018f0000-0000-7000-8000-000000000001",
        "before": {},
        "after": None,
        "reason": "Mistyped.",
    }
    corrected |= {"corrected_by": manager, "authorised_by": other}
    line = house.raw("roulette.fact_corrected.v1", sequence=None, data=corrected)
    assert told(line, "PM-1", "PM-2") == "by_hand_elsewhere"


def test_who_is_in_it_confirms_nothing(house: House, told: Any) -> None:
    named = {"seen_by": {"post": "pit_manager", "staff": "PM-2"}}
    line = house.raw("roulette.matter_opened.v1", sequence=None, data={"note": "A ball was dropped.", **named})
    assert told(line, "PM-1", "PM-2") == "interest_barred"


def test_the_round_tells_it_from_what_the_table_sent(house: House, told: Any) -> None:
    assert told(house.raw(sequence=None), "PM-1", "PM-2") == ""
    replay = Replayer("TST").round("round/RL01/20260613-0001")
    [row] = timeline.rows(list(replay.events()), replay.state, "roulette", "VND")
    assert row.actor.en == "staff PM-1 (entered from the command line, confirmed by PM-2)"
    assert row.actor.vi == "nhân viên PM-1 (nhập từ dòng lệnh, PM-2 xác nhận)"


def test_passwords_and_lines_do_not_share_the_standard_input(
    house: House, people: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, [PASSWORD.format("PM-1"), "{}"])
    with pytest.raises(CommandError):
        call_command("ingest", "-", "--by", "PM-1", "--property", "TST")


def test_a_round_that_persons_opened_is_none_that_the_table_sent(house: House, told: Any) -> None:
    """In its row, and so in lists, filters and the API; one that equipment opened stays the table's, whoever adds to
    it."""
    opened: dict[str, Any] = {"type_name": "roulette.round_opened.v1", "sequence": None, "data": {}}
    assert told(house.raw(**opened), "PM-1", "PM-2") == ""
    sent = [house.raw("roulette.round_opened.v1", data={}, round="20260613-0002", sequence=1)]
    take_in(sender_for("TST", "S1"), sent, received_at=NOW)
    assert told(house.raw(round="20260613-0002", sequence=None), "PM-1", "PM-2") == ""
    readmodel.catch_up("TST")
    sources = dict(Round.objects.values_list("code", "source"))
    assert sources == {"20260613-0001": "entered", "20260613-0002": ""}
