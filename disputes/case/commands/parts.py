"""What commands are made of: the types of their fields, and fields that several of them ask for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec

from casino.core.commands import asked, following
from casino.core.messages import BOTH, Catalogue
from casino.core.naming import LETTERED, VISIBLE
from casino.core.reasons import Rule
from disputes.case import facts as f
from disputes.case import words
from games.engine.facts import Code

_WORDS: Final = Catalogue(__file__)

Words = Annotated[
    str, msgspec.Meta(min_length=1, max_length=10_000, pattern=VISIBLE, description="Free text. It is kept encrypted.")
]
Reason = Annotated[Words, following(Rule.SHORT)]
Sentence = Annotated[Words, following(Rule.SENTENCE)]
Ground = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=VISIBLE), following(Rule.SENTENCE)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=LETTERED)]
MaybeName = Annotated[str, msgspec.Meta(max_length=200, pattern=rf"^$|{LETTERED}")]
Contact = Annotated[str, msgspec.Meta(max_length=500)]
FileName = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Link = Annotated[str, msgspec.Meta(pattern=r"^https?://\S{1,1990}$", max_length=2000)]

EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2100, 1, 1, tzinfo=UTC)
"""A moment that a command speaks of lies from the one on and before the other, as those of devices do. Facts that stand
already are not bound by it."""

MOST_BETS: Final = 2000
"""How many bets one command says the players of."""

REASON: Final = asked(_WORDS, "reason", rows=3)
NOTE: Final = asked(_WORDS, "note", rows=3)
REASONS: Final = asked(
    _WORDS,
    "reasons",
    rows=8,
)
REASONS_EN: Final = asked(
    _WORDS,
    "reasons_en",
    rows=6,
)
WHY_NONE: Final = asked(
    _WORDS,
    "why_none",
    rows=3,
)
SAID: Final = asked(_WORDS, "said", rows=3)
AGREED: Final = asked(
    _WORDS,
    "agreed",
)
LANGUAGE: Final = asked(_WORDS, "language", words={code: words.LANGUAGES[code] for code in BOTH}, begins="vi")
MANNER: Final = asked(_WORDS, "manner", words=words.MANNERS, begins="in_person")


class Outsider(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player or witness: name and contact, what the table calls them, and how they were known where they gave no name
    (``described``: seat, colour of the chips, looks). A name, a reference or a description there must be."""

    name: MaybeName = ""
    contact: Contact = ""
    reference: Code | None = None
    described: Contact = ""


class BetAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bet of a round of the case."""

    table: Code
    round: Code
    bet: Code


class BetOf(BetAt, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whose a bet is that the table names no player for: a player of the case by their code (null: nobody of it). When
    a case is opened its players are P1, P2 and so on, in their order."""

    party: Code | None


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One movement asked for: to the player, negative from the player. Round and bet go together; a case without an
    identifiable round has neither. ``party`` says whose bet it is where the table's record does not tell, and, of
    several players, to whom an amount without a round goes."""

    to_player_minor: f.Signed
    table: Code | None = None
    round: Code | None = None
    bet: Code | None = None
    party: Code | None = None


class AskedMeasure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that the house does besides money."""

    kind: f.MeasureKind
    what: Words | None = None


class AskedRemedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A remedy as a person states it; the domain works out what of it the rules owe."""

    kind: f.RemedyKind
    citations: tuple[f.Citation, ...]
    lines: tuple[Line, ...] = ()
    deviation: Reason | None = None
    measures: Annotated[tuple[AskedMeasure, ...], msgspec.Meta(max_length=20)] = ()
