"""What happens to a case, as events: each step of section 8, by whom, and nothing else.

A case is a stream ``case/<number>``. Free text, names, attachments and papers never stand in an event: they can name
people, so an event holds a :class:`~casino.core.sealed.Sealed`, the place and the salted hash of what was sealed.
Persons of the house stand by staff code and post. A deadline that a step starts (``next_by``) is in the event, so that
a case reads the same whatever the settings say later. The only defaults are ``None`` and ``()``.

Proved by ``tests/disputes/case`` and the frozen examples in ``tests/disputes/frozen``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from casino.core.events import Fact
from casino.core.posts import PostCode
from casino.core.sealed import Scan, Sealed
from casino.core.signed_form import OPEN
from casino.house.sums import Why as Alone
from disputes.case.erasure_facts import ErasureAsked as ErasureAsked
from disputes.case.erasure_facts import Ground as Ground
from disputes.case.erasure_facts import Law as Law
from disputes.case.erasure_facts import PersonErased as PersonErased
from disputes.case.parts import BetOwner as BetOwner
from disputes.case.parts import Citation as Citation
from disputes.case.parts import FindingRef as FindingRef
from disputes.case.parts import Measure as Measure
from disputes.case.parts import MeasureKind as MeasureKind
from disputes.case.parts import Party as Party
from disputes.case.parts import PartyKind as PartyKind
from disputes.case.parts import Remedy as Remedy
from disputes.case.parts import RemedyKind as RemedyKind
from disputes.case.parts import RemedyLine as RemedyLine
from disputes.case.parts import RoundRef as RoundRef
from disputes.case.parts import Signed as Signed
from disputes.case.recorded import FACTS as FACTS
from disputes.case.recorded import LABELS as LABELS
from disputes.case.recorded import NAMES as NAMES
from disputes.case.recorded import REFUSED as REFUSED
from disputes.case.recorded import recorded as recorded
from games.engine.facts import Code, Minor, Person

Language = Literal["vi", "en"]
PaperLanguage = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}$(?!\n)"), OPEN]
"""That of a paper: one for which it is laid in (``Context.paper_languages``)."""
Source = Literal["player", "finding"]
Item = Literal["rules", "published", "procedures", "controls", "statements", "footage", "other", "law"]
EvidenceKind = Literal["text", "link", "attachment", "document"]
NoFootage = Literal["out_of_view", "not_recording", "no_longer_kept", "not_clear"]
Cause = Literal["not_existing", "not_applicable", "not_obtained"]
Why = Literal["player_disagrees", "cannot_be_resolved", "reserved"]
Result = Literal["upheld", "varied", "rejected"]
Level = Literal["pit_manager", "senior_management"]
Ending = Literal["settled_at_table", "accepted", "complaint_decided", "no_complaint", "withdrawn", "merged"]
PaperKind = Literal[
    "acknowledgement", "decision", "right_to_complain", "complaint_form", "complaint_decision", "settlement", "receipt"
]
Check = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{16,64}$(?!\n)")]
Manner = Literal["in_person", "letter", "telephone", "e_mail"]


@recorded("opened")
class CaseOpened(Fact, frozen=True):
    """A complaint was made, or a finding taken up (8.1). ``happened_at`` is what the player says where no round is
    identified. ``own`` is the key under which texts of the case are sealed besides those of its people. ``claim`` are
    the player's words; of ``source`` finding the house's own, where somebody wrote any."""

    source: Source
    own: Code
    opened_by: Person
    currency: Code
    parties: tuple[Party, ...]
    claim: Sealed | None = None
    table: Code | None = None
    game: Code | None = None
    rounds: tuple[RoundRef, ...] = ()
    findings: tuple[FindingRef, ...] = ()
    amount_minor: Minor | None = None
    happened_at: datetime | None = None
    next_by: datetime | None = None


@recorded("party_added")
class PartyAdded(Fact, frozen=True):
    """Another player, a witness or a person of the house."""

    party: Party
    added_by: Person


@recorded("party_named")
class PartyNamed(Fact, frozen=True):
    """Who a player or witness is, in the place of what was known of them."""

    party: Code
    identity: Sealed
    named_by: Person


@recorded("rounds_changed")
class RoundsChanged(Fact, frozen=True):
    """Which rounds and bets the case is about, from now on."""

    rounds: tuple[RoundRef, ...]
    changed_by: Person
    table: Code | None = None
    game: Code | None = None
    reason: Sealed | None = None


@recorded("bets_attributed")
class BetsAttributed(Fact, frozen=True):
    """Whose bets these are, where the table's record does not know it. Only a later one corrects it."""

    bets: Annotated[tuple[BetOwner, ...], msgspec.Meta(min_length=1)]
    attributed_by: Person
    reason: Sealed | None = None


