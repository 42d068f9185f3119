"""What is collected before a decision: the bases of 8.4, footage, and the word to the player about the time (8.3)."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from casino.core.commands import Command, asked
from casino.core.interest import BARS, OPEN, Interest, Tie
from casino.core.messages import Catalogue
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

_WORDS: Final = Catalogue(__file__)

S = Stage


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file. Over the API ``data`` is base64."""

    name: FileName
    data: bytes


@step(
    clause="8.4",
    posts=handling(COLLECTING, TABLE, MANAGERS, WATCH),
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
    interest=BARS,
)
class WithdrawEvidence(Command, frozen=True):
    """A piece of evidence does not count any more."""

    evidence: Annotated[Code, asked(_WORDS, "withdraw_evidence-evidence", choices="evidence")]
    reason: Annotated[Reason, REASON]


@step(
    clause="8.4",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
    interest=BARS,
)
class MarkNone(Command, frozen=True):
    """A basis of 8.4 gives nothing here: the cause, and a sentence. ``asked_of`` and ``asked_at`` say of whom and when,
    for what was not obtained, and for nothing else."""

    item: f.Item
    cause: Annotated[f.Cause, asked(_WORDS, "mark_none-cause", words=words.CAUSES)]
    reason: Annotated[Sentence, WHY_NONE]
    asked_of: Words | None = None
    asked_at: Moment | None = None


@step(
    clause="8.2",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
    interest=OPEN,
)
class NotifySurveillance(Command, frozen=True):
    """8.2."""


@step(
    clause="8.2",
    posts=at(tuple(stage for stage in UNDER_WAY if stage is not S.AT_TABLE), WATCH),
    interest=OPEN,
)
class AcknowledgeNotice(Command, frozen=True):
    """Surveillance has seen it."""


@step(
    clause="8.4.6",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT), MANAGERS),
    interest=OPEN,
)
class AskFootage(Command, frozen=True):
    """Ask for footage of a table between two moments."""

    table: Code
    begins_at: Moment
    ends_at: Moment
    round: Code | None = None
    note: Annotated[Words | None, asked(_WORDS, "ask_footage-note", rows=3)] = None


WHY_NO_FOOTAGE = asked(
    _WORDS,
    "why_no_footage",
    words=words.NO_FOOTAGE,
)


@step(
    clause="8.4.6",
    posts=at(tuple(stage for stage in UNDER_WAY if stage is not S.AT_TABLE), WATCH),
    interest=BARS,
)
class AnswerFootage(Command, frozen=True):
    """What the footage shows and where it is, or why there is none."""

    request: Annotated[Code, asked(_WORDS, "answer_footage-request", choices="unanswered_requests")]
    found: Annotated[
        bool,
        asked(_WORDS, "answer_footage-found"),
    ]
    answer: Annotated[
        Words,
        asked(
            _WORDS,
            "answer_footage-answer",
            rows=6,
        ),
    ]
    cause: Annotated[f.NoFootage | None, WHY_NO_FOOTAGE] = None


@step(
    clause="8.4.6",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
    interest=BARS,
)
class RecordUnanswered(Command, frozen=True):
    """Surveillance was asked and has not answered in time. ``reason``: what was tried, and why the decision does not
    wait longer."""

    request: Annotated[Code, asked(_WORDS, "record_unanswered-request", choices="waiting_requests")]
    reason: Annotated[
        Sentence,
        asked(
            _WORDS,
            "record_unanswered-reason",
            rows=3,
        ),
    ]


@step(
    clause="8.3",
    posts=handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT), MANAGERS),
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
    interest=Interest(bars=(Tie.DECIDED_BELOW,)),
)
class SayNoTime(Command, frozen=True):
    """8.3: why no time can be given."""

    reason: Annotated[Sentence, asked(_WORDS, "say_no_time-reason")]
