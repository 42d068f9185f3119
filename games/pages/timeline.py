"""The timeline of a round: each fact in words, with both its times, who said it, and what was corrected.

Facts stand in their true order (as the fold takes them), numbered by their version in the stream, so that a finding can
point at one. Proved by ``tests/admin/test_round_page.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

import msgspec

from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.text import Text, figure, shaped
from games import words
from games.engine.document import RuleBook
from games.engine.facts import FactCorrected
from games.engine.state import RoundState
from games.ingest import marks
from games.words import shared

_WORDS: Final = Catalogue(__file__)

LATE_SECONDS: Final = 60
"""A fact recorded later than this after it happened is marked: it came out of a buffer, or was entered afterwards."""


ENTERED_LATER: Final = _WORDS.text("entered-later")


class Change(msgspec.Struct, frozen=True):
    """One field of a corrected fact: what it was and what it is now held to be."""

    field: Text
    before: Text
    after: Text


class FactRow(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of the timeline. ``occurred_at`` is the device's clock, ``moment`` that clock put right by the measured
    difference; both are None where the moment is unknown."""

    version: int
    position: int
    type: str
    label: Text
    sentence: Text
    actor: Text
    occurred_at: datetime | None
    moment: datetime | None
    recorded_at: datetime
    skew_ms: int | None
    late_seconds: int | None
    kind: str
    changes: tuple[Change, ...] = ()
    dropped: bool = False
    target: int | None = None
    stale: bool = False
    corrected_by: tuple[int, ...] = ()

    @property
    def skew_words(self) -> Text:
        """How the device's clock stood to the server's, where that was measured."""
        if not self.skew_ms:
            return Text("", "")
        seconds = f"{abs(self.skew_ms) / 1000:.1f}"
        comma = figure(seconds)
        if self.skew_ms > 0:
            return _WORDS.text("device-clock-s-s-slow", s=comma)
        return _WORDS.text("device-clock-s-s-fast", s=comma)


_ACTORS: Final = _WORDS.table("actors")


SYSTEMS: Final = _WORDS.table("systems")
"""The parts of the system that record by themselves, by the code in ``system:<code>``."""


def _who(event: RecordedEvent) -> Text:
    """Who said it; for a person whether at the command line; whether it was entered afterwards."""
    who = actor_words(event.actor)
    told = [marks.told(event.correlation)] if event.actor.startswith("person:") else []
    for way in [*told, ENTERED_LATER if event.entered_later else None]:
        if way is not None:
            who = shaped("{who} ({way})", who=who, way=way)
    return who


def actor_words(actor: str) -> Text:
    """``device:RL01-tablet`` -> "thiết bị RL01-tablet"."""
    kind, _, code = actor.partition(":")
    part = SYSTEMS.get(code) if kind == "system" else None
    if part is not None:
        return _WORDS.text("system-part", part=part)
    return shaped("{kind} {code}", kind=_ACTORS.get(kind, Text(kind, kind)), code=code)


def rows(
    events: Sequence[RecordedEvent], state: RoundState | None, game: str, currency: str, book: RuleBook | None = None
) -> list[FactRow]:
    """The facts of a stream in their true order. ``state`` tells which corrections did not fit; bets are called what
    ``book`` calls them, the document of the round."""
    by_id = {event.id: event for event in events}
    stale = {c.version for c in state.corrections if c.stale} if state else set()
    corrected: dict[UUID, list[int]] = {}
    for event in events:
        if isinstance(event.data, FactCorrected):
            corrected.setdefault(event.data.target, []).append(event.version)
    ordered = []
    before = datetime(1, 1, 1, tzinfo=UTC)
    for event in events:
        moment = _moment(event)
        before = moment or before
        ordered.append((before, event.version, _row(event, moment, by_id, stale, corrected, game, currency, book)))
    return [row for _, _, row in sorted(ordered, key=lambda entry: entry[:2])]


def _moment(event: RecordedEvent) -> datetime | None:
    if event.occurred_at is None:
        return None
    return event.occurred_at + timedelta(milliseconds=event.clock_skew_ms or 0)


def _row(
    event: RecordedEvent,
    moment: datetime | None,
    by_id: Mapping[UUID, RecordedEvent],
    stale: set[int],
    corrected: Mapping[UUID, list[int]],
    game: str,
    currency: str,
    book: RuleBook | None,
) -> FactRow:
    changes: tuple[Change, ...] = ()
    target = None
    dropped = False
    if isinstance(event.data, FactCorrected):
        aim = by_id.get(event.data.target)
        target = aim.version if aim else None
        dropped = event.data.after is None
        changes = differences(event.data.before, event.data.after, game, currency, book)
    late = int((event.recorded_at - moment).total_seconds()) if moment else 0
    return FactRow(
        version=event.version,
        position=event.position,
        type=event.type,
        label=words.event_label(event.type),
        sentence=words.event_sentence(event.type, event.data, currency, book),
        actor=_who(event),
        occurred_at=event.occurred_at,
        moment=moment,
        recorded_at=event.recorded_at,
        skew_ms=event.clock_skew_ms,
        late_seconds=late if late > LATE_SECONDS else None,
        kind=event.type.partition(".")[2].rpartition(".v")[0],
        changes=changes,
        dropped=dropped,
        target=target,
        stale=event.version in stale,
        corrected_by=tuple(corrected.get(event.id, ())),
    )


def differences(
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
    game: str,
    currency: str,
    book: RuleBook | None,
) -> tuple[Change, ...]:
    """The fields in which two data of a fact differ; every field where the fact is held not to have
    happened, before or after."""
    names = dict.fromkeys([*(before or {}), *(after or {})])
    return tuple(
        Change(
            shared.FIELDS.get(name, Text(name, name)),
            _value(name, before.get(name), game, currency, book) if before is not None else Text("–", "–"),
            _value(name, after.get(name), game, currency, book) if after is not None else Text("–", "–"),
        )
        for name in names
        if after is None or before is None or before.get(name) != after.get(name)
    )


def _value(name: str, value: Any, game: str, currency: str, book: RuleBook | None) -> Text:
    if value is None:
        return Text("–", "–")
    if name.endswith("_minor") and isinstance(value, int):
        return words.money(value, currency)
    if name == "spot" and isinstance(value, str):
        return words.spot(game, value, book)
    return Text(str(value), str(value))
