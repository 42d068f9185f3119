"""From a report that was made to the data of its PDF: the same rounds at the same position, replayed one by one.

Memory and time are bounded: a part shows ``keeping.ROUNDS_PER_PAPER`` rounds whole, each with at most
:data:`MOST_FACTS` facts; figures stand in the first part, of at most :data:`MOST_COUNTED` rounds. What is left out is
said, and stands in the bundle. Figures of rounds
in another currency than the property's are told apart. Proved by ``tests/surveillance/reports/test_paper.py``.
"""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from casino.checkpoints.models import Checkpoint
from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger.models import Property
from games import words
from games.engine import rules
from games.engine.judgement import BetResult, Outcome
from games.engine.replay import Replay
from games.pages import bets
from games.pages.game_parts import part_of
from games.rows import rulebooks
from games.rows.readmodel import overtaken_of
from games.rows.replay import Replayer
from games.words import shared
from surveillance.bundle.layout import ANNEX, MANIFEST
from surveillance.bundle.selection import ABOUT, Selection
from surveillance.files import storage
from surveillance.reports import choosing, keeping
from surveillance.reports.models import Report, ReportFile
from surveillance.reports.paper import data as d
from surveillance.reports.paper.annex import annex as in_words
from surveillance.rows.house import is_uncertain
from surveillance.rows.models import Link

_WORDS: Final = Catalogue(__file__)

MOST_COUNTED: Final = 10_000
MOST_FACTS: Final = 60
LABELS: Final = _WORDS.table("labels")
"""Field of a selection -> what people call it."""


def compose(row: Report, part: int = 1) -> d.ReportData:
    """A part of the report for people, in Vietnamese; in English it is the same with another ``language``."""
    return _Composer(row, part).data()


@dataclass
class _Sum:
    rounds: int = 0
    stakes: int = 0
    result: int = 0
    due: int = 0
    findings: int = 0


@dataclass
class _Figures:
    """What is counted of every round, in constant memory but for the course."""

    tables: dict[tuple[str, str], _Sum] = field(default_factory=dict)
    shifts: dict[tuple[str, str], _Sum] = field(default_factory=dict)
    games: dict[tuple[str, str], _Sum] = field(default_factory=dict)
    found: Counter[str] = field(default_factory=Counter)
    points: list[tuple[int, int]] = field(default_factory=list)


