"""What a paper says, as a value: everything that a letter of section 8 needs, and nothing that looks it up.

One struct for the five papers (8.3, 8.4, 8.5, 8.6): they tell the same case at different moments. What the rules and
the house say is in both languages, so that ``msgspec.structs.replace(data, language="en")`` is the same paper in
English; what people typed is in the language in which they typed it. Moments are in UTC and shown in ``time_zone``;
amounts are in minor units of ``currency``. Composed in ``disputes.papers.compose``, printed by
``disputes.papers.render``. Proved by ``tests/disputes/papers``.
"""

from __future__ import annotations

from datetime import date, datetime

import msgspec

from casino.core.text import Text
from disputes.case.facts import PaperKind, Result
from disputes.case.parts import RemedyKind
from games.engine.facts import Person

NOTHING = Text("", "")


class House(msgspec.Struct, frozen=True, kw_only=True):
    """The casino that writes."""

    code: str
    name: Text
    time_zone: str
    address: Text = NOTHING
    """Where it stands, and how it is reached; empty where the property has not set it."""


class Addressee(msgspec.Struct, frozen=True, kw_only=True):
    """To whom. ``reference`` is what the table calls the player; a player who gave no name has only that."""

    name: str = ""
    contact: str = ""
    reference: str = ""


class RoundRow(msgspec.Struct, frozen=True, kw_only=True):
    """A round in dispute and its result as recorded."""

    table: str
    round: str
    game: Text
    opened_at: datetime | None = None
    result: Text = NOTHING


class BetRow(msgspec.Struct, frozen=True, kw_only=True):
    """One bet. ``due_minor`` and ``recorded_minor`` are the player's gain (negative: loss) without the stake, as the
    document says and as the table did it; ``difference_minor`` is recorded less due (positive: the player has too
    much). None: not decided. ``remedy_minor`` is what is now paid to the player (negative: taken back). ``told``
    are the sentences about it, as its guest is told them everywhere (``games.telling``)."""

    round: str
    bet: str
    place: Text
    stake_minor: int
    due_minor: int | None
    recorded_minor: int
    difference_minor: int | None
    remedy_minor: int = 0
    told: tuple[Text, ...] = ()
    clauses: tuple[str, ...] = ()


class DocumentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A document that is cited, in the version in force at the moment of the round."""

    id: str
    title: Text
    number: str = ""
    valid_from: date | None = None


class ClauseRow(msgspec.Struct, frozen=True, kw_only=True):
    """A clause that is cited, restated in our own words."""

    document: str
    number: str
    text: Text


class FoundRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a basis of 8.4 gave, by what it is, never by the words of somebody else; ``decisive`` if whoever decided
    ticked it."""

    what: Text
    decisive: bool = False


class BasisRow(msgspec.Struct, frozen=True, kw_only=True):
    """A basis of 8.4 and what was found for it; where there was nothing ``cause`` says why, and ``asked_at`` when it
    was asked for in vain. What was noted of it beside that is the house's own, and stands here nowhere."""

    clause: str
    name: Text
    found: tuple[FoundRow, ...] = ()
    cause: Text = NOTHING
    asked_at: datetime | None = None


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """What the house does besides money: ``kind`` as a sentence to the guest, ``what`` in the words of who decided."""

    kind: Text
    what: str = ""


class Remedy(msgspec.Struct, frozen=True, kw_only=True):
    """What is done. ``total_minor`` to the player (negative: from the player); ``beyond_rules_minor`` the part that is
    not owed under the rules, ``deviation`` why; ``kept_minor`` what the player may keep though it was paid too much."""

    kind: RemedyKind
    total_minor: int = 0
    beyond_rules_minor: int = 0
    kept_minor: int = 0
    deviation: str = ""
    measures: tuple[Measure, ...] = ()


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision: the pit manager's, senior management's on the complaint (with ``result``), or what was agreed on at
    the table (then without reasons)."""

    code: str
    decided_at: datetime
    decided_by: Person
    remedy: Remedy
    reasons: str
    confirmed_by: Person | None = None
    result: Result | None = None
    reasons_language: str = "vi"
    """The language in which ``reasons`` are written: a paper in the other one says so."""


class PaperData(msgspec.Struct, frozen=True, kw_only=True):
    """A paper before it is printed. Which fields a kind needs, ``disputes.papers.letter`` says."""

    kind: PaperKind
    language: str
    house: House
    currency: str
    case: str
    paper: str
    issued_at: datetime
    issued_by: Person
    addressee: Addressee
    received_by: Person | None = None
    """Who took the dispute in (acknowledgement)."""
    signed: bool = False
    """Whether the property signs the file electronically."""
    check_address: str = ""
    """Where the paper can be checked: what its QR code holds. Empty: nowhere."""
    preview: bool = False
    """Whether it is only shown, before it is issued: the paper says so on every page."""
    opened_at: datetime
    claim: str = ""
    raised_by_house: bool = False
    """Whether the house took the matter up from a finding of its own."""
    table: str = ""
    happened_at: datetime | None = None
    amount_minor: int | None = None
    promised_until: datetime | None = None
    no_time_reason: str = ""
    reply_by: datetime | None = None
    """By when the player is asked to answer (decision) or to file the complaint (notice)."""
    term_days: int | None = None
    """How long a complaint can be filed, from the day of the notice; where no day is set yet."""
    rounds: tuple[RoundRow, ...] = ()
    bets: tuple[BetRow, ...] = ()
    """Those of the addressee alone."""
    no_bets: bool = False
    """Whether of the bets examined none is known to be the addressee's."""
    left: tuple[tuple[str, str], ...] = ()
    """Table and round of what waits for a ruling of section 7: the decision leaves it open."""
    documents: tuple[DocumentRow, ...] = ()
    clauses: tuple[ClauseRow, ...] = ()
    bases: tuple[BasisRow, ...] = ()
    decision: Decision | None = None
    """What the player is told (decision), or has not accepted (the three papers of 8.5 and 8.6)."""
    complaint_filed_at: datetime | None = None
    complaint: str = ""
    complaint_decision: Decision | None = None
