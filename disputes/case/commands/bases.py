"""What is collected before a decision: the bases of 8.4, footage, and the word to the player about the time (8.3)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from casino.core.commands import Command, asked
from casino.core.interest import BARS, OPEN, Interest, Tie
from casino.core.text import Text
from disputes.case import facts as f
from disputes.case import words
from disputes.case.commands.parts import (
    LANGUAGE,
    MANNER,
    NOTE,
    REASON,
    WHY_NONE,
    FileName,
    Link,
    Moment,
    Reason,
    Sentence,
    Words,
)
from disputes.case.stages import COLLECTING, MANAGERS, TABLE, UNDER_WAY, WATCH, at, handling
from disputes.case.state import Stage
from disputes.case.step import step
from games.engine.facts import Code

S = Stage


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file. Over the API ``data`` is base64."""

    name: FileName
    data: bytes


@step(
    clause="8.4",
    posts=handling(COLLECTING, TABLE, MANAGERS, WATCH),
    title=Text("Thêm căn cứ", "Add evidence"),
    consequence=Text("Căn cứ được giữ cùng mã băm.", "It is kept with its hash."),
    interest=BARS,
)
class AddEvidence(Command, frozen=True):
    """Something for a basis of 8.4: one of a text, a link, a file, or a version of a document of the library."""

    item: f.Item
    text: Words | None = None
    link: Link | None = None
    file: Upload | None = None
    document: Code | None = None
    version: Code | None = None
    note: Annotated[Words | None, NOTE] = None


@step(
    clause="8.4",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
    title=Text("Rút căn cứ", "Withdraw evidence"),
    consequence=Text(
        "Căn cứ vẫn còn trong lịch sử nhưng không còn được tính.", "It stays in the history but counts no more."
    ),
    interest=BARS,
)
class WithdrawEvidence(Command, frozen=True):
    """A piece of evidence does not count any more."""

    evidence: Annotated[Code, asked("Căn cứ", "Evidence", choices="evidence")]
    reason: Annotated[Reason, REASON]


@step(
    clause="8.4",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
    title=Text("Không có căn cứ này", "Nothing of this kind"),
    consequence=Text("Mục này được coi là đã xem xét.", "The item counts as looked into."),
    button=Text("Ghi là không có", "Record that there is nothing"),
    interest=BARS,
)
class MarkNone(Command, frozen=True):
    """A basis of 8.4 gives nothing here: the cause, and a sentence. ``asked_of`` and ``asked_at`` say of whom and when,
    for what was not obtained, and for nothing else."""

    item: f.Item
    cause: Annotated[f.Cause, asked("Vì sao không có", "Why it gives nothing", words=words.CAUSES)]
    reason: Annotated[Sentence, WHY_NONE]
    asked_of: Words | None = None
    asked_at: Moment | None = None


@step(
    clause="8.2",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
    title=Text("Báo Bộ phận Giám sát", "Notify Surveillance"),
    consequence=Text(
        "Bộ phận Giám sát được báo ngay và phải xác nhận.", "Surveillance is told at once and is to acknowledge it."
    ),
    interest=OPEN,
)
class NotifySurveillance(Command, frozen=True):
    """8.2."""


@step(
    clause="8.2",
    posts=at(tuple(stage for stage in UNDER_WAY if stage is not S.AT_TABLE), WATCH),
    title=Text("Xác nhận đã nhận", "Acknowledge"),
    consequence=Text("Thời điểm xác nhận được ghi lại.", "The moment is recorded."),
    interest=OPEN,
)
class AcknowledgeNotice(Command, frozen=True):
    """Surveillance has seen it."""


@step(
    clause="8.4.6",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT), MANAGERS),
    title=Text("Yêu cầu cảnh quay", "Ask for footage"),
    consequence=Text("Yêu cầu nêu bàn, ván và khoảng thời gian.", "The request names table, round and interval."),
    interest=OPEN,
)
class AskFootage(Command, frozen=True):
    """Ask for footage of a table between two moments."""

    table: Code
    begins_at: Moment
    ends_at: Moment
    round: Code | None = None
    note: Annotated[Words | None, asked("Cần xem điều gì", "What to look for", rows=3)] = None


