"""What came of a throw, told to a guest. Proved by ``tests/telling``."""

from __future__ import annotations

from casino.core.messages import Message, message
from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import BetResult


def placed(spot: str, kind: str, called: Text) -> Message:
    numbers = spot.partition(":")[2].split("-")
    return message("sicbo-placed", kind=kind, called=called, first=numbers[0], last=numbers[-1])


def came(summary: Summary, _result: BetResult, _book: RuleBook) -> list[Message]:
    if summary["dice"] is None:
        return []
    one, two, three = summary["dice"]
    return [message("sicbo-came", one=one, two=two, three=three, total=one + two + three)]
