"""What a case is about, who is part of it, who sees to it, and what is settled at the table (8.1, 8.2)."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from casino.core.commands import Command, asked
from casino.core.interest import BARS, OPEN, barring
from casino.core.messages import Catalogue
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

_WORDS: Final = Catalogue(__file__)

S = Stage


@step(
    clause="8.1",
    posts={None: (*TABLE, *MANAGERS, *SENIOR, *WATCH)},
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
    interest=BARS,
)
class AddPlayer(Command, frozen=True):
    """Another player is part of the case. ``bets`` are theirs, of those whose player the table does not name."""

    player: Outsider
    bets: Annotated[tuple[BetAt, ...], msgspec.Meta(max_length=MOST_BETS)] = ()


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS),
    interest=BARS,
)
class AddWitness(Command, frozen=True):
    """A witness from outside."""

    witness: Outsider


@step(
    clause="8.2",
    posts=at(tuple(Stage), TABLE, MANAGERS, SENIOR),
    of_the_house=True,
    interest=BARS,
)
class NameParty(Command, frozen=True):
    """A player or witness who gave no name is named, or named rightly. What is left empty stays as it was."""

    party: Annotated[Code, asked(_WORDS, "name_party-party", choices="outsiders")]
    name: Annotated[MaybeName | None, asked(_WORDS, "name_party-name")] = None
    contact: Annotated[Contact | None, asked(_WORDS, "name_party-contact")] = None
    described: Annotated[Contact | None, asked(_WORDS, "name_party-described")] = None


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS),
    interest=BARS,
)
class AddStaff(Command, frozen=True):
    """A person of the house is part of the case."""

    staff: Annotated[
        Code,
        asked(
            _WORDS,
            "add_staff-staff",
        ),
    ]


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS, WATCH),
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
    interest=BARS,
)
class AttributeBets(Command, frozen=True):
    """Say whose bets these are, where the table's record does not know it."""

    bets: Annotated[tuple[BetOf, ...], msgspec.Meta(min_length=1, max_length=MOST_BETS)]
    reason: Annotated[Reason | None, REASON] = None


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS),
    interest=BARS,
)
class ChangeAmount(Command, frozen=True):
    """The amount in dispute is another."""

    amount_minor: Minor | None
    reason: Annotated[Reason | None, REASON] = None


@step(
    clause="8.2",
    posts=handling(COLLECTING, TABLE, MANAGERS, WATCH),
    interest=BARS,
)
class TakeFinding(Command, frozen=True):
    """Put a finding of the audit into the case."""

    finding: f.FindingRef


@step(
    clause="8.2",
    posts=handling(UNDER_WAY),
    of_the_house=True,
    interest=OPEN,
)
class Assign(Command, frozen=True):
    """Hand over to a colleague."""

    staff: Annotated[
        Code,
        asked(
            _WORDS,
            "assign-staff",
            choices="colleagues",
        ),
    ]
    note: Annotated[Words | None, NOTE] = None


@step(
    clause="8.2",
    posts=handling(UNDER_WAY),
    of_the_house=True,
    interest=BARS,
)
class TakeOver(Command, frozen=True):
    """See to it oneself from now on."""


@step(
    clause="8.4.5",
    posts=handling(COLLECTING, TABLE, MANAGERS, WATCH),
    interest=barring(own_words=True),
)
class TakeStatement(Command, frozen=True):
    """Write down what a party says (8.4.5)."""

    party: Annotated[Code, asked(_WORDS, "take_statement-party", choices="parties")]
    said: Annotated[
        Words,
        asked(
            _WORDS,
            "take_statement-said",
            rows=8,
        ),
    ]


@step(
    clause="8.2",
    posts={**handling(UNDER_WAY, TABLE, MANAGERS, SENIOR, WATCH), S.CLOSED: (*MANAGERS, *SENIOR)},
    of_the_house=True,
    interest=OPEN,
)
class AddNote(Command, frozen=True):
    """A note for the house."""

    note: Annotated[Words, asked(_WORDS, "add_note-note", rows=5)]


@step(
    clause="8.1",
    posts=handling((S.AT_TABLE,)),
    interest=barring(undisputed=True),
)
class ProposeRemedy(Command, frozen=True):
    """Offer the player something at the table."""

    remedy: AskedRemedy
    note: Annotated[Words | None, NOTE] = None


@step(
    clause="8.1",
    posts=handling((S.AT_TABLE,)),
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
    interest=OPEN,
)
class PassOn(Command, frozen=True):
    """To the pit manager (8.1)."""

    why: Annotated[f.Why, asked(_WORDS, "pass_on-why", words=words.REASONS_TO_PASS)]
    reason: Annotated[Reason | None, asked(_WORDS, "pass_on-reason", rows=3)] = None
