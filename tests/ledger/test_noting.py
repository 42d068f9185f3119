"""Rows that are only ever added are noted in the record by digest; who changes or removes one later is told."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from casino.clock import now as real_now
from casino.ledger import noting, tasks
from casino.ledger.application import Ledger
from casino.ledger.models import Property, Verification
from casino.ledger.noting import RowsNoted
from tests.ledger.conftest import CODE, make_property

STREAM: Final = "rows/verification"
LATER: Final = noting.MARGIN + timedelta(seconds=1)


def run(reached: int = 5, code: str = CODE) -> Verification:
    owner = Property.objects.get(code=code)
    return Verification.objects.create(
        property=owner, command="verify_log", ended_at=real_now(), reached=reached, faults=0
    )


def noted(ledger: Ledger) -> list[RowsNoted]:
    return [event.data for event in ledger.stream(STREAM)]


def test_what_came_since_is_noted_once_and_nothing_where_nothing_came(ledger: Ledger) -> None:
    assert noting.note(CODE, real_now() + LATER) == 0
    first, last = run(), run()
    assert noting.note(CODE, real_now() + LATER) == 1
    assert noting.note(CODE, real_now() + LATER) == 0
    (fact,) = noted(ledger)
    assert (fact.after, fact.upto, fact.count) == (0, last.pk, 2)
    third = run()
    assert noting.note(CODE, real_now() + LATER) == 1
    assert noted(ledger)[1].after == fact.upto
    assert noted(ledger)[1].upto == third.pk > first.pk
    assert list(noting.faults(CODE)) == []


def test_a_row_whose_transaction_may_be_open_still_waits(ledger: Ledger) -> None:
    run()
    assert noting.note(CODE, real_now() + timedelta(minutes=1)) == 0


def test_each_stretch_is_bounded(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noting, "STRETCH", 2)
    for _ in range(5):
        run()
    assert noting.note(CODE, real_now() + LATER) == 3
    assert [fact.count for fact in noted(ledger)] == [2, 2, 1]
    assert list(noting.faults(CODE)) == []


def test_rows_of_another_property_are_noted_there(ledger: Ledger) -> None:
    make_property("HUE")
    run(code="HUE")
    assert noting.note(CODE, real_now() + LATER) == 0
    assert noting.note("HUE", real_now() + LATER) == 1


def test_a_row_changed_removed_or_put_in_is_told_with_its_stretch(ledger: Ledger) -> None:
    rows = [run(n) for n in range(3)]
    noting.note(CODE, real_now() + LATER)
    Verification.objects.filter(pk=rows[1].pk).update(reached=99)
    (said,) = noting.faults(CODE)
    assert f"up to {rows[2].pk}" in said.replace(f"to {rows[2].pk}", f"up to {rows[2].pk}")
    assert "are not those that were noted" in said
    rows[1].delete()
    (said,) = noting.faults(CODE)
    assert "2 rows" in said
    assert "3 were noted at position 1" in said
    other = run(7)
    Verification.objects.filter(pk=other.pk).delete()
    other.pk = rows[1].pk
    other.save(force_insert=True)
    assert len(list(noting.faults(CODE))) == 1


def test_the_task_notes_of_every_property(ledger: Ledger, house_clock: object) -> None:
    make_property("HUE")
    run()
    run(code="HUE")
    Verification.objects.update(ended_at=real_now() - LATER)
    tasks.note_rows()
    assert len(noted(ledger)) == 1
    assert len(noted(Ledger("HUE"))) == 1
