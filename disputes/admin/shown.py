"""What a person is shown before they say yes: what a command would record, and what happened to the case meanwhile.

Proved by ``tests/disputes/admin/doing/test_forms.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime

import msgspec

from casino.core.events import Fact, RecordedEvent
from casino.core.text import Text, shaped
from casino.ledger.application import get_ledger
from casino.vault.models import SealedContent
from casino.vault.sealing import erased_among
from disputes.admin.bench import Bench
from disputes.case import event_words
from disputes.case import facts as f
from disputes.case.context import sealing_nothing
from disputes.case.erasing import erased_elsewhere
from games import words as game_words


class Moved(msgspec.Struct, frozen=True):
    """One line of a remedy: where, which bet in words and whose, what changes hands, and what of it is beyond the
    rules."""

    place: str
    party: str
    bet: Text
    to_player_minor: int
    beyond_rules_minor: int


class Coming(msgspec.Struct, frozen=True):
    """One fact that would be recorded. ``next_by``: by when the next step is due."""

    label: Text
    sentence: Text
    lines: tuple[Moved, ...] = ()
    next_by: datetime | None = None


class Meanwhile(msgspec.Struct, frozen=True):
    """Something that happened after the person had opened the page."""

    at: datetime
    who: str
    label: Text
    sentence: Text


class Lost(msgspec.Struct, frozen=True, kw_only=True):
    """What an erasure takes. ``people`` of this case are erased and ``left`` are not; ``kinds`` is how much can never
    be read again, in ``cases`` as well as in this one. ``older``: also what others said before the person was named.
    ``everything``: nothing can be written in this case afterwards."""

    people: tuple[str, ...]
    left: tuple[str, ...]
    kinds: dict[str, int]
    older: bool
    everything: bool
    cases: tuple[str, ...]


def coming(bench: Bench, facts: Iterable[Fact]) -> list[Coming]:
    """What these facts, not recorded yet, say in words."""
    listed = list(facts)
    moves = any(isinstance(fact, f.RemedyCarriedOut) for fact in listed)
    found = []
    for fact in listed:
        label, sentence = told(bench, fact)
        lines: tuple[f.RemedyLine, ...] = ()
        if isinstance(fact, f.RemedyCarriedOut):
            lines = fact.lines
        elif isinstance(fact, f.Decided | f.ComplaintDecided) and not moves:
            lines = fact.remedy.lines
        found.append(Coming(label, sentence, moved(bench, lines), getattr(fact, "next_by", None)))
    return found


def told(bench: Bench, fact: Fact) -> tuple[Text, Text]:
    """What a fact of a case is called, and its sentence, with moments by the property's clocks."""
    name = f.NAMES[type(fact)]
    local = event_words.in_zone(fact, bench.zone)
    return game_words.event_label(name), game_words.event_sentence(name, local, bench.currency)


def meanwhile(bench: Bench, seen: int) -> list[Meanwhile]:
    """The events of the case after the version that the person saw."""
    return [_happened(bench, event) for event in bench.events if event.version > seen]


def at_rounds(bench: Bench) -> list[Meanwhile]:
    """The newest fact of each round of the case: what a remedy that came second was overtaken by."""
    ledger = get_ledger(bench.owner.code)
    found = []
    for ref in bench.current.rounds:
        rows = ledger.stream(ref.stream)
        if rows:
            newest = rows[-1]
            place = shaped("{table} · {round}", table=ref.table, round=ref.round)
            label = game_words.event_label(newest.type)
            found.append(Meanwhile(newest.recorded_at, newest.actor.partition(":")[2], label, place))
    return found


def _happened(bench: Bench, event: RecordedEvent) -> Meanwhile:
    label, sentence = told(bench, event.data)
    return Meanwhile(event.recorded_at, event.actor.partition(":")[2], label, sentence)


def moved(bench: Bench, lines: Iterable[f.RemedyLine]) -> tuple[Moved, ...]:
    """The lines of a remedy, each with its bet in words."""
    spots = {(pick.key, bet.bet): bet.place for pick in bench.picks for bet in pick.bets}
    found = []
    for line in lines:
        key = "" if line.round is None else f"{line.table}/{line.round}"
        place = spots.get((key, line.bet or ""))
        bet = Text(line.bet or "–", line.bet or "–") if place is None else named_bet(place.spot, place.player)
        where = key.replace("/", " · ")
        found.append(Moved(where, line.party or "", bet, line.to_player_minor, line.beyond_rules_minor))
    return tuple(found)


def named_bet(spot: Text, player: str) -> Text:
    """A bet by its spot and its player."""
    return shaped("{spot}, {player}", spot=spot, player=player)


def lost(bench: Bench, facts: list[Fact]) -> Lost:
    """What an erasure with these facts means, in this case and the others of the matter, before it is recorded."""
    case = bench.current
    elsewhere = erased_elsewhere(case, facts, sealing_nothing(bench.context))
    everywhere = [*facts, *(fact for found in elsewhere.values() for fact in found)]
    keys = {fact.person: fact for fact in everywhere if isinstance(fact, f.PersonErased)}
    here = [party for party in case.parties.values() if party.person in case.persons]
    return Lost(
        people=tuple(bench.name_of(party) for party in here if party.person in keys),
        left=tuple(bench.name_of(party) for party in here if party.person not in keys),
        kinds=_closed_with(bench, keys),
        older=any(fact.successor is not None for fact in keys.values()),
        everything=case.own in keys and keys[case.own].successor is None,
        cases=tuple(sorted(elsewhere)),
    )


def _closed_with(bench: Bench, keys: Collection[str]) -> dict[str, int]:
    """How much that can be read now cannot be read without these keys: kind -> number."""
    rows = SealedContent.objects.filter(property=bench.owner, persons__overlap=list(keys))
    sealed = list(rows.order_by().values_list("kind", "persons"))
    erased = erased_among(bench.owner.code, {person for _kind, persons in sealed for person in persons})
    return dict(sorted(Counter(kind for kind, persons in sealed if not erased.intersection(persons)).items()))
