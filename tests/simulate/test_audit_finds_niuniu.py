"""Niu niu: simulator and judgement check each other, fault by fault, over many rounds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine import accepting as betting
from games.engine import settling
from games.niuniu import bets as niuniu_bets
from games.niuniu import deal as niuniu_deal
from games.niuniu import judge as niuniu
from games.niuniu import remarks as niuniu_remarks
from games.simulate.niuniu.faults import FAULTS
from games.simulate.niuniu.table import LIMITS, NiuNiuTable
from games.simulate.play import Fault
from tests.simulate.dealing import Judged, codes_of, dealt, found, planted_in, promised, told


def rounds(seed: int, count: int, fault: Fault | None) -> Iterator[Judged]:
    return dealt(NiuNiuTable, seed, count, fault, limits=LIMITS)


@pytest.mark.parametrize(("seed", "count"), [(1, 16), (20260613, 8)])
@pytest.mark.parametrize("name", sorted(FAULTS))
def test_the_judgement_finds_each_fault_and_nothing_else(name: str, seed: int, count: int) -> None:
    for sent, planted, judgement in rounds(seed, count, FAULTS[name]):
        assert found(judgement) == promised(planted), told(sent)


@pytest.mark.parametrize("seed", [2, 3])
def test_clean_rounds_have_no_findings_and_every_bet_is_settled_to_the_coin(seed: int) -> None:
    for sent, planted, judgement in rounds(seed, 120, None):
        assert planted == []
        assert judgement.findings == (), told(sent)
        assert all(result.difference_minor == 0 for result in judgement.results)


def test_every_fault_fits_into_many_rounds_and_the_catalogue_covers_the_codes() -> None:
    planted_codes: set[str] = set()
    for name, fault in FAULTS.items():
        planted = planted_in(NiuNiuTable, 5, 24, fault)
        planted_codes |= {each.kind for some in planted for each in some}
        if any(planted):
            assert sum(map(bool, planted)) >= 4, name
    modules = (niuniu, niuniu_bets, niuniu_deal, niuniu_remarks, betting, settling)
    never = {"opening_not_recorded", "facts_of_another_game"}
    never |= {"correction_by_one_person", "correction_by_low_post"}  # simulated corrections have two persons
    assert codes_of(*modules) - planted_codes == never
