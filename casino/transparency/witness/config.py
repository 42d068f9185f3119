"""The witness's configuration: one TOML file. ``docs/transparency.md`` describes it.

state = "state"                    # relative to this file
listen = "127.0.0.1:8450"

[witness]
name = "witness.regulator.example/w1"
keys = "keys/witness"              # a folder: tableproof-witness keygen

[mirror]                           # only where entries are kept as well; a name and keys of its own
name = "witness.regulator.example/m1"
keys = "keys/mirror"

[[log]]
keys = ["log.example/HOIDEMO+…"]   # verifier keys; the name is the log's origin
mirror = true
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Final

import msgspec

from casino.transparency.notes import ED25519, MLDSA44_COSIGNATURE, Vkey, check_name, parse_vkey
from casino.transparency.wire import Malformed

LOG_KINDS: Final = (ED25519, MLDSA44_COSIGNATURE)

Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]


class Unusable(Exception):
    """The configuration cannot be used; says why."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What clients may take. The defaults serve a few logs, each asking once a minute."""

    connections: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 64
    """Open sockets; one more is closed at once, unless one that only waits can be closed in its place."""
    request_seconds: Seconds = 30
    """From the first byte of a request to its last."""
    idle_seconds: Seconds = 60
    """An open connection without a request."""
    answer_seconds: Seconds = 30
    """From the first byte of an answer until the client has taken all of it."""
    body_bytes: Annotated[int, msgspec.Meta(ge=4_096, le=2**30)] = 20 * 2**20
    """Of one request, also after unpacking; a package of the longest entries has 17 MB. What a mirror is sent beyond it
    is left for the next request."""


class Signing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    keys: str


class LogTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    keys: Annotated[list[str], msgspec.Meta(min_length=1, max_length=32)]
    mirror: bool = False


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    witness: Signing
    log: Annotated[list[LogTable], msgspec.Meta(min_length=1)]
    state: str = "state"
    listen: str = "127.0.0.1:8450"
    mirror: Signing | None = None
    limits: Limits = Limits()


class Log(msgspec.Struct, frozen=True):
    """A log that this witness knows, by its origin."""

    origin: str
    vkeys: tuple[Vkey, ...]
    mirrored: bool


class Config(msgspec.Struct, frozen=True):
    host: str
    port: int
    state: Path
    witness: tuple[str, Path]
    """Name and folder of keys."""
    mirror: tuple[str, Path] | None
    logs: dict[str, Log]
    limits: Limits


def load(path: Path, *, listen: str | None = None, state: Path | None = None) -> Config:
    """What the file says; ``listen`` and ``state`` take the place of its own. Raises :class:`Unusable`."""
    try:
        file = msgspec.convert(tomllib.loads(path.read_text("utf-8")), File)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Unusable(f"{path}: {error}") from error
    host, port = address(listen or file.listen)
    if file.mirror is not None and file.mirror.name == file.witness.name:
        raise Unusable("the mirror is a cosigner of its own and needs another name than the witness")
    if file.mirror is not None and path.parent / file.mirror.keys == path.parent / file.witness.keys:
        raise Unusable("the mirror needs keys of its own")
    logs = _logs(file)
    return Config(
        host=host,
        port=port,
        state=state or path.parent / file.state,
        witness=_signing(path, file.witness),
        mirror=None if file.mirror is None else _signing(path, file.mirror),
        logs=logs,
        limits=file.limits,
    )


def _signing(path: Path, table: Signing) -> tuple[str, Path]:
    try:
        return check_name(table.name), path.parent / table.keys
    except Malformed as error:
        raise Unusable(str(error)) from error


def _logs(file: File) -> dict[str, Log]:
    logs: dict[str, Log] = {}
    for table in file.log:
        try:
            vkeys = tuple(parse_vkey(text) for text in table.keys)
        except Malformed as error:
            raise Unusable(str(error)) from error
        origin = vkeys[0].name
        if any(vkey.name != origin for vkey in vkeys):
            raise Unusable(f"the keys of one log bear one name, its origin: {origin}")
        if any(vkey.kind not in LOG_KINDS for vkey in vkeys):
            raise Unusable(f"a log signs as type 0x01 or 0x06: {origin}")
        if origin in logs:
            raise Unusable(f"the log {origin} stands twice")
        if table.mirror and file.mirror is None:
            raise Unusable(f"the log {origin} is to be mirrored, and there is no table [mirror]")
        logs[origin] = Log(origin, vkeys, table.mirror)
    return logs


def address(text: str) -> tuple[str, int]:
    """``host:port``, an IPv6 host in brackets. Raises :class:`Unusable`."""
    host, found, port = text.rpartition(":")
    if not found or not host or not port.isascii() or not port.isdigit() or int(port) > 65_535:
        raise Unusable(f"not an address to listen at: {text!r}")
    return host.removeprefix("[").removesuffix("]"), int(port)
