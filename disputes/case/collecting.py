"""Collecting what 8.4 names, telling Surveillance (8.2) and telling the player how long it takes (8.3)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.bases import FILLED_BY, answer_due, causes_of, filled, misfit
from disputes.case.context import Context, Held
from disputes.case.procedure import ITEMS, clause_of
from disputes.case.reasons import require_sentence, require_words
from disputes.case.state import Case, Stage
from disputes.case.step import decides
from disputes.case.words import CAUSES

LONGEST_FOOTAGE: Final = timedelta(hours=24)
PROMISED_AHEAD: Final = timedelta(days=365)
"""How far ahead a time is promised (8.3) at most: later ones are slips of the hand."""


@decides(c.TakeStatement)
def take_statement(case: Case, command: c.TakeStatement, ctx: Context) -> list[Fact]:
    """8.4.5."""
    if command.party not in case.parties:
        raise Problem("case_party_unknown", "party", party=command.party)
    own = case.parties[command.party].staff == ctx.actor.staff
    if case.is_party(ctx.actor.staff) and not own:
        raise Problem("case_party", "party")
    require_words(command.said, "said")
    said = ctx.seal(command.said, case.persons)
    return [
        f.StatementTaken(statement=case.next_code("S"), party=command.party, said=said, taken_by=ctx.person),
    ]


@decides(c.AddNote)
def add_note(case: Case, command: c.AddNote, ctx: Context) -> list[Fact]:
    """For the house."""
    return [f.NoteAdded(note=ctx.seal(command.note, case.persons), added_by=ctx.person)]


@decides(c.AddEvidence)
def add_evidence(case: Case, command: c.AddEvidence, ctx: Context) -> list[Fact]:
    """8.4: a text, a link, a file looked into, or a document of the library with its version, for a basis that it
    suits. A copy in the place of a document comes with a sentence on what it is."""
    kind = _kind_of(command)
    held = _held(command, ctx)
    _check_suits(case, command, kind, held, ctx)
    if kind == "text":
        require_sentence(command.text or "", "text")
    elif kind != "document" and "document" in FILLED_BY[command.item]:
        require_sentence(command.note or "", "note")
    content = media_type = size = scan = None
    if kind in ("text", "link"):
        content = ctx.seal(command.text or command.link or "", case.persons)
    elif command.file is not None:
        file = ctx.admitted(command.file.name, command.file.data)
        media_type, size, scan = file.media_type, file.size_bytes, file.scan
        content = ctx.seal(command.file.data, case.persons, kind="attachment", name=file.name, media_type=media_type)
    return [
        f.EvidenceAdded(
            evidence=case.next_code("E"),
            item=command.item,
            kind=kind,
            added_by=ctx.person,
            content=content,
            media_type=media_type,
            size_bytes=size,
            document=command.document,
            version=command.version,
            note=None if command.note is None else ctx.seal(command.note, case.persons),
            scan=scan,
        )
    ]


def _kind_of(command: c.AddEvidence) -> f.EvidenceKind:
    kinds: dict[str, f.EvidenceKind] = {"text": "text", "link": "link", "file": "attachment", "document": "document"}
    given = [name for name in kinds if getattr(command, name) is not None]
    if len(given) != 1:
        raise Problem("case_evidence_one", given[1] if len(given) > 1 else "text")
    return kinds[given[0]]


def _held(command: c.AddEvidence, ctx: Context) -> Held | None:
    """What the library says of the document, if it is one."""
    if command.document is None:
        return None
    held = ctx.document(command.document, command.version)
    if held is None:
        raise Problem("case_document_unknown", "document", document=command.document)
    return held


def _check_suits(case: Case, command: c.AddEvidence, kind: f.EvidenceKind, held: Held | None, ctx: Context) -> None:
    """A basis is filled with what belongs to it, by whom it belongs to."""
    code = misfit(command.item, kind, ctx.person.post, held, case.game)
    if code is None:
        return
    place = "document" if code == "case_document_misfit" else "item"
    _clause, name = ITEMS[command.item]
    clause = clause_of(command.item, case.game)
    raise Problem(code, place, clause=clause, name=name, document=command.document or "")


@decides(c.WithdrawEvidence)
def withdraw_evidence(case: Case, command: c.WithdrawEvidence, ctx: Context) -> list[Fact]:
    """It stays in the record and counts no more."""
    kept = case.evidence.get(command.evidence)
    if kept is None or kept.withdrawn:
        raise Problem("case_evidence_unknown", "evidence", evidence=command.evidence)
    reason = ctx.seal(command.reason, case.persons)
    return [f.EvidenceWithdrawn(evidence=command.evidence, withdrawn_by=ctx.person, reason=reason)]


@decides(c.MarkNone)
def mark_none(case: Case, command: c.MarkNone, ctx: Context) -> list[Fact]:
    """8.4: looked into, nothing there: for which of the causes, and in a sentence. What could not be obtained was asked
    of somebody at some moment. The rules of the game are always there, and footage is for Surveillance to answer."""
    item, cause = command.item, command.cause
    clause = clause_of(item, case.game)
    if item == "rules":
        raise Problem("case_rules_stand", "item", clause=clause)
    if item == "footage":
        raise Problem("case_footage_by_surveillance", "item", clause=clause)
    if filled(case, item, ctx):
        raise Problem("case_item_filled", "item", clause=clause)
    if cause not in causes_of(item, case):
        raise Problem("case_none_cause", "cause", clause=clause)
    if cause == "not_obtained":
        _check_asked(command, ctx)
    elif command.asked_of is not None or command.asked_at is not None:
        raise Problem("case_none_asked", "asked_of" if command.asked_of is not None else "asked_at")
    require_sentence(command.reason, "reason", besides=CAUSES[cause])
    return [
        f.NothingFound(
            item=item,
            marked_by=ctx.person,
            reason=ctx.seal(command.reason, case.persons),
            cause=cause,
            asked_of=None if command.asked_of is None else ctx.seal(command.asked_of, case.persons),
            asked_at=command.asked_at,
        ),
    ]


def _check_asked(command: c.MarkNone, ctx: Context) -> None:
    """Of whom and when."""
    if command.asked_of is None:
        raise Problem("case_none_asked", "asked_of")
    if command.asked_at is None:
        raise Problem("case_none_asked", "asked_at")
    require_words(command.asked_of, "asked_of")
    if command.asked_at > ctx.now:
        raise Problem("case_time_ahead", "asked_at")


@decides(c.NotifySurveillance)
def notify_surveillance(case: Case, command: c.NotifySurveillance, ctx: Context) -> list[Fact]:
    """8.2."""
    if case.notified is not None:
        raise Problem("case_notified_already")
    return [
        f.SurveillanceNotified(notified_by=ctx.person, next_by=ctx.after(minutes=ctx.terms.acknowledge_minutes)),
    ]


@decides(c.AcknowledgeNotice)
def acknowledge_notice(case: Case, command: c.AcknowledgeNotice, ctx: Context) -> list[Fact]:
    """8.2: Surveillance knows."""
    if case.notified is None:
        raise Problem("case_not_notified")
    if case.acknowledged is not None:
        raise Problem("case_changes_nothing")
    return [f.SurveillanceAcknowledged(acknowledged_by=ctx.person)]


@decides(c.AskFootage)
def ask_footage(case: Case, command: c.AskFootage, ctx: Context) -> list[Fact]:
    """8.4.6: which table, which round, from when to when."""
    if ctx.game_of(command.table) is None:
        raise Problem("case_round_unknown", "table", round=command.round or "–", table=command.table)
    if command.round is not None and ctx.judged(f.RoundRef(table=command.table, round=command.round)) is None:
        raise Problem("case_round_unknown", "round", round=command.round, table=command.table)
    span = command.ends_at - command.begins_at
    if not timedelta(0) < span <= LONGEST_FOOTAGE or command.ends_at > ctx.now:
        raise Problem("case_interval", "ends_at")
    return [
        f.FootageAsked(
            request=case.next_code("F"),
            table=command.table,
            round=command.round,
            begins_at=command.begins_at,
            ends_at=command.ends_at,
            asked_by=ctx.person,
            note=None if command.note is None else ctx.seal(command.note, case.persons),
            next_by=ctx.after(hours=ctx.terms.footage_hours),
        )
    ]


@decides(c.AnswerFootage)
def answer_footage(case: Case, command: c.AnswerFootage, ctx: Context) -> list[Fact]:
    """8.4.6: what it shows and where it is kept, or why there is none. An answer that comes late lifts what was
    recorded of the request meanwhile, and holds up a decision that waits for its second person."""
    footage = case.footage.get(command.request)
    if footage is None or footage.answer is not None:
        raise Problem("case_request_unknown", "request", request=command.request)
    if command.found:
        require_words(command.answer, "answer")
    else:
        require_sentence(command.answer, "answer")
    if command.found is (command.cause is not None):
        raise Problem("case_footage_cause", "cause")
    return [
        f.FootageAnswered(
            request=command.request,
            found=command.found,
            answer=ctx.seal(command.answer, case.persons),
            answered_by=ctx.person,
            cause=command.cause,
        )
    ]


@decides(c.RecordUnanswered)
def record_unanswered(case: Case, command: c.RecordUnanswered, ctx: Context) -> list[Fact]:
    """8.4.6: asked, and not answered while the clock of the request ran. The letter says so and management is told."""
    footage = case.footage.get(command.request)
    if footage is None or not footage.waits:
        raise Problem("case_request_unknown", "request", request=command.request)
    until = answer_due(footage, ctx)
    if ctx.now < until:
        raise Problem(
            "case_footage_clock_runs", "request", request=command.request, until=f"{until:%Y-%m-%d %H:%M} UTC"
        )
    return [
        f.FootageUnanswered(
            request=command.request,
            due_at=until,
            recorded_by=ctx.person,
            reason=ctx.seal(command.reason, case.persons),
        )
    ]


@decides(c.PromiseTime)
def promise_time(case: Case, command: c.PromiseTime, ctx: Context) -> list[Fact]:
    """8.3: told by when. A later promise replaces an earlier one; both stay in the record."""
    if command.until <= ctx.now:
        raise Problem("case_time_passed", "until")
    if command.until - ctx.now > PROMISED_AHEAD:
        raise Problem("case_time_far", "until", days=PROMISED_AHEAD.days)
    return [
        f.TimePromised(until=command.until, language=command.language, told_by=ctx.person, manner=command.manner),
    ]


@decides(c.SayNoTime)
def say_no_time(case: Case, command: c.SayNoTime, ctx: Context) -> list[Fact]:
    """8.3: where possible, and here it is not. So that it is not forgotten, the clock runs on to when it is looked at
    again; that of senior management stays."""
    next_by = ctx.after(hours=ctx.terms.look_again_hours) if case.stage is Stage.PIT_MANAGER else None
    reason = ctx.seal(command.reason, case.persons)
    return [f.TimeNotPossible(reason=reason, said_by=ctx.person, next_by=next_by)]
