"""Whose keys devices and people signed with, and whether what was signed speaks for an event. ``docs/origin.md``.

A key is in force from behind the position of its registration to before that of its end, as the bundle's own events say
it; the streams of devices and accounts are in it whole. Proved by ``tests/surveillance/bundle/test_verifying.py`` and
``test_tampering.py``.
"""

from __future__ import annotations

from base64 import b64decode
from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from casino.accounts import facts as accounts
from casino.core.events import Body, find
from casino.core.evidence import NotTheOrigin, along, check, read
from casino.core.log_entry import Entry
from casino.core.origin import SignedBatch, key_id
from casino.core.passkey import Key, SignedCommand, key_of
from casino.core.stored import Row
from games.engine.device import DeviceKeyRegistered, DeviceRevoked
from surveillance.bundle.found import Found
from surveillance.bundle.opened import Bundle

LONGEST: Final = timedelta(minutes=10)
"""Between the first entry of a signed command and its last (``docs/origin.md``)."""
KEPT: Final = 512
"""Batches and commands that are held read and checked."""
_ENDLESS: Final = 2**63

_entry = msgspec.json.Decoder(Entry).decode
_body = msgspec.json.Decoder(Body).decode


class _Span(NamedTuple):
    after: int
    before: int


class Signers:
    """The keys that the bundle's events of devices and accounts register."""

    def __init__(self, devices: Iterable[Row], people: Iterable[Row]) -> None:
        self._devices: dict[tuple[str, str], list[tuple[_Span, bytes]]] = {}
        self._staff: dict[str, list[tuple[int, str]]] = {}
        self._passkeys: dict[str, list[tuple[_Span, int, Key]]] = {}
        self.knows_people = False
        for row in devices:
            self._take_device(row)
        for row in people:
            self._take_account(row)

    def _take_device(self, row: Row) -> None:
        event_type = find(row[3])
        fact = None if event_type is None else event_type.decode(row[7]).data
        if isinstance(fact, DeviceKeyRegistered):
            public = b64decode(fact.public_key)
            spans = self._devices.setdefault((fact.device, key_id(public)), [])
            spans.append((_Span(row[0], _ENDLESS), public))
        elif isinstance(fact, DeviceRevoked):
            for (device, _key), spans in self._devices.items():
                if device == fact.device:
                    spans[:] = [(_Span(s.after, min(s.before, row[0])), public) for s, public in spans]

    def _take_account(self, row: Row) -> None:
        event_type, account = find(row[3]), row[1]
        fact = None if event_type is None else event_type.decode(row[7]).data
        match fact:
            case accounts.Opened(staff=staff) | accounts.Found(staff=staff) | accounts.StaffCodeSet(staff=staff):
                self._staff.setdefault(account, []).append((row[0], staff))
            case accounts.FactorAdded(kind="passkey", device=device, key=accounts.PasskeyKey() as key):
                self.knows_people = True
                said = key_of(
                    credential=key.credential_id, public_key=key.public_key, rp_id=key.rp_id, origins=key.origins
                )
                self._passkeys.setdefault(account, []).append((_Span(row[0], _ENDLESS), device, said))
            case accounts.FactorRemoved(kind="passkey", device=device):
                self._end(account, row[0], device)
            case accounts.FactorsReset():
                self._end(account, row[0], None)

    def _end(self, account: str, position: int, device: int | None) -> None:
        held = self._passkeys.get(account, [])
        held[:] = [
            (_Span(s.after, min(s.before, position)) if device in (None, number) else s, number, key)
            for s, number, key in held
        ]

    def device_keys(self) -> list[tuple[str, bytes]]:
        """Every device's public keys that were ever registered, by the devices' codes."""
        known = {(device, public) for (device, _key), spans in self._devices.items() for _span, public in spans}
        return sorted(known)

    def device_key(self, device: str, key: str, position: int) -> bytes | None:
        """The public key of this name, if the device had it at this position."""
        spans = self._devices.get((device, key), ())
        return next((public for span, public in spans if span.after < position < span.before), None)

    def passkey(self, person: str, credential: bytes, position: int) -> Key | None:
        """The passkey of this credential, if this person had it at this position."""
        for account, held in self._passkeys.items():
            names = [staff for at, staff in self._staff.get(account, ()) if at < position]
            if not names or names[-1] != person:
                continue
            for span, _number, key in held:
                if key.credential == credential and span.after < position < span.before:
                    return key
        return None


