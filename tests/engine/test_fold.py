"""The fold: true order, corrections, replay at an earlier position, upcasting of old versions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from struct import pack
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.stored import COUNTED_FROM, UNKNOWN, StreamRows
from games.catalogue import judge, shipped
from games.engine.fold import StoredRow, UnknownEvent, fold
from games.engine.judgement import Judgement
from games.engine.state import RoundState
from games.roulette.facts import RouletteRound
from games.sicbo.facts import SicBoRound
from tests.golden.reader import HERE, Golden, all_golden, read

GOLDEN = [g for g in all_golden() if all(line.seconds is not None for line in g.facts)]
BOOKS = shipped()
CLAIMS = {"claim_unsupported", "claim_buffered"}


def _roulette(name: str) -> Golden:
    return read(HERE / "roulette" / f"{name}.txt")


def _state(golden: Golden, rows: list[StoredRow]) -> dict[str, Any]:
    return fold(golden.stream, rows).as_dict()


def _contradicted(golden: Golden) -> bool:
    """Whether the sender's own numbers say that a moment is untrue: what came first decides there, on purpose."""
    return any("claim_numbered_late" in line for line in golden.expect)


@pytest.mark.parametrize("golden", [g for g in GOLDEN if not _contradicted(g)], ids=lambda g: g.path.stem)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_the_order_of_arrival_does_not_change_what_is_owed(golden: Golden, data: st.DataObject) -> None:
    """Facts with different moments may be recorded in any order: every settlement stays the same, and nothing is found
    but that chips were reported after the outcome, and whether the sender's numbers bear it out."""
    moments = [line.seconds for line in golden.facts]
    shuffled = data.draw(st.permutations(golden.facts))
    # Facts of one moment keep their own order: they are not independent of each other.
    stable = sorted(shuffled, key=lambda line: (moments.count(line.seconds) > 1, 0))
    same_moment = iter([line for line in golden.facts if moments.count(line.seconds) > 1])
    arrival = [next(same_moment) if moments.count(line.seconds) > 1 else line for line in stable]
    golden.header["clocks"] = "measured"  # else it does say which sender's fact came first
    before, after = golden.judge(), golden.judge(arrival)
    assert {r.bet: r.settlement for r in after.results} == {r.bet: r.settlement for r in before.results}
    assert _but_claims(after) == _but_claims(before)


def _but_claims(judgement: Judgement) -> list[tuple[str, int]]:
    return sorted((f.code, f.amount_minor) for f in judgement.findings if f.code not in CLAIMS)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda g: g.path.stem)
