"""From a case to a letter: which paragraphs, tables and lines each paper has, in one language. Pure.

A letter is data too: blocks of plain text that the template (``casino/papers/paper.typ``) lays out without reading
them. So nothing that a person typed is ever part of a program of the typesetter. ``BODIES`` is the table of the papers:
acknowledgement (8.3), decision (8.4), notice of the right to complain (8.5), complaint form (8.6), decision on the
complaint (8.5), settlement and receipt of a case closed at the table.
Proved by ``tests/disputes/papers/test_papers.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from casino.papers.blocks import Block, lines, pairs, paragraph, paragraphs, points, statement
from disputes.papers import words as w
from disputes.papers.data import PaperData
from disputes.papers.writer import MissingPart, Writer

__all__ = ["BODIES", "MissingPart", "letter"]


def acknowledgement(x: Writer) -> Iterator[Block]:
    data = x.data
    yield x.greeting()
    yield paragraph(x.say(w.TAKEN_UP if data.raised_by_house else w.THANKS, case=data.case))
    yield x.facts(received_by=True)
    yield from x.claim()
    if data.promised_until is not None:
        until = x.moment(data.promised_until)
        yield {"block": "frame", "label": x.say(w.ANSWER_BY), "title": until, "text": x.say(w.ANSWER_BY_NOTE)}
    else:
        reason = data.no_time_reason
        yield {"block": "frame", "label": "", "title": x.say(w.NO_TIME if reason else w.TIME_TO_COME), "text": reason}
    yield from x.section(w.WHAT_NEXT, points([x.say(step) for step in w.STEPS]))
    yield {"block": "signatures", "rows": [x.signature(w.ISSUED_BY, data.issued_by)]}


def decision(x: Writer) -> Iterator[Block]:
    made = x.need(x.data.decision)
    yield x.greeting()
    yield paragraph(x.say(w.DECIDED_INTRO, case=x.data.case))
    yield x.outcome(made)
    yield from x.measures(made)
    yield from x.claim()
    yield from x.examined()
    yield from x.left_open()
    yield from x.reasons(made)
    yield from x.grounds()
    further = [paragraph(x.say(w.NEXT_STEP))]
    if x.data.reply_by is not None:
        further.append(paragraph(x.say(w.REPLY_BY, moment=x.moment(x.data.reply_by))))
    yield from x.section(w.IF_NOT, *further)
    yield from x.decided_by(made)
    yield from x.answered(w.ANSWERS)


def right_to_complain(x: Writer) -> Iterator[Block]:
    made = x.need(x.data.decision)
    yield x.greeting()
    yield paragraph(x.say(w.NOTICE_INTRO, decision=made.code, day=x.day(made.decided_at), case=x.data.case))
    yield {"block": "frame", "label": x.say(w.CLAUSE_8_5), "title": x.say(w.RIGHT), "text": x.say(w.RIGHT_NOTE)}
    how = [x.say(text) for text in w.FILING]
    if x.data.reply_by is not None:
        how.append(x.say(w.FILE_BY, moment=x.moment(x.data.reply_by)))
    elif x.data.term_days is not None:
        how.append(x.say(w.FILE_WITHIN, days=x.data.term_days))
    yield from x.section(w.HOW, points(how))
    yield from x.section(w.ABOUT, x.facts())
    yield from x.section(w.NOT_ACCEPTED, x.contested(made))
    yield from x.clauses()
    yield from x.section(
        w.RECEIPT,
        statement(x.say(w.RECEIPT_LINE)),
        {
            "block": "signatures",
            "rows": [x.signature(w.PLAYER, None), x.signature(w.TOLD_BY, x.data.issued_by)],
        },
    )


def complaint_form(x: Writer) -> Iterator[Block]:
    made = x.need(x.data.decision)
    to = x.data.addressee
    who = [(w.NAME, to.name), (w.CONTACT, ", ".join(to.contact.splitlines())), (w.PLAYER_REFERENCE, to.reference)]
    yield from x.section(w.COMPLAINANT, pairs([(x.say(label), text) for label, text in who]))
    yield from x.section(w.ABOUT, x.facts())
    yield from x.claim(w.MY_WORDS)
    yield from x.section(w.CONTESTED, x.contested(made))
    yield from x.section(w.WHY_NOT, *(paragraphs(x.data.complaint) or [lines(8)]))
    yield from x.section(w.I_ASK, lines(5))
    yield from x.section(w.ENCLOSED, lines(3))
    yield from x.section(w.HELPED_BY, lines(1))
    yield statement(x.say(w.TRUE))
    received = {"role": x.say(w.RECEIVED_BY), "post": "", "hint": x.say(w.SIGN), "name": ""}
    signatures = [x.signature(w.COMPLAINANT, None), received]
    yield {"block": "signatures", "rows": signatures, "date": x.say(w.SIGN_DATE)}


def complaint_decision(x: Writer) -> Iterator[Block]:
    made = x.need(x.data.complaint_decision)
    filed = x.data.complaint_filed_at
    if filed is None:
        raise MissingPart("a decision on a complaint needs the complaint")
    yield x.greeting()
    yield paragraph(x.say(w.COMPLAINT_INTRO, case=x.data.case, moment=x.moment(filed)))
    yield x.outcome(made)
    yield from x.measures(made)
    if x.data.complaint:
        yield from x.section(w.YOUR_COMPLAINT, {"block": "quote", "text": x.data.complaint})
    if x.data.decision is not None:
        yield from x.section(w.FIRST_DECISION, x.outcome(x.data.decision))
    yield from x.examined()
    yield from x.left_open()
    yield from x.reasons(made)
    yield from x.grounds()
    yield paragraph(x.say(w.FINAL))
    yield from x.decided_by(made)
    yield from x.answered(())


def settlement(x: Writer) -> Iterator[Block]:
    """What was agreed on at the table (8.1)."""
    made = x.need(x.data.decision)
    yield x.greeting()
    yield paragraph(x.say(w.SETTLED_INTRO, case=x.data.case, day=x.day(made.decided_at)))
    yield x.outcome(made)
    yield from x.measures(made)
    yield from x.claim()
    yield from x.examined()
    if made.remedy.deviation:
        yield from x.section(w.DEVIATION, *x.marked(paragraphs(made.remedy.deviation), "typed"))
    yield from x.clauses()
    yield statement(x.say(w.SETTLED_LINE))
    rows = [x.signature(w.PLAYER, None), x.signature(w.OFFERED_BY, made.decided_by)]
    yield {"block": "signatures", "rows": rows, "date": x.say(w.SIGN_DATE)}


def receipt(x: Writer) -> Iterator[Block]:
    """That the money of a settlement changed hands. Raises MissingPart where none did."""
    made = x.need(x.data.decision)
    total = made.remedy.total_minor
    if not total:
        raise MissingPart("a receipt needs an amount")
    paid = total > 0
    yield paragraph(x.say(w.RECEIPT_INTRO, case=x.data.case, day=x.day(made.decided_at)))
    house, guest = x.data.house.name, x.data.addressee.name or x.say(w.PLAYER)
    said = x.say(w.PLAYER_RECEIVES if paid else w.HOUSE_RECEIVES, house=house, guest=guest)
    yield {"block": "frame", "label": "", "title": x.money(abs(total)), "text": f"{x.in_words(total)} {said}"}
    yield from x.section(w.ABOUT, x.facts())
    yield statement(x.say(w.COUNTED))
    receives, gives = x.say(w.RECEIVES), x.say(w.GIVES)
    rows = [x.signature(w.PLAYER, None), x.signature(x.data.house.name, None)]
    for row, role in zip(rows, (receives, gives) if paid else (gives, receives), strict=True):
        row["role"] = f"{role}: {row['role']}"
    rows[1]["name"] = ""  # whoever counts the money out writes theirs
    yield {"block": "signatures", "rows": rows, "date": x.say(w.SIGN_DATE)}


BODIES: Final[dict[str, Callable[[Writer], Iterator[Block]]]] = {
    "acknowledgement": acknowledgement,
    "decision": decision,
    "right_to_complain": right_to_complain,
    "complaint_form": complaint_form,
    "complaint_decision": complaint_decision,
    "settlement": settlement,
    "receipt": receipt,
}


def letter(data: PaperData) -> dict[str, Any]:
    """Everything the template needs. Raises MissingPart where the case has not come so far."""
    x = Writer(data)
    local = data.issued_at.astimezone(x.zone)
    form = data.kind == "complaint_form"
    return {
        "language": data.language,
        "title": x.say(w.TITLES[data.kind]),
        "house": x.say(data.house.name),
        "house_also": data.house.name.en if data.language == "vi" else data.house.name.vi,
        "house_address": x.say(data.house.address),
        "code": data.house.code,
        "motto": list(w.MOTTO) if form and data.language == "vi" else [],
        "number": f"{x.say(w.NUMBER)} {data.case}/{x.number()}",
        "preview": x.say(w.PREVIEW) if data.preview else "",
        "date": x.dated(data.issued_at),
        "created": [local.year, local.month, local.day, local.hour, local.minute, local.second],
        "to_label": x.say(w.TO),
        "to": [x.say(w.TO_SENIOR, house=data.house.name)] if form else x.addressee(),
        "running": f"{x.say(w.CASE)} {data.case} · {x.say(w.PAPER)} {x.number()}",
        "page": x.say(w.PAGE),
        "foot": [*x.in_record(), x.say(w.LOCAL_TIME, zone=x.offset()), *x.signed_how()],
        "mark": x.mark(),
        "blocks": list(BODIES[data.kind](x)),
    }
