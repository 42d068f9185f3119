"""Who sends: a request signed with a device's Ed25519 key, or a token of which only the hash is kept.

What is signed (RFC 8032) are six lines joined by line feeds: method, path with query as sent, SHA-256 of the body as
sent in hexadecimal, the value of Tableproof-Timestamp, the device's code, and the value of Tableproof-Clock (empty
where there is none). A signature is good for five minutes either way, so that a request held back by somebody cannot
later pass for a slow clock. Replaying a request within that time adds nothing, since event ids are the sender's.
Proved by ``tests/api/test_ingest.py``.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from cryptography.exceptions import InvalidSignature
from django.db import connections

from casino.core.errors import Problem
from casino.core.events import SAFE_NAME
from casino.ledger import reading
from casino.ledger.models import Property
from casino.transparency.ed25519 import PublicKey
from games.ingest.clocks import skew_ms_of
from games.ingest.devices import check_public_key, token_hash
from games.ingest.models import Device
from games.ingest.wire import EARLIEST, LATEST
from games.rows import limits

DEVICE: Final = "Tableproof-Device"
TIMESTAMP: Final = "Tableproof-Timestamp"
CLOCK: Final = "Tableproof-Clock"
SIGNATURE: Final = "Tableproof-Signature"
AUTHORIZATION: Final = "Authorization"

_DEVICE: Final = [field.attname for field in Device._meta.concrete_fields]
_PROPERTY: Final = [field.attname for field in Property._meta.concrete_fields]
_COLUMNS: Final = ", ".join([f"d.{name}" for name in _DEVICE] + [f"p.{name}" for name in _PROPERTY])
_FIND: Final = (
    f"SELECT {_COLUMNS} FROM games_device d JOIN ledger_property p ON p.id = d.property_id"  # noqa: S608 model fields
    " WHERE p.code = %(property)s AND d.code = %(code)s"
)
"""Written out: each request asks this, and composing it takes longer than answering it."""

_moment: Callable[[bytes], datetime] = msgspec.json.Decoder(Annotated[datetime, msgspec.Meta(tz=True)]).decode


class SignedRequest(msgspec.Struct, frozen=True):
    """What of a request its credential speaks of. ``path`` with query, as it was sent."""

    method: str
    path: str
    body: bytes
    headers: Mapping[str, str]


class Authenticated(msgspec.Struct, frozen=True):
    """The device whose credential was right, and how far its clock is off, where it said what it read."""

    device: Device
    clock_skew_ms: int | None


def signed_text(*, method: str, path: str, body: bytes, timestamp: str, device: str, clock: str = "") -> bytes:
    """The bytes that a device signs."""
    return "\n".join((method, path, sha256(body).hexdigest(), timestamp, device, clock)).encode()


def claimed_device(headers: Mapping[str, str]) -> str:
    """The device that a request says it comes from, proved or not; empty where it says none."""
    if headers.get(SIGNATURE) or headers.get(DEVICE):
        return headers.get(DEVICE, "")
    _scheme, _, token = headers.get(AUTHORIZATION, "").partition(" ")
    return token.strip().rpartition(".")[0]


Find = Callable[[str, str], Device | None]
"""A device by the codes of its property and its own."""

_known: Final[dict[tuple[str, str, str], Device]] = {}
"""Devices that have sent, by database, property and code. Never changed, so threads may share them."""


class NotAsKnown(Exception):
    """A device is no longer what this process took it to be: ask again without assuming anything."""


def authenticate(request: SignedRequest, property_code: str, now: datetime, *, assuming: bool = False) -> Authenticated:
    """The device that sent this request. Problems: credentials_missing, credentials_unreadable, credentials_wrong,
    clock_off (only of a signature), and device_revoked once the credential itself is right.

    ``assuming``: a device that this process knows is taken to be as it knows it. Nobody is refused by that, and whoever
    records anything asks the record whether it is so: in the transaction, as ``gaps.counting_on`` does, or by
    :func:`confirm`."""
    if assuming:
        with suppress(Problem):
            return _authenticated(request, property_code, now, _recalled)
    found = _authenticated(request, property_code, now, _find)
    if found.device.is_active:
        _known[_key_of(property_code, found.device.code)] = found.device
    return found


def confirm(device: Device) -> None:
    """Raises :class:`NotAsKnown` unless the device is what it was when it was looked at."""
    now = _find(device.property.code, device.code)
    if now is None or any(getattr(now, name) != getattr(device, name) for name in _DEVICE):
        _known.pop(_key_of(device.property.code, device.code), None)
        raise NotAsKnown(device.code)


def _recalled(property_code: str, code: str) -> Device | None:
    return _known.get(_key_of(property_code, code))


def _key_of(property_code: str, code: str) -> tuple[str, str, str]:
    return str(connections["default"].settings_dict["NAME"]), property_code, code


def _authenticated(request: SignedRequest, property_code: str, now: datetime, find: Find) -> Authenticated:
    if SIGNATURE in request.headers:
        return _by_signature(request, property_code, now, find)
    if AUTHORIZATION in request.headers:
        return _by_token(request, property_code, now, find)
    raise Problem("credentials_missing")


def refuse_revoked(device: Device) -> None:
    if not device.is_active:
        raise Problem("device_revoked", device=device.code)


def _by_signature(request: SignedRequest, property_code: str, now: datetime, find: Find) -> Authenticated:
    code = request.headers.get(DEVICE, "")
    timestamp = request.headers.get(TIMESTAMP, "")
    clock = request.headers.get(CLOCK, "")
    signed_at = _read_moment(TIMESTAMP, timestamp)
    signature = _read_signature(request.headers[SIGNATURE])
    device = find(property_code, code)
    if device is None or not device.public_key:
        raise Problem("credentials_wrong")
    text = signed_text(
        method=request.method, path=request.path, body=request.body, timestamp=timestamp, device=code, clock=clock
    )
    try:
        _key(device.public_key).verify(signature, text)
    except InvalidSignature as error:
        raise Problem("credentials_wrong") from error
    if abs(now - signed_at) > limits.SIGNATURE_LIFE:
        raise Problem("clock_off", TIMESTAMP, seconds=abs(now - signed_at) // timedelta(seconds=1))
    return Authenticated(device, _skew(request, now))


@lru_cache(maxsize=1_024)
def _key(encoded: str) -> PublicKey:
    return check_public_key(encoded)


def _by_token(request: SignedRequest, property_code: str, now: datetime, find: Find) -> Authenticated:
    scheme, _, token = request.headers[AUTHORIZATION].partition(" ")
    token = token.strip()
    code, dot, secret = token.rpartition(".")
    if scheme.lower() != "bearer" or not dot or not secret:
        raise Problem("credentials_unreadable", AUTHORIZATION, header=AUTHORIZATION)
    device = find(property_code, code)
    if device is None or not hmac.compare_digest(device.token_sha256, token_hash(token)):
        raise Problem("credentials_wrong")
    return Authenticated(device, _skew(request, now))


def _find(property_code: str, code: str) -> Device | None:
    if not (SAFE_NAME.fullmatch(code) and SAFE_NAME.fullmatch(property_code)):
        return None
    with reading.cursor("default") as cursor:
        row = cursor.execute(_FIND, {"property": property_code, "code": code}, prepare=True).fetchone()
    if row is None:
        return None
    device = Device.from_db("default", _DEVICE, row[: len(_DEVICE)])
    device.property = Property.from_db("default", _PROPERTY, row[len(_DEVICE) :])
    return device


def _skew(request: SignedRequest, now: datetime) -> int | None:
    """From the clock's own reading where the device gives one, else from the timestamp."""
    for name in (CLOCK, TIMESTAMP):
        if value := request.headers.get(name):
            return skew_ms_of(now, _read_moment(name, value))
    return None


def _read_moment(header: str, value: str) -> datetime:
    try:
        moment = _moment(msgspec.json.encode(value))
    except (msgspec.MsgspecError, ValueError) as error:
        raise Problem("credentials_unreadable", header, header=header) from error
    # Years at the ends of the calendar cannot be counted with; a clock that was never set says so by its year.
    if not EARLIEST.replace(year=1970) <= moment < LATEST:
        raise Problem("credentials_unreadable", header, header=header)
    return moment


def _read_signature(value: str) -> bytes:
    try:
        signature = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Problem("credentials_unreadable", SIGNATURE, header=SIGNATURE) from error
    if len(signature) != 64:
        raise Problem("credentials_unreadable", SIGNATURE, header=SIGNATURE)
    return signature
