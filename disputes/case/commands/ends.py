"""Ends of another kind: withdrawn, merged, opened again; and the erasure of a person."""

from __future__ import annotations

from typing import Annotated

from casino.core.commands import Command, asked
from casino.core.interest import BARS, Tie, barring
from casino.core.posts import Post
from casino.core.text import Text
from disputes.case import facts as f
from disputes.case.commands.parts import REASON, SAID, Ground, Reason, Sentence, Words
from disputes.case.stages import MANAGERS, MERGING, SENIOR, TABLE, UNDECIDED, at, handling
from disputes.case.state import Stage
from disputes.case.step import step
from games.engine.facts import Code

S = Stage


@step(
    clause="8.5",
    posts={**handling(UNDECIDED, TABLE, MANAGERS), S.SENIOR_MANAGEMENT: (*MANAGERS, *SENIOR)},
    title=Text("Người chơi rút", "The player withdraws"),
    consequence=Text("Hồ sơ khép lại; mọi điều đã ghi vẫn giữ nguyên.", "The case closes; everything recorded stays."),
    button=Text("Khép lại, người chơi rút", "Close it, withdrawn"),
    weighty=True,
    of_the_house=True,
    rehearsed=True,
    interest=barring(Tie.DECIDED_BELOW),
)
class Withdraw(Command, frozen=True):
    """The player does not go on with it."""

    said: Annotated[Words | None, SAID] = None


@step(
    clause="8.4",
    posts=at((S.CLOSING,), MANAGERS, SENIOR),
    title=Text("Không chờ bước này", "Set a step aside"),
    consequence=Text(
        "Hồ sơ không chờ bước này nữa; tiền chưa giao vẫn được theo dõi. Không còn bước nào thì hồ sơ khép lại.",
        "The case no longer waits for it; money that did not move is still followed. With no step left it closes.",
    ),
    weighty=True,
    of_the_house=True,
    interest=BARS,
)
class SetStepAside(Command, frozen=True):
    """A step before the end cannot be done."""

    step: Annotated[Code, asked("Bước nào", "Which step", choices="left_steps")]
    reason: Annotated[Sentence, asked("Lý do", "Reason", rows=3)]


@step(
    clause="8.2",
    posts=handling(MERGING, MANAGERS),
    title=Text("Nhập vào hồ sơ khác", "Merge into another case"),
    consequence=Text("Hồ sơ này khép lại; hồ sơ kia tiếp tục.", "This case closes; the other goes on."),
    weighty=True,
    of_the_house=True,
    rehearsed=True,
    interest=BARS,
)
class Merge(Command, frozen=True):
    """The same matter stands in another case, which goes on."""

    into: Code
    reason: Annotated[Reason | None, REASON] = None


@step(
    clause="8.5",
    posts={S.CLOSED: SENIOR},
    title=Text("Mở lại", "Reopen"),
    consequence=Text("Hồ sơ trở lại bước xem xét.", "The case goes back to be looked into."),
    weighty=True,
    of_the_house=True,
    rehearsed=True,
    interest=BARS,
)
class Reopen(Command, frozen=True):
    """There is new evidence."""

    reason: Annotated[Reason, asked("Căn cứ mới là gì", "What the new evidence is")]


@step(
    clause="8.4",
    posts={S.CLOSED: (*SENIOR, Post.DIRECTOR_OF_TABLE_GAMES)},
    title=Text("Xóa dữ liệu cá nhân", "Erase personal data"),
    consequence=Text(
        "Quản lý cấp cao đề nghị; người thứ hai xác nhận thì khóa bị hủy: tên, liên hệ và mọi văn bản liên quan không "
        "bao giờ đọc lại được.",
        "Senior management asks; when a second person confirms, the key is destroyed: name, contact and every text "
        "about them can never be read again.",
    ),
    weighty=True,
    of_the_house=True,
    rehearsed=True,
    keyless=True,
    interest=BARS,
)
class ErasePerson(Command, frozen=True):
    """Destroy the key of a person: asked for by senior management, carried out when another person says the same.
    While the record's term runs only on a ground of the law that counts then, chosen by the first of them and explained
    (no names of people in it: it outlives them)."""

    person: Code
    law: f.Law | None = None
    legal_ground: Ground | None = None
