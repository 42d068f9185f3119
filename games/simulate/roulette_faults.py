"""What can be put into a simulated spin: faults, and irregularities in which everything was done right.

``FOUND_AS`` is the one table that joins the simulator's labels with the codes of findings. Proved by
``tests/simulate/test_audit_finds_what_was_planted.py``.
"""

from __future__ import annotations

from typing import Final

from games.simulate import roulette_bets as bets
from games.simulate import roulette_money as money
from games.simulate import roulette_spins as spins
from games.simulate.play import Fault

_AFTER_A_WIN: Final = (
    money.paid_too_much,
    money.paid_too_little,
    money.not_paid,
    money.treated_as_lost,
    money.winner_collected,
    money.paid_in_parts,
    money.collected_then_made_good,
    money.winners_handed_their_stakes,
    money.payout_corrected,
    money.correction_of_something_else,
    money.suspicion_after_payment,
)
_IN_PAYING: Final = (
    money.not_collected,
    money.collected_too_little,
    money.collected_too_much,
    money.paid_on_lost,
    money.paid_for_no_bet,
    money.collected_for_no_bet,
)
_IN_PLANNING: Final = (
    bets.late_bet_returned,
    bets.late_bet_paid,
    bets.late_bet_collected,
    bets.moved_after_call,
    bets.raised_after_call_and_paid,
    bets.lowered_after_call,
    bets.withdrawn_after_call,
    bets.withdrawn_after_call_uncollected,
    bets.below_minimum,
    bets.above_maximum,
    bets.nowhere_returned,
    bets.nowhere_paid,
    bets.verbal_without_chips,
    bets.verbal_without_chips_paid,
    bets.unclear_unruled,
    bets.unclear_ruled,
    bets.unclear_ruled_by_lower_post,
    bets.foreign_chips,
    bets.foreign_chips_refused,
    bets.foreign_chips_refused_by_lower_post,
    bets.chip_value_mismatch,
    bets.chip_count_mismatch,
    bets.colour_of_other_player,
    bets.second_colour,
    bets.second_colour_allowed,
    bets.changed_in_time,
    bets.withdrawn_in_time,
    bets.reader_buffered,
    spins.no_spin,
    spins.no_spin_stakes_handed_back,
    spins.no_spin_by_wrong_post,
    spins.no_spin_without_ground,
    spins.paid_on_void,
    spins.collected_on_void,
    spins.suspicion_after_drop,
    spins.doubtful_unruled,
    spins.doubtful_settled_all_the_same,
    spins.doubtful_ruled_as_spun,
    spins.doubtful_ruled_void,
    spins.doubtful_ruled_void_but_collected,
    spins.doubtful_ruled_by_lower_post,
    spins.doubtful_ruled_something_else,
    spins.no_announcement,
    spins.no_result,
    spins.display_mismatch,
    spins.results_disagree,
    spins.result_entered_twice,
    spins.bet_recorded_twice,
    spins.change_without_bet,
    spins.never_closed,
)

FAULTS: Final[dict[str, Fault]] = {
    **{act.__name__: Fault(act.__name__, money.somebody_wins, act) for act in _AFTER_A_WIN},
    **{act.__name__: Fault(act.__name__, None, act) for act in _IN_PAYING},
    **{act.__name__: Fault(act.__name__, act, None) for act in _IN_PLANNING},
    "order_of_payment": Fault("order_of_payment", money.winning_kinds, money.order_of_payment),
}
"""Every fault by name."""

FOUND_AS: Final = {
    "winner_collected": "collected_wrongly",
}
"""Finding code of each label of a planted fault; a label not named here is its own code."""


def code_of(label: str) -> str:
    """The code under which the audit reports a planted fault."""
    return FOUND_AS.get(label, label)