class _Composer:
    def __init__(self, row: Report, part: int) -> None:
        self.row = row
        self.part = part
        self.owner: Property = row.property
        self.selection = msgspec.convert(row.selection, Selection)
        self.replayer = Replayer(self.owner.code)
        self.figures = _Figures()
        self.documents: dict[str, d.Document] = {}

    def data(self) -> d.ReportData:
        row, owner = self.row, self.owner
        total = counted = 0
        first_shown = (self.part - 1) * keeping.ROUNDS_PER_PAPER
        here = range(first_shown, first_shown + keeping.ROUNDS_PER_PAPER)
        rounds: list[d.Round] = []
        for placed in choosing.rounds(owner, self.selection, row.position):
            total += 1
            shown = total - 1 in here
            if not shown and (self.part > 1 or counted == MOST_COUNTED):
                continue
            replay = self.replayer.round(
                placed.stream, row.position, overtaken_at=overtaken_of(owner.code, placed.stream, row.position)
            )
            self.count(replay)
            counted += 1
            if shown:
                rounds.append(self.round(replay))
        first = Report.objects.filter(property=owner, identity=row.identity).order_by("id").first()
        assert first is not None
        manifest, bundle_digest, annex = self.manifest()
        figures = self.figures
        return d.ReportData(
            language="vi",
            code=owner.code,
            house=Text(owner.name_vi, owner.name_en),
            operator=Text(owner.name_vi, owner.name_en),
            time_zone=owner.zone.key,
            currency=owner.currency,
            report=row.code,
            about=ABOUT[self.selection.about],
            asked=tuple(self.asked()),
            position=row.position,
            requested_at=first.requested_at,
            requested_by=f"{first.requested_by} ({first.requested_role})",
            checkpoint=self.checkpoint(),
            manifest=manifest,
            manifest_digest=hashlib.sha256(manifest.encode()).hexdigest(),
            bundle_digest=bundle_digest,
            total=total,
            counted=counted,
            part=self.part,
            parts=keeping.papers(row),
            first=first_shown + 1,
            printed=min(total, keeping.papers(row) * keeping.ROUNDS_PER_PAPER),
            documents=tuple(self.documents[each] for each in sorted(self.documents)),
            tables=tuple(_groups(figures.tables)),
            shifts=tuple(_groups(figures.shifts)),
            games=tuple(_groups(figures.games, shared.GAMES)),
            findings=tuple(
                d.Count(name=words.finding(code).title, count=count) for code, count in figures.found.most_common()
            ),
            points=tuple(figures.points),
            rounds=tuple(rounds),
            case=tuple(self.case()),
            films=tuple(self.films([each.stream for each in rounds])),
            annex=annex,
        )

    def asked(self) -> Iterator[tuple[Text, str]]:
        for name, value in msgspec.to_builtins(self.selection).items():
            if name in LABELS and value:
                yield LABELS[name], ", ".join(value) if isinstance(value, list | tuple) else str(value)

    def checkpoint(self) -> tuple[str, int, str]:
        found = Checkpoint.objects.filter(log__property=self.owner, size__gte=max(1, self.row.position))
        row = found.select_related("log").order_by("size").first()
        assert row is not None, "the bundle stands on it"
        return row.log.origin, row.size, base64.b64encode(bytes(row.root)).decode()

    def manifest(self) -> tuple[str, str, d.Annex | None]:
        """The manifest of the bundle that is kept, the bundle's digest, and the annex that is in it."""
        kept = ReportFile.objects.get(property=self.owner, report=self.row.code, what=keeping.BUNDLE)
        with storage.as_file(keeping.place(), kept.path) as file, zipfile.ZipFile(file) as bundle:
            annex = msgspec.json.decode(bundle.read(ANNEX)) if ANNEX in bundle.namelist() else None
            return bundle.read(MANIFEST).decode(), kept.sha256, None if annex is None else in_words(annex)

    # Figures

    def count(self, replay: Replay) -> None:
        judgement, currency = replay.judgement, replay.terms.currency or self.owner.currency
        decided = [each for each in judgement.results if each.difference_minor is not None]
        stakes = sum(each.settlement.stake_minor for each in judgement.results)
        due = -sum(each.settlement.net_minor for each in decided)
        result = -sum(_recorded(each) for each in decided)
        days = self.owner.days
        shift = f"{days.day(replay.moment):%Y-%m-%d} · {days.shift(replay.moment) + 1}"
        figures = self.figures
        for place, name in (
            (figures.tables, replay.table),
            (figures.shifts, shift),
            (figures.games, replay.state.game),
        ):
            into = place.setdefault((name, currency), _Sum())
            into.rounds += 1
            into.stakes += stakes
            into.due += due
            into.result += result
            into.findings += len(judgement.findings)
        figures.found.update(sorted(each.code for each in judgement.findings))
        if currency == self.owner.currency:
            before = figures.points[-1] if figures.points else (0, 0)
            figures.points.append((before[0] + result, before[1] + due))
        book = replay.book
        if book is not None and book.id not in self.documents:
            self.documents[book.id] = d.Document(
                title=book.title, number=book.number, valid_from=book.effective_from, digest=self.digest(book.id)
            )

    def digest(self, document: str) -> str:
        """The digest by which the log knows a document; of one that it has not put in force, that of its text here."""
        for event in reversed(rulebooks.recorded(self.owner.code)):
            text = getattr(event.data, "text", None)
            if text is not None and rules.read(text).id == document:
                return rules.digest_of(text)
        return rules.digest_of(rulebooks.text_of(document))

    # Rounds

    def round(self, replay: Replay) -> d.Round:
        game, currency = replay.state.game, replay.terms.currency or self.owner.currency
        places = part_of(game).places(replay)
        events = self.replayer.ledger.stream(replay.stream, upto_position=self.row.position)
        return d.Round(
            stream=replay.stream,
            table=replay.table,
            round=replay.code,
            game=words.term(shared.GAMES, game),
            moment=replay.moment,
            currency=currency,
            result=words.result(game, replay.judgement.summary),
            document="" if replay.book is None else replay.book.number,
            facts=tuple(_line(event, currency, replay) for event in events[:MOST_FACTS]),
            facts_left_out=max(0, len(events) - MOST_FACTS),
            bets=tuple(self.bet(each, replay, places) for each in replay.judgement.results),
            picture=_picture(replay, places, currency),
            findings=tuple(
                d.Found(
                    title=words.finding(each.code).title,
                    meaning=words.finding(each.code).meaning,
                    clauses=each.clauses,
                    amount_minor=each.amount_minor,
                )
                for each in replay.judgement.findings
            ),
        )

    @staticmethod
    def bet(result: BetResult, replay: Replay, places: dict[str, Any]) -> d.Bet:
        settlement, place = result.settlement, places.get(result.bet)
        open_ = result.difference_minor is None or settlement.outcome in (Outcome.AWAITING, Outcome.PENDING)
        return d.Bet(
            bet=result.bet,
            place=place.spot if place else words.bet_kind(replay.state.game, result.kind, replay.book),
            stake_minor=settlement.stake_minor,
            due_minor=None if open_ else settlement.net_minor,
            recorded_minor=_recorded(result),
            clauses=settlement.clauses,
        )

    def case(self) -> Iterator[d.Line]:
        if self.selection.about == "case":
            stream = f"case/{self.selection.case}"
            for event in self.replayer.ledger.stream(stream, upto_position=self.row.position):
                yield _line(event, self.owner.currency, None)

    def films(self, streams: list[str]) -> Iterator[d.Film]:
        about = [*streams, f"case/{self.selection.case}"]
        rows = Link.objects.filter(property=self.owner, subject_stream__in=about)
        for row in rows.select_related("camera", "recording").order_by("code"):
            if not self.replayer.ledger.stream(row.stream, upto_position=self.row.position):
                continue  # linked later
            yield d.Film(
                link=row.code,
                about=row.subject_stream,
                camera="" if row.camera is None else row.camera.code,
                recording="" if row.recording is None else row.recording.code,
                begins_at=row.begins_at,
                ends_at=row.ends_at,
                uncertainty_ms=row.uncertainty_ms,
                uncertain=is_uncertain(row.uncertainty_ms),
            )


