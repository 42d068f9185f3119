"""What a bundle is made of: names of members, limits, and the manifest. Specified in ``docs/bundle.md``.

Every JSON of a bundle is canonical (RFC 8785 with integers alone) and is compared with how it is written, so nothing in
it can be read in two ways. Proved by ``tests/surveillance/bundle/test_hostile.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from casino.core.canonical import NotCanonical, canonical_bytes
from casino.core.events import MAX_INTEGER
from casino.transparency import checkpoints
from casino.transparency.checkpoints import Checkpoint
from casino.transparency.wire import Malformed, decode_base64, encode_base64

FORMAT: Final = "tableproof-bundle/2"
NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}(?:/[a-z0-9][a-z0-9._-]{0,79}){0,3}")
MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "manifest.note"
CHECKPOINT: Final = "log/checkpoint"
KEYS: Final = "log/keys"
RANGES: Final = "log/ranges.ndjson"
EDGES: Final = "log/edges.bin"
FORMER: Final = "log/former.ndjson"
DISCLOSURES: Final = "disclosures.ndjson"
CLIPS: Final = "clips.ndjson"
INDEXES: Final = ("cases", "evidence", "footage")
ANNEX: Final = "annex.json"
UNJUDGED_KINDS: Final = re.compile(r"[a-z]{2,16}")

MAX_MEMBERS: Final = 60_000
MAX_MANIFEST: Final = 32 << 20
MAX_LINE: Final = 2 << 20
"""Bytes of a line: a rule document stands whole in its event."""
MAX_RANGES: Final = 1_000_000
MAX_KEYS_BYTES: Final = 1 << 18
"""Of :data:`KEYS`: reading a key takes half a millisecond, and a house has few."""
MAX_FORMER: Final = 1_000
PART_BYTES: Final = 8 << 20
"""A part of events is closed when it has as many bytes."""
LEAVES_PART: Final = 1 << 18
"""Hashes in a part of leaves."""

Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_INTEGER)]
Position = Annotated[int, msgspec.Meta(ge=1, le=MAX_INTEGER)]
Sha256 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Former(NamedTuple):
    """An earlier head of the log, with the proof that the bundle's own head continues it. ``note`` is its checkpoint as
    it was signed, empty where only the head itself is of use."""

    size: int
    root: bytes
    proof: tuple[bytes, ...]
    note: bytes = b""


class Recorded(NamedTuple):
    """An event as it is recorded: the bytes of its log entry, and its stored body, whose hash the entry holds."""

    entry: bytes
    body: bytes


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class DaysSince(_Strict, frozen=True):
    """From a moment on (UTC, as log entries write times; empty: ever) gaming days start at this hour in this zone."""

    since: str
    time_zone: str
    starts: Annotated[int, msgspec.Meta(ge=0, le=23)]


class House(_Strict, frozen=True):
    """What of the property decides or is shown: names, time zone, the hour at which its gaming day starts; where these
    two ever changed, ``gaming_days`` has how days were and are counted, and the two are of when it was made."""

    code: str
    name_vi: str
    name_en: str
    time_zone: str
    gaming_day_starts: Annotated[int, msgspec.Meta(ge=0, le=23)]
    currency: str
    gaming_days: tuple[DaysSince, ...] = ()


class Made(_Strict, frozen=True):
    """When (UTC, as log entries write times), and by which judging program (``games.judgement.program``)."""

    at: str
    program: str


class Asked(_Strict, frozen=True):
    """What of the log the bundle says it holds whole.

    The interval is of positions, both ends included, ``last`` one less than ``first`` where nothing was recorded in it;
    0 and 0 where none is claimed. In it, every event of streams ``round/<table>/…`` and ``table/<table>`` of these
    ``tables`` is in the bundle. Of ``rounds`` each is in the bundle whole. Which claim a request obliges to:
    :mod:`surveillance.bundle.claims`."""

    first: Count = 0
    last: Count = 0
    tables: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()

    def covers(self, stream: str) -> bool:
        """Whether every event of this stream in the interval is said to be in the bundle."""
        kind, _, rest = stream.partition("/")
        return kind in ("round", "table") and rest.partition("/")[0] in self.tables


class Handed(_Strict, frozen=True):
    """What a table handed on before the first round of a unit, by game: the session as data, and when the round before
    opened. This is the house's word."""

    game: str
    session: dict[str, Any]
    opened: str


class Unit(_Strict, frozen=True):
    """The rounds of one table, in the order in which they were dealt. ``parts`` are its members of events;
    ``handed`` is empty where the bundle holds its rounds from the table's first one on, or nothing was handed on."""

    number: Position
    table: str
    rounds: Count
    events: Count
    parts: Count
    handed: tuple[Handed, ...] = ()
    context: Annotated[tuple[str, ...], msgspec.Meta(max_length=1_000_000)] = ()
    """Rounds that stand here because judging the others needs them, and were not asked for."""


