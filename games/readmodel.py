"""The follower that writes the read models: tables, rounds with their judgement in figures, and findings.

For every batch of the log the rounds it touches are replayed *as they stood at the batch's last position* and their
rows written anew; nothing is added to what stood there before. So the rows depend on the ledger alone, and a rebuild
gives the same ones, whatever the size of its batches (``tests/readmodel/test_rebuild.py``). A round is touched by own
facts, by findings about it, by facts of its table that took effect before it opened, by a later round that overtakes
it, and by an earlier one that now leaves it something else (``games.session_rows``). It is *due for audit* when it has
ended and its judgement and its recorded findings differ.

A batch that cannot be projected stops the follower where it is: the error stands in ``Projection`` for people to see,
and nothing is skipped. There it stands, too, which program began to write the rows: another one may judge otherwise.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Final

import msgspec
from django.db.models import Q

from casino.core.events import RecordedEvent
from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from casino.ledger.models import Property
from games.findings import RoundAudit, Standing, audit_stream, by_identity
from games.program import this_program
from games.records import (
    STANDING,
    Finding,
    Projection,
    Round,
    RoundStatus,
    SeverityChoice,
    Table,
    TableSession,
    row_key,
)
from games.replay import Replay, Replayer, TableRecord, pages
from games.rounds.fold import fold
from games.rules.carry import CARRIES
from games.rules.judgement import Outcome
from games.rules.sums import sums_of
from games.session_rows import SessionWriter, overtaken_of
from games.sessions import FOLLOWER, Key, gaming_day, moment_of, round_moment

NAME: Final = FOLLOWER
WRITE_AT_ONCE: Final = 250
BATCH: Final = 1_000
WAIT_SECONDS: Final = 10.0
WORST_FIRST: Final = (SeverityChoice.MONEY, SeverityChoice.PROCEDURE, SeverityChoice.REMARK)


def catch_up(property_code: str, *, batch: int = BATCH, limit: int | None = None) -> Progress:
    """Bring the read models to the end of the log (or ``limit`` positions further). Raises what stopped it, after
    noting it in :class:`Projection`."""
    projector = Projector(property_code)
    return watched(
        NAME,
        property_code,
        lambda: follow.catch_up(NAME, property_code, projector.handle, batch=batch, limit=limit),
        program=this_program(),
    )


def follow_to_head(property_code: str, *, wait_seconds: float = WAIT_SECONDS) -> bool:
    """Bring the read models to the head as it stands now, waiting for a copy at work. False if that took too long."""
    return brought_to_head(catch_up, property_code, wait_seconds)


def brought_to_head(follower: Callable[[str], Progress], property_code: str, wait_seconds: float) -> bool:
    """Let a follower catch up until it has passed the head as it stands now; another copy of it may be at work
    meanwhile. False if that took too long."""
    head = get_ledger(property_code).head()[0]
    until = time.monotonic() + wait_seconds
    while follower(property_code).position < head:
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def drop(property_code: str) -> None:
    """Drop the read models of a property; the next catching up writes them again from the beginning."""

    def clear() -> None:
        for model in (Finding, Round, TableSession, Table):
            model.objects.filter(property__code=property_code).delete()
        Projection.objects.filter(property__code=property_code, name=NAME).delete()

    follow.rebuild(NAME, property_code, clear)


def rebuild(property_code: str, *, batch: int = BATCH) -> Progress:
    """Drop the read models of a property and write them again from the ledger."""
    drop(property_code)
    return catch_up(property_code, batch=batch)


def outdated(property_code: str) -> bool:
    """Whether another program began to write the read models of a property, so that they may say what it judged."""
    rows = Projection.objects.filter(property__code=property_code, name=NAME)
    return any(row.outdated for row in rows)


def ended_of(property_code: str, stream: str, upto_position: int | None = None) -> bool:
    """Whether, at a position, a later round had begun at the table of this one: then it has ended, closed or not."""
    if upto_position is not None:
        return _overtaken_at(property_code, stream, upto_position)
    row = Round.objects.filter(property__code=property_code, stream=stream).first()
    if row is None:
        return False
    rounds = Round.objects.filter(property=row.property, table=row.table)
    return rounds.filter(_later((row.moment, row.first_position))).exists()


def _overtaken_at(property_code: str, stream: str, position: int) -> bool:
    """As the rounds of the table stood at a position. A row holds there if its round has no fact since; the moments of
    the others, which may have been different, are made again from the ledger."""
    ledger, table = get_ledger(property_code), stream.split("/")[1]

    def keys(streams: Iterable[str]) -> Iterator[Key]:
        for name, rows in ledger.scan_streams(streams, upto_position=position):
            yield round_moment(fold(name, rows), rows), rows[0][0]

    own = next(keys([stream]), None)
    if own is None:
        return False
    rounds = Round.objects.filter(property__code=property_code, table=table, first_position__lte=position)
    # How far the rows have come is read before them, and the rows that hold before the others: a follower at work
    # meanwhile only moves rows from the first kind to the second.
    reached = follow.position(FOLLOWER, property_code)
    behind = {row[1] for row in ledger.scan(after=reached, stop=position, prefix=f"round/{table}/")}
    holding = rounds.filter(_later(own), last_position__lte=position).exclude(stream__in=behind)
    if holding.exists():
        return True
    moved = behind.union(rounds.filter(last_position__gt=position).values_list("stream", flat=True))
    return any(key > own for key in keys(moved))


def _later(key: Key) -> Q:
    """The rounds of a table after the one of this key."""
    moment, first_position = key
    return Q(moment__gt=moment) | Q(moment=moment, first_position__gt=first_position)


def watched(name: str, property_code: str, work: Any, *, program: str = "") -> Progress:
    """Do a follower's work and keep its row in :class:`Projection`: how far it is, or what stopped it. At its first run
    ``program``, too, is kept there: which one works."""
    now = datetime.now(UTC)
    key: dict[str, Any] = {
        "property_id": Property.objects.values_list("id", flat=True).get(code=property_code),
        "name": name,
    }
    try:
        progress: Progress = work()
    except Exception as error:
        said = {"failed_at": now, "error": f"{type(error).__name__}: {error}"[:2_000]}
        Projection.objects.update_or_create(defaults=said, create_defaults=said | {"program": program}, **key)
        raise
    if not progress.busy:
        done = {"ran_at": now, "position": progress.position, "failed_at": None, "error": ""}
        Projection.objects.update_or_create(defaults=done, create_defaults=done | {"program": program}, **key)
    return progress


class Projector:
    """Writes the rows of one property. Lives for one catching up; the tables it has met stay read in between."""

    def __init__(self, property_code: str) -> None:
        self.house = Property.objects.get(code=property_code)
        self.replayer = Replayer(property_code)
        self.sessions = SessionWriter(self.replayer)

    def handle(self, events: Sequence[RecordedEvent]) -> None:
        """Bring the rows from the position before these events to the position of the last of them."""
        last = events[-1].position
        streams: set[str] = set()
        carried: set[str] = set()
        devices: set[str] = set()
        tables: dict[str, datetime] = {}
        for event in events:
            kind, _, rest = event.stream.partition("/")
            if kind == "round":
                streams.add(event.stream)
                if event.type.partition(".")[0] in CARRIES:
                    carried.add(event.stream)
            elif kind == "audit":
                if "/" in rest:
                    streams.add(f"round/{rest}")
                else:
                    devices.add(event.stream)
            elif kind == "table":
                moment = moment_of(event)
                tables[rest] = min(tables.get(rest, moment), moment)
        for table, since in tables.items():
            self._write_table(self.replayer.record_of(table, last))
            later = Round.objects.filter(property=self.house, table=table, moment__gte=since)
            streams.update(later.values_list("stream", flat=True))
        self._write_rounds(streams, last, carried=carried)
        self._settle_overtaken({stream.split("/")[1] for stream in streams} | set(tables), last)
        self._write_devices(sorted(devices), last)

    # Tables

    def _write_table(self, record: TableRecord) -> None:
        terms = record.history.latest
        event = record.last
        if event is None:
            raise AssertionError("a table is written for one of its events")
        row = Table(
            id=row_key(self.house.id, record.first_position),
            property=self.house,
            code=terms.table,
            name=terms.name or "",
            pit=terms.pit or "",
            game=terms.game or "",
            variant=terms.variant or "",
            currency=terms.currency or "",
            document=terms.document or "",
            limits={kind: list(limit) for kind, limit in terms.limits.items()},
            differential_minor=terms.differential_minor,
            is_open=terms.is_open,
            staff=dict(terms.staff),
            devices=sorted(terms.devices),
            colours=msgspec.to_builtins(terms.colours),
            changed_at=event.recorded_at,
            first_position=record.first_position,
            last_position=event.position,
        )
        _upsert(Table, [row])

    # Rounds

    def _write_rounds(
        self,
        streams: Collection[str],
        last: int,
        ended: Mapping[str, bool] | None = None,
        carried: Collection[str] = (),
    ) -> None:
        """Write the rows of these rounds, and of those after them that now find another session. ``ended`` says of
        some whether they were overtaken, ``carried`` which ones are new and of a game with sessions."""
        if not streams:
            return
        house, said = self.house, ended or {}
        with_session = {*carried, *self.sessions.known(streams)}
        plain = sorted(set(streams) - with_session)
        over = {**overtaken_of(house, plain), **said}
        for found in pages(
            chain(
                self.replayer.many(
                    plain, upto_position=last, ended=lambda state, _moment: over.get(state.stream, False)
                ),
                self.sessions.replays(sorted(with_session), last, said),
            ),
            WRITE_AT_ONCE,
        ):
            self._write_replays(found, last)

    def _write_replays(self, found: Sequence[Replay], last: int) -> None:
        audits = self._audits([audit_stream(replay.stream) for replay in found], last)
        rounds: list[Round] = []
        findings: list[Finding] = []
        for replay in found:
            audit = audits.get(audit_stream(replay.stream))
            row = self._round_row(replay, audit)
            rounds.append(row)
            if audit is not None:
                findings += [self._finding_row(audit.stream, standing, row) for standing in audit.findings.values()]
        _upsert(Round, rounds)
        _upsert(Finding, findings)

    def _settle_overtaken(self, tables: Iterable[str], last: int) -> None:
        """Unclosed rounds end when a later one begins at their table, or the table closes: judge those again whose
        ending has changed."""
        changed: dict[str, bool] = {}
        for table in tables:
            rounds = Round.objects.filter(property=self.house, table=table)
            unclosed = list(rounds.filter(closed=False).values_list("stream", "moment", "first_position", "overtaken"))
            if not unclosed:
                continue
            newest = rounds.order_by("-moment", "-first_position").values_list("moment", "first_position")[0]
            record = self.replayer.record_of(table, last)
            for stream, moment, first_position, overtaken in unclosed:
                now = (moment, first_position) < newest or record.closed_after(moment)
                if now != overtaken:
                    changed[stream] = now
        self._write_rounds(changed, last, changed)

    def _round_row(self, replay: Replay, audit: RoundAudit | None) -> Round:
        state, judgement = replay.state, replay.judgement
        opened = state.opened
        source = (opened.source if opened is not None else None) or ""
        unknown_day = state.opened_at is None and source == "imported"
        standing = [] if audit is None else [s for s in audit.findings.values() if s.status in STANDING]
        severities = {s.opened.severity for s in standing}
        players = players_of(state)
        sums = sums_of(state, judgement, ended=replay.ended)
        return Round(
            id=row_key(self.house.id, replay.first_position),
            property=self.house,
            stream=replay.stream,
            table=replay.table,
            code=replay.code,
            game=state.game,
            currency=replay.terms.currency or self.house.currency,
            source=source,
            number=None if opened is None else opened.number,
            dealer=(opened.dealer if opened is not None else None) or "",
            supervisor=(opened.supervisor if opened is not None else None) or "",
            opened_at=state.opened_at,
            moment=replay.moment,
            gaming_day=None if unknown_day else gaming_day(replay.moment, self.house),
            closed=state.closed is not None,
            overtaken=replay.ended and state.closed is None,
            status=status_of(replay),
            outcome=outcome_of(judgement.summary),
            summary=judgement.summary,
            document=judgement.document,
            bets_count=len(judgement.results),
            staked_minor=sum(r.settlement.stake_minor for r in judgement.results),
            due_net_minor=sums.due_minor,
            recorded_net_minor=sums.recorded_minor,
            remedied_minor=sums.remedied_minor,
            beyond_rules_minor=sums.beyond_rules_minor,
            difference_minor=sums.difference_minor,
            players=players,
            search=" ".join([f"{replay.table}/{replay.code}", *players]).lower(),
            findings_open=len(standing),
            worst_open=next((s.value for s in WORST_FIRST if s.value in severities), ""),
            audit_due=replay.ended and is_due(replay, audit),
            facts_count=len(replay.rows),
            first_position=replay.first_position,
            last_position=replay.last_position,
            last_recorded_at=replay.rows[-1][5],
        )

    # Findings

    def _audits(self, streams: Sequence[str], last: int) -> dict[str, RoundAudit]:
        ledger = self.replayer.ledger
        return {
            stream: RoundAudit(ledger.property_code, stream, [ledger.decode(row) for row in rows])
            for stream, rows in ledger.scan_streams(streams, upto_position=last)
        }

    def _write_devices(self, streams: Sequence[str], last: int) -> None:
        rows = [
            self._finding_row(audit.stream, standing, None)
            for audit in self._audits(streams, last).values()
            for standing in audit.findings.values()
        ]
        _upsert(Finding, rows)

    def _finding_row(self, stream: str, standing: Standing, row: Round | None) -> Finding:
        opened = standing.opened
        return Finding(
            id=row_key(self.house.id, standing.first_position),
            property=self.house,
            stream=stream,
            identity=opened.identity,
            round=row,
            table="" if row is None else row.table,
            device=stream.partition("/")[2] if row is None else "",
            game="" if row is None else row.game,
            gaming_day=gaming_day(standing.opened_at, self.house) if row is None else row.gaming_day,
            code=opened.code,
            severity=opened.severity,
            subject=opened.subject,
            clauses=list(opened.clauses),
            versions=list(opened.versions),
            amount_minor=opened.amount_minor,
            detail=opened.detail,
            document=opened.document,
            status=standing.status,
            occurrence=standing.occurrence,
            case=standing.case,
            opened_at=standing.opened_at,
            opened_position=standing.opened_position,
            judged_position=standing.judged_position,
            changed_at=standing.changed_at,
            changed_position=standing.changed_position,
            changed_by=standing.changed_by,
            reason=standing.reason,
        )


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


def is_due(replay: Replay, audit: RoundAudit | None) -> bool:
    """Whether the judgement and the recorded findings of an ended round differ."""
    if audit is None:
        return bool(replay.judgement.findings)
    return audit.differs(by_identity(replay.judgement.findings))


def _upsert(model: Any, rows: Sequence[Any]) -> None:
    """Write whole rows by key; what stood there before plays no part."""
    if rows:
        fields = [field.name for field in model._meta.concrete_fields if not field.primary_key]
        model.objects.bulk_create(rows, 500, update_conflicts=True, unique_fields=["id"], update_fields=fields)
