"""What people ask of a case: one struct a command, with plain text where an event will hold it sealed.

The same structs are read from the API's bodies and filled by the admin's forms; their limits are the limits of both.
What each command needs and does stands in ``disputes.case.procedure`` and ``disputes.case.decide``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec

from disputes.case import facts as f
from games.rounds.facts import Code, Minor

Words = Annotated[
    str, msgspec.Meta(min_length=1, max_length=10_000, pattern=r"\S", description="Free text. It is kept encrypted.")
]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"\S")]
Contact = Annotated[str, msgspec.Meta(max_length=500)]
FileName = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Link = Annotated[str, msgspec.Meta(pattern=r"^https?://\S{1,1990}$", max_length=2000)]

EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2100, 1, 1, tzinfo=UTC)
"""A moment that a command speaks of lies from the one on and before the other, as those of devices do. Facts that stand
already are not bound by it."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every command."""


class Outsider(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player or witness: name and contact, and what the table calls them, if anything."""

    name: Name
    contact: Contact = ""
    reference: Code | None = None


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One movement asked for: to the player, negative from the player. Round and bet go together; a case without an
    identifiable round has neither."""

    to_player_minor: f.Signed
    table: Code | None = None
    round: Code | None = None
    bet: Code | None = None


class AskedRemedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A remedy as a person states it; the domain works out what of it the rules owe."""

    kind: f.RemedyKind
    citations: tuple[f.Citation, ...]
    lines: tuple[Line, ...] = ()
    deviation: Words | None = None


class OpenCase(Command, frozen=True):
    """A complaint is made at a table, or a finding taken up."""

    claim: Words
    players: Annotated[tuple[Outsider, ...], msgspec.Meta(max_length=14)] = ()
    table: Code | None = None
    rounds: Annotated[tuple[f.RoundRef, ...], msgspec.Meta(max_length=500)] = ()
    amount_minor: Minor | None = None
    happened_at: Moment | None = None
    staff: Annotated[tuple[Code, ...], msgspec.Meta(max_length=50)] = ()
    witnesses: Annotated[tuple[Outsider, ...], msgspec.Meta(max_length=20)] = ()
    findings: Annotated[tuple[f.FindingRef, ...], msgspec.Meta(max_length=100)] = ()


class AddPlayer(Command, frozen=True):
    """Another player is part of the case."""

    player: Outsider


class AddWitness(Command, frozen=True):
    """A witness from outside."""

    witness: Outsider


class AddStaff(Command, frozen=True):
    """A person of the house is part of the case."""

    staff: Code


class ChangeRounds(Command, frozen=True):
    """The case is about these rounds and bets."""

    rounds: Annotated[tuple[f.RoundRef, ...], msgspec.Meta(max_length=500)]
    reason: Words | None = None


class ChangeAmount(Command, frozen=True):
    """The amount in dispute is another."""

    amount_minor: Minor | None
    reason: Words | None = None


class TakeFinding(Command, frozen=True):
    """Put a finding of the audit into the case."""

    finding: f.FindingRef


class Assign(Command, frozen=True):
    """Hand over to a colleague."""

    staff: Code
    note: Words | None = None


class TakeOver(Command, frozen=True):
    """See to it oneself from now on."""


class TakeStatement(Command, frozen=True):
    """Write down what a party says (8.4.5)."""

    party: Code
    said: Words


class AddNote(Command, frozen=True):
    """A note for the house."""

    note: Words


class ProposeRemedy(Command, frozen=True):
    """Offer the player something at the table."""

    remedy: AskedRemedy
    note: Words | None = None


class AnswerAtTable(Command, frozen=True):
    """The player takes the offer, or does not."""

    agreed: bool
    said: Words | None = None


class PassOn(Command, frozen=True):
    """To the pit manager (8.1)."""

    why: f.Why
    reason: Words | None = None


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file. Over the API ``data`` is base64."""

    name: FileName
    data: bytes


class AddEvidence(Command, frozen=True):
    """Something for a basis of 8.4: one of a text, a link, a file, or a version of a document of the library."""

    item: f.Item
    text: Words | None = None
    link: Link | None = None
    file: Upload | None = None
    document: Code | None = None
    version: Code | None = None
    note: Words | None = None


class WithdrawEvidence(Command, frozen=True):
    """A piece of evidence does not count any more."""

    evidence: Code
    reason: Words


class MarkNone(Command, frozen=True):
    """A basis of 8.4 gives nothing here."""

    item: f.Item
    reason: Words


class NotifySurveillance(Command, frozen=True):
    """8.2."""


class AcknowledgeNotice(Command, frozen=True):
    """Surveillance has seen it."""


class AskFootage(Command, frozen=True):
    """Ask for footage of a table between two moments."""

    table: Code
    begins_at: Moment
    ends_at: Moment
    round: Code | None = None
    note: Words | None = None


class AnswerFootage(Command, frozen=True):
    """What the footage shows and where it is, or why there is none."""

    request: Code
    found: bool
    answer: Words


class PromiseTime(Command, frozen=True):
    """8.3: the player was told by when."""

    until: Moment
    language: f.Language
    manner: f.Manner = "in_person"


class SayNoTime(Command, frozen=True):
    """8.3: why no time can be given."""

    reason: Words


class Decide(Command, frozen=True):
    """The decision on the dispute."""

    remedy: AskedRemedy
    reasons: Words
    evidence: tuple[Code, ...] = ()


class Confirm(Command, frozen=True):
    """A second person has checked the decision."""


class RefuseConfirmation(Command, frozen=True):
    """A second person sends the decision back."""

    reason: Words


class IssuePaper(Command, frozen=True):
    """A paper for the player."""

    kind: f.PaperKind
    language: f.Language
    party: Code | None = None


class RecordAnswer(Command, frozen=True):
    """The player agrees with the decision, or does not."""

    agreed: bool
    said: Words | None = None


class InformOfRight(Command, frozen=True):
    """8.5: the player was told of the right to complain."""

    told_at: Moment
    language: f.Language
    manner: f.Manner = "in_person"


class RecordHelp(Command, frozen=True):
    """8.6: what help was given in filing the complaint."""

    what: Words


class FileComplaint(Command, frozen=True):
    """8.5: the formal complaint."""

    said: Words


class CloseWithoutComplaint(Command, frozen=True):
    """No complaint came within the term."""


class DecideComplaint(Command, frozen=True):
    """Senior management decides."""

    result: f.Result
    remedy: AskedRemedy
    reasons: Words
    evidence: tuple[Code, ...] = ()


class CloseComplaint(Command, frozen=True):
    """The player has the decision on the complaint in hand: the case ends."""


class Withdraw(Command, frozen=True):
    """The player does not go on with it."""

    said: Words | None = None


class Merge(Command, frozen=True):
    """The same matter stands in another case, which goes on."""

    into: Code
    reason: Words | None = None


class Reopen(Command, frozen=True):
    """There is new evidence."""

    reason: Words


class ErasePerson(Command, frozen=True):
    """Destroy the key of a person. Before the record's term has ended only on a legal ground, which is named (no names
    of people in it: it stays)."""

    person: Code
    legal_ground: Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"\S")] | None = None


