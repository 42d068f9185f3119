"""What can be put into a simulated spin: faults, and irregularities in which everything was done right.

Proved by ``tests/simulate/test_audit_finds_what_was_planted.py``.
"""

from __future__ import annotations

from typing import Final

from games.simulate import play_money, staff
from games.simulate.play import Fault
from games.simulate.play_bets import betting_faults, called_too_late, catalogue
from games.simulate.play_money import money_faults
from games.simulate.play_time import Said, time_faults
from games.simulate.roulette import bets, money, spins

_AFTER_A_WIN: Final = (
    play_money.paid_too_much,
    play_money.paid_too_little,
    play_money.not_paid,
    play_money.treated_as_lost,
    play_money.winner_collected,
    play_money.paid_in_parts,
    play_money.collected_then_made_good,
    play_money.winners_handed_their_stakes,
    play_money.payout_corrected,
    play_money.correction_of_something_else,
    money.suspicion_after_payment,
)

AFTER_END: Final[dict[str, Said]] = {
    "ball_spun": ("sensor", lambda _spin: {}),
    "ball_dropped": ("sensor", lambda spin: {"pocket": 36 - spin.pocket, "source": "sensor"}),
    "result_displayed": ("sensor", lambda spin: {"pocket": 36 - spin.pocket}),
    "revolutions_counted": ("sensor", lambda _spin: {"count": 2}),
    "irregularity_seen": ("tablet", lambda _spin: {"ground": "7.3"}),
    "ball_taken_out": ("tablet", lambda _spin: {}),
    "ball_examined": ("tablet", lambda spin: {"examined_by": staff.person("pit_supervisor", spin.supervisor)}),
    "ball_put_back": ("tablet", lambda spin: {"pocket": 36 - spin.pocket}),
}
"""Facts of the table that change nothing when the round is over."""

FAULTS: Final[dict[str, Fault]] = {
    **money_faults(),
    **betting_faults(),
    **catalogue(called_too_late),
    **time_faults(AFTER_END),
    **{act.__name__: Fault(act.__name__, money.somebody_wins, act) for act in _AFTER_A_WIN},
    **catalogue(
        bets.past_posted_by_silent_tablet,
        bets.moved_after_call,
        bets.below_minimum,
        bets.above_maximum,
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
        spins.no_spin,
        spins.no_spin_stakes_handed_back,
        spins.no_spin_by_wrong_post,
        spins.no_spin_without_ground,
        spins.suspicion_after_drop,
        spins.doubtful_unruled,
        spins.doubtful_settled_all_the_same,
        spins.doubtful_ruled_as_spun,
        spins.doubtful_ruled_void,
        spins.doubtful_ruled_by_lower_post,
        spins.doubtful_ruled_something_else,
        spins.no_result,
        spins.display_mismatch,
        spins.results_disagree,
        spins.result_entered_twice,
        raised_after_call_and_paid=(bets.raised_winner, money.pays_all),
        lowered_after_call=(bets.lowered_loser, money.collects_the_rest),
        withdrawn_after_call_uncollected=(bets.withdrawn_loser, money.collects_nothing),
        nowhere_returned=(bets.nowhere, None),
        nowhere_paid=(bets.nowhere, play_money.paid_on_refused),
        verbal_without_chips=(bets.verbal_without_chips, money.has_nothing_to_hand_back),
        verbal_without_chips_paid=(bets.verbal_without_chips, play_money.paid_on_refused),
        paid_on_void=(spins.no_spin_although_it_fell, play_money.paid_on_void),
        collected_on_void=(spins.no_spin, play_money.collected_on_void),
        doubtful_ruled_void_but_collected=(spins.doubtful_ruled_void, play_money.collected_on_void),
        order_of_payment=(money.winning_kinds, money.order_of_payment),
    ),
}
"""Every fault by name."""
