"""Appending: dense positions, versions, stored bytes, log entries, limits, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Annotated, Any

import msgspec
import pytest
import rfc8785
from django.db import IntegrityError, connection, transaction

from casino.core.events import Fact
from casino.core.log_entry import leaf_hash, parse_entry
from casino.ledger import batch as batches
from casino.ledger.application import Ledger
from casino.ledger.entries import log_entries
from casino.ledger.errors import (
    BatchTooLarge,
    ConcurrencyConflict,
    InvalidEvent,
    UnknownProperty,
    WrongIsolation,
)
from casino.ledger.prepare import MAX_BODY_BYTES, Shape, shape
from games.engine.facts import RoundOpened
from tests.ledger.conftest import NOON, Ticking, changed, dropped, make_property, opened


def stored(position: int) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM ledger_event WHERE position = %s", [position])
        row = cursor.fetchone()
        return dict(zip([column.name for column in cursor.description], row, strict=True))


def test_positions_are_dense_and_versions_count_in_each_stream(ledger: Ledger) -> None:
    answers = ledger.append([opened("round/A/1"), opened("round/B/1"), dropped(3, "round/A/1")])
    answers += ledger.append([dropped(4, "round/B/1")])
    assert [(each.position, each.version, each.status) for each in answers] == [
        (1, 1, "recorded"),
        (2, 1, "recorded"),
        (3, 2, "recorded"),
        (4, 2, "recorded"),
    ]
    assert ledger.head() == (4, answers[-1].recorded_at)


def test_every_field_is_stored_as_it_was_said(ledger: Ledger) -> None:
    hanoi = NOON.astimezone(timezone(timedelta(hours=7)))
    said = opened(occurred_at=hanoi, correlation='ván "7" \U0001f3b2', sequence=2**53 - 1, clock_skew_ms=-12)
    ledger.append([said])
    found = ledger.stream(said.stream)[0]
    for name in ("id", "stream", "type", "data", "actor", "occurred_at", "correlation", "sequence", "clock_skew_ms"):
        assert getattr(found, name) == getattr(said, name), name
    assert found.occurred_at is not None
    assert found.occurred_at.tzinfo is UTC
    assert bytes(stored(1)["body"]) == rfc8785.dumps(
        {
            "id": str(said.id),
            "sequence": said.sequence,
            "correlation": said.correlation,
            "clock_skew_ms": -12,
            "data": {"number": 7},
        }
    )


@pytest.mark.parametrize(
    "said", ["plain", 'a "word"', "back\\slash", "\\x41", "tab\tline\n", "ván", "\u2028 \\ \U0001f3b2"], ids=ascii
)
def test_no_character_changes_on_its_way_into_the_database(ledger: Ledger, said: str) -> None:
    event = opened(correlation=said)
    ledger.append([event])
    body: dict[str, Any] = {"id": str(event.id), "correlation": said, "data": {"number": 7}}
    assert bytes(stored(1)["body"]) == rfc8785.dumps(body)
    assert ledger.stream(event.stream)[0].correlation == said


@pytest.mark.parametrize("year", [1, 99, 1900, 2000, 9999])
def test_any_time_of_a_clock_is_stored_exactly(ledger: Ledger, year: int) -> None:
    moments = [datetime(year, 1, 1, tzinfo=UTC), datetime(year, 12, 31, 23, 59, 59, 999_999, UTC)]
    ledger.append([opened(occurred_at=moment) for moment in moments])
    assert [each.occurred_at for each in ledger.read()] == moments


def test_what_is_absent_is_left_out(ledger: Ledger) -> None:
    said = opened(occurred_at=None, data=RoundOpened())
    ledger.append([said])
    assert bytes(stored(1)["body"]) == f'{{"data":{{}},"id":"{said.id}"}}'.encode()
    assert ledger.stream(said.stream)[0].occurred_at is None


def test_every_event_has_its_log_entry_and_leaf(ledger: Ledger) -> None:
    first, second, third = opened("round/A/1"), opened("round/B/1", occurred_at=None), dropped(0, "round/A/1")
    answers = ledger.append([first, second, third])
    row = stored(3)
    found = log_entries(row["property_id"], [2, 3])
    assert found[2].entry is not None
    assert found[3].entry is not None
    entry = parse_entry(found[3].entry)
    assert (entry.position, entry.previous, entry.version, entry.stream) == (3, 1, 2, "round/A/1")
    assert (entry.type, entry.type_version, entry.actor) == ("roulette.ball_dropped", 1, "device:RL01-wheel")
    assert entry.body_sha256 == sha256(bytes(row["body"])).hexdigest()
    assert entry.occurred_at == "2026-11-20T05:00:00.250000Z"
    assert datetime.fromisoformat(entry.recorded_at) == answers[0].recorded_at
    assert bytes(row["leaf_hash"]) == leaf_hash(found[3].entry) == found[3].leaf_hash
    assert parse_entry(found[2].entry).occurred_at is None


def test_recorded_at_goes_back_by_no_difference_between_servers(ledger: Ledger, clock: Ticking) -> None:
    first = ledger.append([opened()])[0].recorded_at
    clock.now -= timedelta(seconds=4)
    assert ledger.append([opened()])[0].recorded_at == first
    clock.now += timedelta(seconds=8)
    assert ledger.append([opened()])[0].recorded_at > first


def test_a_clock_that_was_ahead_does_not_hold_the_later_events_there(ledger: Ledger, clock: Ticking) -> None:
    before = ledger.append([opened()])[0].recorded_at
    clock.now += timedelta(days=2)
    ahead = ledger.append([opened()])[0]
    clock.now -= timedelta(days=2)
    after = ledger.append([opened()])[0]
    assert ahead.recorded_at - before > timedelta(days=2)
    assert timedelta(0) < after.recorded_at - before < timedelta(minutes=1)
    assert after.position == ahead.position + 1


def test_a_rolled_back_append_leaves_no_hole(ledger: Ledger) -> None:
    ledger.append([opened()])
    with transaction.atomic():
        ledger.append([opened(), opened()])
        transaction.set_rollback(True)
    assert ledger.append([opened()])[0].position == 2


def test_properties_have_logs_of_their_own(ledger: Ledger) -> None:
    make_property("HUE")
    other = Ledger("HUE")
    said = opened()
    assert ledger.append([said])[0].position == other.append([said])[0].position == 1
    assert ledger.append([opened()])[0].position == 2
    assert other.head()[0] == 1


def test_a_command_gets_the_version_it_expects_or_nothing(ledger: Ledger) -> None:
    ledger.append([opened(expected_version=1), dropped(1, expected_version=2)])
    for wrong in (1, 2, 4):
        with pytest.raises(ConcurrencyConflict) as caught:
            ledger.append([opened("round/RL01/2"), dropped(2, expected_version=wrong)])
        assert (caught.value.expected, caught.value.found) == (wrong, 3)
    assert ledger.head()[0] == 2


def test_great_batches_are_recorded_whole_and_in_order(ledger: Ledger) -> None:
    said = [dropped(index % 37, f"round/RL01/{index % 40}", sequence=index) for index in range(1_500)]
    answers = ledger.append(said)
    assert [each.position for each in answers] == list(range(1, 1_501))
    assert [each.id for each in answers] == [each.id for each in said]
    assert [each.sequence for each in ledger.read(limit=2_000)] == list(range(1_500))


def test_the_largest_batch_of_the_longest_streams_is_recorded(ledger: Ledger) -> None:
    """More than a socket takes at once, in a statement whose answer nobody waits for."""
    said = [opened("round/" + "/".join(["A" * 64, "B" * 64, f"{index % 97:064d}"])) for index in range(10_000)]
    assert ledger.append(said)[-1].position == 10_000
    assert ledger.stream(said[96].stream)[-1].version == 10_000 // 97


def test_what_cannot_be_recorded_is_told_before_what_a_command_expected(ledger: Ledger) -> None:
    good = [opened() for _ in range(300)]
    with pytest.raises(InvalidEvent) as caught:
        ledger.append([opened(expected_version=9), *good, opened(correlation="")])
    assert caught.value.index == 301
    with pytest.raises(ConcurrencyConflict):
        ledger.append([opened(expected_version=9), *good])


@pytest.mark.parametrize("size", [10_001])
def test_too_many_events_are_refused(ledger: Ledger, size: int) -> None:
    with pytest.raises(BatchTooLarge, match="10,001 events"):
        ledger.append([opened()] * size)


def test_too_many_bytes_are_refused_and_nothing_is_recorded(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MAX_BATCH_BYTES", 30_000)
    with pytest.raises(BatchTooLarge, match="bytes"):
        ledger.append([opened(f"round/RL01/{index}") for index in range(600)])
    assert ledger.head() == (0, None)


def test_an_empty_batch_is_nothing(ledger: Ledger) -> None:
    assert ledger.append([]) == []


def test_an_unknown_property_is_an_error(db: None) -> None:
    with pytest.raises(UnknownProperty):
        Ledger("NONE").append([opened()])
    with pytest.raises(UnknownProperty):
        Ledger("NONE").head()


class Loose(Fact, frozen=True):
    """A fact whose declared types leave much open."""

    free: dict[str, Any] | None = None
    count: int | None = None
    price: float | None = None


class Large(Fact, frozen=True):
    """A fact with an integer of any size and a long text."""

    count: int
    note: str | None = None


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("stream", {"stream": "round"}),
    ("stream", {"stream": "round/with space"}),
    ("stream", {"stream": "table/RL01"}),
    ("stream", {"stream": None}),
    ("type", {"type": "roulette.unheard_of.v1"}),
    ("data", {"type": "roulette.ball_spun.v1"}),
    ("data", {"data": RoundOpened(number=0)}),
    ("data", {"data": RoundOpened(number=1.0)}),  # type: ignore[arg-type]
    ("data", {"data": RoundOpened(dealer="a b")}),
    ("data", {"data": RoundOpened(dealer="\ud800")}),
    ("actor", {"actor": "RL01"}),
    ("actor", {"actor": 'device:"'}),
    ("occurred_at", {"occurred_at": datetime(2026, 1, 1)}),  # noqa: DTZ001 - what is refused
    ("id", {"id": "7"}),
    ("correlation", {"correlation": ""}),
    ("correlation", {"correlation": "x" * 201}),
    ("correlation", {"correlation": "\udfff"}),
    ("sequence", {"sequence": -1}),
    ("sequence", {"sequence": 1.5}),
    ("sequence", {"sequence": 2**53}),
    ("clock_skew_ms", {"clock_skew_ms": 0.5}),
    ("expected_version", {"expected_version": 0}),
]


@pytest.mark.parametrize(("field", "wrong"), REFUSED, ids=lambda value: repr(value)[:50])
@pytest.mark.parametrize("index", [1, 300])
def test_what_cannot_be_recorded_is_named_and_nothing_is_recorded(
    ledger: Ledger, field: str, wrong: dict[str, Any], index: int
) -> None:
    good = [opened() for _ in range(index)]
    with pytest.raises(InvalidEvent) as caught:
        ledger.append([*good, changed(opened(), **wrong)])
    assert (caught.value.field, caught.value.index) == (field, index)
    assert ledger.head() == (0, None)


def test_types_that_leave_much_open_are_checked_by_value(
    ledger: Ledger, register_type: Callable[..., type[Fact]]
) -> None:
    register_type("sample.loose", Loose, stream_kind="round")
    register_type("sample.large", Large, stream_kind="round")
    assert (shape(Loose), shape(Large), shape(RoundOpened)) == (Shape.FREE, Shape.PLAIN, Shape.BOUNDED)
    keys = {"\ufb33": 1, "\U0001f600": {"b": 2, "a": []}}
    said = opened(type="sample.loose.v1", data=Loose(free=keys, count=2**53 - 1))
    ledger.append([said, opened(type="sample.large.v1", data=Large(count=-(2**53) + 1, note="0" * 40))])
    data: dict[str, Any] = {"free": keys, "count": 2**53 - 1}
    assert bytes(stored(1)["body"]) == rfc8785.dumps({"id": str(said.id), "data": data})
    for full_type, wrong in (
        ("sample.loose.v1", Loose(price=0.5)),
        ("sample.loose.v1", Loose(count=2**53)),
        ("sample.large.v1", Large(count=2**53)),
        ("sample.large.v1", Large(count=1, note="x" * MAX_BODY_BYTES)),
    ):
        with pytest.raises(InvalidEvent):
            ledger.append([opened(type=full_type, data=wrong)])


def test_integers_are_bounded_only_if_both_limits_are_within_53_bits() -> None:
    for limits, expected in (
        (msgspec.Meta(ge=0, le=2**53 - 1), Shape.BOUNDED),
        (msgspec.Meta(ge=0, le=2**53), Shape.PLAIN),
        (msgspec.Meta(ge=-(2**60), le=1), Shape.PLAIN),
        (msgspec.Meta(ge=0), Shape.PLAIN),
    ):
        made: Any = msgspec.defstruct("Made", [("n", tuple[Annotated[int, limits], ...])], bases=(Fact,))
        assert shape(made) is expected


@pytest.mark.parametrize("level", ["REPEATABLE READ", "SERIALIZABLE"])
def test_an_old_snapshot_is_refused(own_ledger: Ledger, level: str) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"SET TRANSACTION ISOLATION LEVEL {level}")
        with pytest.raises(WrongIsolation):
            own_ledger.append([opened()])


def test_a_refusal_of_the_database_that_is_no_known_id_is_not_taken_for_one(ledger: Ledger) -> None:
    """A record that goes on behind its head is broken: that must come out, not be sorted away as a duplicate."""
    ledger.append([opened("round/RL01/1")])
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_event SELECT property_id, 2, version, recorded_at, occurred_at, stream, type, actor,"
            " leaf_hash, body, origin FROM ledger_event"
        )
    with pytest.raises(IntegrityError, match="ledger_event"), transaction.atomic():
        ledger.append([opened("round/RL01/9")])


def test_a_small_batch_and_a_great_one_are_stored_alike(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """One statement with arrays, or COPY: the same rows, whatever stands in a body."""
    words = ['ván "7" \U0001f3b2', "back\\slash \\n \\x41", "{a,b}", "NULL", "\u007f\u0085", "tab\tline\nend", "'$1%s"]
    said = [opened(f"round/A/{n}", correlation=word, occurred_at=None) for n, word in enumerate(words)]
    said += [opened("round/A/0", sequence=2**53 - 1, clock_skew_ms=-5), dropped(36, "round/A/1")]
    found = []
    for code, small in (("SMALL", True), ("GREAT", False)):
        owner = make_property(code)
        with monkeypatch.context() as patched:
            patched.setattr(batches.Batch, "is_small", lambda _batch, answer=small: answer)
            answers = Ledger(code, clock=lambda: NOON).append(said)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT e.position, e.version, recorded_at, occurred_at, e.stream, type, actor, leaf_hash::text,"
                " body::text, event_id FROM ledger_event e JOIN ledger_index i USING (property_id, position)"
                " WHERE property_id = %s ORDER BY position",
                [owner.pk],
            )
            found.append((cursor.fetchall(), answers, Ledger(code).head()))
    assert found[0] == found[1]
    assert len(found[0][0]) == len(said)
