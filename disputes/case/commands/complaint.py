"""After the decision: the player's answer, the right to complain, and the formal complaint (8.5, 8.6)."""

from __future__ import annotations

from typing import Annotated, Final

from casino.core.commands import NOW, Command, asked
from casino.core.interest import BARS, OPEN, Tie, barring
from casino.core.messages import Catalogue
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

_WORDS: Final = Catalogue(__file__)

S = Stage


@step(
    clause="8.5",
    posts=at((S.ANSWER, S.DISAGREED, S.COMPLAINT), MANAGERS),
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
    interest=BARS,
)
class InformOfRight(Command, frozen=True):
    """8.5: the player was told of the right to complain."""

    told_at: Annotated[Moment, asked(_WORDS, "inform_of_right-told_at", begins=NOW)]
    language: Annotated[f.Language, LANGUAGE]
    manner: Annotated[f.Manner, MANNER] = "in_person"


@step(
    clause="8.6",
    posts=at((S.COMPLAINT,), TABLE, MANAGERS, SENIOR),
    interest=OPEN,
)
class RecordHelp(Command, frozen=True):
    """8.6: what help was given in filing the complaint."""

    what: Annotated[Words, asked(_WORDS, "record_help-what")]


@step(
    clause="8.5",
    posts=at((S.COMPLAINT,), TABLE, MANAGERS, SENIOR),
    interest=OPEN,
)
class FileComplaint(Command, frozen=True):
    """8.5: the formal complaint."""

    said: Annotated[
        Words,
        asked(
            _WORDS,
            "file_complaint-said",
            rows=8,
        ),
    ]


@step(
    clause="8.5",
    posts=at((S.COMPLAINT,), MANAGERS),
    weighty=True,
    rehearsed=True,
    interest=BARS,
)
class CloseWithoutComplaint(Command, frozen=True):
    """No complaint came within the term."""


@step(
    clause="8.5",
    posts=at((S.SENIOR_MANAGEMENT,), SENIOR),
    weighty=True,
    rehearsed=True,
    waits=True,
    shows="complaint",
    interest=barring(Tie.DECIDED_BELOW),
)
class DecideComplaint(Command, frozen=True):
    """Senior management decides."""

    result: Annotated[f.Result, asked(_WORDS, "decide_complaint-result", words=words.RESULTS)]
    remedy: AskedRemedy
    reasons: Annotated[Sentence, REASONS]
    reasons_en: Annotated[Sentence | None, REASONS_EN] = None
    reasons_language: f.Language = "vi"
    evidence: tuple[Code, ...] = ()


@step(
    clause="8.5",
    posts=handling((S.COMPLAINT_ANSWER,)),
    weighty=True,
    rehearsed=True,
    interest=BARS,
)
class CloseComplaint(Command, frozen=True):
    """The player has the decision on the complaint in hand: the case ends."""
