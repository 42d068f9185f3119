"""A dealt spin is plausible: its times, its limits, its devices, its players; and its events are valid."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import games.engine.table  # noqa: F401 - registers the event types
from games.simulate import felt
from games.simulate.roulette.faults import FAULTS
from games.simulate.roulette.table import LIMITS, Table
from games.simulate.wire import Sent

STARTS = datetime(2026, 6, 13, 3, tzinfo=UTC)


def dealt(seed: int, count: int) -> list[list[Sent]]:
    table = Table("RL01", random.Random(seed))
    rounds = []
    moment = STARTS
    for number in range(1, count + 1):
        table.players_come_and_go(moment)
        sent, _planted, moment = table.deal(moment + timedelta(seconds=20), f"{number:04d}", number)
        rounds.append(sent)
    return rounds


def moment_of(sent: list[Sent], kind: str) -> datetime:
    found = next(event.occurred_at for event in sent if event.type == f"roulette.{kind}.v1")
    assert found is not None
    return found


def test_times_are_those_of_a_real_table() -> None:
    for sent in dealt(1, 100):
        opened, spun = moment_of(sent, "round_opened"), moment_of(sent, "ball_spun")
        called, dropped = moment_of(sent, "betting_closed"), moment_of(sent, "ball_dropped")
        assert timedelta(seconds=24) <= spun - opened <= timedelta(seconds=34)
        assert timedelta(seconds=8) <= called - spun <= timedelta(seconds=14)
        assert timedelta(seconds=6) <= dropped - called <= timedelta(seconds=11)
        assert moment_of(sent, "result_displayed") > dropped
        assert sent[0].type == "roulette.round_opened.v1"
        assert sent[-1].type == "roulette.round_closed.v1"


def test_bets_lie_within_the_limits_and_before_the_call() -> None:
    kinds: Counter[str] = Counter()
    for sent in dealt(2, 200):
        called = moment_of(sent, "betting_closed")
        for event in sent:
            if event.type != "roulette.bet_placed.v1":
                continue
            kind = felt.kind_of(event.data["spot"])
            kinds[kind] += 1
            least, most = LIMITS.get(kind, LIMITS["*"])
            assert least <= event.data["stake_minor"] <= most
            assert event.data["spot"] in felt.COVERS
            assert event.occurred_at is not None
            assert event.occurred_at < called
    assert set(kinds) == set(felt.PAYS)


def test_each_device_sends_what_it_sees() -> None:
    seen: dict[str, set[str]] = {}
    for sent in dealt(3, 60):
        for event in sent:
            seen.setdefault(event.device or "", set()).add(event.type)
    assert seen["RL01-SENSOR"] == {
        "roulette.ball_spun.v1",
        "roulette.ball_dropped.v1",
        "roulette.result_displayed.v1",
    }
    assert seen["RL01-CHIPS"] == {"roulette.bet_placed.v1", "roulette.betting_closed.v1"}
    assert "roulette.payout_made.v1" in seen["RL01-TABLET"]


def test_every_bet_is_paid_or_collected_once() -> None:
    for sent in dealt(4, 60):
        placed = [event.data["bet"] for event in sent if event.type == "roulette.bet_placed.v1"]
        moved = [e.data["bet"] for e in sent if e.type in ("roulette.payout_made.v1", "roulette.stake_collected.v1")]
        assert sorted(placed) == sorted(moved)


def test_players_appear_as_references_and_every_event_fits_its_type() -> None:
    for name in FAULTS:
        table = Table("RL01", random.Random(name))
        coming = table.players_come_and_go(STARTS)
        sent, _planted, _over_at = table.deal(STARTS + timedelta(seconds=20), "0001", 1, FAULTS[name])
        for event in (*coming, *sent):
            event.new_event()
            assert event.data.get("player", "P-1001").startswith("P-")


def test_a_seed_gives_the_same_rounds() -> None:
    assert dealt(5, 20) == dealt(5, 20)
    assert dealt(5, 20) != dealt(6, 20)
