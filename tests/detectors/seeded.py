"""A house that did something of everything, by its own commands: what the table of tampering is done to.

Rounds and findings, accounts with posts, postings, devices of the second factor and changes that wait, devices that
send with a key and a token, gaps and refused messages, a case with a person who was erased, settings, a document of the
library with its file, a recording with a copy, a report, a token of the regulator, a transparency log. One property,
``TST``; its accounts are in its record.
"""

from __future__ import annotations

import base64
import io
import json
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.auth.models import Group, User

from casino.access.models import AccountChange
from casino.accounts.found import record_found
from casino.checkpoints import building
from casino.clock import now as clock
from casino.factors import codes
from casino.factors.changes import PublicKey, tell
from casino.factors.models import Passkey
from casino.house import service as settings_service
from casino.house.commands import AskSetting, ConfirmSetting
from casino.house.facts import Decider
from casino.ledger import noting, row_kinds, verifications
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.case import commands as c
from disputes.library import documents
from disputes.library import service as library
from disputes.notices.models import Notice
from disputes.reads.models import PersonalRead
from games.engine.facts import Person
from games.ingest import devices, gaps, put_right
from games.ingest.clocks import keep_reading
from games.ingest.models import Quarantine
from games.ingest.service import sender_for, take_in
from games.rows.following import follow_now
from surveillance.bundle.selection import Selection
from surveillance.files.arrival import note_copy
from surveillance.reports import facts as r
from surveillance.reports import service
from surveillance.reports.models import ReportFile
from tests.accounts import acts
from tests.disputes.court import Court, colleague
from tests.disputes.library.conftest import PDF
from tests.factors.conftest import Phone
from tests.replay.story import CODE
from tests.surveillance.reports import acts as report_acts
from tests.surveillance.watch import Watch

GROUND = "Bản án 12 buộc xóa hồ sơ khách."
LATER = timedelta(hours=6)
"""After what was done: rows are old enough to be noted."""


