"""The history of a case: its own events, refused attempts at it, and the facts of its rounds, in one timeline.

Entries stand in the order in which things happened, each with when it was recorded and where it stands. A fact of a
round that came in after a decision says so: the decision was made without it. Proved by
``tests/disputes/admin/test_history.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from django.urls import reverse

from casino.core.errors import find
from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.posts import role_words
from casino.core.sealed import Sealed
from casino.core.text import Text, shaped
from disputes.case import event_words
from disputes.case import facts as f
from disputes.case.state import Case
from disputes.pages.rounds import DisputedRound
from disputes.pages.sealed_words import Said, Words
from games import words
from games.engine.facts import Person
from games.engine.sentences import person
from games.pages.timeline import actor_words

_WORDS: Final = Catalogue(__file__)

FIELDS: Final = _WORDS.table("fields")
"""What the sealed parts of events are called."""

TAKEN_UP: Final = _WORDS.text("taken-up")
"""The claim of a case that no player brought."""

MANY_SECONDS: Final = 60
"""A moment of recording is shown beside the moment of happening where they are further apart."""


class Spoken(msgspec.Struct, frozen=True):
    """A sealed part of an event, under its name."""

    name: Text
    said: Said


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the timeline. ``source`` is ``case``, ``refused`` or ``round``; ``kind`` the short name of the event;
    ``late`` says after what a round's fact came in; ``aside`` is a fact about a bet that is not disputed."""

    key: str
    source: str
    kind: str
    moment: datetime
    recorded_at: datetime
    label: Text
    sentence: Text
    who: Text
    where: Text
    position: int
    version: int
    address: str = ""
    spoken: tuple[Spoken, ...] = ()
    late: Text | None = None
    why: Text | None = None
    aside: bool = False

    @property
    def recorded_later(self) -> bool:
        return abs(self.recorded_at - self.moment) > timedelta(seconds=MANY_SECONDS)


def entries(
    case: Case,
    events: Sequence[RecordedEvent],
    refused: Sequence[RecordedEvent],
    rounds: Iterable[DisputedRound],
    said: Words,
    zone: ZoneInfo,
) -> list[Entry]:
    """The whole timeline."""
    found = [_of_case(event, case, said, zone) for event in events]
    found += [_refusal(event, case) for event in refused]
    marks = _marks(events)
    for disputed in rounds:
        found.extend(_of_round(disputed, marks))
    return sorted(found, key=lambda entry: (entry.moment, entry.position))


def late_facts(history: Iterable[Entry]) -> list[Entry]:
    """Facts of the rounds that no decision can have known."""
    return [entry for entry in history if entry.late is not None and entry.late != OPENED]


OPENED: Final = _WORDS.text("opened")


def _marks(events: Sequence[RecordedEvent]) -> list[tuple[int, Text]]:
    """Positions after which a round's fact is late, the latest first: decisions and offers, then the opening."""
    found = []
    for event in events:
        fact = event.data
        if isinstance(fact, f.Decided | f.ComplaintDecided):
            said = _WORDS.text("recorded-after-decision-d", d=fact.decision)
            found.append((event.position, said))
        elif isinstance(fact, f.RemedyProposed):
            said = _WORDS.text("recorded-after-offer-o", o=fact.proposal)
            found.append((event.position, said))
        elif isinstance(fact, f.CaseOpened):
            found.append((event.position, OPENED))
    return found[::-1]


def _of_case(event: RecordedEvent, case: Case, said: Words, zone: ZoneInfo) -> Entry:
    return Entry(
        key=f"v{event.version}",
        source="case",
        kind=_short(event.type),
        moment=event.occurred_at or event.recorded_at,
        recorded_at=event.recorded_at,
        label=words.event_label(event.type),
        sentence=words.event_sentence(event.type, event_words.in_zone(event.data, zone), case.currency),
        who=_who(event),
        where=_WORDS.text("case-v-n", n=event.version),
        position=event.position,
        version=event.version,
        spoken=tuple(_spoken(event.data, said)),
    )


def _refusal(event: RecordedEvent, case: Case) -> Entry:
    fact: f.CommandRefused = event.data
    return Entry(
        key=f"x{event.version}",
        source="refused",
        kind="command_refused",
        moment=event.occurred_at or event.recorded_at,
        recorded_at=event.recorded_at,
        label=words.event_label(event.type),
        sentence=words.event_sentence(event.type, fact, case.currency),
        who=shaped("{role} {staff}", role=role_words(fact.role), staff=fact.staff),
        where=_WORDS.text("beside-the-case"),
        position=event.position,
        version=event.version,
        why=_meaning(fact.code),
    )


def _meaning(code: str) -> Text | None:
    """What the error is about; its sentence had values that the event does not hold."""
    try:
        entry = find(code)
    except KeyError:
        return Text(code, code)
    return None if "{" in entry.text.vi else entry.text


def _of_round(disputed: DisputedRound, marks: Sequence[tuple[int, Text]]) -> Iterator[Entry]:
    if disputed.page is None or disputed.replay is None or disputed.row is None:
        return
    ref = disputed.ref
    bets = {event.version: getattr(event.data, "bet", None) for event in disputed.replay.events()}
    for fact in disputed.page.facts:
        late = None if fact.kind in ("remedy_made", "remedy_followed") else _late(fact.position, marks)
        bet = bets.get(fact.version)
        yield Entry(
            key=f"{ref.table}-{ref.round}-{fact.version}",
            source="round",
            kind=fact.kind,
            moment=fact.moment or fact.recorded_at,
            recorded_at=fact.recorded_at,
            label=fact.label,
            sentence=fact.sentence,
            who=fact.actor,
            where=_WORDS.text(
                "round-table-round-v-n",
                table=ref.table,
                round=ref.round,
                n=fact.version,
            ),
            position=fact.position,
            version=fact.version,
            address=f"{reverse('admin:games_round_change', args=[disputed.row.pk])}#v{fact.version}",
            late=late,
            aside=bool(ref.bets) and bet is not None and bet not in ref.bets and late is None,
        )


def _late(position: int, marks: Sequence[tuple[int, Text]]) -> Text | None:
    return next((said for mark, said in marks if position > mark), None)


def _who(event: RecordedEvent) -> Text:
    """Post and staff code, as the event names the person; else the actor of the event."""
    named = (getattr(event.data, name) for name in event.data.__struct_fields__)
    found = next((value for value in named if isinstance(value, Person)), None)
    return person(found) if found is not None else actor_words(event.actor)


def _spoken(fact: Any, said: Words) -> Iterator[Spoken]:
    remedy = getattr(fact, "remedy", None)
    parts = {name: getattr(fact, name) for name in fact.__struct_fields__}
    if isinstance(remedy, f.Remedy):
        parts["deviation"] = remedy.deviation
    if isinstance(fact, f.PaperIssued) or (isinstance(fact, f.EvidenceAdded) and fact.kind == "attachment"):
        parts.pop("content", None)
    for name, value in parts.items():
        if isinstance(value, Sealed):
            found = said.of(value)
            assert found is not None
            taken_up = name == "claim" and getattr(fact, "source", None) == "finding"
            yield Spoken(TAKEN_UP if taken_up else FIELDS.get(name, Text(name, name)), found)


def _short(type_name: str) -> str:
    return type_name.partition(".")[2].rpartition(".v")[0]