WHY_NO_FOOTAGE = asked(
    "Vì sao không có cảnh quay",
    "Why there is no footage",
    words=words.NO_FOOTAGE,
    help=Text(
        "Chỉ chọn khi không có. Thư báo người chơi đúng điều này, không in lời trả lời ở trên.",
        "Only where there is none. The player's letter says just this, not the words above.",
    ),
)


@step(
    clause="8.4.6",
    posts=at(tuple(stage for stage in UNDER_WAY if stage is not S.AT_TABLE), WATCH),
    title=Text("Trả lời yêu cầu cảnh quay", "Answer a request for footage"),
    consequence=Text("Câu trả lời trở thành căn cứ của hồ sơ.", "The answer becomes evidence of the case."),
    interest=BARS,
)
class AnswerFootage(Command, frozen=True):
    """What the footage shows and where it is, or why there is none."""

    request: Annotated[Code, asked("Yêu cầu", "Request", choices="unanswered_requests")]
    found: Annotated[
        bool,
        asked("Có cảnh quay không?", "Is there footage?", words={"yes": Text("Có", "Yes"), "no": Text("Không", "No")}),
    ]
    answer: Annotated[
        Words,
        asked(
            "Cảnh quay cho thấy gì",
            "What it shows",
            rows=6,
            help=Text(
                "Và cảnh quay được lưu ở đâu; hoặc vì sao không có.",
                "And where the footage is kept; or why there is none.",
            ),
        ),
    ]
    cause: Annotated[f.NoFootage | None, WHY_NO_FOOTAGE] = None


@step(
    clause="8.4.6",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
    title=Text("Ghi: đã hỏi, không trả lời", "Asked, unanswered"),
    consequence=Text(
        "Chỉ khi đã quá hạn trả lời; thư cho người chơi nêu rõ, và cấp quản lý được báo.",
        "Only after the clock of the request has run out; the letter says so and management is told.",
    ),
    interest=BARS,
)
class RecordUnanswered(Command, frozen=True):
    """Surveillance was asked and has not answered in time. ``reason``: what was tried, and why the decision does not
    wait longer."""

    request: Annotated[Code, asked("Yêu cầu", "Request", choices="waiting_requests")]
    reason: Annotated[
        Sentence,
        asked(
            "Lý do",
            "Reason",
            rows=3,
            help=Text(
                "Đã làm gì và vì sao quyết định không chờ thêm. Cấp quản lý được báo.",
                "What was tried, and why the decision does not wait longer. Management is told.",
            ),
        ),
    ]


@step(
    clause="8.3",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT), MANAGERS),
    title=Text("Hẹn thời gian xử lý", "Promise a time"),
    consequence=Text(
        "Đồng hồ chạy đến thời điểm đã hẹn, có nhắc trước.", "The clock runs to the promised time, with reminders."
    ),
    interest=Interest(bars=(Tie.DECIDED_BELOW,)),
)
class PromiseTime(Command, frozen=True):
    """8.3: the player was told by when."""

    until: Moment
    language: Annotated[f.Language, LANGUAGE]
    manner: Annotated[f.Manner, MANNER] = "in_person"


@step(
    clause="8.3",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT), MANAGERS),
    title=Text("Chưa thể hẹn thời gian", "No time can be given"),
    consequence=Text("Lý do được ghi lại thay cho lời hẹn.", "The reason is recorded in place of a promise."),
    button=Text("Ghi lý do", "Record the reason"),
    interest=Interest(bars=(Tie.DECIDED_BELOW,)),
)
class SayNoTime(Command, frozen=True):
    """8.3: why no time can be given."""

    reason: Annotated[Sentence, asked("Lý do", "Reason")]
