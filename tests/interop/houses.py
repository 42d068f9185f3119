"""Bundles of an honest house and of a crooked one with its own keys and a witness: what two verifiers are held
against each other by (``test_bundle.py``)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec

from casino.transparency.wire import encode_base64
from games.engine.device import DeviceKeyRegistered, DeviceRevoked
from games.engine.facts import Person
from games.engine.rules import RulesPutInForce
from games.engine.server import STREAM, TYPE, ClockJumped
from games.engine.table import ShoeLoaded
from games.facts.finding_facts import FindingDismissed
from surveillance.bundle import layout
from surveillance.bundle.layout import Asked
from tests.benchmarks.bulk import STARTS, typical_rounds
from tests.surveillance.bundle import rich, tampering
from tests.surveillance.bundle.house import (
    DAY,
    LOG,
    STRANGER,
    WITNESS,
    a_house,
    request,
    write_all,
)
from tests.surveillance.bundle.test_claims import (
    NARROWED,
    NOON,
    ROUNDS,
    Forked,
    Ledger,
    bundle,
    day,
    morning,
    next_day,
    of_two_games,
    resigned,
    with_hashes,
)
from tests.surveillance.bundle.test_former import YEAR, after_a_jump, ahead, former, honest, jumped, made, of
from tests.surveillance.bundle.test_tampering import made as made_rich

Maker = Callable[[Path], Path]
HONEST: dict[str, Maker] = {}
IN_PART: dict[str, Maker] = {}
"""What may leave out what was asked for, and nobody can tell."""
CROOKED: dict[str, tuple[Maker, str]] = {}
"""What each does, and what the second verifier calls it."""


def honestly(make: Maker) -> Maker:
    HONEST[make.__name__.replace("_", " ")] = make
    return make


def in_part(make: Maker) -> Maker:
    IN_PART[make.__name__.replace("_", " ")] = make
    return make


def crooked(code: str) -> Callable[[Maker], Maker]:
    def keep(make: Maker) -> Maker:
        CROOKED[make.__name__.replace("_", " ")] = make, code
        return make

    return keep


def whole(ledger: Ledger, folder: Path, **changed: Any) -> Path:
    """The gaming day of both tables, as it was asked for."""
    given: dict[str, Any] = {
        "wanted": day(ledger),
        "asked": Asked(first=1, last=ledger.house.size, tables=("RL01", "RL02")),
        "rounds": ledger.rounds("RL01") + ledger.rounds("RL02"),
    }
    return bundle(ledger, folder, **(given | changed))


def of_a_player(ledger: Ledger, folder: Path, **changed: Any) -> Path:
    """Only the rounds of one table, which somebody chose."""
    own = ledger.rounds("RL01")
    given: dict[str, Any] = {
        "wanted": request(ledger.house, "player", player="P-1", from_day=DAY, to_day=DAY),
        "asked": Asked(rounds=tuple(own)),
        "rounds": own,
    }
    return bundle(ledger, folder, **(given | changed))


# --- Honest -----------------------------------------------------------------------------------------------------------


@honestly
def everything_there_is(folder: Path) -> Path:
    return made_rich(folder)


@honestly
def everything_stored_and_nothing_deflated(folder: Path) -> Path:
    return tampering.write(tampering.read(made_rich(folder)), folder / "stored.zip", cover=False)


@honestly
def five_games(folder: Path) -> Path:
    return write_all(a_house(), folder / "w", folder / "b.zip")


@in_part
def hashes_instead_of_entries(folder: Path) -> Path:
    return rich.write(rich.told(5), folder / "w", folder / "b.zip", entries=None)


@honestly
def a_gaming_day(folder: Path) -> Path:
    return whole(Ledger(), folder)


@honestly
def a_game(folder: Path) -> Path:
    ledger = Ledger()
    return whole(ledger, folder, wanted=request(ledger.house, "game", from_day=DAY, to_day=DAY, games=("roulette",)))


@honestly
def half_a_day_of_a_table(folder: Path) -> Path:
    ledger = Ledger()
    own = ledger.rounds("RL01")
    return bundle(
        ledger,
        folder,
        wanted=morning(ledger),
        asked=Asked(first=1, last=ledger.morning, tables=("RL01",)),
        rounds=own[: ROUNDS // 2 + 1],
        context=own[ROUNDS // 2 : ROUNDS // 2 + 1],
        shown=(1, ledger.morning + 1),
    )


@honestly
def a_round(folder: Path) -> Path:
    ledger = Ledger()
    first = ledger.rounds("RL01")[0]
    return bundle(
        ledger,
        folder,
        wanted=request(ledger.house, "round", round=first),
        asked=Asked(rounds=(first,)),
        rounds=[first],
    )


@honestly
def a_day_without_anything(folder: Path) -> Path:
    ledger = Ledger()
    before = DAY - timedelta(days=1)
    wanted = request(ledger.house, "gaming_day", from_day=before, to_day=before)
    return whole(
        ledger, folder, wanted=wanted, asked=Asked(first=1, last=0, tables=("RL01", "RL02")), rounds=(), shown=(1, 1)
    )


def of_a_shoe(folder: Path, less: int = 0) -> Path:
    ledger = Ledger()
    house = ledger.house
    first = house.size + 1
    house.record("table/RL01", "table.shoe_loaded.v1", ShoeLoaded(shoe="S-9"))
    rounds = ledger.deal("RL01", 11, NOON + timedelta(hours=5), "round/{}/20260613-2")
    house.record("table/RL01", "table.shoe_loaded.v1", ShoeLoaded(shoe="S-10"))
    wanted = request(house, "shoe", table="RL01", shoe="S-9")
    asked = Asked(first=first, last=house.size - less, tables=("RL01",))
    return bundle(ledger, folder, wanted=wanted, asked=asked, rounds=rounds)


@honestly
def a_shoe(folder: Path) -> Path:
    return of_a_shoe(folder)


@honestly
def heads_that_witnesses_cosigned(folder: Path) -> Path:
    ledger = Ledger()
    return made(ledger, folder, honest(ledger.house))


def moved(folder: Path, by: timedelta, *, told: bool) -> Path:
    """Events recorded at another time than the heads around them, with a jump of the clock on record or without."""
    ledger = Ledger()
    house = ledger.house
    seen, size = of(house, house.size), house.size
    house.wait(by)
    ledger.deal("RL02", 5, STARTS + by, "round/{}/20260613-9")
    house.wait(seen + timedelta(minutes=2) - of(house, house.size))
    if told:
        jumped(house, size + 1, by)
    heads = [
        former(house, size, seen + timedelta(minutes=1)),
        former(house, house.size - 1, seen + timedelta(minutes=3)),
    ]
    return made(ledger, folder, heads)


@honestly
def a_clock_that_was_ahead_for_a_while_and_said_so(folder: Path) -> Path:
    return ahead(folder)[0]


@honestly
def a_clock_that_jumped_on_record(folder: Path) -> Path:
    return moved(folder, -timedelta(days=300), told=True)


# --- In part ----------------------------------------------------------------------------------------------------------


@in_part
def a_round_of_the_day_hidden_as_hashes(folder: Path) -> Path:
    ledger = Ledger()
    hidden = ledger.rounds("RL01")[3]
    every = ledger.rounds("RL01") + ledger.rounds("RL02")
    given = whole(ledger, folder, rounds=[name for name in every if name != hidden])
    return with_hashes(given, hidden, folder / "hidden.zip")


@in_part
def a_player_of_whom_there_is_said_to_be_no_round(folder: Path) -> Path:
    return of_a_player(Ledger(), folder, asked=Asked(), rounds=())


# --- Crooked ----------------------------------------------------------------------------------------------------------


@crooked("left_out")
def a_round_left_out(folder: Path) -> Path:
    ledger = Ledger()
    every = ledger.rounds("RL01") + ledger.rounds("RL02")
    return whole(ledger, folder, rounds=[name for name in every if name != ledger.rounds("RL01")[3]])


def forked(folder: Path, version: int, previous: int | None, stream: str = "round/RL01/20260613-000001") -> Path:
    ledger = Forked(version, previous, stream)
    own = [stream] if stream.startswith("round/RL01/") else ledger.rounds("RL01")
    return of_a_player(ledger, folder, asked=Asked(rounds=tuple(own)), rounds=own)


@crooked("continued")
def a_later_event_among_the_entries(folder: Path) -> Path:
    return forked(folder, 99, 7)


@crooked("two_histories")
def a_second_history_of_a_round(folder: Path) -> Path:
    return forked(folder, 1, None)


@crooked("two_histories")
def a_second_history_of_a_round_that_is_not_shown(folder: Path) -> Path:
    return forked(folder, 1, None, "round/RL02/20260613-000002")


def narrowed(change: dict[str, Any]) -> Maker:
    def make(folder: Path) -> Path:
        ledger = Ledger()
        said: dict[str, Any] = {"first": 1, "last": ledger.house.size, "tables": ("RL01", "RL02"), "rounds": ()}
        return whole(ledger, folder, asked=Asked(**(said | change)))

    return make


CROOKED |= {
    f"claim: {how}": (narrowed(change), "claim_ends" if {"first", "last"} >= change.keys() else "claim")
    for how, change in NARROWED.items()
}


@crooked("claim")
def a_shoe_held_too_short(folder: Path) -> Path:
    return of_a_shoe(folder, less=5)


@crooked("claim_ends")
def an_interval_that_ends_half_an_hour_early(folder: Path) -> Path:
    ledger = Ledger()
    asked = Asked(first=1, last=ledger.morning - 30, tables=("RL01",))
    return bundle(ledger, folder, wanted=morning(ledger), asked=asked, rounds=ledger.rounds("RL01"))


@crooked("interval_not_shown")
def an_interval_that_is_not_shown(folder: Path) -> Path:
    ledger = Ledger()
    asked = Asked(first=1, last=ledger.morning, tables=("RL01",))
    own = ledger.rounds("RL01")
    return bundle(
        ledger,
        folder,
        wanted=morning(ledger),
        asked=asked,
        rounds=own[: ROUNDS // 2],
        shown=(1, 0),
    )


@crooked("claim")
def another_round(folder: Path) -> Path:
    ledger = Ledger()
    first, second, *_ = ledger.rounds("RL01")
    wanted = request(ledger.house, "round", round=first)
    return bundle(ledger, folder, wanted=wanted, asked=Asked(rounds=(second,)), rounds=[second])


@crooked("context")
def rounds_that_stand_beside(folder: Path) -> Path:
    ledger = Ledger()
    return whole(ledger, folder, context=ledger.rounds("RL01"))


@crooked("context")
def rounds_of_another_day_counted(folder: Path) -> Path:
    ledger = Ledger()
    asked = Asked(first=1, last=ledger.morning, tables=("RL01",))
    shown = (1, ledger.morning + 1)
    return bundle(ledger, folder, wanted=morning(ledger), asked=asked, rounds=ledger.rounds("RL01"), shown=shown)


@crooked("time_outside")
def recorded_three_hundred_days_back(folder: Path) -> Path:
    return moved(folder, -timedelta(days=300), told=False)


@crooked("time_outside")
def recorded_a_year_ahead(folder: Path) -> Path:
    return moved(folder, YEAR, told=False)


@crooked("time_outside")
def a_jump_told_long_before_and_of_another_time(folder: Path) -> Path:
    return after_a_jump(folder, timedelta(days=300))


@crooked("time_outside")
def a_jump_to_the_other_side_told_long_before(folder: Path) -> Path:
    return after_a_jump(folder, -timedelta(days=300))


@crooked("time_outside")
def a_small_jump_and_behind_it_a_year(folder: Path) -> Path:
    return ahead(folder, timedelta(), YEAR)[0]


@crooked("time_outside")
def a_small_jump_that_goes_on_as_a_year(folder: Path) -> Path:
    return ahead(folder, YEAR)[0]


@crooked("time_back")
def a_clock_that_went_back_in_silence(folder: Path) -> Path:
    ledger = Ledger()
    ledger.house.wait(timedelta(days=-300))
    for events in typical_rounds(1, 5, table="RL09", starts=STARTS - timedelta(days=300)):
        ledger.house.take(events)
    return of_a_player(ledger, folder)


@crooked("left_out")
def a_device_of_the_table_left_out(folder: Path) -> Path:
    ledger = Ledger()
    device = next(name for name in ledger.house.streams if name.startswith("device/") and "RL01" in name)
    return of_a_player(ledger, folder, streams=lambda name: name != device)


@crooked("left_out")
def the_table_s_own_stream_left_out(folder: Path) -> Path:
    return of_a_player(Ledger(), folder, streams=lambda name: name != "table/RL01")


@crooked("left_out")
def a_table_of_the_day_left_out_with_its_stream(folder: Path) -> Path:
    ledger = Ledger()
    asked = Asked(first=1, last=ledger.house.size, tables=("RL01",))
    rounds = ledger.rounds("RL01")
    return whole(ledger, folder, asked=asked, rounds=rounds, streams=lambda name: name != "table/RL02")


@crooked("table_left_out")
def a_table_left_out_of_which_rounds_alone_were_recorded_that_day(folder: Path) -> Path:
    return next_day(Ledger(), folder, "RL02", 0, "RL01")


@crooked("left_out")
def a_table_cut_short_before_it_was_registered_for_the_game(folder: Path) -> Path:
    return of_two_games(folder)


@crooked("case_left_out")
def a_case_without_its_own_stream(folder: Path) -> Path:
    ledger = Ledger()
    wanted = request(ledger.house, "case", case="2026-00001")
    return bundle(ledger, folder, wanted=wanted, asked=Asked(), rounds=())


@crooked("left_out")
def a_jump_of_the_clock_left_out(folder: Path) -> Path:
    ledger = Ledger()
    ledger.house.record(STREAM, TYPE, ClockJumped(kind="ahead", position=3, step_ms=90_000))
    return of_a_player(ledger, folder, streams=lambda name: name != STREAM)


@crooked("left_out")
def what_was_done_with_a_finding_left_out(folder: Path) -> Path:
    ledger = Ledger()
    stream = ledger.rounds("RL01")[0].replace("round/", "audit/", 1)
    ledger.house.record(
        stream,
        "audit.finding_dismissed.v1",
        FindingDismissed(
            identity=f"{1:032x}",
            dismissed_by=Person(staff="P-104", post="pit_manager"),
            sealed_reason=rich.sealed(1),
        ),
    )
    return of_a_player(ledger, folder)


@crooked("left_out")
def a_rule_document_left_out(folder: Path) -> Path:
    ledger = Ledger()
    [told] = rich.told(0).kind("rules")
    data = json.loads(told.body)["data"]
    ledger.house.record("rules/roulette", "rules.put_in_force.v1", msgspec.convert(data, RulesPutInForce, strict=False))
    return of_a_player(ledger, folder, streams=lambda name: not name.startswith("rules/"))


@crooked("stream_hole")
def an_event_left_out_of_a_round(folder: Path) -> Path:
    members = tampering.read(whole(Ledger(), folder))
    name = "events/round/000001/000001.ndjson"
    lines = members[name].splitlines(keepends=True)
    return resigned(members | {name: b"".join(lines[:4] + lines[6:])}, folder / "x.zip")


@crooked("continued")
def the_last_event_left_out_of_a_round(folder: Path) -> Path:
    ledger = Ledger()
    name = ledger.rounds("RL01")[0]
    return of_a_player(ledger, folder, of=lambda stream: ledger.house.stream(stream)[: -1 if stream == name else None])


def changed(prefix: str, old: bytes, new: bytes) -> Maker:
    """The first member of a kind with other bytes, everything around it made to fit and signed."""

    def make(folder: Path) -> Path:
        members = tampering.read(whole(Ledger(), folder))
        name = next(each for each in members if each.startswith(prefix) and old in members[each])
        return resigned(members | {name: members[name].replace(old, new, 1)}, folder / "changed.zip")

    return make


CROOKED |= {
    "a changed body": (changed("events/round/", b'"stake_minor":', b'"stake_minor":1'), "body"),
    "a changed entry": (changed("events/round/", b'"actor":"device:', b'"actor":"device:X'), "leaf"),
    "a body not canonical": (changed("events/round/", b'{"data":{', b'{ "data":{'), "body"),
    "another signature of a device": (changed("origins/000001", b'"signature":"', b'"signature":"A'), "base64"),
    "another batch of a device": (changed("origins/000001", b'"property":"HOI"', b'"property":"HOX"'), "origin_digest"),
    "a wider range": (changed("log/ranges", b"[1,", b"[2,"), "hash_missing"),
}


@crooked("digest")
def a_member_changed_and_not_covered_up(folder: Path) -> Path:
    members = tampering.read(whole(Ledger(), folder))
    name = "judged/000001/settlements.csv"
    return tampering.write(members | {name: tampering.flipped(members[name], 40)}, folder / "x.zip", cover=False)


@crooked("manifest_note")
def what_was_asked_for_narrowed_afterwards(folder: Path) -> Path:
    members = tampering.read(whole(Ledger(), folder))
    name = layout.MANIFEST
    return tampering.write(
        members | {name: members[name].replace(b"REG-001", b"REG-002")}, folder / "x.zip", cover=False
    )


@crooked("log_signature")
def a_checkpoint_of_another_key(folder: Path) -> Path:
    members = tampering.read(whole(Ledger(), folder))
    other = Ledger().house.note(STRANGER, WITNESS)
    return resigned(members | {layout.CHECKPOINT: other}, folder / "x.zip")


@crooked("cosignature")
def a_checkpoint_without_its_witness(folder: Path) -> Path:
    members = tampering.read(whole(Ledger(), folder))
    return resigned(members | {layout.CHECKPOINT: Ledger().house.note(LOG)}, folder / "x.zip")


@crooked("former")
def an_earlier_head_of_another_log(folder: Path) -> Path:
    ledger = Ledger()
    head = former(ledger.house, 40)
    return made(ledger, folder, [head._replace(root=head.proof[0])])


@crooked("former")
def an_earlier_head_whose_note_is_of_another_size(folder: Path) -> Path:
    ledger = Ledger()
    head = former(ledger.house, 40, of(ledger.house, 41))
    return made(ledger, folder, [head._replace(note=ledger.house.note(LOG, WITNESS, size=41, at=of(ledger.house, 41)))])


class SmallOrder:
    """What signs for a key of small order: anybody, with one signature for everything."""

    def public_key(self) -> SmallOrder:
        return self

    def public_bytes_raw(self) -> bytes:
        return bytes([1]) + bytes(31)

    def sign(self, message: bytes) -> bytes:
        return self.public_bytes_raw() + bytes(32)


def with_key(key: SmallOrder, folder: Path) -> Path:
    ledger = Ledger()
    house = ledger.house
    house._keys["RL01-CHIPS"] = key  # type: ignore[assignment]
    house.record(
        "device/RL01-CHIPS",
        "device.key_registered.v1",
        DeviceKeyRegistered(device="RL01-CHIPS", public_key=encode_base64(key.public_bytes_raw())),
    )
    ledger.deal("RL01", 21, NOON + timedelta(hours=5), "round/{}/20260613-2")
    return whole(ledger, folder)


@crooked("device_signature")
def a_device_key_of_small_order(folder: Path) -> Path:
    return with_key(SmallOrder(), folder)


@crooked("device_key")
def a_device_that_was_revoked(folder: Path) -> Path:
    ledger = Ledger()
    ledger.house.record("device/RL01-CHIPS", "device.revoked.v1", DeviceRevoked(device="RL01-CHIPS"))
    ledger.deal("RL01", 21, NOON + timedelta(hours=5), "round/{}/20260613-2")
    return whole(ledger, folder)


def more(name: str) -> Maker:
    def make(folder: Path) -> Path:
        members = tampering.read(a_round(folder))
        members[name] = b'{"says":{"a":1},"stream":"case/9","version":1}\n'
        return resigned(members, folder / "x.zip")

    return make


CROOKED |= {
    "a rule document that no event names": (more(f"rules/{'ab' * 32}.toml"), "unnamed"),
    "a file that no line names": (more(f"files/{'cd' * 32}.bin"), "unnamed"),
    "an index of another name": (more("index/more.ndjson"), "unknown_member"),
}
