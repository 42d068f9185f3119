"""What came of a spin, told to a guest. Proved by ``tests/telling``."""

from __future__ import annotations

from casino.core.messages import Message, message
from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import BetResult
from games.roulette.words import pocket


def placed(spot: str, kind: str, called: Text) -> Message:
    """The numbers stand as they were laid, also where the layout has no such place."""
    numbers = spot.partition(":")[2]
    ends = numbers.replace("-", " ").split() or [""]
    return message("roulette-placed", kind=kind, called=called, numbers=numbers, first=ends[0], last=ends[-1])


def came(summary: Summary, _result: BetResult, _book: RuleBook) -> list[Message]:
    number = summary["pocket"]
    return [] if number is None else [message("roulette-came", pocket=pocket(number))]
