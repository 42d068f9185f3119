"""Words of roulette: its events, its bets and its results. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text, shaped
from games.engine.colours import chip_colour
from games.engine.document import RuleBook
from games.engine.game import BetSentence
from games.engine.sentences import NOTHING, Sentence, amount, join, person
from games.roulette.layout import colour, find_place, layout, rows

_WORDS: Final = Catalogue(__file__)

COLOURS: Final = _WORDS.table("colours")
EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def spot(written: str, book: RuleBook) -> Text:
    """``split:14-17`` -> "Cược đôi 14-17" / "Split 14-17", as the document names its kinds of bet."""
    kind, _, rest = written.partition(":")
    row = rows(book).get(kind)
    if row is None:
        return Text(written, written)
    place = find_place(written, layout(book))
    if row.spot is not None and place is not None:
        named = book.said(row.spot)
        return named.format(rest=rest, first=place.pockets[0], last=place.pockets[-1])
    return shaped("{called} {rest}", called=book.said(row), rest=rest).turned(str.strip)


def pocket(number: int) -> Text:
    """``17`` -> "17 đen" / "17 black"."""
    words = COLOURS[colour(number)]
    return shaped("{number} {words}", number=number, words=words)


def result(summary: Mapping[str, Any]) -> Text:
    """The result of a spin from the judgement's summary (``standing`` and ``pocket``)."""
    number = summary.get("pocket")
    where = pocket(number) if number is not None else None
    standing = summary.get("standing")
    if standing == "void":
        return _WORDS.text("void-where", where=where) if where else _WORDS.text("void")
    if standing == "awaiting":
        return _WORDS.text("where-awaiting-a-decision", where=where or _WORDS.text("no-result"))
    return where or _WORDS.text("no-result-yet")


def _bet_placed(f: Any, currency: str, book: RuleBook) -> Text:
    parts = [
        _WORDS.text(
            "spot-amount-bet-bet",
            spot=spot(f.spot, book),
            amount=amount(f.stake_minor, currency),
            bet=f.bet,
        )
    ]
    if f.player or f.seat:
        seat = _WORDS.text("seat-seat", seat=f.seat) if f.seat else NOTHING
        parts.append(_WORDS.text("player-who-seat", who=f.player or "?", seat=seat))
    if f.chips:
        parts.append(
            _WORDS.text(
                "count-colour-chips-of-value",
                count=f.chips.count,
                colour=chip_colour(f.chips.colour),
                value=amount(f.chips.value_minor, currency),
            )
        )
        if f.chips.issued_at:
            parts.append(_WORDS.text("chips-of-table-table", table=f.chips.issued_at))
    if f.placed_by == "dealer":
        parts.append(_WORDS.text("placed-by-the-dealer"))
    if f.verbal == "with_chips":
        parts.append(_WORDS.text("verbal-bet-with-chips-in"))
    if f.verbal == "without_chips":
        parts.append(_WORDS.text("verbal-bet-without-chips"))
    if f.unclear:
        parts.append(_WORDS.text("where-the-chips-lie-cannot"))
    return join(*parts)


def _bet_changed(f: Any, currency: str, book: RuleBook) -> Text:
    where = _WORDS.text("to-spot", spot=spot(f.spot, book)) if f.spot else NOTHING
    stake = _WORDS.text("stake-amount", amount=amount(f.stake_minor, currency)) if f.stake_minor else NOTHING
    return _WORDS.text("bet-bet-changed-where-stake", bet=f.bet, where=where, stake=stake)


def _ball_dropped(f: Any, currency: str) -> Text:
    source = {
        "sensor": _WORDS.text("source-sensor"),
        "dealer": _WORDS.text("source-dealer"),
    }.get(f.source, NOTHING)
    return _WORDS.text("the-ball-rests-in-where", where=pocket(f.pocket), source=source)


def _ground(clause: str | None) -> Text:
    return _WORDS.text("under-clause-clause", clause=clause) if clause else _WORDS.text("without-a-ground")


def _irregularity(f: Any, currency: str) -> Text:
    note = shaped(" {note}", note=f.note) if f.note else NOTHING
    return _WORDS.text(
        "something-of-clause-clause-was",
        clause=f.ground,
        who=person(f.seen_by),
        note=note,
    )


def _ball_examined(f: Any, currency: str) -> Text:
    found = {
        True: _WORDS.text("it-is-sound"),
        False: _WORDS.text("it-is-damaged"),
    }.get(f.sound, NOTHING)
    return _WORDS.text("who-examines-the-ball-found", who=person(f.examined_by), found=found)


BET_SENTENCES: Final[dict[str, BetSentence]] = {
    "roulette.bet_placed": _bet_placed,
    "roulette.bet_changed": _bet_changed,
}
SENTENCES: Final[dict[str, Sentence]] = {
    "roulette.bet_withdrawn": lambda f, c: _WORDS.text("sentences--roulette-bet_withdrawn", bet=f.bet),
    "roulette.ball_spun": lambda f, c: _WORDS.text("sentences--roulette-ball_spun"),
    "roulette.ball_dropped": _ball_dropped,
    "roulette.result_displayed": lambda f, c: _WORDS.text(
        "sentences--roulette-result_displayed", where=pocket(f.pocket)
    ),
    "roulette.revolutions_counted": lambda f, c: _WORDS.text("sentences--roulette-revolutions_counted", n=f.count),
    "roulette.ball_taken_out": lambda f, c: (
        _WORDS.text("sentences--roulette-ball_taken_out", who=person(f.taken_by))
        if f.taken_by
        else _WORDS.text("sentences--roulette-ball_taken_out--the-ball-is-taken-out")
    ),
    "roulette.ball_examined": _ball_examined,
    "roulette.ball_put_back": lambda f, c: _WORDS.text("sentences--roulette-ball_put_back", where=pocket(f.pocket)),
    "roulette.no_spin_called": lambda f, c: _WORDS.text(
        "sentences--roulette-no_spin_called",
        who=person(f.called_by),
        ground=_ground(f.ground),
    ),
    "roulette.irregularity_seen": _irregularity,
}

SUPPOSED: Final = _WORDS.table("supposed", dotted=True)
"""Members, choices and readings of its documents, for whoever weighs other ones."""
