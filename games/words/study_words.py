"""What may be supposed, in the words of who weighs a rule: places of a document, and the readings of its choices.

A document's own words go first (rows that it names, kinds of bet); these are for the names of its members. One that
nobody has named yet is shown as it is written. Proved by ``tests/studies/test_fields.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.money import Direction
from casino.core.posts import ROLE_NAMES
from casino.core.text import Text, shaped
from games import words
from games.catalogue import GAMES
from games.judgement.read_otherwise import Otherwise
from games.judgement.study_fields import FIGURE, Field, written

_WORDS: Final = Catalogue(__file__)

MEMBERS: Final = _WORDS.table("members")
"""Members of documents of several games; each game names its own (``Words.supposed``)."""

CHOICES: Final = _WORDS.table("choices")
"""Choices that the documents name, by which their gaps are read."""

READINGS: Final = {
    **_WORDS.table("readings"),
    Direction.DOWN: _WORDS.text("readings--down"),
    Direction.NEAREST: _WORDS.text("readings--nearest"),
    Direction.UP: _WORDS.text("readings--up"),
    **_WORDS.table("readings-2"),
}
"""What a choice may be read as."""


def _plain(code: str) -> Text:
    return Text(code.replace("_", " "), code.replace("_", " "))


def _named(game: str, code: str, house: Mapping[str, Text]) -> Text:
    """As the game calls it, else as the house does."""
    own = GAMES[game].words if game in GAMES else None
    known = None if own is None else own.supposed.get(code) or own.values.get(code) or own.bets.get(code)
    return known or house.get(code) or _plain(code)


def _spans(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    together = len(found) > 2 and found[-1] - found[0] == len(found) - 1
    return f"{found[0]}–{found[-1]}" if together else ", ".join(map(str, found))


def _row(game: str, row: Mapping[str, Any]) -> Text:
    """A row of a table that its document gives no name: what tells it from the others."""
    parts = [_named(game, str(row[name]), MEMBERS) for name in ("side", "stage") if name in row]
    if "own_points" in row and "other_points" in row:
        own, other = _spans(row["own_points"]), _spans(row["other_points"])
        parts.append(_WORDS.text("own-points-against-other", own=own, other=other))
    return _joined(", ", parts)


def _joined(between: str, parts: Sequence[Text]) -> Text:
    return Text(between.join(part.vi for part in parts), between.join(part.en for part in parts))


def label(game: str, field: Field) -> Text:
    """What a value is called."""
    part, *names = field.place.split(".")
    if part == "odds":
        return words.bet_kind(game, names[0])
    if part == "choices":
        first, *rest = (name for name in names if name != "value")
        choice = CHOICES.get(first) or _plain(first)
        own = GAMES[game].words.supposed.get(f"choices.{first}") if game in GAMES else None
        return _joined(" · ", [own or choice, *(_named(game, each, MEMBERS) for each in rest)])
    found = [_named(game, name, MEMBERS) for name in names if not name.isdecimal()]
    if field.row is not None:
        found.insert(1, _row(game, field.row))
    return _joined(" · ", found)


def reading_of_choice(game: str, written_so: str) -> Text:
    """A choice read so, of ``name=value``."""
    name, _, value = written_so.partition("=")
    return _joined(": ", [label(game, Field(f"choices.{name}.value", "choices", value)), reading(game, value)])


WAITS: Final = _WORDS.text("waits")


def otherwise(game: str, each: Otherwise, currency: str) -> Text:
    """What another reading would move of a round: each bet's net amount as the house reads, and as it might be read."""

    def told(minor: int | None) -> Text:
        return WAITS if minor is None else words.money(minor, currency)

    bets = [shaped("{bet} {a} → {b}", bet=m.bet, a=told(m.chosen_minor), b=told(m.other_minor)) for m in each.moved]
    return _WORDS.text(
        "read-otherwise-reading-net-bets",
        reading=reading(game, each.value),
        bets=_joined("; ", bets),
    )


def reading(game: str, value: Any) -> Text:
    """A value as people read it: a choice's reading, or a figure as it is typed."""
    code = written(value)
    if not isinstance(value, bool) and not isinstance(value, str):
        return Text(code, code)
    if FIGURE.fullmatch(code):
        return Text(code, code)
    return ROLE_NAMES.get(code) or _named(game, code, READINGS)
