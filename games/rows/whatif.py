"""What if: a round replayed with facts changed, removed or added, or under another rule book, beside what it is.

Nothing is stored: the stored rows are copied, the copy is altered, and both go through the same fold and judgement. A
pit manager sees what is at stake between two versions of a story. Used by the round page, by ``manage.py replay ROUND
--what-if FILE`` and over the API. Proved by ``tests/replay/test_whatif.py``.

The file (JSON)::

    {"document": "roulette.2020-06-13",                     under which rule book (optional)
     "remove":  [7],                                        versions of facts that did not happen
     "change":  [{"version": 6, "data": {"pocket": 9}}],    facts that were otherwise
     "add":     [{"type": "roulette.no_spin_called.v1",     facts that were not recorded
                  "occurred_at": "2026-03-01T12:00:30+07:00", "data": {...}}]}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import NAMESPACE_OID, uuid5

import msgspec

from casino.core import events
from casino.core.errors import ERRORS, Problem
from casino.ledger.rows import Row
from games.catalogue import judge
from games.engine.document import NoRuleBook
from games.engine.judgement import AWAITING, PENDING, BetResult, Finding, Settlement
from games.engine.replay import Replay
from games.rows.replay import Replayer

MOST_CHANGES: Final = 200
CORRECTION: Final = ".fact_corrected.v1"

ERRORS.register_all(
    {
        "whatif_unreadable": 422,
        "whatif_unknown_version": 422,
        "whatif_contradicts_itself": 422,
        "whatif_type_not_of_game": 422,
        "whatif_leaves_nothing": 422,
        "whatif_unknown_document": 422,
    }
)


class Changed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that was otherwise: its stream version and its data instead. ``occurred_at`` where the moment differs."""

    version: int
    data: dict[str, Any]
    occurred_at: datetime | None = None


