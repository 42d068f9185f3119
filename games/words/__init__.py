"""What things are called on screens and papers, in Vietnamese and English: events, findings, outcomes, posts, spots.

Event types, finding codes and spots come from the rooms below as codes; here they get words. ``shared`` holds what
every game has, and one module a game the rest. Pure: no Django and no gettext, since papers need both languages
at once. ``tests/words/test_words.py`` demands words for every registered event type and every finding code.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from casino.core.money import format_minor
from casino.core.text import Text
from games.words import baccarat, findings, maubinh, niuniu, roulette, shared, sicbo
from games.words.say import Sentence, say

_LABELS: Final[dict[str, Text]] = {
    **shared.EVENT_LABELS,
    **baccarat.EVENT_LABELS,
    **maubinh.EVENT_LABELS,
    **niuniu.EVENT_LABELS,
    **roulette.EVENT_LABELS,
    **sicbo.EVENT_LABELS,
}
_SPOTS: Final[dict[str, Callable[[str], Text]]] = {
    "baccarat": baccarat.spot,
    "maubinh": maubinh.spot,
    "niuniu": niuniu.spot,
    "roulette": roulette.spot,
    "sicbo": sicbo.spot,
}
_KINDS: Final[dict[str, Mapping[str, Text]]] = {
    "baccarat": baccarat.BET_KINDS,
    "maubinh": maubinh.BET_KINDS,
    "niuniu": niuniu.BET_KINDS,
    "roulette": roulette.BET_KINDS,
    "sicbo": sicbo.BET_KINDS,
}
_SENTENCES: Final[dict[str, Sentence]] = {
    **shared.SENTENCES,
    **baccarat.SENTENCES,
    **maubinh.SENTENCES,
    **niuniu.SENTENCES,
    **roulette.SENTENCES,
    **sicbo.SENTENCES,
    "table.limits_set": shared.limits_sentence(
        {kind: text for kinds in _KINDS.values() for kind, text in kinds.items()}
    ),
}
_RESULTS: Final[dict[str, Callable[[Mapping[str, Any]], Text]]] = {
    "baccarat": baccarat.result,
    "maubinh": maubinh.result,
    "niuniu": niuniu.result,
    "roulette": roulette.result,
    "sicbo": sicbo.result,
}


def register_events(labels: Mapping[str, Text], sentences: Mapping[str, Sentence]) -> None:
    """A higher room says what its event types are called (``case.opened``) and how they are told."""
    _LABELS.update(labels)
    _SENTENCES.update(sentences)


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
    return _LABELS.get(name) or _LABELS.get(short) or _plain(short or name)


def has_event_words(type_name: str) -> bool:
    name, short = _keys(type_name)
    return (name in _LABELS or short in _LABELS) and (name in _SENTENCES or short in _SENTENCES)


def event_sentence(type_name: str, data: Any, currency: str) -> Text:
    """What happened, in words, from the event's data. An unknown type says only its name."""
    name, short = _keys(type_name)
    sentence = _SENTENCES.get(name) or _SENTENCES.get(short)
    return sentence(data, currency) if sentence else event_label(type_name)


def finding(code: str) -> FindingWords:
    """Name and meaning of a finding code."""
    title, meaning = findings.FINDINGS.get(code) or (_plain(code), Text("", ""))
    return FindingWords(title, meaning)


def spot(game: str, written: str) -> Text:
    """Where a bet lies or what it is, in words."""
    known = _SPOTS.get(game)
    return known(written) if known else Text(written, written)


def bet_kind(game: str, kind: str) -> Text:
    return _KINDS.get(game, {}).get(kind) or _plain(kind)


def result(game: str, summary: Mapping[str, Any]) -> Text:
    """A round's result from its judgement's summary."""
    known = _RESULTS.get(game)
    return known(summary) if known else Text("", "")


def term(group: Mapping[str, Text], code: str) -> Text:
    """The words of a code in one of the groups of ``shared`` (outcomes, severities, …)."""
    return group.get(code) or _plain(code)


_SUBJECTS: Final = {
    "call": Text("thông báo v{rest}", "call v{rest}"),
    "ruling": Text("quyết định v{rest}", "ruling v{rest}"),
    "correction": Text("đính chính v{rest}", "correction v{rest}"),
    "colour": Text("chip màu {rest}", "colour chips {rest}"),
    "box": Text("cửa {rest}", "box {rest}"),
    "seat": Text("chỗ {rest}", "seat {rest}"),
}


def subject(code: str) -> Text:
    """What a finding is about: a bet, a call, a ruling; empty for the whole round."""
    kind, _, rest = code.partition(":")
    if code == "hand:dealer":
        return Text("bài của Nhà cái", "the dealer's hand")
    if rest and kind in _SUBJECTS:
        return _SUBJECTS[kind].format(rest=rest)
    return say("cược {bet}", "bet {bet}", bet=code) if code and not rest else Text(code, code)


def money(amount_minor: int, currency: str) -> Text:
    """An amount in both writings."""
    return Text(format_minor(amount_minor, currency, "vi"), format_minor(amount_minor, currency, "en"))


__all__ = [
    "FindingWords",
    "bet_kind",
    "event_label",
    "event_sentence",
    "finding",
    "money",
    "register_events",
    "result",
    "say",
    "spot",
    "subject",
    "term",
]
