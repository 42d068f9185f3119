"""Writes the rows of the read models for a stretch of the log: tables, rounds judged and in figures, findings.

A row is never added to: it is made anew of the round as it stood at the last position of the stretch. Each event is
read once. Facts of rounds that began in the stretch are at hand; of those that began before, the rest is read for all
of them together. Rounds are judged once, by the walk that puts them in order (``games.judgement.table_walk``), and rows
go to the database by COPY.

A fact of a table with an old moment concerns every round since. Where these are more than a page, the stretch ends
before it, and it is worked at a page a transaction, with a mark of how far that came (``JudgingAnew``): who is killed
goes on from there. What rounds find is written as of the fact's own position, which nobody reads before the checkpoint
has passed it; "State of the log" says which table's rows are ahead of the others. Proved by ``tests/readmodel``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, Final

import msgspec
from django.db.models import Q
from psycopg.sql import SQL, Identifier

from casino.core.stored import recorded_event
from casino.ledger import reading
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.ledger.rows import Row
from games.engine.codes import SUM_CODES, WATCH_CODES
from games.engine.judgement import Outcome, Severity
from games.engine.replay import Replay, TableRecord, gaming_day, moment_of, source_of
from games.engine.totals import sums_of
from games.facts.finding_facts import FindingOpened
from games.facts.findings import RoundAudit, Standing, audit_stream, by_identity
from games.judgement.judging import Books
from games.judgement.table_walk import Placed, Walk
from games.rows import drawing_rows
from games.rows.drawing_rows import drawn_row
from games.rows.models import STANDING, Finding, JudgingAnew, Round, RoundStatus, Table, row_key
from games.rows.replay import pages
from games.rows.rulebooks import library_of
from games.rows.watch_models import Drawn

WRITE_AT_ONCE: Final = 500

ANEW_AT_ONCE: Final = 500
"""Rounds that a fact of their table has judged anew in one transaction, at most."""
MANY: Final = """
SELECT t."table" FROM unnest(%s::text[], %s::timestamptz[]) t("table", moment)
WHERE EXISTS (SELECT FROM games_round r WHERE r.property_id = %s AND r."table" = t."table" AND r.moment >= t.moment
    OFFSET %s)
