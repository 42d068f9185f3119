"""What became of a remedy's money: handed over, received, given up (8.4)."""

from __future__ import annotations

from typing import Annotated, Final

from casino.core.commands import NOW, Command, asked
from casino.core.interest import BARS
from casino.core.messages import Catalogue
from disputes.case import words
from disputes.case.commands.parts import NOTE, Moment, Sentence, Words
from disputes.case.money_facts import GivenUp, How, Moved
from disputes.case.stages import MANAGERS, SENIOR, TABLE, at
from disputes.case.state import Stage
from disputes.case.step import step
from games.engine.facts import Code

_WORDS: Final = Catalogue(__file__)

DECIDED: Final = tuple(stage for stage in Stage if stage is not Stage.AT_TABLE)
"""Stages at which money of a remedy can be still out: nothing took effect before."""
PART: Final = asked(_WORDS, "part")


@step(
    clause="8.4",
    posts=at(DECIDED, TABLE, MANAGERS, SENIOR),
    weighty=True,
    of_the_house=True,
    interest=BARS,
)
class RecordMoney(Command, frozen=True):
    """Money of a remedy was handed over to the player, or received from them."""

    line: Annotated[Code, asked(_WORDS, "record_money-line", choices="moneys")]
    how: Annotated[How, asked(_WORDS, "record_money-how", words=words.HOW)]
    moved_at: Annotated[Moment, asked(_WORDS, "record_money-moved_at", begins=NOW)]
    amount_minor: Annotated[Moved | None, PART] = None
    note: Annotated[Words | None, NOTE] = None


@step(
    clause="8.4",
    posts=at(DECIDED, MANAGERS, SENIOR),
    weighty=True,
    of_the_house=True,
    rehearsed=True,
    interest=BARS,
)
class GiveUpMoney(Command, frozen=True):
    """Money that a remedy takes back is waived, or cannot be collected."""

    line: Annotated[Code, asked(_WORDS, "give_up_money-line", choices="claims")]
    why: Annotated[GivenUp, asked(_WORDS, "give_up_money-why", words=words.GIVEN_UP)]
    reason: Annotated[Sentence, asked(_WORDS, "give_up_money-reason", rows=3)]
    amount_minor: Annotated[Moved | None, PART] = None
