"""The demonstration property in the database: its staff accounts, devices, simulated day and recorded wheel.

The day goes the same way as everything else: through the taking in of events, as its devices send it, under the clock
of the day. All ids follow from seed and date, so loading that was interrupted goes on where it stopped.
Proved by ``tests/simulate/test_seed_demo.py``.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Final
from uuid import UUID, uuid4, uuid5

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from casino.access.models import Posting
from casino.access.postings import in_force
from casino.access.roles import ACTING, ensure_roles
from casino.accounts.changes import record_posting
from casino.accounts.service import establish, writing
from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.core.origin import SignedBatch, sign
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from games.catalogue import GAMES
from games.engine import rules
from games.engine.device import DeviceKeyRegistered, DeviceRegistered
from games.engine.document import texts_in
from games.engine.facts import Person
from games.engine.table import TableNoted
from games.ingest.clocks import NAMESPACE
from games.ingest.devices import token_hash
from games.ingest.gaps import find_gaps
from games.ingest.models import Device, DeviceProgress
from games.ingest.outcomes import IMPORT_ACTOR, SHIPPED_OUTCOMES, import_outcomes, read_outcomes
from games.ingest.service import Sent as SentBytes
from games.ingest.service import house_sender, sender_for, take_in_all
from games.rows import audit, readmodel, rule_choices, rulebooks, waiting
from games.simulate import staff
from games.simulate.day import DOCUMENT, OTHERS, TABLES, Day, Delivery, Machine
from games.simulate.roulette.table import LIMITS
from games.simulate.tables import PIT, founding
from games.simulate.wire import Pen

PROPERTY: Final = "HOIDEMO"
RECORDED_TABLE: Final = "RL90"
PASSWORD: Final = "demo-table-2026"  # noqa: S105 - demonstration accounts exist only where the server is on 127.0.0.1
FLOOR: Final = (*(code for code, _name, _opens in TABLES), *(dealt.table for _game, dealt, _name, _opens in OTHERS))
"""Tables at which there is a day's play."""
SIGNING: Final = FLOOR[1::2]
"""Those whose devices sign what they send; those of the others have tokens."""
APPROVAL: Final = "DEMO-2026"
"""The number under which the regulator is said to have approved readings that take more than the letter."""

POSTINGS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "acting_pit_supervisor": (FLOOR, ()),
    "pit_supervisor": (FLOOR, ()),
    "pit_manager": ((), (PIT,)),
}
"""Tables and pits at which the account of a post is posted."""

ACTING_LASTS: Final = timedelta(days=5)
POSTED_BY: Final = "demonstration"
ACTOR: Final = f"system:{POSTED_BY}"
"""Who makes accounts and postings here, as events name it: so they are known as the demonstration's for good."""

Progress = Callable[[int], object]


class NothingMayBeWrong(RuntimeError):
    """The simulated day was not taken in as it should: an event refused that is good, or the other way round."""