"""
# A round that was not closed ends when the table closes, if no later one began there before.
RUNNING: Final = """
SELECT stream, "table", moment FROM games_round
WHERE property_id = %s AND "table" = ANY(%s) AND NOT closed AND NOT overtaken
"""
SINCE: Final = """
SELECT r.stream FROM unnest(%s::text[], %s::timestamptz[]) t("table", moment)
JOIN games_round r ON r.property_id = %s AND r."table" = t."table" AND r.moment >= t.moment
"""

_encode = msgspec.json.Encoder().encode
Values = dict[str, Any]
"""A row by its columns, JSON as text."""


class Projector:
    """Writes the rows of one property. Lives for one catching up; the tables it has met stay read in between."""

    def __init__(self, property_code: str) -> None:
        self.house = Property.objects.get(code=property_code)
        self.ledger = get_ledger(property_code)
        self.books = Books(library_of(property_code))
        self.walk: Walk | None = None

    def handle(self, rows: Sequence[Row], *, after: int | None = None) -> int:
        """Bring the rows of the database from the position before these events (``after``, where these are not all
        events, but those of some tables alone) on; the position reached. That is the last of them, or less before a
        fact that concerns many rounds: then the rest comes again."""
        before = rows[0][0] - 1 if after is None else after
        many = self._concerns_many(rows)
        if many is not None:
            if many == 0:
                return self._anew(rows[0], before)
            rows = rows[:many]
        last: int = rows[-1][0]
        if any(row[1].startswith("rules/") for row in rows):
            self.books, self.walk = Books(library_of(self.house.code)), None
        walk = self.walk
        if walk is None or walk.base != before:  # another copy of the follower has been at work
            walk = self.walk = Walk(self.ledger, self.house, self.books, before)
        rounds: dict[str, int] = {}
        audited: set[str] = set()
        devices: set[str] = set()
        tables: dict[str, datetime] = {}
        for row in rows:
            kind, _, rest = row[1].partition("/")
            if kind == "round":
                rounds.setdefault(row[1], row[2])
            elif kind == "audit":
                if "/" in rest:
                    audited.add(f"round/{rest}")
                else:
                    devices.add(row[1])
            elif kind == "table":
                moment = moment_of(recorded_event(row))
                tables[rest] = min(tables.get(rest, moment), moment)
        walk.advance(rows, last)
        _replace(Table, [self._table_row(walk.records[table]) for table in sorted(tables)])
        begun = {stream for stream, version in rounds.items() if version == 1}
        touched = {*rounds, *audited, *self._since(tables), *(version.stream for version in walk.changed.values())}
        touched |= walk.overtaken | self._closed(walk, tables)
        for page in pages(sorted(touched), WRITE_AT_ONCE):
            self._write_rounds(walk, page, last, (begun - audited))
        self._write_devices(sorted(devices), last)
        walk.added()
        return last

    # Facts of a table that concern many rounds

    def _concerns_many(self, rows: Sequence[Row]) -> int | None:
        """The place of the first fact of a table since whose moment more rounds opened than a page holds."""
        told = [
            (place, row[1][6:], moment_of(recorded_event(row)))
            for place, row in enumerate(rows)
            if row[1].startswith("table/")
        ]
        earliest: dict[str, datetime] = {}
        for _place, table, moment in told:
            earliest[table] = min(earliest.get(table, moment), moment)
        busy = self._with_many(list(earliest.items()))
        for place, table, moment in told:
            if table in busy and self._with_many([(table, moment)]):
                return place
        return None

    def _with_many(self, tables: Sequence[tuple[str, datetime]]) -> set[str]:
        """Those of the tables, each with a moment, at which more rounds opened since than a page holds."""
        if not tables:
            return set()
        names, moments = [table for table, _moment in tables], [moment for _table, moment in tables]
        with reading.cursor(self.ledger.using) as cursor:
            found = cursor.execute(MANY, [names, moments, self.house.id, ANEW_AT_ONCE]).fetchall()
        return {table for (table,) in found}

    def _anew(self, row: Row, before: int) -> int:
        """A page of the rounds that this fact concerns; the position before it while some are left, then its own."""
        position, table, since = row[0], row[1][6:], moment_of(recorded_event(row))
        rounds = Round.objects.filter(property=self.house, table=table, moment__gte=since)
        work = JudgingAnew.objects.filter(property=self.house, position=position).first()
        if work is None:
            work = JudgingAnew(
                property=self.house, position=position, table=table, since=since, moment=since, total=rounds.count()
            )
        left = rounds.filter(moment__gte=work.moment).filter(
            Q(moment__gt=work.moment) | Q(first_position__gt=work.first_position)
        )
        keys = left.order_by("moment", "first_position").values_list("stream", "moment", "first_position")
        page = list(keys[:ANEW_AT_ONCE])
        walk = self.walk
        if walk is None or walk.base != position:
            walk = self.walk = Walk(self.ledger, self.house, self.books, position)
        walk.anew(table, [key[0] for key in page], since)
        if len(page) < ANEW_AT_ONCE:
            _replace(Table, [self._table_row(walk.records[table])])
            closed = sorted(self._closed(walk, [table]))
        else:
            closed = []
        self._write_rounds(walk, list(dict.fromkeys([*(key[0] for key in page), *closed])), position, ())
        walk.added()
        if len(page) < ANEW_AT_ONCE:
            JudgingAnew.objects.filter(property=self.house, position=position).delete()
            return position
        _stream, work.moment, work.first_position = page[-1]
        work.done += len(page)
        work.save()
        return before

    def _since(self, tables: Mapping[str, datetime]) -> set[str]:
        """The rounds, as the rows have them, that opened since these moments: their terms may be others."""
        if not tables:
            return set()
        with reading.cursor(self.ledger.using) as cursor:
            found = cursor.execute(SINCE, [list(tables), list(tables.values()), self.house.id]).fetchall()
        return {stream for (stream,) in found}

    def _closed(self, walk: Walk, tables: Collection[str]) -> set[str]:
        """Rounds, as the rows have them, that run and whose table has closed since they opened."""
        if not tables:
            return set()
        with reading.cursor(self.ledger.using) as cursor:
            found = cursor.execute(RUNNING, [self.house.id, list(tables)]).fetchall()
        return {stream for stream, table, moment in found if walk.records[table].closed_after(moment)}

    # Tables

    def _table_row(self, record: TableRecord) -> Values:
        terms = record.history.latest
        event = record.last
        if event is None:
            raise AssertionError("a table is written for one of its events")
        return {
            "id": row_key(self.house.id, record.first_position),
            "property_id": self.house.id,
            "code": terms.table,
            "name": terms.name or "",
            "pit": terms.pit or "",
            "game": terms.game or "",
            "variant": terms.variant or "",
            "currency": terms.currency or "",
            "document": terms.document or "",
            "limits": _json({kind: list(limit) for kind, limit in terms.limits.items()}),
            "differential_minor": terms.differential_minor,
            "is_open": terms.is_open,
            "staff": _json(dict(terms.staff)),
            "devices": _json(sorted(terms.devices)),
            "colours": _json(terms.colours),
            "changed_at": event.recorded_at,
            "first_position": record.first_position,
            "last_position": event.position,
        }

    # Rounds

    def _write_rounds(self, walk: Walk, streams: Sequence[str], last: int, without_audit: Collection[str]) -> None:
        placed = walk.stand(streams)
        audits = self._audits([audit_stream(stream) for stream in streams if stream not in without_audit], last)
        rounds: list[Values] = []
        findings: list[Values] = []
        drawn: list[Drawn] = []
        for each in sorted(placed, key=attrgetter("key")):
            audit = audits.get(audit_stream(each.stream))
            replay = walk.judge(each, last)
            row = self._round_row(each, replay, audit)
            rounds.append(row)
            result = drawn_row(replay, row["dealer"], row["id"], self.house)
            drawn += [] if result is None else [result]
            if audit is not None:
                findings += [self._finding_row(audit.stream, standing, row) for standing in audit.findings.values()]
            each.replay = None
        _replace(Round, rounds)
        _replace(Finding, findings)
        drawing_rows.write(self.house.id, [row["id"] for row in rounds], drawn)

    def _round_row(self, placed: Placed, replay: Replay, audit: RoundAudit | None) -> Values:
        state, judgement = replay.state, replay.judgement
        opened = state.opened
        source = source_of(state)
        unknown_day = state.opened_at is None and source == "imported"
        standing = [] if audit is None else [s for s in audit.findings.values() if s.status in STANDING]
        severities = {s.opened.severity for s in standing}
        players = players_of(state)
        sums = sums_of(state, judgement, ended=replay.ended)
        table, code = placed.place.table, placed.stream.split("/")[2]
        return {
            "id": row_key(self.house.id, replay.first_position),
            "property_id": self.house.id,
            "stream": replay.stream,
            "table": table,
            "code": code,
            "game": state.game,
            "currency": replay.terms.currency or self.house.currency,
            "source": source,
            "number": None if opened is None else opened.number,
            "dealer": (opened.dealer if opened is not None else None) or "",
            "supervisor": (opened.supervisor if opened is not None else None) or "",
            "opened_at": state.opened_at,
            "moment": replay.moment,
            "gaming_day": None if unknown_day else gaming_day(replay.moment, self.house),
            "closed": state.closed is not None,
            "overtaken": replay.ended and state.closed is None,
            "overtaken_at": placed.overtaken_at,
            "status": status_of(replay),
            "outcome": outcome_of(judgement.summary),
            "summary": _json(judgement.summary),
            "document": judgement.document,
            "bets_count": len(judgement.results),
            "staked_minor": sum(r.settlement.stake_minor for r in judgement.results),
            "due_net_minor": sums.due_minor,
            "recorded_net_minor": sums.recorded_minor,
            "remedied_minor": sums.remedied_minor,
            "beyond_rules_minor": sums.beyond_rules_minor,
            "out_minor": sum(abs(result.recorded.out_minor) for result in judgement.results),
            "difference_minor": sums.difference_minor,
            "players": players,
            "search": search_text(f"{table}/{code}", players, seats_of(state)),
            "findings_open": len(standing),
            "worst_open": next((s.value for s in Severity if s.value in severities), ""),
            "audit_due": replay.ended and is_due(replay, audit),
            "facts_count": len(replay.rows),
            "first_position": replay.first_position,
            "last_position": replay.last_position,
            "last_recorded_at": replay.rows[-1][5],
        }

    # Findings

    def _audits(self, streams: Sequence[str], last: int) -> dict[str, RoundAudit]:
        ledger = self.ledger
        return {
            stream: RoundAudit(ledger.property_code, stream, [ledger.decode(row) for row in rows])
            for stream, rows in ledger.scan_streams(streams, upto_position=last, page=WRITE_AT_ONCE)
        }

    def _write_devices(self, streams: Sequence[str], last: int) -> None:
        rows = [
            self._finding_row(audit.stream, standing, None)
            for audit in self._audits(streams, last).values()
            for standing in audit.findings.values()
        ]
        _replace(Finding, rows)

    def _finding_row(self, stream: str, standing: Standing, row: Values | None) -> Values:
        opened = standing.opened
        return {
            "id": row_key(self.house.id, standing.first_position),
            "property_id": self.house.id,
            "stream": stream,
            "identity": opened.identity,
            "round_id": None if row is None else row["id"],
            "table": _table_of(opened) if row is None else row["table"],
            "device": stream.partition("/")[2] if row is None and opened.code not in SUM_CODES else "",
            "game": "" if row is None else row["game"],
            "gaming_day": gaming_day(standing.opened_at, self.house) if row is None else row["gaming_day"],
            "code": opened.code,
            "severity": opened.severity,
            "subject": opened.subject,
            "clauses": list(opened.clauses),
            "versions": list(opened.versions),
            "amount_minor": opened.amount_minor,
            "detail": _json(opened.detail),
            "document": opened.document,
            "status": standing.status,
            "occurrence": standing.occurrence,
            "case": standing.case,
            "opened_at": standing.opened_at,
            "opened_position": standing.opened_position,
            "judged_position": standing.judged_position,
            "changed_at": standing.changed_at,
            "changed_position": standing.changed_position,
            "changed_by": standing.changed_by,
            "reason": standing.reason,
        }


def _table_of(opened: FindingOpened) -> str:
    """The table that a finding of the watch, or of sums, is about; nothing of others that are of no round."""
    return str(opened.detail.get("table", "")) if opened.code in (*WATCH_CODES, *SUM_CODES) else ""


def status_of(replay: Replay) -> str:
    """The round in one word."""
    judgement = replay.judgement
    standing = judgement.summary.get("standing")
    if standing == "awaiting" or any(r.settlement.outcome is Outcome.AWAITING for r in judgement.results):
        return RoundStatus.AWAITING.value
    if standing == "void":
        return RoundStatus.VOID.value
    return RoundStatus.CLOSED.value if replay.ended else RoundStatus.OPEN.value


def outcome_of(summary: dict[str, Any]) -> str:
    """The physical result as a short key: the pocket of a wheel, the dice of a throw, or what a game calls its
    outcome."""
    if summary.get("pocket") is not None:
        return str(summary["pocket"])
    if summary.get("dice"):
        return "-".join(str(face) for face in summary["dice"])
    return str(summary.get("outcome", ""))


def players_of(state: Any) -> list[str]:
    """References of the players who had bets in the round, in order."""
    bets = getattr(state, "bets", {})
    return sorted({bet.fact.player for bet in bets.values() if bet.fact.player is not None})


def seats_of(state: Any) -> list[int]:
    """Seats from which something was bet in the round, in order; none where the game's bets know no seat."""
    bets = getattr(state, "bets", {})
    return sorted({seat for bet in bets.values() if (seat := getattr(bet.fact, "seat", None)) is not None})


