"""What came of a spin, told to a guest. Proved by ``tests/telling``."""

from __future__ import annotations

from casino.core.messages import Message, message
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import BetResult
from games.roulette.words import pocket


def came(summary: Summary, _result: BetResult, _book: RuleBook) -> list[Message]:
    number = summary["pocket"]
    return [] if number is None else [message("roulette-came", pocket=pocket(number))]