COMMANDS: Final[dict[str, type[Command]]] = {
    "open_case": OpenCase,
    "add_player": AddPlayer,
    "add_witness": AddWitness,
    "add_staff": AddStaff,
    "change_rounds": ChangeRounds,
    "change_amount": ChangeAmount,
    "take_finding": TakeFinding,
    "assign": Assign,
    "take_over": TakeOver,
    "take_statement": TakeStatement,
    "add_note": AddNote,
    "propose_remedy": ProposeRemedy,
    "answer_at_table": AnswerAtTable,
    "pass_on": PassOn,
    "add_evidence": AddEvidence,
    "withdraw_evidence": WithdrawEvidence,
    "mark_none": MarkNone,
    "notify_surveillance": NotifySurveillance,
    "acknowledge_notice": AcknowledgeNotice,
    "ask_footage": AskFootage,
    "answer_footage": AnswerFootage,
    "promise_time": PromiseTime,
    "say_no_time": SayNoTime,
    "decide": Decide,
    "confirm": Confirm,
    "refuse_confirmation": RefuseConfirmation,
    "issue_paper": IssuePaper,
    "record_answer": RecordAnswer,
    "inform_of_right": InformOfRight,
    "record_help": RecordHelp,
    "file_complaint": FileComplaint,
    "close_without_complaint": CloseWithoutComplaint,
    "decide_complaint": DecideComplaint,
    "close_complaint": CloseComplaint,
    "withdraw": Withdraw,
    "merge": Merge,
    "reopen": Reopen,
    "erase_person": ErasePerson,
}
"""Code of a command -> its struct, in the order of the procedure."""

CODES: Final = {kind: code for code, kind in COMMANDS.items()}
