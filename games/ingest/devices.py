"""Setting devices up: register, give a credential, bind to tables, revoke. Each is a fact in the ledger as well.

A token is shown once, when it is made; only its hash is kept. Proved by ``tests/ingest/test_devices.py``.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.db import transaction

from casino.clock import now as clock
from casino.core import reasons as rule_of_reasons
from casino.core.errors import Problem
from casino.core.events import SAFE_NAME, Fact, NewEvent
from casino.ledger.application import get_ledger
from casino.ledger.models import Property, property_of
from casino.transparency.ed25519 import PublicKey
from games.commands import reasons
from games.engine.device import DeviceKeyRegistered, DeviceKind, DeviceRegistered, DeviceRevoked
from games.engine.facts import Person
from games.engine.origin import DEMAND, DEMANDS, Demands, DemandSet
from games.engine.table import DeviceBound, DeviceUnbound
from games.ingest.followers import tell_followers
from games.ingest.gaps import end
from games.ingest.models import Device
from games.ingest.tables import TableRegister

DEFAULT_ACTOR = "system:devices"


def add_device(
    *,
    property_code: str,
    code: str,
    name: str = "",
    kind: DeviceKind = "other",
    public_key: str | None = None,
    token: str | None = None,
    actor: str = DEFAULT_ACTOR,
    tables: Iterable[str] = (),
    by: Person | None = None,
) -> tuple[Device, str | None]:
    """Register a device and bind it to tables. Returns it with its token, or None for one that signs with a key.

    ``public_key`` is the raw Ed25519 key in base64. ``token`` (as ``<code>.<secret>``) is given only where a
    demonstration must be reproducible; else a secret is drawn. Problems: unknown_property, device_exists,
    bad_public_key, bad_code, unknown_table.
    """
    owner = property_of(property_code)
    if not SAFE_NAME.fullmatch(code):
        raise Problem("bad_code", "code", found=code)
    if public_key:
        check_public_key(public_key)
        token = None
    else:
        token = token or f"{code}.{secrets.token_urlsafe(32)}"
    now, hashed = clock(), token_hash(token) if token else ""
    with transaction.atomic():
        if Device.objects.filter(property=owner, code=code).exists():
            raise Problem("device_exists", "code", device=code)
        device = Device.objects.create(
            property=owner,
            code=code,
            name=name,
            kind=kind,
            public_key=public_key or "",
            token_sha256=hashed,
            created_at=now,
        )
        registered = DeviceRegistered(device=code, kind=kind, by=by, token_sha256=hashed or None)
        _record(owner, f"device/{code}", "device.registered.v1", registered, actor, now)
        if public_key:
            _record_key(device, actor, by)
        for table in tables:
            bind_device(property_code=property_code, table=table, device=code, actor=actor)
    return device, token


def revoke_device(
    *, property_code: str, code: str, actor: str = DEFAULT_ACTOR, reason: str | None = None, by: Person | None = None
) -> Device:
    """Take the device's credential no longer; the reason is sealed. A device revoked already stays as it was."""
    owner = property_of(property_code)
    words = (reason or "").strip()
    if words:
        rule_of_reasons.require("games.ingest.devices.revoke_device", words, "reason")
    with transaction.atomic():
        device = Device.objects.select_for_update().filter(property=owner, code=code).first()
        if device is None:
            raise Problem("unknown_device", "code", device=code)
        if device.is_active:
            now = clock()
            device.is_active = False
            device.revoked_at = now
            device.save(update_fields=["is_active", "revoked_at"])
            end(device)
            sealed = reasons.sealed(property_code, words) if words else None
            fact = DeviceRevoked(device=code, by=by, sealed_reason=sealed)
            _record(owner, f"device/{code}", "device.revoked.v1", fact, actor, now)
    return device


def record_tokens(now: datetime) -> int:
    """Say in the record by which token a device sends, of each of which the record does not say it: it was registered
    before that was recorded, or past the record. How many that were."""
    told = 0
    for device in (
        Device._base_manager.filter(is_active=True).exclude(token_sha256="").select_related("property").order_by("pk")
    ):
        stream = f"device/{device.code}"
        said = [event.data for event in get_ledger(device.property.code).stream(stream)]
        if not any(isinstance(fact, DeviceRegistered) and fact.token_sha256 for fact in said):
            kind: Any = device.kind
            fact = DeviceRegistered(device=device.code, kind=kind, token_sha256=device.token_sha256)
            _record(device.property, stream, "device.registered.v1", fact, DEFAULT_ACTOR, now)
            told += 1
    return told


