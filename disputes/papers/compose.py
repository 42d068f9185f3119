"""From a case to the data of a paper: the case's own record, its rounds replayed, and the texts unsealed.

Bets are shown as the replay judged them at the position of the decision, so that a letter issued later says what was
decided on; the rounds and what was found for 8.4 likewise. A paper knows the bets of its addressee alone, and what is
done about them (``disputes.case.bet_owner``, as it is known now: what turns out to be a stranger's is printed no more);
where none is known to be theirs, it says that. Of several players the first is shown the words of the claim and the
amount claimed; other people of the case stand by what they are, never by name.

Proved by ``tests/disputes/papers/test_compose.py``.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec
from django.conf import settings

from casino.core.events import RecordedEvent
from casino.core.sealed import Sealed
from casino.core.text import Text, shaped
from casino.house.service import settings_of
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.papers import signing
from casino.vault import open_text
from disputes.case import facts as f
from disputes.case import words as named
from disputes.case.bases import NOT_RECORDED
from disputes.case.bet_owner import Owners, by_ticking, owners
from disputes.case.papers import OF_SETTLEMENT
from disputes.case.procedure import ITEMS, clause_of
from disputes.case.rulings_awaited import decided_in
from disputes.case.state import Case, Footage, Kept, Made, Stage, fold
from disputes.library import reading
from disputes.papers import data as d
from disputes.papers import words as w
from disputes.papers.moments import moment_text
from disputes.papers.render import render
from disputes.papers.rows import gains, round_row, told_bet
from disputes.papers.writer import MissingPart
from disputes.rows.house import terms
from games import words
from games.catalogue import shipped
from games.engine import bet_owner
from games.engine.facts import Person
from games.engine.replay import Replay
from games.pages.game_parts import part_of
from games.rows import rulebooks
from games.rows.readmodel import overtaken_of
from games.rows.replay import Replayer

RIGHTS: Final = ("8.5", "8.6")
"""The clauses of the notice."""


def compose(
    owner: Property,
    case: Case,
    kind: str,
    language: str,
    party: str | None,
    *,
    now: datetime,
    by: Person,
    check_address: str = "",
) -> d.PaperData:
    """The data of a paper of this case to one of its players. What was sealed for somebody erased is left empty.
    ``check_address`` stands in its QR code."""
    return Composer(owner, case, party, check_address).paper(kind, language, now, by)


def printed(
    owner: Property,
    case: Case,
    kind: str,
    language: str,
    party: str | None,
    *,
    now: datetime,
    by: Person,
    check_address: str = "",
) -> bytes:
    """The paper as PDF, unsigned, with the house's own fonts besides (PAPER_FONTS_DIR)."""
    more_fonts = Path(settings.PAPER_FONTS_DIR) if settings.PAPER_FONTS_DIR else None
    data = compose(owner, case, kind, language, party, now=now, by=by, check_address=check_address)
    return render(data, more_fonts=more_fonts)