class Seeded:
    """The house, and when it stands."""

    def __init__(self) -> None:
        self.court = Court()
        self.now = clock()
        self.watch = Watch(self.court).set_up()
        self.owner = Property.objects.get(code=CODE)
        self._settings()
        self._accounts()
        self._factors()
        self._devices()
        self._case()
        self._library()
        self._reports()
        follow_now(CODE)
        self._beside()
        record_found(clock())
        row_kinds.bring_up(clock())
        noting.note(CODE, clock() + LATER)
        self.follow()

    def follow(self) -> None:
        from games.rows.all_readmodels import read_models

        for model in read_models():
            head = get_ledger(CODE).head()[0]
            while model.catch_up(CODE).position < head:
                pass

    def _settings(self) -> None:
        one, two = (Decider(staff=f"DIR-{n}", post="director_of_table_games") for n in "12")
        for name, value in (("dispute_table_limit", {"VND": 4_000_000}), ("name_en", "Trial casino")):
            ask = uuid4()
            said = AskSetting(setting=name, value=value, way="page", reason="Decided in the meeting.")
            if settings_service.execute(CODE, said, by=one, command_id=ask, now=self.now).status == "asked":
                second = ConfirmSetting(ask=ask)
                settings_service.execute(CODE, second, by=two, command_id=uuid4(), now=self.now)

    def _by(self, user: User) -> dict[str, Any]:
        return {"by": user, "command_id": uuid4(), "now": clock()}

    def _accounts(self) -> None:
        adm = colleague("adm", "administrator")
        colleague("adm2", "administrator")
        senior = colleague("gm", "senior_management")
        made = acts.open_account("newcomer", code="D-77", post="dealer", **self._by(adm))
        self.newcomer = User.objects.get(pk=made.account)
        acts.choose_password(self.newcomer, "quite-a-long-passphrase", command_id=uuid4(), now=clock())
        wanted = acts.open_account("officer", post="surveillance", **self._by(adm))
        self.officer = User.objects.get(pk=wanted.account)
        acts.confirm(AccountChange.objects.get(state="waiting").pk, **self._by(senior))
        sup = colleague("sup", "pit_supervisor")
        posted = acts.posting(property=self.owner, post="pit_supervisor", tables=["RL01"])
        for _ in range(2):
            acts.ask_posting(sup.pk, posted, **self._by(adm))
            acts.confirm(AccountChange.objects.get(state="waiting").pk, **self._by(senior))
        acts.end_posting(sup.postings.latest("pk").pk, **self._by(adm))
        acts.deactivate(colleague("left", "dealer").pk, **self._by(adm))
        acts.ask_password(senior.pk, **self._by(adm))

    def _factors(self) -> None:
        user = self.newcomer
        self.phone = Phone(user)
        self.lost = Phone(user, "Lost")
        key = Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        row = Passkey.objects.create(
            user=user, label="Key", created_at=clock(), credential_id=b"c" * 20, public_key=key, algorithm=-8,
            rp_id="localhost", origins=["http://localhost"], aaguid=uuid4(), transports=[], backed_up=False,
            sign_count=0,
        )  # fmt: skip
        known = PublicKey(
            credential_id=b"c" * 20, public_key=key, algorithm=-8, rp_id=row.rp_id, origins=tuple(row.origins)
        )
        tell("enrolled", user, at=row.created_at, factor=f"passkey:{row.pk}", key=known)
        from casino.factors import store

        store.remove(user, "code_app", self.lost.app.pk, now=clock())
        first = codes.make_recovery_codes(user, now=clock())
        codes.spend_recovery_code(user, first[0], now=clock())

    def _devices(self) -> None:
        raw = Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        add = devices.add_device
        self.device, _token = add(property_code=CODE, code="S-1", kind="sensor", tables=["RL01"])
        add(property_code=CODE, code="K-1", kind="sensor", public_key=base64.b64encode(raw).decode())
        add(property_code=CODE, code="OLD", kind="tablet")
        devices.revoke_device(property_code=CODE, code="OLD")
        self.send(1)
        self.send(2)
        self.send(5)
        self.send(6, data={"bet": 7})
        self.send(8, type="roulette.nothing.v1")
        gaps.find_gaps(CODE, clock() + timedelta(hours=1))
        keep_reading(self.device, 25, clock())
        manager = Person(post="pit_manager", staff="pit.manager")
        first, _second = Quarantine.objects.order_by("pk")
        why = "It was a trial of the fitter."
        put_right.act(first, put_right.LetRest(reason=why), by=lambda table: manager, command_id=uuid4(), now=clock())

    def send(self, number: int, **changes: Any) -> None:
        """An event of the sensor, under this number."""
        at = clock()
        said = {
            "id": str(uuid4()), "type": "roulette.bet_placed.v1", "table": "RL01", "round": "dev-1",
            "occurred_at": at.isoformat(), "sequence": number,
            "data": {"bet": f"b{number}", "spot": "red", "stake_minor": 100_000}, **changes,
        }  # fmt: skip
        take_in(sender_for(CODE, self.device.code), [json.dumps(said).encode()], received_at=at)

    def _case(self) -> None:
        court = self.court.open()
        court.do("pit_supervisor", c.Withdraw())
        gone = next(iter(court.case.persons))
        court.do("senior_management", c.ErasePerson(person=gone, law="court_order", legal_ground=GROUND))

    def _library(self) -> None:
        first = documents.NewVersion(version="1", valid_from=date(2026, 1, 1))
        file = library.Upload(name="sop.pdf", data=PDF)
        said = library.AddDocument(kind="procedures", title_vi="Quy trình", title_en="Procedure", new=first, file=file)
        library.execute(
            CODE, "SOP-ROU", said, by=Person(post="pit_manager", staff="PM01"), command_id=uuid4(), now=clock()
        )

    def _reports(self) -> None:
        from disputes.rows.actor import actor_of

        regulator = colleague("regulator", "regulator")
        assert regulator.pk
        actor = actor_of(self.court.user("senior_management"), CODE, clock())
        report_acts.open_to(self.owner, actor, "regulator", command_id=uuid4(), now=clock())
        for name in ("reader", "ended"):
            report_acts.make_token(self.owner, actor, "regulator", name, 30, command_id=uuid4(), now=clock())
        report_acts.end_token(self.owner, actor, "regulator", "ended", command_id=uuid4(), now=clock())
        asked = Selection(about="round", round="round/RL01/short")
        by = r.By(role="senior_management", staff="senior.management")
        first = r.ReportRequested(selection=asked, position=9, identity="ab" * 32, by=by)
        service.say(self.owner, "report/RP-1", first, identity_=uuid4(), by="person:senior.management", now=clock())
        made = r.ReportFinished(sha256="cd" * 32, size_bytes=500, rounds=1, events=9, checkpoint=9)
        service.say(self.owner, "report/RP-1", made, identity_=uuid4(), by="system:reports", now=clock())
        ReportFile.objects.create(
            property=self.owner, report="RP-1", what="bundle", path="TST/cd.zip", size_bytes=500, sha256="cd" * 32,
            media_type="application/zip", made_at=clock(),
        )  # fmt: skip
        note_copy(
            owner=self.owner, recording="REC-1", what="web", path="TST/x.mp4", size_bytes=9, sha256="ef" * 32,
            media_type="video/mp4", now=clock(),
        )  # fmt: skip

    def _beside(self) -> None:
        PersonalRead.objects.create(
            property=self.owner, staff="pit.manager", kind="case", about=self.court.number, at=clock(), persons=[]
        )
        told: dict[str, Any] = {"case": self.court.number, "kind": "your_move", "subject": "", "made_at": clock()}
        Notice.objects.create(user=self.court.user("pit_manager"), key="k1", property=self.owner, **told)
        out: Any = io.StringIO()
        verifications.keep(CODE, "verify_log", reached=9, faults=0, now=clock(), out=out)


def sign(now: datetime) -> None:
    """The transparency log catches up and signs."""
    assert building.advance(CODE, now)


__all__ = ["CODE", "Group", "Seeded", "sign"]