def record_key(*, property_code: str, code: str, actor: str = DEFAULT_ACTOR, by: Person | None = None) -> bool:
    """Say in the record which key a device signs with, where it was registered before that was recorded; False where it
    stands there. Problems: unknown_device, device_revoked, device_without_key."""
    owner = property_of(property_code)
    with transaction.atomic():
        device = Device.objects.select_for_update().filter(property=owner, code=code).first()
        if device is None:
            raise Problem("unknown_device", "code", device=code)
        if not device.is_active:
            raise Problem("device_revoked", "code", device=code)
        if not device.public_key:
            raise Problem("device_without_key", "code", device=code)
        if device.key_position is not None:
            return False
        _record_key(device, actor, by)
    return True


def _record_key(device: Device, actor: str, by: Person | None) -> None:
    fact = DeviceKeyRegistered(device=device.code, public_key=device.public_key, by=by)
    device.key_position = _record(device.property, f"device/{device.code}", "device.key_registered.v1", fact, actor)
    device.save(update_fields=["key_position"])


def bind_device(*, property_code: str, table: str, device: str, actor: str = DEFAULT_ACTOR) -> bool:
    """Let a device send for a table; False where it may already."""
    return _bind(property_code, table, device, actor, bound=True)


def unbind_device(*, property_code: str, table: str, device: str, actor: str = DEFAULT_ACTOR) -> bool:
    """End a binding; False where there is none."""
    return _bind(property_code, table, device, actor, bound=False)


def _bind(property_code: str, table: str, device: str, actor: str, *, bound: bool) -> bool:
    owner = property_of(property_code)
    if not Device.objects.filter(property=owner, code=device).exists():
        raise Problem("unknown_device", "device", device=device)
    with transaction.atomic():
        known = TableRegister(get_ledger(property_code)).find(table)
        if known.game is None:
            raise Problem("unknown_table", "table", table=table)
        if (device in known.devices) is bound:
            return False
        fact: Fact = DeviceBound(device=device) if bound else DeviceUnbound(device=device)
        name = "table.device_bound.v1" if bound else "table.device_unbound.v1"
        _record(owner, f"table/{table}", name, fact, actor)
    return True


def demand_signatures(
    *,
    property_code: str,
    table: str | None,
    demanded: bool,
    actor: str = DEFAULT_ACTOR,
    by: Person | None = None,
) -> bool:
    """From now on what is sent for a table (None: for all) must be signed by the device in whose name it is sent, or
    need no longer be; False where that is so already. Problems: unknown_property, unknown_table."""
    owner = property_of(property_code)
    ledger = get_ledger(property_code)
    with transaction.atomic():
        if table is not None and TableRegister(ledger).find(table).game is None:
            raise Problem("unknown_table", "table", table=table)
        standing = Demands()
        for event in ledger.stream(DEMANDS):
            standing = standing.after(event.data)
        fact = DemandSet(demanded=demanded, table=table, set_by=by)
        if (standing == standing.after(fact)) if table is None else (standing.of(table) is demanded):
            return False
        _record(owner, DEMANDS, DEMAND, fact, actor)
    return True


def _record(owner: Property, stream: str, type_name: str, fact: Fact, actor: str, now: datetime | None = None) -> int:
    """Record a fact; its position."""
    at = now or clock()
    event = NewEvent(id=uuid4(), stream=stream, type=type_name, data=fact, actor=actor, occurred_at=at)
    (answer,) = get_ledger(owner.code).append([event])
    tell_followers(owner.code)
    return answer.position


def token_hash(token: str) -> str:
    """What is kept of a token. It holds 256 random bits, so a plain hash cannot be searched back."""
    return sha256(token.encode()).hexdigest()


def check_public_key(encoded: str) -> PublicKey:
    """The key, or Problem bad_public_key."""
    try:
        return PublicKey(base64.b64decode(encoded, validate=True))
    except ValueError as error:  # binascii.Error and BadKey are such
        raise Problem("bad_public_key", "public_key") from error
