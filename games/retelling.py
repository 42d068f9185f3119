"""A replay told outside the admin: as text for a terminal or a letter, and as JSON for machines.

Text stands in one language; JSON carries both wherever the rules speak. Proved by ``tests/replay/test_commands.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec

from casino.core.text import Text
from games import words
from games.pages import bets, facts
from games.pages.clauses import ClauseView, cited, document_words, readings, views
from games.pages.games import GAMES
from games.replay import Replay
from games.rules.judgement import Finding
from games.words import shared

REPLAY: Final = Text("TÁI HIỆN", "REPLAY")
TABLE: Final = Text("Bàn", "Table")
ROUND: Final = Text("ván", "round")
DOCUMENT: Final = Text("Thể lệ", "Document")
OPENED: Final = Text("Mở lúc", "Opened")
UNKNOWN: Final = Text("không rõ giờ", "time unknown")
AS_OF: Final = Text("Theo sổ đến vị trí", "As it stood at position")
LAST_FACT: Final = Text("dữ kiện cuối của ván ở", "the round's last fact is at")
FACTS: Final = Text("Dữ kiện", "Facts")
RESULT: Final = Text("Kết quả", "Result")
BETS: Final = Text("Cược", "Bets")
FINDINGS: Final = Text("Phát hiện", "Findings")
NONE: Final = Text("không có", "none")
STAKE: Final = Text("cược", "stake")
RECORDED: Final = Text("đã ghi", "recorded")
DUE: Final = Text("phải trả", "due")
DIFFERENCE: Final = Text("chênh lệch", "difference")
IF: Final = Text("nếu", "if")
READINGS: Final = Text("Cách hiểu thể lệ do casino chọn", "How the house chose to read the document")
STILL_OPEN: Final = Text("ván chưa kết thúc", "the round has not ended")


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
        for row in facts.rows(replay.events(), replay.state, replay.state.game, self.currency):
            yield f"  {row.version:>3}  {self._moment(row.moment)}  [{self._say(row.actor)}] {self._say(row.sentence)}"
            for change in row.changes:
                yield f"       {self._say(change.field)}: {self._say(change.before)} → {self._say(change.after)}"

    def _bets(self) -> Iterator[str]:
        replay = self.replay
        yield f"{self._say(BETS)}:"
        game = GAMES.get(replay.state.game)
        places = game.places(replay) if game else {}
        if not replay.judgement.results:
            yield f"  {self._say(NONE)}"
        for result in replay.judgement.results:
            row = bets.row(
                result, places.get(result.bet) or _nowhere(result.kind), replay.state.game, replay.book, self.currency
            )
            stake = f"{self._say(STAKE)} {self._money(row.stake_minor)}"
            place = ", ".join(part for part in (self._say(row.place.spot), row.place.player) if part)
            yield f"  {row.bet}  {place}, {stake}: {self._say(row.outcome)}"
            yield f"      {self._say(RECORDED)}: {self._lines(row.recorded)}"
            yield from (f"      {self._say(line.name)}: {self._signed(line.amount_minor)}" for line in row.remedies)
            sums = self._say(row.calculation)
            yield f"      {self._say(DUE)}: {self._lines(row.due)}" + (f"  ({sums})" if sums else "")
            amount = f"{self._signed(row.difference_minor)}, " if row.difference_minor else ""
            yield f"      {self._say(DIFFERENCE)}: {amount}{self._say(row.verdict)}"
            yield from self._clauses(row.clauses, 6)
            for option in row.options:
                yield f"      {self._say(IF)} {self._say(option.decision)}: {self._say(option.outcome)}"
                yield f"        {self._say(DUE)}: {self._lines(option.lines)}"
                yield from self._clauses(option.clauses, 8)
            yield from self._clauses(row.decided_by, 6)

    def _lines(self, lines: Sequence[bets.Line]) -> str:
        told = ", ".join(f"{self._say(line.name)} {self._money(line.amount_minor)}" for line in lines)
        return told or self._say(NONE)

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
        read = readings(self.replay.judgement, self.replay.book)
        if not read:
            yield f"  {self._say(NONE)}"
        for reading in read:
            yield f"  {', '.join(clause.number for clause in reading.clauses)}: {self._say(reading.text)}"
            yield f"      {reading.name} = {msgspec.json.encode(reading.value, order='deterministic').decode()}"

    def _clauses(self, clauses: Sequence[ClauseView], indent: int) -> Iterator[str]:
        for clause in clauses:
            yield f"{' ' * indent}{clause.number}  {self._say(clause.text)}"


def as_json(replay: Replay) -> dict[str, Any]:
    """The replay for machines: facts as recorded, state, judgement, and every clause it names, with the readings of the
    document it may rest on, in both languages."""
    judgement = replay.judgement
    book = replay.book
    read = readings(judgement, book)
    numbers = cited(judgement) | {clause.number for reading in read for clause in reading.clauses}
    return {
        "stream": replay.stream,
        "table": replay.table,
        "round": replay.code,
        "game": replay.state.game,
        "as_of": replay.as_of,
        "position": replay.last_position,
        "moment": replay.moment.isoformat(),
        "ended": replay.ended,
        "document": None
        if book is None
        else {"id": book.id, "game": book.game, "number": book.number, "title": msgspec.to_builtins(book.title)},
        "facts": [msgspec.to_builtins(event) for event in replay.events()],
        "terms": _plain(replay.terms),
        "state": {k: _plain(v) for k, v in replay.state.as_dict().items() if k not in ("terms", "stream")},
        "judgement": {
            **msgspec.to_builtins(judgement),
            "due_net_minor": judgement.due_net_minor,
            "remedied_minor": judgement.remedied_minor,
            "beyond_rules_minor": judgement.beyond_rules_minor,
            "difference_minor": judgement.difference_minor,
            "findings": [{**msgspec.to_builtins(f), "identity": f.identity} for f in judgement.findings],
        },
        "clauses": {
            number: msgspec.to_builtins(book.clauses[number].text)
            for number in sorted(numbers)
            if book is not None and number in book.clauses
        },
        "readings": [
            {
                "name": reading.name,
                "value": _plain(reading.value),
                "clauses": [clause.number for clause in reading.clauses],
                "text": msgspec.to_builtins(reading.text),
            }
            for reading in read
        ],
    }


def _nowhere(kind: str) -> bets.Place:
    """The place of a bet whose game draws no layout: its kind alone."""
    return bets.Place(Text(kind, kind), "", 0, "", "", "", 0)


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return msgspec.to_builtins(value, enc_hook=_slots, order="deterministic")


def _slots(value: Any) -> Any:
    """A plain object of the fold by its slots; a read-only mapping as a dictionary."""
    names = getattr(type(value), "__slots__", None)
    return dict(value) if names is None else {name: getattr(value, name) for name in names}