def search_text(name: str, players: Sequence[str], seats: Sequence[int]) -> str:
    """What a round is found by."""
    return " ".join([name, *players, *map(seat_mark, seats)]).lower()


def seat_mark(seat: int) -> str:
    """How a seat stands in the search text of a round: between bars, since seat 1 is not seat 12."""
    return f"|seat:{seat}|"


def is_due(replay: Replay, audit: RoundAudit | None) -> bool:
    """Whether the judgement and the recorded findings of an ended round differ."""
    if audit is None:
        return bool(replay.judgement.findings)
    return audit.differs(by_identity(replay.judgement.findings))


def _json(value: Any) -> str:
    return _encode(value).decode()


def _replace(model: Any, rows: Sequence[Values]) -> None:
    """Write whole rows by key, in bulk; what stood there before plays no part."""
    if not rows:
        return
    table, columns = Identifier(model._meta.db_table), SQL(", ").join(map(Identifier, rows[0]))
    with reading.cursor("default") as cursor:
        cursor.execute(SQL("DELETE FROM {} WHERE id = ANY(%s)").format(table), [[row["id"] for row in rows]])
        with cursor.copy(SQL("COPY {} ({}) FROM STDIN").format(table, columns)) as copy:
            for row in rows:
                copy.write_row(list(row.values()))
