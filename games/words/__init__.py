"""What things are called on screens and papers, in Vietnamese and English: events, findings, outcomes, posts, spots.

Event types, finding codes and spots come from the rooms below as codes; here they get words. ``shared`` holds what
every game has, and one module a game the rest. Pure: no Django and no gettext, since papers need both languages
at once. ``tests/words/test_words.py`` demands words for every registered event type and every finding code.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.money import amount
from casino.core.seams import Seam
from casino.core.text import Text
from games.catalogue import GAMES, all_books, newest_book
from games.engine.document import RuleBook
from games.engine.sentences import Sentence
from games.words import findings, shared

_WORDS: Final = Catalogue(__file__)

LABELS: Final[Seam[str, Text]] = Seam("What types of events are called (case.opened).")
SENTENCES: Final[Seam[str, Sentence]] = Seam("How events of a type are told.")
for _of in (shared.EVENT_LABELS, *(game.words.events for game in GAMES.values())):
    LABELS.register_all(_of)
for _told in (shared.SENTENCES, *(game.words.sentences for game in GAMES.values())):
    SENTENCES.register_all(_told)
_BET_SENTENCES: Final = {
    name: (game.code, sentence) for game in GAMES.values() for name, sentence in game.words.bet_sentences.items()
}
LIMITS: Final = "table.limits_set"


class FindingWords(msgspec.Struct, frozen=True):
    """A finding's name, and what it means in one sentence."""

    title: Text
    meaning: Text


def _plain(code: str) -> Text:
    """A code nobody has given words yet, readable at least (an older program reading newer facts)."""
    words = string.capwords(code.replace("_", " ").replace(".", " "))
    return Text(words, words)


def _keys(type_name: str) -> tuple[str, str]:
    """``roulette.bet_placed.v1`` -> (``roulette.bet_placed``, ``bet_placed``)."""
    name = type_name.rpartition(".v")[0] or type_name
    return name, name.partition(".")[2]


def event_label(type_name: str) -> Text:
    """What an event type is called."""
    name, short = _keys(type_name)
    return LABELS.get(name) or LABELS.get(short) or _plain(short or name)


def has_event_words(type_name: str) -> bool:
    name, short = _keys(type_name)
    told = name in _BET_SENTENCES or name == LIMITS or name in SENTENCES or short in SENTENCES
    return told and (name in LABELS or short in LABELS)


def event_sentence(type_name: str, data: Any, currency: str, book: RuleBook | None = None) -> Text:
    """What happened, in words, from the event's data. Bets are called what ``book`` calls them, the document of the
    round or table (None: the newest of the game). An unknown type says only its name."""
    name, short = _keys(type_name)
    if name in _BET_SENTENCES:
        game, told = _BET_SENTENCES[name]
        return told(data, currency, _named_by(game, book))
    if name == LIMITS:
        game = "" if book is None else book.game
        return shared.limits_sentence(data, currency, lambda kind: bet_kind(game, kind, book))
    if short == "ruling_made":
        return shared.ruling_sentence(data, lambda code: decision(name.partition(".")[0], code, book))
    sentence = SENTENCES.get(name) or SENTENCES.get(short)
    return sentence(data, currency) if sentence else event_label(type_name)


def finding(code: str) -> FindingWords:
    """Name and meaning of a finding code."""
    title, meaning = findings.FINDINGS.get(code) or (_plain(code), Text("", ""))
    return FindingWords(title, meaning)


def _named_by(game: str, book: RuleBook | None) -> RuleBook:
    """The document whose names are used: this one, or the newest of its game. ValueError where that has none."""
    named = book if book is not None and book.game == game else newest_book(game)
    if named is None:
        raise ValueError(f"no document of {game} is shipped")
    return named


def spot(game: str, written: str, book: RuleBook | None = None) -> Text:
    """Where a bet lies or what it is, in words: as ``book`` calls it, the document of the round (None: the newest)."""
    known = GAMES.get(game)
    return known.words.spot(written, _named_by(game, book)) if known else Text(written, written)


def decision(game: str, code: str, book: RuleBook | None = None) -> Text:
    """What a ruling decided: one of the choices, where a bet lies, or what stands for itself (an amount)."""
    return spot(game, code, book) if ":" in code and game in GAMES else shared.choice(code)


def bet_kind(game: str, kind: str, book: RuleBook | None = None) -> Text:
    """A kind of bet as ``book`` calls it; one that it does not have (a table's limits may be older), or without a
    document, as the newest one that has it does. ``game`` empty: of any game."""
    if book is not None and kind in book.bet_names:
        return book.bet_names[kind]
    for each in reversed(all_books()):
        if kind in each.bet_names and game in ("", each.game):
            return each.bet_names[kind]
    named = (known.words.bets.get(kind) for code, known in GAMES.items() if game in ("", code))
    return next(filter(None, named), None) or _plain(kind)


def result(game: str, summary: Mapping[str, Any]) -> Text:
    """A round's result from its judgement's summary."""
    known = GAMES.get(game)
    return known.words.result(summary) if known else Text("", "")


def term(group: Mapping[str, Text], code: str) -> Text:
    """The words of a code in one of the groups of ``shared`` (outcomes, severities, …)."""
    return group.get(code) or _plain(code)


_SUBJECTS: Final = _WORDS.table("subjects")
_NAMED_SUBJECTS: Final = {
    "hand:dealer": _WORDS.text("named_subjects--hand-dealer"),
    **{code: name for game in GAMES.values() for code, name in game.words.subjects.items()},
}


def subject(code: str) -> Text:
    """What a finding is about: a bet, a call, a ruling; empty for the whole round."""
    kind, _, rest = code.partition(":")
    if code in _NAMED_SUBJECTS:
        return _NAMED_SUBJECTS[code]
    if rest and kind in _SUBJECTS:
        return _SUBJECTS[kind].format(rest=rest)
    return _WORDS.text("bet-bet", bet=code) if code and not rest else Text(code, code)


def money(amount_minor: int, currency: str) -> Text:
    """An amount in both writings."""
    return amount(amount_minor, currency)


__all__ = [
    "LABELS",
    "SENTENCES",
    "FindingWords",
    "bet_kind",
    "decision",
    "event_label",
    "event_sentence",
    "finding",
    "money",
    "result",
    "spot",
    "subject",
    "term",
]
