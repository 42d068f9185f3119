"""Checkpoints of every minute are let go but for one an hour; what proves more stays, and the record still agrees."""

from __future__ import annotations

from datetime import datetime, timedelta

import psycopg
import pytest
from django.db import ProgrammingError, connection, transaction

from casino.checkpoints import building, tasks, thinning
from casino.checkpoints.models import Checkpoint, Stamp
from casino.checkpoints.verifying import verify
from casino.clock import now as clock
from casino.ledger.application import Ledger
from tests.checkpoints.conftest import CODE, fill, the_log

pytestmark = pytest.mark.django_db
DAY = clock().replace(minute=0, second=0, microsecond=0)


def checkpoints_of(ledger: Ledger, begins: datetime, minutes: int) -> None:
    """One a minute, each of one event more."""
    for minute in range(minutes):
        fill(ledger, 1 if minute or ledger.head()[0] else 2)
        assert building.advance(CODE, begins + timedelta(minutes=minute))


def sizes() -> list[int]:
    return list(Checkpoint.objects.order_by("size").values_list("size", flat=True))


def test_one_an_hour_stays_after_a_day_and_everything_agrees(ledger: Ledger) -> None:
    checkpoints_of(ledger, DAY - timedelta(hours=50) + timedelta(minutes=55), 10)
    recent = DAY - timedelta(hours=3)
    checkpoints_of(ledger, recent, 3)
    before = sizes()
    assert len(before) == 13
    assert thinning.left() == ("thin",)
    tasks.thin()
    assert sizes() == [before[4], before[9], *before[10:]], "the last of each hour, and all of the last day"
    assert thinning.left() == ()
    assert thinning.thin() == 0
    assert verify(CODE).contradictions == []
    fill(ledger, 1)
    assert building.advance(CODE, recent + timedelta(hours=1))


def test_what_was_cosigned_stays_for_ninety_days_and_what_was_stamped_for_good(ledger: Ledger) -> None:
    checkpoints_of(ledger, DAY - timedelta(days=100), 6)
    checkpoints_of(ledger, DAY - timedelta(days=50), 4)
    rows = list(Checkpoint.objects.order_by("size"))
    for row, cosigners in zip(rows, ["", "w1", "w1", "w1 w2", "", "", "w1", "w1", "", ""], strict=True):
        Checkpoint.objects.filter(pk=row.pk).update(cosigners=cosigners)
    now = clock()
    Stamp.objects.create(
        log=the_log(), name="tsa", size=rows[0].size, root=bytes(rows[0].root), answer=b"x", stamped_at=now, kept_at=now
    )
    thinning.thin()
    gone = [place for place, row in enumerate(rows) if row.size not in sizes()]
    assert gone == [1, 4, 8]
    assert Checkpoint.objects.filter(size=the_log().size).exists()


def test_where_no_log_is_kept_nothing_is_looked_at(ledger: Ledger, settings: object) -> None:
    settings.TRANSPARENCY_DIR = ""  # type: ignore[attr-defined]
    assert (thinning.left(), thinning.thin()) == ((), 0)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM checkpoints_checkpoint",
        "UPDATE checkpoints_checkpoint SET root = ''",
        "UPDATE checkpoints_checkpoint SET made_at = now()",
        "UPDATE checkpoints_stamp SET answer = ''",
        "DELETE FROM checkpoints_stamp",
        "SELECT checkpoints_superfluous()",
    ],
)
def test_refused_by_the_database(statement: str, ledger: Ledger, app_role: str) -> None:
    with connection.cursor() as cursor, pytest.raises(ProgrammingError) as caught, transaction.atomic():
        cursor.execute(statement)
    assert isinstance(caught.value.__cause__, psycopg.errors.InsufficientPrivilege)


def test_the_applications_role_signs_and_lets_go_by_the_rule_alone(ledger: Ledger, app_role: str) -> None:
    checkpoints_of(ledger, DAY - timedelta(hours=50), 4)
    assert building.advance(CODE, DAY - timedelta(hours=49)), "a heartbeat"
    row = Checkpoint.objects.order_by("size").last()
    assert row is not None
    row.save(update_fields=["note", "cosigners"])
    assert thinning.left() == ("thin",)
    assert thinning.thin() == 3
    assert len(sizes()) == 1