@recorded("amount_changed")
class AmountChanged(Fact, frozen=True):
    """The amount in dispute; None: not known."""

    changed_by: Person
    amount_minor: Minor | None = None
    reason: Sealed | None = None


@recorded("finding_taken")
class FindingTaken(Fact, frozen=True):
    """A finding of the audit was put into the case."""

    finding: FindingRef
    taken_by: Person


@recorded("assigned")
class Assigned(Fact, frozen=True):
    """Somebody is to see to it, as at the end of a shift."""

    staff: Code
    assigned_by: Person
    note: Sealed | None = None


@recorded("taken_over")
class TakenOver(Fact, frozen=True):
    """Somebody sees to it from now on."""

    taken_by: Person


@recorded("statement_taken")
class StatementTaken(Fact, frozen=True):
    """What a party says of the incident (8.4.5)."""

    statement: Code
    party: Code
    said: Sealed
    taken_by: Person


@recorded("note_added")
class NoteAdded(Fact, frozen=True):
    """A note of the house."""

    note: Sealed
    added_by: Person


@recorded("remedy_proposed")
class RemedyProposed(Fact, frozen=True):
    """At the table: what the supervisor offers."""

    proposal: Code
    remedy: Remedy
    proposed_by: Person
    note: Sealed | None = None


@recorded("answered_at_table")
class AnsweredAtTable(Fact, frozen=True):
    """At the table: whether the player agrees to what was offered."""

    proposal: Code
    agreed: bool
    recorded_by: Person
    said: Sealed | None = None


@recorded("passed_on")
class PassedOn(Fact, frozen=True):
    """To the pit manager (8.1)."""

    why: Why
    passed_by: Person
    reason: Sealed | None = None
    next_by: datetime | None = None


@recorded("evidence_added")
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


@recorded("evidence_withdrawn")
class EvidenceWithdrawn(Fact, frozen=True):
    """It does not count any more; it stays in the record."""

    evidence: Code
    withdrawn_by: Person
    reason: Sealed


@recorded("nothing_found")
class NothingFound(Fact, frozen=True):
    """A basis of 8.4 gives nothing in this case, and why. ``cause`` is None where it was recorded before one had to be
    chosen; ``asked_of`` and ``asked_at`` say of whom and when what was not obtained was asked for."""

    item: Item
    marked_by: Person
    reason: Sealed
    cause: Cause | None = None
    asked_of: Sealed | None = None
    asked_at: datetime | None = None


@recorded("surveillance_notified")
class SurveillanceNotified(Fact, frozen=True):
    """8.2."""

    notified_by: Person
    next_by: datetime | None = None


@recorded("surveillance_acknowledged")
class SurveillanceAcknowledged(Fact, frozen=True):
    """Surveillance has seen the notice."""

    acknowledged_by: Person


@recorded("footage_asked")
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


@recorded("footage_answered")
class FootageAnswered(Fact, frozen=True):
    """What the footage shows and where it is kept, or why there is none; the player is told the ``cause``, not the
    words (None: there is footage, or nobody was asked for a cause yet)."""

    request: Code
    found: bool
    answer: Sealed
    answered_by: Person
    cause: NoFootage | None = None


@recorded("footage_unanswered")
class FootageUnanswered(Fact, frozen=True):
    """Surveillance was asked and has not answered by ``due_at``, when the clock of the request ran out."""

    request: Code
    due_at: datetime
    recorded_by: Person
    reason: Sealed


@recorded("time_promised")
class TimePromised(Fact, frozen=True):
    """8.3: the player was told by when."""

    until: datetime
    language: Language
    told_by: Person
    manner: Manner


@recorded("time_not_possible")
class TimeNotPossible(Fact, frozen=True):
    """8.3: why no time can be given. ``next_by`` is when the house looks at it again."""

    reason: Sealed
    said_by: Person
    next_by: datetime | None = None


