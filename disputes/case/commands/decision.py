"""The decision, its second person, and the papers that say it (8.3, 8.4)."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from casino.core.commands import Command, asked
from casino.core.interest import OPEN, Tie, barring
from casino.core.languages import in_order
from casino.core.messages import Catalogue
from casino.core.posts import Post
from disputes.case import facts as f
from disputes.case import words
from disputes.case.commands.parts import REASONS, REASONS_EN, AskedRemedy, Reason, Sentence
from disputes.case.stages import MANAGERS, OUTSIDE, SENIOR, TABLE, at, handling
from disputes.case.state import Stage
from disputes.case.step import step
from games.catalogue import GAMES
from games.engine.facts import Code
from games.telling.bet import languages

_WORDS: Final = Catalogue(__file__)
TOLD: Final = msgspec.Meta(extra_json_schema={"enum": [*in_order(code for game in GAMES for code in languages(game))]})
"""The languages in which guests are told of some game; which of them a paper has, ``Context.paper_languages`` says."""

S = Stage


@step(
    clause="8.4",
    posts=at((S.PIT_MANAGER,), MANAGERS),
    weighty=True,
    rehearsed=True,
    waits=True,
    interest=barring(Tie.OFFERED),
)
class Decide(Command, frozen=True):
    """The decision on the dispute."""

    remedy: AskedRemedy
    reasons: Annotated[Sentence, REASONS]
    reasons_en: Annotated[Sentence | None, REASONS_EN] = None
    reasons_language: f.Language = "vi"
    evidence: tuple[Code, ...] = ()


@step(
    clause="8.4",
    posts=handling((S.CONFIRMATION,)) | handling((S.SENIOR_CONFIRMATION,), OUTSIDE),
    weighty=True,
    rehearsed=True,
    shows="decision",
    interest=barring(Tie.OFFERED, Tie.DECIDED, Tie.DECIDED_BELOW),
)
class Confirm(Command, frozen=True):
    """A second person has checked the decision."""


@step(
    clause="8.4",
    posts=handling((S.CONFIRMATION,)) | handling((S.SENIOR_CONFIRMATION,), OUTSIDE),
    weighty=True,
    shows="decision",
    interest=barring(Tie.OFFERED, Tie.DECIDED, Tie.DECIDED_BELOW),
)
class RefuseConfirmation(Command, frozen=True):
    """A second person sends the decision back."""

    reason: Annotated[Reason, asked(_WORDS, "refuse_confirmation-reason")]


PAPER_POSTS: Final[dict[Stage | None, tuple[Post, ...]]] = {
    S.PIT_MANAGER: MANAGERS,
    S.CONFIRMATION: MANAGERS,
    S.ANSWER: MANAGERS,
    S.DISAGREED: MANAGERS,
    S.COMPLAINT: (*MANAGERS, *TABLE),
    S.SENIOR_MANAGEMENT: (*MANAGERS, *SENIOR),
    S.SENIOR_CONFIRMATION: (*MANAGERS, *SENIOR),
    S.COMPLAINT_ANSWER: (*MANAGERS, *SENIOR),
    # What was settled at the table is theirs who settled it: its papers are theirs to hand over.
    S.CLOSING: (*MANAGERS, *SENIOR, *TABLE),
    S.CLOSED: (*MANAGERS, *SENIOR, *TABLE),
}
"""Who issues papers, and says what became of them."""


@step(
    clause="8.3",
    posts=PAPER_POSTS,
    interest=OPEN,
)
class IssuePaper(Command, frozen=True):
    """A paper for the player."""

    kind: Annotated[f.PaperKind, asked(_WORDS, "issue_paper-kind", choices="papers", words=words.PAPERS)]
    language: Annotated[f.PaperLanguage, asked(_WORDS, "issue_paper-language", choices="languages", begins="vi"), TOLD]
    party: Annotated[Code | None, asked(_WORDS, "issue_paper-party", choices="players")] = None
