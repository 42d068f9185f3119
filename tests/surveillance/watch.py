"""The room of Surveillance in a house with a case, one call a step: cameras over table RL01, recordings, links.

Commands are given as people give them, through the service. The cast is that of the court (``tests/disputes/court.py``)
with a second officer of Surveillance.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from casino.checkpoints.models import Checkpoint, Log
from casino.commands.execution import Done
from casino.ledger.application import get_ledger
from disputes.case import commands as c
from disputes.case.state import Case
from disputes.rows import stored
from disputes.rows.actor import actor_of
from games.rows.models import Finding
from surveillance.execution import service
from surveillance.files import viewing
from surveillance.record import equipment as e
from surveillance.record import facts as f
from surveillance.record import showing as s
from surveillance.record.fields import Stretched
from surveillance.record.parts import Media, Subject
from surveillance.rows import readmodel
from tests.disputes.court import Court, colleague, house_property
from tests.replay.story import CODE, STARTS

ROUND = "round/RL01/short"
AT = STARTS + timedelta(minutes=7)
"""When the round began."""
OFFICER, SECOND_OFFICER = "surveillance", "second-officer"


def media(**besides: Any) -> Media:
    """What a file is, unless told otherwise."""
    said: dict[str, Any] = {
        "container": "mp4", "codec": "h264", "width": 1280, "height": 720, "duration_ms": 600_000, "frames": 15_000,
        "key_frames": 600, "audio": False, "signing_packets": 0,
    }  # fmt: skip
    return Media(**{**said, **besides})


def signed(code: str) -> Checkpoint:
    """A checkpoint of the log as it stands is signed (what is signed of it, no test here asks)."""
    ledger = get_ledger(code)
    log, _made = Log.objects.get_or_create(property=house_property(), defaults={"origin": f"test/{code}"})
    size = ledger.head()[0]
    root = sha256(b"".join(row[7] for row in ledger.scan())).digest()
    return Checkpoint.objects.create(log=log, size=size, root=root, note=b"-", made_at=STARTS)


class Watch:
    """Surveillance at work."""

    def __init__(self, court: Court) -> None:
        self.court = court
        self.house = house_property()

    @property
    def now(self) -> datetime:
        return self.court.now

    def user(self, who: str | User) -> User:
        if isinstance(who, User):
            return who
        if who == SECOND_OFFICER:
            return colleague(SECOND_OFFICER, "surveillance")
        return self.court.user(who)

    def do(self, command: Any, code: str | None = None, *, who: str | User = OFFICER, **besides: Any) -> Done:
        """Give a command, a minute after the last one."""
        self.court.now += timedelta(minutes=1)
        given: dict[str, Any] = {
            "actor": actor_of(self.user(who), CODE, self.now),
            "command_id": uuid4(),
            "now": self.now,
            **besides,
        }
        return service.execute(CODE, code, command, **given)

    def second_table(self, code: str = "RL02", pit: str = "P-1") -> Watch:
        """Another table, with a round that is short as well."""
        story = self.court.house.story
        told = {"game": "roulette", "currency": "VND", "name": code, "pit": pit}
        story.tell(f"table/{code}", "table.registered", STARTS, **told)
        limits = [{"bet": "*", "minimum_minor": 10_000, "maximum_minor": 50_000_000}]
        story.tell(f"table/{code}", "table.limits_set", STARTS, limits=limits)
        story.spin("short", AT, table=code, paid_minor=3_000_000)
        self.court.house.follow()
        return self

    # What there is

    def recorder(self, code: str = "NVR-1", **besides: Any) -> Watch:
        said = {"kind": "onvif", "address": "rtsp://10.0.0.9/{camera}", "keeps_days": 30, **besides}
        self.do(e.RegisterRecorder(code=code, name=f"Recorder {code}", **said))
        return self

    def camera(self, code: str = "CAM-A", *, recorder: str | None = "NVR-1", **coverage: Any) -> Watch:
        """A camera that has covered table RL01 since an hour before play, unless told otherwise."""
        self.do(e.InstallCamera(code=code, name=f"Camera {code}", recorder=recorder, channel=recorder and "ch1"))
        said = {"shows": ("table",), "begins_at": STARTS - timedelta(hours=1), "table": "RL01", **coverage}
        self.do(e.BeginCoverage(**said), code)
        return self

    def read_clock(self, ahead_ms: int = 0, *, at: datetime = STARTS, doubt_ms: int = 100) -> Watch:
        shown = at + timedelta(milliseconds=ahead_ms)
        self.do(e.CompareClock(server_at=at, shown_at=shown, uncertainty_ms=doubt_ms), "NVR-1")
        return self

    def recording(
        self,
        code: str = "REC-1",
        *,
        camera: str | None = "CAM-A",
        shown_from: datetime | None = AT - timedelta(minutes=2),
        keep_days: int = 180,
        **besides: Any,
    ) -> Watch:
        """A file came in: ten minutes that begin two before the round, unless told otherwise."""
        arrived = f.RecordingArrived(
            how="upload",
            name=f"{code}.mp4",
            size_bytes=1_000,
            sha256="ab" * 32,
            media=besides.pop("media", media()),
            keep_until=self.now + timedelta(days=keep_days),
            camera=camera,
            shown_from=None if camera is None else shown_from,
            known_by=None if camera is None else "recorder",
            **besides,
        )
        service.append(CODE, f"recording/{code}", [arrived], actor="system:test", command_id=uuid4(), now=self.now)
        service.follow(CODE)
        return self

    def set_up(self) -> Watch:
        """A recorder with a camera over the table, its clock read, and a recording of the round."""
        return self.recorder().camera().read_clock().recording()

    # What is asked and answered

    def asked(self, number: str = "F1") -> str:
        """A case that has asked for footage of its round; the code of the request."""
        if not self.court.number:
            self.court.passed_on()
        ask = c.AskFootage(
            table="RL01", round="short", begins_at=AT - timedelta(minutes=1), ends_at=AT + timedelta(minutes=3)
        )
        self.court.do("pit_manager", ask)
        readmodel.follow_to_head(CODE)
        return f"{self.court.number}-{number}"

    def finding(self) -> Finding:
        """The finding of the audit about the round that was paid short."""
        found = Finding.objects.filter(stream="audit/RL01/short").order_by("id").first()
        assert found is not None
        return found

    def looks(
        self, from_ms: int = 125_000, to_ms: int = 130_000, *, recording: str = "REC-1", who: str | User = OFFICER
    ) -> Watch:
        """Somebody looks at a stretch in the player, which tells it; unless told otherwise, of the round."""
        actor = actor_of(self.user(who), CODE, self.now)
        assert actor.person is not None
        viewing.looked(
            owner=self.house,
            recording=recording,
            duration_ms=600_000,
            from_ms=from_ms,
            to_ms=to_ms,
            by=actor.person,
            why="finding",
            subject=ROUND,
            now=self.now,
        )
        return self

    def case(self) -> Case:
        return stored.load(CODE, self.court.number)

    def link(self, subject: Subject | None = None, stretch: Stretched | None = None, **besides: Any) -> Done:
        about = subject or Subject(kind="round", stream=ROUND)
        return self.do(s.LinkFootage(subject=about, stretch=stretch or STRETCH), **besides)


STRETCH = Stretched(recording="REC-1", from_ms=100_000, to_ms=160_000)
LONG_AGO = datetime(2001, 1, 1, tzinfo=UTC)
