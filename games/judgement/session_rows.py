"""The rows of :class:`~games.rows.models.TableSession`: read as they stood at a position, and added to.

Each statement says up to which position the rows are to be taken, and is answered by them alone: a row that was there
at that position is never changed, so a follower at work adds nothing that could be seen. "As it stood at P" is the row
of the round with the greatest ``valid_from_position`` up to P, one look-up in the key. Proved by
``tests/replay/test_versions.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from casino.ledger import reading
from games.catalogue import GAMES
from games.engine.replay import Key
from games.engine.session import SessionBefore
from games.judgement.judging import EMPTY

FOLLOWER: Final = "games"
"""The follower that writes the read models."""
AHEAD: Final = 100
"""Neighbours read at once."""

_REACHED: Final = """
COALESCE((SELECT position FROM ledger_follower WHERE name = %(follower)s AND property_id = %(house)s), 0)
"""
_AS_IT_STOOD: Final = """
LEFT JOIN LATERAL (
    SELECT * FROM games_tablesession v
    WHERE v.property_id = %(house)s AND v.first_position = a.first AND v.valid_from_position <= %(position)s
    ORDER BY v.valid_from_position DESC LIMIT 1
) s ON true
"""
STOOD: Final = f"""
SELECT a.first, s.stream, s.moment, s.before::text, {_REACHED}
FROM unnest(string_to_array(%(firsts)s::text, ' ')::bigint[]) a(first) {_AS_IT_STOOD}
"""  # noqa: S608 - parts of the statement are written above
# A row counts where no newer one of its round did at that position. The row-wise comparison lets the index answer it.
_CURRENT: Final = """
{row}.valid_from_position <= %(position)s AND NOT EXISTS (
    SELECT 1 FROM games_tablesession n
    WHERE n.property_id = {row}.property_id AND n.first_position = {row}.first_position
        AND n.valid_from_position > {row}.valid_from_position AND n.valid_from_position <= %(position)s)
"""
OVERTAKEN: Final = f"""
SELECT s.stream IS NOT NULL, f.moment, {_REACHED}
FROM (SELECT position AS first FROM ledger_index WHERE property_id = %(house)s AND stream = %(stream)s AND version = 1
    AND position <= %(position)s) a {_AS_IT_STOOD}
LEFT JOIN LATERAL (
    SELECT min(each.moment) AS moment FROM unnest(%(games)s::text[]) g(game) CROSS JOIN LATERAL (
        SELECT o.moment FROM games_tablesession o
        WHERE o.property_id = %(house)s AND o."table" = %(table)s AND o.game = g.game
            AND (o.moment, o.first_position) > (s.moment, s.first_position) AND {_CURRENT.format(row="o")}
        ORDER BY o.moment, o.first_position LIMIT 1
    ) each
) f ON true
"""  # noqa: S608 - parts of the statement are written above
NEIGHBOURS: Final = """
SELECT s.first_position, s.stream, s.moment, s.before::text FROM games_tablesession s
WHERE s.property_id = %(house)s AND s."table" = %(table)s AND s.game = %(game)s
    AND (s.moment, s.first_position) {than} (%(moment)s, %(first)s) AND {current}
ORDER BY s.moment {direction}, s.first_position {direction} LIMIT {limit}
"""
BEFORE: Final = NEIGHBOURS.format(than="<", current=_CURRENT.format(row="s"), direction="DESC", limit=AHEAD)
AFTER: Final = NEIGHBOURS.format(than=">", current=_CURRENT.format(row="s"), direction="ASC", limit=AHEAD)
LAST: Final = f"""
SELECT t."table", g.game, s.first_position, s.stream, s.moment, s.before::text
FROM unnest(%(tables)s::text[]) t("table") CROSS JOIN unnest(%(games)s::text[]) g(game) CROSS JOIN LATERAL (
    SELECT * FROM games_tablesession s WHERE s.property_id = %(house)s AND s."table" = t."table" AND s.game = g.game
        AND {_CURRENT.format(row="s")}
    ORDER BY s.moment DESC, s.first_position DESC LIMIT 1
) s
"""  # noqa: S608 - parts of the statement are written above
COLUMNS: Final = 'property_id, first_position, valid_from_position, "table", game, stream, moment, before'
ADD: Final = f"""
INSERT INTO games_tablesession ({COLUMNS})
SELECT %(house)s, u.* FROM unnest(%(first)s::bigint[], %(since)s::bigint[], %(table)s::text[], %(game)s::text[],
    %(stream)s::text[], %(moment)s::timestamptz[], %(before)s::jsonb[]) u
