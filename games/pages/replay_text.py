"""A replay told outside the admin, as text in one language; for machines: ``games.words.judged``.

Proved by ``tests/replay/test_commands.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text
from games import words
from games.engine.judgement import Finding
from games.engine.replay import Replay
from games.pages import bets, timeline
from games.pages.game_parts import part_of
from games.words import shared
from games.words.clauses import ClauseView, document_words, readings_of, views
from games.words.study_words import otherwise

_WORDS: Final = Catalogue(__file__)

REPLAY: Final = _WORDS.text("replay")
TABLE: Final = _WORDS.text("table")
ROUND: Final = _WORDS.text("round")
DOCUMENT: Final = _WORDS.text("document")
OPENED: Final = _WORDS.text("opened")
UNKNOWN: Final = _WORDS.text("unknown")
AS_OF: Final = _WORDS.text("as-of")
LAST_FACT: Final = _WORDS.text("last-fact")
FACTS: Final = _WORDS.text("facts")
RESULT: Final = _WORDS.text("result")
BETS: Final = _WORDS.text("bets")
FINDINGS: Final = _WORDS.text("findings")
NONE: Final = _WORDS.text("none")
STAKE: Final = _WORDS.text("stake")
RECORDED: Final = _WORDS.text("recorded")
DUE: Final = _WORDS.text("due")
DIFFERENCE: Final = _WORDS.text("difference")
IF: Final = _WORDS.text("if")
READINGS: Final = _WORDS.text("readings")
STILL_OPEN: Final = _WORDS.text("still-open")


class Teller:
    """Writes one replay in one language, times in the property's zone."""

    def __init__(self, replay: Replay, *, language: str, zone: ZoneInfo, currency: str) -> None:
        self.replay = replay
        self.language = language
        self.zone = zone
        self.currency = replay.terms.currency or currency

    def text(self) -> str:
        """The whole replay, one fact, bet and finding a paragraph."""
        found = self.replay.judgement.findings
        parts = (self._head(), self._facts(), self._bets(), self._findings(found), self._readings())
        return "\n\n".join("\n".join(part) for part in parts)

    def _say(self, text: Text) -> str:
        return text.in_language(self.language)

    def _money(self, amount_minor: int) -> str:
        return self._say(words.money(amount_minor, self.currency))

    def _signed(self, amount_minor: int) -> str:
        return ("+" if amount_minor > 0 else "") + self._money(amount_minor)

    def _moment(self, moment: datetime | None) -> str:
        if moment is None:
            return self._say(UNKNOWN)
        return f"{moment.astimezone(self.zone):%Y-%m-%d %H:%M:%S.%f}"[:-3]

    def _head(self) -> Iterator[str]:
        replay = self.replay
        yield f"{self._say(REPLAY)}  {self._say(TABLE)} {replay.table}, {self._say(ROUND)} {replay.code}"
        yield f"{self._say(OPENED)}: {self._moment(replay.state.opened_at)} ({self.zone.key})"
        yield f"{self._say(DOCUMENT)}: {self._say(document_words(replay.book))}"
        yield f"{self._say(AS_OF)}: {replay.as_of} ({self._say(LAST_FACT)} {replay.last_position})"
        result = self._say(words.result(replay.state.game, replay.judgement.summary))
        open_yet = "" if replay.ended else f" ({self._say(STILL_OPEN)})"
        yield f"{self._say(RESULT)}: {result}{open_yet}"

    def _facts(self) -> Iterator[str]:
        replay = self.replay
        yield f"{self._say(FACTS)}:"
        for row in timeline.rows(replay.events(), replay.state, replay.state.game, self.currency, replay.book):
            yield f"  {row.version:>3}  {self._moment(row.moment)}  [{self._say(row.actor)}] {self._say(row.sentence)}"
            for change in row.changes:
                yield f"       {self._say(change.field)}: {self._say(change.before)} → {self._say(change.after)}"

    def _bets(self) -> Iterator[str]:
        replay = self.replay
        yield f"{self._say(BETS)}:"
        places = part_of(replay.state.game).places(replay)
        if not replay.judgement.results:
            yield f"  {self._say(NONE)}"
        for result in replay.judgement.results:
            row = bets.row(
                result,
                places.get(result.bet) or self._nowhere(result.kind),
                replay.judgement,
                replay.book,
                self.currency,
            )
            stake = f"{self._say(STAKE)} {self._money(row.stake_minor)}"
            place = ", ".join(part for part in (self._say(row.place.spot), row.place.player) if part)
            yield f"  {row.bet}  {place}, {stake}: {self._say(row.outcome)}"
            yield f"      {self._say(RECORDED)}: {self._lines(row.recorded)}"
            yield from (f"      {self._say(line.name)}: {self._signed(line.amount_minor)}" for line in row.remedies)
            yield f"      {self._say(DUE)}: {self._lines(row.due)}"
            yield from self._sums(row.due, 8)
            amount = f"{self._signed(row.difference_minor)}, " if row.difference_minor else ""
            yield f"      {self._say(DIFFERENCE)}: {amount}{self._say(row.verdict)}"
            if row.difference_sum.en:
                yield f"        {self._say(row.difference_sum)}"
            yield from self._clauses(row.clauses, 6)
            for option in row.options:
                yield f"      {self._say(IF)} {self._say(option.decision)}: {self._say(option.outcome)}"
                yield f"        {self._say(DUE)}: {self._lines(option.lines)}"
                yield from self._sums(option.lines, 10)
                yield from self._clauses(option.clauses, 8)
            yield from self._clauses(row.decided_by, 6)

    def _lines(self, lines: Sequence[bets.Line]) -> str:
        told = ", ".join(f"{self._say(line.name)} {self._money(line.amount_minor)}" for line in lines)
        return told or self._say(NONE)

    def _sums(self, lines: Sequence[bets.Line], indent: int) -> Iterator[str]:
        """How each amount comes about, under its name."""
        for line in lines:
            if line.sums:
                yield f"{' ' * indent}{self._say(line.name)}: {'; '.join(self._say(each) for each in line.sums)}"

    def _findings(self, found: Sequence[Finding]) -> Iterator[str]:
        yield f"{self._say(FINDINGS)}:"
        if not found:
            yield f"  {self._say(NONE)}"
        for finding in found:
            said = words.finding(finding.code)
            severity = self._say(words.term(shared.SEVERITIES, finding.severity))
            amount = f", {self._money(finding.amount_minor)}" if finding.amount_minor else ""
            subject = f" {finding.subject}" if finding.subject else ""
            yield f"  [{severity}] {self._say(said.title)}{subject}{amount}: {self._say(said.meaning)}"
            if finding.versions:
                yield f"      {self._say(FACTS)}: {', '.join(str(v) for v in finding.versions)}"
            yield from self._clauses(views(finding.clauses, self.replay.book), 6)

    def _readings(self) -> Iterator[str]:
        yield f"{self._say(READINGS)}:"
        read = readings_of(self.replay)
        if not read:
            yield f"  {self._say(NONE)}"
        for reading in read:
            yield f"  {', '.join(clause.number for clause in reading.clauses)}: {self._say(reading.text)}"
            yield f"      {reading.name} = {msgspec.json.encode(reading.value, order='deterministic').decode()}"
            for other in reading.otherwise:
                yield f"      {self._say(otherwise(self.replay.state.game, other, self.currency))}"

    def _clauses(self, clauses: Sequence[ClauseView], indent: int) -> Iterator[str]:
        for clause in clauses:
            yield f"{' ' * indent}{clause.number}  {self._say(clause.text)}"

    def _nowhere(self, kind: str) -> bets.Place:
        """The place of a bet whose game draws no layout: its kind alone."""
        named = words.bet_kind(self.replay.state.game, kind, self.replay.book)
        return bets.Place(named, "", 0, "", "", "", 0)