class OriginCheck:
    """Holds the origins of one unit's events against what was signed. Signatures are checked once for each batch that
    is at hand."""

    def __init__(self, bundle: Bundle, unit: int, signers: Signers, found: Found) -> None:
        self._bundle = bundle
        self.unit = unit
        self._signers = signers
        self._found = found
        self._read: OrderedDict[str, SignedBatch | SignedCommand | None] = OrderedDict()
        self._faults: OrderedDict[tuple[str, bytes | Key], str | None] = OrderedDict()
        self._first: OrderedDict[str, datetime] = OrderedDict()

    def look(self, entry: bytes, row: Row, origin: str) -> None:
        """One event whose entry has an origin."""
        where = f"position {row[0]}"
        try:
            signed = self._kept(origin)
            if signed is None:
                self._found.refuse("origin_missing", where, stream=row[1])
                return
            check(signed, _entry(entry), row[7])
        except NotTheOrigin as error:
            self._found.refuse("origin_differs", where, stream=row[1], why=error)
            return
        fault = self._device(signed, row) if isinstance(signed, SignedBatch) else self._person(signed, row)
        if fault == "":
            self._found.count("signed_unknown")
        elif fault is not None:
            self._found.refuse("origin_fault", where, stream=row[1], why=fault)
        else:
            self._found.count("signed_device" if isinstance(signed, SignedBatch) else "signed_person")

    def _kept(self, origin: str) -> SignedBatch | SignedCommand | None:
        if origin not in self._read:
            raw = self._bundle.signed(self.unit, origin)
            signed = None if raw is None else read(raw)
            if signed is not None and along(signed) != raw:
                raise NotTheOrigin("it is not written as it has to be")
            self._read[origin] = signed
            if len(self._read) > KEPT:
                self._read.popitem(last=False)
        return self._read[origin]

    def _device(self, batch: SignedBatch, row: Row) -> str | None:
        if batch.property != self._bundle.manifest.property.code:
            return f"the batch is one of property {batch.property}"
        key = self._signers.device_key(batch.device, batch.key, row[0])
        if key is None:
            return f"device {batch.device} did not have the key that signed it"
        return self._once(
            (batch.digest, key),
            lambda: None if batch.is_signed_by(key) else f"the signature of {batch.device} does not hold",
        )

    def _person(self, signed: SignedCommand, row: Row) -> str | None:
        """None where it holds; empty where the passkey was registered in another log."""
        said = signed.said
        assert said is not None  # origin_of has read it
        if said.property != self._bundle.manifest.property.code:
            return f"the command is one of property {said.property}"
        body = _body(row[7])
        if not signed.names(str(body.id), body.correlation):
            return f"the command that {said.person} signed does not name it"
        if row[5] - self._first.setdefault(signed.digest, row[5]) > LONGEST:
            return f"the signature of {said.person} was used before, for another command"
        key = self._signers.passkey(said.person, signed.credential, row[0])
        if key is None:
            return f"{said.person} did not have the passkey that signed it" if self._signers.knows_people else ""
        return self._once((signed.digest, key), lambda: signed.fault(key))

    def _once(self, what: tuple[str, bytes | Key], fault: Callable[[], str | None]) -> str | None:
        if what not in self._faults:
            self._faults[what] = fault()
            if len(self._faults) > KEPT:
                self._faults.popitem(last=False)
        return self._faults[what]
