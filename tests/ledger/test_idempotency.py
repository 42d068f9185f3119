"""The same id again: same content gets the first answer, other content is a conflict, in small and in great batches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import connection, transaction

from casino.core.events import NewEvent
from casino.ledger.application import Ledger
from casino.ledger.errors import IdConflict
from games.engine.facts import RoundOpened
from games.roulette.facts import ResultDisplayed
from tests.ledger.conftest import NOON, changed, dropped, opened

GREAT = 300


def batch(size: int) -> list[NewEvent]:
    return [opened(f"round/RL01/{index}") for index in range(size)]


@pytest.mark.parametrize("size", [3, GREAT])
def test_sending_all_again_gives_the_first_answers_and_adds_nothing(ledger: Ledger, size: int) -> None:
    said = batch(size)
    first = ledger.append(said)
    again = ledger.append(said)
    assert {each.status for each in again} == {"duplicate"}
    assert [(e.id, e.position, e.version, e.recorded_at) for e in again] == [
        (e.id, e.position, e.version, e.recorded_at) for e in first
    ]
    assert ledger.head()[0] == size


@pytest.mark.parametrize("size", [3, GREAT])
@pytest.mark.parametrize("known", ["first", "middle", "last"])
def test_a_batch_that_holds_a_known_event_records_the_others(ledger: Ledger, size: int, known: str) -> None:
    said = batch(size)
    at = {"first": 0, "middle": size // 2, "last": size - 1}[known]
    before = ledger.append([said[at]])[0]
    answers = ledger.append(said)
    assert [index for index, each in enumerate(answers) if each.status == "duplicate"] == [at]
    assert (answers[at].position, answers[at].recorded_at) == (before.position, before.recorded_at)
    assert sorted(each.position for each in answers) == list(range(1, size + 1))
    assert ledger.head()[0] == size


CHANGES: list[dict[str, Any]] = [
    {"data": RoundOpened(number=8)},
    {"stream": "round/RL01/2"},
    {"actor": "device:RL02-wheel"},
    {"occurred_at": NOON + timedelta(microseconds=1)},
    {"occurred_at": None},
    {"correlation": "x"},
    {"entered_later": True},
    {"sequence": 1},
]


@pytest.mark.parametrize("change", CHANGES, ids=repr)
def test_each_thing_that_the_sender_says_is_content(ledger: Ledger, change: dict[str, Any]) -> None:
    said = opened()
    ledger.append([said])
    assert ledger.append([changed(said, **change)], conflicts="report")[0].status == "conflict"


def test_another_type_is_other_content(ledger: Ledger) -> None:
    said = dropped(5)
    ledger.append([said])
    other = changed(said, type="roulette.result_displayed.v1", data=ResultDisplayed(pocket=5))
    assert ledger.append([other], conflicts="report")[0].status == "conflict"


@pytest.mark.parametrize("change", [{"clock_skew_ms": 99}, {"expected_version": 1}], ids=repr)
def test_what_the_server_adds_is_not_content(ledger: Ledger, change: dict[str, Any]) -> None:
    said = opened(clock_skew_ms=5)
    ledger.append([said])
    assert ledger.append([changed(said, **change)])[0].status == "duplicate"


@pytest.mark.parametrize("size", [3, GREAT])
def test_a_conflict_is_reported_beside_the_recorded(ledger: Ledger, size: int) -> None:
    said = batch(size)
    ledger.append([said[1]])
    said[1] = changed(said[1], sequence=9)
    answers = ledger.append(said, conflicts="report")
    assert [each.status for each in answers[:3]] == ["recorded", "conflict", "recorded"]
    assert answers[1].position == 1
    assert ledger.head()[0] == size


@pytest.mark.parametrize("size", [3, GREAT])
def test_or_it_is_raised_and_nothing_is_recorded(ledger: Ledger, size: int) -> None:
    said = batch(size)
    ledger.append([said[1]])
    said[1] = changed(said[1], sequence=9)
    with pytest.raises(IdConflict) as caught, transaction.atomic():
        ledger.append(said)
    assert [(each.id, each.position) for each in caught.value.conflicts] == [(said[1].id, 1)]
    assert ledger.head()[0] == 1


def test_the_same_id_twice_in_a_batch(ledger: Ledger) -> None:
    said = opened()
    answers = ledger.append([said, said, changed(said, sequence=1)], conflicts="report")
    assert [(each.status, each.position) for each in answers] == [("recorded", 1), ("duplicate", 1), ("conflict", 1)]
    with pytest.raises(IdConflict) as caught:
        ledger.append([(new := opened()), changed(new, sequence=1)])
    assert caught.value.conflicts[0].position == 0
    assert ledger.head()[0] == 1


def test_a_lost_reply_to_commit_is_answered_on_resending(own_ledger: Ledger) -> None:
    """The commit took place, the client saw its connection die: resending gives the first answer."""
    said = [opened(id=uuid4(), expected_version=1)]
    with pytest.raises(ConnectionError), losing_the_reply_to_commit():
        own_ledger.append(said)
    connection.close()
    again = own_ledger.append(said)
    assert [(each.status, each.position) for each in again] == [("duplicate", 1)]
    assert own_ledger.head()[0] == 1


@contextmanager
def losing_the_reply_to_commit() -> Iterator[None]:
    """Let COMMIT reach the server, then fail as a cut connection does."""
    commit = connection.commit

    def commit_and_fail() -> None:
        commit()
        raise ConnectionError("the reply never came")

    with patch.object(connection, "commit", commit_and_fail):
        yield
