"""``tableproof-judge``: judge rounds from a file of events, with the house's own rules and nothing else of it.

    tableproof-judge EVENTS [--at POSITION] [--book FILE …] [--zone Asia/Ho_Chi_Minh] [--gaming-day-starts 6]

EVENTS is NDJSON (``-``: standard input), each line an event as it is stored or as a device sends it; the answer is
NDJSON too, a head and then a line for each round (``docs/judging.md``). No database, no network, no settings. Exit code
0; 2 where the input cannot be read, with one sentence that names the line. Proved by ``tests/replay/test_offline.py``.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Annotated, Any, Final, NoReturn
from zoneinfo import ZoneInfoNotFoundError

import msgspec

from casino.core.canonical import NotCanonical, canonical_bytes
from casino.core.currencies import check_currency
from casino.core.errors import Problem
from casino.core.events import STREAM, find
from casino.core.gaming_days import GamingDays, Hours
from casino.core.stored import Row
from games import catalogue
from games.engine.document import Library, RuleBook, parse_book
from games.engine.lending import composed
from games.engine.table import TableRegistered
from games.ingest.wire import read_event
from games.judgement.judging import Record
from games.words.judged import as_json

FORMAT: Final = "tableproof-judged/1"
MAX_LINE: Final = 1 << 20
"""Bytes of a line; no event is nearly as long."""
JUDGED: Final = ("round/", "table/")
"""Streams that are judged, or by which it is done."""
UNWEIGHED: Final = (
    "These are claims: without the positions and moments at which a server received them, what was said late counts as "
    "if it had been said in time."
)


class Unreadable(ValueError):
    """The input cannot be read; says where and why."""


class Stored(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line as the record holds it: the members of the log entry that judging needs, and the stored body, as the text
    whose bytes are hashed or as the object itself."""

    position: Annotated[int, msgspec.Meta(ge=1)]
    stream: str
    version: Annotated[int, msgspec.Meta(ge=1)]
    type: str
    occurred_at: datetime | None
    recorded_at: Annotated[datetime, msgspec.Meta(tz=True)]
    actor: str
    body: str | dict[str, Any]

    def row(self) -> Row:
        """Raises :class:`Unreadable` for a type or stream that cannot be judged. Of streams that are no table's and no
        round's nothing is judged, and their types are of rooms that are not here: they are not looked into."""
        if not STREAM.fullmatch(self.stream):
            raise Unreadable(f"{self.stream!r} is no stream")
        judged = self.stream.startswith(JUDGED)
        event_type = find(self.type)
        if event_type is None and judged:
            raise Unreadable(f"there is no event type {self.type}")
        try:
            body = self.body.encode() if isinstance(self.body, str) else canonical_bytes(self.body)
            if event_type is not None and judged:
                event_type.decode(body)
        except (msgspec.MsgspecError, NotCanonical, UnicodeEncodeError) as error:
            raise Unreadable(f"the body does not fit {self.type}: {error}") from error
        at, recorded = self.occurred_at, self.recorded_at.astimezone(UTC)
        return (
            self.position,
            self.stream,
            self.version,
            self.type,
            at and at.astimezone(UTC),
            recorded,
            self.actor,
            body,
        )


class House(msgspec.Struct, frozen=True):
    """What of a property decides, as the command is told."""

    days: GamingDays


_stored = msgspec.json.Decoder(Stored).decode


