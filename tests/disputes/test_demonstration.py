"""The demonstration's disputes: one at each stage, made through the service, the same when loaded again or
interrupted."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from casino.clock import now as clock
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from disputes.execution import service
from disputes.rows.models import Case
from games.rows.models import Finding
from games.simulate.day import simulated_day
from surveillance.demonstration import cases as demonstration
from surveillance.demonstration import house as day_of
from tests.simulate.test_seed_demo import SEED

ZONE = ZoneInfo("Asia/Ho_Chi_Minh")


def earlier() -> datetime:
    """When a start began that takes its time: minutes turn while it goes on."""
    return clock() - timedelta(minutes=2)


@pytest.fixture
def owner(fresh_database: object, person_keys: object) -> Property:
    """A small simulated day, loaded, with its accounts."""
    owner = day_of.make_property()
    day = simulated_day(SEED, date(2026, 6, 13), zone=ZONE, spins=40)
    day_of.load(owner, day, progress=lambda _count: None)
    day_of.make_accounts(earlier())
    day_of.make_postings(owner, earlier())
    day_of.show(owner)
    return owner


def test_there_is_a_case_at_each_stage_and_a_second_run_adds_nothing(owner: Property) -> None:
    assert demonstration.load(owner, earlier() + timedelta(minutes=1)) == len(demonstration._WAYS)
    stages = sorted(Case.objects.values_list("stage", flat=True))
    assert stages == sorted(
        ["closed", "at_table", "pit_manager", "answer", "senior_management", "confirmation", "closed", "at_table"]
    )
    assert {row.ending for row in Case.objects.filter(stage="closed")} == {"settled_at_table", "withdrawn"}
    assert Finding.objects.filter(status="in_case").count() == 1
    head = Ledger(owner.code).head()
    assert demonstration.load(owner, clock()) == len(demonstration._WAYS)
    assert Ledger(owner.code).head() == head
    assert Case.objects.count() == len(demonstration._WAYS)


@pytest.mark.slow
def test_loading_that_was_interrupted_goes_on(owner: Property, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = service.execute, 0

    def interrupts(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 17:
            raise KeyboardInterrupt
        return real(*args, **kwargs)

    with monkeypatch.context() as broken:
        broken.setattr(service, "execute", interrupts)
        with pytest.raises(KeyboardInterrupt):
            demonstration.load(owner, clock())
    assert demonstration.load(owner, clock()) == len(demonstration._WAYS)
    assert Case.objects.count() == len(demonstration._WAYS)
    assert Case.objects.filter(stage="senior_management").count() == 1
