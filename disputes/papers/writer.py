"""The pieces that papers are made of, in one language: values in words, and the blocks that several papers have. Pure.

A block is plain text with a name that the template (``casino/papers/paper.typ``) knows how to draw. Proved by
``tests/disputes/papers/test_papers.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from casino.core.money import currency_name, format_minor, format_number
from casino.core.text import Text
from casino.papers.blocks import Block, pairs, paragraph, paragraphs, points, small, statement
from casino.papers.marks import qr_code
from casino.papers.spelled import spelled
from disputes.papers import words as w
from disputes.papers.data import BasisRow, BetRow, Decision, DocumentRow, FoundRow, PaperData, RoundRow
from disputes.papers.moments import day_text, moment_text
from games.engine.facts import Person
from games.engine.sentences import post


class MissingPart(ValueError):
    """A paper of this kind cannot be written yet: the case has not come so far."""


class Writer:
    """Writes one paper in its language."""

    def __init__(self, data: PaperData) -> None:
        self.data = data
        self.language = data.language
        self.zone = ZoneInfo(data.house.time_zone)

    # Values in words

    def say(self, text: Text, /, **values: object) -> str:
        """A sentence in the paper's language. A value that is a Text is put in in that language too."""
        template = text.in_language(self.language)
        if not values:
            return template
        return template.format(**{k: self.say(v) if isinstance(v, Text) else v for k, v in values.items()})

    def money(self, amount_minor: int) -> str:
        return format_minor(amount_minor, self.data.currency, self.language)

    def in_words(self, amount_minor: int) -> str:
        """An amount in words, as a sentence that begins with a capital."""
        spelled_out = self.say(spelled(abs(amount_minor), self.data.currency))
        return self.say(w.IN_WORDS, words=spelled_out[:1].upper() + spelled_out[1:])

    def currency(self) -> str:
        """What amounts without their currency are in."""
        return currency_name(self.data.currency, self.language)

    def figure(self, amount_minor: int | None, *, signed: bool = True) -> str:
        """An amount in a table: without its currency, with its sign."""
        if amount_minor is None:
            return self.say(w.UNDECIDED)
        text = format_number(amount_minor, self.data.currency, self.language)
        return f"+{text}" if signed and amount_minor > 0 else text

    def day(self, moment: datetime | date) -> str:
        return self.say(day_text(moment, self.zone))

    def moment(self, moment: datetime) -> str:
        return self.say(moment_text(moment, self.zone))

    def dated(self, moment: datetime) -> str:
        """The day that stands over a letter."""
        return self.say(w.DATED, day=self.day(moment))

    def offset(self) -> str:
        """The zone as a reader knows it: UTC+7."""
        minutes = int((self.data.issued_at.astimezone(self.zone).utcoffset() or timedelta()).total_seconds()) // 60
        hours, rest = divmod(abs(minutes), 60)
        return f"UTC{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02d}" if rest else "")

    def post(self, person: Person) -> str:
        name = self.say(post(person.post))
        return name[:1].upper() + name[1:]

    # Pieces that several papers have

    def addressee(self) -> list[str]:
        to = self.data.addressee
        lines = [to.name or self.say(w.GUEST), *to.contact.splitlines()]
        if to.reference:
            lines.append(self.say(w.REFERENCE, reference=to.reference))
        return lines

    def greeting(self) -> Block:
        name = self.data.addressee.name
        return paragraph(self.say(w.DEAR, name=name) if name else self.say(w.DEAR_GUEST))

    def claim(self, heading: Text = w.YOUR_WORDS) -> Iterator[Block]:
        if self.data.claim:
            yield from self.section(heading, {"block": "quote", "text": self.data.claim})

    def section(self, title: Text, *blocks: Block) -> Iterator[Block]:
        if blocks:
            yield {"block": "heading", "text": self.say(title)}
            yield from blocks

    def round_line(self, row: RoundRow) -> str:
        line = self.say(w.ROUND_LINE, game=row.game, table=row.table, round=row.round)
        if row.opened_at is not None:
            line += "; " + self.say(w.OPENED, moment=self.moment(row.opened_at))
        if self.say(row.result):
            line += "; " + self.say(w.RESULT, result=row.result)
        return line

    def rounds(self) -> list[str]:
        return [self.round_line(row) for row in self.data.rounds]

    def facts(self, *, received_by: bool = False) -> Block:
        data = self.data
        rows = [(self.say(w.CASE), data.case), (self.say(w.RECEIVED), self.moment(data.opened_at))]
        if received_by:
            by = data.received_by or data.issued_by
            rows.append((self.say(w.HANDLED_BY), f"{self.post(by)} {by.staff}"))
        if data.rounds:
            rows += [(self.say(w.ROUND), line) for line in self.rounds()]
        elif data.table:
            rows.append((self.say(w.TABLE), data.table))
        if data.happened_at is not None:
            rows.append((self.say(w.HAPPENED), self.moment(data.happened_at)))
        amount = self.say(w.NOT_STATED) if data.amount_minor is None else self.money(data.amount_minor)
        rows.append((self.say(w.AMOUNT), amount))
        return pairs(rows)

    def examined(self) -> Iterator[Block]:
        """The rounds with every bet calculated again."""
        blocks = [paragraph(line) for line in self.rounds()] or [paragraph(self.say(w.NO_ROUND))]
        yield from self.section(w.ROUNDS, *blocks)
        if self.data.bets:
            note = w.SO_FAR_NOTE if self.on_complaint else w.AMOUNTS_NOTE
            yield from self.section(w.RECALCULATED, self.bets(), small(self.say(note, currency=self.currency())))
        elif self.data.no_bets:
            yield paragraph(self.say(w.NO_BETS))

    def left_open(self) -> Iterator[Block]:
        """The rounds that this decision does not cover, and why."""
        left = [self.say(w.LEFT_ROUND, round=code, table=table) for table, code in self.data.left]
        yield from self.section(w.LEFT_OPEN, *map(paragraph, left))

    @property
    def on_complaint(self) -> bool:
        return self.data.kind == "complaint_decision"

    def bets(self) -> Block:
        rows = [
            {
                "main": f"{bet.round} · {self.say(bet.place)}",
                "notes": [line for line in self.bet_notes(bet) if line],
                "cells": self.cells(
                    bet.stake_minor, bet.due_minor, bet.recorded_minor, bet.difference_minor, bet.remedy_minor
                ),
            }
            for bet in self.data.bets
        ]
        return {
            "block": "bets",
            "columns": [
                self.say(w.SO_FAR if self.on_complaint and number == w.AT_THE_TABLE else column)
                for number, column in enumerate(w.COLUMNS)
            ],
            "rows": rows,
            "total": {"main": self.say(w.TOTAL), "cells": self.total()} if len(rows) > 1 else None,
        }

    def bet_notes(self, bet: BetRow) -> Iterator[str]:
        yield " ".join(self.say(sentence) for sentence in bet.told)
        if bet.clauses:
            under = w.UNDER if len(bet.clauses) > 1 else w.UNDER_ONE
            yield self.say(under, clauses=", ".join(bet.clauses))

    def cells(self, stake: int, due: int | None, recorded: int, difference: int | None, remedy: int) -> list[str]:
        return [self.figure(stake, signed=False), *(self.figure(a) for a in (due, recorded, difference, remedy))]

    def total(self) -> list[str]:
        bets = self.data.bets
        due = [bet.due_minor for bet in bets if bet.due_minor is not None]
        difference = [bet.difference_minor for bet in bets if bet.difference_minor is not None]
        return self.cells(
            sum(bet.stake_minor for bet in bets),
            sum(due) if len(due) == len(bets) else None,
            sum(bet.recorded_minor for bet in bets),
            sum(difference) if len(difference) == len(bets) else None,
            sum(bet.remedy_minor for bet in bets),
        )

    def outcome(self, decision: Decision) -> Block:
        """What is decided, in a frame: nobody has to look for it."""
        remedy = decision.remedy
        title = self.say(w.REMEDIES[remedy.kind])
        said = [self.say(w.NO_MONEY)]
        if remedy.total_minor:
            paid = w.PAYS if remedy.total_minor > 0 else w.TAKES
            amount = self.say(paid, house=self.data.house.name, amount=self.money(abs(remedy.total_minor)))
            said = [f"{amount[:1].upper()}{amount[1:]} {self.in_words(remedy.total_minor)}"]
        if remedy.kept_minor:
            title = title if remedy.total_minor else self.say(w.KEPT)
            said.append(self.say(w.KEEPS, amount=self.money(remedy.kept_minor)))
        if remedy.beyond_rules_minor:
            beyond = w.BEYOND if remedy.beyond_rules_minor > 0 else w.WITHHELD
            said.append(self.say(beyond, amount=self.money(abs(remedy.beyond_rules_minor))))
        if decision.result is not None:
            rejected = decision.result == "rejected"
            verdict = self.say(w.RESULTS[decision.result])
            besides = remedy.kind == "none" and remedy.measures  # upheld by what is done, not by money
            title = verdict if rejected or besides else f"{verdict}. {title}"
            said = [self.say(w.STANDS)] if rejected else [*said, *([self.say(w.BESIDES)] if remedy.total_minor else [])]
        called = w.AGREEMENT if self.data.kind == "settlement" else w.DECISION
        label = self.say(called, code=decision.code, moment=self.moment(decision.decided_at))
        return {"block": "frame", "label": label, "title": title, "text": " ".join(said)}

    def contested(self, decision: Decision) -> Block:
        """A decision in one line."""
        remedy = decision.remedy
        line = self.say(
            w.CONTESTED_LINE, decision=decision.code, day=self.day(decision.decided_at), remedy=w.REMEDIES[remedy.kind]
        )
        if remedy.total_minor:
            line += f" ({self.figure(remedy.total_minor)}\N{NO-BREAK SPACE}{self.currency()})"
        return paragraph(line)

    def marked(self, blocks: list[Block], by: str) -> list[Block]:
        """In a preview: what of the page was typed or ticked just now."""
        return [{**block, "by": by} for block in blocks] if self.data.preview else blocks

    def reasons(self, decision: Decision) -> Iterator[Block]:
        said = self.marked(paragraphs(decision.reasons), "typed")
        if said and decision.reasons_language != self.language:
            said.insert(0, small(self.say(w.REASONS_LANGUAGE)))
        yield from self.section(w.REASONS, *said)
        if decision.remedy.deviation:
            yield from self.section(w.DEVIATION, *self.marked(paragraphs(decision.remedy.deviation), "typed"))

    def clauses(self) -> Iterator[Block]:
        """The clauses; their document under the last of each run."""
        names = {row.id: self.document(row) for row in self.data.documents}
        cited = self.data.clauses
        follows = [clause.document for clause in cited[1:]]
        rows = [
            {
                "label": clause.number,
                "text": self.say(clause.text),
                "note": "" if clause.document == after else names.get(clause.document, clause.document),
            }
            for clause, after in zip(cited, [*follows, None], strict=True)
        ]
        if rows:
            yield from self.section(w.CLAUSES, {"block": "entries", "rows": rows})

    def grounds(self) -> Iterator[Block]:
        """The clauses with their documents, and the bases of 8.4, each with what it gave and what of that decided."""
        yield from self.clauses()
        bases = [
            {"label": basis.clause, "text": self.say(basis.name), "note": note}
            for basis in self.data.bases
            for note in ["; ".join(map(self.found, basis.found)) or self.nothing(basis)]
        ]
        if bases:
            ticked = any(found.decisive for basis in self.data.bases for found in basis.found)
            block: Block = {"block": "entries", "rows": bases}
            yield from self.section(w.BASES, *(self.marked([block], "ticked") if ticked else [block]))

    def found(self, found: FoundRow) -> str:
        return self.say(w.DECISIVE, what=found.what) if found.decisive else self.say(found.what)

    def nothing(self, basis: BasisRow) -> str:
        """Why a basis gives nothing: the cause, and when it was asked for. What was noted of it is the house's own."""
        if not self.say(basis.cause):
            return self.say(w.NOTHING_FOUND)
        if basis.asked_at is None:
            return self.say(basis.cause)
        return self.say(w.NOTHING_ASKED, cause=basis.cause, asked=self.moment(basis.asked_at))

    def measures(self, decision: Decision) -> Iterator[Block]:
        """What the house does besides money."""
        rows = []
        for measure in decision.remedy.measures:
            rows.append(self.say(w.MEASURE, kind=measure.kind, what=measure.what).strip())
        if rows:
            yield from self.section(w.MEASURES, *self.marked([points(rows)], "typed"))

    def document(self, row: DocumentRow) -> str:
        line = self.say(row.title)
        if row.number:
            line = self.say(w.DOCUMENT_LINE, title=row.title, number=row.number)
        if row.valid_from is not None:
            line += "; " + self.say(w.VALID_FROM, day=self.day(row.valid_from))
        return line

    def signature(self, role: Text, person: Person | None) -> Block:
        """A place to sign: what for, the post, the staff code. Without a person: for the player."""
        if person is None:
            return {"role": self.say(role), "post": "", "hint": self.say(w.SIGN), "name": self.data.addressee.name}
        staff = self.say(w.STAFF, staff=person.staff)
        return {"role": self.say(role), "post": self.post(person), "hint": "", "name": staff}

    def answered(self, answers: tuple[Text, ...]) -> Iterator[Block]:
        """Where the player signs for the paper, and says whether they agree."""
        yield {"block": "heading", "text": self.say(w.YOUR_ANSWER)}
        if answers:
            yield {"block": "choices", "rows": [self.say(answer) for answer in answers]}
        yield statement(self.say(w.HANDED_LINE))
        yield {"block": "signatures", "rows": [self.signature(w.PLAYER, None)], "date": self.say(w.SIGN_DATE)}

    def in_record(self) -> list[str]:
        """That the paper's hash is recorded: not before it is issued."""
        return [] if self.data.preview else [self.say(w.IN_THE_RECORD)]

    def signed_how(self) -> list[str]:
        """How the file itself is signed, in a line of the foot."""
        if self.data.preview:
            return [self.say(w.PREVIEW)]
        return [self.say(w.SIGNED if self.data.signed else w.NOT_SIGNED, house=self.data.house.name)]

    def number(self) -> str:
        """The paper's number, which nothing has before it is issued."""
        return self.say(w.PREVIEW) if self.data.preview else self.data.paper

    def mark(self) -> dict[str, str] | None:
        """The QR code of every page, with what it is for."""
        address = self.data.check_address
        return {"svg": qr_code(address), "text": self.say(w.CHECK_HERE)} if address else None

    def decided_by(self, decision: Decision) -> Iterator[Block]:
        signatures = [self.signature(w.DECIDED_BY, decision.decided_by)]
        if decision.confirmed_by is not None:
            signatures.append(self.signature(w.CONFIRMED_BY, decision.confirmed_by))
        yield {"block": "signatures", "rows": signatures}

    def need(self, decision: Decision | None) -> Decision:
        if decision is None:
            raise MissingPart(f"a paper of kind {self.data.kind} needs a decision")
        return decision
