"""The audit: judge rounds and devices again and record, as events, what is found and what is no longer found.

Auditing again gives the same findings, not more of them: a finding is named by all it says, its events have ids made of
that name, and a stream's version is expected. Work goes page by page, each a transaction; memory stays flat. Proved by
``tests/audit``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

import msgspec
from django.db import transaction
from django.db.models import Q

from casino.clock import now as clock
from casino.core.events import NewEvent, RecordedEvent
from casino.ledger import follow, reading
from casino.ledger.application import get_ledger
from casino.ledger.clock import JUMP
from casino.ledger.errors import ConcurrencyConflict, IdConflict
from casino.ledger.everywhere import carry_on
from casino.ledger.follow import Progress
from casino.site import outage
from games.engine import server
from games.engine.device import ClockOff, GapFound, NotSigned, NumberOutOfReach, NumberReused, open_gaps
from games.engine.judgement import Finding, Severity
from games.engine.origin import NOT_SIGNED, PersonNotSigned
from games.engine.replay import Replay
from games.facts.findings import ATTEMPTS, RoundAudit, audit_stream, by_identity, change
from games.rows import readmodel
from games.rows.limits import CLOCK_LIMIT_MS
from games.rows.models import Round
from games.rows.replay import Replayer, pages

PAGE: Final = 250
APPEND_AT_ONCE: Final = 5_000
"""Events of one append: half of what the ledger takes at once, however many findings a page of rounds has."""
DEVICES: Final = "devices"
DEVICE_TYPES: Final = (
    "device.clock_off.v1",
    "device.gap_found.v1",
    "device.gap_closed.v1",
    "device.number_reused.v1",
    "device.number_out_of_reach.v1",
    "device.not_signed.v1",
    NOT_SIGNED,
    server.TYPE,
)
SETTLE_SECONDS: Final = 5
"""A round is left alone until this long after its last fact: what belongs to it is often still on its way."""

CLAIMED: Final = 0x7461_626C
"""The first half of the advisory locks by which audits claim rounds; the second is a hash of property and round. Two of
one hash wait for each other without need, no more."""
CLAIM: Final = """
SELECT pg_advisory_xact_lock(%s, key) FROM (
    SELECT DISTINCT hashtext(%s || '/' || stream) AS key FROM unnest(%s::text[]) u(stream) ORDER BY key
) k
"""
CLAIM_FREE: Final = """
SELECT stream, pg_try_advisory_xact_lock(%s, hashtext(%s || '/' || stream)) FROM unnest(%s::text[]) u(stream)
"""
Page = dict[str, datetime | None]
"""Rounds by their streams, each with when the next one opened at its table."""
OnRound = Callable[[Replay, Sequence[Finding]], None]


class Report(msgspec.Struct):
    """What an audit did. ``rounds`` judged, ``open_rounds`` left because they have not ended, findings by code as they
    stand in the judgements, and how many of them were recorded as new or as no longer found."""

    rounds: int = 0
    open_rounds: int = 0
    findings: dict[str, int] = {}
    amounts_minor: dict[str, dict[str, int]] = {}
    """By code, the sums by currency: smallest units of two currencies make no sum."""
    opened: int = 0
    superseded: int = 0

    @property
    def appended(self) -> int:
        return self.opened + self.superseded

    def count(self, found: Iterable[Finding], currency: str) -> None:
        for finding in found:
            self.findings[finding.code] = self.findings.get(finding.code, 0) + 1
            sums = self.amounts_minor.setdefault(finding.code, {})
            sums[currency] = sums.get(currency, 0) + finding.amount_minor


def chosen(
    property_code: str,
    *,
    table: str | None = None,
    game: str | None = None,
    gaming_day: date | None = None,
    streams: Sequence[str] | None = None,
) -> Q:
    """The rounds of a range, as a filter on :class:`Round`. Without a filter: all."""
    wanted = Q(property__code=property_code)
    if table is not None:
        wanted &= Q(table=table)
    if game is not None:
        wanted &= Q(game=game)
    if gaming_day is not None:
        wanted &= Q(gaming_day=gaming_day)
    if streams is not None:
        wanted &= Q(stream__in=streams)
    return wanted


def audit_rounds(
    property_code: str,
    streams: Sequence[str] | None = None,
    *,
    table: str | None = None,
    game: str | None = None,
    gaming_day: date | None = None,
    dry_run: bool = False,
    progress: Callable[[int], object] | None = None,
    on_round: OnRound | None = None,
) -> Report:
    """Judge a range of rounds again and record what changed; then bring the read models up to it.

    ``progress`` is told after each page how many rounds are done; ``on_round`` sees every ended round's judgement.
    """
    readmodel.follow_to_head(property_code)
    report = Report()
    wanted = chosen(property_code, table=table, game=game, gaming_day=gaming_day, streams=streams)
    replayer = Replayer(property_code)
    for page in _pages(wanted):
        _audit_page(replayer, page, report, dry_run=dry_run, on_round=on_round)
        if progress is not None:
            progress(len(page))
    if report.appended:
        readmodel.follow_to_head(property_code)
    return report


def audit_due(
    property_code: str, now: datetime | None = None, *, limit: int = 2 * PAGE, report: Report | None = None
) -> Report:
    """Audit the rounds that have ended and whose judgement differs from what is recorded, once they have settled. A
    round that cannot be judged stops no other; raises at the end what stopped any, with ``report`` filled in."""
    moment = now or clock()
    settled = Q(last_recorded_at__lte=moment - timedelta(seconds=SETTLE_SECONDS))
    # What a clock that was ahead recorded is not waited for: its time may come in years.
    settled |= Q(last_recorded_at__gt=moment + JUMP)
    due = Round.objects.filter(settled, property__code=property_code, audit_due=True)
    report = Report() if report is None else report
    streams = list(due.order_by("stream").values_list("stream", flat=True)[:limit])
    carry_on(lambda page: _audit_free(property_code, page, report), pages(streams, PAGE))
    return report


def _audit_free(property_code: str, streams: Sequence[str], report: Report) -> None:
    """Audit those of a page that no other worker is at: what it is at will be done by it. One by one where something
    stopped the page."""
    try:
        with transaction.atomic():
            free = Round.objects.filter(chosen(property_code, streams=unclaimed(property_code, streams)))
            at = dict(free.values_list("stream", "overtaken_at"))
            _audit_page(Replayer(property_code), at, report, dry_run=False, on_round=None)
    except Exception as error:
        if outage.trouble(error) is not None:
            raise
        if len(streams) == 1:
            error.add_note(streams[0])
            raise
        carry_on(lambda stream: _audit_free(property_code, [stream], report), streams)


def claim(property_code: str, streams: Iterable[str], *, using: str = "default") -> None:
    """Wait until no other audit is at these rounds, and keep others from them to the end of the transaction. Whoever
    waited sees what the other one recorded. All claim in one order, so none waits in a circle."""
    with reading.cursor(using) as cursor:
        cursor.execute(CLAIM, [CLAIMED, property_code, sorted(streams)])


def unclaimed(property_code: str, streams: Iterable[str], *, using: str = "default") -> list[str]:
    """Those of the rounds that no other audit is at, claimed to the end of the transaction; waits for nobody."""
    with reading.cursor(using) as cursor:
        found = cursor.execute(CLAIM_FREE, [CLAIMED, property_code, sorted(streams)]).fetchall()
    return [stream for stream, free in found if free]


def _pages(wanted: Q) -> Iterator[Page]:
    """The rounds of a range, a page at a time in the order of their keys: stream, and when it was overtaken."""
    after = 0
    while True:
        found = list(
            Round.objects.filter(wanted, id__gt=after).order_by("id").values_list("id", "stream", "overtaken_at")[:PAGE]
        )
        if found:
            yield {stream: overtaken_at for _, stream, overtaken_at in found}
        if len(found) < PAGE:
            return
        after = found[-1][0]


def _audit_page(replayer: Replayer, page: Page, report: Report, *, dry_run: bool, on_round: OnRound | None) -> None:
    """Judge and record one page; again from the start when a person recorded something about a finding meanwhile.
    Audits do not meet: each claims its rounds first."""
    ledger = replayer.ledger
    for attempt in range(1, ATTEMPTS + 1):
        done = Report()
        try:
            with transaction.atomic(using=ledger.using):
                if not dry_run:
                    claim(replayer.property_code, page, using=ledger.using)
                pending, judged = _judge_page(replayer, page, done)
                if not dry_run:
                    for first in range(0, len(pending), APPEND_AT_ONCE):
                        ledger.append(pending[first : first + APPEND_AT_ONCE])
            break
        except (ConcurrencyConflict, IdConflict):
            if attempt == ATTEMPTS:
                raise
    report.rounds += done.rounds
    report.open_rounds += done.open_rounds
    if not dry_run:
        report.opened += done.opened
        report.superseded += done.superseded
    for replay in judged:
        report.count(replay.judgement.findings, replay.terms.currency or replayer.house.currency)
        if on_round is not None:
            on_round(replay, replay.judgement.findings)


def _judge_page(replayer: Replayer, page: Page, done: Report) -> tuple[list[NewEvent], list[Replay]]:
    ledger = replayer.ledger
    position = ledger.head()[0]
    audits = {
        stream: RoundAudit(ledger.property_code, stream, [ledger.decode(row) for row in rows])
        for stream, rows in ledger.scan_streams([audit_stream(s) for s in page], upto_position=position)
    }
    pending: list[NewEvent] = []
    judged: list[Replay] = []
    for replay in replayer.many(page, upto_position=position, overtaken_at=page.__getitem__):
        if not replay.ended:
            done.open_rounds += 1
            continue
        done.rounds += 1
        judged.append(replay)
        name = audit_stream(replay.stream)
        audit = audits.get(name) or RoundAudit(ledger.property_code, name)
        judgement = replay.judgement
        found = by_identity(judgement.findings)
        opened, superseded = audit.audited(found, document=judgement.document, judged_position=position)
        done.opened += opened
        done.superseded += superseded
        pending += audit.collect_events()
    return pending, judged


# Devices


def _of_sending(code: str, versions: tuple[int, ...], subject: str = "", /, **detail: Any) -> Finding:
    """A finding about how something was sent or signed, of which no clause speaks."""
    return Finding(
        code=code, severity=Severity.PROCEDURE, subject=subject, clauses=(), versions=versions, detail=detail
    )


def device_findings(events: Iterable[RecordedEvent]) -> list[Finding]:
    """What is wrong with a device's sending: numbers that are missing still, its clock, what it did not sign where it
    must. Of the server: every jump of its clock, and what people did not sign where they must."""
    recorded = list(events)
    findings = []
    for first, last in open_gaps(event.data for event in recorded):
        versions = tuple(
            e.version
            for e in recorded
            if isinstance(e.data, GapFound) and e.data.first <= last and first <= e.data.last
        )
        subject, missing = f"{first}-{last}", last - first + 1
        findings.append(_of_sending("device_silent", versions, subject, first=first, last=last, missing=missing))
    findings += _numbers_reused(recorded)
    findings += _clock_off(recorded)
    for event in recorded:
        said, here = event.data, (event.version,)
        if isinstance(said, NumberOutOfReach):
            numbers = {"number": said.number, "highest": said.highest}
            findings.append(_of_sending("device_number_out_of_reach", here, **numbers))
        elif isinstance(said, NotSigned):
            place = {"table": said.table, "round": said.round, "position": said.position}
            findings.append(_of_sending("device_not_signed", here, **place))
        elif isinstance(said, PersonNotSigned):
            what = {"person": said.person, "type": said.type, "position": said.position}
            findings.append(_of_sending("person_not_signed", here, **what))
        elif isinstance(said, server.ClockJumped):
            jump = {"step_ms": said.step_ms, "position": said.position}
            findings.append(_of_sending("server_clock_jumped", here, **jump))
    return findings


CLOCK_TOLD_AGAIN: Final = timedelta(days=1)


def _clock_off(recorded: list[RecordedEvent]) -> Iterator[Finding]:
    """A clock that is off all day is one finding, though it is recorded each hour and with each change of a second; it
    is found again where it has moved by as much as makes a clock off."""
    told: tuple[datetime, int] | None = None
    for event in recorded:
        said = event.data
        if not isinstance(said, ClockOff):
            continue
        same = told is not None and abs(told[1] - said.skew_ms) <= CLOCK_LIMIT_MS
        if told is None or not same or event.recorded_at - told[0] >= CLOCK_TOLD_AGAIN:
            yield _of_sending("device_clock_off", (event.version,), skew_ms=said.skew_ms)
            told = (event.recorded_at, said.skew_ms)


def _numbers_reused(recorded: list[RecordedEvent]) -> list[Finding]:
    """One finding a number, with the ids of all events that came under it, as far as they are known."""
    uses: dict[int, list[tuple[int, NumberReused]]] = {}
    for event in recorded:
        if isinstance(event.data, NumberReused):
            uses.setdefault(event.data.number, []).append((event.version, event.data))
    findings = []
    for number, said in uses.items():
        named = [each for _version, fact in said for each in (fact.first, fact.second) if each is not None]
        ids = dict.fromkeys(map(str, named))
        versions = tuple(version for version, _fact in said)
        findings.append(_of_sending("device_number_reused", versions, str(number), number=number, ids=list(ids)))
    return findings


def audit_device(property_code: str, stream: str, position: int) -> tuple[int, int]:
    """Record what is found of a device (its stream), as it stood at a position: (opened, superseded)."""
    recorded = get_ledger(property_code).stream(stream, upto_position=position)
    found = by_identity(device_findings(recorded))
    counts = (0, 0)

    def command(audit: RoundAudit) -> None:
        nonlocal counts
        counts = audit.audited(found, document="", judged_position=position)

    change(property_code, audit_stream(stream), command)
    return counts


def audit_devices(property_code: str) -> Progress:
    """Follow the facts about devices and record their findings, each exactly once."""

    def handle(events: Sequence[RecordedEvent]) -> None:
        position = events[-1].position
        for stream in sorted({event.stream for event in events}):
            audit_device(property_code, stream, position)

    return readmodel.watched(
        DEVICES, property_code, lambda: follow.catch_up(DEVICES, property_code, handle, types=DEVICE_TYPES, later=True)
    )


def totals(report: Report) -> list[tuple[str, int, dict[str, int]]]:
    """(code, count, sums of amounts by currency) of a report, the most frequent first."""
    counted: Counter[str] = Counter(report.findings)
    return [(code, number, report.amounts_minor.get(code, {})) for code, number in counted.most_common()]


def as_json(report: Report) -> dict[str, Any]:
    """The report for machines."""
    return {**msgspec.to_builtins(report), "appended": report.appended}
