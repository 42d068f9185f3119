"""Simulator and judgement check each other: over thousands of spins the judgement finds exactly the faults planted.

The simulator knows the layout, the odds and who may decide from its own tables; the judgement from the rule book. For
each fault of the catalogue, and for spins without any, the findings (code, subject, amount) are those planted: none
missed, none invented.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine import accepting as betting
from games.engine import after_the_end, settling, statements, steps, weighing
from games.roulette import judge as roulette
from games.roulette import pocket
from games.roulette import remarks as roulette_remarks
from games.simulate.play import Fault
from games.simulate.roulette.faults import FAULTS
from games.simulate.roulette.table import LIMITS, Table
from tests.simulate.dealing import Judged, codes_of, dealt, found, planted_in, promised, told


def spins(seed: int, count: int, fault: Fault | None) -> Iterator[Judged]:
    return dealt(Table, seed, count, fault, limits=LIMITS)


@pytest.mark.parametrize("seed", [1, 20260613])
@pytest.mark.parametrize("name", sorted(FAULTS))
def test_the_judgement_finds_each_fault_and_nothing_else(name: str, seed: int) -> None:
    for sent, planted, judgement in spins(seed, 40, FAULTS[name]):
        assert found(judgement) == promised(planted), told(sent)


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_clean_day_has_no_findings_and_every_bet_is_settled_to_the_coin(seed: int) -> None:
    for sent, planted, judgement in spins(seed, 500, None):
        assert planted == []
        assert judgement.findings == (), told(sent)
        assert all(result.difference_minor == 0 for result in judgement.results)


def test_every_fault_fits_into_many_spins_and_the_catalogue_covers_the_codes() -> None:
    planted_codes: set[str] = set()
    for name, fault in FAULTS.items():
        planted = planted_in(Table, 5, 25, fault)
        planted_codes |= {each.kind for some in planted for each in some}
        if any(planted):
            assert sum(map(bool, planted)) >= 8, name
    roulette_codes = codes_of(
        roulette, pocket, roulette_remarks, betting, settling, steps, weighing, after_the_end, statements
    )
    assert len(roulette_codes) > 40
    never_planted = {"opening_not_recorded", "facts_of_another_game"}
    never_planted |= {"paid_on_push", "collected_on_push"}  # nothing is pushed at roulette
    never_planted |= {"correction_by_one_person", "correction_by_low_post"}  # simulated corrections have two persons
    # Nobody at a simulated table enters a fact afterwards: tests/engine/test_statements.py.
    never_planted |= {"claim_entered_later", "claim_confirmed", "claim_denied"}
    never_planted |= {"rulings_disagree"}  # simulated posts decide a matter once
    never_planted |= {"matter_without_clause"}  # nor leaves a simulated table one open: tests/engine/test_matters.py
    # Simulated colours are issued and marked, and unclear chips are seen in time: tests/roulette.
    never_planted |= {"colour_not_issued", "colour_not_marked", "unflagged_chip_decided"}
    assert roulette_codes - planted_codes == never_planted
    assert planted_codes <= roulette_codes
