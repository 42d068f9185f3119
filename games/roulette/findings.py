"""The finding codes that only roulette raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.judgement import Severity

_WORDS: Final = Catalogue(__file__)

CODES: Final[dict[str, Severity]] = {
    "call_after_drop": Severity.PROCEDURE,
    "caller_not_named": Severity.PROCEDURE,
    "cause_without_call": Severity.PROCEDURE,
    "unclear_spot": Severity.PROCEDURE,
    "unflagged_chip_decided": Severity.PROCEDURE,
    "ball_taken_out_late": Severity.REMARK,
    "ball_out_without_call": Severity.PROCEDURE,
    "ball_examined_by_other_post": Severity.PROCEDURE,
    "colour_not_issued": Severity.PROCEDURE,
    "colour_not_marked": Severity.PROCEDURE,
    "chip_count_mismatch": Severity.PROCEDURE,
    "colour_of_other_player": Severity.PROCEDURE,
    "chip_value_mismatch": Severity.PROCEDURE,
    "chip_value_uncertain": Severity.PROCEDURE,
    "chips_of_other_currency": Severity.PROCEDURE,
    "second_colour_without_authority": Severity.PROCEDURE,
    "foreign_chips": Severity.REMARK,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = _WORDS.pairs("findings")
