"""What a case is about, who is part of it, who sees to it, and what is settled at the table (8.1, 8.2)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from casino.core.commands import Command, asked
from casino.core.interest import BARS, OPEN, barring
from casino.core.text import Text
from disputes.case import facts as f
from disputes.case import words
from disputes.case.commands.parts import (
    AGREED,
    MOST_BETS,
    NOTE,
    REASON,
    SAID,
    AskedRemedy,
    BetAt,
    BetOf,
    Contact,
    MaybeName,
    Moment,
    Outsider,
    Reason,
    Words,
)
from disputes.case.stages import COLLECTING, MANAGERS, SENIOR, TABLE, UNDER_WAY, WATCH, at, handling
from disputes.case.state import Stage
from disputes.case.step import step
from games.engine.facts import Code, Minor

S = Stage


@step(
    clause="8.1",
    posts={None: (*TABLE, *MANAGERS, *SENIOR, *WATCH)},
    title=Text("Mở hồ sơ tranh chấp", "Open a case"),
    consequence=Text(
        "Hồ sơ được lập; đồng hồ xử lý bắt đầu chạy. Tên và lời khai được xóa khi hết hạn lưu.",
        "A case is made; its clock begins to run. Names and words are erased when its term has ended.",
    ),
    interest=OPEN,
)
class OpenCase(Command, frozen=True):
    """A complaint is made at a table, or a finding taken up. ``claim`` are the player's words: a finding alone has
    none."""

    claim: Words | None = None
    players: Annotated[tuple[Outsider, ...], msgspec.Meta(max_length=60)] = ()
    table: Code | None = None
    rounds: Annotated[tuple[f.RoundRef, ...], msgspec.Meta(max_length=500)] = ()
    amount_minor: Minor | None = None
    happened_at: Moment | None = None
    staff: Annotated[tuple[Code, ...], msgspec.Meta(max_length=50)] = ()
    witnesses: Annotated[tuple[Outsider, ...], msgspec.Meta(max_length=20)] = ()
    findings: Annotated[tuple[f.FindingRef, ...], msgspec.Meta(max_length=100)] = ()
    whose: Annotated[tuple[BetOf, ...], msgspec.Meta(max_length=MOST_BETS)] = ()


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS),
    title=Text("Thêm người chơi", "Add a player"),
    consequence=Text(
        "Tên và liên hệ được mã hóa bằng khóa riêng, tách khỏi sổ sự kiện.",
        "Name and contact are encrypted under a key of their own, apart from the record.",
    ),
    interest=BARS,
)
class AddPlayer(Command, frozen=True):
    """Another player is part of the case. ``bets`` are theirs, of those whose player the table does not name."""

    player: Outsider
    bets: Annotated[tuple[BetAt, ...], msgspec.Meta(max_length=MOST_BETS)] = ()


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS),
    title=Text("Thêm nhân chứng", "Add a witness"),
    consequence=Text(
        "Tên và liên hệ được mã hóa bằng khóa riêng, tách khỏi sổ sự kiện.",
        "Name and contact are encrypted under a key of their own, apart from the record.",
    ),
    interest=BARS,
)
class AddWitness(Command, frozen=True):
    """A witness from outside."""

    witness: Outsider


@step(
    clause="8.2",
    posts=at(tuple(Stage), TABLE, MANAGERS, SENIOR),
    title=Text("Ghi tên hoặc liên hệ", "Say who somebody is"),
    consequence=Text(
        "Tên và liên hệ mới thay cho điều đã ghi; sổ giữ ai đã ghi và khi nào.",
        "The new name and contact stand in the place of what was said before; the record keeps who named them and "
        "when.",
    ),
    of_the_house=True,
    interest=BARS,
)
class NameParty(Command, frozen=True):
    """A player or witness who gave no name is named, or named rightly. What is left empty stays as it was."""

    party: Annotated[Code, asked("Ai", "Who", choices="outsiders")]
    name: Annotated[MaybeName | None, asked("Tên", "Name")] = None
    contact: Annotated[Contact | None, asked("Liên hệ", "Contact")] = None
    described: Annotated[Contact | None, asked("Không có tên: nhận ra thế nào", "Without a name: how known")] = None


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS),
    title=Text("Thêm nhân viên liên quan", "Add a person of the house"),
    consequence=Text(
        "Người này trở thành bên liên quan và không được quyết định hồ sơ.",
        "This person becomes a party and cannot decide the case.",
    ),
    interest=BARS,
)
class AddStaff(Command, frozen=True):
    """A person of the house is part of the case."""

    staff: Annotated[
        Code,
        asked(
            "Mã nhân viên",
            "Staff code",
            help=Text(
                "Nhân viên điều hành của các ván đã là bên liên quan.", "Dealers of the rounds are parties already."
            ),
        ),
    ]


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS, WATCH),
    title=Text("Chọn lại ván và cược", "Change rounds and bets"),
    consequence=Text("Từ nay hồ sơ nói về các ván này.", "From now on the case is about these rounds."),
    interest=BARS,
)
class ChangeRounds(Command, frozen=True):
    """The case is about these rounds and bets."""

    rounds: Annotated[tuple[f.RoundRef, ...], msgspec.Meta(max_length=500)]
    reason: Annotated[Reason | None, REASON] = None
    whose: Annotated[tuple[BetOf, ...], msgspec.Meta(max_length=MOST_BETS)] = ()


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS, WATCH),
    title=Text("Ghi cược là của ai", "Say whose bets these are"),
    consequence=Text(
        "Cược chỉ vào hồ sơ, khắc phục và thư của người chơi được ghi ở đây; sửa bằng một lần ghi sau.",
        "A bet stands in the case, remedies and letters of the player named here alone; a later word corrects it.",
    ),
    interest=BARS,
)
class AttributeBets(Command, frozen=True):
    """Say whose bets these are, where the table's record does not know it."""

    bets: Annotated[tuple[BetOf, ...], msgspec.Meta(min_length=1, max_length=MOST_BETS)]
    reason: Annotated[Reason | None, REASON] = None


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS),
    title=Text("Sửa số tiền tranh chấp", "Change the amount in dispute"),
    consequence=Text("Số cũ vẫn còn trong lịch sử.", "The former amount stays in the history."),
    interest=BARS,
)
class ChangeAmount(Command, frozen=True):
    """The amount in dispute is another."""

    amount_minor: Minor | None
    reason: Annotated[Reason | None, REASON] = None


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS, WATCH),
    title=Text("Đưa phát hiện vào hồ sơ", "Take up a finding"),
    consequence=Text(
        "Phát hiện chuyển sang trạng thái thuộc hồ sơ này.", "The finding stands in this case from now on."
    ),
    interest=BARS,
)
class TakeFinding(Command, frozen=True):
    """Put a finding of the audit into the case."""

    finding: f.FindingRef