class DayClock:
    """The server's clock while the simulated day is taken in."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def make_property() -> Property:
    """The property, marked as a demonstration in its name."""
    owner, _made = Property.objects.get_or_create(
        code=PROPERTY,
        defaults={
            "name_vi": "Casino mô phỏng (dữ liệu trình diễn, không có thật)",
            "name_en": "Simulated casino (demonstration data, not real)",
            "time_zone": "Asia/Ho_Chi_Minh",
            "gaming_day_starts": 6,
            "currency": "VND",
        },
    )
    return owner


def make_accounts(now: datetime) -> int:
    """One account a rank, all with the demonstration password; how many were new. Accounts there already are left.

    They are made by events as everywhere, with the demonstration as their actor; nobody confirms them, and their
    password is not a one-time one, so that a visitor goes in at once. Outside the demonstration nothing calls this.
    """
    ensure_roles()
    known = set(User.objects.values_list("username", flat=True))
    new = [member for member in staff.ACCOUNTS if member.username not in known]
    if not new:
        return 0
    password = make_password(PASSWORD)  # one hash for all: they share the password anyway, and hashing is slow
    for member in new:
        user = User(
            username=member.username, first_name=member.first_name, last_name=member.last_name, password=password
        )
        establish(user, [member.role], by=ACTOR, command_id=uuid4(), now=now, code=member.code, one_time=False)
    return len(new)


def make_postings(owner: Property, now: datetime) -> int:
    """Let the accounts that act where they are posted work at once; how many postings were new. The acting one ends
    after some days, and is followed by another when less than half of them is left."""
    new = 0
    for member in staff.ACCOUNTS:
        if member.role not in POSTINGS:
            continue
        acting = member.role in ACTING
        standing = Posting.objects.filter(in_force(now), user__username=member.username, post=member.role)
        if standing.filter(Q(ends_at=None) | Q(ends_at__gt=now + ACTING_LASTS / 2)).exists():
            continue
        tables, pits = POSTINGS[member.role]
        user = User.objects.get(username=member.username)
        with writing(user.pk, by=ACTOR, command_id=uuid4(), now=now) as account:
            row = Posting.objects.create(
                user=user,
                property=owner,
                post=member.role,
                tables=list(tables),
                pits=list(pits),
                begins_at=now,
                ends_at=now + ACTING_LASTS if acting else None,
                given_by=POSTED_BY,
                given_at=now,
            )
            record_posting(account, row)
        new += 1
    return new


def device_token(code: str) -> str:
    """The token of a demonstration device: the same at every start of one installation, another in each."""
    secret = hmac.new(settings.SECRET_KEY.encode(), f"demonstration device {code}".encode(), hashlib.sha256)
    return f"{code}.{secret.hexdigest()}"


def next_number(owner: Property, code: str) -> int:
    """The running number with which a device goes on: another would leave a gap, and a finding."""
    row = DeviceProgress.objects.filter(device__property=owner, device__code=code).first()
    return 1 if row is None else row.highest_sequence + 1


def day_to_load(owner: Property, now: datetime) -> date:
    """The gaming day whose loading was begun before, else the last whole one before ``now``."""
    begun = Ledger(owner.code).stream(f"table/{TABLES[0][0]}")
    moment = now if not begun or begun[0].occurred_at is None else begun[0].occurred_at + timedelta(days=1)
    return owner.days.day(moment) - timedelta(days=1)


def _mark(owner: Property) -> UUID:
    """The id of the event that is written last."""
    return uuid5(NAMESPACE, f"{owner.code}/demonstration loaded")


def is_loaded(owner: Property) -> bool:
    return Ledger(owner.code).find(_mark(owner)) is not None


def load(owner: Property, day: Day, *, progress: Progress) -> None:
    """Take in the simulated day and the recorded spins. ``progress`` hears how many events went in.

    Killed on the way, it goes on the next time: what is there already is answered as a duplicate.
    """
    clock = DayClock(day.deliveries[0].arrives_at - timedelta(minutes=1))
    ledger = Ledger(owner.code, clock=clock)
    _register(owner, ledger, day.machines, clock)
    ledger.append(_documents(owner, clock.now))
    refused = _take_in(owner, ledger, day.deliveries, clock, progress)
    if set(refused) != set(day.refused):
        others = [f"{code}: {why}" for code, why in refused.items() if code not in day.refused]
        raise NothingMayBeWrong(f"{len(refused)} events of the simulated day were refused, as {others[:3]}")
    find_gaps(owner.code, clock.now + timedelta(minutes=10), ledger=ledger)
    _import_recorded_wheel(owner, ledger, at=clock.now, progress=progress)


def _documents(owner: Property, at: datetime) -> list[NewEvent]:
    """The documents that the program brings are in force since their own days, with their choices as they are brought:
    those of the demonstration."""
    director, manager = (
        Person(post=post, staff=staff.CODES[post]) for post in ("director_of_table_games", "senior_management")
    )
    texts = [text for game in GAMES.values() for text in texts_in(game.package).values()]
    versions: Counter[str] = Counter()
    events = []
    for text in sorted(texts, key=lambda text: rules.read(text).effective_at):
        book = rules.read(text)
        versions[book.game] += 1
        event = rulebooks.put_in_force(
            book.game,
            text,
            book.effective_at,
            asked_by=director,
            confirmed_by=manager,
            at=at,
            event_id=uuid5(NAMESPACE, f"{owner.code}/{book.id} in force"),
            version=versions[book.game],
            approval=APPROVAL if rule_choices.beyond_the_letter(text) else None,
        )
        events.append(msgspec.structs.replace(event, expected_version=None))
    return events


def device_key(code: str) -> Ed25519PrivateKey:
    """The key with which a demonstration device signs: the same at every start of one installation."""
    secret = hmac.new(settings.SECRET_KEY.encode(), f"demonstration key {code}".encode(), hashlib.sha256)
    return Ed25519PrivateKey.from_private_bytes(secret.digest())


def _register(owner: Property, ledger: Ledger, machines: Iterable[Machine], clock: DayClock) -> None:
    """Register the devices at the clock of the day: ``add_device`` would register them today."""
    events = []
    for machine in machines:
        signs = machine.table in SIGNING
        public = b64encode(device_key(machine.code).public_key().public_bytes_raw()).decode() if signs else ""
        Device.objects.get_or_create(
            property=owner,
            code=machine.code,
            defaults={
                "name": f"{machine.table} {machine.kind.replace('_', ' ')}",
                "kind": machine.kind,
                "token_sha256": "" if signs else token_hash(device_token(machine.code)),
                "public_key": public,
                "created_at": clock.now,
            },
        )
        events.append(
            NewEvent(
                id=uuid5(NAMESPACE, f"{owner.code}:{machine.code}:registered"),
                stream=f"device/{machine.code}",
                type="device.registered.v1",
                data=DeviceRegistered(
                    device=machine.code, kind=machine.kind, token_sha256=token_hash(device_token(machine.code))
                ),
                actor=ACTOR,
                occurred_at=clock.now,
            )
        )
        if signs:
            events.append(
                NewEvent(
                    id=uuid5(NAMESPACE, f"{owner.code}:{machine.code}:key"),
                    stream=f"device/{machine.code}",
                    type="device.key_registered.v1",
                    data=DeviceKeyRegistered(device=machine.code, public_key=public),
                    actor=ACTOR,
                    occurred_at=clock.now,
                )
            )
    ledger.append(events)
    for device in Device.objects.filter(property=owner, key_position=None).exclude(public_key=""):
        known = ledger.find(uuid5(NAMESPACE, f"{owner.code}:{device.code}:key"))
        assert known is not None
        Device.objects.filter(pk=device.pk).update(key_position=known.position)


def _signed(owner: Property, delivery: Delivery) -> SignedBatch | None:
    """What a device signs of what it sends at once."""
    if delivery.device is None or delivery.events[0].table not in SIGNING:
        return None
    sent = [event.wire() for event in delivery.events]
    return sign(sent, property_code=owner.code, device=delivery.device, private_key=device_key(delivery.device))


def _take_in(
    owner: Property, ledger: Ledger, deliveries: Sequence[Delivery], clock: DayClock, progress: Progress
) -> dict[str, Problem]:
    """Hand the deliveries over as their senders would; what was refused by id, and why."""
    senders = {
        delivery.sender: (
            sender_for(owner.code, delivery.device)
            if delivery.device is not None
            else house_sender(owner.code, f"person:{delivery.person}")
        )
        for delivery in deliveries
    }
    refused: dict[str, Problem] = {}
    for together in _arriving_together(deliveries):
        clock.now = together[0].arrives_at
        with transaction.atomic():  # one commit, not two: the disk of a demonstration may be slow
            results = take_in_all(
                [
                    SentBytes(senders[d.sender], event.line().encode(), None, batch, index)
                    for d in together
                    for batch in (_signed(owner, d),)
                    for index, event in enumerate(d.events)
                ],
                received_at=clock.now,
                clock_skew_ms=together[0].clock_skew_ms,
                source="simulation",
                ledger=ledger,
            )
        refused |= {str(result.id): result.problem for result in results if result.problem is not None}
        progress(len(results))
    return refused


def _arriving_together(deliveries: Sequence[Delivery]) -> Iterator[list[Delivery]]:
    """Deliveries of devices at one moment, by clocks that agree, go in as one: a third of the transactions. What people
    enter goes in one by one, since it may found the table of which the next one speaks."""
    ordered = enumerate(deliveries)
    for _key, group in groupby(
        ordered, key=lambda pair: (pair[1].arrives_at, pair[1].clock_skew_ms, pair[1].person and pair[0])
    ):
        yield [delivery for _place, delivery in group]


def _import_recorded_wheel(owner: Property, ledger: Ledger, *, at: datetime, progress: Progress) -> None:
    """A table for the recorded spins, all of them on it, and the mark that says that the demonstration is whole."""
    pen = Pen(random.Random(f"{at.isoformat()}:{RECORDED_TABLE}"))  # noqa: S311 - reproducible, no secret
    founded = founding(
        pen,
        table=RECORDED_TABLE,
        at=at,
        game="roulette",
        document=DOCUMENT,
        name="Recorded wheel (real results, no bets)",
        limits=LIMITS,
        devices=(),
        set_by=staff.person("pit_manager"),
    )
    ledger.append([event.new_event() for event in founded])
    with SHIPPED_OUTCOMES.open(encoding="utf-8", newline="") as lines:
        rows = read_outcomes(lines)
        import_outcomes(property_code=owner.code, table=RECORDED_TABLE, document=DOCUMENT, rows=rows, progress=progress)
    note = TableNoted(note="Results of recorded wheels, imported without bets and times. No table of the house.")
    Ledger(owner.code).append(  # today, as the spins: at the clock of the day it would be a jump of the server's clock
        [
            NewEvent(
                id=_mark(owner),
                stream=f"table/{RECORDED_TABLE}",
                type="table.noted.v1",
                data=note,
                actor=IMPORT_ACTOR,
                occurred_at=None,
            )
        ]
    )


def show(owner: Property) -> audit.Report:
    """Bring the read models to the end of the log, anew where another program wrote them, and audit every round that is
    due."""
    if readmodel.outdated(owner.code):
        readmodel.drop(owner.code)
    readmodel.catch_up(owner.code)
    waiting.catch_up(owner.code)
    audit.audit_devices(owner.code)
    report = audit.audit_due(owner.code, limit=100_000)
    readmodel.catch_up(owner.code)
    return report
