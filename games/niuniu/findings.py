"""The finding codes that only niu niu raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.judgement import Severity

_WORDS: Final = Catalogue(__file__)

CODES: Final[dict[str, Severity]] = {
    "third_box": Severity.PROCEDURE,
    "second_bet_on_box": Severity.PROCEDURE,
    "ante_missing": Severity.PROCEDURE,
    "wrong_double": Severity.PROCEDURE,
    "wrong_additional": Severity.PROCEDURE,
    "dealt_to_empty_box": Severity.PROCEDURE,
    "box_without_cards": Severity.PROCEDURE,
    "wrong_card_count": Severity.PROCEDURE,
    "dealt_again_wrongly": Severity.PROCEDURE,
    "dealt_again_out_of_order": Severity.PROCEDURE,
    "not_dealt_again": Severity.PROCEDURE,
    "cards_shown_differ": Severity.PROCEDURE,
    "card_seen_twice": Severity.PROCEDURE,
    "arranged_wrongly": Severity.PROCEDURE,
    "second_hand_arranged": Severity.PROCEDURE,
    "arranged_while_barred": Severity.PROCEDURE,
    "cards_off_the_table": Severity.PROCEDURE,
    "cards_damaged": Severity.PROCEDURE,
    "players_bet_together": Severity.PROCEDURE,
    "two_fours_of_a_kind": Severity.REMARK,
    "card_exposed": Severity.REMARK,
    "not_dealt_clockwise": Severity.REMARK,
    "right_to_void_not_used": Severity.REMARK,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = _WORDS.pairs("findings")
