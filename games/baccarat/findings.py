"""The finding codes that only baccarat raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.judgement import Severity

_WORDS: Final = Catalogue(__file__)

CODES: Final[dict[str, Severity]] = {
    "cards_taken_back_wrongly": Severity.PROCEDURE,
    "burn_not_made_up": Severity.PROCEDURE,
    "order_does_not_fit": Severity.PROCEDURE,
    "wrong_order_restored": Severity.PROCEDURE,
    "dealt_out_of_order": Severity.PROCEDURE,
    "order_not_restored": Severity.PROCEDURE,
    "wrong_third_card": Severity.PROCEDURE,
    "third_card_missing": Severity.PROCEDURE,
    "result_not_announced": Severity.PROCEDURE,
    "bet_in_no_bet_round": Severity.PROCEDURE,
    "no_bet_not_announced": Severity.PROCEDURE,
    "opening_card_differs": Severity.PROCEDURE,
    "shoe_not_shuffled": Severity.PROCEDURE,
    "more_seats_than_table": Severity.PROCEDURE,
    "more_copies_than_decks": Severity.PROCEDURE,
    "withdrawal_not_allowed": Severity.PROCEDURE,
    "withdrawal_by_other_post": Severity.PROCEDURE,
    "withdrawal_too_late": Severity.PROCEDURE,
    "withdrawal_without_ground": Severity.PROCEDURE,
    "below_minimum_again": Severity.PROCEDURE,
    "over_differential": Severity.PROCEDURE,
    "insurance_not_available": Severity.PROCEDURE,
    "insurance_forgone": Severity.PROCEDURE,
    "insurance_outside_table": Severity.PROCEDURE,
    "insurance_wrong_moment": Severity.PROCEDURE,
    "insurance_without_main_bet": Severity.PROCEDURE,
    "insurance_above_main_bet": Severity.PROCEDURE,
    "wrong_insurance_odds": Severity.PROCEDURE,
    "insurance_offered_wrongly": Severity.PROCEDURE,
    "insurance_not_offered": Severity.PROCEDURE,
    "squeezed_against_restriction": Severity.PROCEDURE,
    "void_cause_not_recorded": Severity.PROCEDURE,
    "void_against_cards": Severity.PROCEDURE,
    "card_burned_in_hand": Severity.PROCEDURE,
    "pack_choice_not_asked": Severity.PROCEDURE,
    "cards_together_not_dealt": Severity.PROCEDURE,
    "variant_unknown": Severity.PROCEDURE,
    "next_card_exposed": Severity.REMARK,
    "squeeze_asked_late": Severity.REMARK,
    "squeezed_by_other_player": Severity.REMARK,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = _WORDS.pairs("findings")
