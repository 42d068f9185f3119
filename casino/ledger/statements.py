"""What the recorder says to the server. Proved by ``tests/ledger``."""

from __future__ import annotations

from typing import Final

from casino.ledger.rows import ROW_COLUMNS

LOCK_HEAD: Final = """
SELECT property_id, position, recorded_at, current_setting('transaction_isolation') FROM ledger_head
WHERE property_id = (SELECT id FROM ledger_property WHERE code = %(code)s) FOR UPDATE
"""
MAKE_HEAD: Final = """
INSERT INTO ledger_head (property_id, position) SELECT id, 0 FROM ledger_property WHERE code = %(code)s
ON CONFLICT (property_id) DO NOTHING
"""
MOVE_HEAD: Final = """
UPDATE ledger_head SET position = %(last)s, recorded_at = %(recorded_at)s WHERE property_id = %(property)s
"""
ENDS: Final = """
SELECT s.stream, h.version, h.position FROM unnest((SELECT %(streams)s::text[])) AS s (stream) CROSS JOIN LATERAL (
    SELECT i.version, i.position FROM ledger_index i
    WHERE i.property_id = (SELECT id FROM ledger_property WHERE code = %(code)s) AND i.stream = s.stream COLLATE "C"
    ORDER BY i.version DESC LIMIT 1
) AS h
"""
"""Where streams end."""
LOOK: Final = (
    ENDS
    + """
UNION ALL
SELECT NULL, NULL, NULL WHERE EXISTS (
    SELECT FROM unnest((SELECT %(ids)s::uuid[])) AS sent (id) CROSS JOIN LATERAL (
        SELECT FROM ledger_index i
        WHERE i.property_id = (SELECT id FROM ledger_property WHERE code = %(code)s) AND i.event_id = sent.id LIMIT 1
    ) AS known
)
"""
)
"""Where the streams end; and a row of nothing if something stands already under one of the ids. Each is one look into
an index, whatever the planner knows of the table; and it does not see how many there are (``SELECT`` around the
arrays), so that it keeps one plan for a connection instead of making one for each batch."""

SAVEPOINT: Final = "SAVEPOINT ledger_fresh_ids"
RELEASE_SAVEPOINT: Final = "RELEASE SAVEPOINT ledger_fresh_ids"
BACK_TO_SAVEPOINT: Final = "ROLLBACK TO SAVEPOINT ledger_fresh_ids"
FIND_IDS: Final = f"""
SELECT {ROW_COLUMNS}, i.event_id FROM ledger_index i
JOIN ledger_event e ON e.property_id = i.property_id AND e.position = i.position
WHERE i.property_id = %s AND i.event_id = ANY(%s::uuid[])
"""
INSERT_INDEX: Final = """
INSERT INTO ledger_index (property_id, version, position, event_id, stream)
SELECT %(property)s, version, %(after)s + number, event_id, stream
FROM unnest(%(ids)s::uuid[], %(versions)s::integer[], %(streams)s::text[]) WITH ORDINALITY
    AS placed (event_id, version, stream, number)
"""

KEEP_BATCH: Final = """
INSERT INTO ledger_batch (property_id, position, digest, key, signature, device, events)
VALUES (%(property)s, %(batch)s, %(digest)s, %(key)s, %(signature)s, %(device)s, %(list)s)
ON CONFLICT (property_id, digest) DO NOTHING
"""
"""A batch of which only some events could be recorded, sent again, is kept as it was."""

KEEP_ASSERTION: Final = """
INSERT INTO ledger_assertion (property_id, position, digest, credential, authenticator, client, signature, command)
VALUES (%(property)s, %(position)s, %(digest)s, %(credential)s, %(authenticator)s, %(client)s, %(signature)s,
    %(command)s)
ON CONFLICT (property_id, digest) DO NOTHING
"""
"""A command may be recorded in several steps."""

MOVE_HEAD_KEEPING: Final = f"WITH kept AS ({KEEP_BATCH}) {MOVE_HEAD}"
"""And what a device has signed is kept."""

INSERT_EVENTS: Final = """
INSERT INTO ledger_event
    (property_id, position, version, recorded_at, occurred_at, stream, type, actor, leaf_hash, origin, body)
SELECT %(property)s, %(after)s + number, version, %(recorded_at)s, occurred_at, coalesce(stream, %(stream)s),
    coalesce(type, %(type)s), coalesce(actor, %(actor)s),
    substring(%(leaves)s::bytea FROM 32 * number::integer - 31 FOR 32), coalesce(decode(origin, 'hex'), %(origin)s),
    substring(%(bodies)s::bytea FROM first_of_body FOR length)
FROM unnest(
    %(versions)s::integer[], %(moments)s::timestamptz[], %(streams)s::text[], %(types)s::text[], %(actors)s::text[],
    %(origins)s::text[], %(bodies_from)s::integer[], %(lengths)s::integer[]
) WITH ORDINALITY AS each
    (version, occurred_at, stream, type, actor, origin, first_of_body, length, number)
"""
"""The record alone, where :data:`INSERT_INDEX` and :data:`MOVE_HEAD` went before. What is the same of all events stands
once, and the array of it is empty (:func:`~casino.ledger.copying.event_columns`)."""
_SMALL: Final = """
WITH placed AS MATERIALIZED (
    SELECT %(after)s + number AS position, each.* FROM unnest(
        %(ids)s::uuid[], %(versions)s::integer[], %(streams)s::text[], %(types)s::text[], %(actors)s::text[],
        %(moments)s::timestamptz[], %(leaves)s::text[], %(origins)s::text[], %(bodies)s::text[]
    ) WITH ORDINALITY AS each (event_id, version, stream, type, actor, occurred_at, leaf_hash, origin, body, number)
), indexed AS (
    INSERT INTO ledger_index (property_id, version, position, event_id, stream)
    SELECT %(property)s, version, position, event_id, stream FROM placed
), moved AS (
    UPDATE ledger_head SET position = %(last)s, recorded_at = %(recorded_at)s WHERE property_id = %(property)s
){more}
INSERT INTO ledger_event
    (property_id, position, version, recorded_at, occurred_at, stream, type, actor, leaf_hash, origin, body)
SELECT %(property)s, position, version, %(recorded_at)s, occurred_at, stream, type, actor, decode(leaf_hash, 'hex'),
    decode(origin, 'hex'), convert_to(body, 'UTF8')
FROM placed
"""
INSERT_SMALL: Final = _SMALL.format(more="")
"""Both tables and the head, in one round trip."""
INSERT_SMALL_SIGNED: Final = _SMALL.format(more=f", kept AS ({KEEP_BATCH})")
"""And what was signed of it."""
