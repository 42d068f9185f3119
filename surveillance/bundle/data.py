"""What a judged round comes to, as a bundle writes it: a line of JSON, and rows of two tables (CSV, RFC 4180).

Written by the writer and written again by the verifier from the events, byte for byte the same: what stands in a bundle
is never read to know what a round came to. Proved by ``tests/surveillance/bundle/test_verifying.py``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from casino.core.canonical import encode_sorted
from casino.core.log_entry import time_text
from games.engine.judgement import BetResult, Finding
from games.engine.replay import Replay

ROUNDS: Final = "rounds.ndjson"
SETTLEMENTS: Final = "settlements.csv"
FINDINGS: Final = "findings.csv"
WRITTEN: Final = (ROUNDS, SETTLEMENTS, FINDINGS)
SETTLEMENT_COLUMNS: Final = (
    *("stream", "game", "document", "bet", "kind", "spot", "outcome", "stake_minor", "in_play_minor"),
    *("returned_minor", "collected_minor", "winnings_minor", "commission_minor", "recorded_paid_minor"),
    *("recorded_collected_minor", "recorded_returned_minor", "recorded_remedied_minor", "beyond_rules_minor"),
    *("difference_minor", "clauses"),
)
FINDING_COLUMNS: Final = (
    *("stream", "game", "document", "code", "severity", "subject", "amount_minor", "clauses", "versions", "identity"),
)


class Line(msgspec.Struct, frozen=True, gc=False):
    """A round: ``results`` and ``findings`` as ``docs/judging.md`` tells them; ``asked`` is false where it stands here
    only because another needs it."""

    asked: bool
    as_of: int
    beyond_rules_minor: int
    difference_minor: int
    document: str | None
    due_net_minor: int
    ended: bool
    findings: tuple[Finding, ...]
    game: str
    identities: tuple[str, ...]
    moment: str
    position: int
    remedied_minor: int
    results: tuple[BetResult, ...]
    stream: str
    summary: dict[str, Any]


class Told(NamedTuple):
    """A round's line and its rows of both tables, in the order of :data:`WRITTEN`."""

    line: bytes
    settlements: bytes
    findings: bytes


def heads() -> Told:
    """What stands before the first round."""
    return Told(b"", _rows([SETTLEMENT_COLUMNS]), _rows([FINDING_COLUMNS]))


def told(replay: Replay, *, asked: bool) -> Told:
    """One round. Of rounds that were not asked for, the tables hold nothing."""
    judgement = replay.judgement
    identities = tuple(finding.identity for finding in judgement.findings)
    line = Line(
        asked=asked,
        as_of=replay.as_of,
        beyond_rules_minor=judgement.beyond_rules_minor,
        difference_minor=judgement.difference_minor,
        document=None if replay.book is None else replay.book.id,
        due_net_minor=judgement.due_net_minor,
        ended=replay.ended,
        findings=judgement.findings,
        game=judgement.game,
        identities=identities,
        moment=time_text(replay.moment),
        position=replay.last_position,
        remedied_minor=judgement.remedied_minor,
        results=judgement.results,
        stream=replay.stream,
        summary=judgement.summary,
    )
    encoded = encode_sorted(line) + b"\n"
    if not asked:
        return Told(encoded, b"", b"")
    first = (replay.stream, judgement.game, judgement.document)
    found = zip(judgement.findings, identities, strict=True)
    return Told(
        encoded,
        _rows([(*first, *_settlement(each)) for each in judgement.results]),
        _rows([(*first, *_finding(each, identity)) for each, identity in found]),
    )


def _settlement(result: BetResult) -> tuple[object, ...]:
    due, done = result.settlement, result.recorded
    return (
        result.bet,
        result.kind,
        result.spot,
        due.outcome,
        due.stake_minor,
        due.in_play_minor,
        due.returned_minor,
        due.collected_minor,
        due.winnings_minor,
        due.commission_minor,
        done.paid_minor,
        done.collected_minor,
        done.returned_minor,
        done.remedied_minor,
        done.beyond_rules_minor,
        "" if result.difference_minor is None else result.difference_minor,
        " ".join(due.clauses),
    )


def _finding(finding: Finding, identity: str) -> tuple[object, ...]:
    return (
        finding.code,
        str(finding.severity),
        finding.subject,
        finding.amount_minor,
        " ".join(finding.clauses),
        " ".join(map(str, finding.versions)),
        identity,
    )


def _rows(rows: Sequence[Sequence[object]]) -> bytes:
    if not rows:
        return b""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()
