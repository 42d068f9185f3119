"""Sic bo: simulator and judgement check each other, fault by fault, over many throws."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from games.engine import accepting as betting
from games.engine import ineffective_records, settling
from games.sicbo import hold, standing
from games.sicbo import judge as sicbo
from games.simulate.play import Fault
from games.simulate.sicbo import felt
from games.simulate.sicbo.faults import FAULTS
from games.simulate.sicbo.table import LIMITS, SicBoTable
from tests.simulate.dealing import Judged, codes_of, dealt, found, planted_in, promised, told


def throws(seed: int, count: int, fault: Fault | None) -> Iterator[Judged]:
    return dealt(SicBoTable, seed, count, fault, limits=LIMITS)


@pytest.mark.parametrize(("seed", "count"), [(1, 20), (20260613, 12)])
@pytest.mark.parametrize("name", sorted(FAULTS))
def test_the_judgement_finds_each_fault_and_nothing_else(name: str, seed: int, count: int) -> None:
    for sent, planted, judgement in throws(seed, count, FAULTS[name]):
        assert found(judgement) == promised(planted), told(sent)


@pytest.mark.parametrize("seed", [2, 3])
def test_clean_throws_have_no_findings_and_every_bet_is_settled_to_the_coin(seed: int) -> None:
    for sent, planted, judgement in throws(seed, 200, None):
        assert planted == []
        assert judgement.findings == (), told(sent)
        assert all(result.difference_minor == 0 for result in judgement.results)


def test_every_fault_fits_into_many_throws_and_the_catalogue_covers_the_codes() -> None:
    planted_codes: set[str] = set()
    for name, fault in FAULTS.items():
        planted = planted_in(SicBoTable, 5, 24, fault)
        planted_codes |= {each.kind for some in planted for each in some}
        if any(planted):
            assert sum(map(bool, planted)) >= 5, name
    never = {"opening_not_recorded", "facts_of_another_game"}
    never |= {"paid_on_push", "collected_on_push"}  # nothing is pushed at sic bo
    never |= {"correction_by_one_person", "correction_by_low_post"}  # simulated corrections have two persons
    assert codes_of(sicbo, standing, hold, ineffective_records, betting, settling) - planted_codes == never


def test_the_simulators_own_prices_have_the_published_edges() -> None:
    """2.78 % on small and big, 30.56 % on any triple, 30.09 % on one triple, 16.67 % on a pair, 7.87 % on a number."""
    assert len(felt.AREAS) == 50
    numbers = range(1, 7)
    throws = [(one, two, three) for one in numbers for two in numbers for three in numbers]

    def loss(area: str) -> Fraction:
        return Fraction(-sum(felt.pays(area, dice) or -1 for dice in throws), 216)

    assert loss("small") == loss("big") == Fraction(6, 216)
    assert loss("any_triple") == Fraction(66, 216)
    assert loss("specific_triple:3") == Fraction(65, 216)
    assert loss("pair:2-5") == Fraction(36, 216)
    assert loss("single:4") == Fraction(17, 216)
