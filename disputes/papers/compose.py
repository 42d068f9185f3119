"""From a case to the data of a paper: the case's own record, its rounds replayed, and the texts unsealed.

Bets are shown as the replay judged them at the position of the decision, so that a letter issued later says what was
decided on; the rounds and what was found for 8.4 likewise. Where a case has several players, each is shown their own
bets, as far as the table knows whose a bet was, and only the first the words of the claim; other people of the case
stand by what they are, never by name.

Proved by ``tests/disputes/papers/test_compose.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec
from django.conf import settings

from casino.core.events import RecordedEvent
from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes import words as named
from disputes.case import facts as f
from disputes.case.procedure import ITEMS, clause_of
from disputes.case.sealed import Sealed
from disputes.case.state import Case, Kept, Made, Stage, fold
from disputes.library import reading
from disputes.outside import terms
from disputes.papers import data as d
from disputes.papers import words as w
from disputes.papers.render import render
from disputes.vault import open_text
from games import words
from games.pages.bets import calculation
from games.pages.games import GAMES
from games.readmodel import ended_of
from games.replay import Replay, Replayer
from games.rounds.facts import Person
from games.rules.book import RuleBook, shipped
from games.rules.judgement import BetResult, Outcome
from games.words import shared
from games.words.say import say

RIGHTS: Final = ("8.5", "8.6")
"""The clauses of the notice."""


def compose(
    owner: Property, case: Case, kind: str, language: str, party: str | None, *, now: datetime, by: Person
) -> d.PaperData:
    """The data of a paper of this case to one of its players. What was sealed for somebody erased is left empty."""
    return _Composer(owner, case, party).paper(kind, language, now, by)


def printed(
    owner: Property, case: Case, kind: str, language: str, party: str | None, *, now: datetime, by: Person
) -> bytes:
    """The paper as PDF, with the house's own fonts besides (PAPER_FONTS_DIR)."""
    more_fonts = Path(settings.PAPER_FONTS_DIR) if settings.PAPER_FONTS_DIR else None
    return render(compose(owner, case, kind, language, party, now=now, by=by), more_fonts=more_fonts)


