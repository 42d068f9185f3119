"""Log entries: the fast encoder equals the package rfc8785, the parser takes nothing else, old ones never change."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.events import ACTOR, MAX_INTEGER, STREAM, TYPE_NAME
from casino.core.log_entry import (
    MAX_ENTRY_BYTES,
    BadEntry,
    Entry,
    checked_actor,
    checked_origin,
    checked_stream,
    entry_text,
    general_entry_bytes,
    leaf_hash,
    parse_entry,
    time_from_text,
    time_text,
    type_part,
)

FROZEN = sorted((Path(__file__).parent / "frozen").glob("*.json"))
MOMENTS = st.datetimes(timezones=st.just(UTC))


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    version = draw(st.integers(1, 2**31 - 1))
    position = draw(st.integers(version, MAX_INTEGER))
    full_type = draw(st.from_regex(TYPE_NAME, fullmatch=True).filter(lambda name: len(name) <= 128))
    name, _, type_version = full_type.rpartition(".v")
    return Entry(
        actor=draw(st.from_regex(ACTOR, fullmatch=True)),
        body_sha256=draw(st.binary(min_size=32, max_size=32)).hex(),
        occurred_at=draw(st.none() | MOMENTS.map(time_text)),
        position=position,
        previous=None if version == 1 else draw(st.integers(1, position - 1)),
        recorded_at=draw(MOMENTS.map(time_text)),
        stream=draw(st.from_regex(STREAM, fullmatch=True)),
        type=name,
        type_version=int(type_version),
        version=version,
        origin=draw(st.sampled_from([msgspec.UNSET, None]) | st.binary(min_size=32, max_size=32).map(bytes.hex)),
    )


def fast(entry: Entry) -> bytes:
    """As it is written today: with eleven members."""
    assert entry.origin is not msgspec.UNSET
    return entry_text(
        checked_actor(entry.actor),
        entry.body_sha256,
        entry.occurred_at,
        checked_origin(entry.origin),
        entry.position,
        entry.previous,
        entry.recorded_at,
        checked_stream(entry.stream),
        type_part(f"{entry.type}.v{entry.type_version}"),
        entry.version,
    ).encode("ascii")


def equal_the_separate_implementation(entry: Entry) -> None:
    expected = rfc8785.dumps(msgspec.to_builtins(entry))
    if entry.origin is not msgspec.UNSET:
        assert fast(entry) == expected
    assert len(json.loads(expected)) == (10 if entry.origin is msgspec.UNSET else 11)
    assert general_entry_bytes(entry) == expected
    assert parse_entry(expected) == entry
    assert len(expected) < 1_024 <= MAX_ENTRY_BYTES


@settings(max_examples=100)
@given(entries())
def test_fast_and_general_encoder_equal_the_separate_implementation(entry: Entry) -> None:
    equal_the_separate_implementation(entry)


@pytest.mark.slow
@settings(max_examples=1000)
@given(entries())
def test_they_equal_it_on_many_more_entries(entry: Entry) -> None:
    equal_the_separate_implementation(entry)


@given(MOMENTS)
def test_times_have_six_decimals_always_and_come_back(moment: datetime) -> None:
    text = time_text(moment)
    assert text == moment.strftime(f"{moment.year:04d}-%m-%dT%H:%M:%S.%fZ")
    assert time_from_text(text) == moment


def test_other_offsets_become_utc_and_naive_times_are_refused() -> None:
    hanoi = timezone(timedelta(hours=7))
    assert time_text(datetime(2026, 11, 20, 20, 5, 9, tzinfo=hanoi)) == "2026-11-20T13:05:09.000000Z"
    with pytest.raises(ValueError, match="offset"):
        time_text(datetime(2026, 11, 20))  # noqa: DTZ001 - what is refused


def test_leaf_hash_is_that_of_rfc_6962() -> None:
    """The leaf of empty data, as RFC 6962 test vectors print it, and the zero byte in front."""
    assert leaf_hash(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert leaf_hash(b"x") == hashlib.sha256(b"\x00x").digest()


def sample() -> Entry:
    return parse_entry(bytes.fromhex(json.loads(FROZEN[0].read_text())["entry_hex"]))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("actor", 'device:a"b'),
        ("actor", "robot:x"),
        ("stream", "round/é"),
        ("stream", "round"),
        ("stream", "round/a\n"),
        ("type", "roulette"),
        ("type", "Roulette.spun"),
        ("type_version", 0),
        ("body_sha256", "AB" * 32),
        ("body_sha256", "ab" * 31),
        ("occurred_at", "2026-11-20T13:05:09Z"),
        ("recorded_at", "2026-11-20T13:05:09.000000+00:00"),
        ("origin", ""),
        ("origin", "AB" * 32),
        ("origin", "ab" * 33),
        ("position", 0),
        ("position", 2**53),
        ("version", 0),
        ("previous", 0),
        ("previous", 10**9),
    ],
)
def test_a_value_of_the_wrong_form_is_refused_never_escaped(field: str, value: Any) -> None:
    with pytest.raises(BadEntry):
        general_entry_bytes(msgspec.structs.replace(sample(), **{field: value}))


def reordered(good: bytes) -> bytes:
    """The same JSON with its keys backwards."""
    return json.dumps(dict(reversed(json.loads(good).items())), separators=(",", ":")).encode()


BAD_BYTES: dict[str, Any] = {
    "white space": lambda good: good.replace(b":", b": ", 1),
    "another order of keys": lambda good: reordered(good),
    "an escape that is not needed": lambda good: good.replace(b'"actor":"d', b'"actor":"\\u0064'),
    "a key too many": lambda good: good[:-1] + b',"z":1}',
    "a key too few": lambda good: rfc8785.dumps({k: v for k, v in json.loads(good).items() if k != "previous"}),
    "a number as a float": lambda good: good.replace(b'"type_version":1', b'"type_version":1.0'),
    "something behind": lambda good: good + b"\n",
    "cut off": lambda good: good[:-1],
    "too long": lambda good: good + b" " * MAX_ENTRY_BYTES,
    "not UTF-8": lambda good: good.replace(b'"actor":"', b'"actor":"\xff'),
    "empty": lambda good: b"",
}


@pytest.mark.parametrize("damage", BAD_BYTES, ids=str)
def test_the_parser_takes_exactly_what_the_encoder_writes(damage: str) -> None:
    good = general_entry_bytes(sample())
    bad = BAD_BYTES[damage](good)
    assert bad != good
    with pytest.raises(BadEntry):
        parse_entry(bad)


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
def test_frozen_entries_are_written_today_as_they_were(path: Path) -> None:
    frozen = json.loads(path.read_text(encoding="utf-8"))
    entry = msgspec.convert(frozen["values"], Entry)
    written = general_entry_bytes(entry)
    assert written.hex() == frozen["entry_hex"]
    assert leaf_hash(written).hex() == frozen["leaf_hash"]
    assert parse_entry(written) == entry
    if entry.origin is not msgspec.UNSET:
        assert fast(entry) == written


@pytest.mark.parametrize(
    ("name", "members", "origin"),
    [
        ("first_of_a_stream", 10, msgspec.UNSET),
        ("later_with_unknown_time", 10, msgspec.UNSET),
        ("largest_numbers", 10, msgspec.UNSET),
        ("with_origin", 11, "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        ("without_origin", 11, None),
    ],
)
def test_there_are_frozen_entries_of_ten_and_of_eleven_members(name: str, members: int, origin: object) -> None:
    frozen = json.loads((FROZEN[0].parent / f"{name}.json").read_text())
    assert len(frozen["values"]) == members
    assert parse_entry(bytes.fromhex(frozen["entry_hex"])).origin == origin


def test_an_origin_of_nothing_is_another_entry_than_none() -> None:
    """Who takes the member away, or adds it, changes the hash."""
    entry = sample()
    made = [msgspec.structs.replace(entry, origin=each) for each in (msgspec.UNSET, None, "ab" * 32)]
    assert len({leaf_hash(general_entry_bytes(each)) for each in made}) == 3
