"""A round's page: everything that a reader sees of one replay, at one position of the log.

The page is a value made from the replay (and the read model's findings); its panels only lay it out. Proved by
``tests/admin/test_round_page.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from casino.core.posts import Post
from casino.core.text import Text
from casino.ledger.entries import log_entries
from casino.ledger.rows import Row
from games import words
from games.commands import erasing_reasons, reasons, repeated
from games.engine.judgement import Finding as Judged
from games.engine.judgement import Severity
from games.engine.replay import Replay, moment_of
from games.engine.sentences import post
from games.engine.workings import Amount, less_due
from games.pages import bets, timeline
from games.pages.game_parts import part_of
from games.rows.models import Finding, FindingStatus, Round
from games.rows.replay import Replayer
from games.words import shared
from games.words.clauses import ClauseView, document_words, views
from games.words.sum_words import sum_text


class FindingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A finding on a round's page. ``key`` is its read-model key, None where the page shows an earlier position."""

    key: int | None
    code: str
    title: Text
    meaning: Text
    severity: str
    severity_words: Text
    status: str
    status_words: Text
    subject: str
    subject_words: Text
    amount_minor: int
    clauses: tuple[ClauseView, ...]
    versions: tuple[int, ...]
    reason: str = ""
    by_case: Text | None = None
    """What a case made of it, where it was not a person with a reason."""


class Step(msgspec.Struct, frozen=True):
    """One position at which the round can be looked at."""

    number: int
    position: int
    label: Text


TABLE: Final = "table"
LOG: Final = "log"


class RoundPage:
    """What the panels of a round's page are built from."""

    def __init__(
        self, row: Round, replay: Replay, *, language: str, at: int | None, steps: list[Step], by: str = TABLE
    ) -> None:
        self.row = row
        self.replay = replay
        self.language = language
        self.at = at
        self.steps = steps
        self.by = by
        """Whether the steps go by the table's time (what had happened) or by the log (what was recorded)."""
        self.currency: str = replay.terms.currency or row.currency or row.property.currency
        self.zone: ZoneInfo = row.property.zone
        self.document = document_words(replay.book)
        self.bets = self._bets()
        recorded = replay.events()
        self.reasoned = erasing_reasons.held(recorded)
        """The positions of facts whose reason is sealed: each has a page of its own."""
        said = reasons.opened(row.property.code, recorded, language)
        self.facts = timeline.rows(said, replay.state, replay.state.game, self.currency, replay.book)
        self.result = words.result(replay.state.game, replay.judgement.summary)
        self.findings: list[FindingRow] = []
        self.may_correct = False
        """Whether the person who reads may correct facts here; the admin says so."""

    def _bets(self) -> list[bets.BetRow]:
        replay = self.replay
        where = part_of(replay.state.game).places(replay)
        return [
            bets.row(result, where[result.bet], replay.judgement, replay.book, self.currency)
            for result in replay.judgement.results
            if result.bet in where
        ]

    @property
    def source(self) -> Text:
        """Where the round comes from, where that is not the table's equipment."""
        return words.term(shared.SOURCES, self.row.source)

    @cached_property
    def given_again(self) -> list[tuple[int, Text]]:
        """The positions of facts whose reason somebody gave again and again, with what is said of it."""
        owner, events = self.row.property, self.replay.events()
        found = [(event.position, repeated.told(owner, event)) for event in events]
        return [(position, said) for position, said in found if said is not None]

    @property
    def step(self) -> int:
        """The number of the fact up to which the page shows the round."""
        return len(self.replay.rows)

    @cached_property
    def record(self) -> list[RecordRow]:
        """The stored events behind the page, with their hashes."""
        return record(self.row, self.replay)

    @property
    def last_version(self) -> int:
        """The version of the newest fact that the page shows: what a person has seen when they decide."""
        return max(stored[2] for stored in self.replay.rows)

    @property
    def staff(self) -> list[tuple[Text, str]]:
        """(post, staff code) of those on duty when the round opened; the opening's own word goes first."""
        on_duty = dict(self.replay.terms.staff)
        opened = self.replay.state.opened
        if opened is not None and opened.dealer:
            on_duty["dealer"] = opened.dealer
        if opened is not None and opened.supervisor and opened.supervisor not in on_duty.values():
            on_duty["pit_supervisor"] = opened.supervisor
        return [(post(code), on_duty[code]) for code in Post if code in on_duty]

    @property
    def totals(self) -> dict[str, int]:
        judgement = self.replay.judgement
        decided = [r for r in judgement.results if r.difference_minor is not None]
        return {
            "staked": sum(r.settlement.stake_minor for r in judgement.results),
            "due": judgement.due_net_minor,
            "recorded": sum(r.recorded.net_minor(r.settlement.stake_minor) for r in decided),
            "remedied": judgement.remedied_minor,
            "out": judgement.out_minor,
            "beyond": judgement.beyond_rules_minor,
            "difference": judgement.difference_minor,
        }

    @property
    def difference_sum(self) -> Text:
        """Recorded less due of all players together, as a sum."""
        totals = self.totals
        if not (totals["difference"] or totals["remedied"] or totals["beyond"]):
            return Text("", "")
        put_right = [Amount(amount) for amount in (totals["remedied"], -totals["beyond"]) if amount]
        return sum_text(less_due([Amount(totals["recorded"]), *put_right], totals["due"]), self.currency)


