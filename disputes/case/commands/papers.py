"""What becomes of a paper: handed over to the player, and come back signed (8.3 to 8.6)."""

from __future__ import annotations

from typing import Annotated, Final

from casino.core.commands import NOW, Command, asked
from casino.core.interest import BARS, OPEN
from casino.core.text import Text
from disputes.case import facts as f
from disputes.case.commands.bases import Upload
from disputes.case.commands.decision import PAPER_POSTS
from disputes.case.commands.parts import MANNER, Moment, Words
from disputes.case.step import step
from games.engine.facts import Code

SIGNED: Final = asked(
    "Người chơi ký nhận", "Signed by the player", words={"yes": Text("Đã ký", "Signed"), "no": Text("Không ký", "No")}
)
PAPER: Final = asked("Văn bản", "Paper", choices="issued")


@step(
    clause="8.3",
    posts=PAPER_POSTS,
    title=Text("Ghi nhận đã giao văn bản", "Record that a paper was handed over"),
    consequence=Text("Ghi khi nào, bằng cách nào và giao cho ai.", "It is recorded when, how and to whom."),
    of_the_house=True,
    interest=OPEN,
)
class HandOverPaper(Command, frozen=True):
    """A paper was handed over, with what goes with it: the same in another language, the receipt of a settlement."""

    paper: Annotated[Code, PAPER]
    handed_at: Annotated[Moment, asked("Giao lúc", "Handed over at", begins=NOW)]
    manner: Annotated[f.Manner, MANNER]
    to: Annotated[
        Words,
        asked(
            "Giao cho ai",
            "To whom",
            rows=2,
            help=Text("Tên, giấy tờ hoặc địa chỉ đã gửi đến.", "Name, document shown, or the address it was sent to."),
        ),
    ]
    signed: Annotated[bool | None, SIGNED] = None


@step(
    clause="8.3",
    posts=PAPER_POSTS,
    title=Text("Lưu bản người chơi đã ký", "Keep the copy that the player signed"),
    consequence=Text("Bản chụp được lưu kín kèm mã băm.", "The scan is kept sealed, with its hash."),
    of_the_house=True,
    interest=BARS,
)
class KeepSignedCopy(Command, frozen=True):
    """A paper came back signed."""

    paper: Annotated[Code, PAPER]
    file: Upload
