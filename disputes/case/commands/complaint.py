"""After the decision: the player's answer, the right to complain, and the formal complaint (8.5, 8.6)."""

from __future__ import annotations

from typing import Annotated

from casino.core.commands import NOW, Command, asked
from casino.core.interest import BARS, OPEN, Tie, barring
from casino.core.text import Text
from disputes.case import facts as f
from disputes.case import words
from disputes.case.commands.parts import (
    AGREED,
    LANGUAGE,
    MANNER,
    REASONS,
    REASONS_EN,
    SAID,
    AskedRemedy,
    Moment,
    Sentence,
    Words,
)
from disputes.case.stages import MANAGERS, SENIOR, TABLE, at, handling
from disputes.case.state import Stage
from disputes.case.step import step
from games.engine.facts import Code

S = Stage


@step(
    clause="8.5",
    posts=at((S.ANSWER, S.DISAGREED, S.COMPLAINT), MANAGERS),
    title=Text("Ghi trả lời của người chơi", "Record the player's answer"),
    consequence=Text(
        "Đồng ý: hồ sơ khép lại khi đã giao tiền và thư. Không đồng ý: người chơi phải được báo về quyền khiếu nại.",
        "Agreed: the case closes once money and letter are handed over. Not agreed: the player must be told of the "
        "right to complain.",
    ),
    button=Text("Ghi câu trả lời", "Record the answer"),
    weighty=True,
    rehearsed=True,
    shows="decision",
    interest=BARS,
)
class RecordAnswer(Command, frozen=True):
    """The player agrees with the decision, or does not."""

    agreed: Annotated[bool, AGREED]
    said: Annotated[Words | None, SAID] = None


@step(
    clause="8.5",
    posts=at((S.DISAGREED,), MANAGERS),
    title=Text("Báo quyền khiếu nại", "Inform of the right to complain"),
    consequence=Text("Thời hạn nộp đơn khiếu nại bắt đầu.", "The term for filing the complaint begins."),
    interest=BARS,
)
class InformOfRight(Command, frozen=True):
    """8.5: the player was told of the right to complain."""

    told_at: Annotated[Moment, asked("Khi nào", "When", begins=NOW)]
    language: Annotated[f.Language, LANGUAGE]
    manner: Annotated[f.Manner, MANNER] = "in_person"


@step(
    clause="8.6",
    posts=at((S.COMPLAINT,), TABLE, MANAGERS, SENIOR),
    title=Text("Ghi việc hướng dẫn nộp đơn", "Record help in filing"),
    consequence=Text("Ghi lại người chơi đã được hỗ trợ thế nào.", "What help the player had is recorded."),
    interest=OPEN,
)
class RecordHelp(Command, frozen=True):
    """8.6: what help was given in filing the complaint."""

    what: Annotated[Words, asked("Đã hướng dẫn, giúp đỡ những gì", "What help was given")]


@step(
    clause="8.5",
    posts=at((S.COMPLAINT,), TABLE, MANAGERS, SENIOR),
    title=Text("Nhận đơn khiếu nại", "Take in the complaint"),
    consequence=Text("Hồ sơ chuyển lên quản lý cấp cao.", "The case goes to senior management."),
    interest=OPEN,
)
class FileComplaint(Command, frozen=True):
    """8.5: the formal complaint."""

    said: Annotated[
        Words,
        asked(
            "Khiếu nại",
            "The complaint",
            rows=8,
            help=Text(
                "Đúng như người chơi viết hoặc nói, bằng lời của chính họ: “Tôi …”.",
                "As the player has written or said it, in their own words: “I …”.",
            ),
        ),
    ]


@step(
    clause="8.5",
    posts=at((S.COMPLAINT,), MANAGERS),
    title=Text("Khép lại, không có đơn", "Close, no complaint filed"),
    consequence=Text("Chỉ được khi đã hết thời hạn nộp đơn.", "Possible only after the term for filing."),
    weighty=True,
    rehearsed=True,
    interest=BARS,
)
class CloseWithoutComplaint(Command, frozen=True):
    """No complaint came within the term."""


@step(
    clause="8.5",
    posts=at((S.SENIOR_MANAGEMENT,), SENIOR),
    title=Text("Quyết định khiếu nại", "Decide the complaint"),
    consequence=Text("Khoản khắc phục bổ sung được ghi vào ván.", "What is granted besides is recorded at the round."),
    weighty=True,
    rehearsed=True,
    waits=True,
    shows="complaint",
    interest=barring(Tie.DECIDED_BELOW),
)
class DecideComplaint(Command, frozen=True):
    """Senior management decides."""

    result: Annotated[f.Result, asked("Khiếu nại", "The complaint", words=words.RESULTS)]
    remedy: AskedRemedy
    reasons: Annotated[Sentence, REASONS]
    reasons_en: Annotated[Sentence | None, REASONS_EN] = None
    reasons_language: f.Language = "vi"
    evidence: tuple[Code, ...] = ()


@step(
    clause="8.5",
    posts=handling((S.COMPLAINT_ANSWER,)),
    title=Text("Khép lại hồ sơ", "Close the case"),
    consequence=Text("Người chơi đã có quyết định bằng văn bản.", "The player has the decision in writing."),
    weighty=True,
    rehearsed=True,
    interest=BARS,
)
class CloseComplaint(Command, frozen=True):
    """The player has the decision on the complaint in hand: the case ends."""