def _recorded(result: BetResult) -> int:
    """The player's gain as it came about, with what was put right since."""
    return result.recorded.net_minor(result.settlement.stake_minor) + result.recorded.remedied_minor


def _line(event: RecordedEvent, currency: str, replay: Replay | None) -> d.Line:
    book = None if replay is None else replay.book
    return d.Line(
        position=event.position,
        at=event.occurred_at or event.recorded_at,
        name=words.event_label(event.type),
        said=words.event_sentence(event.type, event.data, currency, book),
        by=event.actor.partition(":")[2],
    )


def _picture(replay: Replay, places: dict[str, Any], currency: str) -> Text:
    """The round drawn, lying, in each language; empty where there is nothing to draw."""
    game = replay.state.game
    rows = [
        bets.row(each, places[each.bet], replay.judgement, replay.book, currency)
        for each in replay.judgement.results
        if each.bet in places
    ]
    drawn = [part_of(game).picture(replay, rows, language, currency) for language in ("vi", "en")]
    vi, en = ("" if each is None else str(each.lying) for each in drawn)
    return Text(vi, en)


def _groups(sums: dict[tuple[str, str], _Sum], named: Any = None) -> Iterator[d.Group]:
    for (name, currency), each in sorted(sums.items()):
        yield d.Group(
            name=Text(name, name) if named is None else words.term(named, name),
            currency=currency,
            rounds=each.rounds,
            stakes_minor=each.stakes,
            result_minor=each.result,
            due_minor=each.due,
            findings=each.findings,
        )