def test_folding_twice_gives_the_same_state(golden: Golden) -> None:
    def comparable(state: dict[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in state.items() if k not in ("bets",)} | {
            "bets": {b: (p.fact, p.order, p.version, p.changes) for b, p in state["bets"].items()}
        }

    assert comparable(_state(golden, golden.rows())) == comparable(_state(golden, golden.rows()))


def _in_columns(stream: str, rows: Sequence[StoredRow]) -> StreamRows:
    """The rows as whoever replays many rounds reads them."""

    def counted(moment: datetime | None) -> int:
        return UNKNOWN if moment is None else (moment - COUNTED_FROM) // timedelta(microseconds=1)

    count = len(rows)
    return StreamRows(
        stream,
        pack(f">{count}q", *(row[0] for row in rows)),
        pack(f">{count}i", *(row[2] for row in rows)),
        " ".join(row[3] for row in rows),
        pack(f">{count}q", *(counted(row[4]) for row in rows)),
        pack(f">{count}q", *(counted(row[5]) for row in rows)),
        " ".join(row[6] for row in rows),
        [row[7] for row in rows],
    )


def _whole(state: RoundState) -> dict[str, Any]:
    said = msgspec.to_builtins(state.as_dict(), str_keys=True)
    moments = [state.moment_of(order) for order in range(1, state.versions + 1)]
    assert state.last_moment == state.folded[-1][0]
    return {**said, "moments": moments, "told": list(state.envelopes()), "folded": [each[:4] for each in state.folded]}


@pytest.mark.parametrize("golden", all_golden(), ids=lambda g: g.path.stem)
def test_a_round_is_the_same_told_in_order_or_put_in_order_in_rows_or_in_columns(golden: Golden) -> None:
    """Facts in their true order are assigned as they are read; all others are put in order first. Whoever leaves out a
    fact that is not there goes the second way."""
    rows = golden.rows()
    put_in_order = _whole(fold(golden.stream, rows, without=frozenset((10**6,))))
    assert _whole(fold(golden.stream, rows)) == put_in_order
    assert _whole(fold(golden.stream, _in_columns(golden.stream, rows))) == put_in_order


def test_a_round_of_which_no_moment_is_known_is_the_same_in_rows_and_in_columns() -> None:
    golden = _roulette("4.6-late-bet-goes-back")
    rows = [(*row[:4], None, *row[5:]) for row in golden.rows()]
    assert _whole(fold(golden.stream, _in_columns(golden.stream, rows))) == _whole(fold(golden.stream, rows))


def test_a_prefix_of_the_facts_is_the_round_as_it_stood_then() -> None:
    golden = _roulette("4.11-corrected-result")
    rows = golden.rows()
    before = fold(golden.stream, rows[:-1])
    after = fold(golden.stream, rows)
    assert isinstance(before, RouletteRound)
    assert isinstance(after, RouletteRound)
    assert (before.pocket, after.pocket) == (6, 9)
    assert not before.corrections
    assert not after.corrections[0].stale


def test_clock_skew_moves_a_device_back_to_true_time() -> None:
    """A reader whose clock is two hours fast: as it says, its bet came long after the call; measured, in time."""
    golden = _roulette("4.6-buffers-arrive-late")
    golden.header["clocks"] = "measured"
    rows = golden.rows()
    shifted: list[StoredRow] = []
    for row in rows:
        if row[3].startswith("roulette.bet_placed"):
            body = msgspec.json.decode(row[7]) | {"clock_skew_ms": -7_200_000}
            assert row[4] is not None
            moved = row[4] + timedelta(hours=2)
            shifted.append((*row[:4], moved, *row[5:7], msgspec.json.encode(body)))
        else:
            shifted.append(row)
    book = BOOKS.by_id("roulette.2020-06-13")
    result = judge(fold(golden.stream, shifted), book, ended=True).results[0]
    assert result.settlement.outcome == "won"
    without = [(*row[:7], msgspec.json.encode(_less(row[7]))) for row in shifted]
    assert judge(fold(golden.stream, without), book, ended=True).results[0].settlement.outcome == "refused"


def _less(body: bytes) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.json.decode(body)
    raw.pop("clock_skew_ms", None)
    return raw


def test_an_unknown_moment_stays_behind_what_was_recorded_before_it() -> None:
    golden = _roulette("4.6-late-bet-goes-back")
    rows = [(*row[:4], None, *row[5:]) for row in golden.rows()]
    book = BOOKS.by_id("roulette.2020-06-13")
    state = fold(golden.stream, rows)
    assert state.opened_at is None
    outcomes = {r.bet: r.settlement.outcome for r in judge(state, book, ended=True).results}
    assert outcomes == {"b1": "won", "b2": "refused"}


def test_an_unknown_type_stops_the_replay() -> None:
    golden = _roulette("4.6-late-bet-goes-back")
    row = golden.rows()[0]
    with pytest.raises(UnknownEvent, match=r"roulette\.bet_forgotten\.v1"):
        fold(golden.stream, [(*row[:3], "roulette.bet_forgotten.v1", *row[4:])])


def test_nothing_cannot_be_folded() -> None:
    with pytest.raises(ValueError, match="holds no events"):
        fold("round/T01/none", [])


# --- Facts of one moment ---------------------------------------------------------------------------------------------


def _order(*told: Told) -> list[str]:
    """The types of these facts in their true order; each with its second, or None where no moment is known."""
    rows: list[StoredRow] = []
    for version, (name, data, second) in enumerate(told, start=1):
        moment = None if second is None else OPENED + timedelta(seconds=second)
        body = msgspec.json.encode({"id": str(UUID(int=version)), "data": data})
        rows.append((version, "round/T01/1", version, f"sicbo.{name}.v1", moment, OPENED, "device:D", body))
    state = fold("round/T01/1", rows)
    assert isinstance(state, SicBoRound)
    placed = {bet: each.order for bet, each in state.bets.items()}
    known = {**placed, "call": state.no_more_bets, "shown": state.shown, "end": state.closed}
    known |= {f"cause {cause.ground}": cause.order for cause in state.causes}
    known |= {f"failure {version}": order for order, version in state.failed}
    return [name for name, order in sorted(known.items(), key=lambda each: each[1] or 0) if order is not None]


OPENED = datetime(2026, 3, 1, 5, 0, tzinfo=UTC)
Told = tuple[str, dict[str, Any], float | None]
OPENING: Told = ("round_opened", {}, 0.0)
CALL: Told = ("betting_closed", {}, 20.0)
SHOWN: Told = ("dice_shown", {"dice": [1, 2, 3]}, 20.0)
END: Told = ("round_closed", {}, 20.0)


def _bet(name: str, second: float | None = 20.0) -> Told:
    return "bet_placed", {"bet": name, "spot": "small", "stake_minor": 1}, second


def _seen(ground: str, second: float | None = 20.0) -> Told:
    return "irregularity_seen", {"ground": ground}, second


def test_a_bet_of_the_moment_of_the_call_comes_before_it_though_recorded_later() -> None:
    assert _order(OPENING, CALL, _bet("b1"), _bet("b2")) == ["b1", "b2", "call"]
    assert _order(OPENING, _bet("b0"), CALL, _bet("b1"), CALL) == ["b0", "b1", "call"]
    assert _order(OPENING, CALL, _bet("b1", 20.001)) == ["call", "b1"]


def test_other_facts_of_the_moment_of_the_call_stay_where_they_were_recorded() -> None:
    assert _order(OPENING, CALL, SHOWN, _seen("7.3")) == ["call", "shown", "cause 7.3"]
    assert _order(OPENING, _seen("7.3"), CALL, SHOWN) == ["cause 7.3", "call", "shown"]
    assert _order(OPENING, SHOWN, CALL) == ["shown", "call"]
    assert _order(OPENING, CALL, _seen("7.3"), _bet("b1"), SHOWN) == ["b1", "call", "cause 7.3", "shown"]


def test_without_a_call_what_was_recorded_first_comes_first() -> None:
    assert _order(OPENING, SHOWN, _bet("b1")) == ["shown", "b1"]
    assert _order(OPENING, _bet("b1"), SHOWN, _bet("b2"), _bet("b0", 10.0)) == ["b0", "b1", "shown", "b2"]


def test_the_end_is_last_and_the_opening_first_at_their_moment() -> None:
    assert _order(END, CALL, SHOWN, _bet("b1"), ("round_opened", {}, 20.0)) == ["b1", "call", "shown", "end"]
    assert _order(("device_failed", {}, 0.0), OPENING, CALL) == ["failure 1", "call"]


def test_a_fact_without_a_moment_stays_behind_what_was_recorded_before_it_at_the_call_too() -> None:
    assert _order(OPENING, CALL, _bet("b1", None), SHOWN) == ["call", "b1", "shown"]
    assert _order(OPENING, CALL, _bet("b1", None), _bet("b2")) == ["b2", "call", "b1"]
    assert _order(OPENING, END, _bet("b1", None), CALL) == ["call", "end", "b1"]


# --- Facts of another game under the round's code ---------------------------------------------------------------------


def _of(prefix: str, version: int, name: str, data: dict[str, Any]) -> StoredRow:
    moment = OPENED + timedelta(seconds=version)
    body = msgspec.json.encode({"id": str(UUID(int=version)), "data": data})
    return (version, "round/T01/1", version, f"{prefix}.{name}.v1", moment, moment, "device:D", body)


def test_facts_of_another_game_are_left_out_and_found() -> None:
    person = {"post": "pit_manager", "staff": "S1"}
    correction = {"target": str(UUID(int=2)), "before": {"bet": "b1"}, "after": None, "reason": "No."}
    rows = [
        _of("sicbo", 1, "round_opened", {}),
        _of("sicbo", 2, "bet_placed", {"bet": "b1", "spot": "small", "stake_minor": 100}),
        _of("roulette", 3, "bet_placed", {"bet": "b2", "spot": "red", "stake_minor": 100}),
        _of("roulette", 4, "fact_corrected", correction | {"corrected_by": person, "authorised_by": person}),
        _of("sicbo", 5, "betting_closed", {}),
        _of("sicbo", 6, "dice_shown", {"dice": [1, 2, 3]}),
    ]
    state = fold("round/T01/1", rows)
    assert isinstance(state, SicBoRound)
    assert (list(state.bets), state.foreign, state.corrections) == (["b1"], [3, 4], ())
    judgement = judge(state, BOOKS.by_id("sicbo.2020-06-13"), ended=False)
    assert [(f.code, f.versions) for f in judgement.findings] == [("facts_of_another_game", (3, 4))]
    assert [(r.bet, r.settlement.outcome) for r in judgement.results] == [("b1", "won")]
