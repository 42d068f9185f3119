"""What a person is shown before they say yes: what a command would record, and what happened to the case meanwhile.

Proved by ``tests/disputes/admin/doing/test_forms.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.db.models import Count

from casino.core.events import Fact, RecordedEvent
from casino.core.text import Text
from disputes import telling
from disputes.admin.bench import Bench
from disputes.case import facts as f
from disputes.vault.models import SealedContent
from games import words as game_words


class Moved(msgspec.Struct, frozen=True):
    """One line of a remedy: where, which bet in words, what changes hands, and what of it is beyond the rules."""

    place: str
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
    local = telling.in_zone(fact, bench.zone)
    return game_words.event_label(name), game_words.event_sentence(name, local, bench.currency)


def meanwhile(bench: Bench, seen: int) -> list[Meanwhile]:
    """The events of the case after the version that the person saw."""
    return [_happened(bench, event) for event in bench.events if event.version > seen]


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
        found.append(Moved(key.replace("/", " · "), bet, line.to_player_minor, line.beyond_rules_minor))
    return tuple(found)


def named_bet(spot: Text, player: str) -> Text:
    """A bet by its spot and its player."""
    return game_words.say("{spot}, {player}", "{spot}, {player}", spot=spot, player=player)


def lost(bench: Bench, ref: str) -> dict[str, int]:
    """How much can never be read again once this person's key is destroyed: kind -> number."""
    rows = SealedContent.objects.filter(property=bench.owner, persons__contains=[ref])
    return dict(rows.order_by().values_list("kind").annotate(n=Count("pk")).values_list("kind", "n"))
