"""Several statements in one trip to the server, by libpq's pipeline mode.

psycopg's own pipeline hands each statement to the server when it is executed, and each wakes it up. Here all that goes
together is sent together, and the answers are taken in together, when the server has given all of them. Every
statement is prepared once for each connection. Proved by ``tests/ledger/test_trips.py``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from types import TracebackType
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import psycopg
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.generators import fetch_many, send
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

Connection = psycopg.Connection[Any]
Key = tuple[str, tuple[int, ...]]
"""A statement and the types of its values: one with others is another one to the server."""

_LOST: Final = (psycopg.errors.InvalidSqlStatementName, psycopg.errors.FeatureNotSupported)
_PLACE: Final = re.compile(r"%\((\w+)\)s")
_numbers: Final = count(1)
_prepared: Final[WeakKeyDictionary[Connection, dict[Key, bytes]]] = WeakKeyDictionary()
"""What each connection has prepared, by what names. A name is never used again."""


class Statement(NamedTuple):
    """A statement, with places for values as ``%(name)s``, and its values by their names."""

    query: str
    values: dict[str, Any] = {}


class Answer(NamedTuple):
    """How many rows a statement found or changed, and the rows that it gave."""

    touched: int
    rows: list[tuple[Any, ...]]


class Trips:
    """A connection while it is talked to in trips; nothing else may use it meanwhile. A connection whose answers did
    not all come (silence, an interrupt) is closed, since they would be taken for those of what is asked next."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._pgconn = connection.pgconn
        self._transformer = Transformer(connection)
        self._prepared = _prepared.setdefault(connection, {})
        self._sent: list[Key | None] = []
        """What will be answered: a key for what is prepared, None for what is executed."""
        self._whole = True
        """Whether every answer has come to what was sent."""
        self._ended = True
        """Whether the server was told that what was sent is all."""
        self.refused: psycopg.Error | None = None
        """What the server said against a statement."""

    def __enter__(self) -> Trips:
        self._pgconn.enter_pipeline_mode()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._whole and not self._ended:
                self.put(end=True)
                self._received(0)
        finally:
            if self._whole:
                self._pgconn.exit_pipeline_mode()
            else:
                self._connection.close()

    def put(self, *statements: Statement, end: bool = False) -> None:
        """Send these statements; the server begins with them. ``end``: nothing follows, and what was begun without a
        transaction is done."""
        self._whole, self._ended = False, end
        for each in statements:
            self._send(each)
        if end:
            self._pgconn.pipeline_sync()
        self._pgconn.flush()  # what the socket does not take now goes when the answers are waited for

    def take(self, *, optional: int = 0) -> list[Answer]:
        """The answers to what was sent since the last were taken. Raises what the server says against the first
        statement that it refuses; it then does none of those behind it. Of the last ``optional`` ones that is
        :attr:`refused`, and the answers end before it."""
        sent, self._sent = self._sent, []
        found = self._received(len(sent))
        needed = sum(key is None for key in sent) - optional
        answers: list[Answer] = []
        for number, (key, result) in enumerate(zip(sent, found, strict=True)):
            if result.status == ExecStatus.FATAL_ERROR:
                self.refused = error_from_result(result, encoding=self._connection.info.encoding)
                self._forget(sent[number:])
                if len(answers) < needed:
                    raise self.refused
                break
            if key is None:
                answers.append(self._answer(result))
        return answers

    def _send(self, statement: Statement) -> None:
        """Put a statement behind those to be sent; once for the connection, that it be prepared before it."""
        query, names = _numbered(statement.query)
        dumped: Sequence[Any] = ()
        types: tuple[int, ...] = ()
        formats = None
        if names:
            values = statement.values
            dumped = self._transformer.dump_sequence([values[name] for name in names], [PyFormat.AUTO] * len(names))
            types, formats = self._transformer.types or (), self._transformer.formats
        key = (statement.query, types)
        name = self._prepared.get(key)
        if name is None:
            name = self._prepared[key] = b"trip_%d" % next(_numbers)
            self._pgconn.send_prepare(name, query, types)
            self._sent.append(key)
        self._pgconn.send_query_prepared(name, dumped, formats, Format.BINARY)
        self._sent.append(None)

    def _forget(self, sent: Sequence[Key | None]) -> None:
        """What was to be prepared behind a statement that was refused is not; and where one is no longer what it was
        (psycopg forgets all at a ROLLBACK of its own), nothing is."""
        if isinstance(self.refused, _LOST):
            self._prepared.clear()
        for key in sent:
            if key is not None:
                self._prepared.pop(key, None)

    def _received(self, answers: int) -> Sequence[PGresult]:
        """So many answers, when all of them have come."""
        if not self._ended:
            self._pgconn.send_flush_request()
        found: list[PGresult] = self._connection.wait(self._exchange(answers + self._ended))
        self._whole = True
        return found[:answers]

    def _exchange(self, answers: int) -> Any:
        yield from send(self._pgconn)
        found = []
        for _ in range(answers):
            found += yield from fetch_many(self._pgconn)
        return found

    def _answer(self, result: PGresult) -> Answer:
        rows: list[tuple[Any, ...]] = []
        if result.ntuples:
            self._transformer.set_pgresult(result)
            rows = self._transformer.load_rows(0, result.ntuples, tuple)
        return Answer(result.command_tuples or 0, rows)


@lru_cache(maxsize=256)
def _numbered(query: str) -> tuple[bytes, tuple[str, ...]]:
    """A statement with its places numbered, as the server wants them, and their names in that order."""
    names = list(dict.fromkeys(_PLACE.findall(query)))
    numbered = _PLACE.sub(lambda found: f"${names.index(found[1]) + 1}", query)
    return numbered.encode(), tuple(names)
