"""Time at simulated tables: buffers that come late and in any order, and every fact of the table after the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from casino.core import events
from games.catalogue import GAMES, judge, shipped
from games.engine.fold import fold, state_class
from games.engine.judgement import Severity
from games.simulate.arrival import CHIPS, SHOWING, received_late
from games.simulate.kinds import simulated
from games.simulate.play import Fault, GameTable
from tests.simulate.dealing import STARTS, Folded, folded, found, promised, rows, told

CLAIMS = ("past_posted_by_silent_tablet", "entered_by_hand_afterwards")


def rounds(game: str, seed: int, count: int, fault: Fault | None) -> Iterator[Folded]:
    of_game = simulated(game)
    kind = type(of_game.make("TB01", random.Random(0)))
    assert issubclass(kind, GameTable)
    return folded(kind, seed, count, fault, limits=of_game.limits)


@pytest.mark.parametrize("measured", [True, False], ids=["measured", "unmeasured"])
@pytest.mark.parametrize("game", GAMES)
def test_buffers_that_come_in_any_order_leave_remarks_and_no_finding(game: str, measured: bool) -> None:
    """Each sender was cut off, and sends all that it saw afterwards, in any order. Of each bet that came after the
    outcome the remark says what its player gains or loses by it."""
    shuffler = random.Random(9)
    book = shipped().in_force(game, STARTS)
    remarks = 0
    for sent, _planted, state, _judgement in rounds(game, 6, 25, None):
        for _ in range(3):
            shuffler.shuffle(sent)
            place = {actor: place for place, actor in enumerate(dict.fromkeys(event.actor for event in sent))}
            sent.sort(key=lambda event: place[event.actor])
            again = fold(sent[0].stream, rows(sent, measured=measured, at_once=True))
            again.terms, again.before = state.terms, state.before
            judgement = judge(again, book, ended=True)
            nets = {result.bet: result.settlement.net_minor for result in judgement.results}
            late = {bet for _table, _round, bet in received_late((event, 0) for event in sent) if nets.get(bet)}
            said = {f.subject: f.amount_minor for f in judgement.findings}
            remarks += len(said)
            assert {f.code for f in judgement.findings} <= {"claim_buffered"}, told(sent)
            assert {finding.severity for finding in judgement.findings} <= {Severity.REMARK}
            if said and game in ("roulette", "sicbo"):  # where one bet does not change what others are owed
                assert {bet: said.get(bet) for bet in late} == {bet: nets[bet] for bet in late}, told(sent)
            assert all(result.difference_minor == 0 for result in judgement.results)
    assert remarks > 50


@pytest.mark.parametrize("name", ["paid_too_much", "late_bet_paid", "no_spin", "unclear_ruled"])
def test_what_was_planted_is_found_in_whatever_order_it_comes(name: str) -> None:
    """Besides what comes late, and is said to."""
    shuffler = random.Random(9)
    book = shipped().in_force("roulette", STARTS)
    for sent, planted, state, _judgement in rounds("roulette", 6, 10, simulated("roulette").faults[name]):
        shuffler.shuffle(sent)
        again = fold(sent[0].stream, rows(sent))
        again.terms = state.terms
        said = found(judge(again, book, ended=True))
        claims = Counter({each: count for each, count in said.items() if each[0].startswith("claim_")})
        assert said - claims == promised(planted), told(sent)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_claim_moves_is_stated_by_the_simulator_and_found_by_the_judgement(game: str) -> None:
    amounts = set()
    for name in CLAIMS:
        for sent, planted, _state, judgement in rounds(game, 11, 15, simulated(game).faults[name]):
            assert found(judgement) == promised(planted), told(sent)
            amounts |= {each.amount_minor for each in planted}
    assert min(amounts) < 0
    assert max(amounts) > 0 or game == "maubinh"  # where the seats play each other, the house has only its commission
    assert len(amounts) > 5


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_of_the_table_is_planted_after_the_end(game: str) -> None:
    """All that does not count after the end by a clause of the game or by its kind, and nothing else."""
    state = state_class(game)
    kinds = {
        event_type.name.partition(".")[2]
        for event_type in events.registered()
        if event_type.prefix == game and event_type.stream_kind == "round"
    }
    wanted = kinds - state.counts_after - state.stakes
    faults = simulated(game).faults
    assert {kind for kind in kinds if f"{kind}_after_end" in faults} == wanted
    for kind in wanted:
        for sent, planted, _state, judgement in rounds(game, 12, 3, faults[f"{kind}_after_end"]):
            assert [each.kind for each in planted] == ["fact_after_end"], told(sent)
            assert found(judgement) == promised(planted), told(sent)


@pytest.mark.parametrize("game", GAMES)
def test_the_simulators_own_tables_of_kinds_fit_the_game(game: str) -> None:
    state = state_class(game)
    assert {f"{game}.{kind}.v1" for kind in state.outcome} == {kind for kind in SHOWING if kind.startswith(game)}
    assert state.stakes <= set(CHIPS)
