"""The bulk generator gives the same rounds for a seed, of the promised size, in order, each fit for the ledger."""

from __future__ import annotations

import pytest

from casino.core.events import STREAM
from games.catalogue import GAMES
from games.simulate.kinds import simulated
from tests.benchmarks.bulk import typical_mix, typical_rounds


def test_the_same_seed_gives_the_same_rounds() -> None:
    assert list(typical_rounds(30, 7)) == list(typical_rounds(30, 7))
    assert list(typical_rounds(30, 7)) != list(typical_rounds(30, 8))


def test_rounds_have_the_size_of_real_ones() -> None:
    rounds = list(typical_rounds(400, 1))
    assert len(rounds) == 400
    assert 15 <= sum(map(len, rounds)) / len(rounds) <= 25


def test_ids_are_unique_streams_well_formed_and_moments_in_order() -> None:
    events = [event for one in typical_rounds(200, 3) for event in one]
    assert len({event.id for event in events}) == len(events)
    assert all(STREAM.fullmatch(event.stream) for event in events)
    moments = [event.occurred_at for event in events if event.occurred_at is not None]
    assert len(moments) == len(events)
    assert moments == sorted(moments)


def test_every_device_numbers_what_it_sends_without_a_hole() -> None:
    seen: dict[str, list[int]] = {}
    for one in typical_rounds(50, 5):
        for event in one:
            if event.sequence is not None:
                seen.setdefault(event.actor, []).append(event.sequence)
    assert len(seen) == 3
    for numbers in seen.values():
        assert sorted(numbers) == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_rounds_of_a_likely_size_fit_for_the_ledger(game: str) -> None:
    rounds = list(typical_rounds(60, 1, game=game))
    assert len(rounds) == 60
    assert 10 <= sum(map(len, rounds)) / 60 <= 60
    assert {event.stream.split("/")[1] for one in rounds for event in one} == {simulated(game).table}


def test_the_mix_deals_every_game_in_turn() -> None:
    rounds = list(typical_mix(12, 1))
    assert len(rounds) == 12
    assert [one[-1].type.split(".")[0] for one in rounds[:5]] == list(GAMES)
    ids = [event.id for one in rounds for event in one]
    assert len(set(ids)) == len(ids)
