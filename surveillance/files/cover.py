"""The cover page of a package, in one language: what is in it, what it shows, how sure its moments are, who had it.

Printed by the typesetter of the papers (``casino.papers``), which sees text and nothing else. Proved by
``tests/surveillance/files/test_exports.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from casino.core.languages import LANGUAGES
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger.models import Property
from casino.papers import sheet
from casino.papers.blocks import Block, pairs, paragraph, small
from games.engine.facts import Person
from surveillance.rows.sealed_words import about

_WORDS: Final = Catalogue(__file__)

__all__ = ("LANGUAGES", "page")

MOST_EVENTS: Final = 400
"""The page shows the last so many events of the chain; custody.json holds all of them."""

TITLE: Final = _WORDS.text("title")
INTRO: Final = _WORDS.text("intro")
FILM: Final = _WORDS.text("film")
STRETCH: Final = _WORDS.text("stretch")
CLOCK: Final = _WORDS.text("clock")
LINKS: Final = _WORDS.text("links")
CUSTODY: Final = _WORDS.text("custody")
ROWS: Final = _WORDS.table("rows")
SEAL_STATES: Final = _WORDS.table("seal-states")
NO_SEAL: Final = _WORDS.text("no-seal")
CARRIED: Final = _WORDS.text("carried")
NONE: Final = _WORDS.text("none")
NO_CLOCK: Final = _WORDS.text("no-clock")
NO_LINKS: Final = _WORDS.text("no-links")
UNREAD: Final = _WORDS.text("unread")
MANY: Final = _WORDS.text("many")
FOOT: Final = _WORDS.text("foot")
ZONE: Final = _WORDS.text("zone")


def page(
    *,
    owner: Property,
    language: str,
    said: dict[str, Any],
    chain: list[dict[str, Any]],
    export: str,
    by: Person | None,
    now: datetime,
) -> bytes:
    """The page as PDF. ``chain`` has what each event says in words too (``said``). CannotPrint of the typesetter."""
    words = Words(language, owner.zone)
    return sheet.printed(
        owner,
        language,
        title=words(TITLE),
        number=f"{export} · {said['film']['recording']}",
        date=words.moment(now),
        running=export,
        foot=[words(FOOT), words(ZONE)],
        blocks=list(_blocks(words, said, chain, by)),
        now=now,
    )


class Words:
    """Values in words, in one language and one time zone."""

    def __init__(self, language: str, zone: ZoneInfo) -> None:
        self.language, self.zone = language, zone

    def __call__(self, text: Text, **values: object) -> str:
        said = text.in_language(self.language)
        return said.format(**values) if values else said

    def moment(self, at: datetime | None) -> str:
        """2026-11-21 03:20:27.000 UTC+07:00"""
        if at is None:
            return "–"
        local = at.astimezone(self.zone).isoformat(" ", "milliseconds")
        return f"{local[:-6]} UTC{local[-6:]}"

    @staticmethod
    def place(ms: int) -> str:
        """A place in a film."""
        seconds, rest = divmod(ms, 1000)
        return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{rest:03d}"

    def span(self, begins: int, ends: int) -> str:
        return f"{self.place(begins)} – {self.place(ends)}"

    def rows(self, **values: str) -> Block:
        return pairs([(self(ROWS[name]), value) for name, value in values.items()])


def _blocks(words: Words, said: dict[str, Any], chain: list[dict[str, Any]], by: Person | None) -> Iterator[Block]:
    film, cut, clock = said["film"], said["stretch"], said["clock"]
    yield paragraph(words(INTRO))
    yield {"block": "heading", "text": words(FILM)}
    camera = film["camera"]
    yield words.rows(
        recording=film["recording"],
        camera="–" if camera is None else f"{camera['code']} · {camera['name']}",
        name=film["name"],
        arrived=words.moment(film["arrived_at"]),
        sha=film["sha256"],
        seals=_seals(words, film["seals_on_arrival"]),
        signing=words(CARRIED if film["media"]["signing_packets"] else NONE),
    )
    yield {"block": "heading", "text": words(STRETCH)}
    yield words.rows(
        asked=words.span(cut["asked_from_ms"], cut["asked_to_ms"]),
        cut=words.span(max(0, cut["from_ms"]), cut["to_ms"]),
        longer=f"{cut['longer_before_ms']} ms + {cut['longer_after_ms']} ms",
        clip=cut["sha256"],
        certificate=cut["sealed_by_certificate_sha256"],
        by="–" if by is None else by.staff,
    )
    yield {"block": "heading", "text": words(CLOCK)}
    yield from _clock(words, clock)
    yield {"block": "heading", "text": words(LINKS)}
    yield from _links(words, said["links"])
    yield {"block": "heading", "text": words(CUSTODY)}
    shown = chain[-MOST_EVENTS:]
    if len(shown) < len(chain):
        yield small(words(MANY, shown=len(shown), all=len(chain)))
    yield {"block": "entries", "rows": [_event(words, each) for each in shown]}


def _seals(words: Words, seals: list[dict[str, Any]]) -> str:
    if not seals:
        return words(NO_SEAL)
    return "; ".join(f"{words(SEAL_STATES[each['state']])} ({each.get('subject') or '–'})" for each in seals)


def _clock(words: Words, clock: dict[str, Any]) -> Iterator[Block]:
    begins = clock["begins"]
    if begins is None:
        yield paragraph(words(NO_CLOCK))
        return
    yield words.rows(
        shown=words.moment(begins["shown"]),
        server=words.moment(begins["server"]),
        offset=f"{begins['recorder_ahead_ms']} ms",
        doubt=f"± {begins['uncertainty_ms']} ms",
    )
    if not clock["readings"]:
        yield small(words(UNREAD))


def _links(words: Words, links: list[dict[str, Any]]) -> Iterator[Block]:
    if not links:
        yield paragraph(words(NO_LINKS))
        return
    rows = [
        {
            "label": each["link"],
            "text": " · ".join(
                [words(about(each["stream"])), *(each[name] for name in ("event", "finding") if each[name])]
            ),
            "note": f"{words.moment(each['begins_at'])} – {words.moment(each['ends_at'])}" + _within(each),
        }
        for each in links
    ]
    yield {"block": "entries", "rows": rows}


def _within(link: dict[str, Any]) -> str:
    return "" if link["uncertainty_ms"] is None else f" · ± {link['uncertainty_ms']} ms"


def _event(words: Words, event: dict[str, Any]) -> dict[str, str]:
    called = cast(dict[str, str] | None, event["called"])
    name = called[words.language] if called else event["type"]
    return {
        "label": str(event["version"]),
        "text": " ".join(
            [f"{name} · {event['actor'].partition(':')[2]}.", *(line[words.language] for line in event["said"])]
        ),
        "note": f"{words.moment(event['recorded_at'])} · #{event['position']}",
    }