def load(
    row: Round, *, language: str, at: int | None = None, step: int | None = None, by: str | None = None
) -> RoundPage:
    """Replay a round for its page. ``at`` (a position) or ``step`` (the number of a fact) ask for an earlier state;
    a position outside the round is moved to its nearest fact. ``by`` says what steps are counted by: ``table`` (every
    fact that had happened by then, whenever it was recorded) or ``log`` (the default for ``step``)."""
    replayer = Replayer(row.property.code)
    now = replayer.round(row.stream, overtaken_at=row.overtaken_at)
    by = by or (TABLE if at is None and step is None else LOG)
    stored = _by_the_table(now) if by == TABLE else list(now.rows)
    steps = [Step(number, each[0], words.event_label(each[3])) for number, each in enumerate(stored, start=1)]
    position = _chosen(steps, at, step)
    if by == TABLE and step is not None and step < len(steps):
        happened = sorted(stored[: max(step, 1)], key=lambda each: each[2])
        position = max(each[0] for each in happened)
        # Judged by what was on record then, so that a later closing of the table ends nothing here.
        return _earlier(row, replayer.replay(row.stream, happened, position, None), language, position, steps, by)
    if position is None or position >= max(each.position for each in steps):
        page = RoundPage(row, now, language=language, at=None, steps=steps, by=by)
        page.findings = [stored_finding(f) for f in row.findings.all()]
        page.findings.sort(key=_urgency)
        return page
    then = replayer.round(row.stream, position, replayer.overtaken_at(row.stream, position))
    return _earlier(row, then, language, position, steps, by)


def _earlier(row: Round, then: Replay, language: str, position: int, steps: list[Step], by: str) -> RoundPage:
    page = RoundPage(row, then, language=language, at=position, steps=steps, by=by)
    page.findings = [judged_finding(f, page.replay) for f in page.replay.judgement.findings]
    page.findings.sort(key=_urgency)
    return page


def _by_the_table(replay: Replay) -> list[Row]:
    """The stored facts in the order in which they happened at the table."""
    moments = {event.version: moment_of(event) for event in replay.events()}
    return sorted(replay.rows, key=lambda each: (moments[each[2]], each[2]))


def _chosen(steps: Sequence[Step], at: int | None, step: int | None) -> int | None:
    if step is not None:
        return steps[min(max(step, 1), len(steps)) - 1].position
    if at is None:
        return None
    return max((s.position for s in steps if s.position <= at), default=steps[0].position)


_ORDER: Final = tuple(Severity)
_STATUS_ORDER: Final = ("", *FindingStatus)
"""Of a judgement that no row holds, no status."""


def _urgency(row: FindingRow) -> tuple[int, int, str]:
    return _STATUS_ORDER.index(row.status), _ORDER.index(row.severity), row.subject


def stored_finding(finding: Finding) -> FindingRow:
    """A finding of the read model as pages show it."""
    from games.words.clauses import book_of

    said = words.finding(finding.code)
    return FindingRow(
        key=finding.pk,
        code=finding.code,
        title=said.title,
        meaning=said.meaning,
        severity=finding.severity,
        severity_words=words.term(shared.SEVERITIES, finding.severity),
        status=finding.status,
        status_words=words.term(shared.FINDING_STATUS, finding.status),
        subject=finding.subject,
        subject_words=words.subject(finding.subject),
        amount_minor=finding.amount_minor,
        clauses=views(finding.clauses, book_of(finding.document)),
        versions=tuple(finding.versions),
        reason=finding.reason,
        by_case=shared.by_case(finding.status, finding.case) if not finding.reason else None,
    )


def judged_finding(finding: Judged, replay: Replay) -> FindingRow:
    """A finding of a judgement that is not in the read model: at an earlier position, or supposed."""
    said = words.finding(finding.code)
    return FindingRow(
        key=None,
        code=finding.code,
        title=said.title,
        meaning=said.meaning,
        severity=str(finding.severity),
        severity_words=words.term(shared.SEVERITIES, finding.severity),
        status="",
        status_words=Text("", ""),
        subject=finding.subject,
        subject_words=words.subject(finding.subject),
        amount_minor=finding.amount_minor,
        clauses=views(finding.clauses, replay.book),
        versions=finding.versions,
    )


class RecordRow(msgspec.Struct, frozen=True):
    """One stored event as the auditor wants it: position, stored bytes, log entry (made again from what is stored;
    empty where that is impossible), stored leaf hash."""

    version: int
    position: int
    type: str
    actor: str
    body: str
    entry: str
    leaf_hash: str


def record(row: Round, replay: Replay) -> list[RecordRow]:
    """The stored events behind a replay, with the hashes under which they stand in the log."""
    return stored_events(row.property_id, replay.rows)


def stored_events(property_id: int, rows: Sequence[Row]) -> list[RecordRow]:
    """Rows of the ledger, of whatever stream, with the hashes under which they stand in the log."""
    found = log_entries(property_id, [stored[0] for stored in rows])
    return [
        RecordRow(
            version=version,
            position=position,
            type=type_name,
            actor=actor,
            body=body.decode("utf-8"),
            entry=(found[position].entry or b"").decode("ascii"),
            leaf_hash=found[position].leaf_hash.hex(),
        )
        for position, _stream, version, type_name, _occurred, _recorded, actor, body in rows
    ]
