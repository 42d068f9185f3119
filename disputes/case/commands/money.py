"""What became of a remedy's money: handed over, received, given up (8.4)."""

from __future__ import annotations

from typing import Annotated, Final

from casino.core.commands import NOW, Command, asked
from casino.core.interest import BARS
from casino.core.text import Text
from disputes.case import words
from disputes.case.commands.parts import NOTE, Moment, Sentence, Words
from disputes.case.money_facts import GivenUp, How, Moved
from disputes.case.stages import MANAGERS, SENIOR, TABLE, at
from disputes.case.state import Stage
from disputes.case.step import step
from games.engine.facts import Code

DECIDED: Final = tuple(stage for stage in Stage if stage is not Stage.AT_TABLE)
"""Stages at which money of a remedy can be still out: nothing took effect before."""
PART: Final = asked("Số tiền", "Amount", help=Text("Bỏ trống: tất cả phần còn lại.", "Empty: all that is still out."))


@step(
    clause="8.4",
    posts=at(DECIDED, TABLE, MANAGERS, SENIOR),
    title=Text("Ghi tiền đã giao hoặc đã nhận", "Record that money moved"),
    consequence=Text(
        "Ghi ai đã giao hoặc nhận, bằng cách nào, lúc nào; khoản này không còn treo.",
        "It is recorded who saw it move, how and when; it is no longer still out.",
    ),
    weighty=True,
    of_the_house=True,
    interest=BARS,
)
class RecordMoney(Command, frozen=True):
    """Money of a remedy was handed over to the player, or received from them."""

    line: Annotated[Code, asked("Khoản nào", "Which money", choices="moneys")]
    how: Annotated[How, asked("Bằng gì", "How", words=words.HOW)]
    moved_at: Annotated[Moment, asked("Lúc", "At", begins=NOW)]
    amount_minor: Annotated[Moved | None, PART] = None
    note: Annotated[Words | None, NOTE] = None


@step(
    clause="8.4",
    posts=at(DECIDED, MANAGERS, SENIOR),
    title=Text("Không thu khoản tiền", "Give money up"),
    consequence=Text(
        "Người chơi giữ khoản này; tính là ngoài luật chơi. Trên mức quy định, người thứ hai xác nhận bằng cùng lệnh.",
        "The player keeps it, and it counts as beyond the rules. Above the limits a second person gives the same "
        "command.",
    ),
    weighty=True,
    of_the_house=True,
    rehearsed=True,
    interest=BARS,
)
class GiveUpMoney(Command, frozen=True):
    """Money that a remedy takes back is waived, or cannot be collected."""

    line: Annotated[Code, asked("Khoản nào", "Which money", choices="claims")]
    why: Annotated[GivenUp, asked("Vì sao", "Why", words=words.GIVEN_UP)]
    reason: Annotated[Sentence, asked("Lý do", "Reason", rows=3)]
    amount_minor: Annotated[Moved | None, PART] = None