class _Composer:
    """One paper in the making."""

    def __init__(self, owner: Property, case: Case, party: str | None) -> None:
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
        first = next((made for made in reversed(case.decisions) if not made.on_complaint and made.in_force), None)
        second = next((made for made in reversed(case.decisions) if made.on_complaint and made.in_force), None)
        about = {"decision": first, "complaint_decision": second}.get(kind)
        if about is not None:
            self.then = self.as_decided(about)
        replays = self.replays(about)
        given: dict[str, Any] = {}
        if about is not None:
            given = {"bets": tuple(self.bets(replays, about)), "bases": tuple(self.bases())}
            self.cite(about.fact.remedy.citations)
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
                time_zone=self.owner.time_zone,
            ),
            currency=case.currency,
            case=case.number,
            paper=case.next_code("L"),
            issued_at=now,
            issued_by=by,
            addressee=self.addressee(),
            opened_at=at,
            claim=self.text(opened.claim) if self.to in (None, *case.players[:1]) else "",
            table=case.table or "",
            happened_at=opened.happened_at,
            amount_minor=case.amount_minor,
            **self.time(kind, first),
            rounds=tuple(_round(replay) for replay in replays),
            documents=tuple(self.documents.values()),
            clauses=tuple(self.clauses.values()),
            decision=self.decision(first),
            complaint_filed_at=None if case.complaint is None else case.complaint.at,
            complaint_decision=self.decision(second),
            **given,
        )

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

    def time(self, kind: str, first: Made | None) -> dict[str, Any]:
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
            told["term_days"] = terms().complaint_days
        return told

    def is_about(self, informed: Kept, made: Made | None) -> bool:
        """Whether the player was told of the right after this decision, and the case was not reopened since: the term
        that began before is over."""
        since = [kept.at for kept in self.case.reopened] + ([] if made is None else [made.at])
        return all(at <= informed.at for at in since)

    # What was decided

    def decision(self, made: Made | None) -> d.Decision | None:
        if made is None:
            return None
        fact, remedy = made.fact, made.fact.remedy
        lines = [line for line in remedy.lines if self.concerns(line)]
        return d.Decision(
            code=fact.decision,
            decided_at=made.at,
            decided_by=fact.decided_by,
            confirmed_by=None if made.confirmed is None else made.confirmed.confirmed_by,
            remedy=d.Remedy(
                kind=remedy.kind,
                total_minor=sum(line.to_player_minor for line in lines),
                beyond_rules_minor=sum(line.beyond_rules_minor for line in lines),
                deviation=self.text(remedy.deviation),
            ),
            reasons=self.text(fact.reasons),
            result=fact.result if isinstance(fact, f.ComplaintDecided) else None,
        )

    def concerns(self, line: f.RemedyLine) -> bool:
        """Whether a movement is this player's: all are, unless the bet is known to be another player's."""
        return line.stream is None or self.is_theirs(line.stream, line.bet or "")

    def is_theirs(self, stream: str, bet: str) -> bool:
        owner = self.owners.get((stream, bet))
        others = {party.reference for party in self.case.players if party is not self.to} - {None}
        return owner is None or owner not in others

    @cached_property
    def owners(self) -> dict[tuple[str, str], str]:
        """(round, bet) -> what the table calls its player, where it says so."""
        return {
            (replay.stream, event.data.bet): event.data.player
            for replay in self.replays(None)
            for event in replay.events()
            if getattr(event.data, "bet", None) and getattr(event.data, "player", None)
        }

    def replays(self, about: Made | None) -> list[Replay]:
        """The rounds of the case: as they stood at a decision, or (None) as they stand."""
        code = self.owner.code
        replayer = Replayer(code)
        at = None if about is None else self.position(about)
        return [
            replayer.round(ref.stream, upto_position=at, ended=ended_of(code, ref.stream, at) or None)
            for ref in self.then.rounds
        ]

    @cached_property
    def recorded(self) -> list[RecordedEvent]:
        return get_ledger(self.owner.code).stream(self.case.stream)

    def position(self, made: Made) -> int:
        return next(event.position for event in self.recorded if getattr(event.data, "decision", None) == made.code)

    def as_decided(self, made: Made) -> Case:
        at = self.position(made)
        return fold(self.case.stream, [event for event in self.recorded if event.position <= at])

    def bets(self, replays: Iterable[Replay], about: Made) -> Iterator[d.BetRow]:
        """Every disputed bet of this player as it was judged."""
        moved = {(line.stream, line.bet): line.to_player_minor for line in about.fact.remedy.lines}
        for ref, replay in zip(self.then.rounds, replays, strict=True):
            game = GAMES.get(replay.state.game)
            places = game.places(replay) if game else {}
            for result in replay.judgement.results:
                if (ref.bets and result.bet not in ref.bets) or not self.is_theirs(ref.stream, result.bet):
                    continue
                if replay.book is not None:
                    self.cite(f.Citation(document=replay.book.id, clause=n) for n in result.settlement.clauses)
                place = places.get(result.bet)
                due, recorded = _gains(result)
                yield d.BetRow(
                    round=replay.code,
                    bet=result.bet,
                    place=place.spot if place else words.bet_kind(replay.state.game, result.kind),
                    stake_minor=result.settlement.stake_minor,
                    due_minor=due,
                    recorded_minor=recorded,
                    difference_minor=None if due is None else recorded - due,
                    remedy_minor=moved.get((ref.stream, result.bet), 0),
                    calculation=_sum(result, replay.book, self.case.currency),
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
                clause = shipped().by_id(held.document).clauses.get(citation.clause)
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
            if all(number in book.clauses for number in RIGHTS):
                self.cite(f.Citation(document=book.id, clause=number) for number in RIGHTS)
                return

    def bases(self) -> Iterator[d.BasisRow]:
        """8.4.1 to 8.4.8 with what each gave, as it stood when it was decided."""
        for item, (_clause, name) in ITEMS.items():
            nothing = self.then.nothing.get(item)
            yield d.BasisRow(
                clause=clause_of(item, self.case.game),
                name=name,
                found=tuple(self.found(item)),
                nothing=self.text(nothing.fact.reason) if nothing else "",
            )

    def found(self, item: str) -> Iterator[Text]:
        for fact in self.then.standing_evidence(item):
            yield say(w.EVIDENCE.vi, w.EVIDENCE.en, code=fact.evidence, what=self.evidence(fact))
        if item == "statements":
            for kept in self.then.statements:
                kind = self.then.parties[kept.fact.party].kind
                what = say(w.STATEMENT.vi, w.STATEMENT.en, who=named.PARTIES[kind])
                yield say(w.EVIDENCE.vi, w.EVIDENCE.en, code=kept.fact.statement, what=what)
        if item == "footage":
            for footage in self.then.footage.values():
                what = self.footage(footage.asked)
                if footage.answer is None or not footage.answer.found:
                    what = say(w.NO_FOOTAGE.vi, w.NO_FOOTAGE.en, what=what)
                yield say(w.EVIDENCE.vi, w.EVIDENCE.en, code=footage.asked.request, what=what)

    def evidence(self, fact: f.EvidenceAdded) -> Text:
        """What a piece of evidence is; of a document its title, number and version."""
        held = None if fact.document is None else reading.find(self.owner.code, fact.document, fact.version)
        if held is None:
            return named.EVIDENCE[fact.kind]
        self.document(held)
        return say("{title} ({version})", "{title} ({version})", title=held.title, version=held.number or held.version)

    def footage(self, asked: f.FootageAsked) -> Text:
        begins, ends = (moment.astimezone(self.owner.zone) for moment in (asked.begins_at, asked.ends_at))
        values = {"table": asked.table, "begins": f"{begins:%H:%M}", "ends": f"{ends:%H:%M %d/%m/%Y}"}
        return say(w.FOOTAGE.vi, w.FOOTAGE.en, **values)


def _round(replay: Replay) -> d.RoundRow:
    game = replay.state.game
    return d.RoundRow(
        table=replay.table,
        round=replay.code,
        game=words.term(shared.GAMES, game),
        opened_at=replay.state.opened_at,
        result=words.result(game, replay.judgement.summary),
    )


def _gains(result: BetResult) -> tuple[int | None, int]:
    """The player's gain as it was due (None: not decided), and as it came about, with earlier remedies."""
    settlement = result.settlement
    recorded = result.recorded.net_minor(settlement.stake_minor) + result.recorded.remedied_minor
    undecided = result.difference_minor is None or settlement.outcome in (Outcome.AWAITING, Outcome.PENDING)
    return None if undecided else settlement.net_minor, recorded


def _sum(result: BetResult, book: RuleBook | None, currency: str) -> Text:
    return calculation(result.settlement, book.odds.get(result.kind) if book else None, currency)
