"""What the facts of a case are made of: rounds and bets in dispute, findings, parties, remedies.

Proved with the facts (``disputes.case.facts``, which hands all of these on): ``tests/disputes/case`` and the frozen
examples in ``tests/disputes/frozen``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from casino.core.money import MAX_MINOR
from casino.core.sealed import Sealed
from casino.core.signed_form import OPEN
from games.engine.facts import ClauseNumber, Code

TO_PLAYER: Final = "An amount to the player, in the smallest unit; negative: taken back."
Signed = Annotated[int, msgspec.Meta(ge=-MAX_MINOR, le=MAX_MINOR, description=TO_PLAYER)]
PartyKind = Literal["player", "witness", "staff"]
RemedyKind = Literal["none", "pay_difference", "take_back", "refund", "void", "other"]
MeasureKind = Literal[
    "apology", "staff_instruction", "record_corrected", "equipment_checked", "procedure_reviewed", "other"
]


class RoundRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A round in dispute, and which of its bets; none named: all."""

    table: Code
    round: Code
    bets: tuple[Code, ...] = ()

    @property
    def stream(self) -> str:
        return f"round/{self.table}/{self.round}"


class BetOwner(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Whose a bet is, as a person at the case says: a player of the case, or (``party`` None) nobody of it. ``player``
    is what the table called the bet's player then, if anything."""

    table: Code
    round: Code
    bet: Code
    party: Code | None = None
    player: Code | None = None

    @property
    def stream(self) -> str:
        return f"round/{self.table}/{self.round}"


class FindingRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finding of the audit: the stream it lives in, and its identity."""

    stream: Annotated[str, msgspec.Meta(pattern=r"^audit/", max_length=150), OPEN]
    identity: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$"), OPEN]


class Party(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Who is part of the case. A player or witness from outside has a key of their own (``person``) under which name
    and contact are sealed; staff stand by staff code. ``reference`` is what the table calls the player. ``same_as``:
    the party of this case who is the same person, where a merged case named them too; their key stays, so that an
    erasure reaches both."""

    party: Code
    kind: PartyKind
    person: Code | None = None
    identity: Sealed | None = None
    staff: Code | None = None
    reference: Code | None = None
    same_as: Code | None = None


class RemedyLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One movement that a remedy makes. ``difference_minor`` is what the replay said when it was decided (recorded
    less due; positive: the player has too much); ``beyond_rules_minor`` the part that is not owed under the rules. A
    case without an identifiable round has a line without round and bet. ``party`` is whose bet it is; None where the
    case has no player yet, and in lines recorded before this was kept. ``own_word_minor`` is what of it the rules owe
    only by the word of who pays: their own correction or ruling, or a claim that nothing supports. ``seat`` is what the
    table calls the bet's player."""

    to_player_minor: Signed
    beyond_rules_minor: Signed
    table: Code | None = None
    round: Code | None = None
    bet: Code | None = None
    difference_minor: Signed | None = None
    party: Code | None = None
    own_word_minor: Annotated[int, msgspec.Meta(ge=0, le=MAX_MINOR)] | None = None
    seat: Code | None = None

    @property
    def counted_minor(self) -> int:
        """What of it is not plainly owed (``casino.house.sums``)."""
        return abs(self.beyond_rules_minor) + (self.own_word_minor or 0)

    @property
    def stream(self) -> str | None:
        return None if self.round is None else f"round/{self.table}/{self.round}"


class Citation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A clause of a document: the game stands in the document's id, since two games print the same number."""

    document: Code
    clause: ClauseNumber


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Something that the house does besides money. ``what`` says it in words; of ``other`` always."""

    kind: MeasureKind
    what: Sealed | None = None


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What is done for (or asked of) the player. ``deviation`` says why an amount is not what the replay says."""

    kind: RemedyKind
    citations: tuple[Citation, ...]
    lines: tuple[RemedyLine, ...] = ()
    deviation: Sealed | None = None
    measures: tuple[Measure, ...] = ()

    @property
    def total_minor(self) -> int:
        """To the player altogether; negative: from the player."""
        return sum(line.to_player_minor for line in self.lines)

    @property
    def moved_minor(self) -> int:
        """What changes hands, in either direction."""
        return sum(abs(line.to_player_minor) for line in self.lines)

    @property
    def puts_right(self) -> bool:
        """Whether anything comes of it: an amount, or a measure."""
        return bool(self.lines or self.measures)
