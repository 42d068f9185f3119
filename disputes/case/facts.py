"""What happens to a case, as events: each step of section 8, by whom, and nothing else.

A case is a stream ``case/<number>``. Free text, names, attachments and papers never stand in an event: they can name
people, so an event holds a :class:`~disputes.case.sealed.Sealed`, the place and the salted hash of what was sealed.
Persons of the house stand by staff code and post. A deadline that a step starts (``next_by``) is in the event, so that
a case reads the same whatever the settings say later. The only defaults are ``None`` and ``()``.

Proved by ``tests/disputes/case`` and the frozen examples in ``tests/disputes/frozen``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec

from casino.core.events import Fact, register
from casino.core.money import MAX_MINOR
from disputes.case.sealed import Sealed
from games.rounds.facts import ClauseNumber, Code, Minor, Person

TO_PLAYER: Final = "An amount to the player, in the smallest unit; negative: taken back."
Signed = Annotated[int, msgspec.Meta(ge=-MAX_MINOR, le=MAX_MINOR, description=TO_PLAYER)]
Language = Literal["vi", "en"]
Source = Literal["player", "finding"]
PartyKind = Literal["player", "witness", "staff"]
Item = Literal["rules", "published", "procedures", "controls", "statements", "footage", "other", "law"]
EvidenceKind = Literal["text", "link", "attachment", "document"]
Scan = Literal["clean", "not_scanned"]
RemedyKind = Literal["none", "pay_difference", "take_back", "refund", "void", "other"]
Why = Literal["player_disagrees", "cannot_be_resolved"]
Result = Literal["upheld", "varied", "rejected"]
Level = Literal["pit_manager", "senior_management"]
Ending = Literal["settled_at_table", "accepted", "complaint_decided", "no_complaint", "withdrawn", "merged"]
PaperKind = Literal["acknowledgement", "decision", "right_to_complain", "complaint_form", "complaint_decision"]
Manner = Literal["in_person", "letter", "telephone", "e_mail"]
Ground = Literal["term_ended", "legal_ground"]


class RoundRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A round in dispute, and which of its bets; none named: all."""

    table: Code
    round: Code
    bets: tuple[Code, ...] = ()

    @property
    def stream(self) -> str:
        return f"round/{self.table}/{self.round}"


class FindingRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finding of the audit: the stream it lives in, and its identity."""

    stream: Annotated[str, msgspec.Meta(pattern=r"^audit/", max_length=150)]
    identity: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$")]


class Party(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Who is part of the case. A player or witness from outside has a key of their own (``person``) under which name
    and contact are sealed; staff stand by staff code. ``reference`` is what the table calls the player."""

    party: Code
    kind: PartyKind
    person: Code | None = None
    identity: Sealed | None = None
    staff: Code | None = None
    reference: Code | None = None


class RemedyLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One movement that a remedy makes. ``difference_minor`` is what the replay said when it was decided (recorded
    less due; positive: the player has too much); ``beyond_rules_minor`` the part that is not owed under the rules. A
    case without an identifiable round has a line without round and bet."""

    to_player_minor: Signed
    beyond_rules_minor: Signed
    table: Code | None = None
    round: Code | None = None
    bet: Code | None = None
    difference_minor: Signed | None = None

    @property
    def stream(self) -> str | None:
        return None if self.round is None else f"round/{self.table}/{self.round}"


class Citation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A clause of a document: the game stands in the document's id, since two games print the same number."""

    document: Code
    clause: ClauseNumber


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What is done for (or asked of) the player. ``deviation`` says why an amount is not what the replay says."""

    kind: RemedyKind
    citations: tuple[Citation, ...]
    lines: tuple[RemedyLine, ...] = ()
    deviation: Sealed | None = None

    @property
    def total_minor(self) -> int:
        """To the player altogether; negative: from the player."""
        return sum(line.to_player_minor for line in self.lines)

    @property
    def moved_minor(self) -> int:
        """What changes hands, in either direction."""
        return sum(abs(line.to_player_minor) for line in self.lines)


class CaseOpened(Fact, frozen=True):
    """A complaint was made, or a finding taken up (8.1). ``happened_at`` is what the player says where no round is
    identified. ``own`` is the key under which texts of the case are sealed besides the keys of the people in it."""

    source: Source
    own: Code
    opened_by: Person
    currency: Code
    parties: tuple[Party, ...]
    claim: Sealed
    table: Code | None = None
    game: Code | None = None
    rounds: tuple[RoundRef, ...] = ()
    findings: tuple[FindingRef, ...] = ()
    amount_minor: Minor | None = None
    happened_at: datetime | None = None
    next_by: datetime | None = None


class PartyAdded(Fact, frozen=True):
    """Another player, a witness or a person of the house."""

    party: Party
    added_by: Person


class RoundsChanged(Fact, frozen=True):
    """Which rounds and bets the case is about, from now on."""

    rounds: tuple[RoundRef, ...]
    changed_by: Person
    table: Code | None = None
    game: Code | None = None
    reason: Sealed | None = None


class AmountChanged(Fact, frozen=True):
    """The amount in dispute; None: not known."""

    changed_by: Person
    amount_minor: Minor | None = None
    reason: Sealed | None = None


class FindingTaken(Fact, frozen=True):
    """A finding of the audit was put into the case."""

    finding: FindingRef
    taken_by: Person


class Assigned(Fact, frozen=True):
    """Somebody is to see to it, as at the end of a shift."""

    staff: Code
    assigned_by: Person
    note: Sealed | None = None


class TakenOver(Fact, frozen=True):
    """Somebody sees to it from now on."""

    taken_by: Person


class StatementTaken(Fact, frozen=True):
    """What a party says of the incident (8.4.5)."""

    statement: Code
    party: Code
    said: Sealed
    taken_by: Person


class NoteAdded(Fact, frozen=True):
    """A note of the house."""

    note: Sealed
    added_by: Person


class RemedyProposed(Fact, frozen=True):
    """At the table: what the supervisor offers."""

    proposal: Code
    remedy: Remedy
    proposed_by: Person
    note: Sealed | None = None


class AnsweredAtTable(Fact, frozen=True):
    """At the table: whether the player agrees to what was offered."""

    proposal: Code
    agreed: bool
    recorded_by: Person
    said: Sealed | None = None


class PassedOn(Fact, frozen=True):
    """To the pit manager (8.1)."""

    why: Why
    passed_by: Person
    reason: Sealed | None = None
    next_by: datetime | None = None


class EvidenceAdded(Fact, frozen=True):
    """Something for a basis of 8.4. ``scan``: whether a virus scanner saw an attachment before it was taken."""

    evidence: Code
    item: Item
    kind: EvidenceKind
    added_by: Person
    content: Sealed | None = None
    media_type: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    size_bytes: Annotated[int, msgspec.Meta(ge=1)] | None = None
    document: Code | None = None
    version: Code | None = None
    note: Sealed | None = None
    scan: Scan | None = None


class EvidenceWithdrawn(Fact, frozen=True):
    """It does not count any more; it stays in the record."""

    evidence: Code
    withdrawn_by: Person
    reason: Sealed


class NothingFound(Fact, frozen=True):
    """A basis of 8.4 gives nothing in this case, and why."""

    item: Item
    marked_by: Person
    reason: Sealed


class SurveillanceNotified(Fact, frozen=True):
    """8.2."""

    notified_by: Person
    next_by: datetime | None = None


class SurveillanceAcknowledged(Fact, frozen=True):
    """Surveillance has seen the notice."""

    acknowledged_by: Person


class FootageAsked(Fact, frozen=True):
    """Footage of a table between two moments, and of which round."""

    request: Code
    table: Code
    begins_at: datetime
    ends_at: datetime
    asked_by: Person
    round: Code | None = None
    note: Sealed | None = None
    next_by: datetime | None = None


class FootageAnswered(Fact, frozen=True):
    """What the footage shows and where it is kept, or why there is none."""

    request: Code
    found: bool
    answer: Sealed
    answered_by: Person


class TimePromised(Fact, frozen=True):
    """8.3: the player was told by when."""

    until: datetime
    language: Language
    told_by: Person
    manner: Manner


class TimeNotPossible(Fact, frozen=True):
    """8.3: why no time can be given. ``next_by`` is when the house looks at it again."""

    reason: Sealed
    said_by: Person
    next_by: datetime | None = None


class Decided(Fact, frozen=True):
    """The decision on the dispute, on the bases of 8.4 (``evidence``: what it rests on)."""

    decision: Code
    remedy: Remedy
    evidence: tuple[Code, ...]
    reasons: Sealed
    decided_by: Person
    needs_confirmation: bool
    next_by: datetime | None = None


class ComplaintDecided(Fact, frozen=True):
    """Senior management's decision on the formal complaint (8.5, 8.6)."""

    decision: Code
    result: Result
    remedy: Remedy
    evidence: tuple[Code, ...]
    reasons: Sealed
    decided_by: Person
    needs_confirmation: bool
    next_by: datetime | None = None


class DecisionConfirmed(Fact, frozen=True):
    """A second person has checked the decision."""

    decision: Code
    confirmed_by: Person
    next_by: datetime | None = None


