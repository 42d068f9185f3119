"""Ends of another kind: withdrawn, merged, opened again; and the erasure of a person."""

from __future__ import annotations

from typing import Annotated, Final

from casino.core.commands import Command, asked
from casino.core.interest import BARS, Tie, barring
from casino.core.messages import Catalogue
from casino.core.posts import Post
from disputes.case import facts as f
from disputes.case.commands.parts import REASON, SAID, Ground, Reason, Sentence, Words
from disputes.case.stages import MANAGERS, MERGING, SENIOR, TABLE, UNDECIDED, at, handling
from disputes.case.state import Stage
from disputes.case.step import step
from games.engine.facts import Code

_WORDS: Final = Catalogue(__file__)

S = Stage


@step(
    clause="8.5",
    posts={**handling(UNDECIDED, TABLE, MANAGERS), S.SENIOR_MANAGEMENT: (*MANAGERS, *SENIOR)},
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
    weighty=True,
    of_the_house=True,
    interest=BARS,
)
class SetStepAside(Command, frozen=True):
    """A step before the end cannot be done."""

    step: Annotated[Code, asked(_WORDS, "set_step_aside-step", choices="left_steps")]
    reason: Annotated[Sentence, asked(_WORDS, "set_step_aside-reason", rows=3)]


@step(
    clause="8.2",
    posts=handling(MERGING, MANAGERS),
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
    weighty=True,
    of_the_house=True,
    rehearsed=True,
    interest=BARS,
)
class Reopen(Command, frozen=True):
    """There is new evidence."""

    reason: Annotated[Reason, asked(_WORDS, "reopen-reason")]


@step(
    clause="8.4",
    posts={S.CLOSED: (*SENIOR, Post.DIRECTOR_OF_TABLE_GAMES)},
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
