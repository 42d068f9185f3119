"""What becomes of a paper: handed over to the player, and come back signed (8.3 to 8.6)."""

from __future__ import annotations

from typing import Annotated, Final

from casino.core.commands import NOW, Command, asked
from casino.core.interest import BARS, OPEN
from casino.core.messages import Catalogue
from disputes.case import facts as f
from disputes.case.commands.bases import Upload
from disputes.case.commands.decision import PAPER_POSTS
from disputes.case.commands.parts import MANNER, Moment, Words
from disputes.case.step import step
from games.engine.facts import Code

_WORDS: Final = Catalogue(__file__)

SIGNED: Final = asked(_WORDS, "signed")
PAPER: Final = asked(_WORDS, "paper", choices="issued")


@step(
    clause="8.3",
    posts=PAPER_POSTS,
    of_the_house=True,
    interest=OPEN,
)
class HandOverPaper(Command, frozen=True):
    """A paper was handed over, with what goes with it: the same in another language, the receipt of a settlement."""

    paper: Annotated[Code, PAPER]
    handed_at: Annotated[Moment, asked(_WORDS, "hand_over_paper-handed_at", begins=NOW)]
    manner: Annotated[f.Manner, MANNER]
    to: Annotated[
        Words,
        asked(
            _WORDS,
            "hand_over_paper-to",
            rows=2,
        ),
    ]
    signed: Annotated[bool | None, SIGNED] = None


@step(
    clause="8.3",
    posts=PAPER_POSTS,
    of_the_house=True,
    interest=BARS,
)
class KeepSignedCopy(Command, frozen=True):
    """A paper came back signed."""

    paper: Annotated[Code, PAPER]
    file: Upload
