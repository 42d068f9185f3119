"""One event as it comes over the wire: bytes in, a checked event or one precise :class:`Problem` out. Pure.

What is refused here is what cannot be read: everything that can is recorded, whatever the rules say of it. The wire
form is in ``docs/api.md``; its JSON Schema comes from the same structs (``games.ingest.event_schema``). Proved by
``tests/api/test_hostile.py`` (a named table) and ``tests/api/test_fuzz.py``.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec

from casino.core.errors import Problem
from casino.core.events import MAX_INTEGER, SAFE_NAME, EventType, Fact, find
from games.ingest import errors as _codes  # noqa: F401  (fills the error table)

CODE_RULE: Final = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"
EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2100, 1, 1, tzinfo=UTC)

WireCode = Annotated[str, msgspec.Meta(pattern=CODE_RULE)]


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands around an event's data. ``occurred_at`` must be said, and is null where the clock is unknown."""

    id: UUID
    type: Annotated[str, msgspec.Meta(max_length=100)]
    occurred_at: Annotated[datetime, msgspec.Meta(tz=True)] | None
    data: msgspec.Raw
    table: WireCode | None = None
    round: WireCode | None = None
    sequence: Annotated[int, msgspec.Meta(ge=1, le=MAX_INTEGER)] | None = None
    correlation: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    device: WireCode | None = None
    entered_later: bool | None = None


class Read(msgspec.Struct, frozen=True):
    """An event that could be read: its envelope, its type, and its data as that type's fact."""

    envelope: Envelope
    event_type: EventType
    data: Fact

    @property
    def stream(self) -> str:
        """The stream it belongs to, by the kind that its type names."""
        if self.event_type.stream_kind == "round":
            return f"round/{self.envelope.table}/{self.envelope.round}"
        return f"table/{self.envelope.table}"


class Glimpse(msgspec.Struct, frozen=True):
    """What could still be made out of an event that was refused, for the quarantine."""

    id: UUID | None = None
    type: str = ""
    table: str = ""
    sequence: int | None = None
    device: str = ""


_envelope = msgspec.json.Decoder(Envelope).decode


