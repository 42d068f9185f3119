"""What a report is of, as a value. Pure: no Django, no clock, no database.

``about`` names the one way in which rounds are chosen, and with it which fields must be there; ``tables``, ``games``,
``from_day`` and ``to_day`` narrow every way but that of a single round or case. Days are gaming days of the property.
Moments are those of recording, by the server's clock: they are in the order of the log, so that an interval of moments
is one of positions, of which it can be proved that nothing is missing. Proved by
``tests/surveillance/bundle/test_selection.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import date, datetime, timedelta, tzinfo
from typing import Annotated, Final, Literal

import msgspec

from casino.core.canonical import canonical_bytes
from casino.core.errors import Problem
from casino.core.events import MAX_INTEGER
from casino.core.messages import Catalogue
from casino.core.text import Text, joined, shaped
from games.catalogue import GAMES
from games.engine.facts import Code
from surveillance.record.parts import Part, StreamId

_WORDS: Final = Catalogue(__file__)

About = Literal["round", "case", "table", "shoe", "gaming_day", "month", "player", "game", "finding", "clause"]
Papers = Literal["vi", "en", "none"]
ClauseNumber = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[0-9A-Za-z.()-]+$(?!\n)")]

ABOUT: Final[dict[str, Text]] = _WORDS.table("about")
"""Way of choosing -> what people call it, in the order in which they are offered."""
NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "round": ("round",),
    "case": ("case",),
    "table": ("table", "begins_at", "ends_at"),
    "shoe": ("table", "shoe"),
    "gaming_day": ("from_day",),
    "month": ("from_day", "to_day"),
    "player": ("player", "from_day", "to_day"),
    "game": ("games", "from_day", "to_day"),
    "finding": ("finding", "from_day", "to_day"),
    "clause": ("clause", "from_day", "to_day"),
}
"""Way of choosing -> what it needs."""
NARROWS: Final = ("tables", "games", "from_day", "to_day")
WHOLE: Final = frozenset({"round", "case", "table", "shoe", "gaming_day", "month", "game"})
"""Ways of choosing that the events themselves show to be complete (``docs/bundle.md``); of the others each round is
whole, and that no other belongs here is the house's word."""
BESIDES: Final = frozenset({"about", "papers", "clips", "since"})
"""Fields that choose no rounds."""
LONGEST: Final = timedelta(days=366)


class Selection(Part, frozen=True):
    """What a report is of."""

    about: About
    round: StreamId | None = None
    case: Code | None = None
    table: Code | None = None
    shoe: Code | None = None
    begins_at: datetime | None = None
    ends_at: datetime | None = None
    from_day: date | None = None
    to_day: date | None = None
    player: Code | None = None
    finding: Code | None = None
    clause: ClauseNumber | None = None
    games: tuple[Code, ...] = ()
    tables: tuple[Code, ...] = ()
    papers: Papers | None = None
    """The report for people: in one language, or none; None: in both."""
    since: Annotated[int, msgspec.Meta(ge=1, le=MAX_INTEGER)] | None = None
    """The size of a checkpoint that the reader keeps: the bundle proves that its own continues it."""
    clips: bool = False
    """With the sealed clips that the house has exported of the films that the report names."""


def papers_of(asked: Selection) -> tuple[str, ...]:
    """The languages in which the report for people is made."""
    return ("vi", "en") if asked.papers is None else () if asked.papers == "none" else (asked.papers,)


def checked(asked: Selection) -> Selection:
    """The selection in its one form (lists sorted, one day twice), so that equal requests are equal.
    Problems reports_needs, reports_not_with, reports_interval."""
    needs = NEEDS[asked.about]
    for name in needs:
        if getattr(asked, name) in (None, ()):
            raise Problem("reports_needs", name, what=name)
    narrows = () if asked.about in ("round", "case") else NARROWS
    for name in asked.__struct_fields__:
        if name not in BESIDES and name not in (*needs, *narrows) and getattr(asked, name) not in (None, ()):
            raise Problem("reports_not_with", name, what=name)
    found = msgspec.structs.replace(
        asked, games=tuple(sorted(set(asked.games))), tables=tuple(sorted(set(asked.tables)))
    )
    if found.about == "gaming_day" and found.to_day is None:
        found = msgspec.structs.replace(found, to_day=found.from_day)
    if found.about == "round" and found.round is not None and not found.round.startswith("round/"):
        found = msgspec.structs.replace(found, round=f"round/{found.round}")
    _check_order(found)
    return found


def _check_order(found: Selection) -> None:
    for first, last in ((found.from_day, found.to_day), (found.begins_at, found.ends_at)):
        if first is not None and last is not None and not timedelta(0) <= last - first <= LONGEST:
            raise Problem("reports_interval", "to_day" if first is found.from_day else "ends_at", days=LONGEST.days)


def identity(selection: Selection, position: int, reads: str) -> str:
    """What makes two requests equal: what is asked for, at which position, and whose texts may be in it
    (``reads``: the role whose right to sealed texts counts). 64 hexadecimal digits."""
    said = {"selection": msgspec.to_builtins(selection), "position": position, "reads": reads}
    return hashlib.sha256(canonical_bytes(said)).hexdigest()


# --- In words -------------------------------------------------------------------------------------------------------

PAPERS: Final = _WORDS.table("papers")


def in_words(selection: Selection, zone: tzinfo | None = None) -> Text:
    """What a report is of, in a line."""
    said = ABOUT[selection.about]
    parts = [shaped("{said}:", said=said)]
    named = [value for name in ("round", "case", "table", "shoe", "player", "finding", "clause")
             if (value := getattr(selection, name)) is not None]  # fmt: skip
    parts += [Text(value.removeprefix("round/"), value.removeprefix("round/")) for value in named]
    if selection.begins_at is not None and selection.ends_at is not None:
        parts.append(_between(_moment(selection.begins_at, zone), _moment(selection.ends_at, zone)))
    if selection.from_day is not None and selection.from_day == selection.to_day:
        parts.append(Text(_day(selection.from_day), _day(selection.from_day)))
    elif selection.from_day is not None and selection.to_day is not None:
        parts.append(_between(_day(selection.from_day), _day(selection.to_day)))
    elif selection.from_day is not None:
        parts.append(_WORDS.text("from-day", day=_day(selection.from_day)))
    elif selection.to_day is not None:
        parts.append(_WORDS.text("to-day", day=_day(selection.to_day)))
    if selection.games:
        parts.append(games_in_words(selection.games))
    if selection.tables:
        listed = ", ".join(selection.tables)
        parts.append(_WORDS.text("tables-tables", tables=listed))
    if selection.papers is not None:
        parts.append(PAPERS[selection.papers])
    if selection.since is not None:
        parts.append(_WORDS.text("continuing-the-checkpoint-n", n=str(selection.since)))
    if selection.clips:
        parts.append(_WORDS.text("with-sealed-clips"))
    return joined(parts, " · ").turned(lambda said: said.replace(": · ", ": "))


def games_in_words(codes: Iterable[str]) -> Text:
    """Games by their names."""
    found = [GAMES[code].words.name if code in GAMES else Text(code, code) for code in codes]
    return joined(found, ", ")


def _between(first: str, last: str) -> Text:
    return shaped("{first} – {last}", first=first, last=last)


def _day(day: date) -> str:
    return f"{day:%d/%m/%Y}"


def _moment(moment: datetime, zone: tzinfo | None) -> str:
    return f"{moment.astimezone(zone):%d/%m/%Y %H:%M}"
