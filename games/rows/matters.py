"""The matters that commands on rounds and findings are about: who is in them, and whether one waits or is open.

The rule itself is ``casino.core.interest``, by what each command declares; what a fact makes of the person that it
names, ``games.engine.involved``. Here both are given what the record has. A higher room adds the matters that it keeps,
cases (:data:`OPEN_MATTERS`). Proved by ``tests/disputes/test_interest.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final
from uuid import UUID

import msgspec

from casino.core.events import RecordedEvent
from casino.core.interest import Part, Tie
from casino.core.seams import Seam
from casino.database import together
from casino.ledger.application import get_ledger
from casino.site.remembering import once
from games.engine import involved
from games.engine.facts import MatterOpened
from games.engine.replay import Replay
from games.facts import findings
from games.rows.models import Finding, FindingStatus, Waiting, WaitingKind, WaitingState


class Matter(msgspec.Struct, frozen=True):
    """A matter about a round that a higher room keeps and that is open: its name, who opened it, who is in it."""

    name: str
    opened_by: str
    parts: tuple[Part, ...] = ()


OPEN_MATTERS: Final[Seam[str, Callable[[str, str], Iterable[Matter]]]] = Seam(
    "The matters about a round that are open, by property and round (round/RL01/7)."
)


def open_about(property_code: str, stream: str) -> list[Matter]:
    """The matters about a round that higher rooms keep open; asked once for a page."""
    return once(
        ("open about", property_code, stream),
        lambda: [matter for found in OPEN_MATTERS.values() for matter in found(property_code, stream)],
    )


# --- Who is in it ----------------------------------------------------------------------------------------------------


def of_round(property_code: str, stream: str, bets: Iterable[str] = ()) -> tuple[Part, ...]:
    """Who is in a round, as far as these bets (none: all) are concerned."""
    recorded = get_ledger(property_code).stream(stream)
    about = frozenset(bets)
    return (
        *involved.involved(_name(stream), recorded, bets=about),
        *involved.gaining(_name(stream), _players(recorded, about)),
        *_named(property_code, stream),
    )


def of_fact(property_code: str, stream: str, target: UUID) -> tuple[Part, ...]:
    """Who is in one fact of a round."""
    recorded = get_ledger(property_code).stream(stream)
    by_id = {event.id: event for event in recorded}
    bets = involved.bets_of(by_id[target].data, by_id) if target in by_id else frozenset()
    return (
        *involved.of_fact(_name(stream), recorded, target),
        *involved.gaining(_name(stream), _players(recorded, bets)),
        *_named(property_code, stream),
    )


def of_finding(property_code: str, stream: str, subject: str, versions: Iterable[int] = ()) -> tuple[Part, ...]:
    """Who is in what a finding (of the stream ``audit/…``) says: in the bet that it is about, or the round, and in the
    facts that it rests on."""
    about = f"round/{stream.partition('/')[2]}"
    recorded = get_ledger(property_code).stream(about) if about.count("/") == 2 else []
    if not recorded:
        return _named_in(property_code, stream, subject)
    known = {bet for event in recorded if (bet := getattr(event.data, "bet", None)) is not None}
    rests_on = set(versions)
    facts = [event for event in recorded if event.version in rests_on]
    parts = [Part(person.staff, tie, _name(about)) for each in facts for person, tie in involved.people_of(each.data)]
    return (*of_round(property_code, about, {subject} & known), *parts)


def _named_in(property_code: str, stream: str, subject: str) -> tuple[Part, ...]:
    """Whom a finding of no round names: what a device sent is nobody's act, what adds up is of those who did it."""
    known = [each.opened for each in findings.load(get_ledger(property_code), stream).findings.values()]
    return tuple(part for said in known if said.subject == subject for part in of_words(subject, said.detail))


def of_words(where: str, said: Any) -> tuple[Part, ...]:
    """Whom plain data name as persons of the house, whatever they say: a post and a staff code together."""
    found: dict[Part, None] = {}
    left = [said]
    while left:
        each = left.pop()
        if isinstance(each, dict):
            if {"post", "staff"} <= each.keys():
                found[Part(str(each["staff"]), Tie.MADE, where)] = None
            left.extend(each.values())
        elif isinstance(each, list | tuple):
            left.extend(each)
    return tuple(found)


def _name(stream: str) -> str:
    return stream.partition("/")[2]


def _players(recorded: Iterable[RecordedEvent], bets: frozenset[str]) -> set[str]:
    """Whose the bets are, as far as their own facts say."""
    facts = [event.data for event in recorded]
    return {
        fact.player
        for fact in facts
        if getattr(fact, "player", None) and getattr(fact, "bet", None) and (not bets or fact.bet in bets)
    }


def _named(property_code: str, stream: str) -> list[Part]:
    return [part for matter in open_about(property_code, stream) for part in matter.parts if part.tie is Tie.NAMED]


# --- Whether something waits -----------------------------------------------------------------------------------------


def seen_by(replay: Replay) -> list[str]:
    """Who recorded matters of the round that no clause names; empty for what a device says of nobody."""
    facts = [event.data for event in replay.events()]
    return [fact.seen_by.staff if fact.seen_by else "" for fact in facts if isinstance(fact, MatterOpened)]


def waits(replay: Replay) -> bool:
    """Whether a bet of a round waits for a post's decision, or waited for the one that was made."""
    return any(result.decided_by is not None for result in replay.judgement.results)


# --- Findings of one cause -------------------------------------------------------------------------------------------


def dismissed_of_one_cause(row: Finding) -> int:
    """What findings of the same cause come to together that one person alone has let rest before this one, plus and
    minus alike: those of its round (or device), and those of its kind at its table and gaming day. What a case let rest
    counts, also by two who decided the same."""
    rows = Finding.objects.filter(property_id=row.property_id, status=FindingStatus.DISMISSED)
    alike = rows.filter(stream=row.stream)
    if row.table and row.gaming_day is not None:
        alike |= rows.filter(table=row.table, gaming_day=row.gaming_day, code=row.code)
    confirmed = Waiting.objects.filter(
        property_id=row.property_id, kind=WaitingKind.DISMISS, state=WaitingState.CONFIRMED
    ).values_list("stream", "identity")
    found = alike.exclude(pk=row.pk).values_list("stream", "identity", "amount_minor")
    together.fetch(confirmed, found)
    by_two = set(confirmed)
    return sum(abs(amount) for stream, identity, amount in found if (stream, identity) not in by_two)
