"""Collecting what 8.4 names, telling Surveillance (8.2) and telling the player how long it takes (8.3)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from casino.core.errors import Problem
from casino.core.events import Fact
from casino.core.text import Text
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.context import Context
from disputes.case.procedure import ITEMS, clause_of
from disputes.case.state import Case, Stage

LONGEST_FOOTAGE: Final = timedelta(hours=24)


class OpenItem(msgspec.Struct, frozen=True):
    """A basis of 8.4 that is neither filled nor marked as giving nothing."""

    item: str
    clause: str
    name: Text


def filled(case: Case, item: str) -> bool:
    """Whether a basis of 8.4 has something: evidence, a statement (8.4.5), or footage found."""
    if case.standing_evidence(item):
        return True
    if item == "statements":
        return bool(case.statements)
    if item == "footage":
        return any(footage.answer is not None for footage in case.footage.values())
    return False


def open_items(case: Case) -> list[OpenItem]:
    """8.4.1 to 8.4.8, as far as they are open, in their order."""
    return [
        OpenItem(item, clause_of(item, case.game), name)
        for item, (_clause, name) in ITEMS.items()
        if not filled(case, item) and item not in case.nothing
    ]


def take_statement(case: Case, command: c.TakeStatement, ctx: Context) -> list[Fact]:
    """8.4.5."""
    if command.party not in case.parties:
        raise Problem("case_party_unknown", "party", party=command.party)
    said = ctx.seal(command.said, case.persons)
    return [
        f.StatementTaken(statement=case.next_code("S"), party=command.party, said=said, taken_by=ctx.person),
    ]


def add_note(case: Case, command: c.AddNote, ctx: Context) -> list[Fact]:
    """For the house."""
    return [f.NoteAdded(note=ctx.seal(command.note, case.persons), added_by=ctx.person)]


def add_evidence(case: Case, command: c.AddEvidence, ctx: Context) -> list[Fact]:
    """8.4: a text, a link, a file looked into, or a document of the library with its version."""
    given = [name for name in ("text", "link", "file", "document") if getattr(command, name) is not None]
    if len(given) != 1:
        raise Problem("case_evidence_one", given[1] if len(given) > 1 else "text")
    kind: f.EvidenceKind = "text"
    content = media_type = size = scan = None
    if command.text is not None or command.link is not None:
        kind = "text" if command.text is not None else "link"
        content = ctx.seal(command.text or command.link or "", case.persons)
    elif command.file is not None:
        kind = "attachment"
        file = ctx.admitted(command.file.name, command.file.data)
        media_type, size, scan = file.media_type, file.size_bytes, file.scan
        content = ctx.seal(command.file.data, case.persons, kind="attachment", name=file.name, media_type=media_type)
    else:
        kind = "document"
        assert command.document is not None
        if not ctx.document_known(command.document, command.version):
            raise Problem("case_document_unknown", "document", document=command.document)
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


def withdraw_evidence(case: Case, command: c.WithdrawEvidence, ctx: Context) -> list[Fact]:
    """It stays in the record and counts no more."""
    kept = case.evidence.get(command.evidence)
    if kept is None or kept.withdrawn:
        raise Problem("case_evidence_unknown", "evidence", evidence=command.evidence)
    reason = ctx.seal(command.reason, case.persons)
    return [f.EvidenceWithdrawn(evidence=command.evidence, withdrawn_by=ctx.person, reason=reason)]


def mark_none(case: Case, command: c.MarkNone, ctx: Context) -> list[Fact]:
    """8.4: looked into, nothing there."""
    if filled(case, command.item):
        raise Problem("case_item_filled", "item", clause=clause_of(command.item, case.game))
    return [
        f.NothingFound(item=command.item, marked_by=ctx.person, reason=ctx.seal(command.reason, case.persons)),
    ]


def notify_surveillance(case: Case, command: c.NotifySurveillance, ctx: Context) -> list[Fact]:
    """8.2."""
    if case.notified is not None:
        raise Problem("case_notified_already")
    return [
        f.SurveillanceNotified(notified_by=ctx.person, next_by=ctx.after(minutes=ctx.terms.acknowledge_minutes)),
    ]


def acknowledge_notice(case: Case, command: c.AcknowledgeNotice, ctx: Context) -> list[Fact]:
    """8.2: Surveillance knows."""
    if case.notified is None:
        raise Problem("case_not_notified")
    if case.acknowledged is not None:
        raise Problem("case_changes_nothing")
    return [f.SurveillanceAcknowledged(acknowledged_by=ctx.person)]


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


def answer_footage(case: Case, command: c.AnswerFootage, ctx: Context) -> list[Fact]:
    """8.4.6: what it shows and where it is kept, or why there is none."""
    footage = case.footage.get(command.request)
    if footage is None or footage.answer is not None:
        raise Problem("case_request_unknown", "request", request=command.request)
    return [
        f.FootageAnswered(
            request=command.request,
            found=command.found,
            answer=ctx.seal(command.answer, case.persons),
            answered_by=ctx.person,
        )
    ]


def promise_time(case: Case, command: c.PromiseTime, ctx: Context) -> list[Fact]:
    """8.3: told by when. A later promise replaces an earlier one; both stay in the record."""
    if command.until <= ctx.now:
        raise Problem("case_time_passed", "until")
    return [
        f.TimePromised(until=command.until, language=command.language, told_by=ctx.person, manner=command.manner),
    ]


def say_no_time(case: Case, command: c.SayNoTime, ctx: Context) -> list[Fact]:
    """8.3: where possible, and here it is not. So that it is not forgotten, the clock runs on to when it is looked at
    again; that of senior management stays."""
    next_by = ctx.after(hours=ctx.terms.look_again_hours) if case.stage is Stage.PIT_MANAGER else None
    reason = ctx.seal(command.reason, case.persons)
    return [f.TimeNotPossible(reason=reason, said_by=ctx.person, next_by=next_by)]
