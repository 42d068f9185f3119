"""A request's body taken apart: inflated within bounds, then split into the bytes of single events. Pure.

NDJSON (one event a line) is split before it is parsed, so that a line that is no JSON costs nothing but itself. Inside
one JSON array nothing after a syntax error can be told apart; such a body is refused as a whole. Proved by
``tests/api/test_hostile.py`` and ``test_fuzz.py``.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

import msgspec

from casino.core.errors import Problem
from games.ingest.wire import not_json

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
_NDJSON_NAMES: Final = frozenset({NDJSON, "application/ndjson", "application/jsonl", "application/x-jsonlines"})
_CHUNK: Final = 1 << 16


class Split(msgspec.Struct, frozen=True):
    """The events of a body in their order; ``lines`` are their line numbers from 1 (NDJSON only); ``signed`` is what
    the sender says that it signed of them, if it does."""

    events: list[bytes]
    lines: list[int] | None
    signed: bytes | None = None


def media_type(content_type: str) -> str:
    """:data:`JSON` or :data:`NDJSON`; :class:`Problem` for anything else, also for a charset that is not UTF-8."""
    name, *parameters = (part.strip().lower() for part in content_type.split(";"))
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "charset" and value.strip().strip('"') not in ("utf-8", "utf8", "us-ascii"):
            raise Problem("unsupported_media_type", found=content_type)
    if name == JSON:
        return JSON
    if name in _NDJSON_NAMES:
        return NDJSON
    raise Problem("unsupported_media_type", found=content_type or "—")


def inflate(body: bytes, encoding: str, *, limit: int) -> bytes:
    """The body without its content encoding, never more than ``limit`` bytes of it."""
    encoding = encoding.strip().lower()
    if encoding in ("", "identity"):
        return body
    if encoding not in ("gzip", "x-gzip"):
        raise Problem("unsupported_encoding", found=encoding)
    parts: list[bytes] = []
    left = limit
    while body:
        stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
        while not stream.eof:
            try:
                part = stream.decompress(body, min(_CHUNK, left + 1))
            except zlib.error as error:
                raise Problem("gzip_damaged") from error
            if len(part) > left:
                raise Problem("inflates_too_much", limit=limit)
            parts.append(part)
            left -= len(part)
            body = stream.unconsumed_tail
            if not part and not body and not stream.eof:
                raise Problem("gzip_truncated")
        body = stream.unused_data  # gzip files may be put one behind the other
    return b"".join(parts)


def split(body: bytes, kind: str, *, limit: int) -> Split:
    """The events of a body. Raises :class:`Problem` where the body as a whole cannot be read."""
    if body.count(0) * 4 >= len(body) > 0:
        # JSON in UTF-16 or UTF-32 is nearly half NUL bytes or more. One NUL in a damaged line must not be enough.
        raise Problem("body_wrong_charset")
    found = _split_lines(body) if kind == NDJSON else _split_json(body)
    if not found.events:
        raise Problem("empty_body")
    if len(found.events) > limit:
        raise Problem("batch_too_large", limit=limit)
    return found


def _split_lines(body: bytes) -> Split:
    events: list[bytes] = []
    lines: list[int] = []
    for number, line in enumerate(body.split(b"\n"), start=1):
        stripped = line.strip(b" \t\r")
        if stripped:
            events.append(stripped)
            lines.append(number)
    signed = _signed_line(events[-1]) if events else None
    return Split(events, lines) if signed is None else Split(events[:-1], lines[:-1], signed)


def _signed_line(line: bytes) -> bytes | None:
    """What the last line says was signed, where it is the line that says so."""
    if b'"signed"' not in line:
        return None
    try:
        return bytes(msgspec.json.decode(line, type=_SignedLine).signed)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None  # an event then, and read as one


class _Outline(msgspec.Struct):
    events: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    type: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Batch(msgspec.Struct, forbid_unknown_fields=True):
    events: list[msgspec.Raw]
    signed: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _SignedLine(msgspec.Struct, forbid_unknown_fields=True):
    signed: msgspec.Raw


def _split_json(body: bytes) -> Split:
    body = body.strip(b" \t\r\n")
    if not body:
        return Split([], None)
    if body.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise Problem("body_wrong_charset")
    try:
        if body[:1] == b"[":
            return Split(_as_bytes(msgspec.json.decode(body, type=list[msgspec.Raw])), None)
        outline = msgspec.json.decode(body, type=_Outline)
        if outline.events is msgspec.UNSET or outline.type is not msgspec.UNSET:
            return Split([body], None)
        batch = msgspec.json.decode(body, type=_Batch)
        signed = None if isinstance(batch.signed, msgspec.UnsetType) else bytes(batch.signed)
        return Split(_as_bytes(batch.events), None, signed)
    except msgspec.ValidationError as error:
        raise Problem("not_events") from error
    except RecursionError as error:
        raise Problem("body_too_deep") from error
    except msgspec.DecodeError as error:
        raise not_json(error, body, "body_not_json") from error
    except UnicodeDecodeError as error:  # in the key of an object, which the outline reads
        raise Problem("body_wrong_charset") from error


def _as_bytes(parts: Sequence[msgspec.Raw]) -> list[bytes]:
    return [bytes(part) for part in parts]
