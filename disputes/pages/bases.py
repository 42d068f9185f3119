"""The check-list of 8.4 as a case's page shows it: each basis with what was found for it, or why there is nothing.

Proved by ``tests/disputes/admin/test_cases.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import msgspec
from django.urls import reverse

from casino.core.text import Text
from disputes.case import facts as f
from disputes.case import words
from disputes.case.bases import NOT_RECORDED, filled, looked_into, rule_books
from disputes.case.context import Context
from disputes.case.procedure import ITEMS, clause_of
from disputes.case.state import Case, Footage, Kept
from disputes.case.words import CAUSES
from disputes.library.reading import Held, find
from disputes.pages.sealed_words import Said, Words
from games.engine.sentences import person

SAFE_SCHEMES: Final = ("http://", "https://")


class EvidenceView(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of evidence. ``digest`` is the salted hash in the event; ``download`` where an attachment is had."""

    code: str
    kind: Text
    at: datetime
    by: Text
    version: int
    text: Said | None = None
    link: str = ""
    media_type: str = ""
    size: Text | None = None
    digest: str = ""
    scan: Text | None = None
    download: str = ""
    document: str = ""
    title: Text | None = None
    held: Held | None = None
    note: Said | None = None
    withdrawn: bool = False


class StatementView(msgspec.Struct, frozen=True, kw_only=True):
    """What a party says of the incident."""

    code: str
    party: str
    said: Said
    at: datetime
    by: Text


class FootageView(msgspec.Struct, frozen=True, kw_only=True):
    """A request for footage, and what Surveillance answered."""

    code: str
    table: str
    round: str
    begins_at: datetime
    ends_at: datetime
    at: datetime
    by: Text
    due_at: datetime | None
    note: Said | None
    answered: bool
    found: bool
    answer: Said | None
    answered_by: Text | None
    unanswered: Said | None = None
    unanswered_by: Text | None = None
    unanswered_at: datetime | None = None


class ItemView(msgspec.Struct, frozen=True, kw_only=True):
    """A basis of 8.4. ``state`` is ``filled``, ``nothing`` (with ``cause``, ``reason`` and ``by``), ``unanswered``
    (footage) or ``open``. ``books`` stand there by themselves (8.4.1)."""

    item: str
    clause: str
    name: Text
    state: str
    reason: Said | None
    by: Text | None
    at: datetime | None
    cause: Text | None
    asked_of: Said | None
    asked_at: datetime | None
    books: tuple[Held, ...]
    evidence: tuple[EvidenceView, ...]
    statements: tuple[StatementView, ...]
    footage: tuple[FootageView, ...]

    @property
    def empty(self) -> bool:
        return not (self.evidence or self.statements or self.footage or self.reason)


def check_list(case: Case, ctx: Context, said: Words, property_code: str, pk: int) -> list[ItemView]:
    """8.4.1 to 8.4.8, in their order."""
    return [_item(item, name, case, ctx, said, property_code, pk) for item, (_clause, name) in ITEMS.items()]


def _state(item: f.Item, case: Case, ctx: Context) -> str:
    if filled(case, item, ctx):
        return "filled"
    if not looked_into(case, item, ctx):
        return "open"
    return "unanswered" if item == "footage" else "nothing"


def _item(item: f.Item, name: Text, case: Case, ctx: Context, said: Words, property_code: str, pk: int) -> ItemView:
    state = _state(item, case, ctx)
    shown = case.nothing.get(item) if state != "filled" else None
    none: f.NothingFound | None = shown.fact if shown else None
    return ItemView(
        item=item,
        clause=clause_of(item, case.game),
        name=name,
        state=state,
        reason=said.of(none.reason) if none else None,
        by=person(none.marked_by) if none else None,
        at=shown.at if shown else None,
        cause=(CAUSES[none.cause] if none.cause else NOT_RECORDED) if none else None,
        asked_of=said.of(none.asked_of) if none else None,
        asked_at=none.asked_at if none else None,
        books=tuple(_books(case, ctx, property_code)) if item == "rules" else (),
        evidence=tuple(
            _evidence(kept, said, property_code, pk) for kept in case.evidence.values() if kept.fact.item == item
        ),
        statements=tuple(_statement(kept, said) for kept in case.statements) if item == "statements" else (),
        footage=tuple(_footage(each, said) for each in case.footage.values()) if item == "footage" else (),
    )


def _books(case: Case, ctx: Context, property_code: str) -> Iterator[Held]:
    """8.4.1: what stands there by itself."""
    found = (find(property_code, document) for document in rule_books(case, ctx) if document)
    return (held for held in found if held is not None)


def _evidence(kept: Kept, said: Words, property_code: str, pk: int) -> EvidenceView:
    fact: f.EvidenceAdded = kept.fact
    attached = fact.kind == "attachment"
    text = None if attached else said.of(fact.content)
    link = text.text if fact.kind == "link" and text and text.text else ""
    held = find(property_code, fact.document, fact.version) if fact.document else None
    return EvidenceView(
        code=fact.evidence,
        kind=words.EVIDENCE[fact.kind],
        at=kept.at,
        by=person(fact.added_by),
        version=kept.version,
        text=text,
        link=link if link.lower().startswith(SAFE_SCHEMES) else "",
        media_type=fact.media_type or "",
        size=words.size(fact.size_bytes) if fact.size_bytes else None,
        digest=fact.content.digest if fact.content else "",
        scan=words.SCANS[fact.scan or "not_scanned"] if attached else None,
        download=reverse("admin:disputes_case_attachment", args=[pk, fact.evidence]) if attached else "",
        document=" ".join(part for part in (fact.document, fact.version) if part),
        title=held.title if held else None,
        held=held,
        note=said.of(fact.note),
        withdrawn=kept.withdrawn,
    )


def _statement(kept: Kept, said: Words) -> StatementView:
    fact: f.StatementTaken = kept.fact
    words_of = said.of(fact.said)
    assert words_of is not None
    return StatementView(code=fact.statement, party=fact.party, said=words_of, at=kept.at, by=person(fact.taken_by))


def _footage(each: Footage, said: Words) -> FootageView:
    asked, answer, unanswered = each.asked, each.answer, each.unanswered
    return FootageView(
        code=asked.request,
        table=asked.table,
        round=asked.round or "",
        begins_at=asked.begins_at,
        ends_at=asked.ends_at,
        at=each.asked_at,
        by=person(asked.asked_by),
        due_at=asked.next_by,
        note=said.of(asked.note),
        answered=answer is not None,
        found=answer is not None and answer.found,
        answer=said.of(answer.answer) if answer else None,
        answered_by=person(answer.answered_by) if answer else None,
        unanswered=said.of(unanswered.fact.reason) if unanswered else None,
        unanswered_by=person(unanswered.fact.recorded_by) if unanswered else None,
        unanswered_at=unanswered.at if unanswered else None,
    )