@recorded("decided")
class Decided(Fact, frozen=True):
    """On the bases of 8.4 (``evidence``). ``reasons`` are in ``reasons_language`` (None: Vietnamese), ``reasons_en`` is
    the same in English. ``because``: why a second person is needed, beside the amount (``casino.house.sums``).
    ``left`` are the rounds that wait for a post's ruling (section 7) and are decided after it."""

    decision: Code
    remedy: Remedy
    evidence: tuple[Code, ...]
    reasons: Sealed
    decided_by: Person
    needs_confirmation: bool
    next_by: datetime | None = None
    reasons_en: Sealed | None = None
    reasons_language: Literal["en"] | None = None
    because: tuple[Alone, ...] = ()
    left: tuple[RoundRef, ...] = ()


@recorded("complaint_decided")
class ComplaintDecided(Fact, frozen=True):
    """Senior management's decision on the formal complaint (8.5, 8.6). ``confirm_by`` are the posts that confirm it,
    one outside the line among them, where nobody uninvolved could; else those of the stage do. ``left`` as above."""

    decision: Code
    result: Result
    remedy: Remedy
    evidence: tuple[Code, ...]
    reasons: Sealed
    decided_by: Person
    needs_confirmation: bool
    next_by: datetime | None = None
    reasons_en: Sealed | None = None
    reasons_language: Literal["en"] | None = None
    because: tuple[Alone, ...] = ()
    confirm_by: tuple[PostCode, ...] = ()
    left: tuple[RoundRef, ...] = ()


@recorded("decision_confirmed")
class DecisionConfirmed(Fact, frozen=True):
    """A second person has checked the decision."""

    decision: Code
    confirmed_by: Person
    next_by: datetime | None = None


@recorded("confirmation_refused")
class ConfirmationRefused(Fact, frozen=True):
    """The second person does not confirm: the matter goes back."""

    decision: Code
    refused_by: Person
    reason: Sealed
    next_by: datetime | None = None


@recorded("remedy_carried_out")
class RemedyCarriedOut(Fact, frozen=True):
    """The remedy took effect; each line with a round stands there as an event of its own, in the same transaction.
    ``codes`` of its lines, in their order: what becomes of the money is said by them (``disputes.case.moneys``); empty
    where the decision counted as the movement, as it did before that was recorded."""

    lines: tuple[RemedyLine, ...]
    kind: RemedyKind
    carried_out_by: Person
    codes: tuple[Code, ...] = ()


@recorded("paper_issued")
class PaperIssued(Fact, frozen=True):
    """A paper for the player. It names people, so it is sealed; its salted hash stands in ``content``. ``check`` is in
    its QR code, ``certificate`` the fingerprint of what signed it."""

    paper: Code
    kind: PaperKind
    language: PaperLanguage
    content: Sealed
    issued_by: Person
    party: Code | None = None
    decision: Code | None = None
    check: Check | None = None
    certificate: Check | None = None


@recorded("player_answered")
class PlayerAnswered(Fact, frozen=True):
    """Whether the player agrees with the decision."""

    decision: Code
    agreed: bool
    recorded_by: Person
    said: Sealed | None = None
    next_by: datetime | None = None


@recorded("informed_of_right")
class InformedOfRight(Fact, frozen=True):
    """8.5: the player was told of the right to a formal complaint to senior management."""

    told_at: datetime
    language: Language
    manner: Manner
    told_by: Person
    next_by: datetime | None = None


@recorded("help_given")
class HelpGiven(Fact, frozen=True):
    """8.6: guidance and help in filing the complaint."""

    what: Sealed
    helped_by: Person


@recorded("complaint_filed")
class ComplaintFiled(Fact, frozen=True):
    """8.5: the formal complaint."""

    said: Sealed
    taken_by: Person
    next_by: datetime | None = None


@recorded("closed")
class CaseClosed(Fact, frozen=True):
    """The case has ended, and how. ``retained_until`` is the end of the record's term."""

    ending: Ending
    closed_by: Person
    retained_until: datetime
    said: Sealed | None = None
    into: Code | None = None


@recorded("reopened")
class CaseReopened(Fact, frozen=True):
    """Senior management takes it up again on new evidence."""

    reason: Sealed
    reopened_by: Person
    next_by: datetime | None = None


@recorded("absorbed")
class CaseAbsorbed(Fact, frozen=True):
    """Another case about the same was merged into this one."""

    case: Code
    absorbed_by: Person


@recorded("command_refused", stream_kind="refusal")
class CommandRefused(Fact, frozen=True):
    """An attempt that the rules of procedure do not allow. Stands in ``refusal/<case>``, beside the case. ``role`` and
    ``staff`` as the account had them; a person who holds no post has no ``Person``."""

    command: Code
    code: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
    staff: Code
    role: Code
    stage: Code | None = None