class Kind(_Strict, frozen=True):
    """The streams of one kind but rounds: how many events."""

    kind: str
    events: Count


class Member(_Strict, frozen=True):
    name: str
    sha256: Sha256
    size: Count


class Note(_Strict, frozen=True):
    """Why streams that were not asked for stand in the bundle: a code of :data:`WHY`."""

    streams: str
    why: Literal["rules", "tables", "keys", "people", "before", "after", "findings", "case", "footage", "other"]


class Manifest(_Strict, frozen=True):
    """The whole, told: see ``docs/bundle.md``. ``request`` is canonical JSON as it was asked, with who and when."""

    format: Literal["tableproof-bundle/2"]
    operator: str
    property: House
    origin: str
    size: Position
    root: str
    as_of: Position
    made: Made
    request: dict[str, Any]
    asked: Asked
    events: Count
    kinds: tuple[Kind, ...]
    units: tuple[Unit, ...]
    notes: tuple[Note, ...]
    members: tuple[Member, ...]


class Unreadable(ValueError):
    """Not of the form that ``docs/bundle.md`` asks for; ``code`` is one of the verifier's words, ``where`` a member or
    a place in one."""

    def __init__(self, code: str, where: str, **values: object) -> None:
        super().__init__(f"{code} {where} {values or ''}".strip())
        self.code = code
        self.where = where
        self.values = values


def former_line(former: Former) -> bytes:
    """A line of :data:`FORMER`."""
    said: dict[str, Any] = {
        "proof": [encode_base64(each) for each in former.proof],
        "root": encode_base64(former.root),
        "size": former.size,
    }
    return canonical_bytes(said | ({"note": former.note.decode()} if former.note else {}))


def read_former(line: Any, where: str) -> Former:
    """The inverse. Raises :class:`Unreadable`."""
    try:
        read = msgspec.convert(line, _FormerLine)
        proof = tuple(decode_base64(each) for each in read.proof)
        return Former(read.size, decode_base64(read.root), proof, read.note.encode())
    except (msgspec.ValidationError, Malformed) as error:
        raise Unreadable("line_form", where) from error


class _FormerLine(_Strict, frozen=True):
    proof: Annotated[tuple[str, ...], msgspec.Meta(max_length=128)]
    root: str
    size: Position
    note: Annotated[str, msgspec.Meta(max_length=1_000_000)] = ""


def encode(value: msgspec.Struct | Mapping[str, Any]) -> bytes:
    """Canonical JSON. Raises :class:`NotCanonical`."""
    return canonical_bytes(msgspec.to_builtins(value))


def decode(raw: bytes, where: str) -> Any:
    """The value of canonical JSON. Raises :class:`Unreadable` for anything that :func:`encode` does not write."""
    try:
        value = msgspec.json.decode(raw)
        same = canonical_bytes(value) == raw
    except (msgspec.MsgspecError, NotCanonical, RecursionError, UnicodeError) as error:
        raise Unreadable("json", where, error=str(error)) from error
    if not same:
        raise Unreadable("not_canonical", where)
    return value


def read_manifest(raw: bytes) -> Manifest:
    """Raises :class:`Unreadable`."""
    value = decode(raw, MANIFEST)
    if isinstance(value, dict) and value.get("format") != FORMAT:
        raise Unreadable("format", MANIFEST, format=str(value.get("format"))[:60])
    try:
        manifest = msgspec.convert(value, Manifest)
    except msgspec.ValidationError as error:
        raise Unreadable("manifest", MANIFEST, error=str(error)) from error
    if encode(manifest) != raw:  # a default that is written out has two forms
        raise Unreadable("not_canonical", MANIFEST)
    return manifest


def signed_text(property_code: str, manifest: bytes) -> str:
    """What the house's report key signs of a manifest: the text of a signed note (C2SP)."""
    return f"{FORMAT}\n{property_code}\n{sha256(manifest).hexdigest()}\n"


def encode_root(root: bytes) -> str:
    """As the manifest and the checkpoint write it."""
    return encode_base64(root)


def checkpoint_of(note: bytes) -> Checkpoint:
    """Raises ``wire.Malformed``."""
    return checkpoints.parse(note).checkpoint


def part(folder: str, number: int, end: str) -> str:
    """``events/round/000001/000002.ndjson``: the name of a numbered member."""
    return f"{folder}/{number:06}.{end}"


def of_unit(number: int) -> str:
    """The folder of a unit's events."""
    return f"events/round/{number:06}"


def names_in(names: Iterable[str], folder: str) -> list[str]:
    """The members of a folder, in order."""
    return sorted(name for name in names if name.startswith(folder + "/"))
