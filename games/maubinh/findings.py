"""The finding codes that only mậu binh raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.judgement import Severity

_WORDS: Final = Catalogue(__file__)

CODES: Final[dict[str, Severity]] = {
    "no_such_seat": Severity.PROCEDURE,
    "second_bet_on_seat": Severity.PROCEDURE,
    "ante_differs": Severity.PROCEDURE,
    "hand_without_ante": Severity.PROCEDURE,
    "hand_not_dealt": Severity.PROCEDURE,
    "misdealt": Severity.PROCEDURE,
    "card_twice": Severity.PROCEDURE,
    "arrangement_impossible": Severity.PROCEDURE,
    "arranged_late": Severity.PROCEDURE,
    "hand_not_arranged": Severity.PROCEDURE,
    "time_cut_short": Severity.PROCEDURE,
    "time_measured_otherwise": Severity.PROCEDURE,
    "system_overrode_player": Severity.PROCEDURE,
    "system_arranged_foul": Severity.PROCEDURE,
    "comparison_shown_wrongly": Severity.PROCEDURE,
    "special_announced_wrongly": Severity.PROCEDURE,
    "multiples_announced_wrongly": Severity.PROCEDURE,
    "shot_not_waived": Severity.PROCEDURE,
    "comparison_too_brief": Severity.REMARK,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = _WORDS.pairs("findings")