def lines_of(source: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """(number, line) of what is not empty. Raises :class:`Unreadable` for a line that is too long."""
    number = 0
    while line := source.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise Unreadable(f"line {number} has more than {MAX_LINE} bytes")
        if line.strip():
            yield number, line.strip()


class Reader:
    """Makes rows of lines, all of one form. ``weighed`` says that they carry what a server gave them."""

    def __init__(self) -> None:
        self.weighed: bool | None = None
        self._position = 0
        self._versions: dict[str, int] = {}
        self._last = datetime(2000, 1, 1, tzinfo=UTC)

    def rows(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[Row]:
        """Raises :class:`Unreadable` with the number of the line."""
        for number, line in lines:
            try:
                yield self._row(line)
            except Unreadable as error:
                raise Unreadable(f"line {number}: {error}") from error
            except Problem as problem:
                raise Unreadable(f"line {number}: {problem.in_language('en')} ({problem.code})") from problem
            except (msgspec.MsgspecError, RecursionError) as error:
                raise Unreadable(f"line {number}: {error}") from error

    def _row(self, line: bytes) -> Row:
        if self.weighed is None:
            self.weighed = b'"position"' in line and b'"body"' in line
        row = _stored(line).row() if self.weighed else self._sent(line)
        position, stream, version = row[0], row[1], row[2]
        if position <= self._position:
            raise Unreadable(f"position {position} does not come after {self._position}")
        if version <= self._versions.get(stream, 0):
            raise Unreadable(f"version {version} of {stream} does not come after {self._versions[stream]}")
        self._position = position
        self._versions[stream] = version
        return row

    def _sent(self, line: bytes) -> Row:
        """As a device sends it: its own clock is all that is known of when it came. What no server would take in of a
        table's currency is not read here either."""
        read = read_event(line, max_bytes=MAX_LINE)
        if isinstance(read.data, TableRegistered):
            check_currency(read.data.currency, "data.currency")
        envelope, stream = read.envelope, read.stream
        occurred_at = envelope.occurred_at and envelope.occurred_at.astimezone(UTC)
        self._last = occurred_at or self._last
        said: dict[str, Any] = {"id": str(envelope.id), "data": msgspec.to_builtins(read.data)}
        for name in ("correlation", "entered_later", "sequence"):
            if getattr(envelope, name) is not None:
                said[name] = getattr(envelope, name)
        return (
            self._position + 1,
            stream,
            self._versions.get(stream, 0) + 1,
            read.event_type.full_name,
            occurred_at,
            self._last,
            f"device:{envelope.device or 'unknown'}",
            canonical_bytes(said),
        )


def library_with(files: Sequence[Path]) -> Library | None:
    """The documents shipped, and further ones; one of the same game and date takes the place of that shipped. None
    without any: then what the record has put in force counts. Raises :class:`Unreadable`."""
    if not files:
        return None
    books: dict[str, RuleBook] = {book.id: book for book in catalogue.all_books()}
    for file in files:
        try:
            book = catalogue.read(parse_book(composed(file.read_text("utf-8"))))
        except OSError as error:
            raise Unreadable(f"{file}: {error.strerror}") from error
        except ValueError as error:
            raise Unreadable(f"{file} is no rule document: {error}") from error
        books[book.id] = book
    return Library(list(books.values()))


def answers(source: IO[bytes], *, house: House, library: Library | None, at: int | None) -> Iterator[dict[str, Any]]:
    """The head, then every round."""
    reader, record = Reader(), Record(house, library)
    record.take(reader.rows(lines_of(source)), at=at)
    weighed = record.weighed = bool(reader.weighed)
    yield {
        "format": FORMAT,
        "as_of": record.as_of,
        "weighed": weighed,
        **({} if weighed else {"unweighed_because": UNWEIGHED}),
        "documents": [{"id": book.id, "number": book.number} for book in record.library().books],
    }
    yield from (as_json(replay) for replay in record.replays())


def main(arguments: list[str] | None = None) -> int:
    """The exit code; see the module."""
    asked = _parser().parse_args(arguments)
    try:
        later = asked.gaming_days_since
        since = [Hours(datetime.fromisoformat(at).astimezone(UTC), zone, int(hour)) for at, zone, hour in later]
        house = House(GamingDays([Hours(None, asked.zone, asked.gaming_day_starts), *since]))
    except (ZoneInfoNotFoundError, ValueError) as error:
        _refuse(f"the gaming days cannot be told: {error}")
    encode = msgspec.json.Encoder().encode
    try:
        with _opened(asked.events) as source:
            library = library_with(asked.book)
            for answer in answers(source, house=house, library=library, at=asked.at):
                sys.stdout.buffer.write(encode(answer) + b"\n")
        sys.stdout.buffer.flush()
    except Unreadable as error:
        _refuse(str(error))
    except BrokenPipeError:
        return 0
    return 0


def _opened(name: str) -> contextlib.AbstractContextManager[IO[bytes]]:
    if name == "-":
        return contextlib.nullcontext(sys.stdin.buffer)
    try:
        return open(name, "rb")
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror}") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("tableproof-judge", description="Judge rounds from a file of events, offline.")
    parser.add_argument("events", metavar="EVENTS", help="NDJSON, as stored or as devices send it; - is standard input")
    parser.add_argument("--at", type=int, metavar="POSITION", help="as the record stood at this position")
    parser.add_argument(
        "--book",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="a further rule document; then what the record has put in force does not count",
    )
    parser.add_argument("--zone", default="Asia/Ho_Chi_Minh", help="the property's time zone (default: %(default)s)")
    parser.add_argument(
        "--gaming-day-starts",
        type=int,
        default=6,
        choices=range(24),
        metavar="HOUR",
        help="hour at which the gaming day starts, 0 to 23 (default: %(default)s)",
    )
    parser.add_argument(
        "--gaming-days-since",
        nargs=3,
        action="append",
        default=[],
        metavar=("MOMENT", "ZONE", "HOUR"),
        help="from this moment on they start at another hour, or in another zone; may be repeated",
    )
    return parser


def _refuse(sentence: str) -> NoReturn:
    sys.stderr.write(f"tableproof-judge: {sentence}.\n")
    raise SystemExit(2)


if __name__ == "__main__":
    sys.exit(main())