ON CONFLICT DO NOTHING
"""  # noqa: S608 - parts of the statement are written above

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(SessionBefore).decode


class Stood(NamedTuple):
    """A round as a row has it: what it found (``before``) where it stands."""

    first_position: int
    stream: str
    moment: datetime
    before: SessionBefore

    @property
    def key(self) -> Key:
        return self.moment, self.first_position


class Version(NamedTuple):
    """A row to be added."""

    first_position: int
    since: int
    table: str
    game: str
    stream: str
    moment: datetime
    before: SessionBefore


def _stood(row: Sequence[Any]) -> Stood:
    first_position, stream, moment, before = row
    return Stood(first_position, stream, moment, restored(before))


def stored(session: SessionBefore) -> dict[str, Any]:
    """A session as a row keeps it: only what differs from an empty one."""
    plain: dict[str, Any] = msgspec.to_builtins(session, order="deterministic")
    return {name: value for name, value in plain.items() if getattr(session, name) != getattr(EMPTY, name)}


def restored(kept: str | None) -> SessionBefore:
    """The session that :func:`stored` wrote, of the row's own text."""
    return _decode(kept) if kept else EMPTY


class SessionRows:
    """The rows of one property, by its key."""

    def __init__(self, using: str, house: int) -> None:
        self.using = using
        self.house = house

    def stood(self, firsts: Sequence[int], position: int) -> tuple[dict[int, Stood], int]:
        """These rounds (by the positions of their first facts) as they stood, and the position up to which rows are
        written, of one moment."""
        found = self._fetch(STOOD, position, firsts=" ".join(map(str, firsts)))  # an array is made member by member
        rounds = {
            first: Stood(first, stream, moment, restored(before))
            for first, stream, moment, before, _reached in found
            if stream is not None
        }
        return rounds, found[0][4] if found else 0

    def overtaken_at(self, stream: str, position: int) -> tuple[bool, datetime | None, int] | None:
        """Of one moment: whether the round's row is written, when the next round opened at its table, of whatever game
        (None: there is none), and the position up to which rows are written. None where the round had not begun."""
        table = stream.split("/")[1]
        found = self._fetch(OVERTAKEN, position, stream=stream, table=table, games=list(GAMES))
        return (found[0][0], found[0][1], found[0][2]) if found else None

    def before(self, table: str, game: str, key: Key, position: int) -> list[Stood]:
        """The rounds before a place, the nearest first, at most :data:`AHEAD`."""
        return self._neighbours(BEFORE, table, game, key, position)

    def after(self, table: str, game: str, key: Key, position: int) -> list[Stood]:
        """The rounds after a place, the nearest first, at most :data:`AHEAD`."""
        return self._neighbours(AFTER, table, game, key, position)

    def last(self, tables: Iterable[str], games: Iterable[str], position: int) -> dict[tuple[str, str], Stood]:
        """The last round of each game at each table."""
        found = self._fetch(LAST, position, tables=list(tables), games=list(games))
        return {(row[0], row[1]): _stood(row[2:]) for row in found}

    def add(self, versions: Sequence[Version]) -> None:
        """Add rows; those that stand there already are the same."""
        if not versions:
            return
        values: dict[str, Any] = {"house": self.house}
        for name in ("first_position", "since", "table", "game", "stream", "moment"):
            values[name] = [getattr(version, name) for version in versions]
        values["first"] = values.pop("first_position")
        values["before"] = [
            None if version.before == EMPTY else _encode(stored(version.before)).decode() for version in versions
        ]
        with reading.cursor(self.using) as cursor:
            cursor.execute(ADD, values)

    def _neighbours(self, query: str, table: str, game: str, key: Key, position: int) -> list[Stood]:
        found = self._fetch(query, position, table=table, game=game, moment=key[0], first=key[1])
        return [_stood(row) for row in found]

    def _fetch(self, query: str, position: int, **values: Any) -> list[Any]:
        with reading.cursor(self.using) as cursor:
            values |= {"house": self.house, "position": position, "follower": FOLLOWER}
            return cursor.execute(query, values).fetchall()
