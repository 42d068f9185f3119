"""When events were recorded, held against the witness's cosignatures: back-dated or dated ahead, in silence or with a
jump of the server's clock on record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from casino.checkpoints import witnesses
from casino.checkpoints.verifying import verify
from casino.core.events import NewEvent
from casino.ledger.application import Ledger
from games.engine.server import STREAM, TYPE, ClockJumped
from tests.checkpoints.conftest import CODE, advance, at, fill
from tests.checkpoints.test_witnesses import NAME_OF, Regulator
from tests.ledger.conftest import Ticking, opened


@pytest.fixture
def regulator(ledger: Ledger, folder: Path, tmp_path: Path, settings: Any, clock: Ticking) -> Iterator[Regulator]:
    """Three hundred events within the minutes before the witness's time."""
    clock.now = at(-60)
    fill(ledger, 300)
    assert advance()
    found = Regulator(tmp_path / "regulator", settings)
    yield found
    found.service.close()


def cosigned(regulator: Regulator, seconds: float) -> None:
    """A checkpoint, and the witness's word at that moment that it has seen it."""
    advance(seconds)
    now = int(at(seconds).timestamp())
    witnesses.ask(
        CODE,
        NAME_OF,
        at(seconds),
        post=lambda path, kind, body: regulator.service.answer("POST", f"/{path}", {"content-type": kind}, body, now),
    )


def jump(position: int, step: timedelta) -> NewEvent:
    """As the follower records it."""
    kind: Any = "ahead" if step > timedelta() else "back"
    fact = ClockJumped(kind=kind, position=position, step_ms=int(step / timedelta(milliseconds=1)))
    return NewEvent(id=uuid4(), stream=STREAM, type=TYPE, data=fact, actor="system:clock", occurred_at=None)


def test_a_log_recorded_between_its_cosignatures_agrees(regulator: Regulator, ledger: Ledger, clock: Ticking) -> None:
    cosigned(regulator, 0)
    clock.now = at(10)
    fill(ledger, 20, "round/RL01/2")
    cosigned(regulator, 60)
    report = verify(CODE)
    assert (report.contradictions, report.remarks) == ([], [])


@pytest.mark.parametrize("step", [-timedelta(days=300), timedelta(days=365)])
@pytest.mark.parametrize("told", [False, True])
def test_events_dated_back_or_ahead_contradict_or_are_said_aloud(
    step: timedelta, told: bool, regulator: Regulator, ledger: Ledger, clock: Ticking
) -> None:
    cosigned(regulator, 0)
    clock.now = at(10) + step
    fill(ledger, 10, "round/RL01/2")
    clock.now = at(40)
    ledger.append([jump(301, step)] if told else [opened("round/RL01/3")])
    cosigned(regulator, 60)
    report = verify(CODE)
    said = report.remarks if told else report.contradictions
    assert any(each.en.startswith("Positions 301 to 310: recorded at") for each in said), report
    assert bool(report.contradictions) is not told
    out = StringIO()
    if told:
        call_command("verify_log", property_code=CODE, stdout=out)
        assert "301" in out.getvalue()
    else:
        with pytest.raises(CommandError):
            call_command("verify_log", property_code=CODE, stdout=out)


@pytest.mark.parametrize("step", [timedelta(minutes=16), timedelta(days=300)])
def test_an_old_jump_excuses_no_event_of_another_time_or_size(
    step: timedelta, regulator: Regulator, ledger: Ledger, clock: Ticking
) -> None:
    """Paid for once, it had excused whatever came later; and what began little enough was never looked at again."""
    cosigned(regulator, 0)
    clock.now = at(10) + step
    fill(ledger, 10, "round/RL01/2")
    clock.now = at(40)
    ledger.append([jump(301, step)])
    cosigned(regulator, 60)
    clock.now = at(70) + timedelta(minutes=40)
    fill(ledger, 5, "round/RL01/3")
    clock.now = at(70) + timedelta(days=200)
    fill(ledger, 5, "round/RL01/4")
    clock.now = at(100)
    ledger.append([opened("round/RL01/5")])
    cosigned(regulator, 120)
    report = verify(CODE)
    [told] = [each.en for each in report.remarks if each.en.startswith("Positions")]
    assert told.startswith("Positions 301 to 310: recorded at")
    assert "recorded for position 301 explains it" in told
    refused = [each.en.partition(":")[0] for each in report.contradictions]
    assert "Positions 312 to 321" in refused, report


def test_without_a_witness_a_step_back_alone_is_seen(ledger: Ledger, clock: Ticking) -> None:
    clock.now = at(-60)
    fill(ledger, 5)
    clock.now = at(-3_600)
    fill(ledger, 5, "round/RL01/2")
    clock.now = at()
    assert advance()
    report = verify(CODE)
    assert [each.en.startswith("Position 6: recorded at") for each in report.contradictions] == [True]
