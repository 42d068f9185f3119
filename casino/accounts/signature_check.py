"""Commands that people signed, held against the entries that name them and the passkeys that were registered.

A watch beside the verification of the record (``casino.ledger.verify``). Passkeys are registered and removed in the
record of the house's first property: in that log what holds at a position follows from the events before it; in the log
of another property, from what had been recorded there by the time of the entry. What the event says is held against
what was signed (``casino.core.signature_rules``). Proved by ``tests/checkpoints/test_signatures.py`` and
``test_commanded.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from casino.accounts import facts as f
from casino.core.events import Body, Fact, find
from casino.core.passkey import Key, SignedCommand, key_of
from casino.core.signature_rules import Command, Recorded, difference, is_commanded, recorded
from casino.core.stored import Row
from casino.ledger import reading
from casino.ledger.application import get_ledger
from casino.ledger.entries import Stored
from casino.ledger.models import Property

LONGEST: Final = timedelta(minutes=10)
"""Between the first entry of a signed command and its last: what comes later under the same signature is a replay."""

_KEPT: Final = """
SELECT a.digest, a.command, a.credential, a.authenticator, a.client, a.signature FROM ledger_assertion a
WHERE a.property_id = (SELECT id FROM ledger_property WHERE code = %s) AND a.digest = ANY(%s::bytea[])
"""
_UNNAMED: Final = """
SELECT a.position FROM ledger_assertion a
LEFT JOIN ledger_event e ON e.property_id = a.property_id AND e.position = a.position
WHERE a.property_id = (SELECT id FROM ledger_property WHERE code = %s) AND e.origin IS DISTINCT FROM a.digest
ORDER BY a.position LIMIT 1
"""

_decode_body = msgspec.json.Decoder(Body).decode


class Passkeys:
    """Whose passkey is whose, as events of accounts go by in the order of the log."""

    TYPES: Final = frozenset(
        f.NAMES[fact] for fact in (f.Opened, f.Found, f.StaffCodeSet, f.FactorAdded, f.FactorRemoved, f.FactorsReset)
    )
    """The types of event that say it."""

    def __init__(self) -> None:
        self._staff: dict[str, str] = {}
        self._keys: dict[str, dict[int, Key]] = {}

    def take(self, account: str, fact: Fact) -> None:
        """One more event of an account (its stream)."""
        match fact:
            case f.Opened(staff=staff) | f.Found(staff=staff) | f.StaffCodeSet(staff=staff):
                self._staff[account] = staff
            case f.FactorAdded(kind="passkey", device=device, key=f.PasskeyKey() as key):
                said = key_of(
                    credential=key.credential_id,
                    public_key=key.public_key,
                    rp_id=key.rp_id,
                    origins=key.origins,
                )
                self._keys.setdefault(account, {})[device] = said
            case f.FactorRemoved(kind="passkey", device=device):
                self._keys.get(account, {}).pop(device, None)
            case f.FactorsReset():
                self._keys.pop(account, None)

    def find(self, person: str, credential: bytes) -> Key | None:
        """The passkey of this person with this credential, if they have it now."""
        owners = [account for account, staff in self._staff.items() if staff == person]
        keys = (key for account in owners for key in self._keys.get(account, {}).values())
        return next((key for key in keys if key.credential == credential), None)


class SignatureWatch:
    """Goes along with one verification of a property's record."""

    def __init__(self, property_code: str, using: str) -> None:
        self._property = property_code
        self._using = using
        self._keys = Passkeys()
        self._elsewhere = self._of_the_house()
        self._next = next(self._elsewhere, None)
        self._first: dict[bytes, datetime] = {}

    def look(self, events: Sequence[Stored]) -> tuple[int, str] | None:
        """The first of these events, which are those that follow on the last ones, whose origin is not what it says."""
        signed = [each for each in events if each.origin and each.actor.startswith("person:")]
        kept = self._kept({each.origin for each in signed if each.origin})
        faults: dict[tuple[bytes, Key], str | None] = {}
        for stored in events:
            self._bring_up(stored)
            if stored.origin and stored.actor.startswith("person:"):
                fault = self._fault_of(stored, stored.origin, kept.get(stored.origin), faults)
                if fault is not None:
                    return stored.position, fault
        return None

    def totals(self) -> str | None:
        """A kept signature that no event names, if there is one."""
        with reading.cursor(self._using) as cursor:
            row = cursor.execute(_UNNAMED, [self._property]).fetchone()
        if row is None:
            return None
        return f"a person's signature is kept for position {row[0]}, whose entry does not name it"

    def _of_the_house(self) -> Iterator[tuple[datetime, str, Fact]]:
        """What the house's record says of passkeys, where it is another log than this one."""
        first = Property.objects.using(self._using).order_by("pk").values_list("code", flat=True).first()
        if first is None or first == self._property:
            return
        ledger = get_ledger(first)
        for row in ledger.scan(types=sorted(Passkeys.TYPES)):
            event = ledger.decode(row)
            yield event.recorded_at, event.stream, event.data

    def _bring_up(self, stored: Stored) -> None:
        while self._next is not None and self._next[0] <= stored.recorded_at:
            self._keys.take(*self._next[1:])
            self._next = next(self._elsewhere, None)
        event_type = find(stored.type) if stored.type in Passkeys.TYPES else None
        if event_type is not None:
            self._keys.take(stored.stream, event_type.decode(stored.body).data)

    def _kept(self, digests: Iterable[bytes]) -> dict[bytes, SignedCommand]:
        wanted = list(digests)
        if not wanted:
            return {}
        with reading.cursor(self._using) as cursor:
            rows = cursor.execute(_KEPT, [self._property, wanted]).fetchall()
        return {bytes(digest): SignedCommand(*map(bytes, parts)) for digest, *parts in rows}

    def _fault_of(
        self, stored: Stored, origin: bytes, signed: SignedCommand | None, faults: dict[tuple[bytes, Key], str | None]
    ) -> str | None:
        person = stored.actor.partition(":")[2]
        if signed is None:
            return "the signature that its entry names is not kept"
        if signed.digest != origin.hex():
            return "the signature or the command that is kept is not the one that its entry names"
        said = signed.said
        if said is None:
            return "what was signed is no command"
        if said.person != person:
            return f"it stands in the name of {stored.actor}, and the command is one of {said.person}"
        if said.property != self._property:
            return f"the command is one of property {said.property}"
        body = _decode_body(stored.body)
        if not signed.names(str(body.id), body.correlation):
            return f"the command that {person} signed does not name it"
        if stored.recorded_at - self._first.setdefault(origin, stored.recorded_at) > LONGEST:
            return f"the signature of {person} was used before, for another command"
        key = self._keys.find(person, signed.credential)
        if key is None:
            return f"{person} did not have the passkey that signed it"
        if (origin, key) not in faults:
            faults[origin, key] = signed.fault(key)
        fault = faults[origin, key]
        if fault is not None:
            return f"the kept signature of {person}: {fault}"
        return self._differs(stored, said)

    def _differs(self, stored: Stored, said: Command) -> str | None:
        """Whether it is another event than the command that was signed comes to."""
        if not is_commanded(stored.type.rpartition(".v")[0]):
            return None
        event = recorded(stream=stored.stream, full_type=stored.type, actor=stored.actor, body=stored.body)
        found = difference(said, event, RecordBefore(self._property, self._using, stored.position))
        return None if found is None else f"it is not what {said.person} signed: {found}"


class RecordBefore(NamedTuple):
    """The record as it stood when an event was recorded, as the event may rest on it."""

    property_code: str
    using: str
    position: int

    def event(self, event_id: UUID | None) -> Recorded | None:
        row = None if event_id is None else reading.find(self.using, self.property_code, event_id)
        return None if row is None or row[0] > self.position else _recorded(row)

    def stream(self, name: str) -> Sequence[Recorded]:
        rows = reading.stream_rows(self.using, self.property_code, name, stop=self.position)
        return [_recorded(row) for row in rows]


def _recorded(row: Row) -> Recorded:
    return recorded(stream=row[1], full_type=row[3], actor=row[6], body=row[7])