@step(
    clause="8.2",
    posts=handling(UNDER_WAY),
    title=Text("Bàn giao", "Hand over"),
    consequence=Text("Người được giao thấy hồ sơ trong mục Của tôi.", "The colleague finds it under Mine."),
    of_the_house=True,
    interest=OPEN,
)
class Assign(Command, frozen=True):
    """Hand over to a colleague."""

    staff: Annotated[
        Code,
        asked(
            "Giao cho",
            "To",
            choices="colleagues",
            help=Text(
                "Những người được xử lý hồ sơ ở bước này và tại bàn này.",
                "Everybody who may see to the case at this stage and table.",
            ),
        ),
    ]
    note: Annotated[Words | None, NOTE] = None


@step(
    clause="8.2",
    posts=handling(UNDER_WAY),
    title=Text("Tiếp nhận", "Take over"),
    consequence=Text("Hồ sơ đứng tên bạn.", "The case is yours from now on."),
    of_the_house=True,
    interest=BARS,
)
class TakeOver(Command, frozen=True):
    """See to it oneself from now on."""


@step(
    clause="8.4.5",
    posts=handling(COLLECTING, TABLE, MANAGERS, WATCH),
    title=Text("Ghi lời khai", "Take a statement"),
    consequence=Text("Lời khai được mã hóa và giữ nguyên văn.", "The statement is encrypted and kept word for word."),
    interest=barring(own_words=True),
)
class TakeStatement(Command, frozen=True):
    """Write down what a party says (8.4.5)."""

    party: Annotated[Code, asked("Lời khai của ai", "Whose statement", choices="parties")]
    said: Annotated[
        Words,
        asked(
            "Lời khai",
            "Statement",
            rows=8,
            help=Text("Ghi nguyên văn, bằng ngôn ngữ của người khai.", "Word for word, in the party's own language."),
        ),
    ]


@step(
    clause="8.2",
    posts={**handling(UNDER_WAY, TABLE, MANAGERS, SENIOR, WATCH), S.CLOSED: (*MANAGERS, *SENIOR)},
    title=Text("Ghi chú", "Add a note"),
    consequence=Text("Ghi chú nội bộ, được mã hóa.", "A note of the house, encrypted."),
    of_the_house=True,
    interest=OPEN,
)
class AddNote(Command, frozen=True):
    """A note for the house."""

    note: Annotated[Words, asked("Ghi chú", "Note", rows=5)]


@step(
    clause="8.1",
    posts=handling((S.AT_TABLE,)),
    title=Text("Đề xuất tại bàn", "Offer a remedy at the table"),
    consequence=Text("Người chơi được hỏi có đồng ý với đề xuất này không.", "The player is asked to agree to this."),
    interest=barring(undisputed=True),
)
class ProposeRemedy(Command, frozen=True):
    """Offer the player something at the table."""

    remedy: AskedRemedy
    note: Annotated[Words | None, NOTE] = None


@step(
    clause="8.1",
    posts=handling((S.AT_TABLE,)),
    title=Text("Trả lời của người chơi", "The player's answer"),
    consequence=Text(
        "Đồng ý: việc khắc phục được ghi vào ván; hồ sơ khép lại khi đã giao tiền và giấy. Không đồng ý: hồ sơ chuyển "
        "lên Quản lý Pit.",
        "Agreed: the remedy is recorded at the round; with money and papers handed over the case closes. Not agreed: "
        "it goes to the pit manager.",
    ),
    button=Text("Ghi câu trả lời", "Record the answer"),
    weighty=True,
    rehearsed=True,
    shows="offer",
    interest=barring(undisputed=True),
)
class AnswerAtTable(Command, frozen=True):
    """The player takes the offer, or does not."""

    agreed: Annotated[bool, AGREED]
    said: Annotated[Words | None, SAID] = None


@step(
    clause="8.1",
    posts=handling((S.AT_TABLE,)),
    title=Text("Chuyển lên Quản lý Pit", "Pass on to the pit manager"),
    consequence=Text(
        "Từ đây Giám sát Pit không còn quyết định hồ sơ này.", "From here on a pit supervisor cannot decide the case."
    ),
    interest=OPEN,
)
class PassOn(Command, frozen=True):
    """To the pit manager (8.1)."""

    why: Annotated[f.Why, asked("Vì sao", "Why", words=words.REASONS_TO_PASS)]
    reason: Annotated[Reason | None, asked("Nói thêm", "More about it", rows=3)] = None
