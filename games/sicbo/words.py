"""Words of sic bo: its events, its bets and its results. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text, joined, shaped
from games.engine.document import RuleBook
from games.engine.game import BetSentence
from games.engine.sentences import NOTHING, Sentence, amount, join, person
from games.sicbo.layout import rows

_WORDS: Final = Catalogue(__file__)

CHOICES: Final = _WORDS.table("choices")
EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def spot(written: str, book: RuleBook) -> Text:
    """``pair:1-2`` -> "Cặp số 1 và 2" / "Pair 1 and 2", as the document names its kinds of bet."""
    kind, _, rest = written.partition(":")
    row = rows(book).get(kind)
    if row is None:
        return Text(written, written)
    numbers = rest.split("-")
    if row.spot is not None:
        return book.said(row.spot).format(rest=rest, first=numbers[0], last=numbers[-1])
    return shaped("{called} {rest}", called=book.said(row), rest=rest).turned(str.strip)


def _dice(dice: tuple[int, ...] | list[int]) -> Text:
    shown = " · ".join(str(n) for n in dice)
    return _WORDS.text("shown-total-sum", shown=shown, sum=sum(dice))


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a throw from the judgement's summary (``standing`` and ``dice``)."""
    dice = summary.get("dice")
    where = _dice(dice) if dice else None
    standing = summary.get("standing")
    if standing == "void":
        return _WORDS.text("void-where", where=where) if where else _WORDS.text("void")
    if standing == "awaiting":
        shown = where or _WORDS.text("no-result")
        return _WORDS.text("shown-awaiting-a-decision", shown=shown)
    return where or _WORDS.text("no-result-yet")


def _bet_placed(f: Any, currency: str, book: RuleBook) -> Text:
    stake = amount(f.stake_minor, currency)
    parts = [
        _WORDS.text(
            "spot-stake-bet-bet",
            spot=spot(f.spot, book),
            stake=stake,
            bet=f.bet,
        )
    ]
    if f.player or f.seat:
        seat = _WORDS.text("seat-seat", seat=f.seat) if f.seat else NOTHING
        parts.append(_WORDS.text("player-who-seat", who=f.player or "?", seat=seat))
    if f.placed_by == "dealer":
        parts.append(_WORDS.text("placed-by-the-dealer"))
    if f.verbal == "with_chips":
        parts.append(_WORDS.text("verbal-bet-with-chips-in"))
    if f.verbal == "without_chips":
        parts.append(_WORDS.text("verbal-bet-without-chips"))
    return join(*parts)


def _bet_changed(f: Any, currency: str, book: RuleBook) -> Text:
    where = _WORDS.text("to-spot", spot=spot(f.spot, book)) if f.spot else NOTHING
    stake = NOTHING
    if f.stake_minor:
        stake = _WORDS.text("stake-amount", amount=amount(f.stake_minor, currency))
    return _WORDS.text("bet-bet-changed-where-stake", bet=f.bet, where=where, stake=stake)


def _with_note(text: Text, note: str | None) -> Text:
    return shaped("{text} {note}", text=text, note=note) if note else text


def _void(f: Any, currency: str) -> Text:
    ground = _WORDS.text("without-a-ground")
    if f.ground:
        ground = _WORDS.text("under-clause-clause", clause=f.ground)
    return _WORDS.text(
        "void-announced-by-who-ground",
        who=person(f.announced_by),
        ground=ground,
    )


def _lit(f: Any, currency: str, book: RuleBook) -> Text:
    if not f.spots:
        return _WORDS.text("no-area-was-lit")
    return _WORDS.text("lit", spots=joined((spot(written, book) for written in f.spots), ", "))


BET_SENTENCES: Final[dict[str, BetSentence]] = {
    "sicbo.bet_placed": _bet_placed,
    "sicbo.bet_changed": _bet_changed,
    "sicbo.areas_lit": _lit,
}
SENTENCES: Final[dict[str, Sentence]] = {
    "sicbo.bet_withdrawn": lambda f, c: _WORDS.text("sentences--sicbo-bet_withdrawn", bet=f.bet),
    "sicbo.dice_shaken": lambda f, c: _WORDS.text("sentences--sicbo-dice_shaken", n=f.times),
    "sicbo.dice_shown": lambda f, c: _WORDS.text("sentences--sicbo-dice_shown", dice=_dice(f.dice)),
    "sicbo.result_entered": lambda f, c: _WORDS.text("sentences--sicbo-result_entered", dice=_dice(f.dice)),
    "sicbo.device_failed": lambda f, c: _with_note(_WORDS.text("sentences--sicbo-device_failed"), f.note),
    "sicbo.pit_manager_informed": lambda f, c: _WORDS.text(
        "sentences--sicbo-pit_manager_informed", who=person(f.person)
    ),
    "sicbo.irregularity_seen": lambda f, c: _with_note(
        _WORDS.text(
            "sentences--sicbo-irregularity_seen",
            clause=f.ground,
            who=person(f.seen_by),
        ),
        f.note,
    ),
    "sicbo.void_announced": _void,
}

SUPPOSED: Final = _WORDS.table("supposed", dotted=True)
"""Members, choices and readings of its documents, for whoever weighs other ones."""