class ConfirmationRefused(Fact, frozen=True):
    """The second person does not confirm: the matter goes back."""

    decision: Code
    refused_by: Person
    reason: Sealed
    next_by: datetime | None = None


class RemedyCarriedOut(Fact, frozen=True):
    """The remedy took effect; each line with a round stands there as an event of its own, in the same transaction."""

    lines: tuple[RemedyLine, ...]
    kind: RemedyKind
    carried_out_by: Person


class PaperIssued(Fact, frozen=True):
    """A paper for the player. It names people, so it is sealed; its salted hash stands in ``content``."""

    paper: Code
    kind: PaperKind
    language: Language
    content: Sealed
    issued_by: Person
    party: Code | None = None
    decision: Code | None = None


class PlayerAnswered(Fact, frozen=True):
    """Whether the player agrees with the decision."""

    decision: Code
    agreed: bool
    recorded_by: Person
    said: Sealed | None = None
    next_by: datetime | None = None


class InformedOfRight(Fact, frozen=True):
    """8.5: the player was told of the right to a formal complaint to senior management."""

    told_at: datetime
    language: Language
    manner: Manner
    told_by: Person
    next_by: datetime | None = None


class HelpGiven(Fact, frozen=True):
    """8.6: guidance and help in filing the complaint."""

    what: Sealed
    helped_by: Person


class ComplaintFiled(Fact, frozen=True):
    """8.5: the formal complaint."""

    said: Sealed
    taken_by: Person
    next_by: datetime | None = None


class CaseClosed(Fact, frozen=True):
    """The case has ended, and how. ``retained_until`` is the end of the record's term."""

    ending: Ending
    closed_by: Person
    retained_until: datetime
    said: Sealed | None = None
    into: Code | None = None


class CaseReopened(Fact, frozen=True):
    """Senior management takes it up again on new evidence."""

    reason: Sealed
    reopened_by: Person
    next_by: datetime | None = None


class CaseAbsorbed(Fact, frozen=True):
    """Another case about the same was merged into this one."""

    case: Code
    absorbed_by: Person


class PersonErased(Fact, frozen=True):
    """The key of a person was destroyed: name, contact, and every text sealed under it, are gone."""

    person: Code
    ground: Ground
    erased_by: Person
    legal_ground: Annotated[str, msgspec.Meta(min_length=1, max_length=500)] | None = None


class CommandRefused(Fact, frozen=True):
    """An attempt that the rules of procedure do not allow. Stands in ``refusal/<case>``, beside the case. ``role`` and
    ``staff`` as the account had them; a person who holds no post has no ``Person``."""

    command: Code
    code: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
    staff: Code
    role: Code
    stage: Code | None = None


FACTS: Final[dict[str, type[Fact]]] = {
    "opened": CaseOpened,
    "party_added": PartyAdded,
    "rounds_changed": RoundsChanged,
    "amount_changed": AmountChanged,
    "finding_taken": FindingTaken,
    "assigned": Assigned,
    "taken_over": TakenOver,
    "statement_taken": StatementTaken,
    "note_added": NoteAdded,
    "remedy_proposed": RemedyProposed,
    "answered_at_table": AnsweredAtTable,
    "passed_on": PassedOn,
    "evidence_added": EvidenceAdded,
    "evidence_withdrawn": EvidenceWithdrawn,
    "nothing_found": NothingFound,
    "surveillance_notified": SurveillanceNotified,
    "surveillance_acknowledged": SurveillanceAcknowledged,
    "footage_asked": FootageAsked,
    "footage_answered": FootageAnswered,
    "time_promised": TimePromised,
    "time_not_possible": TimeNotPossible,
    "decided": Decided,
    "complaint_decided": ComplaintDecided,
    "decision_confirmed": DecisionConfirmed,
    "confirmation_refused": ConfirmationRefused,
    "remedy_carried_out": RemedyCarriedOut,
    "paper_issued": PaperIssued,
    "player_answered": PlayerAnswered,
    "informed_of_right": InformedOfRight,
    "help_given": HelpGiven,
    "complaint_filed": ComplaintFiled,
    "closed": CaseClosed,
    "reopened": CaseReopened,
    "absorbed": CaseAbsorbed,
    "person_erased": PersonErased,
}
"""Name after ``case.`` -> fact, of the stream of a case."""

NAMES: Final = {fact: f"case.{name}.v1" for name, fact in FACTS.items()}
"""Fact -> full type name."""

REFUSED: Final = "case.command_refused.v1"

for _name, _fact in FACTS.items():
    register(f"case.{_name}", _fact, stream_kind="case", from_device=False)
register("case.command_refused", CommandRefused, stream_kind="refusal", from_device=False)
