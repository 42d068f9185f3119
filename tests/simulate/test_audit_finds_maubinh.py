"""Mậu binh: simulator and judgement check each other, fault by fault, over many deals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine import settling
from games.maubinh import hands as maubinh_hands
from games.maubinh import judge as maubinh
from games.simulate.maubinh import felt
from games.simulate.maubinh.faults import FAULTS, RARE
from games.simulate.maubinh.table import LIMITS, MauBinhTable
from games.simulate.play import Fault
from tests.simulate.dealing import Judged, codes_of, dealt, found, planted_in, promised, told


def deals(seed: int, count: int, fault: Fault | None) -> Iterator[Judged]:
    return dealt(MauBinhTable, seed, count, fault, limits=LIMITS)


@pytest.mark.parametrize(("seed", "count"), [(1, 12), (20260613, 6)])
@pytest.mark.parametrize("name", sorted(FAULTS))
def test_the_judgement_finds_each_fault_and_nothing_else(name: str, seed: int, count: int) -> None:
    for sent, planted, judgement in deals(seed, count, FAULTS[name]):
        assert found(judgement) == promised(planted), told(sent)


@pytest.mark.parametrize("seed", [2, 3])
def test_clean_deals_have_no_findings_and_every_seat_is_settled_to_the_coin(seed: int) -> None:
    for sent, planted, judgement in deals(seed, 80, None):
        assert planted == []
        assert judgement.findings == (), told(sent)
        assert all(result.difference_minor == 0 for result in judgement.results)


def test_a_hand_of_each_special_kind_is_the_one_it_is_meant_to_be() -> None:
    assert [felt.special(cards) for cards in RARE] == list(felt.SPECIALS)


@pytest.mark.slow
def test_every_fault_fits_into_many_deals_and_the_catalogue_covers_the_codes() -> None:
    planted_codes: set[str] = set()
    for name, fault in FAULTS.items():
        planted = planted_in(MauBinhTable, 5, 40, fault)
        planted_codes |= {each.kind for some in planted for each in some}
        if any(planted):
            assert sum(map(bool, planted)) >= 3, name
    wanted = codes_of(maubinh, maubinh_hands, settling) | {"late_bet", "withdrawn_after_call", "changed_after_call"}
    never = {"opening_not_recorded", "facts_of_another_game"}
    never |= {"correction_by_one_person", "correction_by_low_post"}  # simulated corrections have two persons
    never |= {"shot_not_waived"}  # only where shooting is the winner's choice, as in no simulated house
    assert wanted - planted_codes == never