class Composer:
    """One paper in the making."""

    preview = False
    """Whether it is only shown, before anything is recorded."""

    def __init__(self, owner: Property, case: Case, party: str | None, check_address: str) -> None:
        self.signed, self.check_address = signing.signs(), check_address
        self.owner = owner
        self.case = self.then = case
        """``then`` is the case as it stood at the decision that the paper hands over."""
        self.to = case.parties[party] if party is not None else next(iter(case.players), None)
        self.documents: dict[str, d.DocumentRow] = {}
        self.clauses: dict[tuple[str, str], d.ClauseRow] = {}

    def paper(self, kind: Any, language: Any, now: datetime, by: Person) -> d.PaperData:
        case = self.case
        opened, at = case.opened, case.opened_at
        assert opened is not None
        assert at is not None
        first, second = self.made(on_complaint=False), self.made(on_complaint=True)
        about = {"decision": first, "complaint_decision": second}.get(kind)
        upto = None if about is None else self.position(about)
        remedy = None if about is None else about.fact.remedy
        if kind in OF_SETTLEMENT:
            upto, remedy = self.settled()
        if upto is not None:
            self.then = self.as_of(upto)
        replays = self.replays(upto)
        given: dict[str, Any] = {}
        if about is not None:
            decided = {ref.stream for ref in decided_in(self.then, about)}
            replays = [replay for replay in replays if replay.stream in decided]
            given["left"] = tuple((ref.table, ref.round) for ref in about.fact.left)
        house = settings_of(self.owner.code)
        if remedy is not None:
            bets = tuple(self.bets(replays, remedy))
            given |= {"bets": bets, "no_bets": bool(replays) and not bets}
            self.cite(remedy.citations)
        if about is not None:
            given["bases"] = tuple(self.bases(replays, set(about.fact.evidence)))
        elif kind == "right_to_complain":
            self.rights(replays)
        if kind in ("complaint_decision", "complaint_form") and case.complaint is not None and len(case.players) < 2:
            given["complaint"] = self.text(case.complaint.fact.said)
        return d.PaperData(
            kind=kind,
            language=language,
            house=d.House(
                code=self.owner.code,
                name=Text(self.owner.name_vi, self.owner.name_en),
                time_zone=self.owner.zone.key,
                address=Text(house.text("address_vi", now), house.text("address_en", now)),
            ),
            currency=case.currency,
            case=case.number,
            paper=case.next_code("L"),
            issued_at=now,
            issued_by=by,
            addressee=self.addressee(),
            opened_at=at,
            claim=self.words_of_theirs(),
            raised_by_house=opened.source == "finding",
            table=case.table or "",
            happened_at=opened.happened_at,
            amount_minor=case.amount_minor if self.claims else None,
            **self.time(kind, first, now),
            rounds=tuple(round_row(replay) for replay in replays),
            documents=tuple(self.documents.values()),
            clauses=tuple(self.clauses.values()),
            received_by=opened.opened_by,
            signed=self.signed,
            check_address=self.check_address,
            preview=self.preview,
            decision=self.offer() if kind in OF_SETTLEMENT else self.decision(first, language),
            complaint_filed_at=None if case.complaint is None else case.complaint.at,
            complaint_decision=self.decision(second, language),
            **given,
        )

    def made(self, *, on_complaint: bool) -> Made | None:
        """The decision that the paper can be about."""
        found = (made for made in reversed(self.case.decisions) if made.on_complaint is on_complaint and made.in_force)
        return next(found, None)

    @property
    def claims(self) -> bool:
        """Whether the claim, and the amount in it, are the addressee's."""
        return self.to in (None, *self.case.players[:1])

    def words_of_theirs(self) -> str:
        """What the addressee said of the matter: the claim, or where the house took it up, their first statement."""
        opened = self.case.opened
        if not self.claims or opened is None:
            return ""
        if opened.source == "player":
            return self.text(opened.claim)
        own = [kept.fact.said for kept in self.case.statements if self.to and kept.fact.party == self.to.party]
        return self.text(own[0]) if own else ""

    def text(self, sealed: Sealed | None) -> str:
        return "" if sealed is None else open_text(self.owner.code, sealed) or ""

    def addressee(self) -> d.Addressee:
        if self.to is None:
            return d.Addressee()
        identity = self.text(self.to.identity)
        known: dict[str, str] = msgspec.json.decode(identity) if identity else {}
        return d.Addressee(
            name=known.get("name", ""), contact=known.get("contact", ""), reference=self.to.reference or ""
        )

    # When

    def time(self, kind: str, first: Made | None, now: datetime) -> dict[str, Any]:
        """The moments that the player is told."""
        case = self.case
        promise = case.promise.fact if case.promise else None
        told: dict[str, Any] = {"promised_until": case.promised_until}
        if isinstance(promise, f.TimeNotPossible):
            told["no_time_reason"] = self.text(promise.reason)
        if kind == "decision" and case.stage is Stage.ANSWER:
            told["reply_by"] = case.next_by
        elif kind == "right_to_complain" and case.informed is not None and self.is_about(case.informed, first):
            told["reply_by"] = case.informed.fact.next_by
        elif kind == "right_to_complain":
            told["term_days"] = terms(self.owner.code, now).complaint_days
        return told

    def is_about(self, informed: Kept, made: Made | None) -> bool:
        """Whether the player was told of the right after this decision, and the case was not reopened since: the term
        that began before is over."""
        since = [kept.at for kept in self.case.reopened] + ([] if made is None else [made.at])
        return all(at <= informed.at for at in since)

    # What was decided

    def settled(self) -> tuple[int, f.Remedy]:
        """What was agreed on at the table, and where in the record."""
        said = [event for event in self.recorded if isinstance(event.data, f.AnsweredAtTable) and event.data.agreed]
        if not said:
            raise MissingPart("nothing was agreed on at the table")
        return said[-1].position, self.offered(said[-1].data.proposal).fact.remedy

    def offered(self, code: str) -> Kept:
        return next(kept for kept in self.case.proposals if kept.fact.proposal == code)

    def offer(self) -> d.Decision:
        """What was agreed on at the table, as a decision without reasons: a note beside an offer is the house's own."""
        agreed = next(answer for answer in reversed(self.case.proposal_answers.values()) if answer.agreed)
        kept = self.offered(agreed.proposal)
        return d.Decision(
            code=agreed.proposal,
            decided_at=kept.at,
            decided_by=kept.fact.proposed_by,
            remedy=self.remedy(kept.fact.remedy),
            reasons="",
        )

    def decision(self, made: Made | None, language: str) -> d.Decision | None:
        if made is None:
            return None
        fact = made.fact
        english = self.text(fact.reasons_en) if language == "en" else ""
        written: str = "en" if english else fact.reasons_language or "vi"
        return d.Decision(
            code=fact.decision,
            decided_at=made.at,
            decided_by=fact.decided_by,
            confirmed_by=None if made.confirmed is None else made.confirmed.confirmed_by,
            remedy=self.remedy(fact.remedy),
            reasons=english or self.text(fact.reasons),
            reasons_language=written,
            result=fact.result if isinstance(fact, f.ComplaintDecided) else None,
        )

    def remedy(self, remedy: f.Remedy) -> d.Remedy:
        """The part of a remedy that is this player's."""
        lines = [line for line in remedy.lines if self.concerns(line)]
        not_theirs = bool(remedy.lines) and not lines
        deviates = not remedy.lines or any(line.beyond_rules_minor for line in lines)
        return d.Remedy(
            kind="none" if not_theirs else remedy.kind,
            total_minor=sum(line.to_player_minor for line in lines),
            beyond_rules_minor=sum(line.beyond_rules_minor for line in lines if line.to_player_minor),
            kept_minor=sum(line.beyond_rules_minor for line in lines if not line.to_player_minor),
            deviation=self.text(remedy.deviation) if deviates else "",
            measures=tuple(
                d.Measure(kind=w.OUR_MEASURES.get(measure.kind, d.NOTHING), what=self.text(measure.what))
                for measure in remedy.measures
            ),
        )

    def concerns(self, line: f.RemedyLine) -> bool:
        """Whether a movement is this player's: the line names them. One recorded before lines did so goes by the bet;
        without a round it is of whoever claims."""
        if line.party is not None:
            return self.to is not None and line.party == self.to.party
        if line.stream is None:
            return self.claims
        return self.is_theirs(line.stream, line.bet or "", on_line=True)

    def is_theirs(self, stream: str, bet: str, *, on_line: bool = False) -> bool:
        """Whether a bet is this player's. Where nobody knows, only what was decided before it was asked counts as
        theirs: in a case of one player, what was ticked, or what the remedy itself was made on (``on_line``)."""
        if self.to is None:
            return False
        found = self.known.of(stream, bet, self.at_table.get((stream, bet)))
        if found.known:
            return found.party == self.to.party
        ref = next((ref for ref in self.then.rounds if ref.stream == stream), None)
        if ref is None:
            return False
        if on_line:
            ref = msgspec.structs.replace(ref, bets=(bet,))
        return by_ticking(self.then, ref, bet) == self.to.party

    @cached_property
    def known(self) -> Owners:
        return owners(self.case)

    @cached_property
    def at_table(self) -> dict[tuple[str, str], str | None]:
        """(round, bet) -> what the table calls its player, as its record stands now."""
        return {
            (replay.stream, bet): player
            for replay in self.replays(None)
            for bet, player in bet_owner.players(replay.state).items()
        }

    def replays(self, at: int | None) -> list[Replay]:
        """The rounds of the case: as they stood at a position, or (None) as they stand."""
        code = self.owner.code
        replayer = Replayer(code)
        return [
            replayer.round(ref.stream, upto_position=at, overtaken_at=overtaken_of(code, ref.stream, at))
            for ref in self.then.rounds
        ]

    @cached_property
    def recorded(self) -> list[RecordedEvent]:
        return get_ledger(self.owner.code).stream(self.case.stream)

    def position(self, made: Made) -> int | None:
        """Where in the record a decision stands; None for one that nobody has recorded yet (a preview)."""
        found = (event.position for event in self.recorded if getattr(event.data, "decision", None) == made.code)
        return next(found, None)

    def as_of(self, at: int) -> Case:
        return fold(self.case.stream, [event for event in self.recorded if event.position <= at])

    def bets(self, replays: Iterable[Replay], remedy: f.Remedy) -> Iterator[d.BetRow]:
        """Every disputed bet of this player as it was judged, and of those alone."""
        on_lines = {(line.stream, line.bet) for line in remedy.lines if self.concerns(line)}
        moved = {(line.stream, line.bet): line.to_player_minor for line in remedy.lines}
        refs = {ref.stream: ref for ref in self.then.rounds}
        for replay in replays:
            ref = refs[replay.stream]
            places = part_of(replay.state.game).places(replay)
            for result in replay.judgement.results:
                if ref.bets and result.bet not in ref.bets:
                    continue
                if not self.is_theirs(ref.stream, result.bet, on_line=(ref.stream, result.bet) in on_lines):
                    continue
                if replay.book is not None:
                    self.cite(f.Citation(document=replay.book.id, clause=n) for n in result.settlement.clauses)
                place = places.get(result.bet)
                spot = place.spot if place else words.bet_kind(replay.state.game, result.kind, replay.book)
                due, recorded = gains(result)
                yield d.BetRow(
                    round=replay.code,
                    bet=result.bet,
                    place=spot,
                    stake_minor=result.settlement.stake_minor,
                    due_minor=due,
                    recorded_minor=recorded,
                    difference_minor=None if due is None else recorded - due,
                    remedy_minor=moved.get((ref.stream, result.bet), 0),
                    told=told_bet(replay, result, self.case.currency),
                    clauses=result.settlement.clauses,
                )

    # What it rests on

    def cite(self, citations: Iterable[f.Citation]) -> None:
        """Take clauses and their documents up, each once."""
        for citation in citations:
            held = reading.find(self.owner.code, citation.document)
            if held is None:
                continue
            self.document(held)
            text = d.NOTHING
            if held.is_book:
                book = rulebooks.by_id(self.owner.code, held.document)
                clause = None if book is None else book.clauses.get(citation.clause)
                text = clause.text if clause else d.NOTHING
            key = (citation.document, citation.clause)
            self.clauses[key] = d.ClauseRow(document=citation.document, number=citation.clause, text=text)

    def document(self, held: reading.Held) -> None:
        self.documents[held.document] = d.DocumentRow(
            id=held.document, title=held.title, number=held.number, valid_from=held.valid_from
        )

    def rights(self, replays: list[Replay]) -> None:
        """8.5 and 8.6 of the document of the round; without a round of any document that has them."""
        books = [replay.book for replay in replays if replay.book is not None]
        game = [book for book in shipped().books if book.game == self.case.game]
        for book in (*books, *reversed(game), *shipped().books):
            numbers = [number for clause in RIGHTS for number in book.numbers_of(clause)]
            if all(number in book.clauses for number in numbers):
                self.cite(f.Citation(document=book.id, clause=number) for number in numbers)
                return

    def bases(self, replays: list[Replay], ticked: Container[str]) -> Iterator[d.BasisRow]:
        """8.4.1 to 8.4.8 with what each gave, as it stood when it was decided, and what of it decided. Of whom
        something was asked in vain is not told: they stand in the case by name."""
        for item, (_clause, name) in ITEMS.items():
            nothing = self.then.nothing.get(item)
            none: f.NothingFound | None = nothing.fact if nothing else None
            stands = tuple(self.stands(replays)) if item == "rules" else ()
            cause = d.NOTHING if none is None else w.CAUSES[none.cause] if none.cause else NOT_RECORDED
            yield d.BasisRow(
                clause=clause_of(item, self.case.game),
                name=name,
                found=(*stands, *self.found(item, ticked)),
                cause=cause,
                asked_at=none.asked_at if none else None,
            )

    def stands(self, replays: list[Replay]) -> Iterator[d.FoundRow]:
        """8.4.1 by itself: the rule book of each round, else that of the game when the matter was."""
        at = (self.then.opened.happened_at if self.then.opened else None) or self.then.opened_at
        books = {replay.book.id: replay.book for replay in replays if replay.book is not None}
        if not self.then.rounds and self.case.game and at is not None:
            book = rulebooks.in_force(self.owner.code, self.case.game, at)
            books = {} if book is None else {book.id: book}
        for document in books:
            held = reading.find(self.owner.code, document)
            if held is not None:
                self.document(held)
                title = w.DOCUMENT_LINE.format(title=held.title, number=held.number)
                stands = w.STANDS_BY_ITSELF.format(title=title if held.number else held.title)
                yield d.FoundRow(what=stands)

    def found(self, item: str, ticked: Container[str]) -> Iterator[d.FoundRow]:
        for code, what in self.found_by_code(item):
            yield d.FoundRow(what=w.EVIDENCE.format(code=code, what=what), decisive=code in ticked)

    def found_by_code(self, item: str) -> Iterator[tuple[str, Text]]:
        for fact in self.then.standing_evidence(item):
            yield fact.evidence, self.evidence(fact)
        if item == "statements":
            for kept in self.then.statements:
                own = self.to is not None and kept.fact.party == self.to.party
                yield kept.fact.statement, w.STATEMENTS["own" if own else self.then.parties[kept.fact.party].kind]
        if item == "footage":
            for footage in self.then.footage.values():
                what = self.footage(footage.asked)
                if footage.unanswered is not None:
                    what = self.unanswered(footage, what)
                elif footage.answer is None or not footage.answer.found:
                    why = w.WHY_NO_FOOTAGE[None if footage.answer is None else footage.answer.cause]
                    what = w.NO_FOOTAGE.format(what=what, why=why)
                yield footage.asked.request, what

    def evidence(self, fact: f.EvidenceAdded) -> Text:
        """What a piece of evidence is; of a document its title, number and version."""
        held = None if fact.document is None else reading.find(self.owner.code, fact.document, fact.version)
        if held is None:
            return named.EVIDENCE[fact.kind]
        self.document(held)
        return shaped("{title} ({version})", title=held.title, version=held.number or held.version)

    def unanswered(self, footage: Footage, what: Text) -> Text:
        """Surveillance was asked, and did not answer in time."""
        assert footage.unanswered is not None
        moments = {"asked": footage.asked_at, "due": footage.unanswered.fact.due_at}
        local = {name: moment_text(at, self.owner.zone) for name, at in moments.items()}
        return w.UNANSWERED.format(what=what, **local)

    def footage(self, asked: f.FootageAsked) -> Text:
        begins = f"{asked.begins_at.astimezone(self.owner.zone):%H:%M}"
        ends = moment_text(asked.ends_at, self.owner.zone)
        return w.FOOTAGE.format(table=asked.table, begins=begins, ends=ends)