class Added(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that was not recorded."""

    type: str
    data: dict[str, Any]
    occurred_at: datetime | None = None


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One version of the story: everything in which it differs from the record."""

    document: str | None = None
    remove: tuple[int, ...] = ()
    change: tuple[Changed, ...] = ()
    add: tuple[Added, ...] = ()


class BetChange(msgspec.Struct, frozen=True):
    """One bet in both versions of the story; None where a version does not have it."""

    bet: str
    before: BetResult | None
    after: BetResult | None

    @property
    def differs(self) -> bool:
        """Whether outcome, amounts or clauses differ, or what was recorded."""
        if self.before is None or self.after is None:
            return True
        before, after = self.before, self.after
        return _due(before) != _due(after) or before.recorded != after.recorded

    @property
    def is_decided(self) -> bool:
        """Whether both versions say what is owed: one that waits for a decision or a result does not."""
        results = (result for result in (self.before, self.after) if result is not None)
        return not any(result.settlement.outcome in (AWAITING, PENDING) for result in results)

    @property
    def due_change_minor(self) -> int | None:
        """How much more (or less, negative) the player is owed in the second version, in minor units; None while one of
        the two is not decided."""
        if not self.is_decided:
            return None
        before = self.before.settlement.net_minor if self.before else 0
        after = self.after.settlement.net_minor if self.after else 0
        return after - before

    @property
    def clauses_gone(self) -> tuple[str, ...]:
        """The clauses that no longer decide."""
        return tuple(number for number in _clauses(self.before) if number not in _clauses(self.after))

    @property
    def clauses_new(self) -> tuple[str, ...]:
        """The clauses that decide instead."""
        return tuple(number for number in _clauses(self.after) if number not in _clauses(self.before))


def _due(result: BetResult) -> tuple[Settlement, list[tuple[str, Settlement]]]:
    """What a bet is owed, decided or not; figures that come to the same amounts are the same."""
    return result.settlement.bare, [(option.decision, option.settlement.bare) for option in result.alternatives]


def _clauses(result: BetResult | None) -> tuple[str, ...]:
    if result is None:
        return ()
    options = (number for option in result.alternatives for number in option.settlement.clauses)
    decided_by = (result.decided_by,) if result.decided_by else ()
    return tuple(dict.fromkeys((*result.settlement.clauses, *options, *decided_by)))


class WhatIf(msgspec.Struct, frozen=True):
    """Both settlements side by side."""

    before: Replay
    after: Replay
    bets: tuple[BetChange, ...]

    @property
    def due_change_minor(self) -> int:
        """Over the bets that are decided in both versions; ``undecided`` counts the others."""
        return sum(bet.due_change_minor or 0 for bet in self.bets)

    @property
    def undecided(self) -> int:
        """How many bets differ, or may, by a decision or a result that is still to come."""
        return sum(not bet.is_decided for bet in self.bets)

    @property
    def findings_gone(self) -> list[Finding]:
        """What is found in the record and would not be found in the other story."""
        return _only(self.before, self.after)

    @property
    def findings_new(self) -> list[Finding]:
        """What would be found in the other story alone."""
        return _only(self.after, self.before)


def _only(one: Replay, other: Replay) -> list[Finding]:
    said = {_said(finding) for finding in other.judgement.findings}
    return [finding for finding in one.judgement.findings if _said(finding) not in said]


def _said(finding: Finding) -> tuple[str, str, tuple[str, ...], int]:
    """What a finding says, whichever facts it rests on."""
    return finding.code, finding.subject, finding.clauses, finding.amount_minor


def read_changes(source: bytes | str | dict[str, Any]) -> Changes:
    """Read a what-if from JSON text or from a decoded object. Problem ``whatif_unreadable`` names the place."""
    try:
        if isinstance(source, dict):
            changes = msgspec.convert(source, Changes)
        else:
            changes = msgspec.json.decode(source, type=Changes)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Problem("whatif_unreadable", why=error) from None
    if len(changes.remove) + len(changes.change) + len(changes.add) > MOST_CHANGES:
        raise Problem("whatif_unreadable", why=f"more than {MOST_CHANGES} changes")
    told: tuple[tuple[str, Sequence[Changed | Added]], ...] = (("change", changes.change), ("add", changes.add))
    for name, entries in told:
        for place, entry in enumerate(entries):
            if entry.occurred_at is not None and entry.occurred_at.tzinfo is None:
                raise Problem("whatif_unreadable", why=f"no offset from UTC - at `$.{name}[{place}].occurred_at`")
    meant = Counter((*changes.remove, *(change.version for change in changes.change)))
    twice = next((version for version, times in meant.items() if times > 1), None)
    if twice is not None:
        raise Problem("whatif_contradicts_itself", version=str(twice))
    return changes


def what_if(
    replayer: Replayer,
    stream: str,
    changes: Changes,
    *,
    upto_position: int | None = None,
    overtaken_at: datetime | None = None,
) -> WhatIf:
    """Replay a round as it is and as it would be. Raises :class:`Problem` for changes that do not fit the round,
    ``NoSuchRound`` for a round that is not there. Stores nothing."""
    position = replayer.ledger.head()[0] if upto_position is None else upto_position
    before = replayer.round(stream, position, overtaken_at)
    # The same table, and the same rounds before it: only this round's story differs.
    after = replayer.replay(stream, _altered(before, changes), position, overtaken_at, before.state.before)
    if changes.document is not None:
        after = _under(replayer, after, changes.document)
    olds = {result.bet: result for result in before.judgement.results}
    news = {result.bet: result for result in after.judgement.results}
    names = list(dict.fromkeys([*olds, *news]))
    return WhatIf(before, after, tuple(BetChange(name, olds.get(name), news.get(name)) for name in names))


def _altered(before: Replay, changes: Changes) -> list[Row]:
    versions = {row[2] for row in before.rows}
    for version in (*changes.remove, *(c.version for c in changes.change)):
        if version not in versions:
            raise Problem("whatif_unknown_version", version=str(version))
    otherwise = {c.version: (place, c) for place, c in enumerate(changes.change)}
    gone = {*changes.remove, *_corrections_of({*changes.remove, *otherwise}, before.rows)}.difference(otherwise)
    rows = [
        _changed(row, *otherwise[row[2]]) if row[2] in otherwise else row for row in before.rows if row[2] not in gone
    ]
    if not rows:
        raise Problem("whatif_leaves_nothing")
    last = before.rows[-1]
    rows += (_added(added, place, last, before.state.game) for place, added in enumerate(changes.add))
    told_anew = {last[2] + place + 1 for place in range(len(changes.add))}
    return _told_in_time(rows, told_anew | {c.version for c in changes.change if c.occurred_at is not None})


def _told_in_time(rows: Sequence[Row], versions: set[int]) -> list[Row]:
    """The rows in the order of receipt, were those of ``versions`` received when they happened: told afterwards they
    would be claims of time, and the question is what would be owed had they not been."""
    told = [row for row in rows if row[2] not in versions or row[4] is None]
    for row in rows:
        if row[2] not in versions or row[4] is None:
            continue
        behind = (place for place, other in enumerate(told, 1) if other[4] is not None and other[4] <= row[4])
        told.insert(max(behind, default=0), (*row[:5], row[4], *row[6:]))
    return told


def _corrections_of(versions: set[int], rows: Sequence[Row]) -> set[int]:
    """The corrections of these facts: of a fact that was otherwise from the beginning there was nothing to correct."""
    bodies = {row[2]: msgspec.json.decode(row[7]) for row in rows if row[2] in versions or row[3].endswith(CORRECTION)}
    meant = {bodies[version]["id"] for version in versions}
    corrections = (row[2] for row in rows if row[3].endswith(CORRECTION))
    return {version for version in corrections if bodies[version]["data"]["target"] in meant}


def _changed(row: Row, place: int, change: Changed) -> Row:
    raw = msgspec.json.decode(row[7])
    raw["data"] = change.data
    body = msgspec.json.encode(raw)
    moment = row[4]
    if change.occurred_at is not None:
        moment = change.occurred_at
        raw.pop("clock_skew_ms", None)
        body = msgspec.json.encode(raw)
    return (*row[:4], moment, *row[5:7], _fits(row[3], body, f"$.change[{place}]"))


def _added(added: Added, place: int, last: Row, game: str) -> Row:
    event_type = events.find(added.type)
    if event_type is None or event_type.prefix != game:
        raise Problem("whatif_type_not_of_game", type=added.type, game=game)
    version = last[2] + place + 1
    body = msgspec.json.encode({"id": str(uuid5(NAMESPACE_OID, f"{last[1]}:{version}")), "data": added.data})
    body = _fits(added.type, body, f"$.add[{place}]")
    return (last[0], last[1], version, added.type, added.occurred_at, last[5], "system:what-if", body)


def _fits(type_name: str, body: bytes, place: str) -> bytes:
    event_type = events.find(type_name)
    try:
        if event_type is not None:
            event_type.decode(body)
    except msgspec.ValidationError as error:
        raise Problem("whatif_unreadable", why=f"{place}, {type_name}: {error}") from None
    return body


def _under(replayer: Replayer, replay: Replay, document: str) -> Replay:
    """The same facts judged under another rule book of the game."""
    game = replay.state.game
    try:
        book = replayer.books.library.by_id(document)
    except NoRuleBook:
        raise Problem("whatif_unknown_document", document=document, game=game) from None
    if book.game != game:
        raise Problem("whatif_unknown_document", document=document, game=game)
    judgement = judge(replay.state, book, ended=replay.ended)
    return Replay(replay.stream, replay.rows, replay.state, replay.moment, replay.ended, book, judgement, replay.as_of)