def read_event(raw: bytes, *, max_bytes: int) -> Read:
    """Read one event. Raises :class:`Problem` with the code and field of the first thing found wrong."""
    if len(raw) > max_bytes:
        raise Problem("event_too_large", limit=max_bytes)
    text = utf8_text(raw)
    try:
        envelope = _envelope(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise as_problem(error, raw) from error
    event_type = find(envelope.type)
    if event_type is None or event_type.stream_kind not in ("round", "table"):
        raise Problem("unknown_type" if event_type is None else "not_from_device", "type", type=envelope.type)
    _check_place(envelope, event_type)
    _check_moment(envelope.occurred_at)
    _check_mark(envelope, event_type)
    try:
        data = _data_decoder(event_type.fact).decode(envelope.data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise as_problem(error, bytes(envelope.data), "data") from error
    if not _has_plain_keys(raw):
        _check_text(text)
    return Read(envelope, event_type, data)


def glimpse(raw: bytes) -> Glimpse:
    """Make out what can be made out. Never raises on bytes."""
    try:
        said = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return Glimpse()
    if not isinstance(said, dict):
        return Glimpse()
    number = said.get("sequence")
    return Glimpse(
        id=_as_uuid(said.get("id")),
        type=_as_name(said.get("type")),
        table=_as_name(said.get("table")),
        sequence=number if type(number) is int and 1 <= number <= MAX_INTEGER else None,
        device=_as_name(said.get("device")),
    )


def _as_uuid(value: Any) -> UUID | None:
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _as_name(value: Any) -> str:
    return value if isinstance(value, str) and SAFE_NAME.fullmatch(value) else ""


@lru_cache(maxsize=1_024)
def _data_decoder(fact: type[Fact]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(fact)


def utf8_text(raw: bytes) -> str:
    """The bytes as text; a byte order mark, another charset or another encoding of Unicode is named."""
    if raw.startswith(b"\xef\xbb\xbf"):
        raise Problem("byte_order_mark")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem("wrong_charset", position=error.start) from error
    if "\x00" in text[:4]:  # UTF-16 or UTF-32 without a byte order mark
        raise Problem("wrong_charset", position=text.index("\x00"))
    return text


def _check_place(envelope: Envelope, event_type: EventType) -> None:
    """Table and round as the type's kind of stream asks for them."""
    if envelope.table is None:
        raise Problem("missing_field", "table")
    if event_type.stream_kind == "round":
        if envelope.round is None:
            raise Problem("missing_field", "round")
    elif envelope.round is not None:
        raise Problem("field_not_allowed", "round", type=envelope.type)
    # The regular expressions of JSON Schema end at the end; Python's ``$`` also ends before a last line feed.
    for field in ("table", "round", "device"):
        value = getattr(envelope, field)
        if value is not None and not _is_code(value):
            raise Problem("bad_format", field, rule=CODE_RULE)


@lru_cache(maxsize=4_096)  # a device says the same few all day
def _is_code(value: str) -> bool:
    return SAFE_NAME.fullmatch(value) is not None


def _check_moment(moment: datetime | None) -> None:
    if moment is not None and not EARLIEST <= moment < LATEST:
        raise Problem("time_out_of_range", "occurred_at")


def _check_mark(envelope: Envelope, event_type: EventType) -> None:
    """A fact of a round may be marked as entered later; what is not is not marked at all."""
    if envelope.entered_later is None:
        return
    if event_type.stream_kind != "round":
        raise Problem("field_not_allowed", "entered_later", type=envelope.type)
    if not envelope.entered_later:
        raise Problem("not_allowed", "entered_later", found="false")


class _TwiceError(ValueError):
    """A key stands twice in one object."""


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        raise _TwiceError(next(key for key, _value in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return found


_plain_json = json.JSONDecoder(object_pairs_hook=_once_each).decode


PLAIN_BYTES: Final = 4_000
"""Python reads no integer of more digits than 4,300; what is shorter than this holds none."""


def _has_plain_keys(raw: bytes) -> bool:
    """Whether :func:`_check_text` would surely pass. Without escapes each string stands between two quotation marks,
    and the fast decoder drops what stands twice: only where it dropped nothing do as many come out again."""
    if len(raw) > PLAIN_BYTES or b"\\" in raw:
        return False
    try:
        return msgspec.json.encode(msgspec.json.decode(raw)).count(b'"') == raw.count(b'"')
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False


def _check_text(text: str) -> None:
    """What the fast decoder lets pass: a key twice in an object (two readers would read two contents under one hash:
    RFC 7493), and U+0000 in a string, which no PostgreSQL text holds."""
    try:
        value = _plain_json(text)
    except _TwiceError as error:
        raise Problem("duplicate_key", key=error.args[0]) from error
    except RecursionError as error:
        raise Problem("too_deep") from error
    except ValueError as error:
        raise Problem("invalid_value", why=error) from error
    if "\\u0000" in text:
        _refuse_nul(value, "")


def _refuse_nul(value: Any, path: str) -> None:
    if isinstance(value, str):
        if "\x00" in value:
            raise Problem("bad_character", path)
    elif isinstance(value, dict):
        for key, item in value.items():
            _refuse_nul(key, path)
            _refuse_nul(item, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _refuse_nul(item, f"{path}[{index}]")


# --- The decoder's messages as problems ------------------------------------------------------------------------------
_PATH: Final = re.compile(r" - at `(?:key in )?\$(?P<path>.*)`$", re.DOTALL)
_LEAP_SECOND: Final = re.compile(rb'"occurred_at"\s*:\s*"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:60')
_BYTE: Final = re.compile(r"\(byte (\d+)\)")
_MESSAGES: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern, re.DOTALL), code)
    for pattern, code in (
        (r"Object missing required field `(?P<name>.*)`", "missing_field"),
        (r"Object contains unknown field `(?P<name>.*)`", "unknown_field"),
        (r"Expected `str` matching regex (?P<rule>.*)", "bad_format"),
        (r"Expected `(?:str|array|object)` of (?P<rule>length .*)", "bad_length"),
        (r"Expected `(?:int|float)` (?P<rule>[<>=].*)", "number_out_of_range"),
        (r"(?:Integer|Number) (?:value )?(?P<rule>out of range)", "number_out_of_range"),
        (r"Expected `datetime` with a timezone component", "time_without_offset"),
        (r"Expected `(?P<expected>.*)`, got `(?P<found>.*)`", "wrong_type"),
        (r"Invalid enum value (?P<found>.*)", "not_allowed"),
        (r"Invalid UUID", "bad_uuid"),
        (r"Invalid RFC3339 encoded datetime", "bad_time"),
    )
)


def as_problem(error: Exception, raw: bytes, within: str = "") -> Problem:
    """The problem that an exception of the JSON decoder speaks of. ``within`` is the path of what was decoded."""
    if isinstance(error, RecursionError):
        return Problem("too_deep", within or None)
    if isinstance(error, UnicodeDecodeError):
        return Problem("wrong_charset", within or None, position=error.start)
    if not isinstance(error, msgspec.ValidationError):
        return not_json(error, raw)
    message = str(error)
    path = within
    if located := _PATH.search(message):
        path = (within + located["path"]) if within else located["path"].lstrip(".")
        message = message[: located.start()]
    for pattern, code in _MESSAGES:
        if found := pattern.fullmatch(message):
            if code == "bad_time" and _LEAP_SECOND.search(raw):
                code = "leap_second"
            values = found.groupdict()
            name = values.pop("name", None)
            field = ".".join(part for part in (path, name) if part) or None
            return Problem(code, _shortened(field), **values)
    return Problem("invalid_value", _shortened(path or None), why=message)


def _shortened(field: str | None) -> str | None:
    """A path holds names that the sender made up; it goes into answers and into the quarantine."""
    if field is None:
        return None
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in field[:200])


def not_json(error: Exception, raw: bytes, code: str = "not_json") -> Problem:
    """A problem with line and column (both from 1) for an error that names a byte."""
    message = str(error)
    located = _BYTE.search(message)
    position = int(located[1]) if located else len(raw)
    before = raw[:position]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    why = _BYTE.sub("", message).removeprefix("JSON is malformed:").strip(" :.") or "ends too early"
    return Problem(code, line=line, column=column, why=why)
